"""`Script`: the exact replies a test or lesson wants, in order, and what it expects to be asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from clockhands.errors import ScriptError

from .faults import Fault
from .reply import Reply, as_reply

__all__ = ["Script", "expect"]


@dataclass(frozen=True)
class Expected:
    """A step of a script, and what must hold of the request it answers."""

    step: Any
    checks: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...]


def expect(
    step: Any,
    *,
    tools: Iterable[str] | None = None,
    last_text: str | None = None,
    last_result: str | None = None,
    messages: int | None = None,
    that: Callable[[dict[str, Any]], bool] | None = None,
) -> Expected:
    """`step`, given only when the request is the one the script expects; else `ScriptError` says what
    differs.

    tools: the names of the tools it offers. last_text, last_result: a piece of the text, or of the tool
    results, in its last message. messages: how many it holds. that: any other test of the request body.
    """
    checks: list[tuple[str, Callable[[dict[str, Any]], bool]]] = []
    if tools is not None:
        names = sorted(tools)
        checks.append((f"the tools {', '.join(names) or 'none'}", lambda r: _tool_names(r) == names))
    if last_text is not None:
        checks.append(
            (f"{last_text!r} in the text of the last message", lambda r: last_text in _last(r, "text"))
        )
    if last_result is not None:
        checks.append(
            (
                f"{last_result!r} in the tool results of the last message",
                lambda r: last_result in _last(r, "tool_result"),
            )
        )
    if messages is not None:
        checks.append((f"{messages} messages", lambda r: len(r.get("messages", [])) == messages))
    if that is not None:
        name = getattr(that, "__name__", "that")
        checks.append((f"a request for which {name} is true", that))
    return Expected(step, tuple(checks))


class Script:
    """A model that gives these replies in order, one per HTTP attempt.

    Each reply is a str, a block (`call("get_time")`), a list of strs and blocks, a `Reply`, an `ApiError`, a
    fault (`faults.overloaded()`), or a function of the request that gives any of these; `expect(...)`
    around it says what the request must be. `loop=True` starts again after the last one. Safe to use from
    several threads.

    `script.requests` are the bodies seen so far; `script.problem` is the first departure, for loops that
    swallow exceptions; `script.check_done()` raises unless every reply was given and nothing departed.
    """

    def __init__(self, *replies: Any, loop: bool = False):
        self.replies = replies
        self.loop = loop
        self.requests: list[dict[str, Any]] = []
        self.problem: ScriptError | None = None
        self._lock = threading.Lock()
        self._given = 0

    @property
    def left(self) -> int:
        """How many replies were not given yet."""
        return max(0, len(self.replies) - self._given)

    def reply(self, request: dict[str, Any]) -> Reply | Fault:
        """The next reply. ScriptError when none is left or the request is not the expected one."""
        with self._lock:
            self.requests.append(request)
            if self._given >= len(self.replies) and not (self.loop and self.replies):
                raise self._departed(
                    f"the script has no reply left: it holds {len(self.replies)} and this is request "
                    f"{self._given + 1}, {_described(request)}. Add a reply to Script(...), pass loop=True, "
                    "or find out why one request too many was sent"
                )
            step = self.replies[self._given % len(self.replies)]
            self._given += 1
            number = self._given
            if isinstance(step, Expected):
                self._check(step, request, number)
        return self._resolved(step, request, number)

    def check_done(self) -> None:
        """ScriptError when a request departed from the script or a reply was never asked for."""
        if self.problem is not None:
            raise self.problem
        if self.left and not self.loop:
            raise ScriptError(
                f"{self.left} of the script's {len(self.replies)} replies were never asked for: "
                f"{len(self.requests)} requests came. Send the missing ones, or take the replies out"
            )

    def _check(self, step: Expected, request: dict[str, Any], number: int) -> None:
        for wanted, holds in step.checks:
            if not holds(request):
                raise self._departed(
                    f"request {number} departs from the script, which expects {wanted}; the request is "
                    f"{_described(request)}. Change the request, or the expect(...) of reply {number}"
                )

    def _departed(self, message: str) -> ScriptError:
        problem = ScriptError(message)
        self.problem = self.problem or problem
        return problem

    def _resolved(self, step: Any, request: dict[str, Any], number: int) -> Reply | Fault:
        while isinstance(step, Expected) or (callable(step) and not isinstance(step, (Reply, Fault))):
            step = step.step if isinstance(step, Expected) else step(request)
        if isinstance(step, Exception):
            raise step
        if isinstance(step, Fault):
            return step
        try:
            return as_reply(step)
        except TypeError as bad:
            raise self._departed(f"reply {number} of the script is no reply: {bad}") from None

    def __repr__(self) -> str:
        return f"Script({len(self.replies)} replies, {self.left} left)"


def _tool_names(request: dict[str, Any]) -> list[str]:
    return sorted(str(tool.get("name")) for tool in request.get("tools") or [])


def _last(request: dict[str, Any], kind: str) -> str:
    """All the words of one kind of block in the last message."""
    messages = request.get("messages") or [{}]
    content = messages[-1].get("content")
    if isinstance(content, str):
        return content if kind == "text" else ""
    blocks = [b for b in content or [] if b.get("type") == kind]
    return "\n".join(_words(b.get("text") if kind == "text" else b.get("content")) for b in blocks)


def _words(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(_words(b.get("text", "")) for b in content if isinstance(b, dict))
    return str(content or "")


def _described(request: dict[str, Any]) -> str:
    """A request in a few words: how many messages, the last one, the tools."""
    messages = request.get("messages") or []
    last = json.dumps(messages[-1], ensure_ascii=False, default=str) if messages else "none"
    last = last if len(last) <= 200 else last[:199] + "…"
    tools = ", ".join(_tool_names(request)) or "none"
    return f"{len(messages)} messages, tools {tools}, the last message {last}"
