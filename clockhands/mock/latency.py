"""How long answers take, drawn by the seed."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clockhands.errors import ConfigurationError

__all__ = ["Latency", "dice", "latency_of"]


def dice(key: bytes, *salt: Any) -> float:
    """A number in [0, 1) drawn from `key` and `salt`."""
    return int.from_bytes(hashlib.sha256(key + repr(salt).encode()).digest()[:8], "big") / 2**64


@dataclass(frozen=True)
class Latency:
    """How long an answer takes: `low` to `high` seconds, drawn by the seed, or what `of(request)` says.

    real: the call really waits. Else a virtual clock moves on, and on the real clock the wait is only logged.
    """

    low: float
    high: float
    real: bool = False
    of: Callable[[dict[str, Any]], float] | None = None

    def seconds(self, request: dict[str, Any], key: bytes) -> float:
        """Seconds the answer to `request` takes. key: the request's digest."""
        if self.of is not None:
            return max(0.0, float(self.of(request)))
        return self.low + (self.high - self.low) * dice(key, "latency")


def latency_of(spec: Any, real: bool = False) -> Latency | None:
    """A `Latency` out of seconds, a pair (low, high), a function of the request, a `Latency` or None.

    ConfigurationError for anything else.
    """
    if spec is None or isinstance(spec, Latency):
        return spec
    if callable(spec):
        return Latency(0.0, 0.0, real, spec)
    pair = tuple(spec) if isinstance(spec, (tuple, list)) else (spec, spec)
    fine = len(pair) == 2 and all(
        isinstance(x, (int, float)) and not isinstance(x, bool) and 0 <= x < math.inf for x in pair
    )
    if not fine or pair[0] > pair[1]:
        raise ConfigurationError(
            f"latency is {spec!r}; give seconds (0.8), a range (0.5, 2.0), a function of the request, or "
            "faults.latency(0.8, real=True) for an answer that really takes so long"
        )
    return Latency(float(pair[0]), float(pair[1]), real)
