"""One run as it was seen from outside, and what must hold of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from clockhands.gauntlet.sent import Sent, texts_of
from clockhands.gauntlet.subject import Ended, Subject
from clockhands.gauntlet.validator import refused

__all__ = ["Failed", "Ran", "Run"]


class Failed(Exception):
    """What a loop did, in one sentence, where it should have done something else."""


@dataclass
class Ran:
    """One execution of a tool. t0, t1: virtual seconds; ended: "ok", "raise", or "hung" while it is not back.
    key: the idempotency key it was given, if any."""

    tool: str
    input: dict[str, Any]
    t0: float
    t1: float | None = None
    ended: str = "hung"
    key: str | None = None


@dataclass
class Run:
    """What the loop did: requests, executions, virtual seconds, and its end.

    history: the transcript it was given to resume. grows: whether the transcript must only grow.
    """

    subject: Subject
    ended: Ended
    sent: list[Sent]
    ran: list[Ran]
    elapsed: float
    history: list[dict[str, Any]] = field(default_factory=list)
    grows: bool = True
    good: dict[str, bool] = field(default_factory=dict)
    notes: set[str] = field(default_factory=set)

    @property
    def refusal(self) -> str:
        """The first request the API refused on its own account, as a violation; "" without one."""
        return next((refused(s.error) for s in self.sent if s.status >= 400 and not s.fault), "")

    def must(self, holds: Any, otherwise: str) -> None:
        """`Failed` with this sentence unless it holds."""
        if not holds:
            raise Failed(self.refusal or otherwise)

    def quality(self, what: str, holds: Any) -> None:
        """Note something that is not needed to survive."""
        self.good[what] = self.good.get(what, True) and bool(holds)

    # --- what scenarios ask most ---------------------------------------------------------------------------

    def sends(self, least: int, most: int | None = None) -> None:
        """The number of requests."""
        most = least if most is None else most
        due = str(least) if least == most else f"{least} to {most}"
        self.must(least <= len(self.sent) <= most, f"it sent {_count(self.sent, 'request')}; {due} were due")

    def ends(self, *statuses: str) -> None:
        """The status."""
        self.must(
            self.ended.status in statuses,
            f"it ended as {self.ended.status}; {' or '.join(statuses)} was due",
        )

    def runs(self, *calls: tuple[str, dict[str, Any]]) -> None:
        """The executions, in any order: what runs side by side has none."""
        ran = [(r.tool, r.input) for r in self.ran]
        same = len(ran) == len(calls) and all(ran.count(call) == list(calls).count(call) for call in calls)
        self.must(same, f"it ran {_listed(ran)}; {_listed(calls)} was due")

    def request(self, n: int) -> Sent:
        """Request n, from 1."""
        self.must(len(self.sent) >= n, f"it sent {_count(self.sent, 'request')}; there is no number {n}")
        return self.sent[n - 1]

    def results(self, n: int, count: int) -> list[dict[str, Any]]:
        """The tool results that request n carries, `count` of them."""
        found = self.request(n).results
        said = f"request {n} carries {_count(found, 'result')}; {count} were due"
        self.must(len(found) == count, said)
        return found

    def error(self, n: int, index: int = 0, count: int = 1) -> str:
        """The text of an error result that request n carries."""
        result = self.results(n, count)[index]
        text = texts_of(result)
        self.must(result.get("is_error"), f"the result is no error: {text[:80]!r}")
        return text


def _listed(calls: Sequence[tuple[str, dict[str, Any]]]) -> str:
    said = [f"{tool}({', '.join(f'{k}={v!r}' for k, v in given.items())})" for tool, given in calls]
    short = [text if len(text) <= 60 else text[:59] + "…" for text in said[:4]]
    return (", ".join(short) or "nothing") + (f" and {len(said) - 4} more" if len(said) > 4 else "")


def _count(things: Sequence[Any], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"
