"""G17 to G19: results that are pictures, next to nothing, or far too much."""

from __future__ import annotations

import base64
import json
import random
import re
import struct
import zlib
from typing import Any

from clockhands.gauntlet.failing import failing
from clockhands.gauntlet.played import Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario
from clockhands.gauntlet.sent import texts_of
from clockhands.gauntlet.validator import blocks_of
from clockhands.mock.reply import call
from clockhands.tools.tool import Tool

__all__ = ["SCENARIOS"]


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
    run = ring.play([[call("see"), call("fail")], "A plot."], [tool, failing(ring, ValueError("no"))])
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
    for n, what in enumerate(LITTLE, start=2):
        (result,) = run.results(n, 1)
        run.must(not result.get("is_error"), f"the result {what} came back as an error")
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
