"""How long one step of the step-through takes to show, at 10, 100 and 500 model calls, side by side.

    python tests/bench_step.py

Per length: opening (all that depends on the length is worked out there), then the median and the slowest of
many steps spread over the run: drawn alone, and shown by the player with its fork open. It must not grow.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from show.runs import chain

from clockhands.show.step_html import draw_step
from clockhands.show.step_player import Player

LENGTHS = (10, 100, 500)
FORK = {"tools": [], "run": None, "client": None}
PLACES, ROUNDS = 36, 10


def measure(act, places) -> tuple[float, float]:
    """(median, slowest) milliseconds of act(place)."""
    taken = []
    for place in places:
        start = time.perf_counter()
        act(place)
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), max(taken)


def main() -> None:
    print(
        f"{'model calls':>12} {'steps':>6} {'open ms':>9} {'draw ms (slowest)':>19} {'show ms (slowest)':>19}"
    )
    Player(chain(1), FORK)  # the imports are nobody's step
    for calls in LENGTHS:
        trace = chain(calls - 1)
        start = time.perf_counter()
        player = Player(trace, FORK)
        opened = (time.perf_counter() - start) * 1000
        player.forking._toggle(None)
        steps, marks = player.now.steps, player.now.marks
        total = len(steps)
        places = [total * n // PLACES for n in range(PLACES)] * ROUNDS
        draw = measure(lambda n, s=steps, m=marks: draw_step(s[n], len(s), m, timed=True), places)
        show = measure(player.show, places)
        columns = [f"{middle:.2f} ({most:.2f})" for middle, most in (draw, show)]
        print(f"{calls:>12} {total:>6} {opened:>9.1f} {columns[0]:>19} {columns[1]:>19}")


if __name__ == "__main__":
    main()
