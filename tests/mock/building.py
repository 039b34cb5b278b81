"""Requests and their parts, for the tests of the protocol: the smallest one that is right, changed."""

from __future__ import annotations

from typing import Any

ABSENT = object()
OLD, NEW = "2023-06-01", "2026-10-21"
NEW_MODEL = "claude-sonnet-5"
FORCED_NOT = "claude-sonnet-5-5"


def request(**changes: Any) -> dict[str, Any]:
    """The smallest request, changed."""
    body = {"model": "claude-haiku-4-5", "max_tokens": 64, "messages": [user("What time is it?")], **changes}
    return {name: value for name, value in body.items() if value is not ABSENT}


def user(*content: Any) -> dict[str, Any]:
    return {"role": "user", "content": _content(content)}


def assistant(*content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": _content(content)}


def system(*content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "system", "content": _content(content), **more}


def _content(content: tuple[Any, ...]) -> Any:
    return content[0] if len(content) == 1 and isinstance(content[0], str) else list(content)


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(call_id: str = "toolu_A", **changes: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "id": call_id, "name": "get_time", "input": {"zone": "UTC"}, **changes}
    return {name: value for name, value in block.items() if value is not ABSENT}


def result(call_id: str = "toolu_A", **changes: Any) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call_id, "content": "14:10", **changes}
    return {name: value for name, value in block.items() if value is not ABSENT}


def tool(name: Any = "get_time", schema: Any = None, **changes: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"zone": {"type": "string"}}} if schema is None else schema
    definition = {"name": name, "description": "The time.", "input_schema": schema, **changes}
    return {key: value for key, value in definition.items() if value is not ABSENT}


def image(**source: Any) -> dict[str, Any]:
    return {"type": "image", "source": source}


def talk(*messages: Any, **changes: Any) -> dict[str, Any]:
    """A request with these messages and one tool."""
    return request(messages=list(messages), tools=[tool()], **changes)


ASK = user("What time is it in Tokyo?")
