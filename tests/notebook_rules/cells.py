"""A solved notebook as the rules see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from clockhands.classroom import notebook_file, regions

_LESSON_CALL = re.compile(r"\s*(predict|predicted|check|hint|quiz|warm_up|progress|solution)\(")


def rule(check: Callable) -> Callable:
    """Mark a function as a rule."""
    check.is_rule = True
    return check


@dataclass
class Cell:
    """One cell. source: as the author wrote it, with markers."""

    id: str
    kind: str
    source: str
    metadata: dict = field(default_factory=dict)
    outputs: list = field(default_factory=list)
    count: int | None = 1

    @property
    def tags(self) -> list[str]:
        return self.metadata.get("tags", [])

    @property
    def is_hidden(self) -> bool:
        """Whether its output stays folded until the reader has predicted it."""
        return bool(self.metadata.get("jupyter", {}).get("outputs_hidden"))

    @property
    def is_lesson_call(self) -> bool:
        """A lone `predict(...)`, `check(...)` and the like: machinery, not code to read."""
        lines = regions.solved_source(self.source).strip()
        return bool(_LESSON_CALL.match(lines))

    def lines(self) -> list[str]:
        """The lines of code a reader of the solution sees, blank ones left out."""
        return [line for line in regions.solved_source(self.source).split("\n") if line.strip()]

    def words(self) -> list[str]:
        """The words of a markdown cell: code in backticks counts as one, links by their text."""
        return plain(self.source).split()


@dataclass
class Notebook:
    """One solved chapter."""

    name: str
    cells: list[Cell]

    @classmethod
    def read(cls, path: Path) -> Notebook:
        found = notebook_file.read(path)
        cells = [
            Cell(
                cell.id,
                cell.cell_type,
                cell.source,
                dict(cell.metadata),
                list(cell.get("outputs", [])),
                cell.get("execution_count"),
            )
            for cell in found.cells
        ]
        return cls(path.stem, cells)

    @property
    def number(self) -> int:
        return int(self.name[:2])

    @property
    def code(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.kind == "code"]

    @property
    def markdown(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.kind == "markdown"]

    def place(self, pattern: str, kind: str = "") -> int:
        """The place of the first cell whose source matches, or -1."""
        for place, cell in enumerate(self.cells):
            if kind in ("", cell.kind) and re.search(pattern, cell.source, re.MULTILINE):
                return place
        return -1


def plain(text: str) -> str:
    """Markdown without its signs, its code and its addresses; code spans become one word."""
    text = re.sub(r"```.*?```", " ", text, flags=re.S)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"https?://\S+", " ", text)
    text = re.sub(r"<[^>]*>", " ", text)
    text = re.sub(r"^\s*(\|[-: |]+\||#+|>|[-*]|\d+\.)\s*", "", text, flags=re.M)
    text = text.replace("|", " ")
    return re.sub(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}", "", text)
