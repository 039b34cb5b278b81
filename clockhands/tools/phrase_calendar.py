"""Dates written out: `January 5`, `5-Dec-2026`, `3/4/2026`, `2026-01-05`.

Dates with the name of a month go to dateparser. Its answer counts only where `DateData.parts` has every
part the phrase names and the numbers agree: alone, it fills what it did not understand from the clock.
"""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime

from clockhands.errors import ClockToolError
from clockhands.tools.iso import read_iso
from clockhands.tools.phrase_day import Asked, Day
from clockhands.tools.phrase_text import MONTH_WORD, MONTHS, refuse

__all__ = ["written_date"]

_NUMERIC = re.compile(r"(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?")
_YEAR_FIRST = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})")
_NEAR_YEARS = 10  # so far ahead a year of two digits is this century's without a doubt
_SHORT_YEAR = "with a year of two digits, the century or which number is the year, month and day is not clear"
_TOKENS = re.compile(rf"(?P<month>{MONTH_WORD})|(?P<year>\d{{4}})|(?P<day>\d{{1,2}})(?:st|nd|rd|th)?|of|the")

_JOINED = re.compile(rf"(?<=\d)[-/.](?=(?:{MONTH_WORD})\b)|(?<=[a-z])[-/.](?=\d)")


def _no_such(text: str, day: int, month: int, year: int) -> ClockToolError:
    """The error for 30 February; for 29 February with the next year that has one."""
    suggestions = []
    if (day, month) == (29, 2):
        leap = next((y for y in range(year, year + 9) if calendar.isleap(y)), year)
        suggestions = [f"{leap:04d}-02-29"]
    hint = f" The next one is {suggestions[0]}." if suggestions else " Say a day that exists."
    what = f"'{text}' is no date."
    if 1 <= month <= 12:
        what = f"{calendar.month_name[month]} {year} has no day {day}."
    return ClockToolError("no_such_date", what + hint, suggestions)


def _make(text: str, day: int, month: int, year: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise _no_such(text, day, month, year) from None


def _dated(text: str, asked: Asked, day: int, month: int, year: int | None) -> date:
    """The date; without a year this year's, or the coming one where it has passed (29 February included)."""
    if year is None:
        gone = asked.next_year and (month, day) < (asked.today.month, asked.today.day)
        year = asked.today.year + (1 if gone else 0)
    return _make(text, day, month, year)


def _readings(text: str, asked: Asked, orders: list[tuple[int, int, int | None]]) -> list[date]:
    found = []
    for day, month, year in orders:
        try:
            found.append(_dated(text, asked, day, month, year))
        except ClockToolError:
            continue
    return list(dict.fromkeys(found))


def _years(two_digits: int, asked: Asked) -> list[int]:
    """The years that `99` may be: this century's, and the last one's where this century's is far ahead."""
    year = 2000 + two_digits
    return [year] if year <= asked.today.year + _NEAR_YEARS else [year - 100, year]


def _two_digit_year(text: str, asked: Asked, match: re.Match) -> Day | None:
    """`12/24/25`: the year last or first, and its century; where several fit, all of them are reported."""
    first, second, last = (int(match[k]) for k in (1, 3, 4))
    month_first = [(second, first, year) for year in _years(last, asked)]
    day_first = [(first, second, year) for year in _years(last, asked)]
    year_first = [(last, second, year) for year in _years(first, asked)] if len(match[1]) == 2 else []
    by_order = [_readings(text, asked, orders) for orders in (month_first, day_first, year_first)]
    if match[2] == "-" and not by_order[0]:
        by_order.reverse()  # `25-01-15`: ISO 8601 with a short year, rather than day first with dashes
    days = list(dict.fromkeys(day for found in by_order for day in found))
    if len(days) < 2:
        # `29/02/23` fits as 2029 only, and is as likely a slip for 2023, which has no such day.
        return Day(days[0], ask=bool(by_order[2]), note=_SHORT_YEAR if by_order[2] else "") if days else None
    # As with four digits, the policy of month first settles `1/2/25`, and nothing else.
    settled = match[2] == "/" and not by_order[2] and len(by_order[0]) == len(by_order[1]) == 1
    return Day(days[0], days[1:], ask=not settled, note=_SHORT_YEAR)


def _numeric(text: str, asked: Asked) -> Day | None:
    """Month first unless only the day can be; the other order is reported. `2.3.2026` is asked about."""
    match = _NUMERIC.fullmatch(text)
    if match is None or (match[4] is None and match[2] != "/"):
        return None
    first, second, tail = int(match[1]), int(match[3]), match[4]
    short = _two_digit_year(text, asked, match) if tail is not None and len(tail) == 2 else None
    if short:
        return short
    year = None if tail is None else int(tail) + (2000 if len(tail) == 2 else 0)
    days = _readings(text, asked, [(second, first, year), (first, second, year)])
    if not days:
        day, month = (second, first) if first <= 12 else (first, second)
        raise _no_such(text, day, month, year or asked.today.year)
    dotted = match[2] == "." and len(days) > 1
    note = "read month first, then day; the other order is possible" if len(days) > 1 else ""
    return Day(days[0], days[1:], ask=dotted, note=note)


def _year_first(text: str, asked: Asked) -> Day | None:
    iso = read_iso(text)
    if iso is not None and not iso.has_time:
        return Day(iso.wall.date())
    match = _YEAR_FIRST.fullmatch(text)
    if match is None:
        return None
    return Day(_make(text, int(match[4]), int(match[3]), int(match[1])))


def _ask_dateparser(text: str, now: datetime, next_year: bool) -> tuple[datetime | None, tuple[str, ...]]:
    """What dateparser makes of `text`: (date, parts it determined). `now` is wall time where the speaker
    is, and the answer stays on that wall: the zone is attached later, since through pytz it would take the
    later half of a fold."""
    from dateparser.date import DateDataParser

    settings = {
        "RELATIVE_BASE": now,
        "TIMEZONE": "UTC",
        "PREFER_DATES_FROM": "future" if next_year else "current_period",
        "PARSERS": ["relative-time", "absolute-time"],
        "DATE_ORDER": "MDY",
        "PREFER_LOCALE_DATE_ORDER": False,
    }
    data = DateDataParser(languages=["en"], settings=settings).get_date_data(text)
    return data.date_obj, data.parts


def _month_named(text: str, asked: Asked) -> Day | None:
    """`January 5`, `5th of January, 2026`, `5-Jan-2026`: read by dateparser, held to what the phrase says."""
    step = re.fullmatch(r"(.+) (?:of )?(next|this) year", text)
    words = _JOINED.sub(" ", step[1] if step else text)
    tokens = [_TOKENS.fullmatch(word) for word in words.split(" ")]
    if not all(tokens):
        return None
    said = {kind: [t[kind] for t in tokens if t[kind]] for kind in ("month", "day", "year")}
    if len(said["month"]) != 1 or len(said["day"]) != 1 or len(said["year"]) > (0 if step else 1):
        return None
    day, month = int(said["day"][0]), MONTHS[said["month"][0]]
    year = int(said["year"][0]) if said["year"] else None
    if step:
        year = asked.today.year + (step[2] == "next")
    wanted = _dated(text, asked, day, month, year)
    found, parts = _ask_dateparser(words, asked.now, asked.next_year)
    needed = {kind for kind, words in said.items() if words}
    if found is None or needed != set(parts) or (found.month, found.day) != (month, day):
        refuse("not_a_time", f"'{text}' could not be read as a date. Write it as {wanted.isoformat()}.", [])
    return Day(wanted)


def written_date(text: str, asked: Asked) -> Day | None:
    """The date that the whole of `text` spells out; None when it spells out none.

    ClockToolError `no_such_date` for 30 February or 2025-13-45.
    """
    return _year_first(text, asked) or _numeric(text, asked) or _month_named(text, asked)
