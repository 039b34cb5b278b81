"""The only place that reads a clock.

Three clocks, one interface: the real one, a frozen one (`with frozen("2025-01-15T09:30:00+01:00"):`) and a
virtual one that moves only when something sleeps on it (`with virtual() as v:`). The innermost `with` wins,
in every thread: tools run in worker threads and must see the clock the test set.

    >>> with frozen("2025-01-15T09:30:00+01:00"):
    ...     now().isoformat()
    '2025-01-15T08:30:00+00:00'
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

__all__ = ["advance", "frozen", "is_virtual", "monotonic", "now", "sleep", "virtual"]


class _Real:
    """The machine's clock."""

    moves = True

    def now(self) -> datetime:
        return datetime.now(timezone.utc)

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class _Virtual:
    """A clock that stands still until something sleeps on it or advances it; safe across threads."""

    moves = False

    def __init__(self, start: datetime):
        self._start = start.astimezone(timezone.utc)
        self._elapsed = 0.0
        self._lock = threading.Lock()

    @property
    def elapsed(self) -> float:
        """Virtual seconds since the clock was made."""
        return self._elapsed

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self._elapsed += max(0.0, seconds)

    advance = sleep


_stack: list[_Real | _Virtual] = [_Real()]


def now() -> datetime:
    """The current instant as an aware UTC datetime."""
    return _stack[-1].now()


def monotonic() -> float:
    """Seconds on a clock that never goes back; only differences mean anything."""
    return _stack[-1].monotonic()


def sleep(seconds: float) -> None:
    """Wait `seconds`: really on the real clock, at once on a frozen or virtual one (which moves on)."""
    _stack[-1].sleep(seconds)


def is_virtual() -> bool:
    """Whether the clock in force is a frozen or virtual one."""
    return not _stack[-1].moves


def advance(seconds: float) -> None:
    """Move a frozen or virtual clock forward. RuntimeError on the real one: nobody moves that."""
    current = _stack[-1]
    if not isinstance(current, _Virtual):
        raise RuntimeError(
            "the real clock cannot be moved; open `with clock.virtual():` or `with clock.frozen(...):` first"
        )
    current.advance(seconds)


@contextmanager
def _use(clock: _Virtual) -> Iterator[_Virtual]:
    _stack.append(clock)
    try:
        yield clock
    finally:
        _stack.remove(clock)


def frozen(iso: str):
    """Context manager: the clock stands at `iso`, an ISO 8601 instant with its offset.

    ValueError when the text is not ISO 8601 or carries no offset: without one it names no instant.
    """
    instant = datetime.fromisoformat(iso.strip().replace("Z", "+00:00"))
    if instant.tzinfo is None:
        advice = f"write {instant.isoformat()}+00:00 or another offset"
        raise ValueError(f"{iso!r} has no offset, so it names no instant; {advice}")
    return _use(_Virtual(instant))


def virtual(start: str | None = None):
    """Context manager: a clock that starts at `start` (ISO 8601 with offset; default: now) and moves only
    when something sleeps on it. Yields the clock; `.elapsed` is in seconds."""
    return frozen(start if start is not None else now().isoformat())
