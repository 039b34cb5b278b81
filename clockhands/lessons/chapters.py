"""Finding chapters, exercises, predictions and questions by number or id; modules load when asked for."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
from dataclasses import replace
from functools import lru_cache

from ..errors import UnknownExerciseError
from .exercise import Chapter, Exercise, Prediction, Question, spread
from .parsons import Puzzle

__all__ = ["NOTEBOOKS", "chapter", "chapters", "exercise", "prediction", "puzzle", "question"]

NOTEBOOKS = (
    "00_start_here",
    "01_no_clock",
    "02_describe_a_tool",
    "03_the_loop",
    "04_four_mistakes",
    "05_parallel_calls",
    "06_check_before_running",
    "07_limits",
    "08_telling_time",
    "09_what_a_call_costs",
    "10_a_tool_call_is_rpc",
    "11_untrusted_text",
    "12_shapes_and_shortcuts",
    "13_measure_your_agent",
    "14_your_assistant",
)
"""The notebooks of the course, in order; the number of each is its place."""

_KINDS = {
    "exercise": "exercises",
    "prediction": "predictions",
    "question": "questions",
    "puzzle": "puzzles",
}


def chapter(number: int) -> Chapter | None:
    """The chapter with this number, or None when it has no module yet."""
    name = f"{__package__}.ch{number:02d}"
    return _loaded(name) if importlib.util.find_spec(name) else None


@lru_cache
def _loaded(name: str) -> Chapter:
    """The chapter of a module, its right choices spread: authors like to put them second, and one letter all
    through must not beat a quiz."""
    home = importlib.import_module(name).CHAPTER
    return replace(home, questions=spread(home.questions, home.number))


def chapters() -> list[Chapter]:
    """Every chapter that has a module, in order."""
    found = (chapter(number) for number in range(len(NOTEBOOKS)))
    return [one for one in found if one is not None]


def exercise(id: str) -> Exercise:
    """The exercise "3.2"; UnknownExerciseError with the nearest ids when there is none."""
    return _find("exercise", id)


def prediction(id: str) -> Prediction:
    """The prediction "3.a"; UnknownExerciseError with the nearest ids when there is none."""
    return _find("prediction", id)


def question(id: str) -> Question:
    """The question "3.q1"; UnknownExerciseError with the nearest ids when there is none."""
    return _find("question", id)


def puzzle(id: str) -> Puzzle:
    """The puzzle "3.p2"; UnknownExerciseError with the nearest ids when there is none."""
    return _find("puzzle", id)


def _find(kind: str, id: str):
    match = re.match(r"\s*(\d{1,2})\s*\.", id) if isinstance(id, str) else None
    home = chapter(int(match[1])) if match else None
    for item in getattr(home, _KINDS[kind], ()):
        if item.id == id.strip():
            return item
    raise UnknownExerciseError(_unknown(kind, id))


def _unknown(kind: str, id: object) -> str:
    known = [item.id for one in chapters() for item in getattr(one, _KINDS[kind])]
    if not isinstance(id, str):
        example = known[0] if known else "3.2"
        return f'an id is text, such as "{example}"; this is {type(id).__name__}: {id!r}'[:200]
    near = difflib.get_close_matches(id, known, 4, 0.3)
    home = [other for other in known if other.split(".")[0] == id.strip().split(".")[0]]
    named = ", ".join(dict.fromkeys(near + home[:6])) or ", ".join(known[:6]) or "there are none yet"
    return (
        f'no {kind} is called "{id[:40]}"; the nearest: {named}. Copy the id from the heading above the cell'
    )
