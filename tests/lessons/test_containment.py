"""Whatever the learner's code does, the check comes back with a card and the kernel is as before."""

from __future__ import annotations

import signal
import sys
import threading
import time

import pytest

from clockhands.lessons.exercise import not_yet, passed
from clockhands.lessons.running import run_check
from clockhands.lessons.trials import result_of
from clockhands.lessons.watchdog import guarded, unwatched

from .exercise_cases import run_cell

LIMIT_S = 0.3


def run(source: str, name: str = "f", limit_s: float = LIMIT_S):
    """Check a function that takes nothing; it passes when it gives back 1."""
    names: dict = {}
    run_cell(source, names)

    def check(f):
        yours = result_of(f)
        return passed() if yours == 1 else not_yet(call="f()", yours=yours, expected=1)

    return run_check(check, (names[name],), limit_s)


ENDLESS = {
    "plain": """
def f():
    while True:
        pass
""",
    "catches everything": """
def f():
    while True:
        try:
            int("x")
        except:
            continue
""",
    "catches Exception": """
def f():
    while True:
        try:
            1 / 0
        except Exception:
            pass
""",
    "catches and goes on": """
def f():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
""",
    "sleeps": "import time\ndef f():\n    time.sleep(600)",
    "waits for a lock": "import threading\ndef f():\n    threading.Event().wait(600)",
    "prints": "def f():\n    while True:\n        print('again' * 50)",
    "async": """
import asyncio
async def f():
    while True:
        await asyncio.sleep(0.01)
""",
    "async, never yields": "async def f():\n    while True:\n        pass",
    "async, one long sleep": "import asyncio\nasync def f():\n    await asyncio.sleep(600)",
    "in a thread pool": """
from concurrent.futures import ThreadPoolExecutor
def spin():
    while True:
        pass
def f():
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda _: spin(), [1, 2]))
""",
    "generator": "def g():\n    while True:\n        yield 1\ndef f():\n    return sum(g())",
}


@pytest.mark.parametrize("source", ENDLESS.values(), ids=[name.replace(" ", "-") for name in ENDLESS])
def test_an_endless_loop_is_stopped_and_named(source):
    before = signal.getsignal(signal.SIGINT)
    found = run(source)
    assert found.verdict.state == "not yet"
    assert found.verdict.misconception.id == "endless-loop"
    assert "still running after 0.3 seconds" in found.verdict.why
    assert signal.getsignal(signal.SIGINT) is before


def test_the_line_that_was_running_is_shown():
    found = run("def f():\n    n = 0\n    while n < 10:\n        n = n * 1")
    assert found.verdict.call == "f()"
    assert found.verdict.line in ("line 3, in f: while n < 10:", "line 4, in f: n = n * 1")


def test_nothing_is_left_behind_after_a_stop():
    run(ENDLESS["catches everything"])
    threads = {t.name for t in threading.enumerate()}
    deadline = time.monotonic() + 5
    while "clockhands-watchdog" in threads and time.monotonic() < deadline:
        threads = {t.name for t in threading.enumerate()}
    assert "clockhands-watchdog" not in threads
    for _ in range(200_000):  # an exception still on its way would land here
        pass
    assert run("def f():\n    return 1").verdict.passed
    assert sys.stdout.write is not None and run("def f():\n    return 1").printed == ""


def test_many_short_runs_near_the_limit_never_leak():
    for _ in range(40):
        found = run("import time\ndef f():\n    time.sleep(0.002)\n    return 1", limit_s=0.002)
        assert found.verdict.state in ("passed", "not yet")


def test_it_works_outside_the_main_thread():
    box = []
    thread = threading.Thread(target=lambda: box.append(run(ENDLESS["plain"])))
    thread.start()
    thread.join()
    assert box[0].verdict.misconception.id == "endless-loop"


def test_time_that_is_not_the_learners_does_not_count():
    def work():
        with unwatched():
            time.sleep(0.3)
        return "done"

    assert guarded(work, 0.1) == ("done", None)


def test_the_users_own_interrupt_passes_through():
    timer = threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run("import time\ndef f():\n    while True:\n        time.sleep(0.01)", limit_s=30)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


RAISES = {
    "sys.exit": ("import sys\ndef f():\n    sys.exit(3)", "SystemExit: 3", "tried to end the program"),
    "a subclass of SystemExit": (
        "class Bye(SystemExit): pass\ndef f():\n    raise Bye",
        "Bye",
        "tried to end",
    ),
    "a subclass of KeyboardInterrupt": (
        "class Stop(KeyboardInterrupt): pass\ndef f():\n    raise Stop('x')",
        "Stop: x",
        "the user pressed stop",
    ),
    "GeneratorExit": ("def f():\n    raise GeneratorExit", "GeneratorExit", ""),
    "its own BaseException": ("class B(BaseException): pass\ndef f():\n    raise B('odd')", "B: odd", ""),
    "recursion": ("def f():\n    return f()", "RecursionError", "keeps calling itself"),
    "a message that raises": (
        "class E(Exception):\n    def __str__(self):\n        raise ValueError\ndef f():\n    raise E",
        "E: (a message that cannot be shown)",
        "",
    ),
    "a huge message": ("def f():\n    raise ValueError('x' * 10**7)", "ValueError: xxx", ""),
    "a path in the message": ("def f():\n    open('/no/such/file')", "FileNotFoundError", ""),
    "a syntax error of its own": ("def f():\n    exec('x ==')", "SyntaxError", ""),
    "a warning raised": ("def f():\n    raise UserWarning('careful')", "UserWarning: careful", ""),
}


@pytest.mark.parametrize(
    ("source", "yours", "why"), RAISES.values(), ids=[n.replace(" ", "-") for n in RAISES]
)
def test_whatever_it_raises_becomes_a_card(source, yours, why):
    found = run(source)
    assert found.verdict.state == "not yet"
    assert found.verdict.yours.startswith(yours) and len(found.verdict.yours) <= 240
    assert why in found.verdict.why
    assert found.verdict.line.startswith("line ")


def test_folders_of_this_machine_are_not_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = run("import os\ndef f():\n    open(os.path.join(os.getcwd(), 'notes.db'))")
    assert str(tmp_path) not in found.verdict.yours and "notes.db" in found.verdict.yours


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exception groups came with Python 3.11")
def test_of_a_group_the_first_error_is_shown():
    found = run("def f():\n    raise ExceptionGroup('two', [ValueError('first'), KeyError('second')])")
    assert found.verdict.yours == "ValueError: first"


RETURNS = {
    "repr raises": "class W:\n    def __repr__(self):\n        raise RuntimeError\ndef f():\n    return W()",
    "repr of ten megabytes": """
class W:
    def __repr__(self):
        return "w" * 10**7
def f():
    return W()
""",
    "repr without end": """
class W:
    def __repr__(self):
        while True:
            pass
def f():
    return W()
""",
    "repr is no text": "class W:\n    def __repr__(self):\n        return 3\ndef f():\n    return W()",
    "repr exits": "class W:\n    def __repr__(self):\n        raise SystemExit\ndef f():\n    return W()",
    "equality raises": """
class W:
    def __eq__(self, other):
        raise RuntimeError("no")
def f():
    return W()
""",
    "ten megabytes of text": "def f():\n    return 'x' * 10**7",
    "a list that holds itself": "def f():\n    x = []\n    x.append(x)\n    return x",
    "very deep": "def f():\n    x = []\n    for _ in range(10**5):\n        x = [x]\n    return x",
    "a million items": "def f():\n    return list(range(10**6))",
    "a huge number": "def f():\n    return 10 ** 10**5",
    "a generator": "def f():\n    return (n for n in [1])",
    "a module": "import json\ndef f():\n    return json",
    "nan": "def f():\n    return float('nan')",
    "a surrogate": "def f():\n    return '\\ud800'",
    "an escape sequence": "def f():\n    return '\\x1b[31mred\\x00'",
}


@pytest.mark.parametrize("source", RETURNS.values(), ids=[name.replace(" ", "-") for name in RETURNS])
def test_whatever_it_gives_back_becomes_a_card(source):
    found = run(source, limit_s=2)
    assert found.verdict.state == "not yet"
    assert len(found.verdict.yours) <= 240
    assert " at 0x" not in found.verdict.yours
    found.verdict.yours.encode("utf-8")
    assert found.verdict.yours.isprintable()


def test_output_goes_nowhere_but_the_card(capsys):
    found = run("import sys\ndef f():\n    print('hello')\n    print('oops', file=sys.stderr)\n    return 1")
    assert found.verdict.passed and found.printed == "hello\noops\n"
    assert capsys.readouterr() == ("", "")


def test_a_checker_without_a_verdict_is_not_blamed_on_the_learner():
    found = run_check(lambda f: None, (print,), LIMIT_S)
    assert found.verdict.state == "not yet" and "not your code" in found.verdict.why


def test_a_return_value_the_checker_cannot_read():
    found = run_check(lambda f: passed(f()["type"]), (lambda: None,), LIMIT_S)
    assert "could not read what your code gave back: TypeError" in found.verdict.why
