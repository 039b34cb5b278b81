"""The clock lab: a scripted toy model is asked for the time in Tokyo, without a tool (A) and with one (B).

    python labs/clock_lab.py                  the published figures, then a million other seeds
    python labs/clock_lab.py --seeds 100000   fewer of them
    python labs/clock_lab.py --bench          plain against vectorised, seeds per second

Everything here follows from assumed rates, assumed latencies and a seed. It measures no real model.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from statistics import median

TOKYO = timezone(timedelta(hours=9))
START = datetime(2026, 11, 5, 23, 0, tzinfo=TOKYO)
ASSUMED_DATE = datetime(2025, 6, 1, tzinfo=TOKYO)
QUESTION = "What time is it right now in Tokyo?"
SEED = 20261105
MINUTE, DAY = 60_000, 86_400_000  # milliseconds
SLIP = 540 * MINUTE  # the UTC field read as local time: nine hours


@dataclass(frozen=True)
class Settings:
    """The assumptions. Rates are shares, latencies inclusive ranges in ms, pause the ms between two runs."""

    runs: int = 20
    refuse: float = 0.45
    skip: float = 0.05
    slip: float = 0.05
    first: tuple[int, int] = (400, 1000)
    tool: tuple[int, int] = (1, 5)
    follow_up: tuple[int, int] = (300, 800)
    pause: int = 30_000


PUBLISHED = Settings()


def mulberry32(seed: int):
    """The random stream: a function that gives the next number in [0, 1). 32-bit, unsigned, modulo 2³²."""
    state = seed & 0xFFFFFFFF

    def draw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = (state ^ state >> 15) * (1 | state) & 0xFFFFFFFF
        t = (t + (t ^ t >> 7) * (61 | t) & 0xFFFFFFFF) ^ t
        return (t ^ t >> 14) / 4294967296

    return draw


def between(bounds: tuple[int, int], r: float) -> int:
    """An integer in [low, high] from r in [0, 1)."""
    low, high = bounds
    return math.floor(low + r * (high - low) + 0.5)


@dataclass
class WithTool:
    """One run of B that called the tool; times in ms, `read` since the epoch."""

    first: int
    tool: int
    read: int
    follow_up: int
    slip: bool

    @property
    def added(self) -> int:
        """What the tool call cost: the tool and the second wait for the model."""
        return self.tool + self.follow_up

    @property
    def error(self) -> int:
        """How far HH:MM lies behind the clock at the reply: seconds dropped, follow-up, any slip."""
        return self.read % MINUTE + self.follow_up + (SLIP if self.slip else 0)


@dataclass
class Outcome:
    """What one seed gives. guess_errors in ms; calls: the runs of B that called the tool."""

    refusals: int = 0
    guess_errors: list[int] = field(default_factory=list)
    calls: list[WithTool] = field(default_factory=list)

    @property
    def within_a_minute(self) -> int:
        return sum(call.error <= MINUTE for call in self.calls)

    @property
    def slips(self) -> int:
        return sum(call.slip for call in self.calls)


def simulate(seed: int = SEED, settings: Settings = PUBLISHED) -> Outcome:
    """Both halves, A then B, on one virtual clock and one random stream."""
    draw, out = mulberry32(seed), Outcome()
    now = round(START.timestamp() * 1000)
    assumed = round(ASSUMED_DATE.timestamp() * 1000)
    for _ in range(settings.runs):  # A: no tool, so the model refuses or guesses
        now += between(settings.first, draw())
        if draw() < settings.refuse:
            out.refusals += 1
        else:
            hour, minute = math.floor(24 * draw()), math.floor(60 * draw())
            out.guess_errors.append(now - (assumed + (60 * hour + minute) * MINUTE))
        now += settings.pause
    for _ in range(settings.runs):  # B: the tool reads the clock, the model writes HH:MM
        first = between(settings.first, draw())
        now += first
        if draw() >= settings.skip:
            tool = between(settings.tool, draw())
            read = now = now + tool
            follow_up = between(settings.follow_up, draw())
            now += follow_up
            out.calls.append(WithTool(first, tool, read, follow_up, draw() < settings.slip))
        now += settings.pause
    return out


def half_up(x: float, digits: int = 0) -> str:
    """`x` with this many decimals, halves away from zero, thousands in groups."""
    scaled = math.floor(abs(x) * 10**digits + 0.5) / 10**digits
    return f"{math.copysign(scaled, x):,.{digits}f}"


def clock(milliseconds: int, zone: timezone = TOKYO) -> datetime:
    """Milliseconds since the epoch as a local time."""
    return datetime.fromtimestamp(milliseconds / 1000, zone)


def figures(outcome: Outcome, runs: int = PUBLISHED.runs) -> list[tuple[str, str]]:
    """The published figures as (name, value), rounded half up."""
    rows = [("A refusals / guesses", f"{outcome.refusals} / {len(outcome.guess_errors)} of {runs}")]
    if outcome.guess_errors:
        guess = median(outcome.guess_errors)
        days = half_up(guess / DAY, 1)
        exact = math.floor(guess / MINUTE * 1000) / 1000
        rows.append(("A median guess error", f"{half_up(guess / MINUTE)} min ({exact:,.3f}…) = {days} days"))
    calls = outcome.calls
    done = f"{len(calls)} / {runs}, {outcome.within_a_minute} / {runs}"
    rows.append(("B tool called / within 1 min", done))
    if calls:
        error = median(call.error for call in calls) / 1000
        rows.append(("B median error", f"{half_up(error, 1)} s ({error:.4f})"))
        for name in ("tool", "follow_up", "added"):
            middle = median(getattr(call, name) for call in calls)
            exact = f" ({middle:.1f})" if middle % 1 else ""
            rows.append((f"B median {name.replace('_', '-')}", f"{half_up(middle)} ms{exact}"))
    return [*rows, ("B slips", str(outcome.slips))]


def first_trace(outcome: Outcome) -> list[str]:
    """The first run of B that called the tool, step by step."""
    if not outcome.calls:
        return ["no run called the tool"]
    call = outcome.calls[0]
    local, utc = clock(call.read), clock(call.read, timezone.utc)
    return [
        f'send, ask   "{QUESTION}": the model asks for get_current_time after {call.first} ms',
        f"check, run  the tool reads the clock in {call.tool} ms: "
        f"{local:%Y-%m-%d %H:%M:%S}.{call.read % 1000:03d} +09:00 ({utc:%H:%M:%S}.{call.read % 1000:03d}Z)",
        f'return, reply  after {call.follow_up} ms: "{local:%H:%M}"',
    ]


def main(arguments: list[str] | None = None) -> int:
    """Print the published figures and where they lie among other seeds."""
    parser = argparse.ArgumentParser(description="The clock lab (simulated).")
    parser.add_argument("--seeds", type=int, default=1_000_000, help="how many other seeds (default 1000000)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"the seed of the figures (default {SEED})")
    parser.add_argument("--bench", action="store_true", help="seeds per second, plain and vectorised")
    options = parser.parse_args(arguments)
    print("SIMULATED: assumed rates, assumed latencies, one seed. No real model was measured.\n")
    outcome = simulate(options.seed)
    for name, value in figures(outcome):
        print(f"{name:<34}{value}")
    print("\nThe first run with the tool:")
    print("\n".join("  " + line for line in first_trace(outcome)))
    try:
        import clock_lab_seeds
    except ImportError:
        print("\nThe other seeds need numpy, which is not installed here: pip install numpy")
        return 0
    print()
    if options.bench:
        print(clock_lab_seeds.bench())
    elif options.seeds > 0:
        print(clock_lab_seeds.judgement(outcome, clock_lab_seeds.many(options.seeds)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
