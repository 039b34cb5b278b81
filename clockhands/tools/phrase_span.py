"""Spans of time in a phrase: `in 90 minutes`, `two weeks ago`, `a week from`, `a day and 2 hours from now`.

Years, months, weeks and days move the date on the wall; hours, minutes and seconds are elapsed time, which
does not care about clock changes.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from clockhands.tools.iso import out_of_range
from clockhands.tools.phrase_text import MONTH_WORD, WEEKDAY_WORD, refuse, without

__all__ = ["Span", "add_months", "take_span"]

_UNIT = {
    "second": r"seconds?|secs?|s",
    "minute": r"minutes?|mins?",
    "hour": r"hours?|hrs?|h",
    "day": r"days?|d",
    "week": r"weeks?|wks?|w",
    "fortnight": r"fortnights?",
    "month": r"months?|mos?",
    "year": r"years?|yrs?|y",
}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_UNITS = "|".join(f"(?:{pattern})" for pattern in _UNIT.values())
_LONG = "|".join(f"(?:{_UNIT[name]})" for name in _UNIT if name not in _SECONDS)
_SHORT = "|".join(f"(?:{_UNIT[name]})" for name in _SECONDS)
_N = r"(?:an? |\d+(?:\.\d+)? ?)"
_DAYS = rf"{_N}(?:{_LONG})(?![a-z])(?:(?: and)? ?{_N}(?:{_LONG})(?![a-z]))*"
_HOURS = rf"{_N}(?:{_SHORT})(?![a-z])(?:(?: and)? ?{_N}(?:{_SHORT})(?![a-z]))*"
# Days first, then hours; `17h` right after days is a clock time (`in two weeks 17h`), so it needs an `and`.
_SPAN = rf"(?P<span>{_DAYS}(?: and {_HOURS}| (?!\d+ ?h\b){_HOURS})?|{_HOURS})(?:'s|')?(?: time)?"
_DAY = rf"today|tomorrow|yesterday|overmorrow|(?:on |next |this )?(?:{WEEKDAY_WORD})\b|(?:the )?\d"
_DAY = rf"{_DAY}|(?:{MONTH_WORD})\b"
_FORMS = [
    (re.compile(rf"\bin {_SPAN}(?: from now)?(?! (?:ago|from|after|before))"), 1, False),
    (re.compile(rf"\b{_SPAN} (?:from now|hence)\b"), 1, False),
    (re.compile(rf"\b{_SPAN} ago\b"), -1, False),
    (re.compile(rf"\b{_SPAN} (?:from|after) (?={_DAY})"), 1, True),
    (re.compile(rf"\b{_SPAN} before (?={_DAY})"), -1, True),
    (re.compile(rf"\b(?P<span>(?:an?|\d+) weeks?) (?=today|tomorrow|on (?:{WEEKDAY_WORD}))"), 1, True),
]


@dataclass(frozen=True)
class Span:
    """A span of time. months and days move the wall date; seconds are elapsed. anchored: counted from a day
    that the rest of the phrase names, not from now."""

    months: int = 0
    days: int = 0
    seconds: int = 0
    anchored: bool = False

    @property
    def calendar(self) -> bool:
        """Whether it has whole days only, so that the clock time of now may or may not be kept."""
        return bool(self.months or self.days) and not self.seconds

    @property
    def elapsed(self) -> timedelta:
        return timedelta(seconds=self.seconds)

    def shift(self, wall: datetime) -> datetime:
        """`wall` moved by the months and days."""
        try:
            return add_months(wall, self.months) + timedelta(days=self.days)
        except (OverflowError, ValueError):
            raise out_of_range() from None


def add_months(wall: datetime, months: int) -> datetime:
    """The same day so many months later, or the month's last where it has no such day. ValueError out of
    range."""
    year, month = divmod(wall.year * 12 + wall.month - 1 + months, 12)
    if not date.min.year <= year <= date.max.year:
        raise ValueError("year out of range")
    return wall.replace(
        year=year, month=month + 1, day=min(wall.day, calendar.monthrange(year, month + 1)[1])
    )


def _minutes(m: re.Match) -> str:
    return f"{m[1] or m[3]} {m[2] or m[4]} minutes"


def _spelled_out(text: str) -> str:
    """Halves and quarters of an hour as minutes."""
    text = re.sub(r"\b(?:a |1 )?half(?: an |-| )hour\b", "30 minutes", text)
    text = re.sub(r"\b3 quarters of an hour\b", "45 minutes", text)
    text = re.sub(r"\b(?:a )?quarter of an hour\b", "15 minutes", text)
    text = re.sub(r"\b(?:an|1) hour and a half\b|\b(?:an|1) and a half hours?\b", "90 minutes", text)
    text = re.sub(r"\b(\d{1,3}) and a half hours\b", lambda m: f"{int(m[1]) * 60 + 30} minutes", text)
    text = re.sub(r"\b(\d{1,3}) hours and a half\b", lambda m: f"{int(m[1]) * 60 + 30} minutes", text)
    return re.sub(r"\b(in \d+ ?h) ?(\d{1,2})m?\b|\b(\d+ ?h) ?(\d{1,2})m?(?= ago| from now)", _minutes, text)


def _measure(words: str, sign: int, anchored: bool) -> Span:
    months = days = seconds = 0
    for amount, unit in re.findall(rf"\b(an? |\d+(?:\.\d+)? ?)({_UNITS})(?![a-z])", words):
        name = next(key for key, pattern in _UNIT.items() if re.fullmatch(pattern, unit))
        number = 1.0 if amount.startswith("a") else float(amount)
        if number > 10_000_000:
            raise out_of_range()
        if name in _SECONDS:
            seconds += round(number * _SECONDS[name])
            continue
        if number != int(number):
            refuse("not_a_time", f"A part of a {name} is not clear. Say it in hours, or in whole {name}s.")
        days += int(number) * {"day": 1, "week": 7, "fortnight": 14}.get(name, 0)
        months += int(number) * {"month": 1, "year": 12}.get(name, 0)
    return Span(sign * months, sign * days, sign * seconds, anchored)


def take_span(text: str) -> tuple[Span | None, str]:
    """The span of time in `text` and the rest."""
    text = _spelled_out(text) if "h" in text else text
    for pattern, sign, anchored in _FORMS:
        match = pattern.search(text)
        span = _measure(match["span"], sign, anchored) if match else None
        if span and not (anchored and span.seconds):  # `20 minutes after 3` is a clock time
            return span, without(text, match)
    return None, text
