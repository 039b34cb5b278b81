"""What the request says: the question, what came before it, and the steps taken since."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

ANALYSED = 6000  # characters of a question that are looked at, from each end


@dataclass
class Result:
    """One tool result: its text, the JSON in it (else None), whether it reports an error."""

    text: str = ""
    value: Any = None
    is_error: bool = False
    images: int = 0

    @property
    def empty(self) -> bool:
        """Nothing in it to tell the user: no text, `None`, `{}`, `[]`; zero and false are something."""
        if self.images or (self.value in (0, False) and self.value is not None):
            return False
        return self.text.strip().strip("\"'").lower() in {
            "",
            "none",
            "null",
            "{}",
            "[]",
            "n/a",
            "nan",
        }


@dataclass
class Call:
    """A tool call the conversation holds, with its result when there is one."""

    name: str
    input: dict
    id: str = ""
    result: Result | None = None


@dataclass
class Dialogue:
    """The request, read once. `calls` are those made since the question was asked, oldest first."""

    system: str = ""
    ask: str = ""
    earlier: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    past_calls: list[Call] = field(default_factory=list)
    nudge: str = ""
    attachments: list[str] = field(default_factory=list)
    awaiting_results: bool = False
    last_step: list[Call] = field(default_factory=list)


def read_dialogue(request: dict) -> Dialogue:
    """The Messages API request body in, a `Dialogue` out. Odd shapes are skipped, never an error."""
    talk = Dialogue(system=plain_text(request.get("system")))
    messages = request.get("messages")
    for message in messages if isinstance(messages, list) else []:
        if not isinstance(message, dict):
            continue
        blocks = blocks_of(message.get("content"))
        if message.get("role") == "assistant":
            _read_assistant(talk, blocks)
        elif message.get("role") == "system":
            talk.system += "\n" + plain_text(message.get("content"))
        else:
            _read_user(talk, blocks)
    return talk


def _read_assistant(talk: Dialogue, blocks: list[dict]) -> None:
    text = "\n".join(str(b.get("text") or "") for b in blocks if b.get("type") == "text").strip()
    calls = [
        Call(
            str(b.get("name")),
            b["input"] if isinstance(b.get("input"), dict) else {},
            str(b.get("id")),
        )
        for b in blocks
        if b.get("type") == "tool_use"
    ]
    if text:
        talk.replies.append(text)
    if calls:
        talk.calls.extend(calls)
        talk.last_step = calls
        talk.nudge = ""


def _read_user(talk: Dialogue, blocks: list[dict]) -> None:
    results = [b for b in blocks if b.get("type") == "tool_result"]
    texts = [str(b.get("text") or "") for b in blocks if b.get("type") == "text"]
    text = "\n".join(t for t in texts if t.strip())
    for block in results:
        for call in talk.calls:
            if call.id == block.get("tool_use_id") and call.result is None:
                call.result = read_result(block)
                break
    extras = [_attachment(b) for b in blocks if b.get("type") in ("image", "document", "search_result")]
    if results or (talk.last_step and not talk.ask):
        talk.nudge = text
        talk.attachments += extras
        return
    if text or extras or not talk.ask:
        if talk.ask:
            talk.earlier.append(talk.ask)
        talk.ask = text
        talk.past_calls += talk.calls
        talk.calls, talk.last_step, talk.nudge = [], [], ""
        talk.attachments = extras


def read_result(block: dict) -> Result:
    """A `tool_result` block in, its text, JSON value and error flag out."""
    content = block.get("content")
    inner = blocks_of(content)
    text = "\n".join(_block_text(b) for b in inner if b.get("type") != "image")
    images = sum(b.get("type") == "image" for b in inner)
    value = parse_json(text)
    error = bool(block.get("is_error"))
    if isinstance(value, dict) and value.get("error") and not set(value) - {"error", "ok", "status", "code"}:
        error = True
    return Result(text, value, error, images)


def parse_json(text: str) -> Any:
    """The JSON value `text` is, or None."""
    if len(text) > 200_000 or text.strip()[:1] not in set('{["-0123456789tfn'):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def blocks_of(content: Any) -> list[dict]:
    """Content as a list of blocks, whatever form it came in."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, list):
        return [b if isinstance(b, dict) else {"type": "text", "text": str(b)} for b in content]
    return []


def plain_text(content: Any) -> str:
    """All text of `content` joined by line breaks."""
    return "\n".join(_block_text(b) for b in blocks_of(content))


def _block_text(block: dict) -> str:
    if block.get("type") == "text":
        return str(block.get("text") or "")
    if block.get("type") in ("document", "search_result"):
        return _attachment(block)
    return ""


def _attachment(block: dict) -> str:
    source = block.get("source")
    if isinstance(source, dict) and source.get("type") == "text":
        return str(source.get("data") or "")
    if block.get("type") == "search_result":
        return plain_text(block.get("content"))
    return ""


def clip(text: str) -> str:
    """The parts of a long text that are looked at: its beginning and its end."""
    if len(text) <= 2 * ANALYSED:
        return text
    return text[:ANALYSED] + "\n" + text[-ANALYSED:]
