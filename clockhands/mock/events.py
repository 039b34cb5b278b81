"""A Message as server-sent events: the whole event grammar of the API, cut in pieces by the seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from .wire import to_json

__all__ = ["Shape", "events", "sse"]

PING = {"type": "ping"}
LONGEST_PIECE = 35


class Shape:
    """How a stream is cut. size: a fixed length of the pieces, else 1 to 35 characters drawn by the seed.

    unknown: mix in events of types nobody knows yet. interleave: let the deltas of different blocks
    alternate.
    """

    def __init__(self, size: int | None = None, unknown: bool = False, interleave: bool = False):
        self.size = size
        self.unknown = unknown
        self.interleave = interleave


def events(
    message: dict[str, Any], raw_inputs: dict[int, str], key: bytes, shape: Shape | None = None
) -> list[dict[str, Any]]:
    """The events of `message` in order.

    raw_inputs: block index -> JSON text of an input cut short. key: draws where pieces are cut; the message
    the pieces add up to does not depend on it.
    """
    shape = shape or Shape()
    dice = random.Random(key)
    usage = message["usage"]
    opening = {
        **message,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "stop_details": None,
        "usage": {**usage, "output_tokens": min(1, usage.get("output_tokens", 0))},
    }
    out: list[dict[str, Any]] = [{"type": "message_start", "message": opening}]
    if shape.unknown:
        out.append({"type": "message_note", "note": {"type": "kind_of_2031"}})
    blocks = [_block(i, block, raw_inputs.get(i), dice, shape) for i, block in enumerate(message["content"])]
    body = _interleaved(blocks) if shape.interleave else [event for block in blocks for event in block]
    if body:
        body.insert(1, PING)
    if shape.unknown:
        body.insert(len(body) // 2, {"type": "content_block_note", "index": 0, "note": "new"})
    delta = {name: message[name] for name in ("stop_reason", "stop_sequence", "stop_details")}
    out += body
    out.append({"type": "message_delta", "delta": delta, "usage": _closing(usage)})
    out.append({"type": "message_stop"})
    return out


def sse(event: dict[str, Any]) -> bytes:
    """One event as it stands on the wire."""
    return b"event: %s\ndata: %s\n\n" % (event["type"].encode(), to_json(event))


def _closing(usage: dict[str, Any]) -> dict[str, Any]:
    names = (
        "input_tokens",
        "cache_creation_input_tokens",
        "cache_read_input_tokens",
        "output_tokens",
        "output_tokens_details",
        "server_tool_use",
    )
    return {name: usage[name] for name in names if name in usage}


def _block(
    index: int, block: dict[str, Any], raw: str | None, dice: random.Random, shape: Shape
) -> list[dict[str, Any]]:
    """The events of one block: start, deltas, stop."""
    empty, deltas = _opened(block, raw, dice, shape)
    out = [{"type": "content_block_start", "index": index, "content_block": empty}]
    out += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    out.append({"type": "content_block_stop", "index": index})
    return out


def _opened(
    block: dict[str, Any], raw: str | None, dice: random.Random, shape: Shape
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A block as it stands at its start, and the deltas that fill it."""
    kind = block.get("type")
    if kind == "text":
        pieces = _pieces(block["text"], dice, shape)
        return {**block, "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces]
    if kind == "thinking":
        pieces = _pieces(block.get("thinking", ""), dice, shape)
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces]
        deltas.append({"type": "signature_delta", "signature": block.get("signature", "")})
        return {**block, "thinking": "", "signature": ""}, deltas
    if kind in ("tool_use", "server_tool_use"):
        return {**block, "input": {}}, [
            {"type": "input_json_delta", "partial_json": piece}
            for piece in _json_pieces(block.get("input"), raw, dice, shape)
        ]
    return block, []


def _json_pieces(given: Any, raw: str | None, dice: random.Random, shape: Shape) -> list[str]:
    """The input's JSON in pieces, an empty one first. Without arguments there is nothing to send: recorded
    streams have the empty piece alone, and a reader must live without that one too."""
    # Both spellings of é are JSON; a reader must join the pieces before it reads the escape.
    ascii_only = dice.random() < 0.5
    if raw is None:
        raw = "" if given == {} else json.dumps(given, ensure_ascii=ascii_only)
    if not raw:
        return [""] if ascii_only else []
    return ["", *_pieces(raw, dice, shape)]


def _pieces(words: str, dice: random.Random, shape: Shape) -> Iterator[str]:
    start = 0
    while start < len(words):
        length = shape.size or dice.randint(1, LONGEST_PIECE)
        yield words[start : start + length]
        start += length


def _interleaved(blocks: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Starts first, in order, then one event of each block in turn."""
    out = [block[0] for block in blocks]
    rest = [block[1:] for block in blocks]
    while any(rest):
        out += [block.pop(0) for block in rest if block]
    return out
