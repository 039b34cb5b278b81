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
        ("29/02/23", ["2029-02-23"]),
        ("30/02/11", ["2030-02-11"]),
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


@pytest.mark.parametrize(
    "phrase",
    [
        *("second", "first", "third", "at first", "second 3pm"),
        *("one night", "one morning", "one afternoon", "two night", "two nights", "one evening"),
        *("9 after noon", "2 after noon", "9 before noon", "5 after midnight"),
        *("May six ten pm", "June two eleven a.m.", "Dec one nine pm"),
        *("first Friday", "the second Friday", "third Friday", "fourth Monday at 9am"),
        *("ten to three", "10 to 3 pm", "five to seven this evening", "ten to three pm Tokyo time"),
        *("first time", "at least 5pm", "at most 3 hours"),
    ],
)
def test_counts_orders_and_spans_are_refused_with_advice_that_is_read(phrase):
    rich, plain = refusal(phrase, rich=True), refusal(phrase)
    assert (rich.code, rich.message) == (plain.code, plain.message)
    assert plain.code in ("ambiguous_time", "not_a_time", "not_one_time")
    assert suggestions_are_read(plain)


@pytest.mark.parametrize("phrase", ["5th", "2nd", "1st", "at 21st"])
def test_an_ordinal_alone_is_flagged(phrase):
    assert told(phrase, rich=True)["ambiguous"]
    assert refusal(phrase).code == "ambiguous_time"


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("on 5th", "2025-02-05"),
        ("the second", "2025-02-02"),
        ("the first", "2025-02-01"),
        ("second of February", "2025-02-02"),
        ("5th at 3pm", "2025-02-05"),
        ("2nd Friday of February", "2025-02-14"),
    ],
)
def test_an_ordinal_that_names_a_day_is_read(phrase, day):
    assert told(phrase)[:10] == day


@pytest.mark.parametrize(
    ("phrase", "said", "suggestions"),
    [
        ("tomorrow ten to three", "02:50 or 14:50", ["tomorrow at 02:50", "tomorrow at 14:50"]),
        ("10 to 3 pm", "write 14:50.", ["at 14:50"]),
        ("five to seven this evening", "write 18:55.", ["today at 18:55"]),
        ("ten to one tonight", "write 00:50.", []),
        ("ten to three Tokyo time", "02:50 or 14:50", []),
        ("in two weeks ten to three", "02:50 or 14:50", []),
        ("in five to ten minutes", "09:55 or 21:55", []),
        ("10 to 3 on Friday pm", "02:50 or 14:50", []),
        ("second Friday midnight", "'2nd Friday of February 2025'", []),
        ("a week from first Friday", "'1st Friday of February 2025'", []),
        ("9 after noon", "12:09 or 21:00", ["at 12:09", "at 21:00"]),
        ("9 before noon tomorrow", "11:51 or 09:00", ["tomorrow at 11:51", "tomorrow at 09:00"]),
        ("2 after midnight", "00:02 or 02:00", ["at 00:02", "at 02:00"]),
        ("May six ten pm", "'may 6 at 10 pm'", []),
        ("second", "'the 2nd'", []),
        ("first Friday", "'1st Friday of February 2025'", None),
    ],
)
def test_advice_is_made_of_what_was_said(phrase, said, suggestions):
    error = refusal(phrase)
    assert error.code == "ambiguous_time" and said in error.message
    assert suggestions is None or error.suggestions == suggestions
    assert suggestions_are_read(error)


@pytest.mark.parametrize("phrase", ["at least 5pm", "two nights", "first time", "parst zz"])
def test_nothing_is_repaired_into_what_is_not_read(phrase):
    error = refusal(phrase)
    assert "Did you mean" not in error.message
    assert suggestions_are_read(error)


def test_a_note_of_another_reading_comes_with_it():
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"):
        rich = told(f"last {day}", rich=True)
        assert bool(rich["note"]) == bool(rich["alternatives"]) == rich["ambiguous"], day


@pytest.mark.parametrize(
    ("phrase", "wall"),
    [
        ("ten to three tomorrow afternoon", "2025-01-16T14:50:00+01:00"),
        ("five to nine tomorrow morning", None),
        ("half past six pm Jan 20", "2025-01-20T18:30:00+01:00"),
        ("quarter to seven pm Jan 20", "2025-01-20T18:45:00+01:00"),
        ("quarter to 0", "2025-01-15T23:45:00+01:00"),
        ("six thirty am", "2025-01-16T06:30:00+01:00"),
        ("eight fifteen pm", "2025-01-15T20:15:00+01:00"),
        ("tomorrow seven forty-five p.m.", "2025-01-16T19:45:00+01:00"),
        ("tomorrow at eight ten pm", "2025-01-16T20:10:00+01:00"),
        ("May 6 10pm", "2025-05-06T22:00:00+02:00"),
        ("seven a.m.", "2025-01-16T07:00:00+01:00"),
        ("tomorrow at seven a.m.", "2025-01-16T07:00:00+01:00"),
        ("seven p.m.", "2025-01-15T19:00:00+01:00"),
        ("Jan 31st at seven a.m.", "2025-01-31T07:00:00+01:00"),
        ("Friday at eleven p. m.", "2025-01-17T23:00:00+01:00"),
        ("half past six p.m. tomorrow", "2025-01-16T18:30:00+01:00"),
        ("9 in the morning on July 4", "2025-07-04T09:00:00+02:00"),
        ("9 in the morning July 4", "2025-07-04T09:00:00+02:00"),
        ("July 4 at 9 in the morning", "2025-07-04T09:00:00+02:00"),
        ("4 July 9 in the evening", "2025-07-04T21:00:00+02:00"),
        ("July 9 in the morning", None),
        ("July 4, 9 at night", "2025-07-04T21:00:00+02:00"),
        ("12:00 noon", "2025-01-15T12:00:00+01:00"),
        ("tomorrow 12:00 noon", "2025-01-16T12:00:00+01:00"),
        ("12:00 midnight tonight", "2025-01-16T00:00:00+01:00"),
        ("tomorrow at 10:15:20.999", "2025-01-16T10:15:20.999+01:00"),
        ("10:15:20.123456 tomorrow", "2025-01-16T10:15:20.123456+01:00"),
        ("tomorrow 10:15:20.5 pm", "2025-01-16T22:15:20.5+01:00"),
        ("tomorrow 10:15:20.50 UTC", "2025-01-16T11:15:20.50+01:00"),
        ("tomorrow evening at 10:15:20.25", "2025-01-16T22:15:20.25+01:00"),
        ("tomorrow at 10:15:20.0000000000001", None),
    ],
)
def test_plain_english_is_read_and_digits_of_a_second_are_kept(phrase, wall):
    if wall is None:
        assert refusal(phrase).message
        return
    assert told(phrase) == told(phrase, rich=True)["iso"] == wall


def test_alternatives_keep_the_digits_of_a_second():
    rich = told("9:15:20.5 Wednesday", rich=True)
    assert len(rich["alternatives"]) >= 1
    assert all(text[19:21] == ".5" for text in (rich["iso"], *rich["alternatives"]))


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("9999-12-31T23:59:59Z", "Europe/Paris"),
        ("9999-12-31T12:00:00Z", "Pacific/Kiritimati"),
        ("0001-01-01T00:00:00Z", "America/New_York"),
    ],
)
def test_the_rich_answer_is_given_wherever_the_plain_one_is(text, zone):
    assert convert_time(text, from_timezone=zone) == convert_time(text, from_timezone=zone, rich=True)["iso"]


def test_z_stands_beside_any_zone():
    assert told("2025-01-16T14:00:00Z[Europe/Paris]") == "2025-01-16T15:00:00+01:00"
    assert told("2025-01-16T14:00:00Z[Asia/Tokyo]") == "2025-01-16T15:00:00+01:00"
    assert refusal("2025-01-16T14:00:00+00:00[Europe/Paris]").code == "not_a_time"
