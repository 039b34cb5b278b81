"""Chapter 5: the checker behind exercise 5.4, in which the learner writes the test.

The learner's test is tried on correct steps, which it must let pass, and on wrong ones, each with one fault that
has a name, which it must catch.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from .diagnosis import diagnose
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import result_of

Step = Callable[[list, dict], Awaitable[list[dict]]]

TOO_TIGHT = Misconception(
    "test-too-tight",
    "The test fails a correct step because it came a little late; on a busy machine it would fail now and then.",
    "Sleep for tenths of a second, and draw the line halfway between the slowest call and the sum.",
)
FAILS_THE_GOOD = Misconception(
    "test-fails-the-good",
    "The test fails a step that does everything right.",
    "First make a test that a correct step passes, then add one demand after the other.",
)
_TRIES = 3
_LATE_S = 0.05


def _misses(name: str, what: str, cure: str) -> Misconception:
    return Misconception(f"misses-{name}", f"The test passes a step that {what}.", cure)


# --- steps -------------------------------------------------------------------------------------------------


async def _one(call: Any, tools: dict[str, Any]) -> dict:
    result = {"type": "tool_result", "tool_use_id": call.id}
    try:
        return {**result, "content": str(await _output(call, tools))}
    except Exception as error:
        return {**result, "is_error": True, "content": f"{type(error).__name__}: {error}"}


async def _output(call: Any, tools: dict[str, Any]) -> Any:
    tool = tools[call.name]
    if inspect.iscoroutinefunction(tool.fn):
        return await asyncio.wait_for(tool.fn(**call.input), timeout=tool.timeout_s)
    return await asyncio.to_thread(tool.fn, **call.input)


async def together(calls: list, tools: dict[str, Any]) -> list[dict]:
    """The reference."""
    return await asyncio.gather(*[_one(call, tools) for call in calls])


async def late(calls: list, tools: dict[str, Any]) -> list[dict]:
    """The reference on a busy machine: the last call begins at once, the others a little later."""

    async def begin(number: int, call: Any) -> dict:
        await asyncio.sleep(_LATE_S if number < len(calls) - 1 else 0)
        return await _one(call, tools)

    return await asyncio.gather(*[begin(number, call) for number, call in enumerate(calls)])


async def one_by_one(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: the sum, not the slowest."""
    return [await _one(call, tools) for call in calls]


async def as_they_finish(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: the order of finishing."""
    return [await done for done in asyncio.as_completed([_one(call, tools) for call in calls])]


async def late_binding(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: every call gets the last one's output, as with a lambda made in a loop."""
    results = await together(calls, tools)
    last = [result["content"] for result in results if not result.get("is_error")][-1:]
    return [{**result, **({} if result.get("is_error") else {"content": last[0]})} for result in results]


async def by_name(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: the tool's name stands where the call's id belongs."""
    results = await together(calls, tools)
    return [{**result, "tool_use_id": call.name} for result, call in zip(results, calls, strict=True)]


async def all_or_nothing(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: one failure takes the others along."""
    try:
        outputs = await asyncio.gather(*[_output(call, tools) for call in calls])
    except Exception as error:
        return [
            {"type": "tool_result", "tool_use_id": call.id, "is_error": True, "content": str(error)}
            for call in calls
        ]
    return [
        {"type": "tool_result", "tool_use_id": call.id, "content": str(output)}
        for call, output in zip(calls, outputs, strict=True)
    ]


async def unmarked(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: a failure looks like any other result."""
    return [{**result, "is_error": False} for result in await together(calls, tools)]


async def without_failures(calls: list, tools: dict[str, Any]) -> list[dict]:
    """Wrong: a failed call is left without a result."""
    return [result for result in await together(calls, tools) if not result.get("is_error")]


MUTANTS: dict[Step, Misconception] = {
    one_by_one: _misses(
        "the-sum",
        "runs one call after the other",
        "Measure the step, and compare with the slowest call and with the sum.",
    ),
    as_they_finish: _misses(
        "the-order",
        "gives its results in finishing order",
        "Let the first call be the slowest, and compare the ids with those of the calls, in order.",
    ),
    late_binding: _misses(
        "the-mix-up",
        "gives each call the last one's output",
        "Let the outputs differ, and compare each content with what its own call must give.",
    ),
    by_name: _misses(
        "the-ids",
        "puts the tool's name where the id belongs",
        "Compare each `tool_use_id` with the id of its call.",
    ),
    all_or_nothing: _misses(
        "the-loss",
        "loses all results when one call fails",
        "Ask for `broken` beside the others, and expect their results all the same.",
    ),
    unmarked: _misses(
        "the-mark",
        "sends a failure without `is_error`",
        "Look at the result of `broken`, too.",
    ),
}
HIDDEN_MUTANTS: dict[Step, Misconception] = {
    **MUTANTS,
    without_failures: _misses(
        "the-gap", "leaves the failed call unanswered", "Count: there is one result for each call."
    ),
}


# --- the checker -------------------------------------------------------------------------------------------


def _verdict(test_step: Callable, mutants: dict[Step, Misconception]) -> Verdict:
    wrong = _fails(test_step, together, FAILS_THE_GOOD) or _fails(test_step, late, TOO_TIGHT)
    if wrong:
        return wrong
    for mutant, named in mutants.items():
        try:
            _tried(test_step, mutant)
        except Exception:
            continue
        what = named.message.removeprefix("The test passes a step that ").rstrip(".")
        return not_yet(
            call=f"test_step(a step that {what})",
            yours="no error: the step passed",
            expected="AssertionError",
            misconception=named,
        )
    return passed(f"Two correct steps pass, one of them late; {len(mutants)} wrong ones are caught.")


def _tried(test_step: Callable, step: Step) -> Any:
    """What the learner's test gives back for `step`; coroutines it made and never awaited are put away."""
    made: list[Any] = []

    def watched(calls: list, tools: dict[str, Any]) -> Any:
        made.append(step(calls, tools))
        return made[-1]

    try:
        return result_of(test_step, watched)
    finally:
        for one in made:
            one.close()


def _fails(test_step: Callable, step: Step, named: Misconception) -> Verdict | None:
    """None when the test lets `step` pass, in one of three tries: this machine may be busy, too."""
    for _ in range(_TRIES):
        try:
            yours = _tried(test_step, step)
        except NotImplementedError:
            raise
        except Exception as error:
            problem = error
            continue
        if yours is None or yours is True:
            return None
        why = "A test gives back nothing; it raises when something is wrong."
        return not_yet(call="test_step(a correct step)", yours=yours, expected="no result", why=why)
    late_by = f", {_LATE_S:g} s late" if step is late else ""
    found = diagnose(problem).misconception
    known = found if found is not None and found.id in ("asyncio-run-in-notebook", "forgot-await") else named
    return not_yet(
        call=f"test_step(a correct step{late_by})",
        yours=f"{type(problem).__name__}: {problem}".removesuffix(": "),
        expected="no error",
        misconception=known,
    )


def check_test_step(test_step: Callable) -> Verdict:
    return _verdict(test_step, MUTANTS)


def hidden_test_step(test_step: Callable) -> Verdict:
    return _verdict(test_step, HIDDEN_MUTANTS)
