"""Chapter 8: the checkers behind its exercise on clock changes (8.3), on nights whose rules are settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .ch08_checks import OFFSET_FOR_ZONE
from .exercise import Misconception, Verdict, passed
from .trials import called, compared, result_of

GAP_UNSAID = Misconception(
    "gap-unsaid",
    "This time does not exist, and nobody is told that the appointment was moved.",
    "Convert to UTC and back: if another wall time comes out, the time was moved.",
)
PICKS_ONE = Misconception(
    "picks-one-of-two",
    "This time happens twice, and one of the two was picked without asking.",
    "Look at `alternatives` of the rich result.",
)
ASSUMES_AN_HOUR = Misconception(
    "assumes-an-hour",
    "The change was taken for an hour, and here it is not.",
    "Let the tool move the time; it knows the length of the gap.",
)


def _settled(wall: str, zone: str) -> list:
    from ..tools import convert_time, from_utc

    read = convert_time(wall, from_timezone=zone, rich=True)
    if read["alternatives"]:
        return ["ask", [read["iso"], *read["alternatives"]]]
    return ["book" if from_utc(read["iso"], zone).startswith(wall) else "moved", read["iso"]]


def _settling(settle: Callable, cases: list[tuple[str, str]]) -> Verdict:
    for wall, zone in cases:
        right, call = _settled(wall, zone), called(settle, wall, zone)
        yours = result_of(settle, wall, zone)
        pair = list(yours) if isinstance(yours, tuple) else yours
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], tuple):
            pair = [pair[0], list(pair[1])]
        wrong = compared(call, pair, right, misconception=_night_belief(pair, right))
        if wrong:
            return wrong
    return passed(f"{len(cases)} local times: ordinary ones, gaps and folds, one of half an hour.")


def _night_belief(yours: Any, right: list) -> Misconception | None:
    if not isinstance(yours, list) or not yours or yours[0] == "ask":
        return None
    if right[0] == "ask":
        return PICKS_ONE
    if right[0] == "moved":
        return GAP_UNSAID if yours[0] == "book" else ASSUMES_AN_HOUR
    return OFFSET_FOR_ZONE if yours[0] == "book" else None


def check_settle(settle: Callable) -> Verdict:
    cases = [
        ("2025-01-16T14:00:00", "Europe/Paris"),
        ("2025-03-30T02:30:00", "Europe/Paris"),
        ("2025-10-26T02:15:00", "Europe/Paris"),
        ("2025-03-30T14:00:00", "Europe/Paris"),
        ("2025-10-05T02:15:00", "Australia/Lord_Howe"),
        ("2025-10-26T02:30:00", "Asia/Kolkata"),
    ]
    return _settling(settle, cases)


def hidden_settle(settle: Callable) -> Verdict:
    cases = [
        ("2025-03-09T02:10:00", "America/New_York"),
        ("2025-11-02T01:10:00", "America/New_York"),
        ("2025-04-06T01:45:00", "Australia/Lord_Howe"),
        ("2025-11-02T02:10:00", "America/New_York"),
        ("2025-07-01T00:00:00", "Asia/Kathmandu"),
    ]
    return _settling(settle, cases)
