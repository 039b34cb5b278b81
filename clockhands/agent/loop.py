"""`run(client, tools, prompt) -> Outcome`: the reference loop, driven in the caller's thread.

`client` is anything with `messages.create(**request)` (and, for streaming, `messages.stream(**request)`)
whose replies have the SDK's attribute names; the SDK itself is never imported here.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from clockhands import clock
from clockhands.agent.blocks import Turn, read_reply
from clockhands.agent.conversation import Approve, Linger, Pause, Send, Work, conversation
from clockhands.agent.execute import linger, run_batch
from clockhands.agent.limits import Limits
from clockhands.agent.outcome import Outcome, Stop
from clockhands.agent.session import Session
from clockhands.agent.stream import Collector
from clockhands.tools.rate import Rate
from clockhands.tools.tool import Tool

__all__ = ["approval", "run", "session_of", "without_retries"]

_SLICE = 0.02
_UNSET: Any = object()


def run(
    client: Any,
    tools: Any,
    prompt: str | list[dict[str, Any]] | None,
    *,
    model: str | None = None,
    max_tokens: int = 1024,
    system: str | list[dict[str, Any]] | None = None,
    messages: list[dict[str, Any]] | None = None,
    max_steps: int | None = _UNSET,
    token_budget: int | None = _UNSET,
    deadline_s: float | None = _UNSET,
    tool_time_s: float | None = _UNSET,
    limits: Limits | None = None,
    approve: Callable[[Tool, dict[str, Any]], Any] | None = None,
    permissions: Iterable[str] = (),
    rates: Mapping[str, Rate] | None = None,
    result_chars: int = 30_000,
    cancel_event: Any = None,
    now: Any = None,
    state_date: bool = True,
    tool_choice: dict[str, Any] | None = None,
    stream: bool = False,
    on_text: Callable[[str], None] | None = None,
    intent: str | None = None,
    offer_rest: bool = False,
    extra: dict[str, Any] | None = None,
) -> Outcome:
    """Answer `prompt` with the help of `tools`; comes back with an `Outcome`, whatever goes wrong outside.

    tools: Tools and plain functions, a `Registry`, or a `Guard` with its own allow-list. prompt: text or
    content blocks; None goes on with `messages` as they stand. messages: an earlier transcript, mended
    where it is broken.
    max_steps, token_budget, deadline_s, tool_time_s: limits (see `Limits`), None for none; `limits` sets
    the others.
    approve: `approve(tool, input)` for each call of a dangerous tool; only True lets it run. permissions,
    rates,
    result_chars: as for `Guard`. cancel_event: anything with `is_set()`; once set, the run ends as
    "cancelled".
    now: a datetime or a function that gives one, for the date line; state_date=False leaves the line out.
    tool_choice: for the first request; a forced tool is not forced again. stream, on_text: stream the
    replies, and be called with each piece of text. intent: the scope of idempotency keys, to resume under
    the same ones.
    offer_rest: give the model a tool to read on in results that were cut. extra: more fields for each
    request.

    Exceptions that are no failure of the API or of a tool (a `ScriptError`, a wrong argument) are raised.
    """
    given = {key: value for key, value in locals().items() if key not in ("client", "stream", "on_text")}
    session = session_of(given)
    hands = _Hands(client, session, approve, cancel_event, stream, on_text)
    steps = conversation(session, stream)
    try:
        step = next(steps)
        while True:
            try:
                answer = hands.do(step)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        return end.value


def session_of(given: dict[str, Any]) -> Session:
    """The session for `run`'s arguments; the limits given one by one go before those in `limits`."""
    names = ("max_steps", "token_budget", "deadline_s", "tool_time_s")
    single = {name: value for name in names if (value := given.pop(name)) is not _UNSET}
    given["limits"] = replace(given["limits"] or Limits(), **single)
    given["guard"] = {name: given.pop(name) for name in ("permissions", "rates", "result_chars", "approve")}
    return Session(given.pop("tools"), given.pop("prompt"), **given)


def without_retries(client: Any) -> Any:
    """The client with the SDK's own retries off: it obeys any `retry-after`, and the loop has a deadline."""
    with_options = getattr(client, "with_options", None)
    return with_options(max_retries=0) if callable(with_options) else client


def approval(session: Session, approve: Any) -> Callable[[Tool, dict[str, Any]], Any]:
    """The callback to ask: `run`'s, else the guard's own, else one that says no."""
    return approve or session.guard.approve or (lambda tool, input: False)


class _Hands:
    """Does what the conversation asks for, one thing after the other."""

    def __init__(
        self, client: Any, session: Session, approve: Any, cancel_event: Any, stream: bool, on_text: Any
    ):
        self.client = without_retries(client)
        self.timed = self.client is not client
        self.session, self.stream, self.on_text = session, stream, on_text
        self.approve = approval(session, approve)
        self.cancelled = cancel_event.is_set if cancel_event is not None else None

    def do(self, step: Any) -> Any:
        if isinstance(step, Send):
            return self.send(step.body)
        if isinstance(step, Work):
            return run_batch(step.jobs, self.cancelled)
        if isinstance(step, Pause):
            return self.pause(step.seconds)
        if isinstance(step, Approve):
            return self.ask(step)
        if isinstance(step, Linger):
            return linger(step.jobs)
        raise TypeError(f"the loop asked for {step!r}, which nobody knows how to do")

    def send(self, body: dict[str, Any]) -> Turn:
        if self.cancelled is None:
            return self.post(body)
        # Only a thread can be left behind: a request in flight cannot be taken back.
        box: list[Any] = []
        done = threading.Event()

        def work() -> None:
            try:
                box.append(self.post(body))
            except BaseException as error:
                box.append(error)
            done.set()

        threading.Thread(target=work, name="request", daemon=True).start()
        while not done.wait(_SLICE):
            if self.cancelled():
                raise Stop("cancelled", "the run was cancelled while it waited for the model")
        if isinstance(box[0], BaseException):
            raise box[0]
        return box[0]

    def post(self, body: dict[str, Any]) -> Turn:
        """One HTTP attempt, with a timeout where the client takes one."""
        if self.timed:
            body = {**body, "timeout": max(1.0, min(600.0, self.session.meter.left_s))}
        if not self.stream:
            return read_reply(self.client.messages.create(**body))
        collector = Collector(self.on_text)
        # The SDK's raw events: its own `stream` helper parses each half input anew.
        opened = (
            self.client.messages.create(stream=True, **body)
            if self.timed
            else self.client.messages.stream(**body)
        )
        with opened as events:
            for event in events:
                collector.feed(event)
        return collector.turn()

    def pause(self, seconds: float) -> None:
        if self.cancelled is None or clock.is_virtual():
            clock.sleep(seconds)
            return
        while seconds > 0 and not self.cancelled():
            clock.sleep(min(seconds, _SLICE))
            seconds -= _SLICE

    def ask(self, step: Approve) -> bool:
        try:
            return self.approve(step.tool, copy.deepcopy(step.input)) is True
        except Exception:
            return False
