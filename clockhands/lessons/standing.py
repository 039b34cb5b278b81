"""How each chapter stands, out of the events kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import chapters, store
from .exercise import BONUS, Chapter, Exercise

__all__ = ["Standing", "last_chapter", "next_standing", "standings"]


@dataclass(frozen=True)
class Standing:
    """How one chapter stands. number, title: also of chapters not there yet. passed: ids; open: exercises
    left; points: earned, bonus included; most: what there is to earn."""

    number: int
    title: str
    passed: tuple[str, ...] = ()
    open: tuple[Exercise, ...] = ()
    points: int = 0
    most: int = 0
    there: bool = False
    finished: bool = False


def standings(log: Sequence[store.Event]) -> list[Standing]:
    """One `Standing` per chapter of the course, in order, from the events kept."""
    passed = {e["ref"] for e in log if e["kind"] == "check" and e.get("state") == "passed"}
    answered = {e["ref"] for e in log if e["kind"] == "question"}
    there = {chapter.number: chapter for chapter in chapters.chapters()}
    numbers = sorted({*range(len(chapters.NOTEBOOKS)), *there})
    return [_standing(number, there.get(number), passed, answered) for number in numbers]


def next_standing(stands: Sequence[Standing]) -> Standing | None:
    """The first chapter that is there and not finished; None when all are."""
    return next((standing for standing in stands if standing.there and not standing.finished), None)


def last_chapter(log: Sequence[store.Event]) -> int | None:
    """The chapter of the latest event that names one; None for no event."""
    for event in reversed(log):
        number = str(event["ref"]).partition(".")[0]
        if number.isdecimal():
            return int(number)
    return None


def _standing(number: int, chapter: Chapter | None, passed: set[str], answered: set[str]) -> Standing:
    if chapter is None:
        return Standing(number, chapters.NOTEBOOKS[number][3:].replace("_", " "))
    done = [exercise for exercise in chapter.exercises if exercise.id in passed]
    open = tuple(exercise for exercise in chapter.exercises if exercise.id not in passed)
    duties = chapter.exercises or chapter.questions
    finished = bool(duties) and not open
    if not chapter.exercises:
        finished = finished and all(question.id in answered for question in chapter.questions)
    points = sum(exercise.points for exercise in done) + (BONUS if finished else 0)
    most = sum(exercise.points for exercise in chapter.exercises) + BONUS
    return Standing(number, chapter.title, tuple(e.id for e in done), open, points, most, True, finished)
