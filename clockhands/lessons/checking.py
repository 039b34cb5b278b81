"""`check`: one exercise, one answer, one of three states."""

from __future__ import annotations

from typing import Any

from .. import settings
from ..errors import CheckFailed
from . import attempts, buttons, chapters, keeping, store
from .cards import BLUE, GREEN, ORANGE, Card, Part, labelled, paragraph
from .exercise import Exercise, Verdict
from .hinting import hint
from .running import Run, run_check
from .shown import one_line

__all__ = ["CheckCard", "check"]

_COLORS = {"passed": GREEN, "not yet": ORANGE, "not attempted": BLUE}
_PRINTED_LINES = 3


class CheckCard(Card):
    """What `check` gives back. `state`, `passed` and `verdict` for code; the card for the eyes."""

    verdict: Verdict

    def _ipython_display_(self) -> None:
        buttons.show_below(self, None if self.passed else self._hint_box)

    def _hint_box(self) -> Any:
        return buttons.reveal_box("Next hint", lambda: hint(self.headline)._repr_html_())

    @property
    def passed(self) -> bool:
        return self.verdict.passed


def check(id: str, *answers, hidden: bool = False) -> CheckCard:
    """Check your answer to an exercise.

    id: as in the heading, "3.2". answers: what the cell passes, usually your function, without parentheses.
    Gives back a card: *not attempted*, *not yet* (your call, your result, expected, why) or *passed*. It does
    not raise because of anything your code does, except under grading: CheckFailed unless passed.
    UnknownExerciseError when there is no such exercise, with the nearest ids.
    """
    exercise = chapters.exercise(id)
    checker = exercise.hidden if hidden and exercise.hidden else exercise.check
    early = attempts.before_checking(exercise, answers, checker)
    run = Run(early) if early else run_check(checker, answers, exercise.limit_s, exercise.id)
    grading = settings.is_grading()
    notices = [] if grading else _recorded(exercise, run.verdict, answers)
    card = _card(exercise, run, notices)
    if grading and not run.verdict.passed:
        raise CheckFailed(repr(card))
    return card


def _recorded(exercise: Exercise, verdict: Verdict, answers: tuple) -> list[str]:
    """Keep the result and, after a pass, the learner's source; sentences for the card about either."""
    name = verdict.misconception.id if verdict.misconception else None
    trouble = store.record(
        "check", exercise.id, state=verdict.state, points=exercise.points, misconception=name
    )
    kept = keeping.keep(exercise, answers) if verdict.passed else ""
    return [text for text in (kept, trouble) if text]


def _card(exercise: Exercise, run: Run, notices: list[str]) -> CheckCard:
    verdict = run.verdict
    parts = [*_verdict_parts(exercise, verdict), *_printed(run.printed), *map(paragraph, notices)]
    card = CheckCard(verdict.state.capitalize(), exercise.id, parts, _COLORS[verdict.state])
    card.verdict = verdict
    return card


def _verdict_parts(exercise: Exercise, verdict: Verdict) -> list[Part]:
    if verdict.passed:
        noun = "point" if exercise.points == 1 else "points"
        public = "These were the public checks; a grader runs more." if exercise.hidden else ""
        return [paragraph(" ".join(filter(None, [f"{exercise.points} {noun}.", verdict.note, public])))]
    if verdict.state == "not attempted":
        first = verdict.why or "Write your answer in the cell above"
        return [paragraph(f"{first.rstrip('.')}. Then run both cells again.")]
    named = verdict.misconception
    why = " ".join(filter(None, [f"{named.message} ({named.id})" if named else "", verdict.why]))
    rows = (
        ("You called", verdict.call),
        ("At", verdict.line),
        ("Yours", verdict.yours),
        ("Expected", verdict.expected),
        ("Why", why),
        ("Try", named.cure if named else ""),
    )
    return [labelled(label, text) for label, text in rows if text]


def _printed(text: str) -> list[Part]:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return []
    rest = len(lines) - _PRINTED_LINES
    more = f" … and {rest} more lines" if rest > 0 else ""
    return [labelled("Printed", " / ".join(one_line(line, 80) for line in lines[:_PRINTED_LINES]) + more)]
