"""G01 to G05: the shape of a turn."""

from __future__ import annotations

from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario, add, called
from clockhands.mock.reply import Reply, call, text, thinking

__all__ = ["SCENARIOS"]

TWO = takes(a="integer", b="integer")


def one_call(ring: Ring) -> None:
    """one call, then the answer"""
    run = ring.play([call("add", a=2, b=3), "5"], [ring.tool(add, TWO)], "What is 2 + 3?")
    run.ends("success")
    run.runs(("add", {"a": 2, "b": 3}))
    run.sends(2)
    (result,) = run.results(2, 1)
    run.must("5" in str(result.get("content")), "the result 5 does not stand in the second request")
    run.must(run.ended.text.strip() == "5", f"its text is {run.ended.text[:60]!r}, not '5'")


def two_calls(ring: Ring) -> None:
    """text and two calls in one reply"""
    turn = ["Both.", call("add", a=1, b=1), call("add", a=2, b=2)]
    run = ring.play([turn, "2 and 4"], [ring.tool(add, TWO)])
    run.ends("success")
    run.runs(("add", {"a": 1, "b": 1}), ("add", {"a": 2, "b": 2}))
    run.sends(2)
    answered = [result.get("tool_use_id") for result in run.results(2, 2)]
    asked = [made["id"] for made in run.request(1).calls]
    run.must(answered == asked, "the results do not come in the order of the calls")


def two_slow_calls(ring: Ring) -> None:
    """two calls that take a second each"""

    def read(n: int) -> int:
        """Read one page."""
        ring.side_by_side(1.0)
        return n

    tool = ring.tool(read, takes(n="integer"), timeout_s=5.0)
    run = ring.play([[call("read", n=1), call("read", n=2)], "done"], [tool])
    run.results(2, 2)
    run.quality("two calls without side effects run side by side", run.elapsed <= 1.5)


def odd_order(ring: Ring) -> None:
    """thinking, call, text, call; then an answer in two pieces"""
    turn = [thinking("Two sums."), call("add", a=1, b=1), text("and"), call("add", a=2, b=2)]
    run = ring.play([turn, ["It is 2 ", "and 4."]], [ring.tool(add, TWO)])
    run.ends("success")
    run.runs(("add", {"a": 1, "b": 1}), ("add", {"a": 2, "b": 2}))
    said = run.ended.text
    run.must("It is 2" in said and "and 4." in said, f"its text is {said[:60]!r}: a piece is missing")


def announced_and_absent(ring: Ring) -> None:
    """stop_reason tool_use without any call, for ever"""
    run = ring.play(lambda n: Reply([text("Let me look.")], "tool_use"), [ring.tool(add, TWO)], most=3 + 12)
    run.sends(1, 3)
    run.ends("error")


def present_and_unannounced(ring: Ring) -> None:
    """end_turn with a call in it"""
    run = ring.play([Reply([text("Done."), call("add", a=1, b=1)], "end_turn")], [ring.tool(add, TWO)])
    run.must(not run.ran, "it ran a call of a turn that had ended")
    run.ends("error")


def one_id_twice(ring: Ring) -> None:
    """two calls with the same id in one reply"""
    turn = [called("add", {"a": 1, "b": 2}, "toolu_X"), called("add", {"a": 3, "b": 4}, "toolu_X")]
    run = ring.play([turn], [ring.tool(add, TWO)])
    run.must(len(run.ran) <= 1, "it ran both calls of one id")
    run.sends(1, 2)
    run.ends("error", "success")


SCENARIOS = (
    Scenario(
        "G01",
        "one call",
        "P",
        3,
        "A loop that cannot do this is no loop; one that runs the call twice pays twice.",
        (one_call,),
    ),
    Scenario(
        "G02",
        "two calls at once",
        "P",
        5,
        "Models ask for several calls in one reply. Answer half, and the API refuses the next request.",
        (two_calls, two_slow_calls),
    ),
    Scenario(
        "G03",
        "odd order of blocks",
        "P",
        3,
        "Thinking, text and calls come in any order and number: who counts positions loses calls or half the "
        "answer.",
        (odd_order,),
    ),
    Scenario(
        "G04",
        "stop_reason and content disagree",
        "P",
        4,
        "A loop that believes one of the two spins for ever, or runs what nobody meant.",
        (announced_and_absent, present_and_unannounced),
    ),
    Scenario(
        "G05",
        "duplicate ids in a turn",
        "P",
        5,
        "Two results for one id cannot be told apart; the API refuses them after both tools have run.",
        (one_id_twice,),
    ),
)
