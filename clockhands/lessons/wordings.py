"""The Messages API's wordings, each with the mistake behind it and where it points.

One row per wording: a pattern over the API's message, and a function of (match, request) that gives the
misconception's id and the place at fault. Source of the wordings: recorded and publicly probed replies of the
API, 2024 to 2026. The first row that matches wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .sent import Place, Sent, Turn

__all__ = ["Fault", "fault_in"]


class Fault(NamedTuple):
    """misconception: its id, or "" when unknown. place: where, or None. note: one more sentence, or ""."""

    misconception: str
    place: Place | None = None
    note: str = ""


def fault_in(message: str, sent: Sent) -> Fault | None:
    """What a refusal of status 400 points at; None when the wording is not known."""
    for pattern, read in _TABLE:
        match = pattern.search(message)
        if match:
            return read(match, sent)
    return None


# --- how calls and results pair up ------------------------------------------------------------------------


def _unanswered(match: re.Match, sent: Sent) -> Fault:
    number, ids = int(match["n"]), [id.strip() for id in match["ids"].split(",")]
    place = sent.block(number, -1, like={"type": "tool_use", "id": ids[0]})
    turn, following = sent.turn(number), sent.turn(number + 1)
    count = len(ids)
    note = f"Without a result: {count} call{'s' if count > 1 else ''}, {', '.join(ids)}."
    if turn is None or following is None:
        return Fault("missing-result", place, note)
    answered = set(following.answered)
    if set(ids) <= answered:
        first = next((entry for entry in following.blocks if entry[2].get("type") != "tool_result"), None)
        where = sent.block(number + 1, following.blocks.index(first)) if first else place
        return Fault("text-before-results", where)
    later = {id for other in sent.turns[number + 2 :] for id in other.answered}
    if set(ids) & later:
        return Fault("split-results", place, note)
    return Fault("half-the-results" if answered & set(turn.calls) else "missing-result", place, note)


def _unexpected_id(match: re.Match, sent: Sent) -> Fault:
    number, id = int(match["n"]), match["id"]
    place = sent.block(number, int(match["m"]), like={"type": "tool_result", "tool_use_id": id})
    before = sent.turn(number - 1) if number else None
    if before is None or before.role != "assistant":
        return Fault("assistant-turn-missing", place)
    names = {str(call.get("name")) for call in before.calls.values()} | _tool_names(sent)
    if id in names:
        return Fault("id-is-name", place)
    if not before.calls:
        earlier = any(id in turn.calls for turn in sent.turns[: number - 1])
        return Fault("split-results" if earlier else "summary-instead-of-content", place)
    note = f"The calls of the turn before have: {', '.join(before.calls)}."
    return Fault("invented-id", place, note)


def _tool_names(sent: Sent) -> set[str]:
    tools = sent.body.get("tools")
    return {str(t.get("name")) for t in tools if isinstance(t, dict)} if isinstance(tools, list) else set()


def _in_turn(misconception: str, kind: str) -> Callable[[re.Match, Sent], Fault]:
    def read(match: re.Match, sent: Sent) -> Fault:
        return Fault(misconception, sent.block(int(match["n"]), -1, like={"type": kind}))

    return read


def _last_like(misconception: str, field: str, kind: str) -> Callable[[re.Match, Sent], Fault]:
    """The block named by its number, for mistakes where two alike stand in one turn."""

    def read(match: re.Match, sent: Sent) -> Fault:
        number, block = int(match["n"]), int(match["m"])
        like = {"type": kind}
        if match.groupdict().get("id"):
            like[field] = match["id"]
        return Fault(misconception, sent.block(number, block, like=like))

    return read


# --- shapes -----------------------------------------------------------------------------------------------


def _empty_message(match: re.Match, sent: Sent) -> Fault:
    turn: Turn | None = sent.turn(int(match["n"]))
    place = sent.message(turn.messages[0]) if turn else None
    return Fault("empty-results-message", place)


def _blank_text(match: re.Match, sent: Sent) -> Fault:
    for number, turn in enumerate(sent.turns):
        for n, (_, _, block) in enumerate(turn.blocks):
            if block.get("type") == "text" and not str(block.get("text")).strip():
                return Fault("blank-text", sent.block(number, n))
    return Fault("blank-text")


def _role(match: re.Match, sent: Sent) -> Fault:
    wrong = next(
        (n for n, m in enumerate(sent.messages) if isinstance(m, dict) and m.get("role") == match["role"]), -1
    )
    named = "system-as-message" if match["role"] in ("system", "developer") else "role-tool"
    return Fault(named, sent.message(wrong))


def _last_message(misconception: str) -> Callable[[re.Match, Sent], Fault]:
    return lambda match, sent: Fault(misconception, sent.message(len(sent.messages) - 1))


def _first_message(match: re.Match, sent: Sent) -> Fault:
    return Fault("system-as-message", sent.message(0))


def _duplicate_tool(match: re.Match, sent: Sent) -> Fault:
    tools = sent.body.get("tools")
    names = [t.get("name") for t in tools if isinstance(t, dict)] if isinstance(tools, list) else []
    again = next((n for n, name in enumerate(names) if name in names[:n]), -1)
    return Fault("duplicate-tool-name", sent.tool(again))


def _tool(misconception: str) -> Callable[[re.Match, Sent], Fault]:
    return lambda match, sent: Fault(misconception, sent.tool(int(match["n"])))


def _field(misconception: str, field: str) -> Callable[[re.Match, Sent], Fault]:
    """A top-level field of the request."""

    def read(match: re.Match, sent: Sent) -> Fault:
        value = sent.body.get(field)
        return Fault(misconception, Place(field, value) if field in sent.body else None)

    return read


def _in_block(match: re.Match, sent: Sent) -> Fault:
    """A field of a block: shapes are read before neighbours are joined, so their numbers come first."""
    number, block, kind = int(match["n"]), int(match["m"]), match["kind"]
    place = sent.raw_block(number, block, kind) or sent.block(number, block, like={"type": kind})
    what = match["what"]
    if match["field"] == "input" and "object" in what:
        return Fault("input-is-json-string", place)
    return Fault(_by_complaint(what), place, f"The field is `{match['field']}`.")


def _in_path(match: re.Match, sent: Sent) -> Fault:
    """Any other path: told by its first steps."""
    steps = match["path"].split(".")
    number = int(steps[1]) if len(steps) > 1 and steps[1].isdigit() else -1
    if steps[0] == "messages":
        place = sent.message(number)
    elif steps[0] == "tools":
        place = sent.tool(number)
    else:
        place = Place(steps[0], sent.body[steps[0]]) if steps[0] in sent.body else None
    note = f"The field is `{match['path']}`." if len(steps) > 1 else ""
    return Fault(_by_complaint(match["what"]), place, note)


def _by_complaint(what: str) -> str:
    if what.startswith("Field required"):
        return "missing-field"
    return "unknown-field" if what.startswith("Extra inputs") else "wrong-shape"


_N = r"messages\.(?P<n>\d+)"
_NM = _N + r"\.content\.(?P<m>\d+)"
_TOOL = r"tools\.(?P<n>\d+)\.custom"

_ROWS = (
    (_N + r": `tool_use` ids were found without `tool_result` blocks immediately after: (?P<ids>[^.]+)\.",
     _unanswered),
    (_NM + r": unexpected `tool_use_id` found in `tool_result` blocks: (?P<id>\S+)\.(?: |$)",
     _unexpected_id),
    (_N + r".*`tool_result` blocks can only be in `user` messages",
     _in_turn("result-as-assistant", "tool_result")),
    (_N + r".*`tool_use` blocks can only be in `assistant` messages", _in_turn("call-as-user", "tool_use")),
    (_NM + r": each tool_use must have a single result\..*with id: (?P<id>\S+)",
     _last_like("double-result", "tool_use_id", "tool_result")),
    (_NM + r": `tool_use` ids must be unique", _last_like("duplicate-call-id", "id", "tool_use")),
    (_NM + r": Invalid `signature` in `thinking` block",
     _last_like("thinking-changed", "signature", "thinking")),
    (_N + r": user messages must have non-empty content", _empty_message),
    (r"text content blocks must (be non-empty|contain non-whitespace)", _blank_text),
    (r'Unexpected role "(?P<role>[^"]*)"', _role),
    (r"use the top-level 'system' parameter", _first_message),
    (r"does not support assistant message prefill", _last_message("prefill")),
    (r"final assistant content cannot end with trailing whitespace", _last_message("prefill")),
    (r"tools: Tool names must be unique", _duplicate_tool),
    (_TOOL + r"\.name: ", _tool("bad-tool-name")),
    (_TOOL + r"\.input_schema: Field required", _tool("schema-missing")),
    (_TOOL + r"\.input_schema: .*oneOf, allOf, or anyOf", _tool("schema-top-level-choice")),
    (_TOOL + r"\.input_schema", _tool("schema-not-object")),
    (_TOOL + r".*'additionalProperties' must be explicitly set to false",
     _tool("strict-needs-closed-object")),
    (r"Tool '(?P<name>[^']*)' not found in provided tools", _field("tools-not-sent", "tool_choice")),
    (r"tool_choice\.\w+ may only be specified while providing tools",
     _field("tools-not-sent", "tool_choice")),
    (r"tool_choice: Input tag", _field("bad-tool-choice", "tool_choice")),
    (r"tool_choice: .*not supported for this model", _field("forcing-not-supported", "tool_choice")),
    (r"max_tokens: ", _field("max-tokens-out-of-range", "max_tokens")),
    (r"prompt is too long", lambda match, sent: Fault("conversation-too-long")),
    (r"does not support effort level", _field("wrong-shape", "output_config")),
    (r"messages: at least one message is required", _field("no-messages", "messages")),
    (_NM + r"\.(?P<kind>\w+)\.(?P<field>[\w.]+): (?P<what>.+)", _in_block),
    (r"^(?P<path>[A-Za-z_]\w*(?:\.\w+)*): "
     r"(?P<what>(Field required|Extra inputs|Input should|String should).*)",
     _in_path),
)  # fmt: skip

_TABLE = tuple((re.compile(pattern, re.DOTALL), read) for pattern, read in _ROWS)
