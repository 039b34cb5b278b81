'''What a chapter is made of, and how to write one.

A chapter module `clockhands/lessons/chNN.py` defines one name, `CHAPTER`. It imports from here (and from
`trials`, which runs a learner's code on scripted models), and nothing from notebooks or solutions.

    from collections.abc import Callable

    from .exercise import Chapter, Choice, Exercise, Prediction, Question, not_yet, passed
    from .trials import compared, result_of

    def check_run_tool(run_tool: Callable):
        """Tried on two calls; the learner has not seen either."""
        for block in (CALL, UNKNOWN_CALL):
            yours = result_of(run_tool, block)
            if isinstance(yours, dict) and yours.get("tool_use_id") == block.name:
                return not_yet(call=f"run_tool({shown(block)})", yours=yours, expected=right(block),
                               misconception="id-is-name")
            wrong = compared(f"run_tool({shown(block)})", yours, right(block))
            if wrong:
                return wrong
        return passed("Tried on two calls, one of a tool that does not exist.")

    CHAPTER = Chapter(3, "The loop", exercises=[
        Exercise("3.2", "run what was asked", points=2, check=check_run_tool,
                 hints=("Everything you need is on the block: …", "`FUNCTIONS` maps …", "A dict with …"),
                 why="The id pairs a result with its call, so …", keep="run_tool"),
    ])

Rules a checker lives by:

- Its *parameter names* are what the learner passes, and its annotations say of which kind: `Callable` for a
  function, `str`, `int`, `float`, `list`, `dict` … for a value; no annotation takes anything. The engine
  turns a wrong number or kind of answers into a clear card before the checker is called.
- It returns `passed(note)` or `not_yet(…)`. It lets the learner's exceptions through: the engine turns them
  into a card with type, message and the learner's own line; NotImplementedError and `...` become
  *not attempted*; an endless loop is stopped after `limit_s` seconds and named.
- It compares structure, not text (`compared` points at the first difference), on cases the page does not
  show; more than one case, so that a hard-coded answer fails.
- Every wrong answer it knows carries a misconception: an id of `misconceptions.MISCONCEPTIONS`, or a
  `Misconception(id, message, cure)` of the chapter's own.
- It prints nothing, keeps no state between calls, and gives the same words every time.
- Hints go from *where to look* to *what it is made of*; they never quote the checker or the solution.

Ids: exercises "3.2" (further blocks of one exercise "3.2b", "3.2c", each with its own points), predictions
"3.a", questions "3.q1". Tests: `tests/lessons/exercise_cases.py` shows the pattern each chapter's test file
follows: stub, solution, and at least two named wrong answers per exercise.
'''

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .misconceptions import Misconception, misconception
from .parsons import Puzzle
from .shown import one_line, shown

__all__ = [
    "BONUS",
    "Chapter",
    "Choice",
    "Exercise",
    "Misconception",
    "Prediction",
    "Question",
    "Verdict",
    "not_yet",
    "passed",
    "shown",
    "spread",
]

BONUS = 150
"""Points for a finished chapter, beside those of its exercises."""

LEVELS = ("beginner", "intermediate", "advanced")


@dataclass(frozen=True)
class Verdict:
    """What a checker found. All fields are short text ready to show, except `misconception`.

    state: "passed", "not yet" or "not attempted".
    """

    state: str
    note: str = ""
    call: str = ""
    yours: str = ""
    expected: str = ""
    why: str = ""
    line: str = ""
    misconception: Misconception | None = None

    @property
    def passed(self) -> bool:
        return self.state == "passed"


def passed(note: str = "") -> Verdict:
    """The verdict for a right answer. note: one sentence on what was tried."""
    return Verdict("passed", note=note)


def not_yet(
    *,
    why: str = "",
    call: str = "",
    yours: Any = "",
    expected: Any = "",
    misconception: str | Misconception | None = None,
    line: str = "",
) -> Verdict:
    """The verdict for an answer that is not right yet.

    call: what was called, as text. yours, expected: text is shown as it is, anything else through `shown`
    (wrap a string result as `shown(text)` to keep its quotes). why: one or two sentences about this case;
    the misconception's message and cure follow by themselves. LookupError for an unknown misconception id.
    """
    if inspect.iscoroutine(yours):
        yours.close()
        misconception = misconception or "forgot-await"
    return Verdict(
        "not yet",
        call=one_line(call),
        yours=_as_text(yours),
        expected=_as_text(expected),
        why=why,
        line=line,
        misconception=_named(misconception),
    )


_named = misconception


def _as_text(value: Any) -> str:
    return one_line(value) if type(value) is str else shown(value)


@dataclass(frozen=True)
class Exercise:
    """One exercise block.

    id: "3.2". title: a few words. points: what a pass is worth. check: the checker (see the module's guide).
    hints: three texts. why: what `solution` says about why it is done so. keep: name, or names, of answers
    whose source goes into my_agent.py after a pass. hidden: a second checker for graders' hidden tests
    (default: the same). limit_s: seconds after which the learner's code is stopped.
    """

    id: str
    title: str
    points: int
    check: Callable[..., Verdict]
    hints: tuple[str, str, str]
    why: str
    keep: str | tuple[str, ...] | None = None
    hidden: Callable[..., Verdict] | None = None
    limit_s: float = 10.0

    @property
    def kept_names(self) -> tuple[str, ...]:
        if self.keep is None:
            return ()
        return (self.keep,) if isinstance(self.keep, str) else tuple(self.keep)


@dataclass(frozen=True)
class Prediction:
    """The right answer to a `predict` question.

    id: "3.a". answer: the text of the right option, or a number. because: why. misconceptions: option text
    -> id or Misconception, for the wrong options worth a name. within: how far from a number still counts
    as right, as a fraction of it.
    """

    id: str
    answer: str | int | float
    because: str
    misconceptions: Mapping[str, str | Misconception] = field(default_factory=dict)
    within: float = 0.0


@dataclass(frozen=True)
class Choice:
    """One choice of a question. Every choice is explained; a wrong one names its misconception."""

    text: str
    right: bool
    explanation: str
    misconception: str | Misconception | None = None

    @property
    def named(self) -> Misconception | None:
        return misconception(self.misconception)


@dataclass(frozen=True)
class Question:
    """A quiz question with one right choice.

    id: "3.q1". level: beginner, intermediate or advanced. start_at: for placement questions, the chapter to
    start with when this one is missed.
    """

    id: str
    level: str
    text: str
    choices: Sequence[Choice]
    start_at: int | None = None

    @property
    def right(self) -> int:
        """The index of the right choice."""
        return next(n for n, choice in enumerate(self.choices) if choice.right)


def spread(questions: Sequence[Question], seed: int) -> list[Question]:
    """The questions, their right choices spread over the letters, the same way every time. Choices whose text
    points at their place ("both of these", "none of them") would have to be worded otherwise."""
    dice = random.Random(seed)
    most = max((len(question.choices) for question in questions), default=0)
    places = [place for _ in questions for place in range(most)][: len(questions)]
    dice.shuffle(places)
    return [_with_right_at(question, place) for question, place in zip(questions, places, strict=True)]


def _with_right_at(question: Question, place: int) -> Question:
    choices = list(question.choices)
    right = choices.pop(question.right)
    choices.insert(min(place, len(choices)), right)
    return replace(question, choices=tuple(choices))


@dataclass(frozen=True)
class Chapter:
    """All the engine knows of a chapter.

    opening: the three questions `warm_up` asks: ids of earlier chapters' questions, or Questions; empty lets
    the engine choose three from earlier chapters.
    """

    number: int
    title: str
    exercises: Sequence[Exercise] = ()
    predictions: Sequence[Prediction] = ()
    questions: Sequence[Question] = ()
    opening: Sequence[str | Question] = ()
    puzzles: Sequence[Puzzle] = ()
