"""Stopping code that does not come to an end, in this very thread.

The learner's function runs in the notebook's own thread (its database connections, its event loop and its
globals belong there), so it cannot be left behind; it has to be stopped. A helper thread waits for the
limit, then raises `Halt` inside the running thread, and again until it is out: code that catches everything
in a loop is hit outside its `try` sooner or later. A call that sleeps or waits for a lock is woken with an
interrupt signal where the system has one. Threads the learner's code started are halted too.

Everything is put back afterwards: the signal handler, and any halt still on its way.
"""

from __future__ import annotations

import contextlib
import ctypes
import signal
import threading
from collections.abc import Iterator

__all__ = ["Halt", "OutOfTime", "Watchdog", "unwatched"]

_STRIKE_EVERY_S = 0.05


class Halt(BaseException):
    """Ends the learner's code from outside. Not an Exception, so that `except Exception` lets it through."""


class OutOfTime(Halt):
    """The limit passed while the code was still running."""


class Watchdog:
    """`with Watchdog(limit_s) as dog:` raises OutOfTime in the block once `limit_s` real seconds have passed.

    `dog.fired`: whether the limit passed. `dog.interrupted`: whether the *user* interrupted the kernel
    meanwhile. Real seconds, whatever clock a lesson has frozen.
    """

    def __init__(self, limit_s: float):
        self._limit_s = limit_s
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._target = threading.get_ident()
        self._known = {thread.ident for thread in threading.enumerate()}
        self._handler = None
        self._thread = threading.Thread(target=self._watch, name="clockhands-watchdog", daemon=True)
        self._running = threading.Event()
        self._running.set()
        self.fired = False
        self.interrupted = False

    def __enter__(self) -> Watchdog:
        _on_duty.append(self)
        if threading.current_thread() is threading.main_thread():
            self._handler = signal.getsignal(signal.SIGINT)
            if self._handler is not None:
                signal.signal(signal.SIGINT, self._on_interrupt)
        self._thread.start()
        return self

    def __exit__(self, kind, error, trace) -> bool:
        for _ in range(1000):
            try:
                self._stand_down()
                break
            except Halt:
                continue
        return False

    def _stand_down(self) -> None:
        self._over.set()
        self._running.set()
        if self in _on_duty:
            _on_duty.remove(self)
        with self._lock:
            _raise_in(self._target, None)
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None

    def _on_interrupt(self, number, frame) -> None:
        if self.fired:
            if not self._over.is_set():
                raise OutOfTime
            return
        self.interrupted = True
        if callable(self._handler):
            self._handler(number, frame)
        else:
            raise KeyboardInterrupt

    def _watch(self) -> None:
        while not self._over.wait(self._limit_s):
            if self._running.is_set():
                break
            self._running.wait()
        else:
            return
        self.fired = True
        while not self._over.is_set():
            self._strike()
            self._over.wait(_STRIKE_EVERY_S)

    def _strike(self) -> None:
        for thread in threading.enumerate():
            if thread.ident not in self._known and thread is not self._thread:
                _raise_in(thread.ident, OutOfTime)
        with self._lock:
            if self._over.is_set():
                return
            _raise_in(self._target, OutOfTime)
            if self._handler is not None:
                _wake_main_thread()


_on_duty: list[Watchdog] = []


@contextlib.contextmanager
def unwatched() -> Iterator[None]:
    """Time in this block is not the learner's (a first import of the SDK): a limit that passes in here starts
    again when the block ends."""
    dogs = list(_on_duty)
    for dog in dogs:
        dog._running.clear()
    try:
        yield
    finally:
        for dog in dogs:
            dog._running.set()


def _raise_in(ident: int | None, error: type[BaseException] | None) -> None:
    """Set (or, with None, clear) the exception a thread meets at its next step."""
    if ident is not None:
        payload = ctypes.py_object(error) if error is not None else None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), payload)


def _wake_main_thread() -> None:
    """Interrupt a sleep or a wait for a lock in the main thread."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
