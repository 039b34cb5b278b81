"""`progress()`: what is done, what it is worth, and what comes next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import clock
from . import chapters, store
from .cards import BLUE, Card, item, labelled, paragraph
from .exercise import BONUS, Chapter, Exercise

__all__ = ["ProgressCard", "Standing", "download", "progress", "standings"]


@dataclass(frozen=True)
class Standing:
    """How one chapter stands. number, title: also of chapters not there yet. passed: ids; open: exercises
    left; points: earned, bonus included."""

    number: int
    title: str
    passed: tuple[str, ...] = ()
    open: tuple[Exercise, ...] = ()
    points: int = 0
    there: bool = False
    finished: bool = False


class ProgressCard(Card):
    """What `progress()` gives back: `points`, `chapters` (a list of `Standing`), `download(path)`."""

    points: int
    chapters: list[Standing]

    def download(self, path: str | Path = "progress.json") -> Path:
        """See `progress.download`."""
        return download(path)


def progress() -> ProgressCard:
    """Chapters, exercises and points so far, and what is next. Never raises over a progress file it cannot
    read: the card says what is wrong with it."""
    log, trouble = store.events()
    stands = standings(log)
    total = sum(standing.points for standing in stands)
    done = sum(standing.finished for standing in stands)
    parts = [item(f"{standing.number:02d}", _line(standing)) for standing in stands]
    parts += [labelled("Next", _next(stands)), *([paragraph(trouble)] if trouble else [])]
    noun = "chapter" if done == 1 else "chapters"
    card = ProgressCard("Progress", f"{_points(total)}, {done} {noun} finished", parts, BLUE)
    card.points, card.chapters = total, stands
    return card


def download(path: str | Path = "progress.json") -> Path:
    """Write everything kept about you into a JSON file of your own, and give back its path.

    FileExistsError when there is one already: nothing is overwritten. OSError when the folder cannot be
    written.
    """
    log, trouble = store.events()
    stands = standings(log)
    content = {
        "written": clock.now().isoformat(timespec="seconds"),
        "points": sum(standing.points for standing in stands),
        "passed": [id for standing in stands for id in standing.passed],
        "events": log,
        **({"note": trouble} if trouble else {}),
    }
    target = Path(path)
    with target.open("x", encoding="utf-8", newline="\n") as out:
        json.dump(content, out, indent=1, ensure_ascii=False)
        out.write("\n")
    return target


progress.download = download


def standings(log: Sequence[store.Event]) -> list[Standing]:
    """One `Standing` per chapter of the course, in order, from the events kept."""
    passed = {e["ref"] for e in log if e["kind"] == "check" and e.get("state") == "passed"}
    answered = {e["ref"] for e in log if e["kind"] == "question"}
    there = {chapter.number: chapter for chapter in chapters.chapters()}
    numbers = sorted({*range(len(chapters.NOTEBOOKS)), *there})
    return [_standing(number, there.get(number), passed, answered) for number in numbers]


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
    return Standing(number, chapter.title, tuple(e.id for e in done), open, points, True, finished)


def _line(standing: Standing) -> str:
    if not standing.there:
        return f"{standing.title} (not there yet)"
    count = len(standing.passed) + len(standing.open)
    counted = f", {len(standing.passed)} of {count} exercises" if count else ""
    points = f", {_points(standing.points)}" if standing.points else ""
    return f"{standing.title}{counted}{points}{', finished' if standing.finished else ''}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _next(stands: Sequence[Standing]) -> str:
    for standing in stands:
        if standing.there and not standing.finished:
            notebook = (
                chapters.NOTEBOOKS[standing.number] if standing.number < len(chapters.NOTEBOOKS) else ""
            )
            where = f", in {notebook}.ipynb" if notebook else ""
            if standing.open:
                return f"exercise {standing.open[0].id}, {standing.open[0].title}{where}"
            return f"chapter {standing.number}, {standing.title}{where}"
    return "Nothing is left: every exercise there is has been passed."
