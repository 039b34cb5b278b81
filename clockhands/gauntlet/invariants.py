"""What must hold of every run, whatever the scenario: I1 to I9.

I1 no violation · I2 the transcript only grows, and the assistant's turn comes back as it was served · I3 a
call runs at most once · I4 nothing runs that was not asked for · I5 the requests end (the ring sees to that)
· I6 system and tools stay · I7 success only after `end_turn` · I8 on every other end the session can go on
· I9 the API's own errors are never told as a tool's result
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from clockhands.gauntlet.played import Failed, Run
from clockhands.gauntlet.sent import texts_of
from clockhands.gauntlet.validator import blocks_of, notes, violations
from clockhands.mock.api_error import ApiError

__all__ = ["essence", "flat", "hold", "sendable"]

VERSION = "2026-10-21"
# What must come back of a block; the rest (`caller`, `citations`) may be left out.
_ESSENCE = {
    "text": ("text",),
    "tool_use": ("id", "name", "input"),
    "server_tool_use": ("id", "name", "input"),
    "thinking": ("thinking", "signature"),
    "redacted_thinking": ("data",),
}


def hold(run: Run) -> None:
    """`Failed`, naming the invariant, at the first one that does not hold; notes what is merely not good."""
    for invariant in INVARIANTS:
        problem = next(invariant(run), "")
        if problem:
            raise Failed(problem)
    for sent in run.sent:
        for note in notes(sent.messages):
            run.notes.add(note)


def no_violation(run: Run) -> Iterator[str]:
    """I1."""
    if run.refusal:
        yield f"I1, {run.refusal}"
    for sent in run.sent:
        yield from (f"I1, request {sent.n}, {found}" for found in violations(sent.messages))


def only_grows(run: Run) -> Iterator[str]:
    """I2, first half."""
    if not run.grows:
        return
    for before, after in pairwise(run.sent):
        old, new = flat(before.messages), flat(after.messages)
        if new[: len(old)] != old:
            yield f"I2: request {after.n} changed or dropped what request {before.n} had said"


def echoes(run: Run) -> Iterator[str]:
    """I2, second half. Several served turns may stand in one: a paused turn goes on."""
    served = [essence(sent.reply["content"]) for sent in run.sent if sent.reply]
    given = [block for message in run.history for block in blocks_of(message)]
    for sent in run.sent:
        for turn in _assistant_turns(sent.messages):
            blocks = [block for block in turn if block not in given]
            if blocks and not _is_made_of(essence(blocks), served):
                yield f"I2: request {sent.n} does not give the assistant's turn back as it was served"


def runs_once(run: Run) -> Iterator[str]:
    """I3, where the loop tells the ids; I4 counts for those that do not."""
    ids = run.ended.executed or []
    if len(ids) != len(set(ids)):
        yield "I3: one call id was run twice"


def runs_what_was_asked(run: Run) -> Iterator[str]:
    """I4."""
    asked = [(call["name"], call.get("input")) for sent in run.sent for call in sent.calls]
    for ran in run.ran:
        if (ran.tool, ran.input) not in asked:
            yield f"I4: {ran.tool} ran with {ran.input!r:.80}, which no finished reply had asked for just so"
            return
        asked.remove((ran.tool, ran.input))


def keeps_system_and_tools(run: Run) -> Iterator[str]:
    """I6. The tools may be missing later: the API allows it."""
    for before, after in pairwise(run.sent):
        if before.body.get("system") != after.body.get("system"):
            yield f"I6: request {after.n} changed the system prompt"
        tools = after.body.get("tools")
        if tools and tools != before.body.get("tools", tools):
            yield f"I6: request {after.n} changed the tools"


def succeeds_at_the_end(run: Run) -> Iterator[str]:
    """I7."""
    last = next((sent.reply for sent in reversed(run.sent) if sent.reply), None)
    reason = (last or {}).get("stop_reason")
    if run.ended.status == "success" and reason != "end_turn":
        yield f"I7: it reports success, but the model's last word was {reason}"


def can_go_on(run: Run) -> Iterator[str]:
    """I8."""
    if run.ended.status in ("success", "crash"):
        return
    if run.ended.messages is None:
        yield f"I8: it ended as {run.ended.status} and the transcript is lost"
        return
    problem = sendable(run.ended.messages)
    if problem:
        yield f"I8: its transcript cannot be gone on from ({problem})"


def keeps_errors_apart(run: Run) -> Iterator[str]:
    """I9."""
    said = {sent.error for sent in run.sent if len(sent.error) > 8}
    for sent in run.sent:
        for result in [b for m in sent.messages for b in blocks_of(m) if b.get("type") == "tool_result"]:
            if any(error in texts_of(result) for error in said):
                yield "I9: an error of the API's was told as a tool's result"


INVARIANTS: tuple[Callable[[Run], Iterator[str]], ...] = (
    no_violation,
    only_grows,
    echoes,
    runs_once,
    runs_what_was_asked,
    keeps_system_and_tools,
    succeeds_at_the_end,
    can_go_on,
    keeps_errors_apart,
)


def sendable(messages: list[dict[str, Any]]) -> str:
    """What the API would say against this transcript with one more question of the user's; "" for nothing."""
    from clockhands.mock.protocol import check_request

    try:
        whole = json.loads(json.dumps([*messages, {"role": "user", "content": "Go on."}], allow_nan=False))
        body = {"model": "claude-haiku-4-5", "max_tokens": 100, "messages": whole}
        check_request(body, version=VERSION, beta=None)
    except ApiError as error:
        return error.message[:200]
    except (TypeError, ValueError) as error:
        return f"it is not JSON: {error}"
    return next(iter(violations(whole)), "")


# --- comparing turns ---------------------------------------------------------------------------------------


def flat(messages: list[dict[str, Any]]) -> list[tuple[Any, dict[str, Any]]]:
    """Role and block, one by one, whatever message they stand in; cache marks move, and say nothing."""
    return [
        (message.get("role"), {k: v for k, v in block.items() if k != "cache_control"})
        for message in messages
        for block in blocks_of(message)
    ]


def _assistant_turns(messages: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    turn: list[dict[str, Any]] = []
    for message in messages:
        if message.get("role") == "assistant":
            turn += blocks_of(message)
        elif turn:
            yield turn
            turn = []
    if turn:
        yield turn


def essence(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks with what must come back of them, without text that says nothing."""
    found = []
    for block in blocks:
        kind = block.get("type")
        if kind == "text" and not str(block.get("text") or "").strip():
            continue
        keys = _ESSENCE.get(str(kind))
        made = {key: block.get(key) for key in ("type", *keys)} if keys else dict(block)
        if kind == "tool_use" and not isinstance(made["input"], dict):
            made["input"] = None  # no API takes it back; any object may stand there
        found.append(made)
    return found


def _is_made_of(turn: list[dict[str, Any]], served: list[list[dict[str, Any]]]) -> bool:
    """Whether `turn` is one served turn, or several that follow each other."""
    for first in range(len(served)):
        left = turn
        for content in served[first:]:
            if not content or not _same(left[: len(content)], content):
                break
            left = left[len(content) :]
            if not left:
                return True
    return False


def _same(turn: list[dict[str, Any]], content: list[dict[str, Any]]) -> bool:
    return len(turn) == len(content) and all(
        a == b or (b.get("type") == "tool_use" and b["input"] is None and {**a, "input": None} == b)
        for a, b in zip(turn, content, strict=True)
    )
