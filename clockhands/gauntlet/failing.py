"""G11 to G19: tools that fail, hang, or give back too much."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from clockhands.gauntlet.played import Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario
from clockhands.gauntlet.sent import texts_of
from clockhands.mock.reply import call
from clockhands.tools.tool import Tool

__all__ = ["HANG_S", "SCENARIOS", "failing", "hanging", "in_time"]

HANG_S = 0.1
N = takes(n="integer")


def failing(ring: Ring, error: BaseException) -> Tool:
    """A tool that raises."""

    def fail() -> None:
        """Look something up."""
        raise error

    return ring.tool(fail)


def _fine(ring: Ring) -> Tool:
    def fine(n: int) -> str:
        """Give a number back."""
        return f"fine {n}"

    # Never too slow, however busy the machine: only the tools that hang are meant to run out of time.
    return ring.tool(fine, N, timeout_s=5.0)


def hanging(ring: Ring) -> Tool:
    """A tool that blocks."""

    def hang() -> str:
        """Wait for a server."""
        ring.block(HANG_S)
        return "late"

    return ring.tool(hang, timeout_s=HANG_S)


def in_time(ring: Ring, run: Run) -> None:
    """The loop did not wait for what hangs."""
    longest = 5 * HANG_S
    waited = max((hang.left_s or 0.0 for hang in ring.hangs), default=0.0)
    run.must(
        waited <= longest and run.elapsed <= longest,
        f"it waited more than {longest:g} s for a tool whose timeout is {HANG_S:g} s",
    )


def raises(ring: Ring) -> None:
    """ValueError: no such city"""
    run = ring.play([call("fail"), "Sorry."], [failing(ring, ValueError("no such city"))])
    run.ends("success")
    run.sends(2)
    said = run.error(2)
    run.must("no such city" in said, f"the result does not say what went wrong: {said[:80]!r}")
    run.quality("the error says its kind", "ValueError" in said)


SECRET = "sk-ant-SECRET"


def raises_at_length(ring: Ring) -> None:
    """an exception of 300 kB, with a traceback and a key in it"""
    told = f"Traceback (most recent call last):\n  File 'app.py'\nKeyError: 'x'\nkey {SECRET}\n"
    run = ring.play([call("fail"), "Sorry."], [failing(ring, RuntimeError(told + "x" * 300_000))])
    run.ends("success")
    said = run.error(2)
    run.must(len(said) <= 4096, f"the error result has {len(said):,} characters")
    run.must("Traceback" not in said, "the error result holds a traceback")
    run.quality("a key in an exception is not told", SECRET not in said)


def leaves(ring: Ring) -> None:
    """SystemExit in a tool"""
    run = ring.play([call("fail"), "Sorry."], [failing(ring, SystemExit(3))])
    run.ends("success")
    run.error(2)


def cancels_itself(ring: Ring) -> None:
    """CancelledError in a tool, and nobody had cancelled"""
    run = ring.play([call("fail"), "Sorry."], [failing(ring, asyncio.CancelledError())])
    run.ends("success")
    run.error(2)


def interrupted(ring: Ring) -> None:
    """KeyboardInterrupt in a tool"""
    run = ring.play([call("fail")], [failing(ring, KeyboardInterrupt())], may_crash=True)
    passed_on = isinstance(run.ended.error, KeyboardInterrupt)
    run.must(passed_on or not run.ended.problem, run.ended.problem)
    if not passed_on:
        run.ends("cancelled")
        run.sends(1)


def one_of_three_fails(ring: Ring) -> None:
    """three calls, the second raises"""
    turn = [call("fine", n=1), call("fail"), call("fine", n=3)]
    run = ring.play([turn, "Two of three."], [_fine(ring), failing(ring, ValueError("no"))])
    run.ends("success")
    found = run.results(2, 3)
    run.must([bool(r.get("is_error")) for r in found] == [False, True, False], "not one error among three")
    _keeps_good_results(run, found)
    run.runs(("fine", {"n": 1}), ("fail", {}), ("fine", {"n": 3}))


def _keeps_good_results(run: Run, found: list[dict[str, Any]]) -> None:
    kept = "fine 1" in texts_of(found[0]) and "fine 3" in texts_of(found[2])
    run.must(kept, "the good results are lost, or out of order")


def _timed_out(run: Run, index: int, count: int) -> None:
    said = run.error(2, index, count)
    run.must(re.search(r"tim(ed|e)[ -]?out", said, re.I), f"the result does not say why: {said[:80]!r}")


def hangs(ring: Ring) -> None:
    """a tool that blocks"""
    run = ring.play([call("hang"), "Sorry."], [hanging(ring)])
    in_time(ring, run)
    run.ends("success")
    run.sends(2)
    _timed_out(run, 0, 1)


def hangs_cleaning_up(ring: Ring) -> None:
    """a tool that blocks, and whose cleanup blocks too"""

    def hang(cancel: Any = None) -> str:
        """Wait for a server."""
        try:
            ring.block(HANG_S, until=cancel)
        finally:
            ring.block(HANG_S)
        return "late"

    run = ring.play([call("hang"), "Sorry."], [ring.tool(hang, timeout_s=HANG_S)])
    in_time(ring, run)
    run.ends("success")
    _timed_out(run, 0, 1)


def one_of_three_hangs(ring: Ring) -> None:
    """three calls, the second blocks"""
    turn = [call("fine", n=1), call("hang"), call("fine", n=3)]
    run = ring.play([turn, "Two of three."], [_fine(ring), hanging(ring)])
    in_time(ring, run)
    run.ends("success")
    _keeps_good_results(run, run.results(2, 3))
    _timed_out(run, 1, 3)


SCENARIOS = (
    Scenario(
        "G11",
        "tool raises",
        "P",
        6,
        "Tools fail every day. Told of it, the model can try otherwise; an exception ends the run and loses "
        "the transcript.",
        (raises,),
    ),
    Scenario(
        "G12",
        "huge or secret-laden exception",
        "S",
        6,
        "What an exception says goes to the provider and into every later request: its length is paid, its "
        "secrets are out.",
        (raises_at_length,),
    ),
    Scenario(
        "G13",
        "BaseException in a tool",
        "P",
        10,
        "`except Exception` catches neither SystemExit nor CancelledError: one library call ends the app.",
        (leaves, cancels_itself, interrupted),
    ),
    Scenario(
        "G14",
        "parallel, one fails",
        "P",
        5,
        "The two good results were paid for; throwing them away makes the model ask again.",
        (one_of_three_fails,),
    ),
    Scenario(
        "G15",
        "tool hangs",
        "S",
        10,
        "Without a deadline of its own, one silent server holds the whole app for ever.",
        (hangs, hangs_cleaning_up),
    ),
    Scenario(
        "G16",
        "parallel, one hangs",
        "S",
        5,
        "The slowest call must not hold the others' results hostage.",
        (one_of_three_hangs,),
    ),
)
