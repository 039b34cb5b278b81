"""Replies between the Messages API and OpenAI's Responses: a message, and a `response` with output items.

A response has no word for *it asks*: it is `completed`, and holds a `function_call`. `max_tokens` and
`refusal` are `incomplete` with a reason. No place: which stop sequence it was, `pause_turn`, thinking blocks.
"""

from __future__ import annotations

from typing import Any

from clockhands.errors import ShapeError
from clockhands.shapes.kept import restored, settle
from clockhands.shapes.parts import plain
from clockhands.shapes.responses import SHAPE, call_of, texts_of, to_call

__all__ = ["from_responses_reply", "to_responses_reply"]

_INCOMPLETE = {
    "max_tokens": "max_output_tokens",
    "model_context_window_exceeded": "max_output_tokens",
    "refusal": "content_filter",
}
_STOP = {"max_output_tokens": "max_tokens", "content_filter": "refusal"}


def to_responses_reply(
    message: Any, kept: dict[str, Any] | None = None, *, created: int = 0
) -> dict[str, Any]:
    """A reply of the Messages API, SDK object or dict, as a `response`. Arguments as for `to_chat_reply`."""
    message = plain(message)
    reason = _INCOMPLETE.get(message.get("stop_reason"))
    status = "incomplete" if reason else "completed"
    response = {
        "id": message.get("id"),
        "object": "response",
        "created_at": created,
        "status": status,
        "incomplete_details": {"reason": reason} if reason else None,
        "model": message.get("model"),
        "output": _output(message, status),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": _usage(message.get("usage") or {}),
    }
    settle(message, from_responses_reply(response), kept, SHAPE)
    return response


def from_responses_reply(response: Any, kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """A `response`, SDK object or dict, as a message of the Messages API.

    `reasoning` items are not read: they are their provider's. ShapeError for other items without a place, for
    a response that failed or is not finished, and for arguments that are no JSON object.
    """
    response = plain(response)
    content = [
        block for n, item in enumerate(response.get("output") or []) for block in _blocks(item, f"output.{n}")
    ]
    message = {
        "id": response.get("id"),
        "type": "message",
        "role": "assistant",
        "model": response.get("model"),
        "content": content,
        "stop_reason": _stop_reason(response, content),
        "stop_sequence": None,
        "usage": _tokens(response.get("usage") or {}),
    }
    return restored(message, kept)


def _output(message: dict[str, Any], status: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for n, block in enumerate(message.get("content") or []):
        if block.get("type") == "tool_use":
            items.append({**to_call(block, f"content.{n}"), "status": "completed"})
        elif block.get("type") == "text":
            part = {"type": "output_text", "text": block.get("text"), "annotations": []}
            if items and items[-1]["type"] == "message":
                items[-1]["content"].append(part)
            else:
                said = {"type": "message", "id": f"{message.get('id')}_{len(items)}", "status": status}
                items.append({**said, "role": "assistant", "content": [part]})
    return items


def _blocks(item: dict[str, Any], where: str) -> list[dict[str, Any]]:
    kind = item.get("type")
    if kind == "function_call":
        return [call_of(item, where)]
    if kind == "message":
        return texts_of(item.get("content") or [], where)
    if kind == "reasoning":
        return []
    raise ShapeError(f"{where}: message and function_call have a place in Messages, not {kind!r}")


def _stop_reason(response: dict[str, Any], content: list[dict[str, Any]]) -> str:
    status = response.get("status")
    if status == "incomplete":
        reason = (response.get("incomplete_details") or {}).get("reason")
        if reason in _STOP:
            return _STOP[reason]
        raise ShapeError(
            f"incomplete_details.reason: {', '.join(_STOP)} have a place in Messages, not {reason!r}"
        )
    if status not in ("completed", None):
        raise ShapeError(f"status: this response is {status!r}; only a finished one is a message")
    return "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"


def _usage(usage: dict[str, Any]) -> dict[str, Any]:
    """Responses counts cached tokens as part of the input; Messages counts them beside it."""
    read, written = usage.get("cache_read_input_tokens") or 0, usage.get("cache_creation_input_tokens") or 0
    given, out = (usage.get("input_tokens") or 0) + read + written, usage.get("output_tokens") or 0
    return {
        "input_tokens": given,
        "input_tokens_details": {"cached_tokens": read, "cache_write_tokens": written},
        "output_tokens": out,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": given + out,
    }


def _tokens(usage: dict[str, Any]) -> dict[str, Any]:
    details = usage.get("input_tokens_details") or {}
    read, written = details.get("cached_tokens") or 0, details.get("cache_write_tokens") or 0
    return {
        "input_tokens": (usage.get("input_tokens") or 0) - read - written,
        "cache_creation_input_tokens": written,
        "cache_read_input_tokens": read,
        "output_tokens": usage.get("output_tokens") or 0,
    }
