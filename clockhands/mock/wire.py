"""JSON and server-sent events out of content blocks: ids, field order, usage, headers."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from .reply import Reply

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def digest(request: dict[str, Any], seed: int) -> bytes:
    """A hash of what the request says, the same for its plain and streamed form, in any process."""
    said = {k: v for k, v in request.items() if k not in ("stream", "thread")}
    blob = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{seed}\n{blob}".encode()).digest()


def make_id(key: bytes, prefix: str, length: int, salt: str = "") -> str:
    number = int.from_bytes(hashlib.sha512(key + prefix.encode() + salt.encode()).digest(), "big")
    letters = []
    for _ in range(length):
        number, rest = divmod(number, 62)
        letters.append(_ALPHABET[rest])
    return prefix + "".join(letters)


def message(reply: Reply, request: dict[str, Any], key: bytes) -> dict[str, Any]:
    content = []
    for i, block in enumerate(reply.content):
        if block.get("type") == "tool_use":
            block = {
                "type": "tool_use",
                "id": block.get("id") or make_id(key, "toolu_01", 22, str(i)),
                "name": block["name"],
                "input": block.get("input", {}),
                "caller": block.get("caller", {"type": "direct"}),
            }
        content.append(block)
    stop = reply.stop_reason or ("tool_use" if any(b["type"] == "tool_use" for b in content) else "end_turn")
    return {
        "model": request.get("model"),
        "id": make_id(key, "msg_", 24),
        "type": "message",
        "role": "assistant",
        "content": content,
        "container": None,
        "stop_reason": stop,
        "stop_sequence": reply.stop_sequence,
        "stop_details": reply.stop_details,
        "usage": {"input_tokens": 10, "output_tokens": 10, **(reply.usage or {})},
        "diagnostics": None,
    }


def events(message: dict[str, Any]) -> list[dict[str, Any]]:
    start = {**message, "content": [], "stop_reason": None, "stop_sequence": None, "stop_details": None}
    out: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for i, block in enumerate(message["content"]):
        kind = block["type"]
        if kind == "text":
            out.append({"type": "content_block_start", "index": i, "content_block": {**block, "text": ""}})
            delta = {"type": "text_delta", "text": block["text"]}
            out.append({"type": "content_block_delta", "index": i, "delta": delta})
        elif kind == "tool_use":
            out.append({"type": "content_block_start", "index": i, "content_block": {**block, "input": {}}})
            for piece in ("", json.dumps(block["input"])):
                delta = {"type": "input_json_delta", "partial_json": piece}
                out.append({"type": "content_block_delta", "index": i, "delta": delta})
        else:
            out.append({"type": "content_block_start", "index": i, "content_block": block})
        out.append({"type": "content_block_stop", "index": i})
    delta = {k: message[k] for k in ("stop_reason", "stop_sequence", "stop_details")}
    out.append({"type": "message_delta", "delta": delta, "usage": message["usage"]})
    out.append({"type": "message_stop"})
    return out


def sse(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
