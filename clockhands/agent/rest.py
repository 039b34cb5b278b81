"""`read_rest`: how a model gets at the middle of a result that was too long to send."""

from __future__ import annotations

import threading
from typing import Any

from clockhands.agent.content import text_of
from clockhands.tools.tool import Tool

__all__ = ["READ_REST", "Rest"]

READ_REST = "read_rest"


class Rest:
    """Keeps the full text of results that were cut, for one run, and the tool that reads on in them."""

    def __init__(self, part: int = 20_000) -> None:
        self._part = part
        self._texts: dict[str, str] = {}
        self._lock = threading.Lock()
        self.tool = Tool(
            READ_REST,
            "Read on in a tool result that was truncated. Use it only when the notice in the result says so.",
            {
                "type": "object",
                "properties": {
                    "result": {"type": "string", "description": "the id given in the notice"},
                    "start": {"type": "integer", "minimum": 0, "description": "first character to read"},
                },
                "required": ["result", "start"],
                "additionalProperties": False,
            },
            self.read,
        )

    def how(self, call_id: str) -> str:
        """The sentence of the notice: how to read on."""
        return f"To read on, call {READ_REST} with result={call_id!r} and the character to start at."

    def keep(self, call_id: str, value: Any, content: str) -> None:
        """Remember the whole text when `content` is only a part of it."""
        text = text_of(value)
        if text != content:
            with self._lock:
                self._texts[call_id] = text

    def read(self, result: str, start: int) -> str:
        """One part of the text, from `start`. ValueError names the ids there are."""
        with self._lock:
            text = self._texts.get(result)
            known = ", ".join(list(self._texts)[-5:]) or "none"
        if text is None:
            raise ValueError(f"no truncated result has the id {result[:60]!r}; the ids are: {known}")
        part = text[start : start + self._part]
        end = start + len(part)
        more = f"Read on at {end}." if end < len(text) else "This is the end."
        return f"[characters {start} to {end} of {len(text)}. {more}]\n{part}"
