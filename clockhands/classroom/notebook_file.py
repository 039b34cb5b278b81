"""A notebook on disk: read, strip of all that changes from run to run, written the same way each time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from clockhands.errors import ClockHandsError

if TYPE_CHECKING:
    import nbformat

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_KEPT_IN_CELLS = ("attachments", "deletable", "editable", "jupyter", "nbgrader", "slideshow", "tags")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_KERNEL_FILE = re.compile(r"ipykernel_\d+")


class OutputError(ClockHandsError):
    """An output that must not be stored: an error, or something that differs from machine to machine."""


def read(path: Path) -> nbformat.NotebookNode:
    """The notebook at `path`, in nbformat 4.5."""
    import nbformat

    return nbformat.read(path, as_version=4)


def text_of(notebook: nbformat.NotebookNode) -> str:
    """The notebook as the text of its file: keys sorted, one space of indent, a newline at the end."""
    import nbformat

    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def format_code(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Lay out the code cells by ruff and the project's rules, in place; `path` is where the notebook goes.

    What ruff cannot read stays as it is: the kernel will say why.
    """
    command = [sys.executable, "-m", "ruff", "format", "--quiet", "--stdin-filename", str(path), "-"]
    done = subprocess.run(command, input=text_of(notebook), capture_output=True, encoding="utf-8")
    if done.returncode == 0:
        for cell, laid_out in zip(notebook.cells, json.loads(done.stdout)["cells"], strict=True):
            cell.source = "".join(laid_out["source"])


def write(path: Path, text: str) -> bool:
    """Write `text` to `path` in one step, so that nobody reads half of it. False: it was there already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_bytes() == text.encode("utf-8"):
        return False
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    partial.write_text(text, encoding="utf-8", newline="\n")
    os.replace(partial, path)
    return True


def forget_run(notebook: nbformat.NotebookNode) -> None:
    """Remove outputs and everything volatile, in place: the notebook as its author wrote it."""
    for cell in notebook.cells:
        cell.metadata = _kept(cell.metadata)
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    notebook.metadata.clear()
    notebook.metadata.update(kernelspec=dict(_KERNEL), language_info={"name": "python"})
    notebook.nbformat, notebook.nbformat_minor = 4, 5


def normalise(notebook: nbformat.NotebookNode) -> None:
    """Make an executed notebook the same each time, in place. OutputError on an output not to be stored."""
    notebook.metadata.clear()
    notebook.metadata.update(kernelspec=dict(_KERNEL), language_info={"name": "python"})
    for cell in notebook.cells:
        cell.metadata = _kept(cell.metadata)
        if cell.cell_type != "code":
            continue
        for output in cell.outputs:
            _clean(output, cell.execution_count)
        cell.outputs = [output for output in cell.outputs if output.get("data") != {}]
        _refuse_unstable(cell)


def _kept(metadata: dict) -> nbformat.NotebookNode:
    import nbformat

    return nbformat.from_dict({key: metadata[key] for key in _KEPT_IN_CELLS if key in metadata})


def _clean(output: nbformat.NotebookNode, count: int | None) -> None:
    if output.output_type == "execute_result":
        output.execution_count = count
    if "data" in output:
        output.data.pop(WIDGET_VIEW, None)  # holds a random id, and means nothing without its kernel


def _refuse_unstable(cell: nbformat.NotebookNode) -> None:
    for output in cell.outputs:
        if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
            raise OutputError(
                f"cell {cell.id}: an error output ({output.ename}); catch the error and show it by explain()"
            )
        for text in texts(output):
            for what, found in _unstable(text):
                raise OutputError(
                    f"cell {cell.id}: its output holds {what} ({found}), which differs from run to run; "
                    "show something that does not (a bare plt.plot(...) as last line: end with plt.show())"
                )


def texts(output: nbformat.NotebookNode) -> list[str]:
    """All text of an output that a reader sees (pictures as base64 are not text)."""
    parts = [output.get("text", "")]
    parts += [value for mime, value in output.get("data", {}).items() if not is_bitmap(mime)]
    return [part if isinstance(part, str) else str(part) for part in parts]


def is_bitmap(mime: str) -> bool:
    """Whether this MIME type holds pixels, which differ between library versions."""
    return mime.startswith("image/") and mime != "image/svg+xml"


def _unstable(text: str) -> list[tuple[str, str]]:
    from clockhands.classroom.places import ROOT

    found = [("an object's address", match) for match in _ADDRESS.findall(text)[:1]]
    found += [("a kernel's temporary name", match) for match in _KERNEL_FILE.findall(text)[:1]]
    for folder in (str(ROOT), str(Path.home())):
        if len(folder) > 3 and re.search(re.escape(folder) + r"(?!\w)", text):
            found.append(("a path of this machine", folder))
    return found
