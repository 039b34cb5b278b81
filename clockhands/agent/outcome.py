"""How a run ended: a status, the text, and a transcript another run can go on from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from clockhands.trace import Trace

__all__ = ["STATUSES", "Outcome"]

STATUSES = ("success", "refused", "truncated", "step_limit", "stuck", "budget", "cancelled", "error")


@dataclass
class Outcome:
    """The end of a run, always defined.

    status: one of `STATUSES`; "success" only when the model itself said `end_turn`.
    text: what the model said last, possibly empty.
    messages: the transcript; `run(client, tools, prompt, messages=outcome.messages)` goes on from it.
    executed: ids of the tool calls that ran, in order.
    reason: one sentence on why it ended, for every status but success.
    trace: every exchange and every execution, with times.
    """

    status: str
    text: str
    messages: list[dict[str, Any]]
    executed: list[str] = field(default_factory=list)
    reason: str = ""
    trace: Trace = field(default_factory=Trace, repr=False)

    @property
    def ok(self) -> bool:
        """Whether the model finished its answer."""
        return self.status == "success"

    @property
    def steps(self) -> int:
        """Replies the model gave."""
        return sum(exchange.response is not None for exchange in self.trace.exchanges)
