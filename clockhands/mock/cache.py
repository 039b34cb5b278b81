"""Prompt-cache accounting: what a request with `cache_control` writes and reads.

The cache belongs to the transport, as it belongs to the API's servers; the model never sees it. Facts from
the API's documentation: prefixes run tools, system, messages; a write goes up to each breakpoint; a read
finds the longest stored prefix within 20 blocks before a breakpoint; a prefix below the model's minimum is
not stored, without an error; an entry lives for five minutes, or an hour, from its last use.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["PromptCache", "minimum_tokens"]

LOOK_BACK = 20
LIFETIME_S = {"5m": 300.0, "1h": 3600.0}
# Smallest prefix that is stored, in tokens, by model family (documentation, 2026).
_MINIMUM = (
    ("haiku-4-5", 4096),
    ("opus-4-5", 4096),
    ("opus-4-6", 4096),
    ("opus-4-7", 2048),
    ("opus-5", 512),
    ("haiku-3", 2048),
    ("3-5-haiku", 2048),
)


def minimum_tokens(model: str) -> int:
    """The smallest prefix the API stores for this model, in tokens."""
    return next((tokens for part, tokens in _MINIMUM if part in model), 1024)


@dataclass
class _Place:
    """A block boundary in the prompt. key: hash of all before it; ttl: set where a breakpoint stands."""

    key: bytes
    ttl: str | None
    body: Callable[[], dict[str, Any]]


class PromptCache:
    """The stored prefixes of one transport. `now` is in seconds, on any clock that never goes back."""

    def __init__(self) -> None:
        self._until: dict[bytes, float] = {}
        self._lock = threading.Lock()

    def usage(
        self, request: dict[str, Any], total: int, now: float, count: Callable[[dict[str, Any]], int]
    ) -> dict[str, Any]:
        """The input half of `usage` for a request of `total` tokens. count: tokens of a shorter request."""
        if not _is_marked(request):
            return _fields(total, 0, {})
        places = list(_places(request))
        marks = [i for i, place in enumerate(places) if place.ttl]
        if not marks:
            return _fields(total, 0, {})
        smallest = minimum_tokens(str(request.get("model")))
        size = {i: min(total, count(places[i].body())) for i in marks}
        with self._lock:
            hit = self._longest(places, marks, now)
            read = min(total, count(places[hit].body())) if hit is not None else 0
            written: dict[str, int] = {}
            at = read
            for i in marks:
                ttl = places[i].ttl or "5m"
                if size[i] < smallest:
                    continue
                self._until[places[i].key] = now + LIFETIME_S[ttl]
                if size[i] > at:
                    written[ttl] = written.get(ttl, 0) + size[i] - at
                    at = size[i]
        return _fields(total, read, written)

    def _longest(self, places: list[_Place], marks: list[int], now: float) -> int | None:
        for i in sorted({j for m in marks for j in range(max(0, m - LOOK_BACK), m + 1)}, reverse=True):
            if self._until.get(places[i].key, -math.inf) > now:
                # A read renews the entry, for as long as it was stored for.
                ttl = places[i].ttl or "5m"
                self._until[places[i].key] = max(self._until[places[i].key], now + LIFETIME_S[ttl])
                return i
        return None


def _fields(total: int, read: int, written: dict[str, int]) -> dict[str, Any]:
    created = sum(written.values())
    return {
        "input_tokens": total - read - created,
        "cache_creation_input_tokens": created,
        "cache_read_input_tokens": read,
        "cache_creation": {
            "ephemeral_5m_input_tokens": written.get("5m", 0),
            "ephemeral_1h_input_tokens": written.get("1h", 0),
        },
    }


def _is_marked(request: dict[str, Any]) -> bool:
    """Whether `cache_control` stands anywhere it counts: most requests have none, and are not hashed."""
    if request.get("cache_control"):
        return True
    system = request.get("system")
    parts = [request.get("tools"), system, *(m.get("content") for m in request.get("messages") or ())]
    return any("cache_control" in block for part in parts if isinstance(part, list) for block in part)


def _places(request: dict[str, Any]) -> Iterator[_Place]:
    """Every block boundary of the prompt, in the order of the prefix."""
    chain = hashlib.sha256(str(request.get("model")).encode())
    tools = request.get("tools") or []
    system = request.get("system") or []
    system = [{"type": "text", "text": system}] if isinstance(system, str) else system
    messages = request.get("messages") or []
    base = {"model": request.get("model"), "messages": []}
    last = _last_block(tools, system, messages) if request.get("cache_control") else None

    def place(block: Any, body: Callable[[], dict[str, Any]]) -> _Place:
        control = block.get("cache_control") if isinstance(block, dict) else None
        if block is last and not control:
            control = request["cache_control"]
        said = {k: v for k, v in block.items() if k != "cache_control"} if isinstance(block, dict) else block
        chain.update(json.dumps(said, sort_keys=True).encode())
        return _Place(chain.digest(), control and control.get("ttl", "5m"), body)

    for i, tool in enumerate(tools):
        yield place(tool, lambda i=i: {**base, "tools": tools[: i + 1]})
    base["tools"] = tools
    for i, block in enumerate(system):
        yield place(block, lambda i=i: {**base, "system": system[: i + 1]})
    if system:
        base["system"] = system
    # A changed tool_choice leaves tools and system cached, but no message.
    chain.update(json.dumps(request.get("tool_choice"), sort_keys=True).encode())
    for m, message in enumerate(messages):
        chain.update(str(message.get("role")).encode())
        content = message.get("content")
        blocks = content if isinstance(content, list) else [content]
        for i, block in enumerate(blocks):
            part = blocks[: i + 1] if isinstance(content, list) else content
            turn = {"role": message.get("role"), "content": part}
            yield place(block, lambda m=m, turn=turn: {**base, "messages": [*messages[:m], turn]})


def _last_block(tools: list, system: list, messages: list) -> Any:
    """The block a `cache_control` at the top of the request stands for: the last one there is."""
    if messages:
        content = messages[-1].get("content")
        return content[-1] if isinstance(content, list) and content else content
    return (system or tools or [None])[-1]
