"""Chapter 12: stubs, solutions, the wrong answers the learner hears about by name, and what the page claims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clockhands import Script, connect, transport_of
from clockhands.lessons import ch12_checks as checks
from clockhands.lessons.ch12 import CHAPTER
from clockhands.mock import call, models
from clockhands.shapes import from_chat_reply, to_chat

from .exercise_cases import Case, Wrong, case_tests, run_cell, solution_of

ROOT = Path(__file__).resolve().parents[2]


def cell(id: str) -> str:
    """The source of a cell of the solved notebook."""
    path = ROOT / "solutions" / "12_shapes_and_shortcuts.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return next("".join(c["source"]) for c in notebook["cells"] if c["id"] == id)


SETUP = "\n".join(["import json", cell("other-reply"), cell("assistant-message").rpartition("\n\n\n")[0]])
RUNNER = "from clockhands import connect\nclient, MODEL = connect(quiet=True)"


def changed(id: str, old: str, new: str) -> str:
    source = solution_of(id)
    assert old in source, source
    return source.replace(old, new)


ONE_MESSAGE = """
def to_chat_messages(messages):
    out = []
    for message in messages:
        blocks = message["content"]
        if isinstance(blocks, str):
            out.append({"role": message["role"], "content": blocks})
        elif message["role"] == "assistant":
            out.append(assistant_message(blocks))
        else:
            results = [b for b in blocks if b["type"] == "tool_result"]
            text = "".join(b["text"] for b in blocks if b["type"] == "text")
            answer = {"role": "tool", "tool_call_id": results[0]["tool_use_id"]}
            out.append({**answer, "content": " ".join(r["content"] for r in results)})
            if text:
                out.append({"role": "user", "content": text})
    return out
"""
AS_IT_IS = """
def to_chat_messages(messages):
    return [assistant_message(m["content"]) if m["role"] == "assistant" and isinstance(m["content"], list) else m for m in messages]
"""
TEXT_FIRST = changed(
    "12.1",
    "            for block in blocks:\n",
    "            text = ''.join(b['text'] for b in blocks if b['type'] == 'text')\n            if text:\n                out.append({'role': 'user', 'content': text})\n                blocks = [b for b in blocks if b['type'] != 'text']\n            for block in blocks:\n",
)
OWN_LOOP = """
def run_with_runner(client, tools, prompt, max_steps):
    messages = [{"role": "user", "content": prompt}]
    specs = [tool.to_dict() for tool in tools]
    for _ in range(max_steps):
        reply = client.messages.create(model=MODEL, max_tokens=1024, tools=specs, messages=messages)
        text = "".join(b.text for b in reply.content if b.type == "text")
        if reply.stop_reason != "tool_use":
            return ("success" if reply.stop_reason == "end_turn" else reply.stop_reason), text
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": b.id, "content": "x"} for b in calls]
        messages += [{"role": "assistant", "content": reply.content}, {"role": "user", "content": results}]
    return "step_limit", text
"""

CASES = [
    Case(
        "12.1",
        passes="to_chat_messages",
        setup=SETUP,
        wrong=[
            Wrong("all results in one", ONE_MESSAGE, names="results-in-one-message"),
            Wrong("user messages as they are", AS_IT_IS, names="result-role-kept"),
            Wrong("the id under its old name", changed("12.1", '"tool_call_id":', '"tool_use_id":'), names="words-of-the-other-shape"),
            Wrong("text lost", changed("12.1", "            if text:", "            if False:"), names="text-beside-lost"),
            Wrong("text first", TEXT_FIRST, names="text-before-results"),
            Wrong("the tool's name as id", changed("12.1", 'block["tool_use_id"]', '"call_1"'), names="invented-id"),
        ],
    ),
    Case(
        "12.2a",
        passes="from_completion",
        setup=SETUP,
        wrong=[
            Wrong("no json.loads", changed("12.2a", "arguments = json.loads(text)", "arguments = text").replace("if not isinstance(arguments, dict):", "if False:"), names="arguments-stay-text"),
            Wrong("believes stop", changed("12.2a", 'if stop == "end_turn" and', 'if stop == "never" and'), names="trusts-finish-reason"),
            Wrong("asks whenever a call is there", changed("12.2a", 'if stop == "end_turn" and any', "if any"), names="runs-cut-call"),
            Wrong("empty arguments instead", changed("12.2a", "            arguments = None", "            arguments = {}"), names="bad-arguments-swallowed"),
            Wrong("a list is let through", changed("12.2a", "if not isinstance(arguments, dict):", "if arguments is None:"), names="bad-arguments-swallowed"),
            Wrong("an error without the id", changed("12.2a", "call {asked['id']}: the", "The"), names="error-names-no-call"),
            Wrong("new ids", changed("12.2a", '"id": asked["id"]', '"id": name'), names="invented-id"),
            Wrong("the first call only", changed("12.2a", 'message.get("tool_calls") or []', '(message.get("tool_calls") or [])[:1]'), names="half-the-results"),
        ],
    ),
    Case(
        "12.2b",
        passes="test_from_completion",
        setup=SETUP,
        wrong=[
            Wrong("asserts nothing", "import copy\ndef test_from_completion(from_completion):\n    from_completion(copy.deepcopy(other))", names="test-lets-mutant-live"),
            Wrong("never forced", changed("12.2b", '"finish_reason"] = "stop"', '"finish_reason"] = "tool_calls"'), names="test-lets-mutant-live"),
            Wrong("no text", changed("12.2b", '"content"] = "I look it up."', '"content"] = None').replace('["text", "tool_use"]', '["tool_use"]'), names="test-lets-mutant-live"),
            Wrong("wants the finish reason", changed("12.2b", '== "tool_use", "a forced', '== "stop", "a forced'), names="test-refuses-right-code"),
        ],
    ),
    Case(
        "12.3",
        passes="run_with_runner",
        setup=RUNNER,
        wrong=[
            Wrong("no cap", changed("12.3", "        max_iterations=max_steps,\n", ""), names="never-stops"),
            Wrong("the cap is a success", changed("12.3", '"tool_use": "step_limit"', '"tool_use": "success"'), names="cap-is-answer"),
            Wrong("one too many", changed("12.3", "=max_steps,", "=max_steps + 1,"), names="one-request-too-many"),
            Wrong("one too few", changed("12.3", "=max_steps,", "=max(1, max_steps - 1),"), names="stops-too-early"),
            Wrong("the first block", changed("12.3", '"".join(block.text for block in last.content if block.type == "text")', 'next((b.text for b in last.content if b.type == "text"), "")'), names="first-block-only"),
            Wrong("a loop of one's own", OWN_LOOP, names="loop-without-runner"),
        ],
    ),
]  # fmt: skip

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


@pytest.mark.parametrize("mutant", [*checks.MUTANTS, checks.drops_the_arguments], ids=lambda m: m.__name__)
def test_the_reference_of_the_test_exercise_agrees_with_the_package(mutant):
    replies = [
        checks.completion("stop", ("c1", "f", '{"n": 1}'), text="So:"),
        checks.completion("tool_calls", ("c1", "f", '{"n": 1}')),
        checks.completion("length", text="Cut"),
    ]
    for theirs in replies:
        message = from_chat_reply(theirs)
        right = {"content": message["content"], "stop_reason": message["stop_reason"]}
        assert checks.right_from_completion(theirs) == right
    assert mutant(replies[0]) != checks.right_from_completion(replies[0])


def answer(id: str):
    return next(p for p in CHAPTER.predictions if p.id == id).answer


def test_prediction_b_is_what_the_translator_does():
    results = [{"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "x"} for n in (1, 2)]
    assert len(to_chat({"messages": [{"role": "user", "content": results}]})["messages"]) == answer("12.b")


def test_prediction_c_holds_for_the_newest_models_only():
    forced = {name: facts.forced_tools for name, facts in models.KNOWN.items()}
    assert not all(forced.values())
    assert any(forced.values())


@pytest.mark.parametrize(("options", "count"), [({}, answer("12.d")), ({"thread": False}, 3)])
def test_prediction_d_is_what_the_runner_sends(options, count):
    names: dict = {}
    run_cell(cell("other-reply"), names)
    names["MODEL"] = connect(quiet=True)[1]
    names["connect"] = connect
    run_cell(cell("beta-tool"), names)
    run_cell(cell("ran"), names)
    script = Script([call("convert", **names["TOKYO"])], "23:10")
    _, requests = names["ran"](script, [names["convert"]], **options)
    assert len(requests[1]["messages"]) == count


def test_question_5_the_last_calls_run_and_nobody_is_told():
    from anthropic import beta_tool

    ran = []

    def pay(euros: int) -> str:
        """Pay."""
        ran.append(euros)
        return "paid"

    client, model = connect(Script(call("pay", euros=5), "Paid."), quiet=True)
    asked = [{"role": "user", "content": "Pay."}]
    runner = client.beta.messages.tool_runner(
        model=model, max_tokens=99, tools=[beta_tool(pay)], messages=asked, max_iterations=1
    )
    assert runner.until_done().stop_reason == "tool_use"
    assert (ran, len(transport_of(client).log)) == ([5], 1)
