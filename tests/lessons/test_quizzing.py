"""Quizzes and opening questions: asked, answered, explained, recorded."""

from __future__ import annotations

import pytest

from clockhands.errors import UnknownExerciseError
from clockhands.lessons import chapters, exercise, quiz, quizzing, store, warm_up
from clockhands.lessons.exercise import Chapter, Choice, Question

pytestmark = pytest.mark.usefixtures("example")


def flat(card) -> str:
    return " ".join(repr(card).split())


def question(id: str, **more) -> Question:
    wrong = Choice("no", False, "Not this.", "no-clock")
    return Question(id, "beginner", f"About {id}?", [Choice("yes", True, "This."), wrong], **more)


@pytest.fixture
def course(monkeypatch):
    """Three chapters with questions; the second chooses its opening itself."""
    made = {
        1: Chapter(1, "One", questions=[question("1.q1"), question("1.q2")]),
        2: Chapter(2, "Two", questions=[question("2.q1")], opening=["1.q2", question("2.q9")]),
        3: Chapter(3, "Three", questions=[question("3.q1", start_at=4), question("3.q2", start_at=2)]),
    }
    monkeypatch.setattr(chapters, "chapter", made.get)
    monkeypatch.setattr(chapters, "chapters", lambda: list(made.values()))
    return made


def test_the_quiz_stands_alone_as_text():
    assert repr(quiz(97)).splitlines() == [
        "Questions: Chapter 97: An example",
        "",
        "  1. Who runs the tool? (beginner)",
        "  a)  the app",
        "  b)  the model",
        "",
        "  2. How many requests do two dependent steps take? (advanced)",
        "  a)  two",
        "  b)  three",
        '  Answer with one letter a question: quiz(97, answers="ab")',
    ]


def test_answers_are_explained_and_wrong_ones_named():
    card = quiz(97, answers="bb")
    text = flat(card)
    assert text.startswith("1 of 2 right: Chapter 97")
    assert "Not so b) the model Why It has no computer." in text
    assert "(model-runs-the-tool)" in text
    assert "Instead a) the app. The model only asks." in text
    assert "Right b) three Why Each step, and the final reply." in text
    assert card.right == 1 and [one.right for one in card.answered] == [False, True]


@pytest.mark.parametrize("answers", ["BA", "b, a", ["b", "a"], {"97.q1": "b", "97.q2": "A"}, ("b", "a")])
def test_ways_to_answer(answers):
    card = quiz(97, answers)
    assert [one.choice for one in card.answered] == [1, 0]


def test_a_question_may_be_left_out():
    assert [one.question.id for one in quiz(97, "-b").answered] == ["97.q2"]
    assert [one.question.id for one in quiz(97, "a").answered] == ["97.q1"]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ("z", '"z" is no choice of question 1'),
        ("ac", '"c" is no choice of question 2'),
        ("abab", "There are 2 questions and 4 answers"),
        ({"97.q7": "a"}, "These ids are not in this quiz: 97.q7"),
        ("--", "No question was answered"),
        ([1, 2], '"1" is no choice'),
        (5, "The answers are letters"),
    ],
)
def test_answers_that_cannot_be_read(answers, says):
    card = quiz(97, answers)
    assert says in flat(card) and "Who runs the tool?" in flat(card)
    assert store.events("question")[0] == []


def test_answers_are_recorded():
    quiz(97, "ba")
    first, second = store.events("question")[0]
    assert (first["ref"], first["right"], first["misconception"]) == ("97.q1", False, "model-runs-the-tool")
    assert (second["ref"], second["choice"], second["misconception"]) == ("97.q2", 0, "counts-only-tools")


def test_opening_questions_come_from_earlier_chapters_nearest_first(course):
    assert [q.id for q in quizzing.opening_questions(3)] == ["2.q1", "1.q1", "1.q2"]
    text = repr(warm_up(3))
    assert "About 2.q1?" in text and 'warm_up(3, answers="abc")' in text
    assert warm_up(3, "aba").right == 2


def test_a_chapter_may_choose_its_opening_questions(course):
    assert [q.id for q in quizzing.opening_questions(2)] == ["1.q2", "2.q9"]


def test_a_placement_says_where_to_start(course):
    assert "Start with chapter 2." in repr(quiz(3, "bb"))
    assert "Start with chapter 4." in repr(quiz(3, "ba"))
    assert "Start with" not in repr(quiz(3, "aa"))


def test_chapters_without_questions_say_which_have_some(course):
    with pytest.raises(UnknownExerciseError, match="these have one: 1, 2, 3"):
        quiz(9)
    with pytest.raises(UnknownExerciseError, match="no chapter before 1"):
        warm_up(1)


def test_the_buttons_answer_and_explain():
    box = quizzing._box(1, quiz(97).questions[0])
    buttons = [child for child in box.children if hasattr(child, "click")]
    assert [button.description for button in buttons] == ["a) the app", "b) the model"]
    buttons[1].click()
    assert "It has no computer." in box.children[-1].value
    assert [e["ref"] for e in store.events("question")[0]] == ["97.q1"]


@pytest.mark.parametrize("chapter", ["3", None, True, 3.0, [3]])
def test_a_chapter_that_is_no_number_is_told_which_there_are(course, chapter):
    for ask in (quiz, warm_up):
        with pytest.raises(UnknownExerciseError, match="these have one: 1, 2, 3"):
            ask(chapter)


def test_no_letter_beats_a_quiz():
    for chapter in chapters.chapters():
        rights = [question.right for question in chapter.questions]
        assert all(rights.count(place) <= (len(rights) + 1) / 2 for place in range(4)), chapter.title
    placement = [question.right for question in chapters.chapter(0).questions]
    assert max(map(placement.count, placement)) <= 4


def test_spreading_keeps_every_choice_and_the_right_one():
    questions = [question(f"1.q{n}") for n in range(1, 6)]
    spread = exercise.spread(questions, 7)
    assert [q.id for q in spread] == [q.id for q in questions]
    for before, after in zip(questions, spread, strict=True):
        assert sorted(c.text for c in after.choices) == sorted(c.text for c in before.choices)
        assert after.choices[after.right].text == "yes"
    assert {q.right for q in spread} == {0, 1}
    assert exercise.spread(questions, 7) == spread


def test_every_line_fits():
    long = question("1.q1")
    object.__setattr__(long, "text", "word " * 60)
    card = quizzing.ask([long], "b", "quiz(1", "Title")
    assert max(map(len, repr(card).splitlines())) <= 100
