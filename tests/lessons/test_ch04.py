"""Chapter 4: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from anthropic.types import ToolUseBlock
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.agent.blocks import plain_content
from clockhands.classroom import regions
from clockhands.lessons import ch04_mending as mending
from clockhands.lessons.ch04 import CHAPTER
from clockhands.lessons.trials import refusal
from clockhands.mock.protocol import merge

from .exercise_cases import Case, Wrong, case_tests, changed, run_cell, solution_of

ROOT = Path(__file__).resolve().parents[2]
RIGHT = {
    "4.1a": 'messages.append({"role": "assistant", "content": reply.content})',
    "4.1b": 'messages.append({"role": "user", "content": results})',
}


DIAGNOSE = "def diagnose(message):\n    return {names}"
LOST = '{**lost, "tool_use_id": id}'
BY_INDEX = """
def diagnose(message):
    places = {
        "messages.2.content.0": "no partner",
        "messages.1:": "no result",
        "messages.0:": "empty message",
        "messages.2.content.2": "answered twice",
    }
    found = "only be in" in message and "wrong role"
    return found or next((n for p, n in places.items() if message.startswith(p)), "unknown tool")
"""
LATER = """
def mend(messages):
    mended, waiting = [], list(messages)
    while waiting:
        message = waiting.pop(0)
        mended.append(message)
        calls = [block["id"] for block in as_blocks(message) if block["type"] == "tool_use"]
        if not calls:
            continue
        answered = bool(waiting) and waiting[0]["role"] == "user"
        blocks = as_blocks(waiting.pop(0)) if answered else []
        given = {block["tool_use_id"]: block for block in blocks if block["type"] == "tool_result"}
        lost = {"type": "tool_result", "is_error": True, "content": "no result was recorded"}
        results = [given.get(id) or {**lost, "tool_use_id": id} for id in calls]
        mended.append({"role": "user", "content": results + [b for b in blocks if b["type"] != "tool_result"]})
    return mended
"""

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
            Wrong(
                "only the calls",
                changed("4.1a", "reply.content})", "calls or text})"),
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
            Wrong(
                "ids in reverse",
                changed("4.1c", '"tool_use_id": block.id', '"tool_use_id": calls[-1 - len(results)].id'),
                names="swapped-results",
            ),
            Wrong(
                "always the first function",
                changed("4.1c", "functions[block.name](**", "list(functions.values())[0](**"),
                names="another-call-ran",
            ),
            Wrong(
                "arguments dropped",
                changed("4.1c", "(**block.input)", "()"),
                names="another-call-ran",
            ),
            Wrong(
                "all results are errors",
                changed("4.1c", '"content": output}', '"content": output, "is_error": True}'),
                names="success-marked-as-error",
            ),
            Wrong(
                "nothing in it",
                changed("4.1c", '"content": output}', '"content": ""}'),
                names="empty-result",
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
            Wrong(
                "the first call alone",
                changed(
                    "4.1d", "in reply.content:", "in [b for b in reply.content if b.type == 'tool_use'][:1]:"
                ),
                names="half-the-results",
            ),
            Wrong(
                "ends when there is no call",
                changed(
                    "4.1d",
                    'reply.stop_reason != "tool_use"',
                    'not any(block.type == "tool_use" for block in reply.content)',
                ),
                names="runs-a-cut-call",
            ),
            Wrong(
                "text of the first block",
                changed(
                    "4.1d",
                    '"".join(block.text for block in reply.content if block.type == "text"), ',
                    "reply.content[0].text, ",
                ),
                says="It is 23:10.",
            ),
        ],
    ),
    Case(
        "4.2",
        passes="diagnose",
        wrong=[
            Wrong("always the same", DIAGNOSE.format(names='"no partner"'), says="no result"),
            Wrong("by the index", BY_INDEX, names="diagnoses-by-number"),
            Wrong(
                "prints", 'def diagnose(message):\n    print("no partner")', names="prints-instead-of-returns"
            ),
            Wrong("a list", DIAGNOSE.format(names='["no partner"]'), says="This is a list, not text."),
            Wrong(
                "capitals",
                changed("4.2", "return next(", "return next(").replace('"no partner"', '"No partner"'),
                says="The names are",
            ),
            Wrong(
                "a lookup of its own", DIAGNOSE.format(names="{}[message]"), says="KeyError: no name found"
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
                changed("4.3", f"found.get(id) or {LOST}", LOST),
                names="throws-results-away",
            ),
            Wrong(
                "drops the turn with the calls",
                "def mend(messages):\n    return [m for m in messages if isinstance(m['content'], str)] or messages[:1]",
                says="all but the results",
            ),
            Wrong(
                "looks into the next message only",
                solution_of("4.3") + LATER,
                says="a result one message late",
            ),
            Wrong(
                "results spoken by the assistant stay",
                changed(
                    "4.3",
                    'if block["type"] != "tool_result"]',
                    'if message["role"] != "user" or block["type"] != "tool_result"]',
                ),
                says="can only be in `user` messages",
            ),
            Wrong(
                "the last of two counts",
                changed(
                    "4.3",
                    'found.setdefault(block["tool_use_id"], block)',
                    'found[block["tool_use_id"]] = block',
                ),
                names="throws-results-away",
            ),
            Wrong(
                "an empty error",
                changed("4.3", '"no result was recorded"', '""'),
                names="error-says-nothing",
            ),
            Wrong(
                "dicts only",
                changed(
                    "4.3",
                    "[block if isinstance(block, dict) else block.to_dict() for block in content]",
                    "content",
                ),
                says="'ToolUseBlock' object is not subscriptable",
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


WORDS = st.sampled_from(["Yes.", "One moment.", "Thanks!"])


@st.composite
def conversations(draw) -> list[dict]:
    """A question, then messages whose calls have ids of their own and whose results stand anywhere."""
    ids = [f"toolu_{n}" for n in range(draw(st.integers(0, 4)))]
    todo, messages = list(ids), [ASK]
    for _ in range(draw(st.integers(0, 7))):
        role, blocks = draw(st.sampled_from(["user", "assistant"])), []
        for kind in draw(st.lists(st.sampled_from(["text", "use", "use", "result", "result"]), max_size=3)):
            if kind == "text":
                blocks.append({"type": "text", "text": draw(WORDS)})
            elif kind == "result":
                blocks.append({**RESULT, "tool_use_id": draw(st.sampled_from([*ids, "toolu_orphan"]))})
            elif role == "assistant" and todo:
                blocks.append({**CALL, "id": todo.pop(0)})
        if role == "assistant" and draw(st.booleans()):
            blocks = [ToolUseBlock(**block) if block["type"] == "tool_use" else block for block in blocks]
        as_text = [block["text"] for block in blocks if isinstance(block, dict) and block["type"] == "text"]
        whole = len(as_text) == len(blocks) and draw(st.booleans())
        messages.append({"role": role, "content": "".join(as_text) if whole else blocks})
    return messages


def turns(messages: list[dict]) -> list[dict]:
    return merge([{**message, "content": plain_content(message["content"])} for message in messages])


MEND: dict = {}
run_cell(solution_of("4.3"), MEND)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(messages=conversations())
def test_mend_gives_what_the_api_accepts(messages):
    before = copy.deepcopy(messages)
    mended = MEND["mend"](messages)
    assert messages == before
    assert mending._refusal([*mended, ASK]) == ""
    results = [
        block for turn in turns(messages) for block in turn["content"] if block["type"] == "tool_result"
    ]
    first = {block["tool_use_id"]: block for block in reversed(results)}
    for turn in turns(mended):
        for block in turn["content"]:
            if block["type"] == "tool_result":
                assert block == first.get(block["tool_use_id"], block)
                assert block["tool_use_id"] in first or block["is_error"]
    if mending._refusal([*messages, ASK]) == "":
        kept = [
            block for turn in turns(mended) for block in turn["content"] if block["type"] == "tool_result"
        ]
        assert sorted(map(str, kept)) == sorted(map(str, results))
    assert mending._others(turns(mended)) == mending._others(turns(messages))
    assert MEND["mend"](mended) == mended


@pytest.mark.parametrize(
    ("what", "messages"), [*mending._broken("toolu_1", "toolu_2"), *mending._sound("toolu_1", "toolu_2")]
)
def test_the_rules_alone_and_the_whole_mock_agree_on_mend(what, messages):
    mended = MEND["mend"](messages)
    assert refusal([*messages, ASK]) == mending._refusal([*messages, ASK])
    assert refusal([*mended, ASK]) == ""
