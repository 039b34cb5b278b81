"""The chapter table of the README, made from the notebooks themselves."""

from __future__ import annotations

import re
from pathlib import Path

from clockhands.classroom import notebook_file, places

BEGIN = "<!-- chapters: made by `python3 -m clockhands build` -->"
END = "<!-- end of chapters -->"

_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_STUB = re.compile(r"(ex-\d+-\d+)[a-z]?-stub")
_MINUTES = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?\s+minutes")


def readme(text: str) -> str:
    """The README with its table renewed; as it is where it has no marked place for one."""
    if BEGIN not in text or END not in text:
        return text
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n{table(places.notebooks(places.SOLUTIONS))}{END}{after}"


def table(paths: list[Path]) -> str:
    """A Markdown table, one row a chapter: number, title and link, promise, minutes, exercises."""
    rows = ["| | chapter | you will | minutes | exercises |", "|---|---|---|---|---|"]
    rows += ["| " + " | ".join(row(path)) + " |" for path in paths]
    return "\n".join(rows) + "\n"


def row(path: Path) -> list[str]:
    """The cells of one chapter's row. Empty where the notebook does not say."""
    cells = notebook_file.read(path).cells
    opening = cells[0].source if cells and cells[0].cell_type == "markdown" else ""
    title = _TITLE.search(opening)
    name = re.sub(r"^(chapter\s+)?\d+\s*[·:.–-]?\s*", "", title.group(1), flags=re.I) if title else path.stem
    minutes = _MINUTES.search(opening)
    exercises = {match.group(1) for cell in cells if (match := _STUB.fullmatch(cell.get("id", "")))}
    return [
        path.stem[:2],
        f"[{name}](chapters/{path.name})",
        promise(opening),
        "–".join(number for number in minutes.groups() if number) if minutes else "",
        str(len(exercises)) if exercises else "",
    ]


def promise(opening: str) -> str:
    """The one-sentence promise below the title: the first paragraph of prose, on one line."""
    paragraphs = re.split(r"\n\s*\n", _TITLE.sub("", opening, count=1).strip())
    return " ".join(paragraphs[0].split()).strip("*_ ").replace("|", "\\|") if paragraphs else ""
