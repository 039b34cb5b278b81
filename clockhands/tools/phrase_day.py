"""What a day is read against, and what a reading of a day looks like."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from clockhands.tools.iso import out_of_range
from clockhands.tools.phrase_span import add_months
from clockhands.tools.phrase_text import refuse

__all__ = ["Asked", "Day", "check_weekday", "plus", "rolled", "same_day_later"]


@dataclass(frozen=True)
class Asked:
    """now: the wall clock where the speaker is. at: the clock time of the phrase, None when none was said.
    next_year: whether a month or day without a year that has passed means the coming one. timed: a clock time
    was said, midnights included."""

    now: datetime
    at: time | None = None
    next_year: bool = True
    timed: bool = False

    @property
    def today(self) -> date:
        return self.now.date()

    def passed(self, day: date) -> bool:
        """Whether that day, at the clock time of the phrase, is over."""
        if day != self.today:
            return day < self.today
        return self.at is not None and datetime.combine(day, self.at) < self.now


@dataclass(frozen=True)
class Day:
    """A day. others: further readings. ask: no stated policy chooses between them, so a plain answer asks.
    note: what makes it doubtful. no_day: a month or the like, in which no day was named."""

    day: date
    others: list[date] = field(default_factory=list)
    ask: bool = False
    note: str = ""
    no_day: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "others", [d for d in dict.fromkeys(self.others) if d != self.day])


def plus(day: date, days: int) -> date:
    """`day` so many days later; ClockToolError `out_of_range` beyond the calendar."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise out_of_range() from None


def same_day_later(now: datetime, months: int) -> date:
    """The same day so many months later; ClockToolError `out_of_range` beyond the calendar."""
    try:
        return add_months(now, months).date()
    except ValueError:
        raise out_of_range() from None


def rolled(asked: Asked, year: int, may_roll: bool, make: Callable[[int], date]) -> date:
    """`make(year)`, a year later where that day has passed, the phrase has no year and the caller wants
    it."""
    day = make(year)
    return make(year + 1) if may_roll and asked.next_year and day < asked.today else day


def check_weekday(day: date, number: int) -> None:
    """ClockToolError `no_such_date` when `day` is not that weekday (Monday 0)."""
    if day.weekday() != number:
        refuse(
            "no_such_date",
            f"{day.day} {calendar.month_name[day.month]} {day.year} is a {calendar.day_name[day.weekday()]}: "
            "weekday and date disagree. Say which of the two is meant.",
            [],
        )
