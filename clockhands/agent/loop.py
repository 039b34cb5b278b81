"""A first loop, small enough for chapters 3 to 7; it grows."""

from __future__ import annotations

from typing import Any

from clockhands import settings
from clockhands.agent.outcome import Outcome
from clockhands.tools.schema import tool_from
from clockhands.tools.tool import Tool
from clockhands.trace import Trace

__all__ = ["run"]


def run(
    client: Any,
    tools: Any,
    prompt: str,
    *,
    model: str | None = None,
    max_tokens: int = 1024,
    messages: list[dict] | None = None,
    max_steps: int = 20,
    system: Any = None,
) -> Outcome:
    """Answer `prompt` with the help of `tools` (Tools or plain functions)."""
    trace = Trace()
    tools = {t.name: t for t in (x if isinstance(x, Tool) else tool_from(x) for x in tools)}
    messages = [*(messages or []), {"role": "user", "content": prompt}]
    executed: list[str] = []
    extra = {"system": system} if system else {}
    text = ""
    for _ in range(max_steps):
        t0 = trace.now()
        request = {
            "model": model or settings.model_id(),
            "max_tokens": max_tokens,
            "tools": [tool.spec for tool in tools.values()],
            "messages": list(messages),
            **extra,
        }
        reply = client.messages.create(**request)
        trace.add_exchange(request, reply, t0=t0)
        text = "".join(block.text for block in reply.content if block.type == "text")
        if reply.content:
            messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        if reply.stop_reason != "tool_use":
            status = {"end_turn": "success", "refusal": "refused", "max_tokens": "truncated"}
            return Outcome(status.get(reply.stop_reason, "error"), text, messages, executed, trace=trace)
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                executed.append(block.id)
                results.append(_result(tools, block, trace))
        messages.append({"role": "user", "content": results})
    return Outcome("step_limit", text, messages, executed, f"no answer within {max_steps} steps", trace)


def _result(tools: dict[str, Tool], block: Any, trace: Trace) -> dict:
    answer = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in tools:
        known = ", ".join(tools)
        return {**answer, "content": f"There is no tool {block.name}; use one of: {known}.", "is_error": True}
    t0 = trace.now()
    try:
        value, ended = tools[block.name](**block.input), "ok"
    except Exception as error:
        value, ended = f"{type(error).__name__}: {error}", "raise"
    trace.add_execution(block.name, block.input, tool_use_id=block.id, t0=t0, ended=ended, result=value)
    return {**answer, "content": str(value), **({"is_error": True} if ended == "raise" else {})}
