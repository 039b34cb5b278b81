"""Chapter 5, parallel calls: the checkers behind exercise 5.3, one failure isolated and side effects alone.

Who ran beside whom is read off a log of events, not off a clock; only a hang needs real time, and little of it.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .ch05_checks import NOT_ASYNC, Meeting, a_call, apart, asked, result, results_fault
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import Where, called, compared, result_of

NO_TIMEOUT = Misconception(
    "waits-for-ever",
    "The call was waited for as long as it liked.",
    "Bound the wait with `asyncio.wait_for` and the tool's own `timeout_s`.",
)
WRONG_TIMEOUT = Misconception(
    "timeout-not-the-tools",
    "The call was given up although its tool may take longer.",
    "Each tool says how long it may take: `tool.timeout_s`.",
)
SILENT_TIMEOUT = Misconception(
    "silent-timeout",
    "The text of a timeout error is empty, so the model hears nothing.",
    "Write the sentence yourself: which tool gave no result, and within what time.",
)
PARALLEL_UNASKED = Misconception(
    "parallel-unasked",
    "A call with a side effect ran beside another call, and nobody has said that it may.",
    "Wait for the calls before it, run it alone, and start the next ones when it has ended.",
)
OUT_OF_PLACE = Misconception(
    "effect-out-of-place",
    "A call with a side effect was moved to another place in the order.",
    "Keep the model's order: what it asked for later may depend on what came before.",
)


def tool(fn: Callable, *, name: str = "", **terms: Any) -> Any:
    """A Tool around `fn`, under its name, with two seconds of time unless `terms` say otherwise."""
    from ..tools import Tool

    return Tool(name or fn.__name__, "A tool.", {"type": "object"}, fn, **{"timeout_s": 2.0, **terms})


def plainly(block: Any) -> Any:
    """`is_error: False` says what leaving it out says."""
    if isinstance(block, dict) and block.get("is_error") is False:
        return {key: value for key, value in block.items() if key != "is_error"}
    return block


# --- 5.3a: one failure, isolated ---------------------------------------------------------------------------


async def _patient(word: str) -> str:
    await asyncio.sleep(0.4)
    return word.upper()


async def _hangs(**arguments: Any) -> str:
    await asyncio.sleep(1.5)
    return "late"


def _fails(text: str) -> None:
    raise LookupError(text)


def _says(*pieces: str) -> Where:
    named = f" that names {' and '.join(map(repr, pieces))}" if pieces else ""
    return Where(f"text{named}", lambda text: bool(text.strip()) and all(piece in text for piece in pieces))


def _tools(hang: float) -> dict[str, Any]:
    return {
        "count": tool(len, name="count"),
        "patient": tool(_patient, name="patient"),
        "fails": tool(_fails, name="fails"),
        "hangs": tool(_hangs, name="hangs", timeout_s=hang),
        "shout": tool(lambda word: word.upper(), name="shout"),
    }


def _answer(answer: Callable, cases: list) -> Verdict:
    if not inspect.iscoroutinefunction(answer):
        return not_yet(yours="a plain function", expected="async def answer", misconception=NOT_ASYNC)
    for wanted, content, is_error in cases:
        tools = _tools(0.1)
        (_, (block,)) = asked(wanted)
        right, call = result(block, content, is_error), called(answer, block, tools)
        try:
            yours = plainly(result_of(answer, block, tools))
        except NotImplementedError:
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}".removesuffix(": ")
            return not_yet(call=call, yours=said, expected=right, misconception="exception-escapes")
        wrong = _answer_fault(call, yours, right, block) or compared(call, yours, right)
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} calls: good, slow, hanging, failing, unknown.")


def _answer_fault(call: str, yours: Any, right: dict, block: Any) -> Verdict | None:
    if not isinstance(yours, dict) or yours.get("tool_use_id") != block.id:
        return None
    said, named = str(yours.get("content") or "").strip(), None
    if block.name == "hangs" and said == "late":
        named = NO_TIMEOUT
    elif block.name == "patient" and yours.get("is_error"):
        named = WRONG_TIMEOUT
    elif "is_error" in right and yours.get("is_error") is not True:
        named = "error-not-marked"
    elif block.name == "hangs" and not said:
        named = SILENT_TIMEOUT
    elif "is_error" in right and not right["content"].accepts(said):
        named = "hidden-error"
    return not_yet(call=call, yours=yours, expected=right, misconception=named) if named else None


def check_answer(answer: Callable) -> Verdict:
    return _answer(
        answer,
        [
            (a_call("shout", word="now"), "NOW", False),
            (a_call("patient", word="soon"), "SOON", False),
            (a_call("fails", text="no zone Mars/Olympus_Mons"), _says("no zone Mars/Olympus_Mons"), True),
            (a_call("hangs", timezone="Asia/Tokyo"), _says(), True),
            (a_call("shout", text="now"), _says(), True),
            (a_call("fly", to="Mars"), _says(), True),
        ],
    )


def hidden_answer(answer: Callable) -> Verdict:
    return _answer(
        answer,
        [
            (a_call("patient", word="later"), "LATER", False),
            (a_call("hangs"), _says(), True),
            (a_call("fails", text="out of order"), _says("out of order"), True),
            (a_call("land"), _says(), True),
        ],
    )


# --- 5.3b: a whole step ------------------------------------------------------------------------------------


@dataclass
class _Log:
    """When each call began and ended, counted in events."""

    begun: dict[str, int] = field(default_factory=dict)
    ended: dict[str, int] = field(default_factory=dict)
    events: itertools.count = field(default_factory=itertools.count)

    async def span(self, label: str) -> str:
        self.begun[label] = next(self.events)
        await asyncio.sleep(0.03)
        self.ended[label] = next(self.events)
        return label


def _run_step(run_step: Callable, plans: list[str]) -> Verdict:
    if not inspect.iscoroutinefunction(run_step):
        return not_yet(yours="a plain function", expected="async def run_step", misconception=NOT_ASYNC)
    for plan in plans:
        wrong = _one_step(run_step, plan)
        if wrong:
            return wrong
    return passed(f"Tried on {len(plans)} replies with reads, writes, failures, hangs and unknown names.")


def _one_step(run_step: Callable, plan: str) -> Verdict | None:
    """plan: one letter a call: r reads, w writes (a side effect), f fails, h hangs, u is unknown."""
    names = {"r": "read", "w": "write", "f": "fails", "h": "hangs", "u": "unknown"}
    labels = [f"{letter}{n}" for n, letter in enumerate(plan)]
    _, calls = asked(*[a_call(names[label[0]], label=label) for label in labels])
    log, meetings = _Log(), dict(_meetings(plan, labels))

    async def read(label: str) -> str:
        await meetings[label].join()
        return await log.span(label)

    def fails(label: str) -> None:
        raise LookupError(f"{label} is out of order")

    tools = {"read": tool(read, timeout_s=5.0), "write": tool(log.span, name="write", side_effect=True),
             "fails": tool(fails), "hangs": tool(_hangs, name="hangs", timeout_s=0.1)}  # fmt: skip
    right = [_expected(one, label) for one, label in zip(calls, labels, strict=True)]
    call = called(run_step, calls, tools)
    try:
        yours = result_of(run_step, calls, tools)
    except NotImplementedError:
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        return not_yet(call=call, yours=said, expected=right, misconception="one-failure-loses-all")
    yours = [plainly(one) for one in yours] if isinstance(yours, (list, tuple)) else yours
    wrong = results_fault(call, yours, right, calls) or compared(call, yours, right)
    missed = next((meeting for meeting in meetings.values() if meeting.missed), None)
    return wrong or _order_fault(call, log, labels) or (apart(call, missed) if missed else None)


def _meetings(plan: str, labels: list[str]):
    """A meeting for each run of neighbours that may run together; only the readers among them meet."""
    place = 0
    for alone, run in itertools.groupby(plan, key=lambda letter: letter == "w"):
        group = labels[place : place + len(list(run))]
        place += len(group)
        meeting = Meeting(sum(label[0] == "r" for label in group))
        yield from ((label, meeting) for label in group if not alone)


def _expected(block: Any, label: str) -> dict:
    if label[0] in "rw":
        return result(block, label)
    return result(block, _says(f"{label} is out of order") if label[0] == "f" else _says(), is_error=True)


def _order_fault(call: str, log: _Log, labels: list[str]) -> Verdict | None:
    """A write overlaps nothing, and stands where the model put it."""
    spans = {label: (log.begun[label], log.ended[label]) for label in labels if label in log.ended}
    for write in (label for label in spans if label[0] == "w"):
        for other in (label for label in spans if label != write):
            first, second = sorted((write, other), key=labels.index)
            if spans[first][1] < spans[second][0]:
                continue
            named = OUT_OF_PLACE if spans[second][1] < spans[first][0] else PARALLEL_UNASKED
            story = f"{second} began before {first} had ended"
            why = "In this trial, calls named w have a side effect; the number is the call's place."
            expected = f"{first}, then {second}"
            return not_yet(call=call, yours=story, expected=expected, why=why, misconception=named)
    return None


def check_run_step(run_step: Callable) -> Verdict:
    return _run_step(run_step, ["rrr", "rfr", "rhr", "ww", "rwrr", "ruw"])


def hidden_run_step(run_step: Callable) -> Verdict:
    return _run_step(run_step, ["wr", "rrwwr", "hrfr", "uu", "r"])
