"""A reply put together from the events of a stream.

Blocks are routed by index and an input is parsed once, when its block is complete: a piece may end in the
middle of a key or of an escape. A stream that breaks off gives no reply at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from clockhands.agent.blocks import Turn, plain_block

__all__ = ["Collector", "StreamBroken"]


class StreamBroken(Exception):
    """The stream ended before `message_stop`; what had arrived is worth nothing."""


class Collector:
    """Fed the events of one stream; `turn()` gives the finished reply, or raises `StreamBroken`.

    on_text: called with each piece of text as it arrives.
    """

    def __init__(self, on_text: Callable[[str], None] | None = None):
        self._on_text = on_text
        self._blocks: dict[int, dict[str, Any]] = {}
        self._json: dict[int, list[str]] = {}
        self._turn = Turn([], None)
        self._done = False

    def feed(self, event: Any) -> None:
        """One event, as an SDK object or a dict. Types nobody knows are passed over: the API may add some."""
        event = plain_block(event)
        kind = event.get("type")
        if kind == "message_start":
            message = plain_block(event["message"])
            self._turn.id, self._turn.model = message.get("id"), message.get("model")
            self._turn.usage = dict(plain_block(message.get("usage") or {}))
        elif kind == "content_block_start":
            self._blocks[event["index"]] = dict(plain_block(event["content_block"]))
        elif kind == "content_block_delta":
            self._delta(event["index"], plain_block(event["delta"]))
        elif kind == "content_block_stop":
            self._close(event["index"])
        elif kind == "message_delta":
            self._turn.stop_reason = plain_block(event["delta"]).get("stop_reason")
            usage = plain_block(event.get("usage") or {})
            self._turn.usage.update({key: value for key, value in usage.items() if value is not None})
        elif kind == "message_stop":
            self._done = True

    def turn(self) -> Turn:
        if not self._done:
            raise StreamBroken("the stream ended before the reply was complete")
        self._turn.blocks = [self._blocks[index] for index in sorted(self._blocks)]
        return self._turn

    def _delta(self, index: int, delta: dict[str, Any]) -> None:
        block, kind = self._blocks.get(index), delta.get("type")
        if block is None:
            raise StreamBroken(f"a piece arrived for block {index}, which had not begun")
        if kind == "input_json_delta":
            self._json.setdefault(index, []).append(delta["partial_json"])
        elif kind == "text_delta":
            block["text"] = block.get("text", "") + delta["text"]
            if self._on_text:
                self._on_text(delta["text"])
        elif kind == "thinking_delta":
            block["thinking"] = block.get("thinking", "") + delta["thinking"]
        elif kind == "signature_delta":
            block["signature"] = delta["signature"]
        elif kind == "citations_delta":
            block["citations"] = [*(block.get("citations") or []), plain_block(delta["citation"])]

    def _close(self, index: int) -> None:
        pieces = "".join(self._json.pop(index, []))
        if pieces:
            try:
                self._blocks[index]["input"] = json.loads(pieces)
            except ValueError:
                # Not an object, so the guard refuses it and tells the model why.
                self._blocks[index]["input"] = pieces
