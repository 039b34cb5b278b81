"""`Script`: the exact replies a test or lesson wants, in order."""

from __future__ import annotations

import threading
from typing import Any

from clockhands.errors import ScriptError

from .reply import Reply, text

__all__ = ["Script"]


class Script:
    """A model that gives these replies in order.

    Each reply is a str, a block, a list of blocks, a `Reply`, an `ApiError`, a fault, or a function of the
    request that gives any of these. `loop=True` starts again after the last one.
    """

    def __init__(self, *replies: Any, loop: bool = False):
        self.replies = replies
        self.loop = loop
        self.position = 0
        self._lock = threading.Lock()

    def reply(self, request: dict[str, Any]) -> Any:
        with self._lock:
            if self.position >= len(self.replies):
                if not self.loop or not self.replies:
                    raise ScriptError(f"the script has {len(self.replies)} replies and all were given")
                self.position = 0
            step = self.replies[self.position]
            self.position += 1
        return as_reply(step, request)


def as_reply(step: Any, request: dict[str, Any]) -> Any:
    if isinstance(step, str):
        return Reply([text(step)])
    if isinstance(step, dict):
        return Reply([step])
    if isinstance(step, list):
        return Reply([text(b) if isinstance(b, str) else b for b in step])
    if isinstance(step, Exception):
        raise step
    if callable(step):
        return as_reply(step(request), request)
    return step
