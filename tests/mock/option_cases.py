"""Options that do not fit beside their twins that do: name -> (wrong, right, the API's message)."""

from __future__ import annotations

from typing import Any

from .building import (
    FORCED_NOT,
    NEW_MODEL,
    request,
    tool,
)

NOT_FORCED = 'tool_choice: type "tool" and "any" are not supported for this model.'
TOO_MUCH = "max_tokens: {asked} > {allowed}, which is the maximum allowed number of output tokens for {model}"


OPTIONS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "any tool of none": (
        request(tool_choice={"type": "any"}),
        request(tool_choice={"type": "auto"}),
        "tool_choice.any may only be specified while providing tools",
    ),
    "a tool that was not given": (
        request(tools=[tool()], tool_choice={"type": "tool", "name": "now"}),
        request(tools=[tool(), tool("now")], tool_choice={"type": "tool", "name": "now"}),
        "Tool 'now' not found in provided tools",
    ),
    "a tool where none was given": (
        request(tool_choice={"type": "tool", "name": "get_time"}),
        request(tool_choice={"type": "none"}),
        "Tool 'get_time' not found in provided tools",
    ),
    "forcing a model that cannot be forced": (
        request(model=FORCED_NOT, tools=[tool()], tool_choice={"type": "any"}),
        request(model=FORCED_NOT, tools=[tool()], tool_choice={"type": "auto"}),
        NOT_FORCED,
    ),
    "naming a tool to a model that cannot be forced": (
        request(model=FORCED_NOT, tools=[tool()], tool_choice={"type": "tool", "name": "get_time"}),
        request(model=NEW_MODEL, tools=[tool()], tool_choice={"type": "tool", "name": "get_time"}),
        NOT_FORCED,
    ),
    "thinking and forcing": (
        request(
            max_tokens=4096,
            thinking={"type": "enabled", "budget_tokens": 1024},
            tools=[tool()],
            tool_choice={"type": "any"},
        ),
        request(
            max_tokens=4096,
            thinking={"type": "enabled", "budget_tokens": 1024},
            tools=[tool()],
            tool_choice={"type": "auto"},
        ),
        "Thinking may not be enabled when tool_choice forces tool use.",
    ),
    "a thinking budget for a model that sets its own": (
        request(model=NEW_MODEL, max_tokens=4096, thinking={"type": "enabled", "budget_tokens": 1024}),
        request(model=NEW_MODEL, max_tokens=4096, thinking={"type": "adaptive"}),
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
        '"output_config.effort" to control thinking behavior.',
    ),
    "more than haiku writes": (
        request(max_tokens=64_001),
        request(max_tokens=64_000),
        TOO_MUCH.format(asked=64_001, allowed=64_000, model="claude-haiku-4-5"),
    ),
    "more than a newer model writes": (
        request(model=NEW_MODEL, max_tokens=128_001),
        request(model=NEW_MODEL, max_tokens=128_000),
        TOO_MUCH.format(asked=128_001, allowed=128_000, model=NEW_MODEL),
    ),
    "an effort the model does not know": (
        request(model="claude-opus-4-6", output_config={"effort": "xhigh"}),
        request(model="claude-opus-4-7", output_config={"effort": "xhigh"}),
        "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
    ),
    "an effort for a model without": (
        request(output_config={"effort": "low"}),
        request(model="claude-opus-4-5", output_config={"effort": "low"}),
        "This model does not support the effort parameter.",
    ),
}
