"""G33 to G36: cancelling, resuming, and side effects that happen once."""

from __future__ import annotations

import re
import threading
from typing import Any

from clockhands.gauntlet.failing import HANG_S, hanging, in_time
from clockhands.gauntlet.played import Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario, add
from clockhands.gauntlet.sent import texts_of
from clockhands.gauntlet.validator import blocks_of
from clockhands.mock import faults
from clockhands.mock.reply import call
from clockhands.tools.tool import Tool

__all__ = ["SCENARIOS"]

TWO = takes(a="integer", b="integer")
AMOUNT = takes(amount="integer")
CANCEL_S = 0.5  # the timeout of the tool that runs when the user presses stop


def _cancelled(ring: Ring, run: Run, requests: int) -> None:
    run.sends(requests)
    waited = max((hang.left_s or 0.0 for hang in ring.hangs), default=0.0)
    run.must(waited <= 2 * CANCEL_S, f"it came back more than {2 * CANCEL_S:g} s after it was cancelled")
    run.ends("cancelled")


def cancel_in_a_tool(ring: Ring) -> None:
    """cancelled while a tool runs"""
    pressed = threading.Event()

    def wait() -> str:
        """Wait for a server."""
        pressed.set()
        ring.block(CANCEL_S)
        return "late"

    tools = [ring.tool(wait, timeout_s=CANCEL_S), ring.tool(add, TWO)]
    _cancelled(ring, ring.play([[call("wait"), call("add", a=1, b=2)]], tools, cancel_event=pressed), 1)


def cancel_in_a_request(ring: Ring) -> None:
    """cancelled while a request is in flight"""
    pressed = threading.Event()

    def late(request: dict[str, Any]) -> Any:
        pressed.set()
        ring.block(CANCEL_S)
        return call("add", a=1, b=2)

    _cancelled(ring, ring.play([late], [ring.tool(add, TWO)], cancel_event=pressed), 1)


def cancel_between_tools(ring: Ring) -> None:
    """cancelled between two tools"""
    pressed = threading.Event()

    def first() -> str:
        """Do the first thing."""
        pressed.set()
        return "done"

    def second() -> str:
        """Do the second thing."""
        return "done"

    tools = [ring.tool(fn, side_effect=True, timeout_s=5.0) for fn in (first, second)]
    run = ring.play([[call("first"), call("second")]], tools, cancel_event=pressed)
    _cancelled(ring, run, 1)
    run.must(not any(ran.tool == "second" for ran in run.ran), "it ran a tool after it was cancelled")


def call_left_open(ring: Ring) -> None:
    """a transcript that ends with a call"""
    old = [
        {"role": "user", "content": "What is 2 + 3?"},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "X", "name": "add", "input": {"a": 2, "b": 3}}],
        },
    ]
    run = ring.play(["5"], [ring.tool(add, TWO)], "And?", messages=old)
    run.runs()
    run.ends("success")
    answered = [b for m in run.request(1).messages for b in blocks_of(m) if b.get("tool_use_id") == "X"]
    run.must(len(answered) == 1 and answered[0].get("is_error"), "the open call has no error result")


def result_without_call(ring: Ring) -> None:
    """a transcript that starts with a result"""
    old = [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "X", "content": "5"}]},
        {"role": "assistant", "content": "It is 5."},
    ]
    run = ring.play(["Yes."], [ring.tool(add, TWO)], "Sure?", messages=old)
    run.runs()
    run.ends("success")


class Bank:
    """Charges, each one for good. slow: how many of the first calls hang after the money has moved."""

    def __init__(self, ring: Ring, slow: int = 0):
        self.moved: list[int] = []
        self._ring, self._slow, self._keys = ring, slow, set()

    def charge(self, amount: int, idempotency_key: str | None = None) -> str:
        """Charge the card."""
        if idempotency_key is not None and idempotency_key in self._keys:
            return "charged already"
        self._keys.add(idempotency_key)
        self.moved.append(amount)
        if len(self.moved) <= self._slow:
            self._ring.block(HANG_S)
        return "charged"

    def tool(self, timeout_s: float = 5.0) -> Tool:
        return self._ring.tool(self.charge, AMOUNT, side_effect=True, timeout_s=timeout_s)


UNSURE = re.compile(r"\b(may|might|could|perhaps|possibly)\b", re.I)


def charge_then_timeout(ring: Ring) -> None:
    """charge() commits and hangs; the model asks again"""
    bank = Bank(ring, slow=1)
    run = ring.play([call("charge", amount=5), call("charge", amount=5), "Paid."], [bank.tool(HANG_S)])
    run.must(bank.moved == [5], f"the money moved {len(bank.moved)} times")
    in_time(ring, run)
    run.ends("success")
    said = run.error(2)
    run.must(UNSURE.search(said), f"the error does not say that it may have happened: {said[:80]!r}")


def fault_after_work(ring: Ring) -> None:
    """a charge and a tool that hangs, then 529"""
    bank = Bank(ring)
    turn = [call("charge", amount=5), call("hang")]
    run = ring.play([turn, faults.overloaded(), "Paid."], [bank.tool(), hanging(ring)])
    run.must(bank.moved == [5], f"the money moved {len(bank.moved)} times")
    run.runs(("charge", {"amount": 5}), ("hang", {}))
    run.ends("success")


def twins(ring: Ring) -> None:
    """the same charge twice in one reply"""
    bank = Bank(ring)
    run = ring.play([[call("charge", amount=5), call("charge", amount=5)], "Paid."], [bank.tool()])
    run.ends("success")
    found = run.results(2, 2)
    run.must(all(texts_of(result) for result in found), "one of the twins has no answer")
    run.must(1 <= len(run.ran) <= 2, f"it ran the charge {len(run.ran)} times")
    keys = [ran.key for ran in run.ran if ran.key is not None]
    run.must(len(keys) == len(set(keys)), "both ran, under one key")


SCENARIOS = (
    Scenario(
        "G33",
        "cancel",
        "S",
        10,
        "A stop button that waits for the tool is none, and a transcript with open calls cannot go on.",
        (cancel_in_a_tool, cancel_in_a_request, cancel_between_tools),
        "cancel",
    ),
    Scenario(
        "G34",
        "resume a broken transcript",
        "P",
        4,
        "Apps crash between a call and its result. The open call must be answered, and must not run now.",
        (call_left_open, result_without_call),
        "resume",
    ),
    Scenario(
        "G35",
        "side effect, then timeout",
        "S",
        10,
        "After a timeout nobody knows whether the money moved. The next call has a new id and moves it.",
        (charge_then_timeout,),
    ),
    Scenario(
        "G36",
        "finished work is not redone",
        "S",
        10,
        "When the API fails, only the request is tried again. A tool that ran has run.",
        (fault_after_work, twins),
    ),
)
