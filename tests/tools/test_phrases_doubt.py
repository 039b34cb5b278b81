"""Phrases that look like one thing and may be another: right, flagged and refused in plain, or refused."""

from __future__ import annotations

import pytest

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools import convert_multiple_times, convert_time

ZONE = "Europe/Paris"


@pytest.fixture(autouse=True)
def _wednesday_morning_in_paris():
    with clock.frozen("2025-01-15T09:30:00+01:00"):
        yield


def told(phrase: str, rich: bool = False):
    return convert_time(phrase, True, ZONE, ZONE, rich=rich)


def refusal(phrase: str, rich: bool = False) -> ClockToolError:
    with pytest.raises(ClockToolError) as caught:
        told(phrase, rich)
    return caught.value


def suggestions_are_read(error: ClockToolError) -> bool:
    """Advice that leads to another error is no advice."""
    results = convert_multiple_times(error.suggestions, True, ZONE, ZONE, rich=True)
    return all("iso" in result for result in results)


@pytest.mark.parametrize(
    ("phrase", "wall"),
    [
        ("Dec 12 noon", "2025-12-12T12:00"),
        ("December 12 noon", "2025-12-12T12:00"),
        ("Dec 12, noon", "2025-12-12T12:00"),
        ("Jan 12 noon", "2026-01-12T12:00"),
        ("Dec. 12 midday", "2025-12-12T12:00"),
        ("Dec the 12 noon", "2025-12-12T12:00"),
        ("Dec 12 noon 2026", "2026-12-12T12:00"),
        ("Dec 12 at noon", "2025-12-12T12:00"),
        ("noon Dec 12", "2025-12-12T12:00"),
        ("12/12 noon", "2025-12-12T12:00"),
        ("Dec 12, 12 noon", "2025-12-12T12:00"),
        ("5 Dec 12 noon", "2025-12-05T12:00"),
        ("the 5th of December, 12 noon", "2025-12-05T12:00"),
    ],
)
def test_the_day_before_noon_stays_a_day(phrase, wall):
    assert told(phrase) == told(phrase, rich=True)["iso"] == f"{wall}:00+01:00"


@pytest.mark.parametrize("phrase", ["Dec 12 midnight", "December 12, midnight", "Jan 12 midnight"])
def test_the_day_before_midnight_stays_a_day(phrase):
    rich = told(phrase, rich=True)
    assert [rich["iso"][8:10], rich["alternatives"][0][8:10]] == ["12", "13"]
    assert refusal(phrase).code == "ambiguous_time"


@pytest.mark.parametrize("phrase", ["Dec noon", "March at 3pm", "January 2026 at 9:30"])
def test_a_month_and_a_clock_time_without_a_day_are_refused(phrase):
    assert refusal(phrase, rich=True).code == refusal(phrase).code == "not_a_time"


@pytest.mark.parametrize(
    ("phrase", "days"),
    [
        ("25-01-15", ["2025-01-15", "2015-01-25"]),
        ("25/01/16", ["2016-01-25", "2025-01-16"]),
        ("25-1-20", ["2025-01-20", "2020-01-25"]),
        ("25/1/20", ["2020-01-25", "2025-01-20"]),
        ("25.01.16", ["2016-01-25", "2025-01-16"]),
        ("31/12/25", ["2025-12-31", "2031-12-25"]),
        ("31/12/99", ["1999-12-31", "2099-12-31"]),
        ("12/31/99", ["1999-12-31", "2099-12-31"]),
        ("99-12-31", ["1999-12-31", "2099-12-31"]),
        ("12/31/40", ["1940-12-31", "2040-12-31"]),
        ("1/2/70", ["1970-01-02", "2070-01-02", "1970-02-01", "2070-02-01"]),
        ("01/02/03", ["2003-01-02", "2003-02-01", "2001-02-03"]),
        ("1-2-25", ["2025-01-02", "2025-02-01"]),
    ],
)
@pytest.mark.parametrize("at", ["", " 10:00"])
def test_a_year_of_two_digits_is_asked_about(phrase, days, at):
    rich = told(phrase + at, rich=True)
    assert [text[:10] for text in (rich["iso"], *rich["alternatives"])] == days
    assert rich["ambiguous"] and "two digits" in rich["note"]
    error = refusal(phrase + at)
    assert error.code == "ambiguous_time" and [text[:10] for text in error.suggestions] == days


@pytest.mark.parametrize(
    ("phrase", "day"), [("12/24/25", "2025-12-24"), ("1/15/25", "2025-01-15"), ("1/2/25", "2025-01-02")]
)
def test_a_year_of_two_digits_that_leaves_no_new_doubt_is_read(phrase, day):
    assert told(phrase)[:10] == day
