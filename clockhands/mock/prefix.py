"""Which messages were found in shape before: each request of a conversation repeats the one before it.

Checking a hundred messages again costs more than everything else in a call; comparing them costs next to
nothing.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Any

__all__ = ["KnownMessages"]

KEPT = 8


class KnownMessages:
    """The messages of the last few requests that were in shape."""

    def __init__(self) -> None:
        self._kept: deque[list[Any]] = deque(maxlen=KEPT)
        self._lock = threading.Lock()

    def count(self, messages: Any) -> int:
        """How many of the first `messages` are a whole kept conversation; 0 for none."""
        if not isinstance(messages, list):
            return 0
        with self._lock:
            kept = list(self._kept)
        return max((len(old) for old in kept if messages[: len(old)] == old), default=0)

    def keep(self, messages: list[Any]) -> None:
        """Remember `messages`, which are in shape, in place of the conversation they go on from."""
        with self._lock:
            same = next((old for old in self._kept if messages[: len(old)] == old), None)
            if same is not None:
                self._kept.remove(same)
            self._kept.append(messages)
