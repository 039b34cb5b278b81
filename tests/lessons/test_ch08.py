"""Chapter 8: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import pytest

from clockhands import ToyModel, clock, connect, run
from clockhands.lessons import ch08_slip
from clockhands.lessons.ch08 import CHAPTER
from clockhands.tools import PromptTemplate, Tool, convert_time, from_utc, to_utc

from .exercise_cases import Case, Wrong, case_tests, checked, solution_of

SETUP = "\n".join(
    [
        "from datetime import datetime, timedelta",
        "from zoneinfo import ZoneInfo",
        "from clockhands import clock",
        "from clockhands.tools import (",
        "    convert_multiple_times, convert_time, from_utc, get_time, to_utc,",
        ")",
    ]
)


def changed(id: str, *swaps: tuple[str, str]) -> str:
    source = solution_of(id)
    for old, new in swaps:
        assert old in source, source
        source = source.replace(old, new)
    return source


CASES = [
    Case(
        "8.1a",
        passes="C, D",
        setup=SETUP,
        wrong=[
            Wrong("next year", changed("8.1a", (', "next_year": False', "")), names="moved-a-year"),
            Wrong(
                "no zone", changed("8.1a", ('"from_timezone": "Europe/Paris", ', "")), names="zone-left-out"
            ),
            Wrong(
                "zone on the other side",
                changed("8.1a", ('"from_timezone": "Europe/Paris"', '"to_timezone": "Europe/Paris"')),
                names="zones-the-wrong-way",
            ),
            Wrong(
                "worked out by hand",
                changed("8.1a", ("10 January at 3 PM", "2025-01-10T15:00:00")),
                names="date-worked-out",
            ),
            Wrong(
                "slots from Lima",
                changed("8.1a", ('"to_timezone": "America/Lima"', '"from_timezone": "America/Lima"')),
                names="zones-the-wrong-way",
            ),
            Wrong(
                "one tool for all",
                changed("8.1a", ("convert_multiple_times", "convert_time")),
                names="another-tool",
            ),
            Wrong(
                "an argument nobody takes",
                changed("8.1a", ('"to_timezone"', '"timezone"')),
                names="arguments-do-not-fit",
            ),
            Wrong("the result, not the call", 'C = "2025-01-10T14:00:00Z"\nD = []', says="a pair"),
            Wrong(
                "a whole sentence",
                changed("8.1a", ("10 January at 3 PM", "I was here on 10 January at 3 PM, I think")),
                says="not_a_time",
            ),
        ],
    ),
    Case(
        "8.1b",
        passes="in_local_time",
        setup=SETUP,
        wrong=[
            Wrong(
                "in only", changed("8.1b", ("from_utc(result, timezone)", "result")), names="converts-one-way"
            ),
            Wrong(
                "out only",
                changed("8.1b", ("to_utc(arguments[name], timezone)", "arguments[name]")),
                names="converts-one-way",
            ),
            Wrong("swapped", changed("8.1b", ("to_utc(arg", "from_utc(arg")), names="conversion-swapped"),
            Wrong(
                "converts everything",
                changed("8.1b", ("for name in times if name in arguments", "for name in arguments")),
                names="converts-what-is-no-time",
            ),
            Wrong(
                "every time must be there",
                changed("8.1b", (" if name in arguments", "")),
                names="converts-what-is-no-time",
            ),
            Wrong(
                "winter's offset",
                changed(
                    "8.1b",
                    (
                        "to_utc(arguments[name], timezone)",
                        "to_utc(arguments[name], from_utc('2025-01-01T00:00:00Z', timezone)[-6:])",
                    ),
                ),
                names="offset-for-zone",
            ),
            Wrong(
                "no function",
                "def in_local_time(fn, timezone, times):\n    return fn(start='2025-01-01')",
                says="a function",
            ),
        ],
    ),
    Case(
        "8.1c",
        passes="by_day",
        setup=SETUP,
        wrong=[
            Wrong(
                "stays in UTC", changed("8.1c", ("to_timezone=timezone", "to_timezone='UTC'")), says="08:00"
            ),
            Wrong(
                "the day of UTC",
                "def by_day(slots, timezone):\n    days = {}\n    for slot in slots:\n"
                "        days.setdefault(slot[:10], []).append(from_utc(slot, timezone)[11:16])\n    return days",
                names="day-of-utc",
            ),
            Wrong(
                "one offset",
                "def by_day(slots, timezone):\n    days = {}\n    shift = from_utc(slots[0], timezone)[-6:]\n"
                "    for local in convert_multiple_times(slots, to_timezone=shift):\n"
                "        days.setdefault(local[:10], []).append(local[11:16])\n    return days",
                names="offset-for-zone",
            ),
            Wrong(
                "an error as a time",
                changed("8.1c", ("if isinstance(local, str):", "if True:")),
                names="failed-item-as-value",
            ),
            Wrong(
                "sorted",
                changed(
                    "8.1c", ("return days", "return {day: sorted(times) for day, times in days.items()}")
                ),
                says="09:15",
            ),
        ],
    ),
    Case(
        "8.2",
        passes="test_local_time",
        setup=SETUP,
        wrong=[
            Wrong(
                "one question",
                "def test_local_time(assistant):\n    with clock.frozen('2026-11-05T14:10:15Z'):\n"
                "        assert '23:10' in assistant('What time is it in Asia/Tokyo?')",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "whole hours only",
                changed("8.2", ("Asia/Kolkata", "Asia/Seoul"), ("19:40", "23:10"), ("06:00", "09:30")),
                names="test-lets-mutant-live",
            ),
            Wrong(
                "one moment",
                changed(
                    "8.2", ('"2026-11-06T00:30:00Z": {"Asia/Tokyo": "09:30", "Asia/Kolkata": "06:00"},', "")
                ),
                names="test-lets-mutant-live",
            ),
            Wrong(
                "forbids UTC",
                changed(
                    "8.2",
                    (
                        "for zone, local in",
                        "assert '14:10' not in assistant('Time in Asia/Tokyo?')\n            for zone, local in",
                    ),
                ),
                names="test-refuses-right-code",
            ),
            Wrong(
                "wants one wording",
                changed("8.2", ("assert local in assistant(", "assert f'It is {local} in' in assistant(")),
                names="test-refuses-right-code",
            ),
            Wrong(
                "the clock runs",
                "def test_local_time(assistant):\n    assert '23:10' in assistant('What time is it in Asia/Tokyo?')",
                names="test-on-a-moving-clock",
            ),
            Wrong("asks nothing", "def test_local_time(assistant):\n    assert True", says="was not asked"),
            Wrong(
                "gives a bool",
                changed("8.2", ("assert local in", "_ = local in")),
                names="test-lets-mutant-live",
            ),
        ],
    ),
    Case(
        "8.3",
        passes="settle",
        setup=SETUP,
        wrong=[
            Wrong(
                "books all",
                "def settle(wall, timezone):\n    return 'book', to_utc(wall, timezone)",
                names="gap-unsaid",
            ),
            Wrong(
                "picks the earlier one",
                changed("8.3", ('"ask", [read["iso"], *read["alternatives"]]', '"book", read["iso"]')),
                names="picks-one-of-two",
            ),
            Wrong(
                "an hour, always",
                "def settle(wall, timezone):\n    read = convert_time(wall, from_timezone=timezone, rich=True)\n"
                "    if read['alternatives']:\n        return 'ask', [read['iso'], *read['alternatives']]\n"
                "    if not from_utc(read['iso'], timezone).startswith(wall):\n"
                "        local = datetime.fromisoformat(wall) + timedelta(hours=1)\n"
                "        return 'moved', to_utc(local.isoformat(), timezone)\n"
                "    return 'book', read['iso']",
                names="assumes-an-hour",
            ),
            Wrong(
                "the later one first",
                changed(
                    "8.3", ('[read["iso"], *read["alternatives"]]', '[*read["alternatives"], read["iso"]]')
                ),
                says="00:15",
            ),
            Wrong(
                "winter's offset",
                "def settle(wall, timezone):\n    if timezone == 'Europe/Paris' and '02:' not in wall:\n"
                "        return 'book', to_utc(wall, '+01:00')\n" + solution_of("8.3").split('"""')[-1],
                names="offset-for-zone",
            ),
            Wrong("refuses", changed("8.3", ('"ask",', '"refuse",')), says="refuse"),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


# --- other right answers pass ------------------------------------------------------------------------------


def case(id: str) -> Case:
    return next(one for one in CASES if one.id == id)


BY_ZONEINFO = """
def settle(wall, timezone):
    zone, utc, found = ZoneInfo(timezone), ZoneInfo("UTC"), []
    local = datetime.fromisoformat(wall)
    for fold in (0, 1):
        instant = local.replace(tzinfo=zone, fold=fold).astimezone(utc)
        if instant.astimezone(zone).replace(tzinfo=None) == local and instant not in found:
            found.append(instant)
    texts = [f"{instant:%Y-%m-%dT%H:%M:%SZ}" for instant in found]
    if len(texts) == 2:
        return "ask", texts
    first = local.replace(tzinfo=zone).astimezone(utc)
    return ("book" if texts else "moved"), f"{first:%Y-%m-%dT%H:%M:%SZ}"
"""


@pytest.mark.parametrize(
    ("id", "source"),
    [
        ("8.3", BY_ZONEINFO),
        (
            "8.3",
            changed(
                "8.3", ('return "ask", [', 'return ["ask", ['), ('"alternatives"]]', '"alternatives"]]]')
            ),
        ),
        (
            "8.1a",
            changed("8.1a", ("10 January at 3 PM", "on Jan 10th at 15:00"), ("America/Lima", "america/lima")),
        ),
        (
            "8.1a",
            changed("8.1a", ('"to_timezone": "America', '"from_timezone": "UTC", "to_timezone": "America')),
        ),
        ("8.1b", changed("8.1b", ("arguments = {**arguments, **local}", "arguments.update(local)"))),
        ("8.2", changed("8.2", ("What time is it in {zone}?", "Time in {zone}, please."))),
        ("8.2", changed("8.2", ("Asia/Tokyo", "Tokyo"))),
    ],
)
def test_other_right_answers_pass(id, source):
    for hidden in (False, True):
        card = checked(case(id), source, hidden=hidden)
        assert card.verdict.passed, f"\n{card}"


@pytest.mark.parametrize("make", [*ch08_slip.RIGHT, *ch08_slip.MUTANTS, *ch08_slip.MORE])
def test_each_assistant_is_what_its_name_says(make):
    assistant = make()
    with clock.frozen("2026-11-05T14:10:15Z"):
        told = [
            assistant(f"What time is it in {zone}?") for zone in ("Asia/Tokyo", "Asia/Kolkata", "Asia/Tokyo")
        ]
        clock.advance(3600)
        later = assistant("What time is it in Asia/Tokyo?")
    right = ["23:10" in told[0], "19:40" in told[1], "23:10" in told[2], "00:10" in later]
    wanted = {
        "reads_UTC_as_local": [False] * 4,
        "slips_every_second_time": [True, False, True, False],
        "drops_half_hours": [True, False, True, True],
        "repeats_the_first_time": [True, True, True, False],
        "adds_the_offset_twice": [False] * 4,
        "says_no_time": [False] * 4,
    }
    assert right == wanted.get(make.__name__, [True] * 4)


def test_the_planted_slip_is_540_minutes_in_tokyo():
    with clock.frozen("2026-11-05T14:10:15Z"):
        assert "14:10" in ch08_slip.reads_UTC_as_local()("What time is it in Asia/Tokyo?")
        assert from_utc("2026-11-05T14:10:15Z", "Asia/Tokyo")[11:16] == "23:10"
    assert (23 * 60 + 10) - (14 * 60 + 10) == 540


# --- predictions and quiz ----------------------------------------------------------------------------------

PREDICTIONS = {one.id: one.answer for one in CHAPTER.predictions}
NOW = "2025-01-15T09:30:00+01:00"


def test_the_model_puts_a_z_behind_the_wall_clock():
    moment = {"type": "string", "format": "date-time", "description": "Start, ISO 8601"}
    schema = {"type": "object", "properties": {"start_time": moment}, "required": ["start_time"]}
    booked = []
    desk = Tool(
        "book_appointment", "Book an appointment. Use it when the user wants one.", schema, booked_by(booked)
    )
    client, _ = connect(ToyModel(), quiet=True)
    line = "Today is Wednesday, 15 January 2025, in Europe/Paris."
    with clock.frozen(NOW):
        run(client, [desk], "Book an appointment tomorrow at 2 PM.", system=line, state_date=False)
    assert from_utc(booked[-1], "Europe/Paris")[11:16] in PREDICTIONS["8.a"]


def booked_by(booked: list):
    return lambda start_time: booked.append(start_time) or "Booked."


def test_an_offset_is_kept_while_the_clocks_change():
    assert from_utc(to_utc("2025-03-31T09:00:00", "+01:00"), "Europe/Paris")[11:16] == PREDICTIONS["8.c"]
    assert from_utc(to_utc("2025-03-31T09:00:00", "Europe/Paris"), "Europe/Paris")[11:16] == "09:00"


def test_a_gap_is_left_forward_and_said():
    read = convert_time("2025-03-30T02:30:00", True, "Europe/Paris", "Europe/Paris", rich=True)
    assert read["iso"][11:16] == PREDICTIONS["8.d"] and "does not exist" in read["note"]


def test_only_the_dynamic_variable_sees_midnight():
    prompt = PromptTemplate("{current_date} {current_date dynamic}", timezone="Europe/Paris")
    with clock.frozen("2025-01-15T23:50:00+01:00"):
        first = prompt().split()
        clock.advance(15 * 60)
        second = prompt().split()
    assert first == ["2025-01-15"] * 2
    assert second == ["2025-01-15", "2025-01-16"] and "dynamic" in PREDICTIONS["8.e"]


def test_the_quiz_is_right_where_code_can_show_it():
    assert from_utc("2025-01-16T23:30:00Z", "Asia/Tokyo")[:10] == "2025-01-17"  # 8.q5
    read = convert_time("2025-10-26T02:30:00", True, "Europe/Paris", rich=True)  # 8.q6
    assert (read["iso"], read["alternatives"]) == ("2025-10-26T00:30:00Z", ["2025-10-26T01:30:00Z"])
    assert from_utc(to_utc("2025-04-07T09:00:00", "+01:00"), "Europe/Paris")[11:16] == "10:00"  # 8.q2
