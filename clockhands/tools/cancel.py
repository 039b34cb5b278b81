"""`Cancel`: how the app tells a running tool that nobody waits for its answer any more.

Python cannot kill a thread. A tool with a parameter named `cancel` can look at it between two pieces of work:

    def copy_all(files: list[str], cancel: Cancel) -> int:
        for file in files:
            cancel.check()
            copy(file)
"""

from __future__ import annotations

import threading

from clockhands import clock

__all__ = ["Cancel", "Cancelled"]


class Cancelled(Exception):
    """Raised inside a tool by `cancel.check()`: the app has stopped waiting."""


class Cancel(threading.Event):
    """An event that is set when the app gives up on the call, with the call's deadline.

    timeout_s: seconds from now until the app stops waiting; a tool passes `remaining()` on to what it calls.
    """

    def __init__(self, timeout_s: float | None = None):
        super().__init__()
        self._ends = None if timeout_s is None else clock.monotonic() + timeout_s

    def remaining(self) -> float:
        """Seconds until the deadline: never negative, `inf` without one."""
        if self.is_set():
            return 0.0
        return float("inf") if self._ends is None else max(0.0, self._ends - clock.monotonic())

    def check(self) -> None:
        """Raise `Cancelled` when the app has stopped waiting."""
        if self.is_set():
            raise Cancelled("the app stopped waiting for this call")
