"""Replies between the Messages API and OpenAI's Chat Completions: a message, and a `chat.completion`.

What becomes what: `tool_use` `tool_calls`, `end_turn` and `stop_sequence` `stop`, `max_tokens` `length`,
`refusal` `content_filter`. No place: which stop sequence it was, `pause_turn`, thinking blocks.
"""

from __future__ import annotations

from typing import Any

from clockhands.errors import ShapeError
from clockhands.shapes.chat import SHAPE, assistant_blocks, assistant_message
from clockhands.shapes.kept import restored, settle
from clockhands.shapes.parts import plain

__all__ = ["from_chat_reply", "to_chat_reply"]

_FINISH = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "pause_turn": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "content_filter",
}
_STOP = {"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens", "content_filter": "refusal"}
_READ = ("role", "content", "tool_calls", "refusal")


def to_chat_reply(message: Any, kept: dict[str, Any] | None = None, *, created: int = 0) -> dict[str, Any]:
    """A reply of the Messages API, SDK object or dict, as a `chat.completion`.

    created: Unix time in seconds for its field of that name; a message carries none. kept: as for `to_chat`.
    """
    message = plain(message)
    spoken = {"refusal": None, **assistant_message(message.get("content"), "content")}
    if isinstance(spoken["content"], list):  # a reply's content is one string
        spoken["content"] = "".join(part["text"] for part in spoken["content"])
    choice = {
        "index": 0,
        "message": spoken,
        "finish_reason": _FINISH.get(message.get("stop_reason"), "stop"),
        "logprobs": None,
    }
    completion = {
        "id": message.get("id"),
        "object": "chat.completion",
        "created": created,
        "model": message.get("model"),
        "choices": [choice],
        "usage": _usage(message.get("usage") or {}),
    }
    settle(message, from_chat_reply(completion), kept, SHAPE)
    return completion


def from_chat_reply(completion: Any, kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """A `chat.completion`, SDK object or dict, as a message of the Messages API.

    The text, the calls, why it stopped and the tokens are read; what else a server adds (its own reasoning,
    log probabilities, a fingerprint) is not. A reply that makes calls stops with `tool_use` even where it
    says `stop`: so it does after a forced call. ShapeError for arguments that are no JSON object, and for
    more than one choice.
    """
    completion = plain(completion)
    choices = completion.get("choices") or []
    if len(choices) != 1:
        raise ShapeError(f"choices: a message is one reply, and this holds {len(choices)}; ask with n=1")
    said = {name: value for name, value in (choices[0].get("message") or {}).items() if name in _READ}
    content = assistant_blocks(said, "choices.0.message")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}] if content else []
    message = {
        "id": completion.get("id"),
        "type": "message",
        "role": "assistant",
        "model": completion.get("model"),
        "content": content,
        "stop_reason": _stop_reason(choices[0], said),
        "stop_sequence": None,
        "usage": _tokens(completion.get("usage") or {}),
    }
    return restored(message, kept)


def _stop_reason(choice: dict[str, Any], said: dict[str, Any]) -> str:
    finish = choice.get("finish_reason")
    if finish not in _STOP:
        raise ShapeError(
            f"choices.0.finish_reason: {', '.join(_STOP)} have a place in Messages, not {finish!r}"
        )
    if finish == "stop" and said.get("tool_calls"):
        return "tool_use"
    return "refusal" if said.get("refusal") else _STOP[finish]


def _usage(usage: dict[str, Any]) -> dict[str, Any]:
    """Chat counts cached tokens as part of the prompt; Messages counts them beside it."""
    cached = usage.get("cache_read_input_tokens") or 0
    prompt = (usage.get("input_tokens") or 0) + (usage.get("cache_creation_input_tokens") or 0) + cached
    out = usage.get("output_tokens") or 0
    return {
        "prompt_tokens": prompt,
        "completion_tokens": out,
        "total_tokens": prompt + out,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _tokens(usage: dict[str, Any]) -> dict[str, Any]:
    cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
    return {
        "input_tokens": (usage.get("prompt_tokens") or 0) - cached,
        "cache_read_input_tokens": cached,
        "output_tokens": usage.get("completion_tokens") or 0,
    }
