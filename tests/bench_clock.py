"""How fast the clock tools are, beside bare dateparser in the same run. `python tests/bench_clock.py`

Prints, per phrase, the median of `convert_time` warm and of bare dateparser with the same settings, and the
time of lists of slots up to 10,000. Exit status 1 when a phrase takes over twice as long, or a list is not
linear.
"""

from __future__ import annotations

import statistics
import sys
import time
from datetime import datetime

from clockhands import clock
from clockhands.tools import convert_multiple_times, convert_time

PHRASES = [
    "tomorrow at 2 PM",
    "next Friday 10 am",
    "January 5 at noon",
    "December 24th, 2025 6:30 pm",
    "3/4/2026",
]
SETTINGS = {
    "RELATIVE_BASE": datetime(2025, 1, 15, 9, 30),
    "TIMEZONE": "Europe/Paris",
    "PREFER_DATES_FROM": "future",
    "PARSERS": ["relative-time", "absolute-time"],
    "DATE_ORDER": "MDY",
    "PREFER_LOCALE_DATE_ORDER": False,
}


def side_by_side(ours, bare, rounds: int = 200) -> tuple[float, float]:
    """Median microseconds of both, call by call in turns, so that a busy machine slows them alike."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 10):
        for fn, into in zip((ours, bare), times, strict=True):
            start = time.perf_counter()
            fn()
            if number >= 10:  # the first ones warm up
                into.append(time.perf_counter() - start)
    return statistics.median(times[0]) * 1e6, statistics.median(times[1]) * 1e6


def bench_phrases() -> float:
    """The worst ratio of convert_time to bare dateparser."""
    import dateparser

    worst = 0.0
    print(f"{'phrase':<30}{'convert_time':>14}{'dateparser':>14}{'ratio':>8}")
    for phrase in PHRASES:
        ours, bare = side_by_side(
            lambda phrase=phrase: convert_time(phrase, from_timezone="Europe/Paris"),
            lambda phrase=phrase: dateparser.parse(phrase, languages=["en"], settings=SETTINGS),
        )
        worst = max(worst, ours / bare)
        print(f"{phrase:<30}{ours:>11.0f} us{bare:>11.0f} us{ours / bare:>8.2f}")
    return worst


def bench_lists() -> float:
    """Time per slot of 10,000 slots over that of 1,000: 1 where the work is linear."""
    per_slot = {}
    for count in (1_000, 3_000, 10_000):
        slots = [f"2026-{1 + n % 12:02d}-{1 + n % 28:02d}T{n % 24:02d}:30:00Z" for n in range(count)]
        best = min(timed(slots) for _ in range(5))
        per_slot[count] = best / count
        print(f"{count:>6} slots {best * 1e3:>9.1f} ms {per_slot[count] * 1e6:>8.1f} us a slot")
    return per_slot[10_000] / per_slot[1_000]


def timed(slots: list[str]) -> float:
    """Seconds of processor time, which a busy machine does not stretch."""
    start = time.process_time()
    convert_multiple_times(slots, to_timezone="Europe/Paris")
    return time.process_time() - start


def main() -> int:
    with clock.frozen("2025-01-15T09:30:00+01:00"):
        worst, growth = bench_phrases(), bench_lists()
    print(f"worst ratio {worst:.2f} (at most 2); ten times the slots, {growth:.2f} times as long a slot")
    return 0 if worst <= 2 and growth <= 1.5 else 1


if __name__ == "__main__":
    sys.exit(main())
