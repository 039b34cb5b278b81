"""One process at a time: a lock file beside the file it protects, on every system."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

__all__ = ["alone"]

_TRIES = 100
_PAUSE_S = 0.05


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold `path` for this block, against threads and processes. OSError when the folder cannot be written.

    A lock still there after five real seconds was left by a kernel that died, and is taken over.
    """
    lock = path.with_name(f".{path.name}.lock")
    for _ in range(_TRIES):
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            _wait()
        except PermissionError:
            if not lock.exists():  # Windows says so, too, while the file is being deleted
                raise
            _wait()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.unlink(missing_ok=True)


def _wait() -> None:
    """A real pause, also while a lesson has frozen the clock."""
    threading.Event().wait(_PAUSE_S)
