"""A Parsons puzzle: the lines of a program the chapter teaches, out of order, among lines with a mistake.

    LOOP = Puzzle(
        "3.p2",
        "the loop",
        solves="3.3",
        lines=[Line("for _ in range(10):", "send"), Line("    reply = …", "send", early="not-resent")],
        traps=[Trap("while True:", "never-stops")],
    )

The lines in their order are the exercise's solution, comments and docstring aside; a test holds them to it.
Nothing here draws or records.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .misconceptions import Misconception, misconception

__all__ = ["Judged", "Line", "Puzzle", "Trap", "judge"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Line:
    """A line that belongs. text: with its indentation. step: the subgoal it serves, such as "check".
    early: what somebody believes who puts it before its place, an id or a Misconception."""

    text: str
    step: str
    early: str | Misconception | None = None


@dataclass(frozen=True)
class Trap:
    """A line that does not belong, and the belief behind it."""

    text: str
    misconception: str | Misconception


@dataclass(frozen=True)
class Puzzle:
    """id: "3.p2". title: a few words. solves: the exercise whose solution the lines are. orders: other
    orders that do the same, as places (from 0) of `lines`."""

    id: str
    title: str
    solves: str
    lines: Sequence[Line]
    traps: Sequence[Trap]
    orders: Sequence[Sequence[int]] = ()

    @property
    def offered(self) -> list[str]:
        """All lines as they are offered, letter by letter: shuffled, the same way every time."""
        texts = [one.text for one in (*self.lines, *self.traps)]
        dice = random.Random(self.id)
        while True:
            mixed = dice.sample(texts, len(texts))
            if mixed[: len(self.lines)] != [one.text for one in self.lines]:
                return mixed


@dataclass(frozen=True)
class Judged:
    """solved; else place: the number (from 1) of the line to look at, 0 for none; why: one sentence on it;
    belief: the misconception behind it."""

    solved: bool
    place: int = 0
    why: str = ""
    belief: Misconception | None = None


def judge(puzzle: Puzzle, chosen: Sequence[str]) -> Judged:
    """What is to be said of these lines, in this order. A line with a mistake is told of first."""
    traps = {trap.text: trap for trap in puzzle.traps}
    for place, text in enumerate(chosen, 1):
        if text in traps:
            belief = misconception(traps[text].misconception)
            return Judged(False, place, "This line does not belong into the program.", belief)
    wanted = _nearest_order(puzzle, chosen)
    for place, (text, line) in enumerate(zip(chosen, wanted, strict=False), 1):
        if text != line.text:
            return _misplaced(puzzle, place, text, line)
    missing = len(wanted) - len(chosen)
    if missing > 0:
        step = wanted[len(chosen)].step
        counted = "One line is missing" if missing == 1 else f"{missing} lines are missing"
        return Judged(False, 0, f"So far it is right. {counted}; the next one serves the step *{step}*.")
    return Judged(True)


def _misplaced(puzzle: Puzzle, place: int, text: str, wanted: Line) -> Judged:
    line = next(one for one in puzzle.lines if one.text == text)
    why = f"Up to here it is right. What comes now serves the step *{wanted.step}*."
    return Judged(False, place, why, misconception(line.early))


def _nearest_order(puzzle: Puzzle, chosen: Sequence[str]) -> list[Line]:
    """Of the orders that work, the one `chosen` follows longest."""
    orders = [list(puzzle.lines), *([puzzle.lines[n] for n in order] for order in puzzle.orders)]

    def followed(order: list[Line]) -> int:
        pairs = zip(chosen, order, strict=False)
        return next((n for n, (text, line) in enumerate(pairs) if text != line.text), len(chosen))

    return max(orders, key=followed)
