"""Chapter 8, telling time: the checkers behind its exercises on conversion (8.1).

The learner's test of 8.2 is tried in `ch08_slip`, the clock changes of 8.3 in `ch08_nights`.

Right values come from the course's clock tools, on a frozen clock, for dates whose rules are settled.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ..errors import ClockToolError
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import called, compared, result_of

WORKED_OUT = Misconception(
    "date-worked-out",
    "The arguments hold a date that was worked out, and it is right on one day only.",
    "Pass the words as they were said; the tool knows today.",
)
ZONE_LEFT_OUT = Misconception(
    "zone-left-out",
    "Without a zone the words count as said in UTC.",
    "Say where the words were spoken: `from_timezone`.",
)
MOVED_A_YEAR = Misconception(
    "moved-a-year",
    "A date without a year that has passed became next year's.",
    "For something that has happened, pass `next_year=False`.",
)
WRONG_WAY = Misconception(
    "zones-the-wrong-way",
    "The zone was named on the wrong side: it is where the answer is read, not where the value comes from.",
    "`from_timezone` belongs to what was said, `to_timezone` to who reads the answer.",
)
OTHER_TOOL = Misconception(
    "another-tool",
    "Another tool answers this.",
    "Now: `get_time`. One phrase: `convert_time`. A list: `convert_multiple_times`.",
)
ONE_WAY = Misconception(
    "converts-one-way",
    "The border was crossed in one direction only, so one side got the other side's time.",
    "Convert the arguments on their way in and the result on its way out.",
)
SWAPPED = Misconception(
    "conversion-swapped",
    "The conversion runs the wrong way round.",
    "`to_utc` on the way in, `from_utc` on the way out.",
)
CONVERTS_ALL = Misconception(
    "converts-what-is-no-time",
    "An argument that is no time was converted.",
    "Convert the arguments named in `times`, if they were passed, and leave the others alone.",
)
OFFSET_FOR_ZONE = Misconception(
    "offset-for-zone",
    "One offset was used all year, but the zone's offset changes.",
    "Convert each value with the zone's name; never add hours.",
)
DAY_OF_UTC = Misconception(
    "day-of-utc",
    "The day was cut from the UTC text, and elsewhere it is already another day.",
    "Convert first, then cut date and time from the local text.",
)
FAILED_ITEM = Misconception(
    "failed-item-as-value",
    "An item that failed is a dict with an error, and it was treated like a time.",
    "Look at each item: a text is a time, a dict says what went wrong.",
)


# --- 8.1a: calls -------------------------------------------------------------------------------------------

_D_SLOTS = ["2025-01-16T13:00:00Z", "2025-01-17T08:30:00Z"]
_RIGHT = {
    "C": (
        "convert_time",
        {"usertime": "10 January at 3 PM", "from_timezone": "Europe/Paris", "next_year": False},
    ),
    "D": ("convert_multiple_times", {"usertimes": _D_SLOTS, "to_timezone": "America/Lima"}),
}


def _answer(name: str, arguments: dict) -> Any:
    """What the tool gives; an error as text, so that it compares and reads."""
    from .. import tools

    try:
        return getattr(tools, name)(**copy.deepcopy(arguments))
    except ClockToolError as error:
        return f"{error.code}: {error.message}"


def _calls(answers: dict[str, Any], moments: list[str]) -> Verdict:
    from .. import clock

    for letter, given in answers.items():
        name, arguments = _RIGHT[letter]
        if not _is_call(given):
            return not_yet(call=letter, yours=given, expected="a pair: the tool's name, a dict of arguments")
        if given[0] != name:
            return not_yet(call=letter, yours=given[0], expected="another tool", misconception=OTHER_TOOL)
        for moment in moments:
            with clock.frozen(moment):
                wrong = _called_rightly(
                    f"{letter}, called on {moment[:10]}", *given, _answer(name, arguments)
                )
            if wrong:
                return wrong
    return passed(f"Both calls, on {len(moments)} different days.")


def _is_call(given: Any) -> bool:
    pair = isinstance(given, (tuple, list)) and len(given) == 2
    return pair and isinstance(given[0], str) and isinstance(given[1], dict)


def _called_rightly(call: str, name: str, arguments: dict, right: Any) -> Verdict | None:
    try:
        yours = _answer(name, arguments)
    except TypeError as error:
        why = str(error).replace(f"{name}() ", "")
        return not_yet(call=call, yours=arguments, why=why, misconception="arguments-do-not-fit")
    if yours == right:
        return None
    return not_yet(call=call, yours=yours, expected=right, misconception=_belief(name, arguments))


def _belief(name: str, arguments: dict) -> Misconception | None:
    if name == "convert_multiple_times":
        return WRONG_WAY if "to_timezone" not in arguments and "from_timezone" in arguments else None
    if "from_timezone" not in arguments:
        return WRONG_WAY if "to_timezone" in arguments else ZONE_LEFT_OUT
    if arguments.get("next_year", True):
        return WORKED_OUT if "20" in str(arguments.get("usertime")) else MOVED_A_YEAR
    return WORKED_OUT if "20" in str(arguments.get("usertime")) else None


def check_calls(C, D) -> Verdict:
    return _calls({"C": C, "D": D}, ["2025-01-15T09:30:00+01:00", "2026-03-02T09:30:00+01:00"])


def hidden_calls(C, D) -> Verdict:
    return _calls({"C": C, "D": D}, ["2025-06-30T23:59:00+02:00", "2024-01-11T00:10:00+01:00"])


# --- 8.1b: wrap a tool -------------------------------------------------------------------------------------


def _wrapping(in_local_time: Callable, cases: list[tuple[str, list[str], dict]]) -> Verdict:
    from ..tools import from_utc, to_utc

    for zone, times, arguments in cases:
        received: list[dict] = []

        def fn(_received=received, **utc: Any) -> Any:
            _received.append(utc)
            return utc[next(iter(utc))]

        call = f"in_local_time(fn, {zone!r}, {times})(**{shown(arguments)})"
        wrapped = result_of(in_local_time, fn, zone, list(times))
        if not callable(wrapped):
            return not_yet(call=f"in_local_time(fn, {zone!r}, {times})", yours=wrapped, expected="a function")
        wanted = {n: to_utc(v, zone) if n in times else v for n, v in arguments.items()}
        try:
            yours = result_of(wrapped, **copy.deepcopy(arguments))
        except (ClockToolError, KeyError) as error:
            if set(times) == set(arguments):
                raise
            why = f"{type(error).__name__}: {error}"
            return not_yet(call=call, yours=why, expected="a result", misconception=CONVERTS_ALL)
        out = from_utc(wanted[next(iter(wanted))], zone)
        wrong = _crossed_in(call, received, wanted, arguments, zone) or _crossed_out(call, yours, out, wanted)
        if wrong:
            return wrong
    return passed(f"{len(cases)} calls: local in, UTC inside, local out.")


def _crossed_in(call: str, received: list[dict], wanted: dict, given: dict, zone: str) -> Verdict | None:
    from ..tools import from_utc, to_utc

    if len(received) != 1:
        return not_yet(call=call, yours=f"fn was called {len(received)} times", expected="once")
    got = received[0]
    if got == wanted:
        return None
    belief = None
    name = next((n for n in wanted if got.get(n) != wanted[n]), next(iter(wanted)))
    if got.get(name) == given[name]:
        belief = ONE_WAY
    elif wanted[name] == given[name]:
        belief = CONVERTS_ALL
    elif isinstance(given[name], str) and got.get(name) == from_utc(given[name], zone):
        belief = SWAPPED
    elif isinstance(got.get(name), str) and _is_an_hour_off(got[name], wanted[name], to_utc):
        belief = OFFSET_FOR_ZONE
    return not_yet(call=f"{call}, what fn received", yours=got, expected=wanted, misconception=belief)


def _is_an_hour_off(one: str, other: Any, to_utc: Callable) -> bool:
    from datetime import datetime

    try:
        first, second = (
            datetime.fromisoformat(to_utc(text, "UTC").replace("Z", "+00:00")) for text in (one, other)
        )
    except (ClockToolError, TypeError, AttributeError):
        return False
    return abs((first - second).total_seconds()) == 3600


def _crossed_out(call: str, yours: Any, out: Any, wanted: dict) -> Verdict | None:
    if yours == wanted[next(iter(wanted))]:
        return not_yet(call=call, yours=yours, expected=out, misconception=ONE_WAY)
    return compared(call, yours, out)


def check_in_local_time(in_local_time: Callable) -> Verdict:
    cases = [
        ("Asia/Tokyo", ["start"], {"start": "2025-01-17T08:30:00"}),
        ("Europe/Paris", ["start"], {"start": "2025-07-16T14:00:00"}),
        ("America/New_York", ["start"], {"start": "2025-01-16T14:00:00+01:00", "guest": "Ada at noon"}),
        ("Europe/Paris", ["starts", "end"], {"starts": ["2025-03-28T09:00:00", "2025-03-31T09:00:00"]}),
    ]
    return _wrapping(in_local_time, cases)


def hidden_in_local_time(in_local_time: Callable) -> Verdict:
    cases = [
        (
            "Asia/Kolkata",
            ["start", "end"],
            {"start": "2025-05-01T00:15:00", "end": "2025-05-01T00:45:00", "note": "2025"},
        ),
        ("Australia/Sydney", ["start"], {"start": "2025-12-24T20:00:00Z", "room": 2}),
        ("America/Lima", ["at"], {"at": ["2025-12-31T23:00:00"]}),
    ]
    return _wrapping(in_local_time, cases)


# --- 8.1c: free slots --------------------------------------------------------------------------------------


def _by_day(by_day: Callable, cases: list[tuple[list[str], str]]) -> Verdict:
    for slots, zone in cases:
        call, right = called(by_day, slots, zone), _grouped(slots, zone)
        given = list(slots)
        try:
            yours = result_of(by_day, given, zone)
        except Exception:
            if "error" not in str(_converted(slots, zone)):
                raise
            return not_yet(call=call, yours="an exception", expected=right, misconception=FAILED_ITEM)
        if given != slots:
            return not_yet(call=call, yours=given, expected=slots, misconception="changes-its-input")
        wrong = compared(call, yours, right, misconception=_day_belief(yours, slots, zone, right))
        if wrong:
            return wrong
    return passed(f"{len(cases)} calendars, over midnight and over a clock change.")


def _converted(slots: list[str], zone: str) -> list:
    from ..tools import convert_multiple_times

    return convert_multiple_times(list(slots), to_timezone=zone)


def _grouped(slots: list[str], zone: str) -> dict[str, list[str]]:
    days: dict[str, list[str]] = {}
    for local in _converted(slots, zone):
        if isinstance(local, str):
            days.setdefault(local[:10], []).append(local[11:16])
    return days


def _day_belief(yours: Any, slots: list[str], zone: str, right: dict) -> Misconception | None:
    if not isinstance(yours, dict):
        return None
    if yours == _grouped(slots, "UTC") or set(yours) == set(_grouped(slots, "UTC")) != set(right):
        return DAY_OF_UTC
    offsets = [text[-6:] for text in _converted(slots, zone) if isinstance(text, str)]
    fixed = [_grouped(slots, offset) for offset in set(offsets) if offset[0] in "+-"]
    if len(set(offsets)) > 1 and yours in fixed:
        return OFFSET_FOR_ZONE
    return FAILED_ITEM if "error" in str(yours) else None


def check_by_day(by_day: Callable) -> Verdict:
    cases = [
        (["2025-01-16T08:00:00Z", "2025-01-16T10:30:00Z"], "Europe/Paris"),
        (["2025-01-16T02:00:00Z", "2025-01-16T15:00:00Z", "2025-01-16T14:15:00Z"], "America/Lima"),
        (["2025-03-28T08:00:00Z", "2025-03-31T08:00:00Z"], "Europe/Paris"),
        (["2025-01-16T14:45:00Z", "on request", "2025-01-16T16:45:00Z"], "Asia/Kolkata"),
        ([], "Asia/Tokyo"),
    ]
    return _by_day(by_day, cases)


def hidden_by_day(by_day: Callable) -> Verdict:
    cases = [
        (["full", "2025-10-31T23:00:00Z", "2025-11-03T23:00:00Z", "full"], "America/New_York"),
        (["2025-12-31T18:20:00Z"], "Asia/Kathmandu"),
    ]
    return _by_day(by_day, cases)
