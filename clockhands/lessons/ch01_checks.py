"""Chapter 1, no clock: the checkers behind its exercises."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed
from .trials import called, result_of, scripted

TIME_OF_DAY = Misconception(
    "time-in-the-prompt",
    "A time of day in the prompt is wrong a minute later, and makes each prompt different.",
    "Name the day only; exact times are what a tool is for.",
)
NO_ZONE = Misconception(
    "no-zone",
    "Without a zone the same sentence means another day elsewhere.",
    "Name the zone: `now.tzinfo` knows it.",
)
NO_WEEKDAY = Misconception(
    "no-weekday",
    "A model computes weekdays badly, and questions about them are frequent.",
    "Write the weekday out: `%A` gives it.",
)
STALE_DATE = Misconception(
    "stale-date",
    "The date was read once and kept, so it is yesterday's after midnight.",
    "Call `now()` inside the function that answers, for every question.",
)
DATE_FIRST = Misconception(
    "date-before-the-stable-part",
    "The date stands in front, so the prompt differs from its first words on and nothing of it can be cached.",
    "Put the stable text first and the date line last.",
)
OTHER_CLOCK = Misconception(
    "own-clock",
    "The function read a clock of its own instead of the one it was given.",
    "Use `now()`, so that a test can play midnight.",
)
DEAR_WAY = Misconception(
    "tool-for-a-day",
    "The day is enough here, and it already stands in the prompt.",
    "Keep the tool for questions that need the time of day or another zone.",
)
DAY_IS_NOT_ENOUGH = Misconception(
    "day-for-a-time",
    "The prompt knows the day in one zone; this question needs a time, or another zone.",
    "Ask what the answer changes with: the day, or the minute and the place?",
)


def _moment(year: int, month: int, day: int, hour: int, zone: str) -> datetime:
    from zoneinfo import ZoneInfo

    return datetime(year, month, day, hour, 10, tzinfo=ZoneInfo(zone))


def _answers(line: str, question: str) -> str:
    """What the toy model says with this system prompt."""
    from ..mock import ToyModel

    request = {
        "model": "claude-haiku-4-5",
        "max_tokens": 200,
        "system": line,
        "messages": [{"role": "user", "content": question}],
    }
    return "".join(block.get("text", "") for block in ToyModel().reply(request).content)


def _english(day: datetime) -> str:
    months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ]
    return f"{day.day} {months[day.month - 1]} {day.year}"


def _weekday(day: datetime) -> str:
    return ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][day.weekday()]


# --- 1.1: the date line ------------------------------------------------------------------------------------


def _date_line(date_line: Callable, moments: list[datetime]) -> Verdict:
    for now in moments:
        yours, call = result_of(date_line, now), called(date_line, now)
        expected = f"Today is {_weekday(now)}, {_english(now)}, in {now.tzinfo}."
        if not isinstance(yours, str):
            belief = "prints-instead-of-returns" if yours is None else None
            return not_yet(
                call=call, yours=yours, expected=expected, why="A text, please.", misconception=belief
            )
        wrong = _line_fault(yours, now)
        if wrong is not None:
            return not_yet(call=call, yours=yours, expected=expected, misconception=wrong)
        said = _answers(yours, "What is today's date?")
        if _english(now) not in said:
            why = f"With your line the toy model says: {said}"
            return not_yet(call=call, yours=yours, expected=expected, why=why)
    return passed(f"The toy model read the right day out of {len(moments)} lines.")


def _line_fault(line: str, now: datetime) -> Misconception | None:
    without_offset = re.sub(r"(UTC|GMT)?[+-]\d{1,2}:?\d\d", "", line)
    if re.search(r"\b\d{1,2}:\d\d|\b\d{1,2} ?[ap]\.?m\b", without_offset, re.I):
        return TIME_OF_DAY
    if _weekday(now).lower()[:3] not in line.lower():
        return NO_WEEKDAY
    if str(now.tzinfo).lower() not in line.lower():
        return NO_ZONE
    return None


def check_date_line(date_line: Callable) -> Verdict:
    return _date_line(
        date_line,
        [_moment(2026, 11, 5, 23, "Asia/Tokyo"), _moment(2027, 1, 1, 0, "Europe/Paris")],
    )


def hidden_date_line(date_line: Callable) -> Verdict:
    return _date_line(
        date_line, [_moment(2028, 2, 29, 12, "America/Lima"), _moment(2026, 12, 31, 23, "Pacific/Auckland")]
    )


# --- 1.2: stale after midnight -----------------------------------------------------------------------------


class _Evening:
    """A clock for one assistant: starts before midnight, moves when told, and counts how often it is read."""

    def __init__(self, start: datetime):
        self._now = start
        self.reads = 0

    def __call__(self) -> datetime:
        self.reads += 1
        return self._now

    def move(self, minutes: int) -> datetime:
        self._now += timedelta(minutes=minutes)
        return self._now


def _assistant(make_assistant: Callable, start: datetime) -> Verdict:
    from ..mock import ToyModel

    stable = getattr(make_assistant, "__globals__", {}).get("STABLE", "")
    now = _Evening(start)
    with scripted(model=ToyModel()) as lab:
        answer = result_of(make_assistant, lab.client, now)
        if not callable(answer):
            why = "make_assistant gives back a function from question to answer."
            return not_yet(call="make_assistant(client, now)", yours=answer, expected="a function", why=why)
        for minutes in (0, 15, 24 * 60):
            today, reads = now.move(minutes), now.reads
            said = result_of(answer, "What is today's date?")
            wrong = _day_told(said, today, now.reads > reads, minutes) or _order(lab.requests[-1], stable)
            if wrong:
                return wrong
    return passed("Asked before midnight, after it, and a day later; the stable part always came first.")


def _day_told(said: Any, today: datetime, read: bool, minutes: int) -> Verdict | None:
    if isinstance(said, str) and _english(today) in said:
        return None
    call = f'answer("What is today\'s date?") at {today:%H:%M}, {_english(today)}'
    belief = STALE_DATE if minutes else (None if read else OTHER_CLOCK)
    return not_yet(call=call, yours=said, expected=f"a text with {_english(today)}", misconception=belief)


def _order(request: dict, stable: str) -> Verdict | None:
    system = request.get("system") or ""
    text = system if isinstance(system, str) else "".join(block.get("text", "") for block in system)
    if stable and text.startswith(stable[:40]):
        return None
    return not_yet(
        call="the system prompt that was sent",
        yours=f"{text[:60]}…",
        expected="STABLE first, the date line last",
        misconception=DATE_FIRST if stable[:40] in text else None,
        why="" if stable[:40] in text else "STABLE is not in the prompt.",
    )


def check_make_assistant(make_assistant: Callable) -> Verdict:
    return _assistant(make_assistant, _moment(2026, 11, 5, 23, "Asia/Tokyo") + timedelta(minutes=40))


def hidden_make_assistant(make_assistant: Callable) -> Verdict:
    start = datetime(2027, 12, 31, 23, 50, tzinfo=timezone.utc)
    return _assistant(make_assistant, start)


# --- 1.3: prompt or tool -----------------------------------------------------------------------------------

RIGHT = {"A": "prompt", "B": "tool", "C": "tool", "D": "prompt", "E": "tool", "F": "prompt"}
REASONS = {
    "A": "The weekday stands in the line.",
    "B": "Another zone, and a time of day.",
    "C": "Minutes need the time of day.",
    "D": "The week follows from the date.",
    "E": "Whether it is open changes with the minute.",
    "F": "The date of a weekday follows from today's.",
}


def check_choices(choices: dict) -> Verdict:
    if not isinstance(choices, dict) or set(choices) != set(RIGHT):
        return not_yet(yours=choices, expected="a dict with the letters A to F")
    for letter, right in RIGHT.items():
        if choices[letter] == right:
            continue
        if choices[letter] not in ("prompt", "tool"):
            return not_yet(call=letter, yours=choices[letter], expected='"prompt" or "tool"')
        belief = DEAR_WAY if right == "prompt" else DAY_IS_NOT_ENOUGH
        return not_yet(
            call=f"choices[{letter!r}]",
            yours=choices[letter],
            expected="the other one",
            why=REASONS[letter],
            misconception=belief,
        )
    return passed("All six.")
