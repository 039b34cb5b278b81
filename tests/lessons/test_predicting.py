"""`predict` and `predicted`: committed before, compared after."""

from __future__ import annotations

import pytest

from clockhands.errors import UnknownExerciseError
from clockhands.lessons import predict, predicted, predicting, store

pytestmark = pytest.mark.usefixtures("example")

OPTIONS = ["client.messages.create(...)", "get_current_time(...)", "neither"]


def flat(card) -> str:
    return " ".join(repr(card).split())


def ask(**mine):
    return predict("97.a", "Which line reads the clock?", OPTIONS, **mine)


def test_the_question_stands_alone_as_text():
    assert repr(ask()).splitlines() == [
        "Predict: 97.a  Which line reads the clock?",
        "  1.  client.messages.create(...)",
        "  2.  get_current_time(...)",
        "  3.  neither",
        "  Commit before you go on: add mine=2 to the call above, with the number of your choice, and run",
        "  it again.",
    ]


@pytest.mark.parametrize("mine", [3, "neither"])
def test_the_right_one(mine):
    assert "You predict: neither. Now run the next cell." in flat(ask(mine=mine))
    card = predicted("97.a")
    assert repr(card).startswith("As predicted: 97.a")
    assert "The reply is a request; nothing ran." in flat(card)


def test_a_wrong_one_is_compared_and_its_belief_named():
    ask(mine=1)
    card = predicted("97.a")
    text = flat(card)
    assert text.startswith("Surprise: 97.a You said client.messages.create(...) Answer neither")
    assert "(model-runs-the-tool)" in text


def test_a_wrong_one_without_a_name():
    ask(mine=2)
    assert "Belief" not in repr(predicted("97.a"))


def test_without_a_prediction_the_answer_is_told_without_judgement():
    card = predicted("97.a")
    assert repr(card).startswith("Answer: 97.a") and "You said" not in repr(card)


def test_the_latest_answer_before_the_reveal_counts():
    ask(mine=1)
    ask(mine=3)
    assert repr(predicted("97.a")).startswith("As predicted")
    card = ask(mine=2)
    assert "already shown" in flat(card) and "You predict: neither" in flat(card)
    assert repr(predicted("97.a")).startswith("As predicted")


def test_after_a_reveal_without_prediction_a_first_one_still_counts():
    predicted("97.a")
    ask(mine=3)
    assert repr(predicted("97.a")).startswith("As predicted")


@pytest.mark.parametrize("mine", [0, 4, -1, "other", True, 1.5, [], object()])
def test_answers_that_are_none_of_the_options(mine):
    assert "Choose one of the numbers 1 to 3" in flat(ask(mine=mine))
    assert store.events("prediction")[0] == []


def test_a_number_with_its_unit():
    card = predict("97.b", "How many tokens?", unit="tokens")
    assert "add mine=120 to the call above, with your number of tokens" in flat(card)
    predict("97.b", "How many tokens?", unit="tokens", mine=500)
    text = flat(predicted("97.b"))
    assert "As predicted: 97.b You said 500 tokens Answer 600 tokens" in text
    predict("97.b", unit="tokens", mine=1)


def test_a_number_too_far_off_and_an_actual_value():
    predict("97.b", "?", mine=500)
    assert repr(predicted("97.b", actual=1000)).startswith("Surprise")
    assert repr(predicted("97.b", actual=499.0)).startswith("As predicted")


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    predict("97.b", "?", mine=numpy.int64(600))
    assert store.events("prediction")[0][-1]["answer"] == 600
    predict("97.b", "?", mine=numpy.float32(600.5))
    assert repr(predicted("97.b")).startswith("As predicted")


@pytest.mark.parametrize("mine", ["many", None.__class__, True])
def test_what_is_no_number(mine):
    assert "Your answer is a number here" in flat(predict("97.b", "?", mine=mine))


def test_an_unknown_id_names_the_nearest():
    for call in (predict, predicted):
        with pytest.raises(UnknownExerciseError, match=r"97\.a"):
            call("97.c")


def test_the_buttons_commit_like_the_call(monkeypatch):
    box = ask().box()
    buttons = [child for child in box.children if hasattr(child, "click")]
    assert [button.description for button in buttons] == [
        "1. client.messages.create(...)",
        "2. get_current_time(...)",
        "3. neither",
    ]
    buttons[2].click()
    assert "You predict: neither" in box.children[-1].value
    assert 'role="status"' in box.children[-1].value
    assert repr(predicted("97.a")).startswith("As predicted")


def test_the_number_field_commits_like_the_call():
    box = predict("97.b", "How many?", unit="tokens").box()
    field, button = box.children[1].children
    assert field.description == "tokens"
    field.value = "many"
    button.click()
    assert "Your answer is a number here" in box.children[-1].value
    field.value = "1,600"
    button.click()
    assert "You predict: 1600 tokens" in box.children[-1].value


def test_no_buttons_without_a_kernel():
    assert not predicting.buttons.usable()


@pytest.mark.parametrize("mine", [-5, float("nan"), float("inf"), "many", True, [1]])
def test_a_number_that_makes_no_sense_is_not_taken(mine):
    text = flat(predict("97.b", "How many tokens?", unit="tokens", mine=mine))
    assert "Your answer is a" in text and not store.events("prediction")[0]


def test_choices_are_not_answered_without_their_list():
    text = flat(predict("97.a", mine=99))
    assert "has choices" in text and not store.events("prediction")[0]
