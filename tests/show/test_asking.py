"""A person's yes or no to a dangerous call; the clicks themselves are tried in tests/browser."""

from __future__ import annotations

import builtins
import threading

import pytest

from clockhands import Script, call, connect, run, show
from clockhands.show import asking
from clockhands.tools import Tool

ARGUMENTS = {"to": "Ada <b>", "amount": 40}


@pytest.fixture
def typed(monkeypatch):
    """What stands at the prompt, and what is typed there."""
    asked = []

    def answer(text):
        def line(prompt):
            asked.append(prompt)
            if isinstance(text, Exception):
                raise text
            return text

        monkeypatch.setattr(builtins, "input", line)
        return asked

    return answer


@pytest.mark.parametrize(
    ("text", "said"),
    [("yes", True), (" YES ", True), ("y", False), ("", False), ("no", False), ("true", False)],
)
def test_at_a_prompt_only_the_word_yes_is_a_yes(typed, text, said):
    asked = typed(text)
    assert show.confirm("pay", ARGUMENTS) is said
    assert asked[0].startswith("Run pay with these arguments?") and '"amount": 40' in asked[0]


@pytest.mark.parametrize("nobody", [EOFError(), RuntimeError("no stdin"), OSError()])
def test_where_nobody_can_be_asked_the_answer_is_no(typed, nobody):
    typed(nobody)
    assert show.confirm("pay", ARGUMENTS) is False


@pytest.mark.parametrize(("button", "said"), [("yes", True), ("no", False)])
def test_the_first_press_counts_and_ends_the_question(button, said):
    question = asking.Question("pay", "{}")
    threading.Timer(0.05, getattr(question, button).click).start()
    assert question.answer(10) is said
    (question.no if said else question.yes).click()
    assert question.answer(0) is said
    assert question.yes.disabled and question.no.disabled
    assert ("it runs" if said else "refused") in question.status.value


def test_silence_is_a_no_and_a_late_yes_changes_nothing():
    question = asking.Question("pay", "{}")
    assert question.answer(0) is False
    question.yes.click()
    assert question.answer(0) is False and "in time" in question.status.value


def test_the_arguments_are_shown_as_they_are():
    box = asking.Question("pay", '{"to": "<script>"}').box
    assert "&lt;script&gt;" in box.children[0].value


@pytest.mark.parametrize(("text", "runs"), [("yes", 1), ("no", 0)])
def test_it_is_what_a_loop_asks_before_a_dangerous_tool(typed, text, runs):
    typed(text)
    paid = []
    schema = {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}
    pay = Tool("pay", "Pay an amount.", schema, fn=lambda amount: paid.append(amount), dangerous=True)
    client, _ = connect(Script(call("pay", amount=40), "Done."), quiet=True)
    assert run(client, [pay], "Pay 40.", approve=show.confirm).status == "success"
    assert len(paid) == runs
