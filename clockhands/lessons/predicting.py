"""`predict` commits an answer before the cell runs; `predicted` compares it with what happened."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any

from . import buttons, chapters, store
from .cards import BLUE, GREEN, ORANGE, Card, Part, belief, item, labelled, paragraph
from .exercise import Prediction
from .misconceptions import misconception

__all__ = ["PredictCard", "predict", "predicted"]


class PredictCard(Card):
    """What `predict` gives back: a card, with buttons below it where there can be any."""

    box: Callable[[], Any] | None = None

    def _ipython_display_(self) -> None:
        buttons.show_card(self, [self.box] if self.box else [])


def predict(
    id: str,
    question: str = "",
    options: Sequence[str] | None = None,
    *,
    mine: Any = None,
    unit: str = "",
) -> PredictCard:
    """Ask for a prediction, or commit one.

    id: "3.a". options: what to choose from; without them the answer is a number, in `unit`. mine: your
    answer, an option's number (from 1) or its text, or the number you expect. The latest answer before
    `predicted(id)` counts. UnknownExerciseError when there is no such prediction.
    """
    known = chapters.prediction(id)
    notice = "" if mine is None else commit(known, mine, options, unit)
    answer = _committed(known.id)
    parts = [item(f"{n}.", text) for n, text in enumerate(options or (), 1)]
    if notice:
        parts.append(paragraph(notice))
    parts.append(paragraph(_usage(known.id, options, unit) if answer is None else _said(answer, unit)))
    card = PredictCard("Predict", f"{known.id}  {question}".rstrip(), parts, BLUE)
    card.box = lambda: _box(known, question, options, unit)
    return card


def commit(known: Prediction, mine: Any, options: Sequence[str] | None, unit: str) -> str:
    """Record an answer; "" or one sentence on why it does not count or could not be kept."""
    chosen, problem = _chosen(known, mine, options)
    if problem:
        return problem
    if _committed(known.id) is not None and store.events("revealed", known.id)[0]:
        return "The answer was already shown, so your prediction stands."
    return store.record("prediction", known.id, answer=chosen, unit=unit)


def predicted(id: str, *, actual: Any = None) -> Card:
    """What you predicted, the right answer, and why.

    actual: a number this run came to; it takes the place of the stored answer. UnknownExerciseError when
    there is no such prediction.
    """
    known = chapters.prediction(id)
    given, _ = store.events("prediction", known.id)
    right = known.answer if actual is None else actual
    unit = given[-1].get("unit", "") if given else ""
    store.record("revealed", known.id)
    parts = [labelled("Answer", _with_unit(right, unit)), labelled("Why", known.because)]
    if not given:
        return Card("Answer", known.id, parts, BLUE)
    answer = given[-1].get("answer")
    parts.insert(0, labelled("You said", _with_unit(answer, unit)))
    if _is_right(known, answer, right):
        return Card("As predicted", known.id, parts, GREEN)
    return Card("Surprise", known.id, [*parts, *_belief(known, answer)], ORANGE)


def _belief(known: Prediction, answer: Any) -> list[Part]:
    named = misconception(known.misconceptions.get(answer))
    return [belief(named)] if named else []


def _chosen(known: Prediction, mine: Any, options: Sequence[str] | None) -> tuple[Any, str]:
    """The answer as it is recorded, and "" or what is wrong with it."""
    if not options:
        return _chosen_number(known, mine)
    if isinstance(mine, str) and mine in options:
        return mine, ""
    if isinstance(mine, Integral) and not isinstance(mine, bool) and 1 <= mine <= len(options):
        return options[mine - 1], ""
    return None, f"Choose one of the numbers 1 to {len(options)}, such as mine=1."


def _chosen_number(known: Prediction, mine: Any) -> tuple[Any, str]:
    if isinstance(known.answer, str):
        return None, "This prediction has choices: add mine= to the cell that lists them."
    if isinstance(mine, bool) or not isinstance(mine, Real) or not math.isfinite(mine):
        return None, "Your answer is a number here, such as mine=120."
    if mine < 0 <= known.answer:
        return None, "Your answer is a count or an amount here: zero or more."
    return (int(mine) if isinstance(mine, Integral) else float(mine)), ""


def _box(known: Prediction, question: str, options: Sequence[str] | None, unit: str) -> Any:
    """The widget: a button per option, or a field for a number."""
    if options:
        labels = [f"{n}. {text}" for n, text in enumerate(options, 1)]
        return buttons.choice_box(
            f"{known.id}  {question}", labels, lambda n: ("●", _told(known, n + 1, options, unit))
        )
    return buttons.number_box(
        f"{known.id}  {question}", unit, lambda text: _told(known, _number(text), options, unit)
    )


def _told(known: Prediction, mine: Any, options: Sequence[str] | None, unit: str) -> str:
    notice = commit(known, mine, options, unit)
    answer = _committed(known.id)
    said = "" if answer is None else _said(answer, unit)
    return Card("Predict", known.id, [paragraph(text) for text in (notice, said) if text])._repr_html_()


def _number(text: str) -> Any:
    try:
        value = float(text.replace(",", "").replace("_", "").strip())
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


def _usage(id: str, options: Sequence[str] | None, unit: str) -> str:
    example = "mine=2" if options else "mine=120"
    what = "the number of your choice" if options else f"your number{' of ' + unit if unit else ''}"
    return f"Commit before you go on: add {example} to the call above, with {what}, and run it again."


def _said(answer: Any, unit: str) -> str:
    return f"You predict: {_with_unit(answer, unit)}. Now run the next cell."


def _committed(id: str) -> Any:
    given, _ = store.events("prediction", id)
    return given[-1].get("answer") if given else None


def _is_right(known: Prediction, answer: Any, right: Any) -> bool:
    if isinstance(right, str) or isinstance(answer, str):
        return answer == right
    return abs(answer - right) <= known.within * abs(right)


def _with_unit(value: Any, unit: str) -> str:
    return f"{value} {unit}".rstrip()
