"""When the conversation no longer fits: drop old turns, whole, and say so.

A call is never cut from its result, the user's question stays, and so does the latest turn. When nothing is
left to drop, the longest result of what remains is shortened.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

__all__ = ["compacted"]

_LEFT_OUT = "[Left out to save space: "
_WORTH_CUTTING = 2_000


def compacted(messages: list[dict[str, Any]], prompt_at: int) -> tuple[list[dict[str, Any]], int] | None:
    """A shorter transcript and the new index of its prompt, or None when nothing can go.

    prompt_at: index of the message that asked the question being answered.
    """
    units = _units(messages, prompt_at)
    drop = units[: (len(units) + 1) // 2]
    if drop:
        gone = {index for start, end in drop for index in range(start, end)}
        kept = [message for index, message in enumerate(messages) if index not in gone]
        at = prompt_at - sum(index < prompt_at for index in gone)
        kept[at] = _with_note(kept[at], [messages[index] for index in sorted(gone)])
        return kept, at
    shorter = _shorten_longest(messages, prompt_at)
    return (shorter, prompt_at) if shorter else None


def _units(messages: list[dict[str, Any]], prompt_at: int) -> list[tuple[int, int]]:
    """The (start, end) of what may go, oldest first: earlier exchanges, then all turns but the latest."""
    earlier = [index for index in range(prompt_at) if index == 0 or _is_question(messages[index])]
    starts = [index for index in range(prompt_at + 1, len(messages)) if _begins_turn(messages, index)]
    before = list(pairwise([*earlier, prompt_at]))
    after = list(pairwise(starts))
    return before + after


def _begins_turn(messages: list[dict[str, Any]], index: int) -> bool:
    """An assistant's turn begins where the user spoke before; paused turns that follow each other are one."""
    return messages[index]["role"] == "assistant" and messages[index - 1]["role"] != "assistant"


def _is_question(message: dict[str, Any]) -> bool:
    """A user message that answers no call: nothing before it is needed to understand it."""
    content = message["content"]
    results = isinstance(content, list) and any(block.get("type") == "tool_result" for block in content)
    return message["role"] == "user" and not results


def _with_note(prompt: dict[str, Any], gone: list[dict[str, Any]]) -> dict[str, Any]:
    """The prompt with a note on what was dropped: how much, and, when it is cheap, which calls gave what."""
    content = prompt["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
    blocks = [block for block in blocks if not str(block.get("text", "")).startswith(_LEFT_OUT)]
    lines, room = [], len(json.dumps(gone, default=str)) // 3
    if room < 60:
        return prompt  # a note would be as long as what it stands for
    results = _results(gone)
    for message in gone:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block.get("type") == "tool_use":
                given = json.dumps(block.get("input"), default=str)[:80]
                lines.append(f"{block.get('name')}({given}) gave {results.get(block.get('id'), '?')}")
    note = f"{_LEFT_OUT}{len(gone)} earlier messages.]"
    for line in reversed(lines):
        if len(note) + len(line) > min(room, 2_000):
            break
        note = note[:-1] + f"\n{line}]"
    return {**prompt, "content": [*blocks, {"type": "text", "text": note}]}


def _results(messages: list[dict[str, Any]]) -> dict[str, str]:
    """The first words of each result, by call id."""
    found: dict[str, str] = {}
    for message in messages:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block.get("type") == "tool_result":
                content = block.get("content")
                found[block["tool_use_id"]] = (content if isinstance(content, str) else "content")[:80]
    return found


def _shorten_longest(messages: list[dict[str, Any]], prompt_at: int) -> list[dict[str, Any]] | None:
    """The transcript with its longest tool result cut to a quarter; None when no result is long."""
    longest, place = _WORTH_CUTTING, None
    for m, message in enumerate(messages):
        for b, block in enumerate(message["content"] if isinstance(message["content"], list) else []):
            size = (
                len(json.dumps(block.get("content"), default=str))
                if block.get("type") == "tool_result"
                else 0
            )
            if size > longest:
                longest, place = size, (m, b)
    if place is None:
        return None
    m, b = place
    content = list(messages[m]["content"])
    content[b] = {**content[b], "content": _quarter(content[b].get("content"))}
    return [*messages[:m], {**messages[m], "content": content}, *messages[m + 1 :]]


def _quarter(content: Any) -> str:
    parts = content if isinstance(content, list) else [{"type": "text", "text": str(content)}]
    text = "\n".join(part.get("text", f"({part.get('type')})") for part in parts)
    kept = text[: max(200, len(text) // 4)]
    return f"{kept}\n[... truncated: {len(text) - len(kept):,} of {len(text):,} characters were left out.]"
