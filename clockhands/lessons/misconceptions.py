"""The registry of wrong beliefs that more than one chapter meets.

A misconception has an id (kebab-case), a message (one sentence: what the learner's work takes for true, and
is not) and a cure (one sentence: what to do). Checkers, quizzes, predictions and `explain` name the same
belief by the same id, so a learner reads one wording everywhere. A belief only one chapter meets lives in
that chapter's module. The rows are in `beliefs_loop` and `beliefs_request`.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from .beliefs_loop import EXCHANGE, LOOP
from .beliefs_request import OUTSIDE, REQUEST

__all__ = ["MISCONCEPTIONS", "Misconception", "misconception"]


@dataclass(frozen=True)
class Misconception:
    """A wrong belief with a name. id: kebab-case; message and cure: one plain sentence each."""

    id: str
    message: str
    cure: str


MISCONCEPTIONS: dict[str, Misconception] = {
    id: Misconception(id, message, cure) for id, message, cure in (*EXCHANGE, *LOOP, *REQUEST, *OUTSIDE)
}
"""Every shared misconception by its id."""


def misconception(named: str | Misconception | None) -> Misconception | None:
    """The misconception with this id (a Misconception or None comes back as it is).

    LookupError for an id nobody registered, with the nearest ids: a typing error in a chapter module.
    """
    if named is None or isinstance(named, Misconception):
        return named
    try:
        return MISCONCEPTIONS[named]
    except KeyError:
        near = ", ".join(difflib.get_close_matches(named, MISCONCEPTIONS, 4, 0.4)) or "none is close"
        raise LookupError(
            f"no shared misconception is called {named!r} (nearest: {near}); "
            "use one of those, or pass a Misconception(id, message, cure) of your own"
        ) from None
