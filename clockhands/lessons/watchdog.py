"""Stopping code that does not come to an end, in this very thread.

The learner's function runs in the notebook's own thread (its database connections, its event loop and its
globals belong there), so it cannot be left behind; it has to be stopped. A helper thread waits for the
limit, then raises `OutOfTime` inside the running thread, and again until it is out. Code that catches
everything and goes on meets one that comes back each time it is caught, until it arrives here. A call that
sleeps or waits for a lock is woken with an interrupt signal where the system has one. Threads the learner's
code started are halted too.

Everything is put back afterwards: the signal handler, and any halt still on its way.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Halt", "OutOfTime", "guarded", "unwatched"]

_NAME = "clockhands-watchdog"
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 1.0
_AFTERWARDS = 20
_GENTLE = 5
_RETURNS = 4
_LAYERS = 8


class Halt(BaseException):
    """Ends the learner's code from outside. Not an Exception, so that `except Exception` lets it through."""


class OutOfTime(Halt):
    """The limit passed while the code was still running."""


def guarded(work: Callable[[], Any], limit_s: float) -> tuple[Any, BaseException | None]:
    """`work()` for at most `limit_s` real seconds: (result, None), or (None, what ended it).

    Real seconds, whatever clock a lesson has frozen. KeyboardInterrupt passes through when the user
    interrupted the kernel, and only then.
    """
    ends: list[tuple[Any, BaseException | None]] = []
    dog = _Watchdog(limit_s)

    def attempt() -> None:
        dog.start()
        ends.append((work(), None))

    _absorbing(attempt, ends, dog.clear)
    while not dog.stopped:
        _absorbing(dog.stop, ends, dog.clear)
    result, error = ends[0]
    if dog.interrupted and isinstance(error, KeyboardInterrupt):
        raise error
    return result, error


def _absorbing(
    step: Callable[[], None], ends: list, clear: Callable[[], None], layers: int = _LAYERS
) -> None:
    """`step()`; what ends it is put into `ends`.

    A halt may land in these lines as well, and is then caught one layer further out. clear is a C function:
    called first in a handler, it runs before the next halt lands (Python 3.10 needs the layers).
    """
    try:
        if layers:
            _absorbing(step, ends, clear, layers - 1)
        else:
            step()
    except BaseException as error:
        clear()
        ends.append((None, error))


@contextlib.contextmanager
def unwatched() -> Iterator[None]:
    """Time in this block is not the learner's (a first import of the SDK): a limit that passes in here starts
    again when the block ends."""
    dogs = list(_on_duty)
    for dog in dogs:
        dog.counting.clear()
    try:
        yield
    finally:
        for dog in dogs:
            dog.counting.set()


class _Watchdog:
    """One limit on one thread. interrupted: whether the *user* interrupted the kernel meanwhile."""

    def __init__(self, limit_s: float):
        self._limit_s = limit_s
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._target = threading.get_ident()
        self._home = sys._getframe(1)
        self.stopped = False
        self._known = set(threading.enumerate())
        self._handler: Any = None
        self._signalled = False
        self._thread = threading.Thread(target=self._watch, name=_NAME, daemon=True)
        self._returning = _returning_halt(self._target)
        self.clear = _setter(self._target, None)
        self.counting = threading.Event()
        self.counting.set()
        self.interrupted = False

    def start(self) -> None:
        _on_duty.append(self)
        if threading.current_thread() is threading.main_thread():
            self._handler = signal.getsignal(signal.SIGINT)
            if self._handler is not None:
                signal.signal(signal.SIGINT, self._on_interrupt)
        self._thread.start()

    def stop(self) -> None:
        """Put everything back; may be called again."""
        self._over.set()
        self.counting.set()
        if self in _on_duty:
            _on_duty.remove(self)
        with self._lock:
            self.clear()
        time.sleep(0)  # a signal already sent arrives here at the latest, while the handler is still ours
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None
        self.stopped = True

    def _on_interrupt(self, number: int, frame: Any) -> None:
        if self._signalled:
            self._signalled = False
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
            if self.counting.is_set():
                break
            self.counting.wait()
        else:
            return
        pause, number = _FIRST_PAUSE_S, 0
        while not self._over.is_set() and self._strike(number):
            self._over.wait(pause)
            pause, number = min(pause * 1.2, _LONGEST_PAUSE_S), number + 1
        self._halt_stragglers()

    def _strike(self, number: int) -> bool:
        """Halt the thread by an exception or, every other time, by a signal; never by both at once, since the
        second might land here. False when the thread has left the work."""
        for thread in self._newcomers():
            _raise_in(thread.ident, OutOfTime)
        with self._lock:
            if self._over.is_set() or not self._inside():
                return False
            by_signal = number % 2 == 1 and self._handler is not None
            self.clear()
            if not by_signal:
                _raise_in(self._target, OutOfTime if number < _GENTLE else self._returning)
            self._signalled = by_signal
            if by_signal:
                _wake_main_thread()
        return True

    def _inside(self) -> bool:
        """Whether the frame that started the work is still on the thread's stack."""
        frame = sys._current_frames().get(self._target)
        while frame is not None and frame is not self._home:
            frame = frame.f_back
        return frame is not None

    def _newcomers(self) -> list[threading.Thread]:
        """Threads that were started since, other than watchdogs."""
        return [t for t in threading.enumerate() if t not in self._known and t.name != _NAME]

    def _halt_stragglers(self) -> None:
        """Go on for a while with threads that outlive the work, and with no others."""
        left = self._newcomers()
        for _ in range(_AFTERWARDS):
            left = [thread for thread in left if thread.is_alive()]
            if not left:
                return
            for thread in left:
                _raise_in(thread.ident, OutOfTime)
            threading.Event().wait(_FIRST_PAUSE_S)


_on_duty: list[_Watchdog] = []


def _raise_in(ident: int | None, error: type[BaseException]) -> None:
    """Set the exception a thread meets at its next step."""
    if ident is not None:
        _setter(ident, error)()


def _setter(ident: int, error: type[BaseException] | None) -> Callable[[], None]:
    """A function without a line of Python in it that sets, or with None clears, a thread's next exception."""
    # A prototype of our own: ctypes.pythonapi is shared, and its settings are not ours to change.
    prototype = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.c_void_p)
    function = prototype(("PyThreadState_SetAsyncExc", ctypes.pythonapi))
    return functools.partial(function, ident, None if error is None else id(error))


def _returning_halt(ident: int) -> type[OutOfTime]:
    """An OutOfTime whose making, once for each time it is raised, sets the next one; a few times over. So it
    ends as many `except` clauses within each other, and fewer than there are layers in `_absorbing`."""
    halt = OutOfTime
    for _ in range(_RETURNS):
        following, halt = halt, type("OutOfTime", (OutOfTime,), {})
        halt.__init__ = staticmethod(_setter(ident, following))
        halt.following = following
    return halt


def _wake_main_thread() -> None:
    """Interrupt a sleep or a wait for a lock in the main thread."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
