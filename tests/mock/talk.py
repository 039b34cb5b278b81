"""Shared by the tests of the mock: a client on a model object, and requests to send through it."""

from __future__ import annotations

import os
from typing import Any

from clockhands.client import connect, connect_async

EXAMPLES = int(os.environ.get("CLOCKHANDS_EXAMPLES", "100"))
QUESTION = {"role": "user", "content": "What time is it in Asia/Tokyo?"}
GET_TIME = {
    "name": "get_time",
    "description": "The current time in a time zone.",
    "input_schema": {
        "type": "object",
        "properties": {"timezone": {"type": "string", "description": "IANA name"}},
        "required": ["timezone"],
    },
}
OTHER = {
    "name": "other",
    "description": "Anything else.",
    "input_schema": {"type": "object", "properties": {}},
}


def client_for(model: Any, **more: Any) -> Any:
    """A quiet sync client that never retries."""
    client, _ = connect(model, quiet=True, **more)
    return client.with_options(max_retries=0)


def async_client_for(model: Any, **more: Any) -> Any:
    """A quiet async client that never retries."""
    client, _ = connect_async(model, quiet=True, **more)
    return client.with_options(max_retries=0)


def request(**more: Any) -> dict[str, Any]:
    """Arguments of a `create` call."""
    return {"model": "claude-haiku-4-5", "max_tokens": 1024, "messages": [QUESTION], **more}


def body(**more: Any) -> dict[str, Any]:
    """A request body with two tools."""
    return request(tools=[GET_TIME, OTHER], **more)


def dumped(message: Any) -> dict[str, Any]:
    """A message as JSON values, without what only the SDK's stream helper adds."""
    out = message.model_dump(mode="json")
    for block in out["content"]:
        block.pop("parsed_output", None)
    return out
