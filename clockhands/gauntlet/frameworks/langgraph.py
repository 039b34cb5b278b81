"""langchain's `create_agent`, which is a langgraph graph, with `ChatAnthropic` on a loopback port."""

from __future__ import annotations

from typing import Any

from clockhands import settings
from clockhands.gauntlet.frameworks.values import served
from clockhands.gauntlet.subject import GaveUp

__all__ = ["run"]


def run(client: Any, tools: list[Any], prompt: str) -> str:
    """`create_agent(...).invoke`; its recursion limit is a step limit."""
    from langchain.agents import create_agent
    from langchain_anthropic import ChatAnthropic
    from langgraph.errors import GraphRecursionError

    with served(client) as url:
        model = ChatAnthropic(model=settings.model_id(), base_url=url, api_key="offline", max_tokens=1024)
        graph = create_agent(model, tools=[_tool(tool) for tool in tools])
        try:
            state = graph.invoke({"messages": [{"role": "user", "content": prompt}]})
        except GraphRecursionError as limit:
            raise GaveUp("step_limit", str(limit)) from limit
    return str(state["messages"][-1].text)


def _tool(tool: Any) -> Any:
    from langchain_core.tools import StructuredTool

    return StructuredTool.from_function(func=tool.fn, name=tool.name, description=tool.description)
