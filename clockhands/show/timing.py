"""Times of a trace in whole steps, so that a drawing is the same each time it is made."""

from __future__ import annotations

from dataclasses import dataclass

from clockhands.show.words import duration, step_of
from clockhands.trace import Trace

__all__ = ["Segment", "Times"]

MEASURED_UNIT = 0.2
EXACT_UNIT = 0.001


@dataclass(frozen=True)
class Segment:
    """A stretch of a run: kind is model, tools or app; seconds in whole steps."""

    kind: str
    seconds: float


class Times:
    """Durations of `trace` in steps of `unit` seconds: by default 0.001 on a virtual clock, else 0.2."""

    def __init__(self, trace: Trace, unit: float | None = None):
        if unit is not None and not unit > 0:
            raise ValueError(f"unit is {unit!r}; pass seconds greater than 0, such as 0.2")
        self.exact = trace.exact
        self.unit = unit if unit is not None else EXACT_UNIT if trace.exact else MEASURED_UNIT
        self.trace = trace

    def steps(self, seconds: float) -> float:
        """`seconds` in whole steps."""
        return step_of(seconds, self.unit, self.exact)

    def say(self, seconds: float) -> str:
        """`seconds` in whole steps, as text."""
        return duration(self.steps(seconds), self.unit)

    def head(self, total: float | None = None) -> str:
        """The length of the run (total, else all of the trace) and its clock: `1.24 s on a virtual clock`."""
        clock = " on a virtual clock" if self.exact else ""
        steps = "" if self.unit <= EXACT_UNIT else f" in steps of {self.unit:g} s"
        length = self.say(self.trace.elapsed) if total is None else duration(total, self.unit)
        return f"{length}{clock}{steps}"

    def segments(self) -> list[Segment]:
        """Where the time went, in order: the model, the tools (overlaps counted once), the app itself."""
        spans = [(x.t0, x.t1, "model") for x in self.trace.exchanges]
        spans += [(x.t0, x.t1, "tools") for x in self.trace.executions if x.ended != "denied"]
        out: list[Segment] = []
        at = min((t0 for t0, _, _ in spans), default=0.0)
        for t0, t1, kind in sorted(spans):
            for seconds, name in ((t0 - at, "app"), (t1 - max(at, t0), kind)):
                steps = self.steps(max(0.0, seconds))
                if steps <= 0:
                    continue
                if out and out[-1].kind == name == "tools":
                    out[-1] = Segment(name, out[-1].seconds + steps)
                else:
                    out.append(Segment(name, steps))
            at = max(at, t1)
        return out
