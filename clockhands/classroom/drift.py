"""What differs between a committed notebook and the one its source gives now.

Library versions may differ between the machine that built and the one that checks: code, prose, printed text
and hand-made SVG must agree to the letter, pictures of matplotlib only in being there.
"""

from __future__ import annotations

import difflib
import json

from clockhands.classroom.notebook_file import WIDGET_VIEW, is_bitmap

_DRAWN = "matplotlib.org/"


def differences(stored: str | None, built: str) -> list[str]:
    """Lines that say which cell differs in what, empty when nothing does. Both are the text of a notebook;
    `stored` is None when there is no such file yet."""
    if stored is None:
        return ["  there is no such file"]
    if stored == built:
        return []
    old, new = _comparable(json.loads(stored)), _comparable(json.loads(built))
    if list(old) != list(new):
        return ["  cells in another order, or others:", *_diff(list(old), list(new))]
    found = []
    for cell_id, parts in new.items():
        for part, value in parts.items():
            if old[cell_id][part] != value:
                found.append(f"  cell {cell_id}, {part}:")
                found += _diff(old[cell_id][part].split("\n"), value.split("\n"))
    return found


def _comparable(notebook: dict) -> dict[str, dict[str, str]]:
    """Cell id -> {source, metadata, outputs}, each as text; the notebook's own metadata under `notebook`."""
    cells = {
        cell.get("id", f"cell {number}"): {
            "kind": cell["cell_type"],
            "source": _joined(cell["source"]),
            "metadata": json.dumps(cell["metadata"], sort_keys=True, ensure_ascii=False),
            "outputs": "\n".join(_output(output) for output in cell.get("outputs", [])),
            "execution count": str(cell.get("execution_count")),
        }
        for number, cell in enumerate(notebook["cells"])
    }
    about = {"metadata": json.dumps(notebook["metadata"], sort_keys=True)}
    return {"notebook": about, **cells}


def _output(output: dict) -> str:
    kind = output["output_type"]
    if kind == "stream":
        return f"[{output['name']}]\n{_joined(output['text'])}"
    if kind == "error":
        return f"[error] {output['ename']}: {output['evalue']}"
    shown = []
    for mime, value in sorted(output["data"].items()):
        text = _joined(value) if isinstance(value, str | list) else json.dumps(value, sort_keys=True)
        if mime != WIDGET_VIEW:
            shown.append(f"[{kind} {mime}]\n{'(a picture)' if is_bitmap(mime) or _DRAWN in text else text}")
    return "\n".join(shown)


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _diff(old: list[str], new: list[str], most: int = 12) -> list[str]:
    told = difflib.unified_diff(old, new, lineterm="", n=0)
    lines = [line for line in told if not line.startswith(("@@", "--- ", "+++ "))]
    cut = [f"… {len(lines) - most} more lines"] if len(lines) > most else []
    return ["    " + line[:200] for line in lines[:most] + cut]
