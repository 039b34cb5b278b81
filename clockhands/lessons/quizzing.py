"""`warm_up` before a chapter and `quiz` at its end: questions whose every choice is explained.

This module decides and records; how it looks is made of `cards`, and `buttons` adds widgets where there are
any. `quiz(3)` asks, `quiz(3, answers="bacd")` answers, one letter a question, `-` for one left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import UnknownExerciseError
from . import buttons, chapters, store
from .cards import BLUE, GREEN, ORANGE, Card, Part, belief, heading, item, labelled, paragraph
from .exercise import Question

__all__ = ["Answered", "QuizCard", "answer", "ask", "opening_questions", "quiz", "warm_up"]

LETTERS = "abcdefgh"


@dataclass(frozen=True)
class Answered:
    """One answered question. choice: the index chosen."""

    question: Question
    choice: int

    @property
    def right(self) -> bool:
        return self.question.choices[self.choice].right


class QuizCard(Card):
    """What `quiz` and `warm_up` give back. answered: a list of `Answered`; right: how many of them are;
    start_at: for a placement, the chapter to begin with."""

    questions: list[Question]
    answered: list[Answered]
    start_at: int | None = None

    def _ipython_display_(self) -> None:
        asked = [] if self.answered else list(enumerate(self.questions, 1))
        buttons.show_card(self, [lambda n=n, question=question: _box(n, question) for n, question in asked])

    @property
    def right(self) -> int:
        return sum(one.right for one in self.answered)


def quiz(chapter: int, answers: str | Sequence | Mapping[str, str] | None = None) -> QuizCard:
    """The quiz of a chapter, or the feedback on your answers to it.

    answers: one letter per question in order ("bacd", `-` leaves one out), a list of letters, or
    {"3.q1": "b"}. UnknownExerciseError when the chapter has no questions.
    """
    home = chapters.chapter(chapter) if _is_number(chapter) else None
    if home is None or not home.questions:
        raise UnknownExerciseError(f"chapter {chapter!r} has no quiz; {_with_questions()}")
    return ask(list(home.questions), answers, f"quiz({chapter}", f"Chapter {chapter}: {home.title}")


def warm_up(chapter: int, answers: str | Sequence | Mapping[str, str] | None = None) -> QuizCard:
    """Three questions from earlier chapters, before you start this one; answered like `quiz`.

    UnknownExerciseError when no earlier chapter has questions.
    """
    questions = opening_questions(chapter) if _is_number(chapter) else []
    if not questions:
        raise UnknownExerciseError(f"no chapter before {chapter!r} has questions yet; {_with_questions()}")
    return ask(questions, answers, f"warm_up({chapter}", "Before you start")


def opening_questions(chapter: int) -> list[Question]:
    """The chapter's own choice, or three from the chapters before it: the nearest one first, then back."""
    home = chapters.chapter(chapter)
    chosen = [chapters.question(q) if isinstance(q, str) else q for q in (home.opening if home else ())]
    if chosen:
        return chosen
    earlier = [one for one in chapters.chapters() if one.number < chapter and one.questions][::-1]
    longest = max((len(one.questions) for one in earlier), default=0)
    rounds = [one.questions[n] for n in range(longest) for one in earlier if n < len(one.questions)]
    return rounds[:3]


def ask(questions: list[Question], answers, usage: str, title: str) -> QuizCard:
    """The card for these questions: asked when `answers` is None, else answered, recorded and explained."""
    if answers is None:
        card = QuizCard("Questions", title, _asked(questions, usage), BLUE)
        card.questions, card.answered = questions, []
        return card
    given, problem = _read(answers, questions)
    if problem:
        card = QuizCard("Not read", title, [paragraph(problem), *_asked(questions, usage)], ORANGE)
        card.questions, card.answered = questions, []
        return card
    results = [answer(question, choice) for question, choice in given]
    return _feedback(questions, [one for one, _ in results], [note for _, note in results], title)


def answer(question: Question, choice: int) -> tuple[Answered, str]:
    """Record one answer: (what it is, "" or why it could not be kept)."""
    result = Answered(question, choice)
    named = question.choices[choice].named
    trouble = store.record(
        "question",
        question.id,
        choice=choice,
        right=result.right,
        misconception=named.id if named else None,
    )
    return result, trouble


def explained(one: Answered) -> list[Part]:
    """What is said about an answer: the explanation, the belief behind a wrong one, and the right choice."""
    chosen = one.question.choices[one.choice]
    parts = [labelled("Right" if one.right else "Not so", f"{LETTERS[one.choice]}) {chosen.text}")]
    parts.append(labelled("Why", chosen.explanation))
    if not one.right:
        named = chosen.named
        if named:
            parts.append(belief(named))
        right = one.question.choices[one.question.right]
        parts.append(labelled("Instead", f"{LETTERS[one.question.right]}) {right.text}. {right.explanation}"))
    return parts


def _box(number: int, question: Question):
    """The widget for one question: a button per choice; the feedback is announced below them."""
    labels = [f"{LETTERS[k]}) {choice.text}" for k, choice in enumerate(question.choices)]

    def chosen(choice: int) -> tuple[str, str]:
        one, trouble = answer(question, choice)
        parts = [*explained(one), *([paragraph(trouble)] if trouble else [])]
        state, color = ("Right", GREEN) if one.right else ("Not so", ORANGE)
        return "✓" if one.right else "✗", Card(state, f"Question {number}", parts, color)._repr_html_()

    return buttons.choice_box(f"{number}. {question.text}", labels, chosen)


def _asked(questions: list[Question], usage: str) -> list[Part]:
    parts: list[Part] = []
    for n, question in enumerate(questions, 1):
        parts.append(heading(f"{n}. {question.text} ({question.level})"))
        parts += [item(f"{LETTERS[k]})", choice.text) for k, choice in enumerate(question.choices)]
    example = "".join(LETTERS[n % 3] for n in range(len(questions)))
    parts.append(paragraph(f'Answer with one letter a question: {usage}, answers="{example}")'))
    return parts


def _feedback(questions, answered: list[Answered], notes: list[str], title: str) -> QuizCard:
    parts: list[Part] = []
    for one in answered:
        parts.append(heading(f"{questions.index(one.question) + 1}. {one.question.text}"))
        parts += explained(one)
    card = QuizCard("", title, parts)
    card.questions, card.answered = questions, answered
    card.start_at = _start_at(answered)
    if card.start_at is not None:
        parts.append(paragraph(f"Start with chapter {card.start_at}."))
    parts += [paragraph(note) for note in dict.fromkeys(notes) if note]
    card.state = f"{card.right} of {len(answered)} right"
    card.color = GREEN if card.right == len(answered) else ORANGE
    return card


def _start_at(answered: list[Answered]) -> int | None:
    """For a placement: the first chapter a missed question stands for."""
    missed = [one.question.start_at for one in answered if not one.right]
    return min((number for number in missed if number is not None), default=None)


def _read(answers, questions: list[Question]) -> tuple[list[tuple[Question, int]], str]:
    """(question, choice) pairs, or what is wrong with the answers."""
    by_id = {question.id: question for question in questions}
    if isinstance(answers, Mapping):
        unknown = [id for id in answers if id not in by_id]
        if unknown:
            return [], f"These ids are not in this quiz: {', '.join(map(str, unknown[:4]))}."
        pairs = [(by_id[id], letter) for id, letter in answers.items()]
    elif not isinstance(answers, Sequence):
        return [], f'The answers are letters, such as "abc"; this is {type(answers).__name__}.'
    else:
        letters = answers.replace(" ", "").replace(",", "") if isinstance(answers, str) else answers
        if len(letters) > len(questions):
            return [], f"There are {len(questions)} questions and {len(letters)} answers."
        pairs = list(zip(questions, letters, strict=False))
    given = []
    for question, letter in pairs:
        letter = str(letter).strip().lower()
        if letter in ("-", ".", ""):
            continue
        place = LETTERS.find(letter) if len(letter) == 1 else -1
        if not 0 <= place < len(question.choices):
            return [], f'"{letter[:10]}" is no choice of question {questions.index(question) + 1}.'
        given.append((question, place))
    return (given, "") if given else ([], "No question was answered.")


def _is_number(chapter: object) -> bool:
    return isinstance(chapter, int) and not isinstance(chapter, bool)


def _with_questions() -> str:
    known = [str(one.number) for one in chapters.chapters() if one.questions]
    return f"these have one: {', '.join(known)}" if known else "none has one so far"
