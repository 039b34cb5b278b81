"""Checks, hints, predictions, quizzes and progress: what talks to the learner.

A chapter's exercises live in `chNN.py`; `exercise.py` begins with the guide on writing one.
"""

from __future__ import annotations

_WHERE = {
    "check": "checking",
    "hint": "hinting",
    "solution": "hinting",
    "explain": "explaining",
    "predict": "predicting",
    "predicted": "predicting",
    "warm_up": "quizzing",
    "quiz": "quizzing",
    "progress": "progressing",
    "puzzle": "puzzling",
    "setup_check": "setup_check",
}

__all__ = sorted(_WHERE)


def __getattr__(name: str):
    import importlib

    if name in _WHERE:
        return getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
