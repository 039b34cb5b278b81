"""The solutions as text, for `solution("3.2")`: taken from the solved notebooks, so they cannot differ."""

from __future__ import annotations

import json
import re
from pathlib import Path

from clockhands.classroom import notebook_file, regions

_GRADE_ID = re.compile(r"ex-(\d+)-(\d+)([a-z]?)")


def as_json(paths: list[Path]) -> str:
    """The text of solutions.json: exercise id -> solved source."""
    texts: dict[str, str] = {}
    for path in paths:
        try:
            texts |= texts_of(notebook_file.read(path).cells)
        except regions.RegionError as error:
            raise regions.RegionError(f"{path.name}, {error}") from None
    return json.dumps(dict(sorted(texts.items(), key=_order)), indent=1, ensure_ascii=False) + "\n"


def texts_of(cells: list) -> dict[str, str]:
    """Exercise id -> solved source, from the cells of one notebook.

    Several blocks of one exercise (`ex-3-2`, `ex-3-2b`) stand together under `3.2`, and the later ones also
    each under its own id (`3.2b`).
    """
    texts: dict[str, str] = {}
    for cell in cells:
        about = cell["metadata"].get("nbgrader", {})
        match = _GRADE_ID.fullmatch(about.get("grade_id", ""))
        if not match or not about.get("solution") or cell["cell_type"] != "code":
            continue
        chapter, exercise, block = match.groups()
        whole = f"{int(chapter)}.{int(exercise)}"
        text = regions.solved_source(cell["source"])
        texts[whole] = f"{texts[whole]}\n\n\n{text}" if whole in texts else text
        if block:
            texts[whole + block] = text
    return texts


def _order(item: tuple[str, str]) -> tuple[int, int, str]:
    chapter, exercise, block = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", item[0]).groups()
    return int(chapter), int(exercise), block
