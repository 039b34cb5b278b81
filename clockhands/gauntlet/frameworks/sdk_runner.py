"""The SDK's own loop: `client.beta.messages.tool_runner`, with a server-held thread, as it comes."""

from __future__ import annotations

import functools
from typing import Any

from clockhands import settings
from clockhands.gauntlet.frameworks.values import sayable

__all__ = ["run"]


def run(client: Any, tools: list[Any], prompt: str) -> str:
    """The text of the last message the runner gives."""
    from anthropic import beta_tool

    def made(tool: Any) -> Any:
        @functools.wraps(tool.fn)  # the runner checks arguments by the function's own signature
        def call(*args: Any, **given: Any) -> Any:
            return sayable(tool.fn(*args, **given))

        return beta_tool(call, name=tool.name, description=tool.description, input_schema=tool.input_schema)

    runner = client.beta.messages.tool_runner(
        model=settings.model_id(),
        max_tokens=1024,
        tools=[made(tool) for tool in tools],
        messages=[{"role": "user", "content": prompt}],
    )
    message = runner.until_done()
    return "".join(block.text for block in message.content if block.type == "text")
