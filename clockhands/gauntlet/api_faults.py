"""G28 to G32: when the API fails."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from clockhands.gauntlet.invariants import flat
from clockhands.gauntlet.played import Failed, Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario, add
from clockhands.mock import faults
from clockhands.mock.reply import Reply, call, text

__all__ = ["SCENARIOS"]

TWO = takes(a="integer", b="integer")


def _passing(ring: Ring, *broken: Any) -> Run:
    """A fault that passes, after a side effect: the request is tried again, the tool is not."""

    def charge(amount: int) -> str:
        """Charge the card."""
        return "charged"

    tool = ring.tool(charge, takes(amount="integer"), side_effect=True, timeout_s=5.0)
    run = ring.play([call("charge", amount=5), *broken, "Paid."], [tool])
    run.ends("success")
    run.runs(("charge", {"amount": 5}))
    run.sends(2 + len(broken))
    first, *again = run.sent[1:]
    same = all(sent.body == first.body for sent in again)
    run.must(same, "the request was changed before it was tried again")
    return run


def rate_limited(ring: Ring) -> None:
    """429 with retry-after: 7"""
    run = _passing(ring, faults.rate_limit(7))
    run.must(run.elapsed >= 7, f"it waited {run.elapsed:.1f} s, and was asked to wait 7")


def overloaded(ring: Ring) -> None:
    """529 twice"""
    _passing(ring, faults.overloaded(), faults.overloaded())


def dropped(ring: Ring) -> None:
    """the connection drops"""
    _passing(ring, faults.drop())


def html_instead(ring: Ring) -> None:
    """500 with a web page as its body"""
    _passing(ring, faults.server_error(html=True))


def lasting(ring: Ring) -> None:
    """529 for ever, after two tools"""
    turn = [call("add", a=1, b=2), call("add", a=3, b=4)]
    run = ring.play([turn, *[faults.overloaded()] * 20], [ring.tool(add, TWO)])
    run.ends("error")
    run.sends(3, 9)
    waits = [after.t - before.t for before, after in pairwise(run.sent[1:])]
    run.must(waits == sorted(waits) and waits[0] > 0, "the waits between its tries do not grow")
    run.quality("the waits have jitter", any(abs(20 * wait - round(20 * wait)) > 1e-6 for wait in waits))


def _final(ring: Ring, status: int) -> None:
    run = ring.play([call("add", a=1, b=2), faults.error(status), "3"], [ring.tool(add, TWO)])
    run.sends(2)
    run.ends("error")
    kept = flat(run.ended.messages or []) == flat(run.request(2).messages)
    run.must(kept, "its transcript is not what it was before the request that failed")
    said = f"{run.ended.text} {run.ended.reason}"
    run.quality("the API's words are told to the caller", run.request(2).error in said)


def bad_request(ring: Ring) -> None:
    """400 in the middle of a run"""
    _final(ring, 400)


def bad_key(ring: Ring) -> None:
    """401 in the middle of a run"""
    _final(ring, 401)


def forbidden(ring: Ring) -> None:
    """403 in the middle of a run"""
    _final(ring, 403)


def not_found(ring: Ring) -> None:
    """404 in the middle of a run"""
    _final(ring, 404)


def too_large(ring: Ring) -> None:
    """413 in the middle of a run"""
    _final(ring, 413)


TOO_LONG = faults.error(400, message="prompt is too long: 200001 tokens > 200000 maximum")
FULL = Reply([text("The ans")], "model_context_window_exceeded")


def _overflow(ring: Ring, broken: Any) -> None:
    calls = [call("add", a=n, b=n) for n in range(3)]
    run = ring.play([*calls, broken, "Done."], [ring.tool(add, TWO)], grows=False)
    run.ends("success", "error")
    if run.ended.status == "success":
        before, after = run.request(4), run.request(5)
        run.must(after.size < before.size, "the request after the overflow is no smaller")


def prompt_too_long(ring: Ring) -> None:
    """400, prompt is too long, at request 4"""
    _overflow(ring, TOO_LONG)


def window_exceeded(ring: Ring) -> None:
    """model_context_window_exceeded at request 4"""
    _overflow(ring, FULL)


def one_result_too_long(ring: Ring) -> None:
    """one result alone is too long"""

    def read() -> str:
        """Read the log."""
        return "x" * 20_000

    tool = ring.tool(read, timeout_s=5.0)
    run = ring.play([call("read"), *[TOO_LONG] * 20], [tool], grows=False)
    run.sends(2, 5)
    run.ends("error")


def absurd_wait(ring: Ring) -> None:
    """429 with retry-after: 86400"""
    replies = [call("add", a=1, b=2), *[faults.rate_limit(86_400)] * 20]
    run = ring.play(replies, [ring.tool(add, TWO)], may_crash=True)
    if run.elapsed > 600:
        raise Failed(f"it waited {run.elapsed / 60:,.0f} minutes; ten are the most")
    run.must(not run.ended.problem, run.ended.problem)
    run.ends("error", "budget")


SCENARIOS = (
    Scenario(
        "G28",
        "transient error in mid-run",
        "P",
        10,
        "The API fails for seconds every day. Only the request may be tried again, never the tool before it.",
        (rate_limited, overloaded, dropped, html_instead),
    ),
    Scenario(
        "G29",
        "lasting 529",
        "S",
        10,
        "Endless retries hammer a service that is down; an exception throws away what the tools had done.",
        (lasting,),
    ),
    Scenario(
        "G30",
        "not retryable",
        "P",
        10,
        "A refusal will not go away by asking again; the transcript is what the user has left.",
        (bad_request, bad_key, forbidden, not_found, too_large),
    ),
    Scenario(
        "G31",
        "context overflow",
        "S",
        7,
        "Every long conversation ends here. Whole turns may go; a call cut from its result is refused.",
        (prompt_too_long, window_exceeded, one_result_too_long),
    ),
    Scenario(
        "G32",
        "absurd retry-after",
        "S",
        10,
        "The SDK obeys any wait it is told: a day, in the middle of an answer.",
        (absurd_wait,),
    ),
)
