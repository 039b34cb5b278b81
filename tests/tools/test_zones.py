"""Zone names: the tz database in any spelling, the same whatever the system has, and harmless junk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clockhands.errors import ClockToolError
from clockhands.tools.zones import find_zone, place_zones, zone_names

CASES = json.loads(Path(__file__).with_name("time_cases.json").read_text(encoding="utf-8"))["timezone_names"]
ABBREVIATIONS = {"CET", "EET", "EST", "HST", "MET", "MST", "WET"}
JUNK = [
    *(
        "http://bla.com",
        "Europe",
        "../etc/passwd",
        "",
        "   ",
        "x" * 10_000,
        "Европа/Париж",
        "東京",
        "\0",
        "🕒",
    ),
    *(
        "Europe/../Asia/Tokyo",
        "/usr/share/zoneinfo/UTC",
        "C:\\zones\\UTC",
        "Europe/Paris\0",
        "zones",
        "tzdata.zi",
    ),
    *(
        "Europe/",
        "/Europe/Paris",
        "Mars/Olympus_Mons",
        "America",
        "America/Argentina",
        "Etc",
        "localtime",
        ".",
    ),
    *(
        "+25:00",
        "+5:3",
        "+",
        "+-1",
        "UTC+99",
        "GMT+1:75",
        "{}",
        "null",
        "None",
        "true",
        "0",
        "-1",
        "1e3",
        "(?i).",
    ),
]


def refusal(name) -> ClockToolError:
    with pytest.raises(ClockToolError) as caught:
        find_zone(name)
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["input"])
def test_the_known_names(case):
    if case["ok"]:
        assert find_zone(case["input"]).name == case["canonical"]
    else:
        error = refusal(case["input"])
        assert error.code == case["error"]
        assert set(case.get("suggest", [])) <= set(error.suggestions)


def test_every_name_of_the_database_resolves_in_any_case():
    assert len(zone_names()) > 590
    for name in set(zone_names()) - ABBREVIATIONS:
        zone = find_zone(name)
        assert zone.tz.utcoffset(datetime(2026, 1, 1)) is not None, name
        for spelling in (name.lower(), name.upper(), name.swapcase(), f" {name} ", name.replace("_", " ")):
            assert find_zone(spelling) == zone, spelling
        assert find_zone(zone.name) == zone, "a resolved name resolves to itself"


def test_bare_abbreviations_are_refused_with_zones_to_choose_from():
    for letters in [*ABBREVIATIONS, "IST", "CST", "BST", "PST", "EDT", "JST", "ist", "Cest"]:
        error = refusal(letters)
        assert error.code in ("ambiguous_timezone", "fixed_offset_abbreviation")
        assert "ambiguous" in error.message or "different zones" in error.message
        assert 3 <= len(error.suggestions) <= 5
        assert all(find_zone(zone).name == zone for zone in error.suggestions)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("US/Pacific", "America/Los_Angeles"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("Asia/Saigon", "Asia/Ho_Chi_Minh"),
        ("Iceland", "Atlantic/Reykjavik"),
        ("GB", "Europe/London"),
        ("Zulu", "UTC"),
        ("Etc/UTC", "UTC"),
        ("america/port au prince", "America/Port-au-Prince"),
        ("Europe/Amsterdam", "Europe/Amsterdam"),
        ("Europe/Stockholm", "Europe/Stockholm"),
        ("UTC+2", "+02:00"),
        ("-0330", "-03:30"),
        ("Etc/GMT-5", "Etc/GMT-5"),
    ],
)
def test_old_names_and_other_spellings(old, new):
    assert find_zone(old).name == new


def test_old_names_keep_the_clock_of_their_data():
    """A nicer name for an old one must not change a single offset since 1970."""
    raw = {}
    for name in set(zone_names()) - ABBREVIATIONS:
        zone = find_zone(name)
        if zone.name != name and zone.name in zone_names():
            raw[name] = zone
    moments = [datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(days=91 * n) for n in range(240)]
    zoneinfo.reset_tzpath(())
    try:
        for name, zone in raw.items():
            with zoneinfo_of(name) as file:
                data = zoneinfo.ZoneInfo.from_file(file)
            assert [t.astimezone(zone.tz).utcoffset() for t in moments] == [
                t.astimezone(data).utcoffset() for t in moments
            ], name
    finally:
        zoneinfo.reset_tzpath()
    assert len(raw) > 100


def zoneinfo_of(name: str):
    from importlib import resources

    found = resources.files("tzdata") / "zoneinfo"
    for part in name.split("/"):
        found = found / part
    return found.open("rb")


@pytest.mark.parametrize("name", JUNK, ids=lambda name: ascii(name[:20]))
def test_junk_is_a_clear_error_and_never_a_path(name):
    error = refusal(name)
    assert error.code == "unknown_timezone"
    assert len(error.message) < 300 and len(error.suggestions) <= 5
    for leak in ("site-packages", "zoneinfo", "/usr", "passwd", "Errno", "Traceback", ".py"):
        assert leak not in error.message
    assert all(find_zone(zone).name == zone for zone in error.suggestions)


@pytest.mark.parametrize("name", [None, 5, ["UTC"], {}, b"UTC", True])
def test_other_types_are_refused(name):
    assert "string" in refusal(name).message


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=80))
@example("Europe/Paris" * 6)
def test_no_text_crashes_the_lookup(name):
    try:
        assert find_zone(name).name
    except ClockToolError as error:
        assert error.message and len(error.suggestions) <= 5


def test_near_misses_suggest_the_zone_meant():
    assert "Europe/Paris" in refusal("Europe/Pariss").suggestions
    assert refusal("tokyo").suggestions == ["Asia/Tokyo"]
    assert refusal("India").suggestions == ["Asia/Kolkata"]
    assert "America/Los_Angeles" in refusal("Pacific Time").suggestions
    assert refusal("Romance Standard Time").suggestions == ["Europe/Paris"]
    assert place_zones("san francisco") == ("America/Los_Angeles",)
    assert place_zones("atlantis") == ()


SCRIPT = """
from clockhands import clock
from clockhands.tools import convert_time, get_time
import zoneinfo
if {empty}:
    zoneinfo.reset_tzpath(())
with clock.frozen("2026-11-05T14:10:15Z"):
    print(get_time("asia/calcutta"), get_time("US/Pacific"))
    print(convert_time("2026-03-29 02:30", from_timezone="Europe/Paris", to_timezone="Asia/Tokyo"))
    print(convert_time("December 5 at noon", from_timezone="GB", to_timezone="Australia/Lord_Howe"))
"""


def test_the_same_answers_with_the_systems_zone_data_missing_or_wrong(tmp_path):
    wrong = tmp_path / "Asia"
    wrong.mkdir()
    with zoneinfo_of("America/New_York") as file:
        data = file.read()
    for city in ("Tokyo", "Kolkata"):
        (wrong / city).write_bytes(data)
    outputs = set()
    for path, empty in ((None, False), ("", True), (str(tmp_path), False)):
        env = {**os.environ, **({} if path is None else {"PYTHONTZPATH": path})}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(empty=empty)],
            env=env,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert run.returncode == 0, run.stderr
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert "'tzname': 'Asia/Kolkata'" in outputs.pop()


def test_the_mark_of_an_unset_zone_is_no_zone():
    assert "Factory" not in zone_names()
    with pytest.raises(ClockToolError) as caught:
        find_zone("Factory")
    assert caught.value.code == "unknown_timezone"
