"""G11 to G19: tools that fail, hang, or give back too much."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import struct
import zlib
from typing import Any

from clockhands.gauntlet.played import Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario
from clockhands.gauntlet.sent import texts_of
from clockhands.gauntlet.validator import blocks_of
from clockhands.mock.reply import call
from clockhands.tools.tool import Tool

__all__ = ["HANG_S", "SCENARIOS", "hanging", "in_time"]

HANG_S = 0.1
N = takes(n="integer")


def _failing(ring: Ring, error: BaseException) -> Tool:
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
    run = ring.play([call("fail"), "Sorry."], [_failing(ring, ValueError("no such city"))])
    run.ends("success")
    run.sends(2)
    said = run.error(2)
    run.must("no such city" in said, f"the result does not say what went wrong: {said[:80]!r}")
    run.quality("the error says its kind", "ValueError" in said)


SECRET = "sk-ant-SECRET"


def raises_at_length(ring: Ring) -> None:
    """an exception of 300 kB, with a traceback and a key in it"""
    told = f"Traceback (most recent call last):\n  File 'app.py'\nKeyError: 'x'\nkey {SECRET}\n"
    run = ring.play([call("fail"), "Sorry."], [_failing(ring, RuntimeError(told + "x" * 300_000))])
    run.ends("success")
    said = run.error(2)
    run.must(len(said) <= 4096, f"the error result has {len(said):,} characters")
    run.must("Traceback" not in said, "the error result holds a traceback")
    run.quality("a key in an exception is not told", SECRET not in said)


def leaves(ring: Ring) -> None:
    """SystemExit in a tool"""
    run = ring.play([call("fail"), "Sorry."], [_failing(ring, SystemExit(3))])
    run.ends("success")
    run.error(2)


def cancels_itself(ring: Ring) -> None:
    """CancelledError in a tool, and nobody had cancelled"""
    run = ring.play([call("fail"), "Sorry."], [_failing(ring, asyncio.CancelledError())])
    run.ends("success")
    run.error(2)


def interrupted(ring: Ring) -> None:
    """KeyboardInterrupt in a tool"""
    run = ring.play([call("fail")], [_failing(ring, KeyboardInterrupt())], may_crash=True)
    passed_on = isinstance(run.ended.error, KeyboardInterrupt)
    run.must(passed_on or not run.ended.problem, run.ended.problem)
    if not passed_on:
        run.ends("cancelled")
        run.sends(1)


def one_of_three_fails(ring: Ring) -> None:
    """three calls, the second raises"""
    turn = [call("fine", n=1), call("fail"), call("fine", n=3)]
    run = ring.play([turn, "Two of three."], [_fine(ring), _failing(ring, ValueError("no"))])
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


def _png() -> str:
    """A small picture of noise, which no compression makes smaller, in base64."""
    dice, size = random.Random(7), 16
    rows = b"".join(b"\x00" + dice.randbytes(3 * size) for _ in range(size))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunks).decode()


def _seeing(ring: Ring) -> tuple[Tool, dict[str, Any]]:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": _png()}}

    def see() -> list[dict[str, Any]]:
        """Look at the plot."""
        return [{"type": "text", "text": "the plot"}, image]

    return ring.tool(see, timeout_s=5.0), image


def _shows_the_picture(run: Run, result: dict[str, Any], image: dict[str, Any]) -> None:
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    run.must(not result.get("is_error"), "the picture came back as an error")
    shown = [block for block in blocks if block.get("type") == "image"]
    run.must([s.get("source") for s in shown] == [image["source"]], "the result does not hold the image")
    texts = [texts_of(block) for message in run.request(2).messages for block in blocks_of(message)]
    run.must(not any(re.search(r"[A-Za-z0-9+/]{500}", t) for t in texts), "base64 was sent as text")


def picture(ring: Ring) -> None:
    """text and a picture as a result"""
    tool, image = _seeing(ring)
    run = ring.play([call("see"), "A plot."], [tool])
    run.ends("success")
    _shows_the_picture(run, run.results(2, 1)[0], image)


def picture_beside_a_failure(ring: Ring) -> None:
    """a picture as a result, beside a call that fails"""
    tool, image = _seeing(ring)
    run = ring.play([[call("see"), call("fail")], "A plot."], [tool, _failing(ring, ValueError("no"))])
    run.ends("success")
    _shows_the_picture(run, run.results(2, 2)[0], image)
    run.error(2, 1, 2)


LITTLE: dict[str, Any] = {"nothing": None, "text": "", "dict": {}, "list": [], "data": {"a": [1, None, "é"]}}


def little(ring: Ring) -> None:
    """None, an empty text, {}, [] and a dict as results"""

    def give(what: str) -> Any:
        """Give back something."""
        return LITTLE[what]

    steps = [call("give", what=what) for what in LITTLE]
    run = ring.play([*steps, "thanks"], [ring.tool(give, takes(what="string"), timeout_s=5.0)])
    run.ends("success")
    run.sends(len(LITTLE) + 1)
    for n in range(2, len(LITTLE) + 2):
        run.results(n, 1)
    said = texts_of(run.results(len(LITTLE) + 1, 1)[0])
    run.quality("a dict comes back as JSON", _json(said) == LITTLE["data"])


def _json(said: str) -> Any:
    try:
        return json.loads(said)
    except ValueError:
        return None


NOTICE = re.compile(r"truncated|omitted|of \d+", re.I)
SIZE = re.compile(r"2[,._ ']?000[,._ ']?\d{3}|2(\.0)? ?MB|2[,.]?000 ?kB", re.I)
REST = re.compile(r"again|rest|less|page|offset|narrow|read", re.I)


def _reading(ring: Ring, value: str) -> Run:
    def read() -> str:
        """Read the log."""
        return value

    run = ring.play([call("read"), "Long."], [ring.tool(read, timeout_s=5.0)])
    run.ends("success")
    sent = run.request(2)
    run.must(sent.size < 200_000, f"the second request has {sent.size:,} bytes")
    return run


def oversized(ring: Ring) -> None:
    """a result of 2 MB"""
    run = _reading(ring, "x" * 2_000_000)
    said = texts_of(run.results(2, 1)[0])
    run.must(NOTICE.search(said), "nothing tells the model that the result was cut")


def middle_matters(ring: Ring) -> None:
    """a result of 2 MB whose middle matters"""
    run = _reading(ring, "x" * 1_000_000 + "NEEDLE" + "y" * 1_000_000)
    said = re.sub(r"x{9,}|y{9,}", " ", texts_of(run.results(2, 1)[0]))
    run.must("NEEDLE" in said or SIZE.search(said), "nothing tells the model how much it does not see")
    run.quality("a cut result says how to get the rest", "NEEDLE" in said or REST.search(said))


SCENARIOS = (
    Scenario(
        "G11",
        "tool raises",
        "P",
        6,
        "Tools fail every day. Told of it, the model can apologise or try otherwise; an exception ends the run "
        "and loses the transcript.",
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
    Scenario(
        "G17",
        "image result",
        "P",
        12,
        "As text, a picture costs a hundred times its price and shows the model nothing.",
        (picture, picture_beside_a_failure),
    ),
    Scenario(
        "G18",
        'None, "", {}, [] and dict',
        "P",
        4,
        "A call without its result makes the next request invalid, and a Python repr is no JSON.",
        (little,),
    ),
    Scenario(
        "G19",
        "oversized result",
        "S",
        9,
        "Every later request carries the result again; and a cut that nobody mentions makes the model guess.",
        (oversized, middle_matters),
    ),
)
