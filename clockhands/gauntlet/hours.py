"""Simulated hours: while a loop is under test, a long sleep moves a virtual clock instead of waiting.

`time.sleep` and `asyncio.sleep` are replaced for the threads of the loop, and `time.time`, `monotonic` and
`perf_counter` run ahead by what was slept, so that a deadline notices. Waits for another thread are left
alone: they are real, short, and bounded by whoever set them going. Threads that were there before see nothing
of this: a notebook's own event loop must not wake up a day late.
"""

from __future__ import annotations

import asyncio
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from clockhands import clock

__all__ = ["SHORT", "Hours"]

# Up to here a sleep is real: it may be a loop's way to wait for a tool, which needs real time.
SHORT = 0.3
_CLOCKS = ("time", "monotonic", "perf_counter")


class Hours:
    """The time that the threads of a loop see: `with hours.simulated():` around everything, and
    `with hours.play(start):` around each run, which gives the virtual clock."""

    def __init__(self) -> None:
        self._before = 0.0
        self._clock: Any = None
        self._outside: frozenset[int | None] = frozenset()

    @property
    def ahead(self) -> float:
        """Seconds that the simulated time is ahead of the real one; it never falls back."""
        return self._before + (self._clock.elapsed if self._clock is not None else 0.0)

    @contextmanager
    def play(self, start: str) -> Iterator[Any]:
        """One run: `clockhands.clock` starts at `start` and moves only when something sleeps."""
        with clock.virtual(start) as running:
            self._clock = running
            try:
                yield running
            finally:
                self._before, self._clock = self.ahead, None

    @contextmanager
    def simulated(self) -> Iterator[None]:
        """Put the simulated time in force for every thread begun from here on."""
        self._outside = frozenset(thread.ident for thread in threading.enumerate())
        wait = _async_sleep(self)
        with ExitStack() as patches:
            for name in _CLOCKS:
                for made in (_clock(self, name), _clock_ns(self, f"{name}_ns")):
                    patches.enter_context(mock.patch.object(time, made.__name__, made))
            patches.enter_context(mock.patch.object(time, "sleep", _sleep(self)))
            # Bound by name where it was imported; the SDK waits with anyio's.
            for place in (asyncio, asyncio.tasks, sys.modules.get("anyio._backends._asyncio")):
                if place is not None:
                    patches.enter_context(mock.patch.object(place, "sleep", wait))
            yield

    def jumps(self, seconds: float) -> bool:
        """Whether a sleep of this length, in this thread, moves the clock instead of waiting."""
        return self._inside() and self._clock is not None and SHORT < seconds < math.inf

    def advance(self, seconds: float) -> None:
        if self._clock is not None:
            self._clock.advance(seconds)

    def _inside(self) -> bool:
        return threading.get_ident() not in self._outside

    @property
    def ahead_here(self) -> float:
        return self.ahead if self._inside() else 0.0


def _clock(hours: Hours, name: str) -> Callable[[], float]:
    real = getattr(time, name)

    def read() -> float:
        return real() + hours.ahead_here

    read.__name__ = name
    return read


def _clock_ns(hours: Hours, name: str) -> Callable[[], int]:
    real = getattr(time, name)

    def read() -> int:
        return real() + int(hours.ahead_here * 1e9)

    read.__name__ = name
    return read


def _sleep(hours: Hours) -> Callable[[float], None]:
    real = time.sleep

    def sleep(seconds: float, /) -> None:
        if not hours.jumps(seconds):
            return real(seconds)
        real(0.001)  # let other threads have their turn
        hours.advance(seconds)

    return sleep


def _async_sleep(hours: Hours) -> Callable[..., Any]:
    real = asyncio.sleep

    async def sleep(delay: float, result: Any = None) -> Any:
        if not hours.jumps(delay):
            return await real(delay, result)
        await real(0)
        hours.advance(delay)
        return result

    return sleep
