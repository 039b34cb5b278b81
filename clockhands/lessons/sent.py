"""The request behind an error, and the place in it that an API message names.

The API joins neighbouring messages of one role before it checks how calls and results pair up, and its
indexes count the joined ones. The learner's list has its own numbers; a `Place` is told in those.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

__all__ = ["Place", "Sent", "Turn"]


@dataclass(frozen=True)
class Place:
    """A spot in what was sent. words: where it is; value: what stands there; joined: whether the API counts
    it under another number; message, block: the learner's own numbers, None where it is neither."""

    words: str
    value: Any
    joined: bool = False
    message: int | None = None
    block: int | None = None


@dataclass(frozen=True)
class Turn:
    """Neighbouring messages of one role. blocks: (message index, block index, block) in order."""

    role: str
    messages: tuple[int, ...]
    blocks: tuple[tuple[int, int, dict], ...]

    def of_type(self, kind: str) -> list[dict]:
        return [block for _, _, block in self.blocks if block.get("type") == kind]

    @property
    def calls(self) -> dict[str, dict]:
        """id -> tool_use block."""
        return {str(block.get("id")): block for block in self.of_type("tool_use")}

    @property
    def answered(self) -> list[str]:
        """The ids its tool_result blocks answer."""
        return [str(block.get("tool_use_id")) for block in self.of_type("tool_result")]


class Sent:
    """A request body (a dict, or None when the error carries none)."""

    def __init__(self, body: Any):
        self.body: dict = body if isinstance(body, dict) else {}
        messages = self.body.get("messages")
        self.messages: list = messages if isinstance(messages, list) else []
        self.turns = _turns(self.messages)

    @classmethod
    def behind(cls, error: BaseException) -> Sent:
        """The request an SDK error belongs to; empty when it has none, or none that can be read."""
        try:
            return cls(json.loads(error.request.content))
        except Exception:
            return cls(None)

    @property
    def in_thread(self) -> bool:
        """Whether the rest of the conversation is held by the server: indexes count that, too."""
        thread = self.body.get("thread")
        return isinstance(thread, dict) and thread.get("type") == "continue"

    def turn(self, number: int) -> Turn | None:
        return self.turns[number] if 0 <= number < len(self.turns) else None

    def block(self, turn: int, block: int, *, like: dict | None = None) -> Place | None:
        """The block the API calls messages.TURN.content.BLOCK; -1 when it names no block.

        like: fields it must have; when the block at that number has others, the first of the turn that has
        them."""
        found = self.turn(turn)
        if found is None:
            return None
        at = [entry for n, entry in enumerate(found.blocks) if n == block]
        at += list(found.blocks)
        for message, place, value in at:
            if like is None or all(value.get(key) == wanted for key, wanted in like.items()):
                joined = message != turn or block not in (place, -1)
                return self._place(message, place, value, joined)
        return None

    def raw_block(self, message: int, block: int, kind: str) -> Place | None:
        """The block by the learner's own numbers, when it is of this type."""
        content = self._message(message).get("content")
        if isinstance(content, list) and 0 <= block < len(content):
            value = content[block]
            if isinstance(value, dict) and value.get("type") == kind:
                return self._place(message, block, value, False)
        return None

    def message(self, number: int) -> Place | None:
        """A message by the learner's own number."""
        if not 0 <= number < len(self.messages):
            return None
        message = self._message(number)
        words = f'messages[{number}], role "{message.get("role")}"'
        return Place(words, self.messages[number], message=number)

    def tool(self, number: int) -> Place | None:
        tools = self.body.get("tools")
        if not isinstance(tools, list) or not 0 <= number < len(tools):
            return None
        tool = tools[number]
        name = tool.get("name") if isinstance(tool, dict) else None
        return Place(f"tools[{number}]" + (f', "{name}"' if isinstance(name, str) else ""), tool)

    def _message(self, number: int) -> dict:
        message = self.messages[number] if 0 <= number < len(self.messages) else None
        return message if isinstance(message, dict) else {}

    def _place(self, message: int, block: int, value: dict, joined: bool) -> Place:
        role = self._message(message).get("role")
        return Place(f'messages[{message}], role "{role}", block {block}', value, joined, message, block)


def _turns(messages: list) -> list[Turn]:
    turns: list[Turn] = []
    for number, message in enumerate(messages):
        message = message if isinstance(message, dict) else {}
        role = str(message.get("role"))
        blocks = tuple((number, n, block) for n, block in enumerate(_blocks(message.get("content"))))
        if turns and turns[-1].role == role:
            last = turns.pop()
            turns.append(Turn(role, (*last.messages, number), last.blocks + blocks))
        else:
            turns.append(Turn(role, (number,), blocks))
    return turns


def _blocks(content: Any) -> list[dict]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, list):
        return [block if isinstance(block, dict) else {} for block in content]
    return []
