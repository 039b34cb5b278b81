"""Running one batch of calls: each in a thread of its own, with a timeout, and a way to tell it to stop.

Python cannot kill a thread. A call that does not come back in time is left behind: its tool is told
(`cancel`), its late result is not used, and the outcome names it.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterable
from typing import Any

from clockhands import clock
from clockhands.tools.cancel import Cancel
from clockhands.tools.tool import Tool

__all__ = ["Job", "arguments_for", "batches", "linger", "parameters_of", "run_batch"]

_SLICE = 0.02
_GRACE = 0.05


class Job:
    """One call on its way through a tool.

    ended: "" until it came back or was given up, then "ok", "raise", "hung" (out of time) or "abandoned"
    (the run was cancelled). value: what `finish` made of the result. error: the exception. t0, t1: `now()`
    at start and end.
    """

    def __init__(
        self,
        call_id: str,
        tool: Tool,
        input: dict[str, Any],
        *,
        timeout_s: float,
        key: str = "",
        finish: Callable[[Any], Any] = lambda value: value,
        now: Callable[[], float] = clock.monotonic,
    ):
        self.id, self.tool, self.input, self.key = call_id, tool, input, key
        self.timeout_s = timeout_s
        self.cancel = Cancel(timeout_s)
        self.done = threading.Event()
        self.value: Any = None
        self.error: BaseException | None = None
        self.ended = ""
        self.t0 = self.t1 = 0.0
        self.thread: threading.Thread | None = None
        self.task: asyncio.Task[None] | None = None
        self.on_done: Callable[[], None] = lambda: None
        self._finish, self.now = finish, now
        self._returned = ""

    def start(self) -> None:
        """Run in a daemon thread: one that never ends must not keep the process alive."""
        self.t0 = self.t1 = self.now()
        self.thread = threading.Thread(target=self._run, name=f"tool {self.tool.name}", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            value = self.tool.fn(**arguments_for(self.tool, self.input, self.cancel, self.key))
            if inspect.isawaitable(value):
                value = asyncio.run(_finished(value, self.cancel))
            self.returned(value)
        except BaseException as error:  # SystemExit and its kind end the call, never the app
            self.raised(error)

    def returned(self, value: Any) -> None:
        """The tool gave back `value`; making it sendable is part of the call, and of its timeout."""
        self.value = self._finish(value)
        self._came_back("ok")

    def raised(self, error: BaseException) -> None:
        self.error = error
        self._came_back("raise")

    def _came_back(self, how: str) -> None:
        self._returned = how
        if not self.ended:
            self.t1 = self.now()
        self.done.set()
        self.on_done()

    def settle(self, given_up: str = "") -> None:
        """Write down how it ended. given_up: "hung" or "abandoned", for a call that has not come back."""
        if self.done.is_set():
            self.ended = self._returned
        else:
            self.ended = given_up
            self.t1 = self.now()
            self.cancel.set()
            if self.task is not None:
                self.task.cancel()

    @property
    def happened(self) -> str:
        """What is known of it by now, a late return included: "ok", "raise" or "unknown"."""
        return self._returned if self.done.is_set() else "unknown"

    @property
    def running(self) -> bool:
        return (self.thread is not None or self.task is not None) and not self.done.is_set()


def arguments_for(tool: Tool, input: dict[str, Any], cancel: Cancel, key: str) -> dict[str, Any]:
    """The model's arguments, and what the app hands over where the function has a parameter for it."""
    wanted = parameters_of(tool)
    handed = {"cancel": cancel, "idempotency_key": key}
    return {**input, **{name: value for name, value in handed.items() if name in wanted}}


def parameters_of(tool: Tool) -> Iterable[str]:
    """The names of a tool's parameters; none when they cannot be read."""
    try:
        return inspect.signature(tool.fn).parameters
    except (TypeError, ValueError):
        return ()


async def _finished(value: Any, cancel: Cancel) -> Any:
    """What an `async def` tool gives back, run in this thread's own event loop; cancelled when told so."""
    task = asyncio.ensure_future(value)
    told = False
    while not task.done():
        await asyncio.wait({task}, timeout=_SLICE)
        if cancel.is_set() and not told:
            told = task.cancel()
    return task.result()


def batches(jobs: list[Job]) -> list[list[Job]]:
    """Calls that may run side by side, together; one with a side effect alone, and in its place."""
    groups: list[list[Job]] = []
    safe = False
    for job in jobs:
        alone = job.tool.side_effect or job.tool.dangerous
        if alone or not safe:
            groups.append([])
        groups[-1].append(job)
        safe = not alone
    return groups


def run_batch(jobs: list[Job], cancelled: Callable[[], bool] | None) -> None:
    """Start the jobs, wait for each until its timeout, settle them all. cancelled: asked while waiting."""
    started = clock.monotonic()
    try:
        for job in jobs:
            job.start()
        for job in jobs:
            _wait_for(job, started, cancelled)
            job.settle("abandoned" if cancelled and cancelled() else "hung")
    except KeyboardInterrupt:
        for job in jobs:
            job.settle("abandoned")
        raise


def _wait_for(job: Job, started: float, cancelled: Callable[[], bool] | None) -> None:
    """Wait in real time: a virtual clock cannot hurry a thread. It is moved on when the wait was in vain."""
    virtual = clock.is_virtual()
    left = whole = job.timeout_s if virtual else job.timeout_s - (clock.monotonic() - started)
    while left > 0 and not (cancelled and cancelled()):
        step = min(left, _SLICE) if cancelled else left
        if job.done.wait(step):
            return
        left -= step
    if virtual and not job.done.is_set():
        clock.advance(whole - max(0.0, left))


def linger(jobs: list[Job]) -> None:
    """Give tools that were told to stop a moment to do so."""
    left = _GRACE
    for job in jobs:
        while job.running and left > 0:
            job.done.wait(0.005)
            left -= 0.005
