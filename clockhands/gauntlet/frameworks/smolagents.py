"""smolagents' `ToolCallingAgent`, through LiteLLM.

It forces a tool with every request, and ends a run only when the model calls `final_answer`, which it adds. A
scripted model answers in words, so nothing is forced here, and an answer in words is handed to it as that
call.
"""

from __future__ import annotations

from typing import Any

from clockhands import settings
from clockhands.gauntlet.frameworks.values import quieten_litellm, served

__all__ = ["run"]


def run(client: Any, tools: list[Any], prompt: str) -> str:
    """`ToolCallingAgent.run`."""
    quieten_litellm()
    import smolagents
    from smolagents.models import ChatMessageToolCall, ChatMessageToolCallFunction

    class Answering(smolagents.LiteLLMModel):
        """The model, whose answer in words is a call of `final_answer`."""

        def generate(self, *args: Any, **kwargs: Any) -> Any:
            message = super().generate(*args, **kwargs)
            finished = message.raw.choices[0].finish_reason == "stop"
            if finished and not message.tool_calls and message.content:
                said = ChatMessageToolCallFunction(name="final_answer", arguments={"answer": message.content})
                message.tool_calls = [ChatMessageToolCall(function=said, id="call_final", type="function")]
            return message

    with served(client) as url:
        model = Answering(
            f"anthropic/{settings.model_id()}", api_base=url, api_key="offline", tool_choice="auto"
        )
        agent = smolagents.ToolCallingAgent(
            tools=[_tool(smolagents, tool) for tool in tools],
            model=model,
            verbosity_level=smolagents.LogLevel.OFF,
        )
        return str(agent.run(prompt))


def _tool(smolagents: Any, tool: Any) -> Any:
    properties = tool.input_schema["properties"]
    needed = tool.input_schema.get("required", [])

    class Made(smolagents.Tool):
        name = tool.name
        description = tool.description
        inputs = {  # noqa: RUF012 - as the framework wants it
            key: {
                "description": key,
                "type": about["type"],
                **({} if key in needed else {"nullable": True}),
            }
            for key, about in properties.items()
        }
        output_type = "any"
        skip_forward_signature_validation = True

        def forward(self, **given: Any) -> Any:
            return tool.fn(**given)

    return Made()
