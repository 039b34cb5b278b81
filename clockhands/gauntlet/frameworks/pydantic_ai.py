"""pydantic-ai, on its own Anthropic model and an `AsyncAnthropic` over the mock."""

from __future__ import annotations

import base64
import functools
from typing import Any

from clockhands import settings
from clockhands.client import transport_of
from clockhands.gauntlet.frameworks.values import sayable
from clockhands.gauntlet.subject import GaveUp

__all__ = ["run"]


def run(client: Any, tools: list[Any], prompt: str) -> str:
    """`Agent.run_sync`; its request limit is a step limit."""
    import anthropic
    import httpx2
    import pydantic_ai
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    http = httpx2.AsyncClient(transport=transport_of(client))
    waiting = anthropic.AsyncAnthropic(api_key="offline", base_url=str(client.base_url), http_client=http)
    model = AnthropicModel(settings.model_id(), provider=AnthropicProvider(anthropic_client=waiting))
    agent = pydantic_ai.Agent(model, tools=[_tool(pydantic_ai, tool) for tool in tools])
    try:
        return str(agent.run_sync(prompt).output)
    except pydantic_ai.UsageLimitExceeded as limit:
        raise GaveUp("step_limit", str(limit)) from limit


def _tool(pydantic_ai: Any, tool: Any) -> Any:
    """The function as a tool; pictures in the framework's own words."""

    @functools.wraps(tool.fn)
    def call(*args: Any, **given: Any) -> Any:
        value = tool.fn(*args, **given)
        if sayable(value) is value and isinstance(value, list):
            return [_part(pydantic_ai, block) for block in value]
        return value

    return pydantic_ai.Tool(call, takes_ctx=False, name=tool.name, description=tool.description)


def _part(pydantic_ai: Any, block: dict[str, Any]) -> Any:
    if block["type"] == "text":
        return block["text"]
    data = base64.b64decode(block["source"]["data"])
    return pydantic_ai.BinaryContent(data, media_type=block["source"]["media_type"])
