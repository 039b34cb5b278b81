"""The latency lab: where the time of an agent goes, with tools one after another and with tools together.

    python labs/latency.py          the table and the timelines for 3 steps of 3 tools

k tool steps cost k + 1 model calls. Model calls take 600 ms and tools 20 ms in the median, with a long tail.
These are assumptions to think with (the interview's), not measurements.
"""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass
from statistics import median

from clockhands.show import Chart, Picture, compare_timelines
from clockhands.trace import Trace


@dataclass(frozen=True)
class Work:
    """steps of `calls` tool calls each; medians in ms; tail: how far the slow ones lie (1: no spread)."""

    steps: int = 3
    calls: int = 3
    model_ms: float = 600
    tool_ms: float = 20
    tail: float = 2.0


@dataclass(frozen=True)
class Run:
    """One run in ms: model calls (steps + 1), and for each step the times of its tools."""

    model: list[float]
    tools: list[list[float]]

    def total(self, together: bool) -> float:
        """Waiting for the model, plus for each step the slowest tool (together) or all of them."""
        return sum(self.model) + self.tool_time(together)

    def tool_time(self, together: bool) -> float:
        """What the tools cost the user."""
        return sum((max(step) if together else sum(step)) for step in self.tools if step)


def typical(work: Work) -> Run:
    """A run in which everything takes its median."""
    return Run([work.model_ms] * (work.steps + 1), [[work.tool_ms] * work.calls for _ in range(work.steps)])


def sample(work: Work, count: int = 2000, seed: int = 0) -> list[Run]:
    """`count` runs with log-normal times: medians as given, one time in five over `tail` times the median."""
    draw = random.Random(seed)
    sigma = math.log(max(1.0, work.tail)) / 0.84  # tail: where the slowest fifth begins, times the median

    def spread(middle: float) -> float:
        return middle * math.exp(sigma * draw.gauss(0, 1)) if sigma else middle

    return [
        Run(
            [spread(work.model_ms) for _ in range(work.steps + 1)],
            [[spread(work.tool_ms) for _ in range(work.calls)] for _ in range(work.steps)],
        )
        for _ in range(count)
    ]


def quantile(values: list[float], q: float) -> float:
    """The value below which a share q of `values` lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def trace_of(run: Run, together: bool) -> Trace:
    """The run as a trace on a virtual clock, to be drawn."""
    trace, now = Trace(exact=True), 0.0
    for step, waited in enumerate(run.model):
        tools = run.tools[step] if step < len(run.tools) else []
        calls = [
            {"type": "tool_use", "id": f"{step}-{i}", "name": "tool", "input": {}} for i in range(len(tools))
        ]
        trace.add_exchange({"messages": []}, {"content": calls}, t0=now, t1=now + waited / 1000)
        now += waited / 1000
        for index, spent in enumerate(tools):
            trace.add_execution("tool", {}, tool_use_id=f"{step}-{index}", t0=now, t1=now + spent / 1000)
            now += 0 if together else spent / 1000
        now += max(tools, default=0.0) / 1000 if together else 0
    return trace


def timelines(steps: int = 1, calls: int = 3, model_ms: float = 600, tool_ms: float = 20) -> Picture:
    """A typical run twice: tools one after another, and together."""
    run = typical(Work(int(steps), int(calls), model_ms, tool_ms))
    return compare_timelines(
        {"one after another": trace_of(run, together=False), "together": trace_of(run, together=True)}
    )


def shares(tool_ms: float = 20, calls: int = 3, together: bool = False, most_steps: int = 8) -> Picture:
    """Where the time goes as steps are added: model and tools, in seconds."""
    runs = [typical(Work(steps, int(calls), tool_ms=tool_ms)) for steps in range(most_steps + 1)]
    model = [(k, sum(run.model) / 1000) for k, run in enumerate(runs)]
    total = [(k, run.total(together) / 1000) for k, run in enumerate(runs)]
    chart = Chart(
        "What each tool step adds",
        x=(0, most_steps),
        y=(0, total[-1][1] * 1.1),
        x_label="tool steps (each depends on the one before)",
        y_label="seconds until the reply",
        note=f"assumed: 600 ms a model call, {int(calls)} tools of {tool_ms:,.0f} ms a step, "
        + ("together" if together else "one after another"),
    )
    chart.line(total, "model + tools", 2)
    chart.line(model, "model alone", 1)
    share = model[-1][1] / total[-1][1]
    text = f"{most_steps} steps: {total[-1][1]:.2f} s, of which the model {share:.0%}"
    return chart.picture(f"Two lines that rise by a constant per step; {text}.", text)


def spread(steps: int = 3, calls: int = 3, tool_ms: float = 20, tail: float = 2.0) -> Picture:
    """How the total is spread over 2,000 runs, tools together and one after another."""
    work = Work(int(steps), int(calls), tool_ms=tool_ms, tail=tail)
    runs = sample(work)
    apart, side = [run.total(False) / 1000 for run in runs], [run.total(True) / 1000 for run in runs]
    top = quantile(apart, 0.99)
    bins = 40
    edges = [top * i / bins for i in range(bins + 1)]
    columns = [_histogram(values, edges) for values in (apart, side)]
    chart = Chart(
        f"{work.steps} steps of {work.calls} tools: time until the reply",
        x=(0, top),
        y=(0, max(max(column) for column in columns) * 1.25),
        x_label="seconds (the slowest 1 % not shown)",
        y_label="share of runs",
        y_form=lambda y: f"{y:.0%}",
        note="assumed, 2,000 runs · 600 ms a model call in the median",
    )
    for values, name, series in ((columns[0], "one after another", 3), (columns[1], "together", 2)):
        middles = [(a + b) / 2 for a, b in itertools.pairwise(edges)]
        chart.line(list(zip(middles, values, strict=True)), name, series)
    said = []
    for row, (values, name, series) in enumerate(((apart, "apart", 3), (side, "together", 2))):
        chart.rule(median(values), f"{name}: median {median(values):.1f} s", series, row)
        said.append(f"{name} median {median(values):.1f} s, p95 {quantile(values, 0.95):.1f} s")
    return chart.picture(f"Two bells with long right tails; {'; '.join(said)}.", "\n".join(said))


def _histogram(values: list[float], edges: list[float]) -> list[float]:
    counts = [0] * (len(edges) - 1)
    for value in values:
        place = int(value / edges[-1] * len(counts))
        if place < len(counts):
            counts[place] += 1
    return [count / len(values) for count in counts]


def slowest(tail: float = 2.0, tool_ms: float = 200, most: int = 16) -> Picture:
    """A step costs its slowest tool: what that is, as more tools run together."""
    points: dict[str, list[tuple[float, float]]] = {"median step": [], "p95 step": []}
    for calls in range(1, most + 1):
        steps = [
            r.tool_time(True) for r in sample(Work(1, calls, tool_ms=tool_ms, tail=tail), 4000, seed=calls)
        ]
        points["median step"].append((calls, median(steps)))
        points["p95 step"].append((calls, quantile(steps, 0.95)))
    chart = Chart(
        "One step, more and more tools together",
        x=(1, most),
        y=(0, points["p95 step"][-1][1] * 1.15),
        x_label="tools in the step",
        y_label="ms the step takes",
        note=f"assumed: {tool_ms:,.0f} ms a tool in the median, one in five over {tool_ms * tail:,.0f} ms",
    )
    chart.line(points["median step"], "median step", 2)
    chart.line(points["p95 step"], "p95 step", 3)
    first, last = points["median step"][0][1], points["median step"][-1][1]
    text = f"median step: about {last / first:.0f} times as long with {most} tools as with one"
    return chart.picture(f"Two lines that rise ever more slowly; {text}.", text)


def table(work: Work = Work()) -> str:
    """Steps against seconds, typical run, as text."""
    lines = [
        f"assumed: {work.model_ms:.0f} ms a model call, {work.calls} tools of {work.tool_ms:.0f} ms a step"
    ]
    lines.append("steps  model calls  one after another   together   model's share")
    for steps in range(5):
        run = typical(Work(steps, work.calls, work.model_ms, work.tool_ms))
        apart, side = run.total(False) / 1000, run.total(True) / 1000
        share = sum(run.model) / 1000 / apart
        lines.append(f"{steps:>5}  {steps + 1:>11}  {apart:>15.2f} s  {side:>7.2f} s   {share:>13.0%}")
    return "\n".join(lines)


def main() -> int:
    """Print the table, a typical run both ways, and the spread."""
    print(table())
    for picture in (timelines(2, 3, tool_ms=300), shares(), spread(), slowest()):
        print(f"\n{picture}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
