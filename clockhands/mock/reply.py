"""What a model object gives back: content blocks and, where wanted, how the turn ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Reply", "call", "text", "thinking"]


@dataclass
class Reply:
    """One turn of a model, before the wire dresses it.

    content: blocks as dicts (`text(...)`, `call(...)`); a block without an id gets one on the wire.
    stop_reason: None means `tool_use` when a block is a call, else `end_turn`.
    usage: fields that replace the estimated ones, such as `{"output_tokens": 60000}`.
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
