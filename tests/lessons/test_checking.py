"""`check` on every kind of answer a learner may pass."""

from __future__ import annotations

import pytest

from clockhands.errors import CheckFailed, UnknownExerciseError
from clockhands.lessons import check, store

from .example_chapter import CHAPTER
from .exercise_cases import Case, Wrong, case_tests, run_cell

pytestmark = pytest.mark.usefixtures("example")

RUN_TOOL = '''
def run_tool(block):
    """tool_use block in, tool_result block out."""
    if block.name not in FUNCTIONS:
        return {"type": "tool_result", "tool_use_id": block.id, "content": "unknown tool", "is_error": True}
    return {"type": "tool_result", "tool_use_id": block.id, "content": FUNCTIONS[block.name](**block.input)}
'''

LOOP = """
def loop(client, functions, prompt):
    messages = [{"role": "user", "content": prompt}]
    while True:
        reply = client.messages.create(model="claude-haiku-4-5", max_tokens=100, messages=messages)
        if reply.stop_reason != "tool_use":
            return "".join(b.text for b in reply.content if b.type == "text")
        messages.append({"role": "assistant", "content": reply.content})
        messages.append({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": b.id, "content": functions[b.name](**b.input)}
            for b in reply.content if b.type == "tool_use"]})
"""

CASES = [
    Case(
        "97.1",
        passes="run_tool",
        setup="FUNCTIONS = {'get_time': lambda timezone: '23:10'}",
        stub='def run_tool(block):\n    """tool_use in."""\n    raise NotImplementedError  # your code here',
        solution=RUN_TOOL,
        wrong=[
            Wrong("the id is the name", RUN_TOOL.replace("block.id", "block.name"), names="id-is-name"),
            Wrong("prints", "def run_tool(block):\n    print(block.name)", names="prints-instead-of-returns"),
            Wrong(
                "not marked", RUN_TOOL.replace(', "is_error": True', ""), says='The key "is_error" is missing'
            ),
            Wrong("raises", RUN_TOOL.replace("block.id", "block.ident"), says="AttributeError"),
            Wrong("async", "async def run_tool(block):\n    return 3", says="This is a number, not a dict"),
        ],
    ),
    Case(
        "97.2",
        passes="loop",
        stub="def loop(client, functions, prompt):\n    raise NotImplementedError",
        solution=LOOP,
        wrong=[
            Wrong("never appends", LOOP.replace("messages.append(", "str("), names="same-request-again"),
            Wrong("spins", "def loop(*a):\n    while True:\n        pass", names="endless-loop"),
            Wrong(
                "summary",
                LOOP.replace('"content": reply.content}', '"content": "I will look."}'),
                says="unexpected `tool_use_id`",
            ),
        ],
    ),
    Case(
        "97.3",
        passes="answer",
        stub="answer = ...",
        solution="answer = 3",
        wrong=[
            Wrong("forgets one", "answer = 2", names="counts-only-tools"),
            Wrong("text", "answer = 'three'", says="a whole number"),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def answer(
    source: str, name: str = "run_tool", setup: str = "FUNCTIONS = {'get_time': lambda timezone: '1'}"
):
    names: dict = {}
    run_cell(setup, names)
    run_cell(source, names)
    return names[name]


def test_a_pass_shows_points_and_what_was_tried():
    card = check("97.1", answer(RUN_TOOL))
    assert repr(card) == "Passed: 97.1\n  2 points. Tried on two calls, one of a tool that does not exist."
    assert card.passed


def test_a_wrong_answer_shows_call_yours_expected_why_and_cure():
    card = check("97.1", answer(RUN_TOOL.replace("block.id", "block.name")))
    text = repr(card)
    assert "You called  run_tool(call to get_time, id toolu_01Kq)" in text
    assert '"tool_use_id": "get_time"' in text and '"tool_use_id": "toolu_01Kq"' in text
    assert "(id-is-name)" in text and "Copy `block.id`" in text
    assert max(map(len, text.splitlines())) <= 100


def test_an_exception_shows_its_message_and_the_learners_own_line_only():
    card = check("97.1", answer(RUN_TOOL.replace("block.id", "block.ident")))
    text = repr(card)
    assert "AttributeError: " in text and "has no attribute 'ident'" in text
    assert 'line 5, in run_tool: return {"type": "tool_result", "tool_use_id": block.ident' in text
    assert "Traceback" not in text and ".py" not in text and "<learner" not in text


@pytest.mark.parametrize("stub", [..., [..., ...], {"a": ..., "b": [...]}, (...,)])
def test_values_left_open_are_not_attempted(stub):
    assert check("97.3", stub).verdict.state == "not attempted"


@pytest.mark.parametrize("body", ["pass", "...", "raise NotImplementedError()", "'only a docstring'"])
def test_functions_left_open_are_not_attempted(body):
    assert check("97.1", answer(f"def run_tool(block):\n    {body}")).verdict.state == "not attempted"


def test_returning_none_on_purpose_is_an_attempt():
    assert check("97.1", answer("def run_tool(block):\n    return None")).verdict.state == "not yet"


def test_an_answer_partly_open_says_so():
    card = check("97.3", [1, ...])
    assert card.verdict.state == "not yet" and "One answer is still `...`" in repr(card)


def test_another_function_left_open_is_named():
    source = "def later(b):\n    x = 1\n    raise NotImplementedError\n\n"
    source += "def run_tool(block):\n    return later(block)"
    card = check("97.1", answer(source))
    assert card.verdict.state == "not attempted"
    assert "`run_tool` uses `later`" in repr(card)


def test_the_result_in_place_of_the_function():
    card = check("97.1", {"type": "tool_result"})
    assert card.verdict.misconception.id == "result-not-function"
    assert 'Write check("97.1", run_tool), with no parentheses after `run_tool`.' in " ".join(
        repr(card).split()
    )


def test_a_coroutine_in_place_of_the_function():
    async def run_tool(block): ...

    assert check("97.1", run_tool("x")).verdict.misconception.id == "result-not-function"


def test_the_function_in_place_of_its_result():
    assert "pass what it gives back" in repr(check("97.3", answer("def run_tool(b):\n    return 3")))


@pytest.mark.parametrize("answers", [(), (1, 2)])
def test_the_wrong_number_of_answers(answers):
    card = check("97.3", *answers)
    assert card.verdict.state == "not yet"
    assert 'check("97.3", answer)' in repr(card) and "takes 1 answer" in repr(card)


@pytest.mark.parametrize("id", ["97.11", "97", "3.x", "", "ninety", 97.1, None])
def test_an_unknown_id_names_the_nearest(id):
    with pytest.raises(UnknownExerciseError, match=r"97\.1"):
        check(id, print)


def test_under_grading_only_a_pass_goes_through(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert check("97.1", answer(RUN_TOOL)).passed
    for wrong in (answer("def run_tool(block):\n    return 1"), answer("def run_tool(block):\n    ..."), 3):
        with pytest.raises(CheckFailed, match=r"97\.1"):
            check("97.1", wrong)
    with pytest.raises(CheckFailed):
        check("97.1")


def test_grading_is_read_at_call_time_and_keeps_no_progress(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    check("97.3", 3)
    monkeypatch.delenv("NBGRADER_EXECUTION")
    assert store.events() == ([], "")
    assert not check("97.3", 2).passed
    assert [e["state"] for e in store.events("check")[0]] == ["not yet"]


def test_the_card_escapes_what_the_learner_made():
    html = check("97.1", answer("def run_tool(b):\n    return {'<script>': '<b>'}"))._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html
    assert 'role="status"' in html


def test_what_the_learner_prints_is_kept_short():
    source = "def run_tool(b):\n    for n in range(10**5):\n        print('line', n, 'x' * 200)\n    return 1"
    text = repr(check("97.1", answer(source)))
    assert "line 0" in text and "more lines" in text and len(text) < 1500


def test_an_error_of_the_sdk_is_told_in_the_words_of_the_api():
    spoken = LOOP.replace('"role": "user", "content": [', '"role": "assistant", "content": [')
    card = check("97.2", answer(spoken, "loop"))
    assert card.verdict.misconception.id == "result-as-assistant"
    assert "Error code" not in repr(card) and "It points at messages[2]" in repr(card)
