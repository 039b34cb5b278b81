"""What the request says: the question, what came before it, and the steps taken since."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

_ERROR_FIELDS = {"error", "ok", "status", "code"}
ANALYSED = 6000  # characters of a question that are looked at, from each end


class Result:
    """One tool result, read when asked: a long conversation holds many that nothing depends on any more."""

    def __init__(self, block: dict):
        self._block = block

    @cached_property
    def text(self) -> str:
        """All its text, joined by line breaks."""
        content = self._block.get("content")
        if isinstance(content, str):
            return content
        return "\n".join(_block_text(b) for b in self._inner if b.get("type") != "image")

    @cached_property
    def value(self) -> Any:
        """The JSON in it, else None."""
        return parse_json(self.text)

    @cached_property
    def is_error(self) -> bool:
        """It says so, by its flag or as `{"error": ...}`."""
        if self._block.get("is_error"):
            return True
        said = self.value
        return isinstance(said, dict) and bool(said.get("error")) and set(said) <= _ERROR_FIELDS

    @property
    def images(self) -> int:
        """How many pictures it holds."""
        return sum(b.get("type") == "image" for b in self._inner)

    @property
    def _inner(self) -> list[dict]:
        return blocks_of(self._block.get("content"))

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
    last_step: list[Call] = field(default_factory=list)


def read_dialogue(request: dict) -> Dialogue:
    """The Messages API request body in, a `Dialogue` out. Odd shapes are skipped, never an error."""
    talk = Dialogue(system=plain_text(request.get("system")))
    messages = request.get("messages")
    for message in messages if isinstance(messages, list) else []:
        if not isinstance(message, dict):
            continue
        content, role = message.get("content"), message.get("role")
        if role == "system":
            talk.system += "\n" + plain_text(content)
        elif role == "assistant":
            _hear(talk, content) if isinstance(content, str) else _read_assistant(talk, blocks_of(content))
        elif isinstance(content, str):
            _take(talk, content if content.strip() else "", [], False)
        else:
            _read_user(talk, blocks_of(content))
    return talk


def _read_assistant(talk: Dialogue, blocks: list[dict]) -> None:
    texts, calls = [], []
    for block in blocks:
        kind = block.get("type")
        if kind == "text":
            texts.append(str(block.get("text") or ""))
        elif kind == "tool_use":
            given = block.get("input")
            calls.append(
                Call(str(block.get("name")), given if isinstance(given, dict) else {}, str(block.get("id")))
            )
    _hear(talk, "\n".join(texts))
    if calls:
        talk.calls.extend(calls)
        talk.last_step = calls
        talk.nudge = ""


def _hear(talk: Dialogue, text: str) -> None:
    """What the model said, unless it is blank."""
    text = text.strip()
    if text:
        talk.replies.append(text)


def _read_user(talk: Dialogue, blocks: list[dict]) -> None:
    results, texts, extras = [], [], []
    for block in blocks:
        kind = block.get("type")
        if kind == "text":
            texts.append(str(block.get("text") or ""))
        elif kind == "tool_result":
            results.append(block)
        elif kind in ("image", "document", "search_result"):
            extras.append(_attachment(block))
    text = "\n".join(t for t in texts if t.strip())
    for block in results:
        for call in talk.calls:
            if call.id == block.get("tool_use_id") and call.result is None:
                call.result = Result(block)
                break
    _take(talk, text, extras, bool(results))


def _take(talk: Dialogue, text: str, extras: list[str], beside_results: bool) -> None:
    """What the user said: a new question, or words beside the results of the last step."""
    if beside_results or (talk.last_step and not talk.ask):
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
