"""The colours of the course and the marks that tell calls apart.

Every colour has a contrast of at least 5:1 on white. Nothing is said by colour alone: a call is a colour, a
shape and a letter, the same three wherever the call is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CALLS", "GREY", "INK", "LINE", "MODEL", "PAPER", "SHAPES", "STOP", "TOOL", "USER", "Mark", "mark"]

USER = "#0072B2"
MODEL = "#8F4A77"
TOOL = "#00785A"
STOP = "#B84F00"
INK = "#1f2328"
GREY = "#57606a"
LINE = "#d0d7de"
PAPER = "#ffffff"

CALLS = (TOOL, "#5B4BB5", "#8A5A00", "#A3195B", "#00687A", "#4D5560")
SHAPES = ("circle", "square", "triangle", "diamond", "cross", "ring")
GLYPHS = {"circle": "●", "square": "■", "triangle": "▲", "diamond": "◆", "cross": "✚", "ring": "○"}


@dataclass(frozen=True)
class Mark:
    """How one tool call is drawn: `letter` a, b, …; `shape` and its text `glyph`; `colour` as #rrggbb."""

    letter: str
    shape: str
    glyph: str
    colour: str

    def __str__(self) -> str:
        return f"{self.glyph} {self.letter}"


def mark(index: int) -> Mark:
    """The mark of the call with this number (from 0): six shapes and colours, letters a … z, then a2 … z2."""
    shape = SHAPES[index % len(SHAPES)]
    turn, letter = divmod(index, 26)
    name = chr(ord("a") + letter) + (str(turn + 1) if turn else "")
    return Mark(name, shape, GLYPHS[shape], CALLS[index % len(CALLS)])
