"""Chapter 5, parallel calls: the checkers behind exercises 5.1 and 5.2, and what those of 5.3 share with them.

Whether calls run together is seen without a clock: by tools that wait for each other.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed
from .trials import Calls, Where, called, compared, result_of, scripted

NOT_ASYNC = Misconception(
    "not-async",
    "The function gives its result at once, so the event loop can do nothing else meanwhile.",
    "Write `async def`, and let the caller `await` it.",
)
BLOCKS_THE_LOOP = Misconception(
    "blocks-the-loop",
    "A plain function was called in the event loop itself; until it came back, nothing else could go on.",
    "Give it a thread: `await asyncio.to_thread(function, **arguments)`.",
)

_PATIENCE_S = 1.0


def asked(*wanted: Any) -> tuple[Any, list]:
    """A real SDK reply of these texts and calls, and the calls in it."""
    with scripted(list(wanted)) as lab:
        reply = lab.client.messages.create(
            model=lab.model, max_tokens=1024, messages=[{"role": "user", "content": "Go on."}]
        )
    return reply, [block for block in reply.content if block.type == "tool_use"]


def a_call(name: str, **arguments: Any) -> Any:
    from ..mock import call

    return call(name, **arguments)


def result(call: Any, content: Any, is_error: bool = False) -> dict:
    """The result block that answers `call`."""
    right = {"type": "tool_result", "tool_use_id": call.id, "content": content}
    return {**right, "is_error": True} if is_error else right


def results_fault(call: str, yours: Any, right: list[dict], calls: list) -> Verdict | None:
    """The wrong beliefs about a list of results that have a name; None when it is none of them."""
    if not isinstance(yours, (list, tuple)) or not all(isinstance(one, dict) for one in yours):
        return None
    ids, wanted = [one.get("tool_use_id") for one in yours], [one.id for one in calls]
    by_id = {block["tool_use_id"]: block["content"] for block in right}
    named = None
    if any("<coroutine object" in str(one.get("content")) for one in yours):
        named = "forgot-await"
    elif ids != wanted and len(ids) == len(wanted) and ids == [one.name for one in calls]:
        named = "id-is-name"
    elif len(ids) < len(wanted) and set(ids) <= set(wanted):
        named = "half-the-results"
    elif sorted(map(str, ids)) == sorted(wanted):
        own = all(_fits(one.get("content"), by_id[one["tool_use_id"]]) for one in yours)
        if not own and sorted(str(one.get("content")) for one in yours) == sorted(map(str, by_id.values())):
            named = "swapped-results"
        elif own and ids != wanted:
            named = "results-in-finish-order"
    return not_yet(call=call, yours=list(yours), expected=right, misconception=named) if named else None


def _fits(content: Any, wanted: Any) -> bool:
    return wanted.accepts(content) if isinstance(wanted, Where) else str(content) == wanted


# --- 5.1: gather results -----------------------------------------------------------------------------------


def _results_message(results_message: Callable, cases: list) -> Verdict:
    for wanted, order, outputs in cases:
        reply, calls = asked(*wanted)
        finished = [(calls[n].id, outputs[n]) for n in order]
        content = [result(one, str(output)) for one, output in zip(calls, outputs, strict=True)]
        right = {"role": "user", "content": content}
        yours, call = (
            result_of(results_message, reply, list(finished)),
            called(results_message, reply, finished),
        )
        wrong = _message_fault(call, yours, right, calls) or compared(call, yours, right)
        if wrong:
            return wrong
    return passed(
        f"Tried on {len(cases)} replies, with text between the calls and two calls that look the same."
    )


def _message_fault(call: str, yours: Any, right: dict, calls: list) -> Verdict | None:
    messages = isinstance(yours, list) and yours and all(isinstance(one, dict) for one in yours)
    if messages and all("role" in one for one in yours):
        return not_yet(call=call, yours=yours, expected=right, misconception="split-results")
    if not isinstance(yours, dict):
        return None
    if yours.get("role") == "assistant":
        return not_yet(call=call, yours=yours, expected=right, misconception="result-as-assistant")
    content = yours.get("content")
    if isinstance(content, list) and content and content[0] == {**content[0], "type": "text"}:
        return not_yet(call=call, yours=yours, expected=right, misconception="text-before-results")
    return results_fault(call, content, right["content"], calls)


def check_results_message(results_message: Callable) -> Verdict:
    tokyo, london = (a_call("clock", timezone=zone) for zone in ("Asia/Tokyo", "Europe/London"))
    return _results_message(
        results_message,
        [
            ([tokyo, london], (1, 0), ("23:10", "14:10")),
            (
                ["Two rolls. ", a_call("roll"), "And the time. ", tokyo, a_call("roll")],
                (2, 0, 1),
                (4, "23:10", 6),
            ),
            ([a_call("home")], (0,), ("Asia/Tokyo",)),
        ],
    )


def hidden_results_message(results_message: Callable) -> Verdict:
    rolls = [a_call("roll", sides=6) for _ in range(4)]
    return _results_message(
        results_message,
        [(rolls, (3, 1, 0, 2), (1, 2, 3, 4)), ([a_call("a"), "Hm. ", a_call("b")], (0, 1), (0, "b"))],
    )


# --- 5.2: from sync to async -------------------------------------------------------------------------------


class Meeting:
    """Tools that wait until `size` of them have begun: they all meet when they run together, and only then."""

    def __init__(self, size: int):
        self.size, self.begun, self.missed = size, 0, False
        self._all, self._lock = threading.Event(), threading.Lock()

    def _arrive(self) -> None:
        with self._lock:
            self.begun += 1
            if self.begun >= self.size:
                self._all.set()

    def wait(self) -> None:
        """Arrive, and block until all have."""
        self._arrive()
        if not self.missed and not self._all.wait(_PATIENCE_S):
            self.missed = True  # once is enough: the others need not wait

    async def join(self) -> None:
        """Arrive, and let the event loop go on until all have."""
        self._arrive()
        for _ in range(round(_PATIENCE_S / 0.01)):
            if self._all.is_set() or self.missed:
                return
            await asyncio.sleep(0.01)
        self.missed = True


def _meeting_functions(size: int) -> tuple[Meeting, dict[str, Callable]]:
    """`fetch` (async) and `read` (plain) meet; the earlier a call, the later it ends."""
    meeting = Meeting(size)

    async def fetch(n: int) -> str:
        await meeting.join()
        await asyncio.sleep(0.02 * (size - n))
        return f"fetched {n}"

    def read(n: int) -> int:
        meeting.wait()
        return 100 + n

    return meeting, {"fetch": fetch, "read": read}


def _run_together(run_together: Callable, cases: list[list[str]]) -> Verdict:
    if not inspect.iscoroutinefunction(run_together):
        return not_yet(yours="a plain function", expected="async def run_together", misconception=NOT_ASYNC)
    for names in cases:
        _, calls = asked(*[a_call(name, n=n) for n, name in enumerate(names)])
        (meeting, functions), seen = _meeting_functions(len(names)), Calls()
        functions = {name: seen.watch(fn, name) for name, fn in functions.items()}
        outputs = [f"fetched {n}" if name == "fetch" else str(100 + n) for n, name in enumerate(names)]
        right = [result(one, output) for one, output in zip(calls, outputs, strict=True)]
        yours, call = result_of(run_together, calls, functions), called(run_together, calls, functions)
        wrong = results_fault(call, yours, right, calls) or compared(call, yours, right)
        wrong = wrong or _ran_once(call, seen, calls) or apart(call, meeting, "read" in names)
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} replies; async and plain functions ran together, each once.")


def apart(call: str, meeting: Meeting, plain: bool = False) -> Verdict | None:
    if not meeting.missed:
        return None
    named = BLOCKS_THE_LOOP if plain else "one-after-the-other"
    expected = f"{meeting.size} calls that run at the same time"
    return not_yet(
        call=call, yours="a call ended before the last one began", expected=expected, misconception=named
    )


def _ran_once(call: str, seen: Calls, calls: list) -> Verdict | None:
    made = sorted((one.name, str(one.input)) for one in seen.made)
    wanted = sorted((one.name, str(one.input)) for one in calls)
    if made == wanted:
        return None
    why = "Each call runs once, with its own arguments."
    return not_yet(call=call, yours=f"{len(made)} runs", expected=f"{len(wanted)} runs", why=why)


def check_run_together(run_together: Callable) -> Verdict:
    return _run_together(run_together, [["fetch"] * 3, ["fetch", "read", "fetch", "read"]])


def hidden_run_together(run_together: Callable) -> Verdict:
    return _run_together(run_together, [["read", "fetch"], ["read", "read"], ["fetch"]])
