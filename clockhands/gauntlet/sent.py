"""What reached the API: each HTTP attempt with the whole conversation it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from clockhands.gauntlet.validator import blocks_of

__all__ = ["Sent", "calls_in", "read_log", "texts_of"]


@dataclass
class Sent:
    """One HTTP attempt.

    n counts from 1; t: virtual seconds from the start of the run. body: what was sent, with a server-held
    thread unrolled, so that `messages`, `system` and `tools` are what the model saw. reply: the message that
    was served, or None. status: 0 when no answer came. fault: the scripted fault that hit it, "" when the API
    itself refused the request; error: what it said then. size: bytes on the wire.
    """

    n: int
    t: float
    body: dict[str, Any]
    reply: dict[str, Any] | None
    status: int
    fault: str
    error: str
    size: int

    @property
    def messages(self) -> list[dict[str, Any]]:
        messages = self.body.get("messages")
        return messages if isinstance(messages, list) else []

    @property
    def results(self) -> list[dict[str, Any]]:
        """The `tool_result` blocks after the last turn of the assistant's."""
        found: list[dict[str, Any]] = []
        for message in reversed(self.messages):
            if message.get("role") == "assistant":
                break
            found = [b for b in blocks_of(message) if b.get("type") == "tool_result"] + found
        return found

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The calls of a finished reply that asked for them to be run."""
        reply = self.reply or {}
        return calls_in(reply.get("content")) if reply.get("stop_reason") == "tool_use" else []


def read_log(log: Iterable[Any]) -> list[Sent]:
    """The attempts at `POST /v1/messages` in a request log."""
    sent: list[Sent] = []
    for entry in log:
        body = entry.request
        if body is None or entry.path.rstrip("/") != "/v1/messages":
            continue
        error = (entry.error or {}).get("error") or {}
        sent.append(
            Sent(
                n=len(sent) + 1,
                t=entry.t0,
                body=_unrolled(body, sent),
                reply=entry.response,
                status=entry.status,
                fault=entry.fault or "",
                error=str(error.get("message", "")),
                size=len(entry.sent or b""),
            )
        )
    return sent


def _unrolled(body: dict[str, Any], before: list[Sent]) -> dict[str, Any]:
    thread = body.get("thread")
    full = {key: value for key, value in body.items() if key != "thread"}
    previous = thread.get("previous_message_id") if isinstance(thread, dict) else None
    for sent in reversed(before):
        if previous and sent.reply is not None and sent.reply.get("id") == previous:
            content = sent.reply["content"]
            turn = [{"role": "assistant", "content": content}] if content else []
            kept = {key: sent.body[key] for key in ("system", "tools") if key in sent.body}
            return {**full, **kept, "messages": [*sent.messages, *turn, *(body.get("messages") or [])]}
    return full


def calls_in(content: Any) -> list[dict[str, Any]]:
    """The `tool_use` blocks of a content."""
    return [block for block in content or [] if isinstance(block, dict) and block.get("type") == "tool_use"]


def texts_of(result: dict[str, Any]) -> str:
    """A `tool_result`'s text."""
    content = result.get("content")
    if isinstance(content, list):
        return "\n".join(str(b.get("text", "")) for b in content if b.get("type") == "text")
    return str(content or "")
