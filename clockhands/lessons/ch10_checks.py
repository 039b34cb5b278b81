"""Chapter 10, a tool call is RPC: the checkers behind its exercises."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import called, compared, result_of

NEVER_LOOKS = Misconception(
    "never-looks-at-cancel",
    "The work went on after nobody waited for it any more.",
    "Call `cancel.check()` before each piece of work.",
)
HIDES_CANCEL = Misconception(
    "cancelled-hidden",
    "`Cancelled` was caught, so the work seems to have ended well.",
    "Let it out: the app knows what to do with it.",
)
WHOLE_LIMIT = Misconception(
    "deadline-starts-anew",
    "Each piece of work was given other time than what is left, so together they may run past the deadline.",
    "Hand on `cancel.remaining()`, read just before each call.",
)
REPEATS_UNKNOWN = Misconception(
    "timeout-is-failure",
    "A timeout was taken for 'it did not happen'. It may have.",
    "After a timeout, repeat only what does no harm twice.",
)
REPEATS_INVALID = Misconception(
    "retries-what-cannot-work",
    "The same invalid call was tried again, and fails the same way.",
    "Give up at once; the model must mend it.",
)
NO_END = Misconception(
    "retries-without-end",
    "The attempts have no end, or a late one.",
    "After the fourth attempt, give up.",
)
GIVES_UP_EARLY = Misconception(
    "gives-up-early",
    "It gave up although another attempt does no harm and may help.",
    "Refused calls did not happen; harmless ones may be repeated.",
)
STEADY_WAIT = Misconception(
    "waits-do-not-double",
    "The waits do not double, so everybody comes back to a busy service at once.",
    "1, 2, 4: two to the power of the attempts made, less one.",
)
NO_REQUEST = Misconception(
    "key-without-request",
    "The same payment wanted twice, a week apart, has the same key, so the second is never made.",
    "Put the id of the user's request into the key.",
)
ORDER_COUNTS = Misconception(
    "order-of-arguments-counts",
    "The same arguments in another order gave another key.",
    "Sort the keys: json.dumps has `sort_keys`, for every level.",
)
RUNS_TOGETHER = Misconception(
    "parts-run-together",
    "Different actions share a key, because their parts run into each other or are left out.",
    "Keep the parts apart, as a list in JSON does.",
)
RUNS_AGAIN = Misconception(
    "looks-too-late",
    "The action ran again although its key was there.",
    "Look for the key before you run anything.",
)
KEY_UNSTORED = Misconception(
    "key-not-stored",
    "The action ran, and its key was not kept.",
    "Insert key and result in the same transaction as the action.",
)
HALF_STAYS = Misconception(
    "half-a-transaction",
    "After an action that raised, a part of what it wrote is still there.",
    "Let action and key share one `with db:`; it rolls back when an exception passes.",
)
SUM_NOT_PRODUCT = Misconception(
    "average-not-product",
    "The parts were averaged or added up; in a row all of them must work.",
    "Multiply.",
)
WEAK_TEST = Misconception(
    "test-lets-mutant-live",
    "The test accepts a function that breaks the contract.",
    "Ask what this one gets wrong, and assert that.",
)
STRICT_TEST = Misconception(
    "test-refuses-right-code",
    "The test fails a function that keeps the contract.",
    "Assert what 10.3b says, and nothing about how it is done.",
)


# --- 10.1 --------------------------------------------------------------------------------------------------


def check_copy_all(copy_all: Callable) -> Verdict:
    """Copies under a clock of its own: all in time, cancelled half-way, cancelled before the start."""
    for files, stop_after in ((["a", "b", "c"], None), (["w", "x", "y", "z"], 2), (["a"], 0), ([], None)):
        wrong = _copied(copy_all, files, stop_after)
        if wrong:
            return wrong
    return passed("Tried with time to spare, cancelled half-way, and cancelled before the first file.")


def _copied(copy_all: Callable, files: list[str], stop_after: int | None) -> Verdict | None:
    from .. import clock
    from ..tools.cancel import Cancel, Cancelled

    done: list[tuple[str, Any, float]] = []
    with clock.virtual():
        cancel = Cancel(10.0)

        def copy(name: str, timeout_s: float) -> None:
            done.append((name, timeout_s, cancel.remaining()))
            clock.sleep(2.0)
            if len(done) == stop_after:
                cancel.set()

        if stop_after == 0:
            cancel.set()
        call = f"copy_all({files}, copy, cancel)"
        try:
            yours = result_of(copy_all, list(files), copy, cancel)
        except Cancelled:
            yours = Cancelled
    if stop_after is not None and len(done) > stop_after:
        return not_yet(
            call=call,
            yours=f"{len(done)} copies",
            expected=f"{stop_after}",
            why=f"The app stopped waiting after {stop_after}.",
            misconception=NEVER_LOOKS,
        )
    early = [given for _, given, left in done if _off(given, left)]
    if early:
        lefts = [round(left, 3) for _, _, left in done]
        return not_yet(
            call=call,
            yours=f"timeout_s {[given for _, given, _ in done]}",
            expected=f"{lefts}",
            misconception=WHOLE_LIMIT,
        )
    if stop_after is not None and yours is not Cancelled:
        return not_yet(call=call, yours=yours, expected="Cancelled goes out", misconception=HIDES_CANCEL)
    if stop_after is None and yours is Cancelled:
        return not_yet(call=call, yours="Cancelled", expected=len(files), why="Nobody had cancelled.")
    return None if stop_after is not None else compared(call, yours, len(files))


def _off(given: Any, left: float) -> bool:
    return not isinstance(given, (int, float)) or abs(given - left) > 0.5


# --- 10.2 --------------------------------------------------------------------------------------------------


def right_wait(failure: str, harmless: bool, attempt: int) -> int | None:
    """The policy of the page."""
    if failure == "invalid" or (failure == "timeout" and not harmless) or attempt >= 4:
        return None
    return 2 ** (attempt - 1)


def check_wait_before_retry(wait_before_retry: Callable) -> Verdict:
    """Every kind of failure, harmless or not, for five attempts."""
    cases = [
        (failure, harmless, attempt)
        for attempt in (1, 2, 3, 4, 5)
        for failure in ("refused", "timeout", "invalid")
        for harmless in (True, False)
    ]
    for case in cases:
        yours, right = result_of(wait_before_retry, *case), right_wait(*case)
        number = isinstance(yours, (int, float)) and not isinstance(yours, bool)
        if (yours is None and right is None) or (number and right is not None and math.isclose(yours, right)):
            continue
        return not_yet(
            call=called(wait_before_retry, *case),
            yours=yours,
            expected=right,
            misconception=_retry_belief(case, yours, right),
        )
    return passed("All three failures, harmless or not, for five attempts.")


def _retry_belief(case: tuple[str, bool, int], yours: Any, right: int | None) -> Misconception | None:
    failure, harmless, attempt = case
    if right is None and isinstance(yours, (int, float)):
        if attempt >= 4 and failure != "invalid" and (harmless or failure == "refused"):
            return NO_END
        return REPEATS_INVALID if failure == "invalid" else REPEATS_UNKNOWN
    if yours is None:
        return GIVES_UP_EARLY
    return STEADY_WAIT if isinstance(yours, (int, float)) else None


# --- 10.3 --------------------------------------------------------------------------------------------------

SAME = [
    (("r1", "pay", {"to": "Ada", "amount": 40}), ("r1", "pay", {"amount": 40, "to": "Ada"})),
    (("r2", "pay", {"to": {"name": "Bo", "bank": "X"}}), ("r2", "pay", {"to": {"bank": "X", "name": "Bo"}})),
]
OTHER = [
    (("r1", "pay", {"to": "Ada"}), ("r2", "pay", {"to": "Ada"}), NO_REQUEST),
    (("r1", "pay", {"to": "Ada"}), ("r1", "lend", {"to": "Ada"}), RUNS_TOGETHER),
    (("r1", "pay", {"to": "Ada"}), ("r1", "pay", {"to": "Bo"}), RUNS_TOGETHER),
    (("r1", "pay", {"amount": 1}), ("r1", "pay", {"amount": "1"}), RUNS_TOGETHER),
    (("r1", "1pay", {}), ("r11", "pay", {}), RUNS_TOGETHER),
    (("r1", "pay", {"items": ["a", "b"]}), ("r1", "pay", {"items": ["b", "a"]}), RUNS_TOGETHER),
]


def check_key_for(key_for: Callable) -> Verdict:
    """Equal intents and different ones."""
    for one, two in SAME:
        first, second = result_of(key_for, *one), result_of(key_for, *two)
        if not isinstance(first, str):
            return not_yet(
                call=called(key_for, *one),
                yours=first,
                expected="a text",
                misconception="prints-instead-of-returns" if first is None else None,
            )
        if first != second:
            return not_yet(
                call=called(key_for, *two),
                yours=shown(second),
                expected=shown(first),
                misconception=ORDER_COUNTS,
            )
    for one, two, belief in OTHER:
        first, second = result_of(key_for, *one), result_of(key_for, *two)
        if first == second:
            return not_yet(
                call=called(key_for, *two),
                yours=shown(second),
                expected=f"another key than that of {shown(one)}",
                misconception=belief,
            )
    return passed("Two pairs with one key, six pairs with two.")


def fresh() -> sqlite3.Connection:
    """A database in memory with the exercise's table, and one for what actions write."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE actions (key TEXT PRIMARY KEY, result TEXT)")
    db.execute("CREATE TABLE paid (whom TEXT)")
    db.commit()
    return db


def check_once(once: Callable) -> Verdict:
    """Twice under one key, another key, an empty result, and an action that raises half-way."""
    db, ran = fresh(), []

    def pay(whom: str, result: str = "paid") -> Callable:
        def action(connection: sqlite3.Connection) -> str:
            ran.append(whom)
            connection.execute("INSERT INTO paid VALUES (?)", (whom,))
            return f"{result} {whom}".strip() if result else ""

        action.__name__ = f"pay_{whom}"
        return action

    for key, action, right, runs in (
        ("k1", pay("Ada"), "paid Ada", 1),
        ("k1", pay("Ada"), "paid Ada", 1),
        ("k2", pay("Bo"), "paid Bo", 2),
        ("k3", pay("Cy", ""), "", 3),
        ("k3", pay("Cy", ""), "", 3),
    ):
        yours = result_of(once, db, key, action)
        call = f"once(db, {key!r}, {action.__name__})"
        if len(ran) != runs:
            belief = RUNS_AGAIN if len(ran) > runs and _is_kept(db, key) else KEY_UNSTORED
            return not_yet(
                call=call, yours=f"{len(ran)} actions so far", expected=f"{runs}", misconception=belief
            )
        wrong = compared(call, yours, right)
        if wrong:
            return wrong
    return _after_a_failure(once, db) or passed("Repeated, fresh and failing actions, with what they wrote.")


def _after_a_failure(once: Callable, db: sqlite3.Connection) -> Verdict | None:
    def fails(connection: sqlite3.Connection) -> str:
        connection.execute("INSERT INTO paid VALUES ('Dee')")
        raise TimeoutError("the bank does not answer")

    call = "once(db, 'k4', fails)"
    try:
        yours = result_of(once, db, "k4", fails)
    except TimeoutError:
        db.rollback()
    else:
        return not_yet(call=call, yours=yours, expected="TimeoutError goes out", misconception="hidden-error")
    left = db.execute("SELECT count(*) FROM paid WHERE whom = 'Dee'").fetchone()[0]
    if left or _is_kept(db, "k4"):
        return not_yet(
            call=call, yours="a payment to Dee, or its key", expected="neither", misconception=HALF_STAYS
        )
    kept = db.execute("SELECT count(*) FROM paid").fetchone()[0]
    if kept != 3:
        return not_yet(
            call="what is left after a rollback",
            yours=f"{kept} payments",
            expected="3",
            why="Earlier actions were never committed, so a later rollback took them along.",
            misconception=HALF_STAYS,
        )
    return None


def _is_kept(db: sqlite3.Connection, key: str) -> bool:
    return bool(db.execute("SELECT 1 FROM actions WHERE key = ?", (key,)).fetchone())


# --- 10.5 --------------------------------------------------------------------------------------------------


def check_availability(availability: Callable) -> Verdict:
    """Several parts, with and without retries; none at all."""
    for parts, attempts in (
        ([0.9, 0.9], 1),
        ([0.99] * 10, 1),
        ([0.9], 2),
        ([0.5, 0.8], 3),
        ([1.0, 0.0], 1),
        ([], 1),
    ):
        right = math.prod(1 - (1 - part) ** attempts for part in parts)
        yours = result_of(availability, list(parts), attempts)
        if isinstance(yours, (int, float)) and math.isclose(yours, right, abs_tol=1e-9):
            continue
        if not isinstance(yours, (int, float)) or not parts:
            return compared(called(availability, parts, attempts), yours, right) or passed()
        average = math.isclose(yours, sum(parts) / len(parts), abs_tol=1e-9)
        percent = math.isclose(yours, 100 * right, abs_tol=1e-6)
        retried = math.isclose(yours, 1 - (1 - math.prod(parts)) ** attempts, abs_tol=1e-9)
        why = "Shares go from 0 to 1 here." if percent else ""
        why = why or ("Each part is retried by itself, not the whole row." if retried else "")
        return not_yet(
            call=called(availability, parts, attempts),
            yours=yours,
            expected=round(right, 6),
            why=why or "All parts are needed, each with its own attempts.",
            misconception=SUM_NOT_PRODUCT if average else None,
        )
    return passed("Six rows of parts, with one to three attempts.")
