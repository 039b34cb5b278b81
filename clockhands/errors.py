"""One exception tree. Every message says what happened, what is allowed, and what to do next."""

from __future__ import annotations

__all__ = [
    "CheckFailed",
    "ClockHandsError",
    "ClockToolError",
    "ConfigurationError",
    "LedgerError",
    "SchemaError",
    "ScriptError",
    "ShapeError",
    "SpendingCapError",
    "TraceFileError",
    "UnknownExerciseError",
]


class ClockHandsError(Exception):
    """Base of everything this package raises on purpose."""


class ConfigurationError(ClockHandsError):
    """An environment variable or argument is missing or out of range; the message names the fix."""


class LedgerError(ClockHandsError):
    """An idempotency key is missing, or was used for another action."""


class SpendingCapError(ClockHandsError):
    """A live session reached its cap in tokens; nothing more was sent."""


class ScriptError(ClockHandsError):
    """A request departed from what a `Script` expects, or the script has no reply left."""


class SchemaError(ClockHandsError):
    """A tool definition cannot be built from this function."""


class ShapeError(ClockHandsError):
    """A request or reply holds what the shape of another API has no place for; the message names it."""


class TraceFileError(ClockHandsError):
    """A file is not a trace, or is broken; the message names the line and what to do."""


class UnknownExerciseError(ClockHandsError):
    """No exercise, question or prediction has this id; the message lists the nearest ones."""


class CheckFailed(ClockHandsError):
    """Raised by `check` under grading only, so that the grader sees a failing cell."""


class ClockToolError(ClockHandsError):
    """A clock tool could not answer.

    code: short machine-readable word, such as `unknown_timezone`; message: one sentence naming the fix;
    suggestions: up to five values that would work.
    """

    def __init__(self, code: str, message: str, suggestions: list[str] | None = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.suggestions = list(suggestions or [])
