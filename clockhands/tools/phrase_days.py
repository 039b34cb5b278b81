"""Days named from today: `tomorrow`, `Friday next week`, `the 10th`, `last day of the month`.

Read here and not by dateparser, which on weekdays, `next`, ordinals and month ends answers nothing or
something else than the policies of `convert_time`.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import replace
from datetime import date

from clockhands.tools.phrase_calendar import written_date
from clockhands.tools.phrase_day import Asked, Day, check_weekday, plus, rolled, same_day_later
from clockhands.tools.phrase_text import MONTH_WORD, MONTHS, WEEKDAY_WORD, WEEKDAYS, refuse

__all__ = ["find_day"]

_NEAR = {"today": 0, "tomorrow": 1, "tmrw": 1, "yesterday": -1, "overmorrow": 2, "ereyesterday": -2}
_STEP = {"last": -1, "this": 0, "the": 0, "next": 1}


def _near(m: re.Match, asked: Asked) -> Day:
    return Day(plus(asked.today, _NEAR[m[0]]))


def _weekday(m: re.Match, asked: Asked) -> Day:
    """Bare: the next one, today if not passed. next: in the next Monday-based week. last: the latest gone."""
    today, number = asked.today, WEEKDAYS[m["day"]]
    ahead = (number - today.weekday()) % 7
    this_week = plus(today, number - today.weekday())
    first_after = plus(today, ahead or 7)
    which = (m["which"] or "").removeprefix("the ").strip()
    if which == "next":
        note = f"'next {m['day']}' may also mean the first one after today"
        return Day(plus(this_week, 7), [first_after], note=note)
    if which in ("last", "past", "this past"):
        day = plus(first_after, -14 if not ahead else -7)
        others = [plus(this_week, -7)] if which == "last" and day != plus(this_week, -7) else []
        return Day(day, others, note="it may also mean last week's" if others else "")
    if "coming" in which:
        return Day(first_after)
    if ahead:
        gone = [this_week] if which == "this" and this_week < today else []
        return Day(first_after, gone, note="this week's has passed, so the coming one" if gone else "")
    if asked.passed(today):
        return Day(first_after, [today], note="today's has passed, so next week's")
    return Day(today, [first_after], note="read as today; it may also mean next week's")


def _weekday_of_week(m: re.Match, asked: Asked) -> Day:
    """`Tuesday next week`, `next week on Tuesday`, `Tuesday the week after next`."""
    weeks = _STEP.get(m.groupdict().get("which", ""), 2)
    return Day(plus(asked.today, 7 * weeks - asked.today.weekday() + WEEKDAYS[m["day"]]))


def _month_of(words: str, asked: Asked) -> tuple[int, int, bool]:
    """(year, month, whether it may roll to the next year) of `next month`, `the month`, `february`, `may
    2026`."""
    named = re.fullmatch(rf"(?P<name>{MONTH_WORD})(?: of)?(?: (?P<year>\d{{4}}))?", words)
    if named:
        year = int(named["year"] or asked.today.year)
        if year < 1:
            refuse("no_such_date", "There is no year 0000. Use a year from 0001 to 9999.", [])
        return year, MONTHS[named["name"]], not named["year"]
    moved = same_day_later(asked.now, _STEP.get(words.split(" ")[0], 0))
    return moved.year, moved.month, False


def _nth_weekday(m: re.Match, asked: Asked) -> Day:
    """`first monday of february`, `last friday of the month`."""
    year, month, may_roll = _month_of(m["month"], asked)
    number = WEEKDAYS[m["day"]]

    def make(year: int) -> date:
        days = [week[number] for week in calendar.monthcalendar(year, month) if week[number]]
        nth = -1 if m["nth"] == "last" else int(m["nth"][0]) - 1
        if nth >= len(days):
            refuse("no_such_date", f"{calendar.month_name[month]} {year} has no such {m['day']}.", [])
        return date(year, month, days[nth])

    day = rolled(asked, year, may_roll, make)
    gone = (
        day < asked.today and not may_roll and "month" in m["month"] and "last" not in m["month"].split(" ")
    )
    return Day(day, ask=gone, note="this month's has passed; say which month" if gone else "")


def _month_edge(m: re.Match, asked: Asked) -> Day:
    """`last day of the month`, `end of february`, `first day of next month`."""
    last = m["edge"] in ("last day", "end")
    year, month, may_roll = _month_of(m["month"], asked)

    def make(year: int) -> date:
        return date(year, month, calendar.monthrange(year, month)[1] if last else 1)

    day = rolled(asked, year, may_roll, make)
    if m["edge"] == "end":
        return Day(day, [plus(day, 1)], note="read as the last day; the very end of it is 24:00")
    return Day(day)


def _year_edge(m: re.Match, asked: Asked) -> Day:
    """`end of the year`, `first day of next year`."""
    year = same_day_later(asked.now, 12 * _STEP[(m["which"] or "the").strip()]).year
    last = m["edge"] in ("last day", "end")
    day = date(year, 12, 31) if last else date(year, 1, 1)
    others = [plus(day, 1)] if m["edge"] == "end" else []
    return Day(day, others, note="read as the last day; the very end of it is 24:00" if others else "")


def _bare_ordinal(m: re.Match, asked: Asked) -> Day:
    """`5th 3pm` is a day; `5th` alone may be one; `first`, `second` alone are words that order things."""
    day = _day_of_month(m, asked)
    if m[0] in ("1th", "2th", "3th"):  # words: digits end in st, nd, rd
        order = {"1": "the 1st", "2": "the 2nd", "3": "the 3rd"}[m["n"]]
        refuse("ambiguous_time", f"An ordinal alone names no day. For the day, say '{order}'.", [])
    if asked.timed:
        return day
    return replace(day, ask=True, note="an ordinal alone need not be a day of the month")


def _nth_without_month(m: re.Match, asked: Asked) -> Day:
    """`first Friday` of which month? The next two are offered."""
    nth, day = int(m["n"]), calendar.day_name[WEEKDAYS[m["day"]]]
    order = f"{nth}{('st', 'nd', 'rd')[nth - 1] if nth < 4 else 'th'} {day}"
    choices = []
    for months in range(4):
        month = same_day_later(asked.now.replace(day=1), months)
        first = plus(month, (WEEKDAYS[m["day"]] - month.weekday()) % 7 + 7 * (nth - 1))
        if first.month == month.month and first >= asked.today:
            choices.append(f"{order} of {calendar.month_name[month.month]} {month.year:04d}")
    advice = f" Say it, such as '{choices[0]}'." if choices else " Say it."
    # Choices without the clock time that was said would lose it.
    refuse(
        "ambiguous_time",
        f"The {order} of which month is not said.{advice}",
        [] if asked.timed else choices[:2],
    )


def _day_of_month(m: re.Match, asked: Asked) -> Day:
    """`the 10th`: this month's, next month's where it has passed; `the 10th of next month`."""
    number, words = int(m["n"]), m.groupdict().get("month")
    year, month, _ = _month_of(words or "this month", asked)
    if not words and asked.next_year and number < asked.today.day:
        year, month, _ = _month_of("next month", asked)
    if not 1 <= number <= calendar.monthrange(year, month)[1]:
        refuse("no_such_date", f"{calendar.month_name[month]} {year} has no day {number}. Say the month.", [])
    day = date(year, month, number)
    if m.groupdict().get("day"):
        check_weekday(day, WEEKDAYS[m["day"]])
    if words == "the month" and day < asked.today:
        return Day(day, ask=True, note="this month's has passed; say which month")
    again = [same_day_later(asked.now, 1)] if not words and asked.passed(day) and day == asked.today else []
    return Day(day, again, note="today's clock time has passed; it may mean next month's" if again else "")


def _whole_period(m: re.Match, asked: Asked) -> Day:
    """A week, month or year is no day: the first of it, and a plain answer asks."""
    unit, step = m["unit"], _STEP[m["which"]]
    if unit == "week":
        monday = plus(asked.today, 7 * step - asked.today.weekday())
        return Day(monday, [plus(asked.today, 7 * step)], ask=True, note="this names a week, not a day")
    same = same_day_later(asked.now, step * (12 if unit == "year" else 1))
    first = same.replace(day=1) if unit == "month" else same.replace(month=1, day=1)
    return Day(first, [same], ask=True, note=f"this names a {unit}, not a day")


def _month_only(m: re.Match, asked: Asked) -> Day:
    year, month, may_roll = _month_of(m[0].removeprefix("in "), asked)
    gone = (year, month) < (asked.today.year, asked.today.month)
    year += 1 if may_roll and asked.next_year and gone else 0
    return Day(date(year, month, 1), ask=True, note="this names a month, not a day", no_day=True)


_W = rf"(?P<day>{WEEKDAY_WORD})"
_WHICH = (
    r"(?P<which>this past |this coming |(?:the )?(?:coming|upcoming) |this |(?:the )?(?:next|last) |past )?"
)
_TH = r"(?:st|nd|rd|th)"
_OF_MONTH = rf"(?:of|in) (?P<month>(?:this |next |last |the )month|(?:{MONTH_WORD})(?: of)?(?: \d{{4}})?)"
_EDGE = r"(?:the )?(?:very )?(?P<edge>last day|end|start|beginning)"
_FIRST = rf"(?:the )?(?P<edge>1{_TH} day)"
_THE_MONTH = r"(?:of )?(?P<month>(?:this|next|last|the) month)"
_SHAPES = [
    (re.compile(pattern), read)
    for pattern, read in [
        ("|".join(_NEAR), _near),
        (_WHICH + _W, _weekday),
        (rf"{_W} (?:of )?(?P<which>this|next|last) week", _weekday_of_week),
        (rf"(?P<which>this|next|last) week (?:on )?{_W}", _weekday_of_week),
        (rf"{_W} (?:of |in )?(?:the )?week after next", _weekday_of_week),
        (rf"(?:the )?week after next (?:on )?{_W}", _weekday_of_week),
        (rf"(?:the )?(?P<nth>last|[1-5]{_TH}) {_W} {_OF_MONTH}", _nth_weekday),
        (rf"{_EDGE} {_OF_MONTH}", _month_edge),
        (rf"{_FIRST} {_OF_MONTH}", _month_edge),
        (r"(?P<edge>end) of (?P<month>month)", _month_edge),
        (
            r"(?:the )?(?P<edge>last day|end|start|beginning) of (?P<which>this |next |last |the |)year",
            _year_edge,
        ),
        (rf"(?:the )?(?P<edge>1{_TH} day) of (?P<which>this |next |the )year", _year_edge),
        (rf"(?P<n>\d{{1,2}}){_TH}", _bare_ordinal),
        (rf"(?:the )?(?P<n>[1-5]){_TH} {_W}", _nth_without_month),
        (rf"(?:{_W} )?(?:the )?(?P<n>\d{{1,2}}){_TH}", _day_of_month),
        (rf"(?:the )?(?P<n>\d{{1,2}}){_TH} {_THE_MONTH}", _day_of_month),
        (rf"(?P<month>(?:this|next|last) month) (?:on )?(?:the )?(?P<n>\d{{1,2}}){_TH}", _day_of_month),
        (r"(?P<which>this|next|last) (?P<unit>week|month|year)", _whole_period),
        (rf"(?:in )?(?:{MONTH_WORD})(?: of)?(?: \d{{4}})?", _month_only),
    ]
]
_ON_THE = re.compile(r"^on (?=\d{1,2}(?:st|nd|rd|th)$)")
_FILLER = re.compile(r"^(?:on|for|at|of) | (?:on|at|for)$")


def _with_weekday(text: str, asked: Asked) -> Day | None:
    """`Thursday, January 16th`: the weekday must be that of the date."""
    for pattern in (rf"{_W} (?:on )?(?:the )?(?P<rest>.+)", rf"(?P<rest>.+) (?:on )?{_W}"):
        match = re.fullmatch(pattern, text)
        if match and not re.search(rf"\b(?:{WEEKDAY_WORD})\b", match["rest"]):
            day = find_day(match["rest"], asked)
            if day is not None and not day.ask:
                check_weekday(day.day, WEEKDAYS[match["day"]])
                return day
    return None


def find_day(text: str, asked: Asked) -> Day | None:
    """The day that the whole of `text` names; None when it names none.

    ClockToolError `no_such_date` for a day that the calendar does not have.
    """
    text = _ON_THE.sub("the ", text)
    while _FILLER.search(text):
        text = _FILLER.sub("", text, count=1)
    for pattern, read in _SHAPES:
        match = pattern.fullmatch(text)
        if match:
            return read(match, asked)
    return written_date(text, asked) or _with_weekday(text, asked)
