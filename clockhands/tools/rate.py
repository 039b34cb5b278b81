"""How often a tool may run: a sliding window per tool."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from clockhands import clock

__all__ = ["Rate", "Rates"]


@dataclass(frozen=True)
class Rate:
    """At most `calls` runs of a tool in any `per_s` seconds."""

    calls: int
    per_s: float


class Rates:
    """Counts runs against a `Rate` by tool name; "*" holds for each tool not named. Safe across threads."""

    def __init__(self, rates: Mapping[str, Rate] | None = None):
        self._rates = dict(rates or {})
        self._runs: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def take(self, name: str) -> float:
        """0.0 when `name` may run now, and counts the run; else the seconds until it may."""
        rate = self._rates.get(name) or self._rates.get("*")
        if rate is None:
            return 0.0
        with self._lock:
            now, runs = clock.monotonic(), self._runs.setdefault(name, deque())
            while runs and now - runs[0] >= rate.per_s:
                runs.popleft()
            if len(runs) < rate.calls:
                runs.append(now)
                return 0.0
            return rate.per_s - (now - runs[0]) if runs else rate.per_s
