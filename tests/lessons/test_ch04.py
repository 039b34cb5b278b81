"""Chapter 4: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clockhands.classroom import regions
from clockhands.lessons.ch04 import CHAPTER
from clockhands.lessons.trials import refusal

from .exercise_cases import Case, Wrong, case_tests, changed

ROOT = Path(__file__).resolve().parents[2]
RIGHT = {
    "4.1a": 'messages.append({"role": "assistant", "content": reply.content})',
    "4.1b": 'messages.append({"role": "user", "content": results})',
}


DIAGNOSE = "def diagnose(message):\n    return {names}"
LOST = '{**lost, "tool_use_id": id}'

CASES = [
    Case(
        "4.1a",
        passes="loop_a",
        setup="from clockhands import connect\nclient, MODEL = connect(quiet=True)",
        wrong=[
            Wrong(
                "the summary",
                changed("4.1a", "reply.content})", 'text or "I call a tool."})'),
                names="summary-instead-of-content",
            ),
            Wrong("no turn at all", changed("4.1a", RIGHT["4.1a"], "pass"), says="tool_use_id"),
            Wrong("the wrong role", changed("4.1a", '"assistant"', '"user"'), says="tool_use"),
        ],
    ),
    Case(
        "4.1b",
        passes="loop_b",
        setup="from clockhands import connect\nclient, MODEL = connect(quiet=True)",
        wrong=[
            Wrong(
                "spoken by the assistant",
                changed(
                    "4.1b",
                    '{"role": "user", "content": results}',
                    '{"role": "assistant", "content": results}',
                ),
                names="result-as-assistant",
            ),
            Wrong(
                "the first result only",
                changed("4.1b", '"content": results}', '"content": results[:1]}'),
                names="half-the-results",
            ),
            Wrong(
                "role tool",
                changed("4.1b", '"role": "user", "content": results', '"role": "tool", "content": results'),
                names="role-tool",
            ),
        ],
    ),
    Case(
        "4.1c",
        passes="loop_c",
        setup="from clockhands import connect\nclient, MODEL = connect(quiet=True)",
        wrong=[
            Wrong(
                "numbered",
                changed("4.1c", '"tool_use_id": block.id', '"tool_use_id": f"toolu_{len(results)}"'),
                names="invented-id",
            ),
            Wrong(
                "the name",
                changed("4.1c", '"tool_use_id": block.id', '"tool_use_id": block.name'),
                names="id-is-name",
            ),
        ],
    ),
    Case(
        "4.1d",
        passes="loop_d",
        setup="from clockhands import connect\nclient, MODEL = connect(quiet=True)",
        wrong=[
            Wrong(
                "only end_turn",
                changed("4.1d", 'reply.stop_reason != "tool_use"', 'reply.stop_reason == "end_turn"'),
                names="empty-results-message",
            ),
            Wrong(
                "goes round without appending",
                changed("4.1d", 'reply.stop_reason != "tool_use"', 'reply.stop_reason == "end_turn"').replace(
                    '        messages.append({"role": "user", "content": results})',
                    '        if results:\n            messages.append({"role": "user", "content": results})',
                ),
                says="requests",
            ),
            Wrong(
                "text alone",
                changed("4.1d", 'if block.type == "text"), reply.stop_reason', 'if block.type == "text")'),
                names="reason-not-told",
            ),
        ],
    ),
    Case(
        "4.2",
        passes="diagnose",
        wrong=[
            Wrong("always the same", DIAGNOSE.format(names='"no partner"'), says="no result"),
            Wrong(
                "by the index",
                DIAGNOSE.format(names='{"2": "no partner", "1": "no result"}[message[9]] + " by number"'),
                names="diagnoses-by-number",
            ),
        ],
    ),
    Case(
        "4.3",
        passes="mend",
        wrong=[
            Wrong(
                "gives it back",
                "def mend(messages): return list(messages)",
                says="accepts",
            ),
            Wrong(
                "throws results away",
                changed("4.3", f"given.get(id) or {LOST}", LOST),
                names="throws-results-away",
            ),
            Wrong(
                "drops the turn with the calls",
                "def mend(messages):\n    return [m for m in messages if isinstance(m['content'], str)] or messages[:1]",
                says="the assistant's turns",
            ),
            Wrong(
                "not marked as an error",
                changed("4.3", '"is_error": True, ', ""),
                names="error-not-marked",
            ),
            Wrong(
                "changes the list",
                "def mend(messages):\n    messages.clear()\n    return messages",
                names="changes-its-input",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)

ASK = {"role": "user", "content": "What time is it?"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "clock", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "23:10"}
TURN = {"role": "assistant", "content": [CALL]}


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (
            [ASK, {"role": "assistant", "content": "Soon."}, {"role": "user", "content": [RESULT]}],
            "unexpected `tool_use_id`",
        ),
        ([ASK, TURN, {"role": "assistant", "content": [RESULT]}], "can only be in `user` messages"),
        (
            [ASK, TURN, {"role": "user", "content": [{**RESULT, "tool_use_id": "clock"}]}],
            "unexpected `tool_use_id`",
        ),
        (
            [ASK, {"role": "assistant", "content": "It is"}, {"role": "user", "content": []}],
            "must have non-empty content",
        ),
    ],
    ids=["summary", "result-as-assistant", "wrong-id", "empty-results"],
)
def test_the_four_mistakes_are_refused(messages, words):
    assert words in refusal(messages)


def test_the_repaired_exchange_is_accepted():
    assert refusal([ASK, TURN, {"role": "user", "content": [RESULT]}]) == ""


def test_swapped_ids_pass_silently():
    """4.d: the pairing rule sees ids, not meaning."""
    two = [CALL, {**CALL, "id": "toolu_2"}]
    crossed = [{**RESULT, "content": "14:10"}, {**RESULT, "tool_use_id": "toolu_2"}]
    assert refusal([ASK, {"role": "assistant", "content": two}, {"role": "user", "content": crossed}]) == ""


def test_chapter_shows_the_broken_line_beside_the_hole():
    notebook = json.loads((ROOT / "solutions" / "04_four_mistakes.ipynb").read_text(encoding="utf-8"))
    stubs = {c["id"]: "".join(c["source"]) for c in notebook["cells"] if c["id"].startswith("ex-4-1")}
    for id in ("ex-4-1a-stub", "ex-4-1b-stub", "ex-4-1c-stub", "ex-4-1d-stub"):
        assert "# was: " in regions.chapter_source(stubs[id])
