"""The clock tools as specified: names, parameters, defaults, result keys, policies, errors."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools import CLOCK_TOOLS, convert_multiple_times, convert_time, get_time
from clockhands.tools.clock_tools import make_clock_tools
from clockhands.tools.local_zone import timezone_variable
from clockhands.tools.zones import find_zone

CASES = json.loads(Path(__file__).with_name("time_cases.json").read_text(encoding="utf-8"))
TOOLS = {tool.name: tool for tool in CLOCK_TOOLS}


@pytest.fixture(autouse=True)
def _wednesday_morning_in_paris():
    with clock.frozen("2025-01-15T09:30:00+01:00"):
        yield


def refusal(fn, *args, **kwargs) -> ClockToolError:
    with pytest.raises(ClockToolError) as caught:
        fn(*args, **kwargs)
    return caught.value


def test_names_parameters_and_defaults_are_those_published():
    for fn in (convert_time, convert_multiple_times):
        parameters = inspect.signature(fn).parameters
        defaults = {name: p.default for name, p in parameters.items() if name != "rich"}
        first = "usertime" if fn is convert_time else "usertimes"
        assert defaults == {
            first: inspect.Parameter.empty,
            "next_year": True,
            "from_timezone": "UTC",
            "to_timezone": "UTC",
        }
        schema = TOOLS[fn.__name__].input_schema
        assert set(schema["properties"]) == set(defaults) and schema["required"] == [first]
        assert {k: v["default"] for k, v in schema["properties"].items() if "default" in v} == {
            k: v for k, v in defaults.items() if k != first
        }
    assert list(TOOLS) == ["get_time", "convert_time", "convert_multiple_times"]
    assert "required" not in TOOLS["get_time"].input_schema


def test_get_time_has_exactly_its_five_keys():
    assert get_time("Europe/Paris") == {
        "time": "09:30:00",
        "date": "2025-01-15",
        "day_of_week": "Wednesday",
        "week_number": "02",
        "tzname": "Europe/Paris",
    }


@pytest.mark.parametrize("name", [None, "local", " Local "])
def test_get_time_without_a_zone_is_the_timezone_variable_then_utc(name):
    assert get_time(name)["tzname"] == "UTC"
    with timezone_variable("asia/tokyo"):
        assert get_time(name)["tzname"] == "Asia/Tokyo"
        assert get_time("UTC")["time"] == "08:30:00"
        seen = []
        worker = threading.Thread(target=lambda: seen.append(get_time()["tzname"]))
        worker.start()
        worker.join()
        assert seen == ["Asia/Tokyo"], "tools run in worker threads"
    assert get_time(name)["tzname"] == "UTC"


@pytest.mark.parametrize("case", CASES["week_numbers"], ids=lambda case: case["date"])
def test_week_numbers_start_on_monday(case):
    with clock.frozen(f"{case['date']}T12:00:00Z"):
        now = get_time()
    assert (now["week_number"], now["day_of_week"]) == (case["W_monday"], case["weekday"])


def test_the_clock_is_read_at_each_call():
    with clock.virtual("2026-12-31T23:59:59Z"):
        assert get_time()["date"] == "2026-12-31"
        clock.sleep(1)
        assert get_time()["date"] == "2027-01-01"
        assert convert_time("tomorrow") == "2027-01-02T00:00:00Z"


@pytest.mark.parametrize("case", CASES["lists"], ids=lambda case: case["name"])
def test_lists_keep_order_and_offsets(case):
    zones = {key: case[key] for key in ("from_timezone", "to_timezone")}
    assert convert_multiple_times(case["usertimes"], **zones) == case["expected"]


def test_a_failing_item_keeps_its_place():
    results = convert_multiple_times(
        ["tomorrow at 2 PM", "banana", 7, None, "Feb 30", "2025-01-16T14:00:00Z"]
    )
    assert [results[0], results[5]] == ["2025-01-16T14:00:00Z"] * 2
    codes = [result["error"]["code"] for result in results[1:5]]
    assert codes == ["not_a_time", "bad_argument", "bad_argument", "no_such_date"]
    assert set(results[1]["error"]) == {"code", "message", "suggestions"}
    assert convert_multiple_times([]) == []


def test_wrong_types_are_clear_errors():
    assert refusal(convert_multiple_times, "tomorrow").code == "bad_argument"
    assert refusal(convert_multiple_times, [], next_year="yes").code == "bad_argument"
    for bad in (None, 5, 1.5, [], {}, b"noon"):
        assert refusal(convert_time, bad).code == "bad_argument"
    assert refusal(convert_time, "noon", next_year="true").code == "bad_argument"
    assert refusal(convert_time, "noon", to_timezone=5).code == "unknown_timezone"


def test_next_year_moves_only_what_has_passed_and_has_no_year():
    def in_paris(phrase, next_year=True):
        return convert_time(phrase, next_year, "Europe/Paris", "Europe/Paris")[:10]

    assert in_paris("January 5 at noon") == "2026-01-05"
    assert in_paris("January 5 at noon", next_year=False) == "2025-01-05"
    assert in_paris("March 3 at noon") == in_paris("March 3 at noon", next_year=False) == "2025-03-03"
    assert in_paris("January 5, 2025") == "2025-01-05"
    assert in_paris("January 15 at 8am") == "2025-01-15"
    assert in_paris("last Friday") == "2025-01-10"
    assert in_paris("the 10th") == "2025-02-10"
    assert in_paris("the 10th", next_year=False) == "2025-01-10"


def test_the_rich_result_says_what_is_doubtful():
    rich = convert_time(
        "next Friday 10 am", from_timezone="Europe/Paris", to_timezone="Asia/Tokyo", rich=True
    )
    assert rich == {
        "iso": "2025-01-24T18:00:00+09:00",
        "timezone": "Asia/Tokyo",
        "day_of_week": "Friday",
        "say": "Friday 24 January 2025, 18:00 (Asia/Tokyo)",
        "date_only": False,
        "ambiguous": True,
        "alternatives": ["2025-01-17T18:00:00+09:00"],
        "note": "'next friday' may also mean the first one after today",
    }
    sure = convert_time("tomorrow at 2 PM", rich=True)
    assert (sure["ambiguous"], sure["alternatives"], sure["note"]) == (False, [], "")
    day = convert_time("tomorrow", from_timezone="Asia/Tokyo", rich=True)
    assert day["date_only"] and day["say"] == "Thursday 16 January 2025, no clock time"
    assert day["iso"] == "2025-01-15T15:00:00Z"


def test_the_rich_time_is_one_field_with_its_offset():
    rich = get_time("Asia/Tokyo", rich=True)
    assert rich["local_datetime"] == "2025-01-15T17:30:00+09:00"
    assert rich["say"] == "Wednesday 15 January 2025, 17:30 (Asia/Tokyo)"
    assert not [key for key in rich if "utc" in key.lower()]


def test_a_time_that_clocks_skip_moves_forward_and_says_so():
    rich = convert_time(
        "2026-03-29 02:30", from_timezone="Europe/Paris", to_timezone="Europe/Paris", rich=True
    )
    assert rich["iso"] == "2026-03-29T03:30:00+02:00"
    assert "02:30 does not exist" in rich["note"] and "60 minutes" in rich["note"]


def test_of_a_time_that_comes_twice_the_earlier_counts_and_the_other_is_told():
    rich = convert_time(
        "2026-10-25 02:30", from_timezone="Europe/Paris", to_timezone="Europe/Paris", rich=True
    )
    assert rich["iso"] == "2026-10-25T02:30:00+02:00"
    assert rich["alternatives"] == ["2026-10-25T02:30:00+01:00"]
    assert rich["ambiguous"] and "comes twice" in rich["note"]


def test_an_abbreviation_settles_which_of_the_two_is_meant():
    with clock.frozen("2026-10-31T20:00:00-04:00"):
        for letters, offset in (("EDT", "-04:00"), ("EST", "-05:00")):
            phrase = f"tomorrow at 1:30 am {letters}"
            assert convert_time(phrase, True, "America/New_York", "America/New_York").endswith(offset)
        assert refusal(convert_time, "tomorrow at 1:30 am EST").code == "fixed_offset_abbreviation"


def test_hours_are_elapsed_time_and_days_are_wall_time():
    with clock.frozen("2026-03-28T12:00:00+01:00"):
        paris = {"from_timezone": "Europe/Paris", "to_timezone": "Europe/Paris"}
        assert convert_time("in 24 hours", **paris) == "2026-03-29T13:00:00+02:00"
        assert convert_time("in 1 day", **paris) == "2026-03-29T12:00:00+02:00"


def test_an_offset_in_the_text_wins():
    assert convert_time("2025-01-16T14:00:00+05:30", from_timezone="Europe/Paris") == "2025-01-16T08:30:00Z"
    assert convert_time("tomorrow 3pm UTC+2", from_timezone="Asia/Tokyo") == "2025-01-16T13:00:00Z"


def test_today_is_the_one_in_the_zone_of_the_speaker():
    """At 23:00 in Tokyo, New York has the same date; an hour later it has not."""
    with clock.frozen("2026-11-05T15:30:00Z"):
        assert convert_time("today at noon", from_timezone="Asia/Tokyo") == "2026-11-06T03:00:00Z"
        assert convert_time("today at noon", from_timezone="America/New_York") == "2026-11-05T17:00:00Z"


def test_fractions_stay_only_where_they_say_something():
    assert convert_time("2025-01-16T14:00:00.000Z") == "2025-01-16T14:00:00Z"
    assert convert_time("2025-01-16T14:00:00.25Z", to_timezone="Asia/Tokyo") == "2025-01-16T23:00:00.25+09:00"


def test_the_ends_of_the_calendar_are_clear_errors():
    with clock.frozen("9999-12-31T23:00:00+00:00"):
        assert refusal(get_time, "Asia/Tokyo").code == "out_of_range"
        assert refusal(convert_time, "tomorrow").code == "out_of_range"
        assert refusal(convert_time, "in 2 hours").code == "out_of_range"
        assert refusal(convert_time, "5pm").code == "out_of_range"
    with clock.frozen("0001-01-01T00:00:00+00:00"):
        assert refusal(get_time, "America/New_York").code == "out_of_range"
        assert refusal(convert_time, "yesterday").code == "out_of_range"
        assert get_time()["date"] == "0001-01-01"


def test_tools_give_text_and_errors_as_json():
    assert TOOLS["convert_time"](usertime="tomorrow at 2 PM") == "2025-01-16T14:00:00Z"
    assert json.loads(TOOLS["get_time"](timezone="Europe/Paris"))["tzname"] == "Europe/Paris"
    assert json.loads(TOOLS["convert_multiple_times"](usertimes=["noon"])) == ["2025-01-15T12:00:00Z"]
    error = json.loads(TOOLS["get_time"](timezone="IST"))["error"]
    assert set(error) == {"code", "message", "suggestions"}
    assert error["code"] == "ambiguous_timezone" and "Asia/Kolkata" in error["suggestions"]
    assert json.loads(TOOLS["convert_time"](usertime="banana"))["error"]["code"] == "not_a_time"


def test_rich_tools_are_an_opt_in():
    rich = {tool.name: tool for tool in make_clock_tools(rich=True)}
    assert json.loads(rich["get_time"]())["local_datetime"] == "2025-01-15T08:30:00Z"
    assert json.loads(rich["convert_time"](usertime="Friday at 3"))["ambiguous"] is True
    assert [tool.spec for tool in rich.values()] == [tool.spec for tool in CLOCK_TOOLS]


@pytest.mark.parametrize(
    "zone", ["http://bla.com", "Europe", "EDT", "Mitteleuropäische Zeit", "Romance Standard Time"]
)
def test_a_bad_zone_is_an_answer_not_a_crash(zone):
    for call in (
        lambda: TOOLS["get_time"](timezone=zone),
        lambda: TOOLS["convert_time"](usertime="noon", from_timezone=zone),
        lambda: TOOLS["convert_multiple_times"](usertimes=["noon"], to_timezone=zone),
    ):
        assert json.loads(call())["error"]["code"]


def test_day_differences_count_across_the_date_line():
    with clock.frozen("2026-11-05T10:30:00Z"):
        assert get_time("Pacific/Kiritimati")["date"] == "2026-11-06"
        assert get_time("Pacific/Pago_Pago")["date"] == "2026-11-04"
        assert convert_time("tomorrow", from_timezone="Pacific/Kiritimati") == "2026-11-06T10:00:00Z"
        assert convert_time("tomorrow", from_timezone="Pacific/Pago_Pago") == "2026-11-05T11:00:00Z"


def test_a_day_that_a_zone_skipped_moves_a_whole_day():
    """Samoa had no 30 December 2011: it went over the date line."""
    apia = {"from_timezone": "Pacific/Apia", "to_timezone": "Pacific/Apia"}
    assert convert_time("2011-12-30 12:00", **apia) == "2011-12-31T12:00:00+14:00"


def test_dateparser_is_loaded_only_for_names_of_months():
    script = (
        "import sys\n"
        "from clockhands.tools import convert_time, get_time\n"
        "get_time('Europe/Paris'); convert_time('tomorrow at 2 PM'); convert_time('2025-01-16T14:00:00Z')\n"
        "assert 'dateparser' not in sys.modules\n"
        "convert_time('January 5')\n"
        "assert 'dateparser' in sys.modules\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr


def test_zone_of_a_fixed_offset_is_named_by_it():
    assert get_time("+05:30")["tzname"] == find_zone("+0530").name == "+05:30"


@pytest.mark.parametrize("text", ["2025-01-15", "2025-01-15T09:30", "2025-01-15 09:30:00"])
def test_the_advice_for_a_frozen_clock_without_an_offset_can_be_followed(text):
    with pytest.raises(ValueError, match="has no offset") as caught:
        clock.frozen(text)
    advised = str(caught.value).split("write ")[1].split(" ")[0]
    with clock.frozen(advised):
        assert clock.now().isoformat()[:10] == "2025-01-15"
