"""The loop under test: what it can do, how it is called, and how its end is read.

Any `run(client, tools, prompt) -> outcome` will do. A loop that gives back a text has succeeded with it; one
that raises `GaveUp` says how it ended; any other exception is a crash.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clockhands.agent.outcome import STATUSES
from clockhands.errors import ConfigurationError
from clockhands.trace import plain

__all__ = ["CAPABILITIES", "MAY_SKIP", "Ended", "GaveUp", "Subject"]

# capability -> the arguments of `run` it stands for
CAPABILITIES: dict[str, tuple[str, ...]] = {
    "streaming": ("stream",),
    "cancel": ("cancel_event",),
    "resume": ("messages",),
    "tool_choice": ("tool_choice",),
    "clock": ("now",),
    "limits": ("max_steps", "token_budget", "deadline_s"),
    "approve": ("approve",),
    "idempotency": (),
}
# Without one of these a scenario cannot be asked at all; the others are judged by the loop's own defaults.
MAY_SKIP = ("streaming", "cancel", "resume", "tool_choice")


class GaveUp(Exception):
    """Raise this (or a subclass) from a loop that gives back texts, to say how a run ended.

    status: one of success, refused, truncated, step_limit, stuck, budget, cancelled, error. messages: the
    transcript, where it is kept.
    """

    def __init__(self, status: str, text: str = "", messages: list[Any] | None = None):
        super().__init__(text or status)
        self.status, self.text, self.messages = status, text, messages


@dataclass
class Ended:
    """The end of one run. status: one of the eight, or "crash". messages: plain dicts, None when lost."""

    status: str
    text: str = ""
    messages: list[dict[str, Any]] | None = None
    executed: list[str] | None = None
    reason: str = ""
    error: BaseException | None = None

    @classmethod
    def of(cls, result: Any) -> Ended:
        """Read what a loop gave back: a text, None, an object or a dict with `status`, `text`, `messages`."""
        if result is None or isinstance(result, str):
            return cls("success", result or "")
        get = result.get if isinstance(result, Mapping) else lambda name: getattr(result, name, None)
        status, text, messages, executed, reason = (
            get(name) for name in ("status", "text", "messages", "executed", "reason")
        )
        if status is None:
            return cls("success", str(result))
        return cls(
            str(status),
            text if isinstance(text, str) else "",
            plain(list(messages)) if isinstance(messages, (list, tuple)) else None,
            list(executed) if isinstance(executed, (list, tuple)) else None,
            str(reason or ""),
        )

    @classmethod
    def by(cls, error: BaseException) -> Ended:
        """Read the exception a loop ended with."""
        if isinstance(error, GaveUp):
            return cls.of({"status": error.status, "text": error.text, "messages": error.messages})
        return cls("crash", error=error)

    @property
    def problem(self) -> str:
        """Why this is no end a caller can rely on, or ""."""
        if self.status == "crash":
            said = f"{type(self.error).__name__}: {self.error}".strip(": ")
            return f"it raised {said[:160]}{'…' if len(said) > 160 else ''}"
        if self.status not in STATUSES:
            return f"its status is {self.status!r}; allowed: {', '.join(STATUSES)}"
        return ""


class Subject:
    """A loop and its capabilities.

    capabilities: names from `CAPABILITIES`; None reads them off the signature, or off an attribute
    `capabilities` of the loop. ConfigurationError for a name there is not.
    """

    def __init__(
        self,
        loop: Callable[..., Any],
        capabilities: Iterable[str] | None = None,
        name: str | None = None,
    ):
        if not callable(loop):
            raise ConfigurationError(
                f"the gauntlet needs a function run(client, tools, prompt), not a {type(loop).__name__}"
            )
        self.loop = loop
        self.name = name or getattr(loop, "name", None) or getattr(loop, "__name__", type(loop).__name__)
        self.versions: dict[str, str] = dict(getattr(loop, "versions", None) or {})
        self._parameters, self._open = _parameters(loop)
        if capabilities is None:
            capabilities = getattr(loop, "capabilities", None)
        self.capabilities = self._detected() if capabilities is None else _checked(capabilities)

    @property
    def is_async(self) -> bool:
        """Whether the loop is an `async def`: it is then given an `AsyncAnthropic`."""
        call = getattr(self.loop, "__call__", None)  # noqa: B004 - an object's own async __call__
        return inspect.iscoroutinefunction(self.loop) or inspect.iscoroutinefunction(call)

    def can(self, capability: str) -> bool:
        return capability in self.capabilities

    def options(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the wanted arguments that this loop says it takes."""
        declared = {name for capability in self.capabilities for name in CAPABILITIES[capability]}
        return {
            name: value
            for name, value in wanted.items()
            if name in declared and (self._open or name in self._parameters)
        }

    def _detected(self) -> frozenset[str]:
        names = set(self._parameters)
        return frozenset(c for c, arguments in CAPABILITIES.items() if names & set(arguments))


def _parameters(loop: Callable[..., Any]) -> tuple[list[str], bool]:
    """The names a loop takes, and whether it takes any other as well."""
    try:
        found = inspect.signature(loop).parameters
    except (TypeError, ValueError):
        return [], True
    return list(found), any(p.kind is p.VAR_KEYWORD for p in found.values())


def _checked(capabilities: Iterable[str]) -> frozenset[str]:
    given = frozenset([capabilities] if isinstance(capabilities, str) else capabilities)
    unknown = sorted(given - set(CAPABILITIES))
    if unknown:
        raise ConfigurationError(
            f"no capability is called {', '.join(map(repr, unknown))}; allowed: {', '.join(CAPABILITIES)}"
        )
    return given
