"""`hint` shows one more of three with each run; `solution` shows the code and why."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from . import chapters, store
from .cards import BLUE, Card, code, item, paragraph

__all__ = ["hint", "solution", "solution_text"]


def hint(id: str) -> Card:
    """Show the next of the three hints of exercise `id`, below those already shown.

    UnknownExerciseError when there is no such exercise, with the nearest ids.
    """
    exercise = chapters.exercise(id)
    seen, _ = store.events("hint", exercise.id)
    shown = min(len(seen) + 1, len(exercise.hints))
    trouble = store.record("hint", exercise.id, level=shown)
    parts = [item(f"{n}.", text) for n, text in enumerate(exercise.hints[:shown], 1)]
    left = len(exercise.hints) - shown
    if left:
        parts.append(paragraph("Ask again for one more." if left == 1 else "Ask again for more."))
    else:
        parts.append(paragraph(f'These were all. solution("{exercise.id}") shows one way to do it.'))
    if trouble:
        parts.append(paragraph(trouble))
    return Card("Hint", f"{exercise.id}, {shown} of {len(exercise.hints)}", parts, BLUE)


def solution(id: str) -> Card:
    """Show a solution of exercise `id` and why it is done so. It is noted that you looked; nothing else.

    UnknownExerciseError when there is no such exercise, with the nearest ids.
    """
    exercise = chapters.exercise(id)
    trouble = store.record("solution", exercise.id)
    text = solution_text(exercise.id)
    parts = [code(text) if text else paragraph("The solution is not written yet.")]
    parts.append(paragraph(f"Why: {exercise.why}"))
    if trouble:
        parts.append(paragraph(trouble))
    return Card("Solution", f"{exercise.id}, {exercise.title}", parts, BLUE)


def solution_text(id: str) -> str:
    """The solved source of an exercise: of all its blocks for "3.2", of one for "3.2b"; "" when unknown."""
    return _solutions().get(id, "")


@lru_cache(maxsize=1)
def _solutions() -> dict[str, str]:
    path = Path(__file__).with_name("solutions.json")
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
