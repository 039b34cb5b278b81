"""Trying a learner's code: on scripted models with a cap, with tools that remember, sync or async.

with scripted(call("get_time", timezone="Asia/Tokyo"), "It is 23:10.", cap=6) as lab:
    answer = result_of(loop, lab.client, FUNCTIONS, "What time is it in Tokyo?")
lab.requests       # the bodies that were sent, in order
lab.messages       # the messages of the last one

seen = Calls()
functions = {"get_time": seen.watch(lambda timezone: "23:10", "get_time")}
result_of(loop, lab.client, functions, "…")
seen.made          # [Made(name="get_time", input={"timezone": "Asia/Tokyo"}, …)]
"""

from __future__ import annotations

import asyncio
import copy
import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..errors import ScriptError
from .differences import ANYTHING, Where, first_difference
from .exercise import Verdict, not_yet, shown
from .misconceptions import Misconception
from .watchdog import Halt, unwatched

__all__ = [
    "ANYTHING",
    "Calls",
    "Lab",
    "Made",
    "Where",
    "called",
    "compared",
    "kept_as_was",
    "nothing_sent",
    "refusal",
    "result_of",
    "scripted",
    "watched_tools",
]


def compared(
    call: str,
    yours: Any,
    expected: Any,
    *,
    why: str = "",
    misconception: str | Misconception | None = None,
) -> Verdict | None:
    """None when `yours` has the structure and values of `expected`; else the verdict that points at the first
    difference. why: more about this case; without it, one sentence says what differs."""
    found = first_difference(yours, expected)
    if found is None:
        return None
    if inspect.iscoroutine(yours):
        return not_yet(call=call, yours=yours, expected=expected)
    if yours is None and expected is not None:
        misconception = misconception or "prints-instead-of-returns"
        why = why or "Your function gave back None."
    return not_yet(
        call=call,
        yours=found.yours,
        expected=found.expected,
        why=why or found.sentence,
        misconception=misconception,
    )


def kept_as_was(call: str, name: str, after: Any, before: Any) -> Verdict | None:
    """None when the caller's value is what it was; else the verdict that says which is which. call: text made
    before the call, since afterwards it would show the changed value; before: a copy of then."""
    found = first_difference(after, before)
    if found is None:
        return None
    return not_yet(
        call=call,
        yours=f"`{name}` after the call: {shown(after, 150)}",
        expected=f"`{name}` as it was before: {shown(before, 150)}",
        misconception="changes-its-input",
    )


def called(function: Callable, *args: Any, **named: Any) -> str:
    """How a call looks on a card: `run_tool(call to get_time, id toolu_01…)`."""
    parts = [shown(value, 120) for value in args] + [
        f"{key}={shown(value, 120)}" for key, value in named.items()
    ]
    return f"{getattr(function, '__name__', 'function')}({', '.join(parts)})"


def result_of(function: Callable, *args: Any, **named: Any) -> Any:
    """Call a function, sync or async, and give back its result; exceptions pass through.

    An async function runs to its end on an event loop of its own, in a thread of its own: a notebook's thread
    already has a running loop, which cannot be entered twice.
    """
    result = function(*args, **named)
    return _finished(result) if inspect.isawaitable(result) else result


def _finished(awaitable: Any) -> Any:
    box: dict[str, Any] = {}

    async def whole() -> Any:
        return await awaitable

    def work() -> None:
        try:
            box["value"] = asyncio.run(whole())
        except BaseException as error:
            box["error"] = error

    thread = threading.Thread(target=work, name="clockhands-async", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)  # in steps: on Windows nothing could end one long wait
    if "error" in box:
        raise box["error"]
    return box["value"]


@dataclass
class Lab:
    """A client on a scripted model, and what was sent through it.

    client, async_client: real SDK clients; model: the id to send. requests: bodies, copied as they were sent.
    """

    client: Any
    async_client: Any
    model: str
    requests: list[dict] = field(default_factory=list)

    @property
    def messages(self) -> list[dict]:
        """The messages of the last request; [] before the first."""
        return self.requests[-1]["messages"] if self.requests else []


class _Capped:
    """A model that counts, and halts the learner's loop at the cap; an Exception would be retried."""

    def __init__(self, model: Any, cap: int, spinning: str | Misconception | None):
        self._model = model
        self._cap = cap
        self._spinning = spinning
        self.requests: list[dict] = []

    def reply(self, request: dict) -> Any:
        if len(self.requests) >= self._cap:
            raise Halt(self._spun(request))
        self.requests.append(copy.deepcopy(request))
        try:
            return self._model.reply(request)
        except ScriptError as error:
            raise Halt(self._departed(error)) from None

    def _departed(self, error: ScriptError) -> Verdict:
        """The script has no reply left, or the request is not the one it waits for."""
        sent = len(self.requests)
        last = sent > 1 and self.requests[-1]["messages"] == self.requests[-2]["messages"]
        return not_yet(
            yours=f"{sent} requests",
            expected=f"{sent - 1}" if sent > 1 else "",
            why=f"Your code sent a request nothing was waiting for: {error}",
            misconception=(self._spinning or "same-request-again") if last else None,
        )

    def _spun(self, request: dict) -> Verdict:
        same = self.requests[-1]["messages"] == request["messages"]
        named = self._spinning or ("same-request-again" if same else "never-stops")
        unchanged = " The last two were the same." if same else ""
        return not_yet(
            yours=f"more than {self._cap} requests",
            expected="an end",
            why=f"Your loop was stopped after {self._cap} requests.{unchanged}",
            misconception=named,
        )


@contextmanager
def scripted(
    *replies: Any,
    cap: int = 12,
    loop: bool = False,
    spinning: str | Misconception | None = None,
    model: Any = None,
) -> Iterator[Lab]:
    """A `Lab` whose model gives these replies in order (see `clockhands.mock.Script`), or is `model`.

    loop: start again after the last reply, so that one function of the request can play a whole model. cap:
    how many requests are answered; the next one halts the learner's code with a *not yet*. spinning: the
    misconception named then; by default it depends on whether the same request was sent again.
    """
    with unwatched():
        from ..client import connect, connect_async
        from ..mock import Script

        _warmed_up()
        capped = _Capped(model if model is not None else Script(*replies, loop=loop), cap, spinning)
        client, name = connect(capped, quiet=True)
        async_client, _ = connect_async(capped, quiet=True)
    lab = Lab(client, async_client, name)
    lab.requests = capped.requests
    yield lab


@functools.lru_cache(maxsize=1)
def _warmed_up() -> None:
    """One exchange, so that what loads on first use has loaded before the learner's time counts."""
    from ..client import connect
    from ..mock import Script

    client, model = connect(Script("ready", loop=True), quiet=True)
    client.with_options(max_retries=0).messages.create(
        model=model, max_tokens=16, messages=[{"role": "user", "content": "ready?"}]
    )


@dataclass(frozen=True)
class Made:
    """One call of a watched function. input: arguments by name, copied; result, error: how it ended."""

    name: str
    input: dict
    result: Any = None
    error: BaseException | None = None


class Calls:
    """Remembers every call of the functions it watches, from any thread, in the order they began."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.made: list[Made] = []

    def watch(self, function: Callable, name: str | None = None) -> Callable:
        """A function with the same signature that behaves the same and is remembered."""
        label = name or function.__name__
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def watched(*args: Any, **named: Any) -> Any:
                place = self._begin(label, function, args, named)
                try:
                    result = await function(*args, **named)
                except BaseException as error:
                    self._end(place, error=error)
                    raise
                self._end(place, result=result)
                return result
        else:

            @functools.wraps(function)
            def watched(*args: Any, **named: Any) -> Any:
                place = self._begin(label, function, args, named)
                try:
                    result = function(*args, **named)
                except BaseException as error:
                    self._end(place, error=error)
                    raise
                self._end(place, result=result)
                return result

        watched.__name__ = label
        return watched

    def of(self, name: str) -> list[Made]:
        """The calls of one function."""
        return [made for made in self.made if made.name == name]

    def _begin(self, label: str, function: Callable, args: tuple, named: dict) -> int:
        try:
            given = dict(inspect.signature(function).bind(*args, **named).arguments)
        except (TypeError, ValueError):
            given = {**{str(n): value for n, value in enumerate(args)}, **named}
        with self._lock:
            self.made.append(Made(label, copy.deepcopy(given)))
            return len(self.made) - 1

    def _end(self, place: int, **how: Any) -> None:
        with self._lock:
            made = self.made[place]
            self.made[place] = Made(made.name, made.input, **how)


@contextmanager
def nothing_sent(belief: Misconception) -> Iterator[None]:
    """Inside, a request of the learner's, through whatever client, ends in a *not yet* with this belief."""
    import httpx2

    def refuse(client: Any, request: Any, **how: Any) -> Any:
        raise Halt(not_yet(yours=f"a request to {request.url.path}", misconception=belief))

    kept = httpx2.Client.send
    httpx2.Client.send = refuse
    try:
        yield
    finally:
        httpx2.Client.send = kept


def watched_tools(seen: Calls, **outputs: Any) -> list:
    """A `Tool` for each name, which takes anything and gives back the output beside it (of a function: what
    that gives back for the arguments); `seen` remembers."""
    from ..tools import Tool

    def giving(out: Any) -> Callable:
        return lambda **given: out(**given) if callable(out) else out

    return [
        Tool(name, f"Toy tool {name}.", {"type": "object"}, seen.watch(giving(out), name))
        for name, out in outputs.items()
    ]


def refusal(messages: list[dict] | None = None, **request: Any) -> str:
    """The wording with which the API refuses this request; "" when it accepts it."""
    import anthropic

    messages = messages or [{"role": "user", "content": "Hello"}]
    with scripted("fine") as lab:
        try:
            lab.client.messages.create(
                model=lab.model, max_tokens=50, messages=copy.deepcopy(messages), **request
            )
        except anthropic.BadRequestError as error:
            return error.body["error"]["message"]
    return ""
