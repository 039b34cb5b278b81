"""A strftime that gives the same text on every system and in every locale.

The C library's own differs: Windows has no `%-d` and crashes or fails on unknown letters, years below 1000
are padded on some systems, names follow the locale. This one knows the letters below and refuses others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from clockhands.errors import ClockToolError

__all__ = ["format_time", "week_number"]

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def week_number(day: datetime) -> str:
    """Week of the year, 00 to 53: weeks start on Monday, days before the first Monday are week 00 (`%W`)."""
    return f"{(day.timetuple().tm_yday + 6 - day.weekday()) // 7:02d}"


def _sunday_week(day: datetime) -> str:
    return f"{(day.timetuple().tm_yday + 6 - (day.weekday() + 1) % 7) // 7:02d}"


def _offset(t: datetime) -> str:
    return t.isoformat(timespec="seconds")[19:].replace(":", "")


_LETTERS: dict[str, Callable[[datetime], str]] = {
    "Y": lambda t: f"{t.year:04d}",
    "y": lambda t: f"{t.year % 100:02d}",
    "m": lambda t: f"{t.month:02d}",
    "d": lambda t: f"{t.day:02d}",
    "e": lambda t: f"{t.day:2d}",
    "j": lambda t: f"{t.timetuple().tm_yday:03d}",
    "H": lambda t: f"{t.hour:02d}",
    "I": lambda t: f"{(t.hour + 11) % 12 + 1:02d}",
    "M": lambda t: f"{t.minute:02d}",
    "S": lambda t: f"{t.second:02d}",
    "f": lambda t: f"{t.microsecond:06d}",
    "p": lambda t: "AM" if t.hour < 12 else "PM",
    "A": lambda t: _DAYS[t.weekday()],
    "a": lambda t: _DAYS[t.weekday()][:3],
    "B": lambda t: _MONTHS[t.month - 1],
    "b": lambda t: _MONTHS[t.month - 1][:3],
    "h": lambda t: _MONTHS[t.month - 1][:3],
    "u": lambda t: str(t.isoweekday()),
    "w": lambda t: str(t.isoweekday() % 7),
    "W": week_number,
    "U": _sunday_week,
    "V": lambda t: f"{t.isocalendar()[1]:02d}",
    "G": lambda t: f"{t.isocalendar()[0]:04d}",
    "z": _offset,
    "Z": lambda t: t.tzname() or "",
    "%": lambda t: "%",
}
_WHOLE = {"F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y"}
_DIRECTIVE = re.compile(r"%(-?)(.?)", re.DOTALL)


def format_time(moment: datetime, pattern: str) -> str:
    """`moment` (aware) in the strftime `pattern`; `%-d` drops leading zeros, everywhere.

    ClockToolError `bad_format` for a letter outside the list.

    >>> format_time(datetime(2025, 1, 5, 9, 5), "%A %-d %B, %H:%M")
    'Sunday 5 January, 09:05'
    """

    def fill(match: re.Match) -> str:
        plain, letter = match[1], match[2]
        if letter in _WHOLE and not plain:
            return format_time(moment, _WHOLE[letter])
        if letter not in _LETTERS:
            raise ClockToolError(
                "bad_format",
                f"'{match[0]}' is not a format letter. Use %Y %m %d %H %M %S %I %p %A %a %B %b %j %W %z %Z, "
                "and %% for a percent sign.",
                ["%Y-%m-%d %H:%M", "%A %-d %B", "%H:%M"],
            )
        text = _LETTERS[letter](moment)
        return (text.strip().lstrip("0") or "0") if plain and text.strip().isdigit() else text

    return _DIRECTIVE.sub(fill, pattern)
