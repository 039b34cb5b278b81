"""Last step: does the conversation hold together? One function per rule, run in this order.

Consecutive messages of one role are one turn to the API: they are merged first, and indexes count turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clockhands.mock.api_error import invalid_request
from clockhands.mock.models import Model

__all__ = ["check_conversation", "merge"]

Message = dict[str, Any]

_PAIRED = "`tool_use` ids were found without `tool_result` blocks immediately after"
_UNEXPECTED = "unexpected `tool_use_id` found in `tool_result` blocks"
_SYSTEM_BLOCKS = ("text", "tool_addition", "tool_removal")
_FIRST_SYSTEM = "use the top-level 'system' parameter for the initial system prompt"
_MISPLACED_SYSTEM = (
    "role 'system' must precede an 'assistant' message or end the array; the directive-only form "
    "(content: [] with output_config) is accepted at any position"
)


class Turn:
    """One side's say: neighbouring messages of a role, and beside it its calls and results as (index, id)."""

    __slots__ = ("blanks", "calls", "content", "results", "role", "text_at")

    def __init__(self, message: Message):
        self.role: str = message["role"]
        self.content: list[dict[str, Any]] = message["content"]
        self.calls: list[tuple[int, str]] = []
        self.results: list[tuple[int, str]] = []
        self.blanks: list[str] = []
        self.text_at = len(self.content)  # where its first text stands, or its end
        for m, block in enumerate(self.content):
            kind = block["type"]
            if kind == "tool_use":
                self.calls.append((m, block["id"]))
            elif kind == "tool_result":
                self.results.append((m, block["tool_use_id"]))
            elif kind == "text":
                self.text_at = min(self.text_at, m)
                if not block["text"].strip():
                    self.blanks.append(block["text"])


def check_conversation(messages: list[Message], model: Model) -> None:
    """Refuse a conversation the API would refuse. messages: of the right shape, with the full history."""
    check_system_turns(messages, model)
    turns = [Turn(message) for message in merge(messages)]
    for rule in RULES:
        rule(turns)
    if model.prefill:
        check_prefill_ending(turns)
    else:
        check_no_prefill(turns)


def merge(messages: list[Message]) -> list[Message]:
    """Turns out of messages: same-role neighbours become one, a string becomes a text block.

    `[{"role": "user", "content": "a"}, {"role": "user", "content": []}]` becomes
    `[{"role": "user", "content": [{"type": "text", "text": "a"}]}]`. The messages stay as they are.
    """
    merged: list[Message] = []
    role = None
    for message in messages:
        blocks = _blocks(message.get("content"))
        if message["role"] == role:
            merged[-1]["content"] += blocks
        else:
            role = message["role"]
            merged.append({"role": role, "content": list(blocks)})
    return merged


def check_system_turns(messages: list[Message], model: Model) -> None:
    """A `system` message: on newer models, not first, of text, and last before the assistant's turn."""
    for n, message in enumerate(messages):
        if message["role"] != "system" or (not message.get("content") and message.get("output_config")):
            continue
        blocks = _blocks(message.get("content"))
        if not blocks:
            raise invalid_request(f"messages.{n}: system content must contain at least one block")
        if any(block["type"] not in _SYSTEM_BLOCKS for block in blocks):
            raise invalid_request(
                f"messages.{n}: role 'system' supports text, tool_addition, and tool_removal blocks only"
            )
        if n == 0:
            raise invalid_request(f"messages.0: {_FIRST_SYSTEM}")
        if not model.system_turns:
            raise invalid_request("role 'system' is not supported on this model")
        if n + 1 < len(messages) and messages[n + 1]["role"] == "user":
            raise invalid_request(f"messages.{n}: {_MISPLACED_SYSTEM}")
        if any(_is_blank(block) for block in blocks):
            raise invalid_request(f"messages.{n}: system text blocks must contain non-whitespace text")


def check_users_say_something(turns: list[Turn]) -> None:
    """A user turn must not be empty; an empty assistant turn may stand."""
    for n, turn in enumerate(turns):
        if not turn.content and turn.role == "user":
            raise invalid_request(f"messages.{n}: user messages must have non-empty content")


def check_text_is_not_blank(turns: list[Turn]) -> None:
    """No empty text block; none of white space alone, except beside other blocks of the assistant."""
    for turn in turns:
        if "" in turn.blanks:
            raise invalid_request("messages: text content blocks must be non-empty")
        if turn.blanks and (turn.role == "user" or len(turn.blanks) == len(turn.content)):
            raise invalid_request("messages: text content blocks must contain non-whitespace text")


def check_results_come_from_the_user(turns: list[Turn]) -> None:
    """Only the app reports results, and it speaks as the user."""
    for n, turn in enumerate(turns):
        if turn.results and turn.role != "user":
            raise invalid_request(f"messages.{n}: `tool_result` blocks can only be in `user` messages")


def check_calls_come_from_the_assistant(turns: list[Turn]) -> None:
    """Only the model asks for tools."""
    for n, turn in enumerate(turns):
        if turn.calls and turn.role != "assistant":
            raise invalid_request(f"messages.{n}: `tool_use` blocks can only be in `assistant` messages")


def check_call_ids_are_unique(turns: list[Turn]) -> None:
    """No id twice within one turn."""
    for n, turn in enumerate(turns):
        if again := _repeated(turn.calls):
            raise invalid_request(f"messages.{n}.content.{again[0]}: `tool_use` ids must be unique")


def check_results_answer_a_call(turns: list[Turn]) -> None:
    """Each result names a call of the assistant turn directly before. Told before any missing result."""
    asked: set[str] = set()
    for n, turn in enumerate(turns):
        if turn.role == "assistant":
            asked = {call_id for _, call_id in turn.calls}
        elif turn.role == "user":
            for m, call_id in turn.results:
                if call_id not in asked:
                    raise invalid_request(
                        f"messages.{n}.content.{m}: {_UNEXPECTED}: {call_id}. Each `tool_result` block must "
                        "have a corresponding `tool_use` block in the previous message."
                    )
            asked = set()


def check_calls_have_one_result(turns: list[Turn]) -> None:
    """No call is answered twice."""
    for n, turn in enumerate(turns):
        if again := _repeated(turn.results):
            raise invalid_request(
                f"messages.{n}.content.{again[0]}: each tool_use must have a single result. Found multiple "
                f"`tool_result` blocks with id: {again[1]}"
            )


def check_calls_are_answered(turns: list[Turn]) -> None:
    """Every call has its result in the next turn, before any text there."""
    for n, turn in enumerate(turns):
        if not turn.calls:
            continue
        answered = _answered_first(turns[n + 1 : n + 3])
        missing = [call_id for _, call_id in turn.calls if call_id not in answered]
        if missing:
            raise invalid_request(
                f"messages.{n}: {_PAIRED}: {', '.join(missing)}. Each `tool_use` block must have a "
                "corresponding `tool_result` block in the next message."
            )


def _answered_first(following: list[Turn]) -> set[str]:
    """The ids of the results that stand before any text in the next turn; a system turn may come between."""
    for turn in following:
        if turn.role != "system":
            return {call_id for m, call_id in turn.results if m < turn.text_at}
    return set()


def _repeated(found: list[tuple[int, str]]) -> tuple[int, str] | None:
    """The first (index, id) whose id stood before."""
    if len(found) < 2:
        return None
    seen: set[str] = set()
    for m, block_id in found:
        if block_id in seen:
            return m, block_id
        seen.add(block_id)
    return None


RULES: tuple[Callable[[list[Turn]], None], ...] = (
    check_users_say_something,
    check_text_is_not_blank,
    check_results_come_from_the_user,
    check_calls_come_from_the_assistant,
    check_call_ids_are_unique,
    check_results_answer_a_call,
    check_calls_have_one_result,
    check_calls_are_answered,
)


def check_no_prefill(turns: list[Turn]) -> None:
    """Models from 4.6 on do not continue a text the app began. A paused server tool may still be resumed."""
    if _ends_with_assistant_text(turns):
        raise invalid_request(
            "This model does not support assistant message prefill. The conversation must end with a user "
            "message."
        )


def check_prefill_ending(turns: list[Turn]) -> None:
    """On models that continue a text, it must not end in white space."""
    if not _ends_with_assistant_text(turns):
        return
    last = turns[-1].content[-1]
    if last["type"] == "text" and last["text"] != last["text"].rstrip():
        raise invalid_request("messages: final assistant content cannot end with trailing whitespace")


def _ends_with_assistant_text(turns: list[Turn]) -> bool:
    kinds = {block["type"] for block in turns[-1].content}
    return turns[-1].role == "assistant" and "text" in kinds and "server_tool_use" not in kinds


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content or []


def _is_blank(block: dict[str, Any]) -> bool:
    return block["type"] == "text" and not block["text"].strip()
