"""Messages out of content blocks: ids, field order, signatures, headers.

Ids come from a hash of the request, the seed and the reply, so the same exchange has the same ids in every
process, plain or streamed.
"""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import timedelta
from typing import Any

from clockhands import clock

from .catalog import snapshot
from .fit import Fitted
from .reply import Reply

__all__ = ["digest", "headers", "make_id", "message", "sign", "to_json", "was_changed"]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_NOT_SAID = ("stream", "thread")
_MARK = "Eclk"
_LIMITS = {"requests": 1_000, "tokens": 480_000, "input-tokens": 400_000, "output-tokens": 80_000}


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_sorted = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def to_json(value: Any) -> bytes:
    """JSON as the API writes it: compact, UTF-8; escapes only where a model object gave half a surrogate."""
    try:
        return _compact(value).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii")


def digest(request: dict[str, Any], seed: int) -> bytes:
    """A hash of what the request says; `stream` and `thread` say nothing about it."""
    said = {k: v for k, v in request.items() if k not in _NOT_SAID}
    return hashlib.sha256(f"{seed}\n{_sorted(said)}".encode()).digest()


def make_id(key: bytes, prefix: str, length: int, salt: str = "") -> str:
    """`prefix` and `length` letters and digits drawn from the hash `key`."""
    number = int.from_bytes(hashlib.sha512(key + f"{prefix}{salt}".encode()).digest(), "big")
    letters = []
    for _ in range(length):
        number, rest = divmod(number, 62)
        letters.append(_LETTERS[rest])
    return prefix + "".join(letters)


def message(
    reply: Reply, fitted: Fitted, request: dict[str, Any], key: bytes, usage: dict[str, Any]
) -> dict[str, Any]:
    """The Message as the API sends it. key: the request's `digest`; fields in the order of recorded
    replies."""
    key = hashlib.sha256(key + to_json(fitted.content)).digest()
    return {
        "model": snapshot(str(request.get("model"))),
        "id": make_id(key, "msg_", 24),
        "type": "message",
        "role": "assistant",
        "content": [_dressed(block, key, index) for index, block in enumerate(fitted.content)],
        "container": None,
        "stop_reason": fitted.stop_reason,
        "stop_sequence": fitted.stop_sequence,
        "stop_details": reply.stop_details,
        "usage": usage,
        "diagnostics": None,
    }


def _dressed(block: dict[str, Any], key: bytes, index: int) -> dict[str, Any]:
    kind = block.get("type")
    if kind == "tool_use":
        return {
            "type": "tool_use",
            "id": block.get("id") or make_id(key, "toolu_01", 22, str(index)),
            "name": block.get("name"),
            "input": block.get("input", {}),
            "caller": {"type": "direct"},
            **{k: v for k, v in block.items() if k not in ("type", "id", "name", "input")},
        }
    if kind == "server_tool_use":
        return {**block, "id": block.get("id") or make_id(key, "srvtoolu_01", 22, str(index))}
    if kind == "thinking" and "signature" not in block:
        return {**block, "signature": sign(block.get("thinking", ""))}
    return block


def sign(words: str) -> str:
    """The signature of a thinking block: base64, as opaque as the API's own."""
    seed = words.encode("utf-8", "surrogatepass")
    parts = [hashlib.sha512(b"clockhands thinking %d" % i + seed).digest() for i in range(3)]
    return _MARK + base64.b64encode(b"".join(parts)).decode()


def was_changed(block: dict[str, Any]) -> bool:
    """Whether a thinking block that came back is not as it was served: its words or its signature differ.

    A signature of the real API, in a recorded conversation, cannot be checked here and passes when it has the
    form of one.
    """
    given, due = block.get("signature"), sign(str(block.get("thinking", "")))
    if given == due:
        return False
    if not isinstance(given, str) or given.startswith(_MARK) or len(given) < 64:
        return True
    alike = sum(a == b for a, b in zip(given, due, strict=False))
    return alike > len(due) // 4 or given[0] != "E" or any(c not in _LETTERS + "+/=" for c in given)


def headers(request_id: str, usage: dict[str, Any] | None = None) -> dict[str, str]:
    """The headers every answer carries. usage: taken off the remaining tokens, rounded as the API does."""
    reset = (clock.now() + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    spent_in = (usage or {}).get("input_tokens", 0)
    spent_out = (usage or {}).get("output_tokens", 0)
    spent = {
        "requests": 1,
        "tokens": spent_in + spent_out,
        "input-tokens": spent_in,
        "output-tokens": spent_out,
    }
    out = {"request-id": request_id, "anthropic-organization-id": "00000000-0000-4000-8000-0ff11e000000"}
    for name, limit in _LIMITS.items():
        left = max(0, limit - spent[name])
        out[f"anthropic-ratelimit-{name}-limit"] = str(limit)
        out[f"anthropic-ratelimit-{name}-remaining"] = str(
            left if name == "requests" else left // 1000 * 1000
        )
        out[f"anthropic-ratelimit-{name}-reset"] = reset
    return out
