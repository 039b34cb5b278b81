"""`predict` commits an answer before the cell runs; `predicted` compares it with what happened."""

from __future__ import annotations

from typing import Any

from . import chapters, store
from .cards import BLUE, GREEN, ORANGE, Card, item, labelled, paragraph
from .exercise import Prediction
from .misconceptions import misconception

__all__ = ["predict", "predicted"]


def predict(
    id: str, question: str = "", options: list[str] | None = None, *, mine: Any = None, unit: str = ""
) -> Card:
    """Ask for a prediction, or commit one.

    id: "3.a". options: what to choose from; without them the answer is a number, in `unit`. mine: your
    answer, an option's number (from 1) or its text, or the number you expect. The latest answer before
    `predicted(id)` counts. UnknownExerciseError when there is no such prediction.
    """
    known = chapters.prediction(id)
    trouble = ""
    parts = [item(f"{n}.", text) for n, text in enumerate(options or (), 1)]
    chosen, problem = _chosen(mine, options)
    if problem:
        parts.append(paragraph(problem))
    elif mine is not None and _revealed(known.id):
        parts.append(paragraph("The answer was already shown, so your first prediction stands."))
    elif mine is not None:
        trouble = store.record("prediction", known.id, answer=chosen, unit=unit)
    answer = _committed(known.id)
    if answer is None:
        parts.append(paragraph(f"Commit before you go on: {_usage(known.id, options, unit)}"))
    else:
        parts.append(paragraph(f"You predict: {_with_unit(answer, unit)}. Now run the next cell."))
    if trouble:
        parts.append(paragraph(trouble))
    return Card("Predict", f"{known.id}  {question}".rstrip(), parts, BLUE)


def predicted(id: str, *, actual: Any = None) -> Card:
    """What you predicted, the right answer, and why.

    actual: a number this run came to; it takes the place of the stored answer. UnknownExerciseError when there
    is no such prediction.
    """
    known = chapters.prediction(id)
    answer = _committed(known.id)
    right = known.answer if actual is None else actual
    unit = next((e.get("unit", "") for e in reversed(store.events("prediction", known.id)[0])), "")
    store.record("revealed", known.id)
    parts = [labelled("Answer", _with_unit(right, unit)), labelled("Why", known.because)]
    if answer is None:
        return Card("Answer", known.id, parts, BLUE)
    parts.insert(0, labelled("You said", _with_unit(answer, unit)))
    if _is_right(known, answer, right):
        return Card("As predicted", known.id, parts, GREEN)
    named = misconception(known.misconceptions.get(answer))
    if named:
        parts.append(labelled("Careful", f"{named.message} ({named.id}) {named.cure}"))
    return Card("Surprise", known.id, parts, ORANGE)


def _chosen(mine: Any, options: list[str] | None) -> tuple[Any, str]:
    """The answer as it is recorded, and "" or what is wrong with it."""
    if mine is None:
        return None, ""
    if not options:
        if isinstance(mine, (int, float)) and not isinstance(mine, bool):
            return mine, ""
        return None, "Your answer is a number here, such as mine=120."
    if isinstance(mine, str) and mine in options:
        return mine, ""
    if isinstance(mine, int) and not isinstance(mine, bool) and 1 <= mine <= len(options):
        return options[mine - 1], ""
    return None, f"Choose one of the numbers 1 to {len(options)}, such as mine=1."


def _usage(id: str, options: list[str] | None, unit: str) -> str:
    example = "mine=2" if options else "mine=120"
    what = "with the number of your choice" if options else f"with your number{' of ' + unit if unit else ''}"
    return f'add your answer to the call, predict("{id}", …, {example}), {what}.'


def _committed(id: str) -> Any:
    given, _ = store.events("prediction", id)
    return given[-1]["answer"] if given else None


def _revealed(id: str) -> bool:
    return bool(store.events("revealed", id)[0]) and _committed(id) is not None


def _is_right(known: Prediction, answer: Any, right: Any) -> bool:
    if isinstance(right, str) or isinstance(answer, str):
        return answer == right
    return abs(answer - right) <= known.within * abs(right)


def _with_unit(value: Any, unit: str) -> str:
    return f"{value} {unit}".rstrip()
