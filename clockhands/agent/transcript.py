"""Transcripts: what a run starts from, and the pairing of calls with results that keeps them sendable."""

from __future__ import annotations

from typing import Any

from clockhands.agent.blocks import clean, echo, plain_content

__all__ = ["UNANSWERED", "calls_in", "error_result", "noted", "repaired", "result_block"]

UNANSWERED = (
    "No result: the run ended before this call was answered, and it is not run again. If it changes "
    "anything, it may or may not have happened."
)


def result_block(call_id: str, content: Any, is_error: bool = False) -> dict[str, Any]:
    """A `tool_result` for this call; `is_error` only where it is one, as the API writes it."""
    block = {"type": "tool_result", "tool_use_id": call_id, "content": content}
    return {**block, "is_error": True} if is_error else block


def error_result(call_id: str, message: str) -> dict[str, Any]:
    """A `tool_result` that says in plain words what went wrong; text only, as the API asks of errors."""
    return result_block(call_id, message, is_error=True)


def noted(result: dict[str, Any], note: str) -> dict[str, Any]:
    """A `tool_result` with a note from the app behind its content."""
    content = result.get("content")
    if isinstance(content, list):
        return {**result, "content": [*content, {"type": "text", "text": note}]}
    return {**result, "content": f"{content}\n\n{note}"}


def calls_in(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every `tool_use` block of a transcript."""
    return [block for message in messages for block in _of_type(message["content"], "tool_use")]


def repaired(messages: list[Any]) -> list[dict[str, Any]]:
    """A transcript the API accepts, out of one that may be broken; what was whole stays as it is.

    A call without a result gets an error result and is not run; a result without its call is dropped, and so
    is a second result; results move before text. Takes dicts, also ones that hold SDK objects.
    """
    whole: list[dict[str, Any]] = []
    open_calls: list[str] = []
    for message in messages:
        role, content = message["role"], plain_content(message["content"])
        if role not in ("user", "assistant"):
            whole.append({**message, "content": content})
        elif role == "assistant":
            whole += _answers(open_calls)
            blocks = echo(content) if isinstance(content, list) else content
            if not blocks:
                continue
            whole.append({"role": role, "content": blocks})
            open_calls = [block["id"] for block in _of_type(blocks, "tool_use")]
        else:
            whole += _user(role, content, open_calls)
    return whole + _answers(open_calls)


def _user(role: str, content: Any, open_calls: list[str]) -> list[dict[str, Any]]:
    """A user message whose results answer the open calls, in front of everything else."""
    blocks = (
        content if isinstance(content, list) else ([{"type": "text", "text": content}] if content else [])
    )
    answered: list[dict[str, Any]] = []
    for block in _of_type(blocks, "tool_result"):
        if block.get("tool_use_id") in open_calls:
            open_calls.remove(block["tool_use_id"])
            answered.append(block)
    others = [block for block in blocks if block.get("type") != "tool_result" and block.get("text") != ""]
    if others:
        # Only text ends the wait for results: a split over two user messages is merged by the API.
        answered += [error_result(call_id, UNANSWERED) for call_id in open_calls]
        open_calls.clear()
    if not answered and others and isinstance(content, str):
        return [{"role": role, "content": clean(content)}]
    return [{"role": role, "content": clean(answered + others)}] if answered or others else []


def _answers(open_calls: list[str]) -> list[dict[str, Any]]:
    """A message of error results for the calls still open; closes them."""
    results = [error_result(call_id, UNANSWERED) for call_id in open_calls]
    open_calls.clear()
    return [{"role": "user", "content": results}] if results else []


def _of_type(blocks: Any, kind: str) -> list[dict[str, Any]]:
    if not isinstance(blocks, list):
        return []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == kind]
