"""Content blocks as plain dicts: out of SDK objects, fit to be sent back, and nothing added."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Turn", "clean", "echo", "plain_block", "plain_content", "read_reply"]


@dataclass
class Turn:
    """One reply of the model: its blocks as plain dicts, in order, and how it ended."""

    blocks: list[dict[str, Any]]
    stop_reason: str | None
    usage: dict[str, Any] = field(default_factory=dict)
    id: str | None = None
    model: str | None = None

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The `tool_use` blocks, wherever they stand."""
        return [block for block in self.blocks if block.get("type") == "tool_use"]

    @property
    def text(self) -> str:
        """All text joined: an answer may come in several blocks."""
        texts = (block.get("text") for block in self.blocks if block.get("type") == "text")
        return "".join(text for text in texts if isinstance(text, str))

    @property
    def problem(self) -> str:
        """What makes its calls impossible to answer, or "": a missing id, or one that stands twice."""
        seen: set[Any] = set()
        for call in self.calls:
            call_id = call.get("id")
            if not isinstance(call_id, str) or not call_id:
                return "the model made a call without an id, which cannot be answered"
            if call_id in seen:
                return f"the model gave two calls the id {call_id}, so their results could not be told apart"
            seen.add(call_id)
        return ""

    @property
    def as_response(self) -> dict[str, Any]:
        """The reply as a trace keeps it."""
        return {
            "id": self.id,
            "model": self.model,
            "role": "assistant",
            "content": self.blocks,
            "stop_reason": self.stop_reason,
            "usage": self.usage,
        }


def read_reply(reply: Any) -> Turn:
    """A `Turn` out of the SDK's Message, or any object with its attribute names."""
    content = getattr(reply, "content", None)
    return Turn(
        plain_content(content) if isinstance(content, (list, tuple)) else [],
        getattr(reply, "stop_reason", None),
        plain_block(getattr(reply, "usage", None) or {}),
        getattr(reply, "id", None),
        getattr(reply, "model", None),
    )


def plain_content(content: Any) -> Any:
    """A message's content with every block plain; a string stays a string."""
    return [plain_block(block) for block in content] if isinstance(content, (list, tuple)) else content


def plain_block(block: Any) -> dict[str, Any]:
    """One block (or any SDK object) as a dict with exactly the fields that were served."""
    if isinstance(block, dict):
        return block
    dump = getattr(block, "model_dump", None)
    if dump is not None:
        # What was not served must not be sent back; and a model may serve an input of the wrong type.
        served = dump(exclude_unset=True, by_alias=True, warnings=False)
        return {"type": served.pop("type"), **served} if "type" in served else served
    return {key: value for key, value in vars(block).items() if not key.startswith("_")}


def echo(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The assistant's blocks as they may be sent back: untouched, but for what the API would refuse.

    Empty text goes (and white space, where nothing else stands); an input that is no object becomes `{}`.
    [] when
    nothing is left that says anything: thinking alone cannot end a turn.
    """
    kept = [_echoed(block) for block in blocks if block.get("type") != "text" or block.get("text")]
    spoken = [block for block in kept if block.get("type") not in ("thinking", "redacted_thinking")]
    if all(block.get("type") == "text" and not str(block.get("text")).strip() for block in spoken):
        return []
    return kept


def _echoed(block: dict[str, Any]) -> dict[str, Any]:
    if block.get("type") == "tool_use" and not isinstance(block.get("input"), dict):
        block = {**block, "input": {}}
    try:
        return clean(block)
    except RecursionError:
        # Nested so deeply that it could not be sent either; the guard refuses it in any case.
        return {**block, "input": {}}


def clean(value: Any) -> Any:
    """`value` with every text encodable as UTF-8; the very same object where nothing was wrong."""
    if isinstance(value, str):
        if value.isascii():
            return value
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            return value.encode("utf-8", "replace").decode("utf-8")
        return value
    if isinstance(value, dict):
        made = {clean(key): clean(inner) for key, inner in value.items()}
        same = all(made.get(key) is inner for key, inner in value.items())
        return value if same else made
    if isinstance(value, list):
        items = [clean(item) for item in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return value
