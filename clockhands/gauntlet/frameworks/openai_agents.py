"""openai-agents, through LiteLLM, as its documentation shows for other providers."""

from __future__ import annotations

from typing import Any

from clockhands import settings
from clockhands.gauntlet.frameworks.values import quieten_litellm, served
from clockhands.gauntlet.subject import GaveUp

__all__ = ["run"]


def run(client: Any, tools: list[Any], prompt: str) -> str:
    """`Runner.run_sync` with one agent; its turn limit is a step limit."""
    quieten_litellm()
    import agents
    from agents.extensions.models.litellm_model import LitellmModel

    agents.set_tracing_disabled(True)
    with served(client) as url:
        model = LitellmModel(f"anthropic/{settings.model_id()}", base_url=url, api_key="offline")
        agent = agents.Agent(name="agent", model=model, tools=[_tool(agents, tool) for tool in tools])
        try:
            result = agents.Runner.run_sync(agent, prompt)
        except agents.exceptions.MaxTurnsExceeded as limit:
            raise GaveUp("step_limit", str(limit)) from limit
    return str(result.final_output)


def _tool(agents: Any, tool: Any) -> Any:
    """The function as `@function_tool` makes it, with its own error handler; one without type hints is not
    strict."""
    return agents.function_tool(
        tool.fn, name_override=tool.name, description_override=tool.description, strict_mode=False
    )
