"""The clock lab over many seeds at once, equal to `clock_lab.simulate` seed by seed.

mulberry32 adds a constant to its state, so its k-th number is a function of seed and k alone: no seed has to
wait for another, and a run that draws more numbers only moves its own k on. All arithmetic is in integers,
and so exact.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from statistics import median

import numpy as np
from clock_lab import ASSUMED_DATE, DAY, MINUTE, PUBLISHED, SLIP, START, Outcome, Settings, half_up, simulate

CHUNK = 8_192
NEVER = np.int32(2**31 - 1)


@dataclass
class Seeds:
    """One value per seed in each array. Medians in ms, NaN where a seed has nothing to take a median of."""

    refusals: np.ndarray
    median_guess: np.ndarray
    called: np.ndarray
    within: np.ndarray
    slips: np.ndarray
    correct_but_late: np.ndarray
    median_error: np.ndarray
    median_tool: np.ndarray
    median_follow_up: np.ndarray
    median_added: np.ndarray

    def __len__(self) -> int:
        return len(self.refusals)


def many(count: int = 1_000_000, settings: Settings = PUBLISHED, first_seed: int = 0) -> Seeds:
    """Seeds first_seed, first_seed + 1, … in chunks that fit the processor's cache."""
    parts = []
    for start in range(first_seed, first_seed + count, CHUNK):
        stop = min(start + CHUNK, first_seed + count)
        parts.append(_chunk(np.arange(start, stop, dtype=np.uint64).astype(np.uint32), settings))
    return Seeds(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class _Stream:
    """mulberry32 for many seeds; `take` draws one number for every seed, `skip` gives some back."""

    def __init__(self, seeds: np.ndarray):
        self.state = seeds.copy()

    def take(self) -> np.ndarray:
        """The next number of every seed as an integer in [0, 2³²)."""
        self.state += np.uint32(0x6D2B79F5)
        t = self.state >> np.uint32(15)
        t ^= self.state
        t *= self.state | np.uint32(1)
        u = t >> np.uint32(7)
        u ^= t
        u *= t | np.uint32(61)
        u += t
        u ^= t
        u ^= u >> np.uint32(14)
        return u

    def skip(self, back: int, where: np.ndarray) -> None:
        """Undo the last `back` draws of the seeds in `where`: they never made them."""
        self.state -= where * np.uint32(back * 0x6D2B79F5 & 0xFFFFFFFF)


def _below(rate: float) -> np.uint64:
    """r < rate, said of the integer r·2³²."""
    return np.uint64(int(np.ceil(rate * 2**32)))


def _between(bounds: tuple[int, int], u: np.ndarray) -> np.ndarray:
    """`clock_lab.between` of the integer r·2³²."""
    low, high = bounds
    scaled = u.astype(np.int64)
    scaled *= high - low
    scaled += low * 2**32 + 2**31
    scaled >>= 32
    return scaled.astype(np.int32)


def _chunk(seeds: np.ndarray, settings: Settings) -> tuple[np.ndarray, ...]:
    """The columns of `Seeds` for these seeds. Times in ms after START, which 32 bits hold."""
    stream, shape = _Stream(seeds), (settings.runs, len(seeds))
    now = np.zeros(len(seeds), np.int32)
    refused, guesses = _without_tool(stream, now, settings, np.empty(shape, bool), np.empty(shape, np.int32))
    tools, follow_ups, added, errors = (np.empty(shape, np.int32) for _ in range(4))
    slips, called = np.empty(shape, bool), np.empty(shape, bool)
    for run in range(settings.runs):
        now += _between(settings.first, stream.take())
        skipped = stream.take() < _below(settings.skip)
        tool, follow_up = _between(settings.tool, stream.take()), _between(settings.follow_up, stream.take())
        slip = stream.take() < _below(settings.slip)
        stream.skip(3, skipped)
        np.logical_not(skipped, out=called[run])
        np.logical_and(slip, called[run], out=slips[run])
        # Bits set by the mask make a number of a skipped run NEVER: cheaper than choosing.
        never = skipped * NEVER
        error = (now + tool) % np.int32(MINUTE) + follow_up + slip * np.int32(SLIP)
        spent = tool + follow_up
        for column, value in ((tools, tool), (follow_ups, follow_up), (added, spent), (errors, error)):
            np.bitwise_or(value, never, out=column[run])
        now += spent * called[run] + np.int32(settings.pause)
    refusals, count = _count(refused), _count(called)
    assumed = round((START - ASSUMED_DATE).total_seconds() * 1000) - DAY
    return (
        refusals,
        _median(guesses, settings.runs - refusals) + assumed,
        count,
        _count(errors <= MINUTE),
        _count(slips),
        _count(called & ~slips & (errors > MINUTE)),
        *(_median(values, count) for values in (errors, tools, follow_ups, added)),
    )


def _without_tool(stream, now, settings, refused, guesses) -> tuple[np.ndarray, np.ndarray]:
    """Half A: fills and gives back refused[run, seed] and guesses[run, seed], the ms between
    START and the clock, less the guessed time of day, plus a day; moves `now` on."""
    for run in range(settings.runs):
        now += _between(settings.first, stream.take())
        np.less(stream.take(), _below(settings.refuse), out=refused[run])
        hour, minute = stream.take(), stream.take()
        guessed = _of_day(hour, 24) * np.int32(60) + _of_day(minute, 60)
        stream.skip(2, refused[run])
        behind = now - guessed * np.int32(MINUTE) + np.int32(DAY)  # a day more, so that it is positive
        np.bitwise_or(behind, refused[run] * NEVER, out=guesses[run])
        now += np.int32(settings.pause)
    return refused, guesses


def _of_day(u: np.ndarray, many: int) -> np.ndarray:
    """floor(many · r) of the integer r·2³²."""
    return ((u.astype(np.int64) * many) >> 32).astype(np.int32)


def _count(flags: np.ndarray) -> np.ndarray:
    """Per seed, how many runs; int16 adds up faster than the default and holds 32,767 runs."""
    return flags.sum(axis=0, dtype=np.int16)


def _median(values: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Per seed, the median of its `count` values; the others are NEVER and sort to the end."""
    ordered = _sorted(values)
    seeds, some = np.arange(len(count)), np.maximum(count, 1)
    low, high = ordered[(some - 1) // 2, seeds], ordered[some // 2, seeds]
    return np.where(count > 0, (low.astype(np.float64) + high) / 2, np.nan)


def _sorted(values: np.ndarray) -> np.ndarray:
    """Each column of `values` in ascending order, by Batcher's odd-even merge network.

    The same comparisons for every seed, so a comparison is one step for all seeds at once: twice as fast here
    as sorting column after column.
    """
    rows, spare = list(values.copy()), np.empty_like(values[0])
    for i, j in _network(len(rows)):
        np.minimum(rows[i], rows[j], out=spare)
        np.maximum(rows[i], rows[j], out=rows[j])
        rows[i], spare = spare, rows[i]
    return np.array(rows)


@cache
def _network(n: int) -> tuple[tuple[int, int], ...]:
    """The pairs to compare, in order, to sort n values."""
    pairs, p = [], 1
    while p < n:
        k = p
        while k:
            for j in range(k % p, n - k, 2 * k):
                same = (i for i in range(j, j + min(k, n - j - k)) if i // (2 * p) == (i + k) // (2 * p))
                pairs += [(i, i + k) for i in same]
            k //= 2
        p *= 2
    return tuple(pairs)


def place(value: float, values: np.ndarray) -> float:
    """The share of `values` below `value`, ties counted half: 0.1 is the tenth percentile."""
    known = values[~np.isnan(values)]
    return float((known < value).mean() + (known == value).mean() / 2)


def judgement(outcome: Outcome, seeds: Seeds, settings: Settings = PUBLISHED) -> str:
    """Where one run lies among many, line by line; needs at least one run that called the tool."""
    n, runs = len(seeds), settings.runs
    lucky = (seeds.called == runs) & (seeds.slips == 0)
    # Luck in closed form: no skip and no slip in 20 runs, 0.95⁴⁰ with the published rates.
    luck = ((1 - settings.skip) * (1 - settings.slip)) ** runs
    added = median(call.added for call in outcome.calls)
    late = seeds.correct_but_late.sum() / (seeds.called - seeds.slips).sum()
    whole = seeds.median_tool + seeds.median_follow_up
    adds_up = np.mean(whole[seeds.called > 0] == seeds.median_added[seeds.called > 0])
    guesses = [float(np.nanquantile(seeds.median_guess, q)) / DAY for q in (0.025, 0.975)]
    rows = [
        (f"all {runs} call the tool, no slip", f"{lucky.mean():.1%} of seeds; exactly {luck:.1%}: luck"),
        (f"all {runs} call it, within 1 min", f"{(seeds.within == runs).mean():.1%} of seeds"),
        (
            f"median added, {half_up(added)} ms",
            f"percentile {_percentile(added, seeds.median_added)}; "
            f"typical {np.nanmedian(seeds.median_added):,.0f} ms",
        ),
        ("a correct reply over 60 s off", f"{late:.1%} of correct replies: seconds dropped + follow-up"),
        ("medians of parts add up", f"{adds_up:.0%} of seeds: where they do, by coincidence"),
        ("a slip", f"{SLIP // MINUTE} min off, plus the usual error"),
        (f"refusals, {outcome.refusals} of {runs}", f"middle 95 % of seeds: {_middle(seeds.refusals)}"),
        ("median guess error", f"middle 95 % of seeds: {guesses[0]:.1f} to {guesses[1]:.1f} days"),
    ]
    head = f"{n:,} other seeds (simulated), and where this run lies among them:"
    return "\n".join([head, *(f"  {name:<34}{value}" for name, value in rows)])


def _percentile(value: float, values: np.ndarray) -> str:
    return f"{100 * place(value, values):.0f}"


def _middle(values: np.ndarray) -> str:
    low, high = np.quantile(values, (0.025, 0.975))
    return f"{low:.0f} to {high:.0f}"


def bench(plain_seeds: int = 2_000, fast_seeds: int = 200_000) -> str:
    """Seeds per second of both versions, measured in this run, and whether they agree on 1,000 seeds."""
    many(CHUNK)  # the first call warms caches
    began = time.perf_counter()
    outcomes = [simulate(seed) for seed in range(plain_seeds)]
    plain = plain_seeds / (time.perf_counter() - began)
    began = time.perf_counter()
    seeds = many(fast_seeds)
    fast = fast_seeds / (time.perf_counter() - began)
    equal = sum(row_of(outcomes[i]) == row_at(seeds, i) for i in range(1_000))
    return (
        f"plain       {plain:>12,.0f} seeds/s\nvectorised  {fast:>12,.0f} seeds/s, {fast / plain:.0f} times\n"
        f"equal on {equal:,} of 1,000 seeds"
    )


def row_of(outcome: Outcome) -> tuple[float | None, ...]:
    """One plain outcome as the values of `Seeds`, in their order; None where there is no median."""

    def middle(values: list[int]) -> float | None:
        return float(median(values)) if values else None

    calls = outcome.calls
    return (
        outcome.refusals,
        middle(outcome.guess_errors),
        len(calls),
        outcome.within_a_minute,
        outcome.slips,
        sum(not call.slip and call.error > MINUTE for call in calls),
        middle([call.error for call in calls]),
        middle([call.tool for call in calls]),
        middle([call.follow_up for call in calls]),
        middle([call.added for call in calls]),
    )


def row_at(seeds: Seeds, index: int) -> tuple[float | None, ...]:
    """One seed of many, as `row_of` gives it."""
    values = [float(column[index]) for column in vars(seeds).values()]
    return tuple(None if value != value else value for value in values)
