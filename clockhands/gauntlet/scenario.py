"""What a scenario is, and where the course teaches what it asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clockhands.mock.reply import call

__all__ = ["CHAPTERS", "LEVELS", "Scenario", "add", "called"]

LEVELS = {"P": "protocol", "S": "safety", "Q": "quality"}
CHAPTERS = {
    1: "01_no_clock",
    3: "03_the_loop",
    4: "04_four_mistakes",
    5: "05_parallel_calls",
    6: "06_check_before_running",
    7: "07_limits",
    9: "09_what_a_call_costs",
    10: "10_a_tool_call_is_rpc",
    11: "11_untrusted_text",
    12: "12_shapes_and_shortcuts",
}


@dataclass(frozen=True)
class Scenario:
    """One thing that happens to agent loops.

    level: P (protocol), S (safety) or Q (quality); a loop survives when it passes all of P and S. chapter:
    where the course teaches it. why: what it costs when it goes wrong. plays: functions of a `Ring` that
    raise `Failed`; the docstring says what happens. needs: the capability without which it is skipped.
    """

    id: str
    title: str
    level: str
    chapter: int
    why: str
    plays: tuple[Callable[[Any], None], ...]
    needs: str = ""

    @property
    def lesson(self) -> str:
        """The notebook of the course."""
        return CHAPTERS[self.chapter]


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def called(name: str, input: Any, id: str = "") -> dict[str, Any]:
    """A call whose input may be anything, under a given id."""
    return {**call(name), "input": input, **({"id": id} if id else {})}
