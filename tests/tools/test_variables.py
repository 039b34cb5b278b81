"""Prompt variables: what they expand to, when they are fixed, and what bad ones are told."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools import expand
from clockhands.tools.local_zone import timezone_variable
from clockhands.tools.prompt_variables import PromptTemplate
from clockhands.tools.strftime import format_time, week_number


@pytest.fixture(autouse=True)
def _before_the_clocks_change():
    with clock.frozen("2026-03-27T09:05:00+01:00"):
        yield


def refusal(text: str) -> ClockToolError:
    with pytest.raises(ClockToolError) as caught:
        expand(text)
    return caught.value


def test_each_variable_in_the_zone_of_the_conversation():
    text = "{current_datetime} {current_date} {current_time} {current_day}"
    assert expand(text) == "2026-03-27T08:05:00+00:00 2026-03-27 08:05:00 Friday"
    assert expand(text, timezone="Europe/Paris") == "2026-03-27T09:05:00+01:00 2026-03-27 09:05:00 Friday"
    with timezone_variable("Asia/Tokyo"):
        assert expand("{current_time}") == "17:05:00"


def test_overrides_of_zone_and_format():
    assert expand('{current_time timezone=Europe/Madrid format="%H:%M"}') == "09:05"
    assert (
        expand('{current_date format="%A %-d %B %Y" timezone="america/new york"}') == "Friday 27 March 2026"
    )
    assert (
        expand('{current_datetime timezone=Asia/Kolkata format="%I:%M %p, %d/%m %z"}')
        == "01:35 PM, 27/03 +0530"
    )


def test_the_calendar_has_a_line_a_day_and_one_for_a_clock_change():
    assert expand("{calendar days=4}", timezone="Europe/Paris").splitlines() == [
        "Fri 2026-03-27 (today) +01:00",
        "Sat 2026-03-28 (tomorrow) +01:00",
        "Sun 2026-03-29 +02:00",
        "Clock change on 2026-03-29 at 02:00: the clock goes to 03:00, +01:00 before, +02:00 after",
        "Mon 2026-03-30 +02:00",
    ]
    with clock.frozen("2025-01-15T09:30:00+01:00"):
        lines = expand("{calendar}", timezone="Europe/Paris").splitlines()
        assert lines[1] == "Thu 2025-01-16 (tomorrow) +01:00"
        assert len(lines) == 14


def test_the_calendar_tells_of_changes_at_midnight_and_of_half_hours():
    with clock.frozen("2026-10-03T12:00:00+10:30"):
        text = expand("{calendar days=2}", timezone="Australia/Lord_Howe")
        assert "2026-10-04 at 02:00: the clock goes to 02:30, +10:30 before, +11:00 after" in text
    with clock.frozen("2026-10-31T12:00:00-04:00"):
        text = expand("{calendar days=2}", timezone="America/New_York")
        assert "2026-11-01 at 02:00: the clock goes to 01:00, -04:00 before, -05:00 after" in text
    with clock.frozen("2026-04-23T12:00:00+02:00"):
        text = expand("{calendar days=3}", timezone="Africa/Cairo")
        assert "2026-04-24 at 00:00: the clock goes to 01:00, +02:00 before, +03:00 after" in text


def test_other_braces_and_doubled_braces_stay():
    text = 'Reply as {"name": "x", "when": {"day": {current_day}}} {} {x} {{current_day}}'
    assert expand(text) == 'Reply as {"name": "x", "when": {"day": Friday}} {} {x} {current_day}'


def test_fixed_at_the_start_or_live_each_turn():
    prompt = PromptTemplate(
        "Started on {current_date}. Today is {current_date dynamic}, {current_day dynamic=true}."
    )
    with clock.virtual("2026-11-05T23:59:00Z"):
        assert prompt() == "Started on 2026-11-05. Today is 2026-11-05, Thursday."
        clock.sleep(120)
        assert prompt() == "Started on 2026-11-05. Today is 2026-11-06, Friday."
    with clock.virtual("2026-11-05T23:59:00Z"):
        another = PromptTemplate("{current_date dynamic=false}")
        another()
        clock.sleep(120)
        assert another() == "2026-11-05"


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("{current_tim}", "bad_variable", "current_time"),
        ("{calender}", "bad_variable", "calendar"),
        ("{current_time zone=UTC}", "bad_variable", "timezone="),
        ("{current_time timezone=}", "bad_variable", "no value"),
        ("{current_time timezone=UTC timezone=UTC}", "bad_variable", "twice"),
        ('{current_time format="%H}', "bad_variable", "not closed"),
        ("{current_time timezone=UTC", "bad_variable", "not closed"),
        ("{current_time ???}", "bad_variable", "cannot be read"),
        ("{current_time days=3}", "bad_variable", "calendar"),
        ("{calendar days=0}", "bad_variable", "1 to"),
        ("{calendar days=999999999999}", "bad_variable", "1 to"),
        ("{calendar days=-1}", "bad_variable", "1 to"),
        ('{calendar format="%d"}', "bad_variable", "no format"),
        ("{current_time dynamic=maybe}", "bad_variable", "true or false"),
        ("{current_time format=%Q}", "bad_format", "%Q"),
        ('{current_time format="50%"}', "bad_format", "%%"),
        ("{current_time timezone=IST}", "ambiguous_timezone", "Asia/Kolkata"),
        ("{current_time timezone=Mars}", "unknown_timezone", "Europe/Paris"),
        ("{current_time timezone=../../etc/passwd}", "unknown_timezone", "Europe/Paris"),
    ],
)
def test_bad_variables_are_clear_errors(text, code, word):
    error = refusal(text)
    assert error.code == code and word in error.message


def test_a_prompt_is_a_string():
    assert refusal(None).code == "bad_argument"


def test_the_end_of_the_calendar_is_a_short_calendar():
    with clock.frozen("9999-12-30T12:00:00+00:00"):
        assert len(expand("{calendar}").splitlines()) <= 2
        assert expand("{current_day}") == "Thursday"


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.datetimes(min_value=datetime(1000, 1, 1)))
def test_format_letters_mean_what_strftime_means(moment):
    """Years from 1000 on: below, systems pad differently, which is why there is a strftime of our own."""
    aware = moment.replace(tzinfo=timezone.utc)
    for letter in "YymdHIMSfjWUVGuwpzZ%":
        assert format_time(aware, f"%{letter}") == aware.strftime(f"%{letter}"), letter
    assert week_number(aware) == aware.strftime("%W")


def test_format_letters_do_not_depend_on_the_system():
    early = datetime(33, 4, 3, 15, 0, tzinfo=timezone.utc)
    assert format_time(early, "%F %T %e|%-d|%-H|%-I|%-m|%a %b %h %R %D") == (
        "0033-04-03 15:00:00  3|3|15|3|4|Sun Apr Apr 15:00 04/03/33"
    )
    assert format_time(datetime(2026, 1, 1, tzinfo=timezone.utc), "%-H:%M") == "0:00"


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(alphabet='{}current_timed ayl=%"HMzoneUTC', max_size=60))
def test_no_prompt_crashes(text):
    try:
        expand(text)
    except ClockToolError as error:
        assert error.message


@pytest.mark.parametrize("override", ['format=""', "format='%H'", 'timezone=""'])
def test_an_empty_or_wrongly_quoted_override_is_refused(override):
    error = refusal(f"{{current_time {override}}}")
    assert error.code == "bad_variable" and "double quotes" in error.message
    assert all(expand(suggestion) for suggestion in error.suggestions)
