"""What people write about times: right, or marked with every other reading, or refused; never silently
wrong."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phrase_cases import SETS

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools import convert_time
from clockhands.tools.strftime import format_time

CASES = json.loads(Path(__file__).with_name("time_cases.json").read_text(encoding="utf-8"))["cases"]
PHRASES = [
    pytest.param(phrase, meant, *where, id=f"{where[0][:10]} {phrase!a}")
    for phrases, *where in SETS
    for phrase, meant in phrases.items()
]


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def wall(text: str) -> str:
    return instant(text).replace(tzinfo=None).isoformat(" ")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['phrase']}")
def test_the_cases_with_known_answers(case):
    arguments = {key: case[key] for key in ("next_year", "from_timezone", "to_timezone")}
    with clock.frozen(case["reference_utc"]):
        if case["error"]:
            with pytest.raises(ClockToolError) as caught:
                convert_time(case["phrase"], **arguments, rich=True)
            assert caught.value.code == case["error"]
            return
        rich = convert_time(case["phrase"], **arguments, rich=True)
        assert convert_time(case["phrase"], **arguments) == rich["iso"]
    assert instant(rich["iso"]) == instant(case["expected"])
    assert rich["date_only"] == case["date_only"]
    found = {instant(other) for other in rich["alternatives"]}
    assert {instant(other) for other in case["alternatives_utc"]} <= found
    assert rich["ambiguous"] == bool(found)


@pytest.mark.parametrize(("phrase", "meant", "now", "zone", "next_year"), PHRASES)
def test_phrases_worked_out_by_hand(phrase, meant, now, zone, next_year):
    with clock.frozen(now):
        if meant is None:
            with pytest.raises(ClockToolError):
                convert_time(phrase, next_year, zone, zone, rich=True)
            with pytest.raises(ClockToolError):
                convert_time(phrase, next_year, zone, zone)
            return
        rich = convert_time(phrase, next_year, zone, zone, rich=True)
    readings = [wall(text) for text in (rich["iso"], *rich["alternatives"])]
    if meant == "guess":
        assert rich["ambiguous"] and rich["note"]
        return
    wanted = [meant] if isinstance(meant, str) else meant
    wanted = [text if text.count(":") == 2 else f"{text}:00" for text in wanted]
    assert readings[0] == wanted[0]
    assert set(wanted) <= set(readings)
    if len(wanted) > 1:
        assert rich["ambiguous"] and rich["note"]


@pytest.mark.parametrize(
    "phrase", ["Friday at 3", "tomorrow at midnight", "next week", "March", "tomorrow morning"]
)
def test_the_plain_answer_asks_where_no_policy_decides(phrase):
    with clock.frozen("2025-01-15T08:30:00Z"):
        with pytest.raises(ClockToolError) as caught:
            convert_time(phrase, from_timezone="Europe/Paris")
        assert caught.value.code == "ambiguous_time"
        for suggestion in caught.value.suggestions:
            assert convert_time(suggestion), "each suggestion is a time to pass on"


def test_a_misspelling_gets_the_repaired_phrase():
    with pytest.raises(ClockToolError) as caught:
        convert_time("Tommorow at 2 PM")
    assert caught.value.suggestions == ["tomorrow at 2 PM"]


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("x" * 201, "too_long"),
        ("2pm" * 4000, "too_long"),
        ("9 to 5", "ambiguous_time"),
        ("between 2 and 4", "not_one_time"),
        ("after 5pm", "not_one_time"),
        ("2025-01-16 09:00-10:00", "not_one_time"),
        ("3pm IST", "ambiguous_timezone"),
        ("3pm EST", "fixed_offset_abbreviation"),
        ("3pm Europe/Pariss", "unknown_timezone"),
        ("Friday January 16 2025", "no_such_date"),
        ("in 9000 years", "out_of_range"),
        ("9999-12-31T23:59:59-05:00", "out_of_range"),
        ("0001-01-01T00:00:00+05:00", "out_of_range"),
        ("2026-11-06T09:00:00-05:00[Europe/Paris]", "not_a_time"),
    ],
)
def test_a_refusal_names_its_kind(phrase, code):
    with clock.frozen("2025-01-15T08:30:00Z"), pytest.raises(ClockToolError) as caught:
        convert_time(phrase)
    assert caught.value.code == code
    assert len(caught.value.message) < 400


WORDS = (
    *(
        "tomorrow",
        "today",
        "next",
        "last",
        "this",
        "friday",
        "mon",
        "january",
        "5th",
        "march",
        "10",
        "2",
        "3pm",
    ),
    *(
        "14:30",
        "at",
        "on",
        "in",
        "the",
        "of",
        "noon",
        "midnight",
        "half",
        "past",
        "quarter",
        "to",
        "a",
        "week",
    ),
    *(
        "two",
        "weeks",
        "from",
        "now",
        "ago",
        "days",
        "hours",
        "minutes",
        "and",
        "morning",
        "tonight",
        "evening",
    ),
    *("utc", "+02:00", "est", "2026", "asia/tokyo", "3/4/2026", "2025-01-20", "time", "tokyo", "every", "or"),
    *("-", ",", "end", "day", "month", "year", "first", "0900", "17h", "am", "pm"),
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join))
def test_no_order_of_known_words_crashes(phrase):
    with clock.frozen("2025-01-15T08:30:00Z"):
        try:
            assert convert_time(phrase, from_timezone="Europe/Paris", rich=True)["iso"]
        except ClockToolError as error:
            assert error.message


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=210))
def test_no_text_crashes(phrase):
    try:
        convert_time(phrase)
    except ClockToolError as error:
        assert error.message


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1)))
def test_a_date_spelled_out_is_read_back(moment):
    """Through rewriter and dateparser: a date as English writes it comes back as that date."""
    month = format_time(moment, "%B")
    hour = moment.hour % 12 or 12
    half = "AM" if moment.hour < 12 else "PM"
    iso = moment.replace(second=0, microsecond=0).isoformat() + "Z"
    for phrase in (
        f"{month} {moment.day}, {moment.year} at {hour}:{moment.minute:02d} {half}",
        f"{moment.hour:02d}:{moment.minute:02d} on {moment.day} {month[:3]} {moment.year}",
        f"{moment.month}/{moment.day}/{moment.year} {moment.hour:02d}:{moment.minute:02d}",
    ):
        assert convert_time(phrase, rich=True)["iso"] == iso, phrase
