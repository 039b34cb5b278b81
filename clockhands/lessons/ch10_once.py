"""Chapter 10: the versions of `once` a learner's test is tried on, right ones and broken ones."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from .ch10_checks import STRICT_TEST, WEAK_TEST
from .exercise import Verdict, not_yet, passed
from .trials import result_of

Action = Callable[[sqlite3.Connection], str]


def _kept(db: sqlite3.Connection, key: str) -> Any:
    return db.execute("SELECT result FROM actions WHERE key = ?", (key,)).fetchone()


def looks_first(db: sqlite3.Connection, key: str, action: Action) -> str:
    row = _kept(db, key)
    if row is not None:
        return row[0]
    with db:
        result = action(db)
        db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))
    return result


def inserts_first(db: sqlite3.Connection, key: str, action: Action) -> str:
    with db:
        new = db.execute("INSERT OR IGNORE INTO actions VALUES (?, '')", (key,)).rowcount == 1
        if new:
            db.execute("UPDATE actions SET result = ? WHERE key = ?", (action(db), key))
    return _kept(db, key)[0]


def rolls_back_by_hand(db: sqlite3.Connection, key: str, action: Action) -> str:
    row = _kept(db, key)
    if row:
        return row[0]
    try:
        result = action(db)
        db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))
    except BaseException:
        db.rollback()
        raise
    db.commit()
    return result


def always_runs(db: sqlite3.Connection, key: str, action: Action) -> str:
    with db:
        result = action(db)
        db.execute("INSERT OR REPLACE INTO actions VALUES (?, ?)", (key, result))
    return result


def forgets_the_key(db: sqlite3.Connection, key: str, action: Action) -> str:
    row = db.execute("SELECT result FROM actions").fetchone()
    return row[0] if row is not None else looks_first(db, key, action)


def gives_nothing_the_second_time(db: sqlite3.Connection, key: str, action: Action) -> str | None:
    return None if _kept(db, key) else looks_first(db, key, action)


def takes_empty_for_missing(db: sqlite3.Connection, key: str, action: Action) -> str:
    row = _kept(db, key)
    if row and row[0]:
        return row[0]
    with db:
        result = action(db)
        db.execute("INSERT OR REPLACE INTO actions VALUES (?, ?)", (key, result))
    return result


def commits_half(db: sqlite3.Connection, key: str, action: Action) -> str:
    row = _kept(db, key)
    if row is not None:
        return row[0]
    try:
        result = action(db)
    finally:
        db.commit()
    with db:
        db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))
    return result


def swallows_the_error(db: sqlite3.Connection, key: str, action: Action) -> str:
    try:
        return looks_first(db, key, action)
    except Exception as error:
        return f"failed: {error}"


def keeps_the_key_of_a_failure(db: sqlite3.Connection, key: str, action: Action) -> str:
    try:
        return looks_first(db, key, action)
    except Exception:
        with db:
            db.execute("INSERT INTO actions VALUES (?, 'failed')", (key,))
        raise


RIGHT = (looks_first, inserts_first, rolls_back_by_hand)
MUTANTS = (
    (always_runs, "It runs the action each time."),
    (forgets_the_key, "It looks whether anything was done, under any key."),
    (gives_nothing_the_second_time, "The second time it gives back None."),
    (takes_empty_for_missing, "It takes an empty result for a missing one, and runs again."),
    (commits_half, "When the action raises, what it wrote stays."),
    (swallows_the_error, "When the action raises, it gives back a text."),
)
HIDDEN_MUTANTS = (
    (keeps_the_key_of_a_failure, "A failed action counts as done, so it is never tried again."),
)


def check_test_once(test_once: Callable) -> Verdict:
    """The test on three right versions and six mutants."""
    return _judged(test_once, MUTANTS)


def hidden_test_once(test_once: Callable) -> Verdict:
    """One mutant more."""
    return _judged(test_once, MUTANTS + HIDDEN_MUTANTS)


def _judged(test_once: Callable, mutants: tuple) -> Verdict:
    for right in RIGHT:
        said = _outcome(test_once, right)
        if said:
            return not_yet(
                call=f"test_once({right.__name__})",
                yours=said,
                expected="no AssertionError",
                misconception=STRICT_TEST,
            )
    living = [(mutant, why) for mutant, why in mutants if not _outcome(test_once, mutant)]
    if living:
        mutant, why = living[0]
        return not_yet(
            call=f"test_once({mutant.__name__})",
            yours=f"accepted; {len(mutants) - len(living)} of {len(mutants)} broken versions were noticed",
            expected="AssertionError",
            why=why,
            misconception=WEAK_TEST,
        )
    return passed(f"Three right versions pass, and {len(mutants)} broken ones are noticed.")


def _outcome(test_once: Callable, once: Callable) -> str:
    """What the test said of this version; "" when it accepts it."""
    try:
        result_of(test_once, once)
    except AssertionError as error:
        return f"AssertionError: {error}".rstrip(": ")
    except (TimeoutError, ValueError, RuntimeError, sqlite3.Error, LookupError, TypeError) as error:
        # A broken version may make the test fall over; that is noticing it, too.
        return f"{type(error).__name__}: {error}"
    return ""
