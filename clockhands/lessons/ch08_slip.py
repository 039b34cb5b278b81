"""Chapter 8: the assistants a learner's test of 8.2 is tried on, right ones and broken ones.

Each is made anew for every trial, and reads the course's clock whenever it is asked. The planted slip is a
real one: the toy model, in the course's loop, reads the UTC field of a result that holds both times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from .. import clock
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import result_of

WEAK_TEST = Misconception(
    "test-lets-mutant-live",
    "The test accepts an assistant that is broken.",
    "Ask what this assistant gets wrong: more than one question, zone and moment.",
)
STRICT_TEST = Misconception(
    "test-refuses-right-code",
    "The test fails an assistant that is right.",
    "Assert what the contract says, the local time as HH:MM, and nothing more.",
)
MOVING_CLOCK = Misconception(
    "test-on-a-moving-clock",
    "The test asked without freezing the clock, so what is right changes every minute.",
    "Ask inside `with clock.frozen(...):`, and compare with the time you worked out for that moment.",
)

Assistant = Callable[[str], str]
OUTSIDE = "2027-02-03T04:05:06Z"


def _zone(question: str) -> str:
    """The zone a question names, by its own name or by a city of one; UTC when it names none."""
    from ..errors import ClockToolError
    from ..tools.zones import find_zone

    named = re.search(r"\b(?:[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_+-]+)+|UTC)", question)
    place = re.search(r"\b(?:in|at|for) ([A-Z][\w ]+)", question)
    text = named.group() if named else place[1].strip() if place else "UTC"
    try:
        return find_zone(text).name
    except ClockToolError as error:
        if not error.suggestions:
            raise
        return error.suggestions[0]


def _local(zone: str) -> datetime:
    from ..tools import from_utc

    return datetime.fromisoformat(from_utc(clock.now().isoformat(), zone).replace("Z", "+00:00"))


def _city(zone: str) -> str:
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def says_the_local_time() -> Assistant:
    return lambda question: f"It is {_local(_zone(question)):%H:%M} in {_city(_zone(question))}."


def names_utc_as_well() -> Assistant:
    def answer(question: str) -> str:
        local = _local(_zone(question))
        return f"In {_city(_zone(question))} it is {local.isoformat(timespec='seconds')}, UTC {clock.now():%H:%M}."

    return answer


def _with_both_fields(slip_rate: float) -> Assistant:
    """The toy model in the course's loop, on a clock tool whose result holds UTC and local time."""
    from ..agent import run
    from ..client import connect
    from ..mock import ToyModel
    from ..tools import Tool, from_utc

    def read_clock(timezone: str) -> dict:
        utc = clock.now().isoformat(timespec="seconds").replace("+00:00", "Z")
        return {"utc": utc, "local": from_utc(utc, timezone)}

    schema = {"type": "object", "properties": {"timezone": {"type": "string"}}, "required": ["timezone"]}
    about = "Get the time in a time zone. Use it whenever an answer depends on the time now."
    tool = Tool("get_current_time", about, schema, read_clock, timeout_s=5)
    client, _ = connect(ToyModel(slip_rate=slip_rate), quiet=True)
    return lambda question: (
        run(client, [tool], f"What time is it in {_zone(question)}?", state_date=False).text
    )


def reads_the_right_field() -> Assistant:
    return _with_both_fields(0.0)


def reads_UTC_as_local() -> Assistant:
    return _with_both_fields(1.0)


def slips_every_second_time() -> Assistant:
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        when = _local(_zone(question)) if len(asked) % 2 else clock.now()
        return f"It is {when:%H:%M} in {_city(_zone(question))}."

    return answer


def drops_half_hours() -> Assistant:
    def answer(question: str) -> str:
        local = _local(_zone(question))
        odd = (local.utcoffset() or timedelta()) % timedelta(hours=1)
        return f"It is {local - odd:%H:%M} in {_city(_zone(question))}."

    return answer


def repeats_the_first_time() -> Assistant:
    told: dict[str, str] = {}

    def answer(question: str) -> str:
        zone = _zone(question)
        return told.setdefault(zone, f"It is {_local(zone):%H:%M} in {_city(zone)}.")

    return answer


def adds_the_offset_twice() -> Assistant:
    def answer(question: str) -> str:
        local = _local(_zone(question))
        return f"It is {local + (local.utcoffset() or timedelta()):%H:%M} in {_city(_zone(question))}."

    return answer


def says_no_time() -> Assistant:
    return lambda question: f"I cannot tell the time in {_city(_zone(question))}."


RIGHT = [says_the_local_time, names_utc_as_well, reads_the_right_field]
MUTANTS = [reads_UTC_as_local, slips_every_second_time, drops_half_hours, repeats_the_first_time]
MORE = [adds_the_offset_twice, says_no_time]


@contextmanager
def _watched(assistant: Assistant) -> Iterator[tuple[Assistant, list[bool]]]:
    """The assistant on a clock of ours, and for each question whether the test had frozen its own."""
    frozen: list[bool] = []

    def answer(question: str) -> str:
        frozen.append(clock.now() != outside)
        return assistant(question)

    with clock.frozen(OUTSIDE):
        outside = clock.now()
        yield answer, frozen


def _tests(test: Callable, mutants: list[Callable[[], Assistant]]) -> Verdict:
    for make in RIGHT:
        wrong = _accepted(test, make)
        if wrong:
            return wrong
    for make in mutants:
        with _watched(make()) as (assistant, _):
            try:
                result_of(test, assistant)
            except AssertionError:
                continue
        return not_yet(
            call=f"test_local_time(an assistant that {make.__name__.replace('_', ' ')})",
            yours="no error",
            expected="AssertionError",
            misconception=WEAK_TEST,
        )
    return passed(f"It accepts {len(RIGHT)} right assistants and catches {len(mutants)} broken ones.")


def _accepted(test: Callable, make: Callable[[], Assistant]) -> Verdict | None:
    call = f"test_local_time(an assistant that {make.__name__.replace('_', ' ')})"
    with _watched(make()) as (assistant, frozen):
        try:
            result_of(test, assistant)
            raised = None
        except AssertionError as error:
            raised = error
    if not frozen:
        return not_yet(call=call, yours="the assistant was not asked", expected="a question")
    if raised is None:
        return None
    belief = STRICT_TEST if all(frozen) else MOVING_CLOCK
    why = f"It raised: {shown(str(raised), 120)}" if str(raised) else ""
    return not_yet(call=call, yours="AssertionError", expected="no error", why=why, misconception=belief)


def check_test_local_time(test_local_time: Callable) -> Verdict:
    return _tests(test_local_time, MUTANTS)


def hidden_test_local_time(test_local_time: Callable) -> Verdict:
    return _tests(test_local_time, [*MUTANTS[::-1], *MORE])
