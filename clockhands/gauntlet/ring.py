"""The ring: one loop meets one script, and everything it does to the outside is written down.

Each play of a scenario gets a `Ring` of its own. It makes the tools, plays the model, and bounds the run in
requests, in virtual and in real time: a loop that never comes back is left in its thread.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from clockhands import clock
from clockhands.client import connect, transport_of
from clockhands.gauntlet.hours import Hours
from clockhands.gauntlet.played import Failed, Ran, Run
from clockhands.gauntlet.sent import read_log
from clockhands.gauntlet.subject import Ended, Subject
from clockhands.tools.tool import Tool

__all__ = ["Enough", "Hang", "Ring", "takes"]

PATIENCE = 12  # a hanging tool lets go after so many of its timeouts
SPARE = 12  # requests a loop may send beyond its script
_SLICE = 0.01
NOON = "2031-03-05T12:00:00Z"


class Enough(BaseException):
    """Ends a loop that does not end itself. No `except Exception` may swallow it."""


@dataclass
class Hang:
    """One call that blocks. waited: seconds so far, counted in slices, which a busy machine stretches;
    left_s: how long the loop waited before it went on."""

    timeout_s: float
    waited: float = 0.0
    left_s: float | None = None


def takes(**types: str) -> dict[str, Any]:
    """A tool's input_schema: argument -> type, a "?" behind it when it may be left out."""
    return {
        "type": "object",
        "properties": {name: {"type": kind.rstrip("?")} for name, kind in types.items()},
        "required": [name for name, kind in types.items() if not kind.endswith("?")],
        "additionalProperties": False,
    }


class Ring:
    """Where one play of a scenario happens. most_s: real seconds after which a run is given up."""

    def __init__(self, subject: Subject, hours: Hours, most_s: float = 60.0):
        self.subject = subject
        self.most_s = most_s
        self.run: Run | None = None
        self.hangs: list[Hang] = []
        self.over = threading.Event()
        self._hours = hours
        self._ran: list[Ran] = []
        self._thread: int | None = None
        self._beside = threading.Barrier(2)

    # --- tools ---------------------------------------------------------------------------------------------

    def tool(
        self, fn: Callable[..., Any], schema: dict[str, Any] | None = None, name: str = "", **fields: Any
    ) -> Tool:
        """A Tool around `fn` whose every call is written down. schema: none, so no arguments, by default."""
        name = name or fn.__name__
        words = (fn.__doc__ or f"The tool {name}.").strip()
        return Tool(name, words, schema or takes(), self._watched(fn, name), **fields)

    def _watched(self, fn: Callable[..., Any], name: str) -> Callable[..., Any]:
        @functools.wraps(fn)
        def call(*args: Any, **kwargs: Any) -> Any:
            if self.over.is_set():
                raise Enough
            try:
                given = _arguments(fn, args, kwargs)
            except TypeError:
                return fn(*args, **kwargs)  # raises as Python does: the function is never entered
            key = given.pop("idempotency_key", None)
            given.pop("cancel", None)
            ran = Ran(name, given, clock.monotonic(), key=key)
            self._ran.append(ran)
            try:
                value = fn(*args, **kwargs)
            except BaseException:
                self._back(ran, "raise")
                raise
            self._back(ran, "ok")
            return value

        return call

    def _back(self, ran: Ran, how: str) -> None:
        if not self.over.is_set():
            ran.ended, ran.t1 = how, clock.monotonic()

    def block(self, timeout_s: float, until: Any = None) -> None:
        """Block as a tool does that hangs: until the run is over, or `PATIENCE` timeouts are. until: an event
        that ends it early. In the loop's own thread nobody can stop it, so most of the wait is virtual."""
        hang = Hang(timeout_s)
        self.hangs.append(hang)
        own, most = threading.get_ident() == self._thread, PATIENCE * timeout_s
        while hang.waited < (min(most, 2 * timeout_s) if own else most):
            if self.over.wait(_SLICE) or (until is not None and until.is_set()):
                return
            hang.waited += _SLICE
        if own:
            clock.advance(most - hang.waited)
            hang.waited = most

    def side_by_side(self, seconds: float) -> None:
        """Take virtual seconds: two calls that overlap take them together, one after the other twice."""
        if threading.get_ident() == self._thread:
            return clock.advance(seconds)
        try:
            first = self._beside.wait(1.0) == 0
        except threading.BrokenBarrierError:
            first = True
        if first:
            clock.advance(seconds)

    # --- the run -------------------------------------------------------------------------------------------

    def play(
        self,
        steps: Sequence[Any] | Callable[[int], Any],
        tools: Sequence[Tool],
        prompt: str = "Go.",
        *,
        most: int | None = None,
        start: str = NOON,
        shape: Any = None,
        may_crash: bool = False,
        grows: bool = True,
        **options: Any,
    ) -> Run:
        """Let the loop run against a script: one step for each HTTP attempt, and "Done." after the last.

        steps: what a `Script` takes, or a function: number of the request, from 1 -> step. most: the request
        after which the loop is stopped. shape: how streams are cut. may_crash: an exception is no failure by
        itself. grows: the transcript must only grow. options: further arguments for `run`, passed where the
        loop declares them. Raises `Failed` when the loop crashed or had to be stopped.
        """
        from clockhands.gauntlet.awaited import async_client

        most = most if most is not None else (60 if callable(steps) else len(steps)) + SPARE
        with self._hours.play(start):
            player = _Player(self, steps, most)
            if self.subject.is_async:
                client = async_client(player, shape)
            else:
                client, _ = connect(player, faults=shape, quiet=True)
            given = self.subject.options(options)
            ended = self._call(client, list(tools), prompt, given)
            elapsed = clock.monotonic()
            self._went_on()
            self.over.set()
            sent = read_log(transport_of(client).log)
        history = given.get("messages") or []
        self.run = run = Run(self.subject, ended, sent, list(self._ran), elapsed, history, grows)
        if player.stopped:
            raise Failed(f"it had not stopped after {most} requests")
        if ended.problem and not may_crash:
            raise Failed(run.refusal or ended.problem)
        return run

    def _call(self, client: Any, tools: list[Tool], prompt: str, options: dict[str, Any]) -> Ended:
        box: list[Ended] = []

        def work() -> None:
            self._thread = threading.get_ident()
            try:
                result = self.subject.loop(client, tools, prompt, **options)
                box.append(Ended.of(asyncio.run(result) if self.subject.is_async else result))
            except BaseException as error:  # whatever a loop lets through, the kit lives on
                box.append(Ended.by(error))

        thread = threading.Thread(target=work, name="loop under test", daemon=True)
        thread.start()
        thread.join(self.most_s)
        if not box:
            self.over.set()
            raise Failed(f"it had not come back after {self.most_s:g} s")
        return box[0]

    def _went_on(self) -> None:
        """The loop has moved on: it waits for no tool that is still blocked."""
        for hang in self.hangs:
            if hang.left_s is None:
                hang.left_s = hang.waited


def _arguments(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name, however they were passed. TypeError where the function would not take them."""
    signature = inspect.signature(fn)
    given = dict(signature.bind(*args, **kwargs).arguments)
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            given.update(given.pop(name, {}))
    return given


class _Player:
    """The model of one play: its steps in order, and how far the loop may go."""

    def __init__(self, ring: Ring, steps: Sequence[Any] | Callable[[int], Any], most: int):
        self._ring, self._steps, self._most = ring, steps, most
        self._lock = threading.Lock()
        self._asked = 0
        self.stopped = False

    def reply(self, request: dict[str, Any]) -> Any:
        with self._lock:
            self._asked += 1
            number = self._asked
        self._ring._went_on()
        if number > self._most or self._ring.over.is_set():
            self.stopped = True
            raise Enough
        step = self._step(number)
        return step(request) if callable(step) else step

    def _step(self, number: int) -> Any:
        if callable(self._steps):
            return self._steps(number)
        return self._steps[number - 1] if number <= len(self._steps) else "Done."
