"""When the app stops: the limits of a run, and the meter that is held against them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from clockhands import clock
from clockhands.agent.outcome import Stop

__all__ = ["Limits", "Meter"]


@dataclass(frozen=True)
class Limits:
    """What one run may use; None lifts a limit.

    max_steps: replies of the model. token_budget: input and output tokens, resent ones included, as they are
    paid. deadline_s: seconds on the clock, from start to outcome. tool_time_s: seconds of all tools together.
    attempts: tries of one request. refusals: turns in a row in which no call was fit to run. pauses:
    `pause_turn` replies in a row. compactions: times the transcript is shortened.
    same_result: turns in a row that ask the same and hear the same; same_call: times one call may be made
    in a run, whatever it gives back; oscillations: times a pattern of two or three turns may repeat.
    """

    max_steps: int | None = 20
    token_budget: int | None = 500_000
    deadline_s: float | None = 600.0
    tool_time_s: float | None = None
    attempts: int = 5
    refusals: int = 4
    pauses: int = 6
    compactions: int = 3
    same_result: int = 4
    same_call: int = 12
    oscillations: int = 3


class Meter:
    """What a run has used so far. `check()` raises `Stop` when a limit is reached."""

    def __init__(self, limits: Limits, cancel_event: Any = None):
        self.limits = limits
        self.steps = 0
        self.tokens = {"input_tokens": 0, "output_tokens": 0}
        self.tool_seconds = 0.0
        self._cancel_event = cancel_event
        self._started = clock.monotonic()

    def count(self, usage: dict[str, Any]) -> None:
        """One more reply, with its usage; cached input counts as input."""
        self.steps += 1
        cached = ("cache_creation_input_tokens", "cache_read_input_tokens")
        self.tokens["input_tokens"] += sum(_number(usage.get(key)) for key in ("input_tokens", *cached))
        self.tokens["output_tokens"] += _number(usage.get("output_tokens"))

    @property
    def left_s(self) -> float:
        """Seconds until the deadline; `inf` without one."""
        most = self.limits.deadline_s
        return math.inf if most is None else most - (clock.monotonic() - self._started)

    @property
    def cancelled(self) -> bool:
        return self._cancel_event is not None and self._cancel_event.is_set()

    def check(self) -> None:
        """Before anything that costs: cancelled, out of time, out of tokens."""
        limits = self.limits
        if self.cancelled:
            raise Stop("cancelled", "the run was cancelled")
        if self.left_s <= 0:
            raise Stop("budget", f"the deadline of {limits.deadline_s:g} s has passed")
        if limits.tool_time_s is not None and self.tool_seconds >= limits.tool_time_s:
            raise Stop("budget", f"the tools have used their {limits.tool_time_s:g} s")
        spent = sum(self.tokens.values())
        if limits.token_budget is not None and spent >= limits.token_budget:
            raise Stop("budget", f"{spent:,} of {limits.token_budget:,} tokens are spent")

    def check_steps(self) -> None:
        """Before running calls or asking again: is there a step left in which their results could be read?"""
        most = self.limits.max_steps
        if most is not None and self.steps >= most:
            raise Stop("step_limit", f"the limit of {most} steps was reached before an answer")


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
