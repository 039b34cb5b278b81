"""The loops beginners write: what most tutorials end with. Kept as they are found, faults and all."""

from __future__ import annotations

from typing import Any

from clockhands import settings

__all__ = ["beginner", "last_block"]


def beginner(client: Any, tools: list[Any], prompt: str) -> str:
    """The loop of a first afternoon with the API."""
    fns = {t.name: t.fn for t in tools}
    msgs = [{"role": "user", "content": prompt}]
    while True:
        r = client.messages.create(
            model=settings.model_id(), max_tokens=1024, tools=[t.spec for t in tools], messages=msgs
        )
        msgs.append({"role": "assistant", "content": r.content})
        if r.stop_reason != "tool_use":
            return r.content[0].text
        results = []
        for b in r.content:
            if b.type == "tool_use":
                out = fns[b.name](**b.input)
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": str(out)})
        msgs.append({"role": "user", "content": results})


def last_block(client: Any, tools: list[Any], prompt: str) -> str:
    """The same with the habit of older teaching material: the call is the last block, and the only one."""
    fns = {t.name: t.fn for t in tools}
    msgs = [{"role": "user", "content": prompt}]
    while True:
        r = client.messages.create(
            model=settings.model_id(), max_tokens=1024, tools=[t.spec for t in tools], messages=msgs
        )
        msgs.append({"role": "assistant", "content": r.content})
        if r.stop_reason != "tool_use":
            return r.content[0].text
        b = r.content[-1]
        out = fns[b.name](**b.input)
        result = {"type": "tool_result", "tool_use_id": b.id, "content": str(out)}
        msgs.append({"role": "user", "content": [result]})
