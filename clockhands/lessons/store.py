"""The learner's progress: an append-only list of events in one SQLite file.

Appending is all that ever happens to the file, so two notebooks may write at once and nothing is overwritten.
Nothing here raises: a check must never fail because progress cannot be kept. What cannot be written stays in
memory, is written with the next event that can be, and the reason is handed back for the page to show.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from .. import clock, settings
from .lockfile import alone

__all__ = ["FILE_NAME", "SCHEMA_VERSION", "Event", "events", "record"]

FILE_NAME = "progress.sqlite3"
SCHEMA_VERSION = 1
BUSY_S = 3.0
_ONE_TRY_S = 0.02
_IMPATIENT_S = 0.2
_TABLE = (
    "CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, "
    "ref TEXT NOT NULL, detail TEXT NOT NULL)"
)


class Event(dict):
    """One thing that happened: kind, ref (an id), at (ISO 8601, UTC) and what else belongs to it."""


_pending: list[Event] = []
_guard = threading.Lock()


class _Newer(Exception):
    """The file was written by a later version of this package."""


def record(kind: str, ref: str, **detail) -> str:
    """Keep one event. Gives back "" when it is on disk, else one sentence on why not.

    Under grading nothing is kept: the progress on that machine is somebody else's.
    """
    if settings.is_grading():
        return ""
    event = Event(kind=kind, ref=ref, at=clock.now().isoformat(timespec="seconds"), **detail)
    with _guard:
        _pending.append(event)
        return _attempt(_flush)[1]


def events(kind: str | None = None, ref: str | None = None) -> tuple[list[Event], str]:
    """All events of this kind and id, oldest first, and "" or one sentence on why the file was not read."""
    if settings.is_grading():
        return [], ""
    with _guard:
        rows, trouble = _attempt(_read)
        every = (rows or []) + list(_pending)
    wanted = [e for e in every if kind in (None, e["kind"]) and ref in (None, e["ref"])]
    return wanted, trouble


class _Patience:
    """How long to wait for a file somebody else holds: less once that was in vain, to keep checks quick."""

    seconds = BUSY_S


@atexit.register
def _last_try() -> None:
    if _pending:
        with _guard:
            _attempt(_flush)


def _attempt(work):
    """Run `work(connection)`: (result, "") or (None, what went wrong). A damaged file is moved aside once."""
    notice, waited, repaired = "", 0.0, False
    while True:
        try:
            with _connection() as connection:
                result = work(connection)
            _Patience.seconds = BUSY_S
            return result, notice
        except _Newer as error:
            return None, str(error)
        except Exception as error:
            if _is_busy(error) and waited < _Patience.seconds:
                waited += _ONE_TRY_S + _pause()
            elif _is_damage(error) and not repaired:
                repaired = True
                try:
                    notice = _move_aside(_path())
                except Exception as trouble:
                    return None, _not_kept(trouble)
            else:
                return None, _not_kept(error)


def _pause() -> float:
    """Wait a few real milliseconds; how many seconds it was.

    Short and uneven: SQLite's own waiting grows with each try, so one busy writer would keep the others out.
    """
    seconds = _dice.uniform(0.002, 0.02)
    threading.Event().wait(seconds)
    return seconds


_dice = random.Random()


def _is_busy(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def _is_damage(error: Exception) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return "no such" in str(error) or "disk image" in str(error)
    return isinstance(error, sqlite3.DatabaseError)


def _path() -> Path:
    return settings.data_dir() / FILE_NAME


@contextlib.contextmanager
def _connection() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(_path(), timeout=_ONE_TRY_S, isolation_level=None)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise _Newer(
                f"Progress was not saved: {FILE_NAME} was written by a newer Clock Hands. "
                "Update this one, or set CLOCKHANDS_DATA to another folder."
            )
        if version < SCHEMA_VERSION:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
        yield connection
    finally:
        connection.close()


def _flush(connection: sqlite3.Connection) -> None:
    rows = [
        (e["at"], e["kind"], e["ref"], json.dumps({k: v for k, v in e.items() if k not in _COLUMNS}))
        for e in _pending
    ]
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO events (at, kind, ref, detail) VALUES (?, ?, ?, ?)", rows)
    connection.execute("COMMIT")
    _pending.clear()


_COLUMNS = ("at", "kind", "ref")


def _read(connection: sqlite3.Connection) -> list[Event]:
    rows = connection.execute("SELECT at, kind, ref, detail FROM events ORDER BY id").fetchall()
    return [Event(_detail(detail), at=at, kind=kind, ref=ref) for at, kind, ref, detail in rows]


def _detail(text: str) -> dict:
    try:
        detail = json.loads(text)
    except ValueError:
        return {}
    return detail if isinstance(detail, dict) else {}


def _move_aside(path: Path) -> str:
    """Give a damaged file and its journals a dated name; what to say of it, "" when another did it first."""
    with alone(path):
        if _is_sound(path):
            return ""
        stamp = clock.now().strftime("%Y-%m-%dT%H%M%S")
        target = path.with_name(f"{FILE_NAME}.damaged-{stamp}")
        number = 1
        while target.exists():
            number += 1
            target = path.with_name(f"{FILE_NAME}.damaged-{stamp}-{number}")
        for suffix in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(path.with_name(path.name + suffix), target.with_name(target.name + suffix))
    return f"Your progress file was damaged. It was kept as {target.name}, and a new one was started."


def _is_sound(path: Path) -> bool:
    connection = sqlite3.connect(path, timeout=BUSY_S)
    try:
        # Version first: a file another process has just started has neither version nor table yet.
        started = connection.execute("PRAGMA user_version").fetchone()[0] < SCHEMA_VERSION
        sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        if not started:
            connection.execute("SELECT count(*) FROM events").fetchone()
        return sound
    except sqlite3.DatabaseError as error:
        return "locked" in str(error)
    finally:
        connection.close()


def _not_kept(error: Exception) -> str:
    if _is_busy(error):
        _Patience.seconds = _IMPATIENT_S
        return "Progress is not saved yet: another program holds the file. The next check tries again."
    return (
        f"Progress was not saved ({type(error).__name__}): the folder cannot be used. "
        "Set CLOCKHANDS_DATA to a folder of yours; until then progress lasts as long as this kernel."
    )
