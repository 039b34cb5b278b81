"""How a run ended: a status, the text, and a transcript another run can go on from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from clockhands.trace import Trace

__all__ = ["STATUSES", "Outcome", "Stop"]

STATUSES = ("success", "refused", "truncated", "step_limit", "stuck", "budget", "cancelled", "error")


class Stop(Exception):
    """Raised inside the loop to end the run with a status and a reason."""

    def __init__(self, status: str, reason: str = ""):
        super().__init__(reason or status)
        self.status = status
        self.reason = reason


@dataclass
class Outcome:
    """The end of a run, always defined.

    status: one of `STATUSES`; "success" only when the model itself said `end_turn`.
    text: what the model said last, possibly empty.
    messages: the transcript. Every call in it has its result, so `run(..., messages=outcome.messages)` goes
    on.
    executed: ids of the tool calls that were started, in order.
    reason: one sentence on why it ended, for every status but success.
    abandoned: ids of the calls whose tool was still running when the run ended: Python cannot kill a thread.
    intent: the scope of this run's idempotency keys; hand it to the run that resumes this one.
    usage: input and output tokens over all replies. steps: replies the model gave.
    trace: every exchange and every execution, with times.
    """

    status: str
    text: str
    messages: list[dict[str, Any]] = field(repr=False)
    executed: list[str] = field(default_factory=list)
    reason: str = ""
    abandoned: list[str] = field(default_factory=list)
    intent: str = field(default="", repr=False)
    usage: dict[str, int] = field(default_factory=dict, repr=False)
    steps: int = 0
    trace: Trace = field(default_factory=Trace, repr=False)

    @property
    def ok(self) -> bool:
        """Whether the model finished its answer."""
        return self.status == "success"
