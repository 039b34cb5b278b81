"""Make a model's reply obey the request: `tool_choice`, stop sequences and `max_tokens`.

The API keeps these promises whatever the model does, so they are kept here for every model object.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any

from clockhands.errors import ScriptError

from .reply import Reply

__all__ = ["Fitted", "fit", "output_tokens"]

# Output tokens fitted on 115 recorded claude-haiku-4-5 replies (mean error 14 %): an estimate, as the input
# is.
PER_REPLY, PER_CHARACTER, PER_CALL, PER_INPUT_CHARACTER = 4, 0.24, 32, 0.5


@dataclass
class Fitted:
    """A reply the wire can dress. raw_inputs: block index -> JSON text of an input that was cut short."""

    content: list[dict[str, Any]]
    stop_reason: str
    stop_sequence: str | None
    output_tokens: int
    raw_inputs: dict[int, str] = field(default_factory=dict)


def fit(reply: Reply, request: dict[str, Any], room: float = math.inf) -> Fitted:
    """`reply` as the request allows it. room: output tokens left in the model's context window."""
    content, dropped = _chosen(reply.content, request)
    stop_reason, stop_sequence = reply.stop_reason, reply.stop_sequence
    if dropped and stop_reason == "tool_use":
        stop_reason = None
    stops = request.get("stop_sequences")
    if stops:
        content, found = _stopped(content, stops)
        if found is not None:
            stop_reason, stop_sequence = "stop_sequence", found
    asked = request.get("max_tokens", math.inf)
    limit = min(asked, room)
    raw_inputs: dict[int, str] = {}
    used = output_tokens(content)
    if used - PER_REPLY > limit:
        content, raw_inputs = _cut(content, limit)
        used = limit
        stop_reason = "max_tokens" if asked <= room else "model_context_window_exceeded"
        stop_sequence = None
    if stop_reason is None:
        stop_reason = "tool_use" if any(b.get("type") == "tool_use" for b in content) else "end_turn"
    return Fitted(content, stop_reason, stop_sequence, int(min(used, limit)), raw_inputs)


def output_tokens(content: list[dict[str, Any]]) -> int:
    """Estimated output tokens of these blocks."""
    return PER_REPLY + math.ceil(sum(_cost(block) for block in content))


def _words(block: dict[str, Any]) -> tuple[str, str] | None:
    """The field and value of a block's own words, when it has any."""
    name = block.get("type")
    if name in ("text", "thinking") and isinstance(block.get(name), str):
        return name, block[name]
    return None


def _cost(block: dict[str, Any]) -> float:
    words = _words(block)
    if words:
        return PER_CHARACTER * len(words[1])
    return PER_CALL + PER_INPUT_CHARACTER * len(_input_json(block))


def _input_json(block: dict[str, Any]) -> str:
    given = block.get("input")
    return json.dumps(given, ensure_ascii=False) if given else ""


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


def _cut(content: list[dict[str, Any]], limit: float) -> tuple[list[dict[str, Any]], dict[int, str]]:
    """The blocks that fit into `limit` tokens, the last one cut where the tokens ran out."""
    kept: list[dict[str, Any]] = []
    for block in content:
        cost = _cost(block)
        if cost <= limit:
            kept.append(block)
            limit -= cost
            continue
        words = _words(block)
        if words:
            kept += _shortened(block, words[0], int(limit / PER_CHARACTER))
        elif block.get("type") == "tool_use" and limit >= PER_CALL:
            raw = _input_json(block)[: int((limit - PER_CALL) / PER_INPUT_CHARACTER)]
            kept.append({**block, "input": _partial(raw)})
            return kept, {len(kept) - 1: raw}
        break
    return kept, {}


def _partial(raw: str) -> Any:
    """The input as the SDK reads it out of JSON cut short: whole members stay, an unfinished text goes."""
    import jiter

    try:
        return jiter.from_json(raw.encode("utf-8", "surrogatepass"), partial_mode=True) if raw else {}
    except ValueError:
        return {}
