"""Parameters between a zone and UTC, and offsets of every zone against a second library.

By default a sample; with CLOCKHANDS_EXAMPLES of 10000 or more every zone, every hour of two years and every
change of 18 years (half an hour of processor time).
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone
from importlib import resources

import pytest
import whenever
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.errors import ClockToolError
from clockhands.tools import convert_time, from_utc, to_utc
from clockhands.tools.local_zone import timezone_variable
from clockhands.tools.wall import place
from clockhands.tools.zones import find_zone, zone_names

ALL = int(os.environ.get("CLOCKHANDS_EXAMPLES", "100")) >= 10_000
ABBREVIATIONS = {"CET", "EET", "EST", "HST", "MET", "MST", "WET"}
SAMPLE = [
    *(
        "Europe/Paris",
        "Europe/London",
        "Europe/Dublin",
        "America/New_York",
        "America/St_Johns",
        "Asia/Kolkata",
    ),
    *("Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "Africa/Casablanca"),
    *(
        "America/Santiago",
        "Antarctica/Troll",
        "Asia/Gaza",
        "Asia/Tehran",
        "Africa/Cairo",
        "UTC",
        "America/Havana",
    ),
]
HOUR = timedelta(hours=1)


def distinct_zones() -> list[str]:
    """One name for each different set of zone data: many names are links to the same."""
    first: dict[bytes, str] = {}
    for name in sorted(set(zone_names()) - ABBREVIATIONS):
        path = resources.files("tzdata") / "zoneinfo"
        for part in name.split("/"):
            path = path / part
        first.setdefault(path.read_bytes(), find_zone(name).name)
    return sorted(set(first.values()))


ZONES = distinct_zones() if ALL else SAMPLE


@pytest.fixture(autouse=True)
def _same_zone_data_for_both():
    whenever.reset_tzpath(())
    whenever.clear_tzcache()
    yield
    whenever.reset_tzpath()


def test_a_naive_value_is_local_one_way_and_utc_the_other():
    with timezone_variable("Europe/Paris"):
        assert to_utc("2025-01-15T09:30:00") == "2025-01-15T08:30:00Z"
        assert from_utc("2025-01-15T08:30:00") == "2025-01-15T09:30:00+01:00"
        assert from_utc("2025-07-15T08:30:00Z") == "2025-07-15T10:30:00+02:00"
        assert to_utc("2025-01-16") == "2025-01-15T23:00:00Z"


def test_an_explicit_offset_is_honoured():
    assert to_utc("2025-01-16T14:00:00+05:30", timezone="Europe/Paris") == "2025-01-16T08:30:00Z"
    assert from_utc("2025-01-16T14:00:00+05:30", timezone="Europe/Paris") == "2025-01-16T09:30:00+01:00"


def test_without_a_zone_values_come_back_as_they_are():
    for value in ("2025-01-15T09:30:00", "tomorrow", 5, None, ["x"]):
        assert to_utc(value) is value and from_utc(value) is value


def test_lists_map_and_fractions_stay_as_written():
    with timezone_variable("Asia/Tokyo"):
        assert to_utc(["2025-01-15T09:30:00.120", ("2025-01-15T09:30Z",)]) == [
            "2025-01-15T00:30:00.120Z",
            ["2025-01-15T09:30:00Z"],
        ]
        assert to_utc([]) == []


@pytest.mark.parametrize(
    "value", ["tomorrow", "3pm", "", "09:30", "2025-01", 5, None, {}, "x" * 10_000, True]
)
def test_phrases_and_other_things_are_refused(value):
    for convert in (to_utc, from_utc):
        with pytest.raises(ClockToolError) as caught:
            convert(value, timezone="Europe/Paris")
        assert caught.value.code == "not_a_time"


def test_impossible_dates_and_the_ends_of_time_are_refused():
    for value, code in (
        ("2025-02-30T10:00", "no_such_date"),
        ("2025-01-01T25:00", "not_a_time"),
        ("9999-12-31T23:00:00", "out_of_range"),
    ):
        with pytest.raises(ClockToolError) as caught:
            to_utc(value, timezone="America/New_York")
        assert caught.value.code == code


def test_a_skipped_and_a_repeated_hour():
    paris = {"timezone": "Europe/Paris"}
    assert from_utc(to_utc("2026-03-29T02:30:00", **paris), **paris) == "2026-03-29T03:30:00+02:00"
    assert to_utc("2026-10-25T02:30:00", **paris) == "2026-10-25T00:30:00Z"
    assert to_utc("2026-10-25T02:30:00+01:00", **paris) == "2026-10-25T01:30:00Z"


def hours_of_two_years(step: int):
    start = datetime(2025, 1, 1)
    return (start + n * HOUR for n in range(0, 2 * 365 * 24, step))


@pytest.mark.parametrize("zone", ZONES)
def test_there_and_back_is_the_same_for_every_hour(zone):
    """With its offset, every hour comes back as it was. Without one, all but those that clocks skip (they
    come back later by the gap) and those they repeat (they come back as the earlier one)."""
    for hour in hours_of_two_years(1 if ALL else 23):
        local = from_utc(hour.isoformat(), timezone=zone)
        assert from_utc(to_utc(local, timezone=zone), timezone=zone) == local
        naive = hour.isoformat()
        back = from_utc(to_utc(naive, timezone=zone), timezone=zone)
        placed = place(hour, find_zone(zone))
        assert back[:19] == (hour + placed.gap).isoformat()
        if placed.other is not None:
            assert to_utc(naive, timezone=zone) == f"{placed.instant.replace(tzinfo=None).isoformat()}Z"
            assert placed.instant < placed.other


def by_whenever(wall: datetime, zone: str) -> datetime:
    plain = whenever.PlainDateTime(wall.year, wall.month, wall.day, wall.hour, wall.minute, wall.second)
    try:
        zoned = plain.assume_tz(zone, disambiguation="compatible")
    except TypeError:  # before 0.11 the argument had another name
        zoned = plain.assume_tz(zone, disambiguate="compatible")
    return datetime.fromtimestamp(zoned.timestamp(), timezone.utc)


def changes(zone: str, first: int = 2008, last: int = 2026) -> list[datetime]:
    """The instants at which the offset changes, to the minute, found without looking at the zone's rules."""
    tz = find_zone(zone).tz
    found = []
    moment, end = datetime(first, 1, 1, tzinfo=timezone.utc), datetime(last, 1, 1, tzinfo=timezone.utc)
    while moment < end:
        following = moment + timedelta(days=2)
        if moment.astimezone(tz).utcoffset() != following.astimezone(tz).utcoffset():
            low, high = moment, following
            while high - low > timedelta(minutes=1):
                middle = low + (high - low) / 2
                same = middle.astimezone(tz).utcoffset() == low.astimezone(tz).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            found.append(high.replace(second=0, microsecond=0))
        moment = following
    return found


@pytest.mark.parametrize("zone", ZONES)
def test_around_every_change_of_18_years_a_second_library_agrees(zone):
    if zone not in whenever.available_timezones():
        pytest.skip("the second library does not know this name")
    tz = find_zone(zone).tz
    for change in changes(zone):
        for minutes in (-1440, -90, -45, -1, 0, 1, 15, 45, 90, 1440):
            moment = change + timedelta(minutes=minutes)
            here = convert_time(moment.isoformat(), to_timezone=zone)
            there = whenever.Instant.from_timestamp(int(moment.timestamp())).to_tz(zone)
            assert here[:19] == there.to_plain().format_iso()[:19], (zone, moment)
            wall = change.astimezone(tz).replace(tzinfo=None, fold=0) + timedelta(minutes=minutes)
            read = convert_time(wall.isoformat(), from_timezone=zone)
            assert datetime.fromisoformat(read.replace("Z", "+00:00")) == by_whenever(wall, zone), (
                zone,
                wall,
            )


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(set(zone_names()) - ABBREVIATIONS - {"Factory"})),
    st.datetimes(min_value=datetime(1970, 1, 2), max_value=datetime(2060, 1, 1)),
)
def test_any_zone_at_any_time_a_second_library_agrees(name, wall):
    zone = find_zone(name).name
    wall = wall.replace(microsecond=0)
    read = convert_time(wall.isoformat(), from_timezone=zone)
    assert datetime.fromisoformat(read.replace("Z", "+00:00")) == by_whenever(wall, zone)
    local = from_utc(wall.isoformat(), timezone=zone)
    assert from_utc(to_utc(local, timezone=zone), timezone=zone) == local


@pytest.mark.parametrize(
    ("zone", "local"),
    [
        ("Europe/Paris", "1900-06-01T12:10:00+00:10"),
        ("Asia/Kolkata", "1890-06-01T17:22:00+05:22"),
        ("America/New_York", "1880-06-01T07:04:00-04:56"),
    ],
)
def test_offsets_have_no_seconds_and_the_instant_stays(zone, local):
    """RFC 3339 has no seconds in offsets; zones had them before standard time."""
    instant = f"{local[:4]}-06-01T12:00:00Z"
    assert from_utc(instant, zone) == local
    assert to_utc(local, zone) == instant


@pytest.mark.parametrize("wall", ["1890-06-01T12:00", "1890-06-01T00:00", "1890-06-01T23:59"])
def test_a_wall_time_before_standard_time_keeps_its_minute_and_day(wall):
    assert convert_time(wall, True, "Asia/Kolkata", "Asia/Kolkata") == f"{wall}:50+05:22"
