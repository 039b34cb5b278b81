"""Chapter 10: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import sqlite3

import pytest

from clockhands.lessons import ch10_once
from clockhands.lessons.ch10 import CHAPTER
from clockhands.lessons.ch10_checks import fresh

from .exercise_cases import Case, Wrong, case_tests, changed

SETUP = "import json, sqlite3\nfrom clockhands.tools.cancel import Cancelled"

CASES = [
    Case(
        "10.1",
        passes="copy_all",
        setup=SETUP,
        wrong=[
            Wrong("never looks", changed("10.1", "cancel.check()", "pass"), names="never-looks-at-cancel"),
            Wrong(
                "looks once",
                "def copy_all(files, copy, cancel):\n    cancel.check()\n    for file in files:\n"
                "        copy(file, timeout_s=cancel.remaining())\n    return len(files)",
                names="never-looks-at-cancel",
            ),
            Wrong(
                "the whole limit each time",
                changed("10.1", "timeout_s=cancel.remaining()", "timeout_s=10.0"),
                names="deadline-starts-anew",
            ),
            Wrong(
                "hides it",
                "def copy_all(files, copy, cancel):\n    done = 0\n    for file in files:\n        try:\n"
                "            cancel.check()\n        except Cancelled:\n            break\n"
                "        copy(file, timeout_s=cancel.remaining())\n        done += 1\n    return done",
                names="cancelled-hidden",
            ),
        ],
    ),
    Case(
        "10.2",
        passes="wait_before_retry",
        wrong=[
            Wrong(
                "repeats a timeout",
                changed("10.2", "(may_have_happened and not harmless)", "False"),
                names="timeout-is-failure",
            ),
            Wrong(
                "repeats the invalid",
                changed("10.2", 'failure == "invalid"', "False"),
                names="retries-what-cannot-work",
            ),
            Wrong("no end", changed("10.2", "attempt >= 4", "False"), names="retries-without-end"),
            Wrong(
                "always one second", changed("10.2", "2 ** (attempt - 1)", "1"), names="waits-do-not-double"
            ),
            Wrong("starts at two", changed("10.2", "2 ** (attempt - 1)", "2 ** attempt"), says="Expected"),
            Wrong(
                "never a timeout",
                changed("10.2", "(may_have_happened and not harmless)", "may_have_happened"),
                names="gives-up-early",
            ),
        ],
    ),
    Case(
        "10.3a",
        passes="key_for",
        setup=SETUP,
        wrong=[
            Wrong(
                "order counts", changed("10.3a", ", sort_keys=True", ""), names="order-of-arguments-counts"
            ),
            Wrong(
                "no request",
                changed("10.3a", "[request_id, name, arguments]", "[name, arguments]"),
                names="key-without-request",
            ),
            Wrong(
                "parts run together",
                "import json\ndef key_for(request_id, name, arguments):\n"
                "    return request_id + name + json.dumps(arguments, sort_keys=True)",
                names="parts-run-together",
            ),
            Wrong(
                "only the outer order",
                "def key_for(request_id, name, arguments):\n"
                "    return repr([request_id, name, sorted(arguments.items())])",
                names="order-of-arguments-counts",
            ),
            Wrong(
                "prints",
                "def key_for(request_id, name, arguments):\n    print(request_id)",
                names="prints-instead-of-returns",
            ),
        ],
    ),
    Case(
        "10.3b",
        passes="once",
        setup=SETUP,
        wrong=[
            Wrong(
                "runs again",
                changed("10.3b", "if row is not None:", "if False:").replace(
                    "INSERT INTO", "INSERT OR REPLACE INTO"
                ),
                names="looks-too-late",
            ),
            Wrong(
                "key not stored",
                changed("10.3b", 'db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))', "pass"),
                names="key-not-stored",
            ),
            Wrong(
                "empty is missing",
                changed("10.3b", "if row is not None:", "if row and row[0]:").replace(
                    "INSERT INTO", "INSERT OR REPLACE INTO"
                ),
                names="looks-too-late",
            ),
            Wrong(
                "two transactions",
                "def once(db, key, action):\n"
                '    row = db.execute("SELECT result FROM actions WHERE key = ?", (key,)).fetchone()\n'
                "    if row is not None:\n        return row[0]\n"
                "    try:\n        result = action(db)\n    finally:\n        db.commit()\n    with db:\n"
                '        db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))\n    return result',
                names="half-a-transaction",
            ),
            Wrong(
                "swallows",
                "def once(db, key, action):\n"
                '    row = db.execute("SELECT result FROM actions WHERE key = ?", (key,)).fetchone()\n'
                "    if row:\n        return row[0]\n    try:\n        with db:\n            result = action(db)\n"
                '            db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))\n'
                "    except Exception as error:\n        return str(error)\n    return result",
                names="hidden-error",
            ),
            Wrong(
                "never commits",
                "def once(db, key, action):\n"
                '    row = db.execute("SELECT result FROM actions WHERE key = ?", (key,)).fetchone()\n'
                "    if row:\n        return row[0]\n    result = action(db)\n"
                '    db.execute("INSERT INTO actions VALUES (?, ?)", (key, result))\n    return result',
                says="transaction",
            ),
        ],
    ),
    Case(
        "10.4",
        passes="test_once",
        setup=SETUP,
        wrong=[
            Wrong(
                "asserts nothing",
                "def test_once(once):\n    assert callable(once)",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "only twice the same",
                "import sqlite3\ndef test_once(once):\n    db = sqlite3.connect(':memory:')\n"
                "    db.execute('CREATE TABLE actions (key TEXT PRIMARY KEY, result TEXT)')\n"
                "    ran = []\n    def action(db):\n        ran.append(1)\n        return 'x'\n"
                "    assert once(db, 'a', action) == once(db, 'a', action) == 'x'\n    assert len(ran) == 1",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "asks how it is done",
                "def test_once(once):\n    assert once.__name__ == 'looks_first'",
                names="test-refuses-right-code",
            ),
        ],
    ),
    Case(
        "10.5",
        passes="availability",
        wrong=[
            Wrong(
                "the mean",
                "def availability(parts, attempts):\n    return sum(parts) / len(parts)",
                names="average-not-product",
            ),
            Wrong(
                "retries the row",
                "import math\ndef availability(parts, attempts):\n"
                "    return 1 - (1 - math.prod(parts)) ** attempts",
                says="retried by itself",
            ),
            Wrong(
                "in percent",
                changed("10.5", "return whole", "return 100 * whole"),
                says="Shares go from 0 to 1",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


@pytest.mark.parametrize("right", ch10_once.RIGHT)
def test_right_versions_keep_the_contract(right):
    from clockhands.lessons.ch10_checks import check_once

    assert check_once(right).passed


@pytest.mark.parametrize("mutant", [m for m, _ in ch10_once.MUTANTS + ch10_once.HIDDEN_MUTANTS])
def test_each_broken_version_breaks_it(mutant):
    from clockhands.lessons.ch10_checks import check_once

    hidden = mutant is ch10_once.keeps_the_key_of_a_failure
    assert not check_once(mutant).passed or hidden
    db = fresh()
    if hidden:
        with pytest.raises(sqlite3.OperationalError):
            mutant(db, "k", lambda db: db.execute("SELECT * FROM nowhere"))
        assert db.execute("SELECT count(*) FROM actions").fetchone() == (1,)
