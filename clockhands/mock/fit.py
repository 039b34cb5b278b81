"""Make a model's reply obey the request: `tool_choice`, stop sequences and `max_tokens`.

The API keeps these promises whatever the model does, so they are kept here for every model object.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from clockhands.errors import ScriptError

from .reply import Reply
from .tokens import estimate_output

__all__ = ["Fitted", "fit"]


@dataclass
class Fitted:
    """A reply the wire can dress. raw_inputs: block index -> JSON text of an input that was cut short."""

    content: list[dict[str, Any]]
    stop_reason: str
    stop_sequence: str | None
    output_tokens: int
    raw_inputs: dict[int, str] = field(default_factory=dict)


def fit(reply: Reply, request: dict[str, Any], room: float = math.inf) -> Fitted:
    """`reply` as the request allows it. room: output tokens left in the model's context window.

    ScriptError when the request forces a call and the reply holds none: nobody can make it up here.
    """
    if request.get("max_tokens") == 0:
        return Fitted([], "max_tokens", None, 0)
    content, dropped = _chosen(reply.content, request)
    stop_reason, stop_sequence = reply.stop_reason, reply.stop_sequence
    if dropped and stop_reason == "tool_use":
        stop_reason = None
    stops = request.get("stop_sequences")
    if stops:
        content, found = _stopped(content, stops)
        if found is not None:
            stop_reason, stop_sequence = "stop_sequence", found
    model, asked = str(request.get("model")), request.get("max_tokens", math.inf)
    limit = min(asked, room)
    raw_inputs: dict[int, str] = {}
    used: float = estimate_output(content, model)
    if used - _framing(model) > limit:
        content, raw_inputs = _cut(content, limit, model)
        used = limit
        stop_reason = "max_tokens" if asked <= room else "model_context_window_exceeded"
        stop_sequence = None
    if stop_reason is None:
        stop_reason = "tool_use" if any(b.get("type") == "tool_use" for b in content) else "end_turn"
    return Fitted(content, stop_reason, stop_sequence, int(min(used, limit)), raw_inputs)


def _chosen(content: list[dict[str, Any]], request: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]:
    """The blocks `tool_choice` lets through, and whether a call was dropped."""
    choice = request.get("tool_choice") or {}
    kind = choice.get("type")
    calls = [b for b in content if b.get("type") == "tool_use"]
    kept = calls
    if kind == "none":
        kept = []
    elif kind == "tool":
        kept = [b for b in calls if b.get("name") == choice.get("name")]
    if choice.get("disable_parallel_tool_use"):
        kept = kept[:1]
    if kind in ("any", "tool"):
        if not kept:
            wanted = f"a call of {choice.get('name')!r}" if kind == "tool" else "a tool call"
            raise ScriptError(
                f"the request forces {wanted} (tool_choice {kind!r}), but the model object gave none; "
                "reply with call(...), or send the request without tool_choice"
            )
        first = next(i for i, b in enumerate(content) if b is kept[0])
        content = [
            b for i, b in enumerate(content) if i >= first or b.get("type") not in ("text", "tool_use")
        ]
    if len(kept) == len(calls):
        return content, False
    ids = {id(b) for b in kept}
    return [b for b in content if b.get("type") != "tool_use" or id(b) in ids], True


def _stopped(content: list[dict[str, Any]], stops: list[str]) -> tuple[list[dict[str, Any]], str | None]:
    """The blocks up to the first stop sequence in a text, and that sequence."""
    for i, block in enumerate(content):
        if block.get("type") != "text":
            continue
        hits = [(at, stop) for stop in stops if (at := block["text"].find(stop)) >= 0]
        if hits:
            at, stop = min(hits, key=lambda hit: hit[0])
            return [*content[:i], *_shortened(block, "text", at)], stop
    return content, None


def _shortened(block: dict[str, Any], name: str, length: int) -> list[dict[str, Any]]:
    # A text of nothing but spaces would be refused when it comes back, so nothing is left of it.
    words = block[name][:length]
    return [{**block, name: words}] if words.strip() else []


def _cut(
    content: list[dict[str, Any]], limit: float, model: str
) -> tuple[list[dict[str, Any]], dict[int, str]]:
    """The blocks that fit into `limit` tokens, the last one cut where the tokens ran out."""
    kept: list[dict[str, Any]] = []

    def fits(block: dict[str, Any]) -> bool:
        return estimate_output([*kept, block], model) - _framing(model) <= limit

    for block in content:
        if fits(block):
            kept.append(block)
            continue
        kind = str(block.get("type"))
        if kind in ("text", "thinking"):
            return kept + _cut_words(block, kind, fits), {}
        if kind == "tool_use" and fits({**block, "input": {}}):
            raw = _cut_input(block, fits)
            return [*kept, {**block, "input": _partial(raw)}], {len(kept): raw}
        break
    return kept, {}


def _cut_words(block: dict[str, Any], name: str, fits: Callable[[dict], bool]) -> list[dict[str, Any]]:
    words = block[name]
    return _shortened(block, name, _most(len(words), lambda n: fits({**block, name: words[:n]})))


def _cut_input(block: dict[str, Any], fits: Callable[[dict], bool]) -> str:
    """The first part of a call's input, as JSON text."""
    raw = json.dumps(block.get("input", {}), ensure_ascii=False)
    # A text of n - 2 characters takes as much JSON as n characters of the input's.
    return raw[: _most(len(raw), lambda n: fits({**block, "input": "-" * max(0, n - 2)}))]


def _most(length: int, fits: Callable[[int], bool]) -> int:
    """The largest n up to `length` that still fits, found by halving."""
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _framing(model: str) -> int:
    """Tokens that every reply takes and no block does."""
    return estimate_output([], model)


def _partial(raw: str) -> Any:
    """The input as the SDK reads it out of JSON cut short: whole members stay, an unfinished text goes."""
    import jiter

    try:
        return jiter.from_json(raw.encode("utf-8", "surrogatepass"), partial_mode=True) if raw else {}
    except ValueError:
        return {}
