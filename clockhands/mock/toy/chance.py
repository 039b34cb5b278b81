"""Chance without state: every draw is a hash of the seed and of what the draw is about."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def draw(seed: object, *about: object) -> float:
    """A number in [0, 1) that depends on `seed` and `about` alone, the same in every process."""
    words = "\x1f".join(str(part) for part in (seed, *about))
    digest = hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def pick(options: Sequence[T], seed: object, *about: object) -> T:
    """One of `options`, chosen by `draw`."""
    return options[int(draw(seed, *about) * len(options))]
