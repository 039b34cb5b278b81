"""G37 to G39: streams cut anywhere, interleaved, and broken off."""

from __future__ import annotations

from typing import Any

from clockhands.gauntlet.played import Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario, add
from clockhands.mock import faults
from clockhands.mock.reply import call

__all__ = ["SCENARIOS"]

TWO = takes(a="integer", b="integer")
BROKEN = [call("add", a=1, b=2)]


def _streams(ring: Ring, *play: Any, **more: Any) -> Run:
    run = ring.play(*play, stream=True, **more)
    run.must(run.request(1).body.get("stream") is True, "it does not stream")
    return run


def fragments(ring: Ring) -> None:
    """inputs in pieces of one character, with pings and unknown events between"""
    words = ['né\u00e9 "quoted" \\ \u00e9', "\U0001f600", "", "plain", "\u6f22\u5b57", "a\nb"]

    def keep(**words: Any) -> str:
        """Keep some words."""
        return "kept"

    def now() -> str:
        """Look at the clock."""
        return "12:00"

    open_schema = {"type": "object", "properties": {}, "additionalProperties": True}
    tools = [ring.tool(keep, open_schema), ring.tool(now)]
    inputs = [{"n\u00e9e": word, "deep": {"list": [n, None]}} for n, word in enumerate(words)]
    turn = ["Six.", *[call("keep", **given) for given in inputs], call("now"), call("now")]
    shape = {"small_pieces": 1.0, "unknown_events": 1.0}
    run = _streams(ring, [turn, ["do", "ne"]], tools, shape=shape)
    run.ends("success")
    run.runs(*[("keep", given) for given in inputs], ("now", {}), ("now", {}))
    run.must(run.ended.text == "done", f"its text is {run.ended.text[:60]!r}, not 'done'")


def interleaved(ring: Ring) -> None:
    """the pieces of two inputs alternate"""
    turn = ["Both.", call("add", a=1, b=22), call("add", a=333, b=4)]
    run = _streams(
        ring, [turn, "done"], [ring.tool(add, TWO)], shape={"interleave": 1.0, "small_pieces": 1.0}
    )
    run.ends("success")
    run.runs(("add", {"a": 1, "b": 22}), ("add", {"a": 333, "b": 4}))


def _breaks(ring: Ring, broken: Any) -> None:
    run = _streams(ring, [broken, call("add", a=3, b=4), "7"], [ring.tool(add, TWO)])
    run.runs(("add", {"a": 3, "b": 4}))
    run.ends("success")
    same = run.request(2).messages == run.request(1).messages
    run.must(same, "what had arrived of the broken turn stands in the history")


def drops(ring: Ring) -> None:
    """the connection breaks inside an input"""
    _breaks(ring, faults.cut_stream(0.7, dropped=True, reply=BROKEN))


def errors(ring: Ring) -> None:
    """an error event, after status 200"""
    _breaks(ring, faults.stream_error(after=0.7, reply=["Let me see.", *BROKEN]))


def ends_in_silence(ring: Ring) -> None:
    """the stream ends without message_stop"""
    _breaks(ring, faults.cut_stream(0.9, reply=BROKEN))


def breaks_always(ring: Ring) -> None:
    """every stream breaks"""
    broken = faults.cut_stream(0.9, reply=BROKEN)
    run = _streams(ring, [broken] * 20, [ring.tool(add, TWO)])
    run.runs()
    run.sends(2, 8)
    run.ends("error")


SCENARIOS = (
    Scenario(
        "G37",
        "fragments",
        "P",
        9,
        "Pieces end anywhere: in a key, in an escape. Parsed too early, an argument is wrong.",
        (fragments,),
        "streaming",
    ),
    Scenario(
        "G38",
        "interleaved blocks",
        "P",
        9,
        "Pieces belong to the block of their index; glued in order of arrival they make other arguments.",
        (interleaved,),
        "streaming",
    ),
    Scenario(
        "G39",
        "stream breaks",
        "S",
        9,
        "A stream that ends in silence raises nothing: half a reply looks whole, and its call runs.",
        (drops, errors, ends_in_silence, breaks_always),
        "streaming",
    ),
)
