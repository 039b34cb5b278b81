"""Pictures of the clock lab: one seed run by run, and many seeds as distributions."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import clock_lab_seeds
import numpy as np
from clock_lab import MINUTE, PUBLISHED, SEED, SLIP, Settings, WithTool, half_up, simulate
from clock_lab_seeds import Seeds

from clockhands.show import Chart, Picture


def one_seed(seed: int = SEED, settings: Settings = PUBLISHED) -> Picture:
    """The error of each reply that used the tool, in seconds; slips stand on the upper edge."""
    outcome, top = simulate(seed, settings), 75
    chart = Chart(
        f"Seed {seed}: how far each reply with the tool lies behind the clock",
        x=(0.4, settings.runs + 0.6),
        y=(0, top),
        x_label="call of the tool",
        y_label="seconds",
        x_ticks=range(1, settings.runs + 1),
        y_ticks=(0, 15, 30, 45, 60, 75),
        note=f"simulated · {outcome.refusals} of {settings.runs} refused without the tool · "
        f"{len(outcome.calls)} called it · {outcome.slips} slipped by nine hours",
    )
    chart.line([(0.4, 60), (settings.runs + 0.6, 60)], "one minute", 3, marks=0)
    for place, call in enumerate(outcome.calls, start=1):
        seconds = call.error / 1000
        chart.point(place, min(seconds, top), 1 if call.slip else 2, _slip(call))
    errors = [call.error / 1000 for call in outcome.calls]
    said = f"median {half_up(median(errors), 1)} s" if errors else "no calls"
    done = f"{len(errors)} calls, {outcome.within_a_minute} within 1 min, slips: {outcome.slips}"
    text = f"seed {seed}: {done}, {said}"
    return chart.picture(
        f"Points for the replies of seed {seed}: between 0 and 60 s except for slips; {text}.", text
    )


def _slip(call: WithTool) -> str:
    return f"{SLIP // MINUTE} min + {(call.error - SLIP) / 1000:.0f} s" if call.slip else ""


def added_time(seeds: Seeds, mark: float, label: str, settings: Settings = PUBLISHED) -> Picture:
    """How the median time a tool call adds is spread over the seeds, with one run marked."""
    values = seeds.median_added[~np.isnan(seeds.median_added)]
    low, high = settings.tool[0] + settings.follow_up[0], settings.tool[1] + settings.follow_up[1]
    heights, edges = np.histogram(values, bins=50, range=(low, max(high, low + 50)))
    shares, typical = heights / len(values), float(np.median(values))
    chart = Chart(
        "Median time one tool call adds, over 20 runs",
        x=(float(edges[0]), float(edges[-1])),
        y=(0, float(shares.max()) * 1.25),
        x_label="ms",
        y_label="share of seeds",
        y_form=lambda y: f"{y:.0%}",
        note=f"simulated · {len(values):,} seeds",
    )
    chart.bars(edges, shares, "seeds", 0)
    chart.rule(typical, f"typical {typical:,.0f} ms", 2)
    percentile = 100 * clock_lab_seeds.place(mark, values)
    chart.rule(mark, f"{label} {half_up(mark)} ms: percentile {percentile:.0f}", 3, row=1)
    placed = f"{label} {half_up(mark)} ms lies at percentile {percentile:.0f}"
    text = f"median added: typical {typical:,.0f} ms; {placed}"
    return chart.picture(f"A bell of {len(values):,} seeds; {text}.", text)


def all_right(seeds: Seeds, settings: Settings = PUBLISHED) -> Picture:
    """In how many of the runs of a seed everything went right: tool called, no slip."""
    right = seeds.called - seeds.slips
    shares = np.bincount(right, minlength=settings.runs + 1) / len(seeds)
    luck = ((1 - settings.skip) * (1 - settings.slip)) ** settings.runs
    chart = Chart(
        f"Runs out of {settings.runs} that call the tool and read its answer right",
        x=(-0.5, settings.runs + 0.5),
        y=(0, float(shares.max()) * 1.2),
        x_label="runs that went right",
        y_label="share of seeds",
        x_ticks=range(0, settings.runs + 1, 2),
        y_form=lambda y: f"{y:.0%}",
        note=f"simulated · {len(seeds):,} seeds · skip {settings.skip:.0%}, slip {settings.slip:.0%}",
    )
    chart.bars(np.arange(-0.5, settings.runs + 0.6), shares, "", 0)
    chart.rule(settings.runs, f"all {settings.runs}: {shares[-1]:.1%} of seeds", 3)
    text = f"all {settings.runs} right in {shares[-1]:.1%} of seeds; exactly {luck:.1%}"
    return chart.picture(f"Bars that fall off to the left of {np.argmax(shares)} right runs; {text}.", text)


def sweep(skip: float, slip: float, slowest_follow_up: int, seeds: int = 20_000) -> Picture:
    """`all_right` for other rates; what a slider calls."""
    settings = replace(PUBLISHED, skip=skip, slip=slip, follow_up=(300, max(300, int(slowest_follow_up))))
    return all_right(clock_lab_seeds.many(seeds, settings), settings)


def sweep_added(slowest_tool: int, slowest_follow_up: int, seeds: int = 20_000) -> Picture:
    """`added_time` for other latencies, with the published run marked."""
    settings = replace(
        PUBLISHED, tool=(1, max(1, int(slowest_tool))), follow_up=(300, max(300, int(slowest_follow_up)))
    )
    published = median(call.added for call in simulate().calls)
    return added_time(clock_lab_seeds.many(seeds, settings), published, "published", settings)


def late_share(seeds: Seeds) -> float:
    """The share of correct replies that are over a minute off."""
    return float(seeds.correct_but_late.sum() / (seeds.called - seeds.slips).sum())
