"""G06 to G10: names and arguments the model made up, and results that cannot be sent."""

from __future__ import annotations

import datetime
from typing import Any

from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario, add, called
from clockhands.gauntlet.sent import texts_of
from clockhands.mock.reply import call

__all__ = ["SCENARIOS"]

TWO = takes(a="integer", b="integer")


def list_files() -> str:
    """List the files."""
    return "notes.txt"


def invented_tool(ring: Ring) -> None:
    """a call of a tool that does not exist"""
    tools = [ring.tool(add, TWO), ring.tool(list_files)]
    run = ring.play([call("subtract", a=5, b=3), "I cannot subtract."], tools)
    run.ends("success")
    run.runs()
    run.sends(2)
    said = run.error(2)
    run.quality("the error names the tools there are", "add" in said and "list_files" in said)


def invented_again(ring: Ring) -> None:
    """the same invented tool, eight times"""
    run = ring.play([call("subtract", a=5, b=3)] * 8, [ring.tool(add, TWO)])
    run.sends(3, 6)
    run.ends("stuck")


def _invalid(ring: Ring, input: dict[str, Any], field: str) -> None:
    run = ring.play([called("add", input), call("add", a=2, b=3), "5"], [ring.tool(add, TWO)])
    run.ends("success")
    run.runs(("add", {"a": 2, "b": 3}))
    run.sends(3)
    said = run.error(2)
    run.quality("the error names the field", f"{field}" in said.replace("add", ""))


def missing_field(ring: Ring) -> None:
    """a required field is missing"""
    _invalid(ring, {"a": 2}, "b")


def wrong_type(ring: Ring) -> None:
    """ "three" for a whole number"""
    _invalid(ring, {"a": 2, "b": "three"}, "b")


def unknown_field(ring: Ring) -> None:
    """a field that there is not"""
    _invalid(ring, {"a": 2, "b": 3, "carry": True}, "carry")


def _no_object(ring: Ring, input: Any) -> None:
    run = ring.play([called("add", input), call("add", a=2, b=3), "5"], [ring.tool(add, TWO)])
    run.ends("success")
    run.runs(("add", {"a": 2, "b": 3}))
    run.error(2)


def json_string(ring: Ring) -> None:
    """the input is a text that holds JSON"""
    _no_object(ring, '{"a": 2, "b": 3}')


def garbage_string(ring: Ring) -> None:
    """the input is a text"""
    _no_object(ring, "two and three")


def array(ring: Ring) -> None:
    """the input is a list"""
    _no_object(ring, [2, 3])


def nothing(ring: Ring) -> None:
    """the input is null"""
    _no_object(ring, None)


ODD: dict[str, Any] = {
    "half a character": "half \ud800",
    "a NUL": "nul \x00",
    "a datetime": datetime.datetime(2031, 3, 5, 12, 0),
    "a set": {3, 1, 2},
    "a megabyte of bytes": b"\xff" * 1_000_000,
    "not a number": float("nan"),
}


def odd_results(ring: Ring) -> None:
    """tools give back half a character, NUL, a datetime, a set, bytes, NaN"""

    def give(what: str) -> Any:
        """Give back something."""
        return ODD[what]

    steps = [call("give", what=what) for what in ODD]
    run = ring.play([*steps, "thanks"], [ring.tool(give, takes(what="string"))])
    run.ends("success")
    run.sends(len(ODD) + 1)
    for n, what in enumerate(ODD, start=2):
        (result,) = run.results(n, 1)
        run.must(texts_of(result).strip(), f"the result for {what} is empty")
    run.quality("a megabyte of bytes is not sent as text", run.request(6).size < 200_000)


SCENARIOS = (
    Scenario(
        "G06",
        "invented tool",
        "P",
        3,
        "Models invent names. An exception ends the run; a plain error with the real names mends it.",
        (invented_tool,),
    ),
    Scenario(
        "G07",
        "invented tool again and again",
        "S",
        7,
        "A model that does not learn from the error will go on until somebody stops it, at your cost.",
        (invented_again,),
    ),
    Scenario(
        "G08",
        "invalid arguments",
        "P",
        6,
        "Arguments are generated text. A function that is entered with wrong ones fails in the middle of its "
        "work, and a model that is not told the field cannot mend it.",
        (missing_field, wrong_type, unknown_field),
    ),
    Scenario(
        "G09",
        "input is not an object",
        "P",
        6,
        "Echoed as it came, such a call makes every later request invalid.",
        (json_string, garbage_string, array, nothing),
    ),
    Scenario(
        "G10",
        "result that cannot be sent",
        "P",
        6,
        "One odd value in a result makes the whole request impossible to encode, after the work was done.",
        (odd_results,),
    ),
)
