"""What a model object gives back: content blocks and, where wanted, how the turn ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Reply", "as_reply", "call", "text", "thinking"]


@dataclass
class Reply:
    """One turn of a model, before the wire dresses it.

    content: blocks as dicts (`text(...)`, `call(...)`); a block without an id gets one on the wire.
    stop_reason: None means `tool_use` when a block is a call, else `end_turn`.
    usage: fields that replace the estimated ones, such as `{"output_tokens": 60000}`.
    stop_details: goes out as it is, such as `{"type": "refusal", "category": None, "explanation": None}`.
    """

    content: list[dict[str, Any]] = field(default_factory=list)
    stop_reason: str | None = None
    stop_sequence: str | None = None
    usage: dict[str, Any] | None = None
    stop_details: dict[str, Any] | None = None


def text(words: str) -> dict[str, Any]:
    """A text block.

    >>> text("hi")
    {'type': 'text', 'text': 'hi'}
    """
    return {"type": "text", "text": words}


def call(name: str, /, **input: Any) -> dict[str, Any]:
    """A tool call: a `tool_use` block with this tool name and these arguments.

    >>> call("get_time", timezone="Asia/Tokyo")
    {'type': 'tool_use', 'name': 'get_time', 'input': {'timezone': 'Asia/Tokyo'}}
    """
    return {"type": "tool_use", "name": name, "input": input}


def thinking(words: str) -> dict[str, Any]:
    """A thinking block; the wire signs it, and the signature must come back unchanged."""
    return {"type": "thinking", "thinking": words}


def as_reply(said: Any) -> Reply:
    """A `Reply` out of a str, a block, a list of strs and blocks, or a `Reply`; TypeError for the rest."""
    if isinstance(said, Reply):
        reply = said
    elif isinstance(said, str):
        reply = Reply([text(said)])
    elif isinstance(said, dict):
        reply = Reply([said])
    elif isinstance(said, (list, tuple)):
        reply = Reply([text(block) if isinstance(block, str) else block for block in said])
    else:
        raise TypeError(
            f"a reply cannot be a {type(said).__name__}; give a str, a block such as call(...), a list of "
            "these, or a Reply"
        )
    for block in reply.content:
        _check_block(block)
    return reply


def _check_block(block: Any) -> None:
    """TypeError unless `block` is a dict with what its type needs."""
    kind = block.get("type") if isinstance(block, dict) else None
    needs = {"text": "text", "tool_use": "name", "thinking": "thinking"}.get(str(kind))
    if not isinstance(kind, str) or (needs and not isinstance(block.get(needs), str)):
        raise TypeError(
            f"a reply's block cannot be {block!r:.200}; build blocks with text(...), call(...) or "
            "thinking(...)"
        )
