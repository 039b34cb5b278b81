"""A day and a clock time put together: which of the possible times is meant, and which others are."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time

from clockhands.tools.phrase_clock import Clock
from clockhands.tools.phrase_day import Asked, Day, plus

__all__ = ["Found", "guess", "on_day", "without_day"]

_DAWN = 5  # before this hour, `tonight` still is the night one is awake in
_GUESS = {"morning": 9, "afternoon": 15, "evening": 18, "night": 20}  # the hours dateparser takes


@dataclass
class Found:
    """Wall times of one zone. when: the reading; others: further ones; ask: no stated policy chooses."""

    when: datetime
    others: list[datetime] = field(default_factory=list)
    date_only: bool = False
    ask: bool = False
    notes: list[str] = field(default_factory=list)


def _at(day: date, moment: time) -> datetime:
    return datetime.combine(day, moment)


def guess(part: str) -> tuple[Clock, str]:
    """A clock time for `in the morning` with no hour said, and the note that it is a guess."""
    return Clock(_GUESS[part]), f"'{part}' is not a clock time; {_GUESS[part]:02d}:00 is a guess"


def _pick_half(clock: Clock, day: date, asked: Asked) -> tuple[time, time, bool]:
    """(reading, other reading, ask) for a clock time whose half of the day was not said.

    Today the next of the two. On another day `9:30` is read on the 24-hour clock; an hour alone, and hours
    before seven, which people mean in the afternoon, are read into the waking day and asked about.
    """
    early, late = clock.halves
    if day == asked.today:
        first = early if _at(day, early) >= asked.now else late
        return first, late if first is early else early, True
    first = early if 7 <= clock.hour <= 11 else late
    return first, late if first is early else early, clock.on_the_hour or clock.hour < 7


def without_day(clock: Clock, asked: Asked) -> Found:
    """A clock time alone: its next occurrence; today's, when passed, is the alternative."""
    today, tomorrow = asked.today, plus(asked.today, 1)
    if clock.kind in ("midnight", "end"):
        return Found(_at(tomorrow, time(0)), [_at(today, time(0))], notes=["read as the coming midnight"])
    moments = clock.halves if clock.kind == "either" else (clock.time,)
    coming = sorted(_at(today if _at(today, m) >= asked.now else tomorrow, m) for m in moments)
    gone = [_at(today, m) for m in moments if _at(today, m) < asked.now]
    notes = ["today's has passed, so tomorrow's"] if coming[0].date() != today else []
    if len(moments) == 2:
        notes.append("it does not say which half of the day")
    return Found(coming[0], coming[1:] + gone, ask=len(moments) == 2, notes=notes)


def _midnight(day: Day, asked: Asked, notes: list[str]) -> Found:
    """Midnight of today is the coming one; of another day its start, and which of its two ends is meant is
    asked."""
    start, end = _at(day.day, time(0)), _at(plus(day.day, 1), time(0))
    today = day.day == asked.today
    first, second = (end, start) if today else (start, end)
    notes = [*notes, "a day has two midnights, at its start and at its end"]
    return Found(first, [second], ask=day.ask or not today, notes=notes)


def _after_midnight(day: Day, moment: time, asked: Asked) -> tuple[datetime, datetime]:
    """(reading, other) of `tonight at 1am`: the next date, unless that night is the one going on."""
    same, following = _at(day.day, moment), _at(plus(day.day, 1), moment)
    going_on = day.day == asked.today and asked.now.hour < _DAWN and same >= asked.now
    return (same, following) if going_on else (following, same)


def on_day(day: Day, clock: Clock | None, asked: Asked, late: bool) -> Found:
    """`clock` on `day`. late: a clock time after the midnight that ends the named night."""
    notes = [day.note] if day.note else []
    if clock is None:
        days = [_at(d, time(0)) for d in (day.day, *day.others)]
        return Found(days[0], days[1:], date_only=True, ask=day.ask, notes=notes)
    if clock.kind == "midnight":
        return _midnight(day, asked, notes)
    if clock.kind == "end" or (late and clock.time == time(0)):
        others = [_at(plus(d, 1), time(0)) for d in day.others]
        return Found(
            _at(plus(day.day, 1), time(0)), others, ask=day.ask, notes=[*notes, "the end of that day"]
        )
    if late:
        when, other = _after_midnight(day, clock.time, asked)
        return Found(when, [other], ask=True, notes=[*notes, "after midnight the date is the next one"])
    moment, ask, others = clock.time, day.ask, []
    if clock.kind == "either":
        moment, other, unclear = _pick_half(clock, day.day, asked)
        ask = ask or unclear
        others.append(_at(day.day, other))
        notes.append("it does not say which half of the day")
    when = _at(day.day, moment)
    if when < asked.now and day.day == asked.today:
        notes.append("that time has passed")
    return Found(when, others + [_at(d, moment) for d in day.others], ask=ask, notes=notes)
