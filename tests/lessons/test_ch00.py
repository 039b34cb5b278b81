"""Chapter 0: its exercise, its placement, and what each missed question says about where to start."""

from __future__ import annotations

import pytest

from clockhands import connect, quiz
from clockhands.lessons import chapters
from clockhands.lessons.ch00 import CHAPTER

from .exercise_cases import Case, Wrong, case_tests

CASES = [
    Case(
        "0.1",
        passes="first_message",
        wrong=[
            Wrong(
                "spoken by the assistant",
                "def first_message(question):\n    return {'role': 'assistant', 'content': question}",
                names="question-as-assistant",
            ),
            Wrong(
                "hard-coded",
                "def first_message(question):\n    return {'role': 'user', 'content': 'What time is it?'}",
                names="fixed-answer",
            ),
            Wrong(
                "prints",
                "def first_message(question):\n    print(question)",
                names="prints-instead-of-returns",
            ),
            Wrong(
                "a list",
                "def first_message(question):\n    return [{'role': 'user', 'content': question}]",
                says="not a dict",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)

QUESTIONS = chapters.chapter(0).questions
RIGHT = "".join("abc"[question.right] for question in QUESTIONS)


def test_there_are_ten_placement_questions_and_all_right_needs_no_chapter():
    assert len(RIGHT) == 10
    assert quiz(0, answers=RIGHT).start_at is None


@pytest.mark.parametrize("missed", range(10))
def test_a_missed_question_names_its_chapter(missed):
    wrong = "b" if RIGHT[missed] != "b" else "a"
    answers = RIGHT[:missed] + wrong + RIGHT[missed + 1 :]
    assert quiz(0, answers=answers).start_at == QUESTIONS[missed].start_at


def test_prediction_a_nothing_is_kept_between_requests():
    client, model = connect(quiet=True)
    client.messages.create(
        model=model, max_tokens=50, messages=[{"role": "user", "content": "My name is Ada."}]
    )
    ask = [{"role": "user", "content": "What is my name?"}]
    assert "Ada" not in str(client.messages.create(model=model, max_tokens=50, messages=ask).content)
