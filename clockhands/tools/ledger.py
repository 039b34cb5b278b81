"""The ledger: an action happens once for its key, across threads, processes and a kill at any moment.

The trick is one transaction: what the action does and the fact that it was done are written together, or not
at all. An effect outside this database cannot join the transaction; there the key must be handed on, to a
payment provider that keeps such a ledger itself.

    >>> import tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> ledger = Ledger(pathlib.Path(folder.name) / "ledger.sqlite")
    >>> ledger.once("key-1", lambda db: "sent").first, ledger.once("key-1", lambda db: "sent").first
    (True, False)
    >>> folder.cleanup()
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockhands import clock
from clockhands.errors import LedgerError
from clockhands.tools.intent import canonical

__all__ = ["Ledger", "Receipt"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS actions (
    key TEXT PRIMARY KEY NOT NULL,
    request TEXT NOT NULL,
    result TEXT NOT NULL,
    at TEXT NOT NULL
)
"""


@dataclass(frozen=True)
class Receipt:
    """What is known of one action. first: this very call did it. at: when it was done, ISO 8601 in UTC."""

    key: str
    result: Any
    at: str
    first: bool


class Ledger:
    """Idempotency keys in an SQLite file. Every call opens its own connection, so any thread may make it.

    path: the file; made on first use, in a folder that exists. timeout_s: how long to wait for another
    process that is writing.
    """

    def __init__(self, path: str | Path, *, timeout_s: float = 30.0):
        self.path = Path(path)
        self.timeout_s = timeout_s

    def once(self, key: str, action: Callable[[sqlite3.Connection], Any], *, request: Any = None) -> Receipt:
        """Do `action(db)` unless `key` was used before; then give back the first result instead.

        action: writes through the connection it is given, and returns JSON. When it raises, nothing is
        written, and the key may be used again. request: what is asked for, as JSON.

        LedgerError when the key was used for another request, or is no key.
        """
        if not isinstance(key, str) or not key.strip():
            raise LedgerError(f"an idempotency key is a text that is not empty, not {key!r:.60}")
        said = canonical(request)
        with self._writing() as db:
            receipt = _found(db, key, said)
            if receipt is not None:
                return receipt
            result, at = json.dumps(action(db)), clock.now().isoformat()
            db.execute("INSERT INTO actions VALUES (?, ?, ?, ?)", (key, said, result, at))
        return Receipt(key, json.loads(result), at, first=True)

    def look(self, key: str) -> Receipt | None:
        """Whether the action of this key happened: its receipt, or None. Changes nothing."""
        with self.reading() as db:
            return _found(db, key)

    def __len__(self) -> int:
        with self.reading() as db:
            return db.execute("SELECT count(*) FROM actions").fetchone()[0]

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with; closed at the end."""
        db = self._open()
        try:
            yield db
        finally:
            db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that holds the only write lock from its first statement on."""
        with self.reading() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def _open(self) -> sqlite3.Connection:
        # isolation_level=None: transactions begin and end where this module says so.
        db = sqlite3.connect(self.path, timeout=self.timeout_s, isolation_level=None)
        try:
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'actions'").fetchone():
                db.execute(_SCHEMA)
        except BaseException:
            db.close()
            raise
        return db


def _found(db: sqlite3.Connection, key: str, said: str | None = None) -> Receipt | None:
    row = db.execute("SELECT request, result, at FROM actions WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    request, result, at = row
    if said is not None and request != said:
        raise LedgerError(
            f"the key {key[:60]} was used for another action ({request[:120]}); a new action needs a new key"
        )
    return Receipt(key, json.loads(result), at, first=False)
