"""When faults strike: by attempt, by list, or drawn by the seed, the same in every run."""

from __future__ import annotations

import itertools
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .faults import Fault, named, with_rate
from .latency import dice

__all__ = ["Plan"]


class Plan:
    """Which faults hit which HTTP attempt of one transport.

    spec: what `connect(faults=...)` takes. A rate is drawn from the request and how often it was sent, so
    that requests running at once do not change one another's fate.
    """

    def __init__(self, spec: Any):
        self._turns: list[Any] | None = None
        self._faults: list[Fault] = []
        if isinstance(spec, Mapping):
            self._faults = [with_rate(name, rate) for name, rate in spec.items()]
        elif isinstance(spec, Sequence) and not isinstance(spec, str):
            self._turns = [None if turn is None else named(turn) for turn in spec]
        elif spec is not None:
            self._faults = [named(spec)]
        self._attempts = itertools.count(1)
        self._sent: Counter[bytes] = Counter()
        self._lock = threading.Lock()

    def next(self, key: bytes) -> list[Fault]:
        """The faults that hit the attempt now being made. key: the request's digest."""
        if self._turns is None and not self._faults:
            return []
        with self._lock:
            attempt = next(self._attempts)
            self._sent[key] += 1
            sent = self._sent[key]
        if self._turns is not None:
            turn = self._turns[attempt - 1] if attempt <= len(self._turns) else None
            return [turn] if turn is not None else []
        return [f for i, f in enumerate(self._faults) if f.hits(attempt, dice(key, "fault", i, sent))]
