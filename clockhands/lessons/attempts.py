"""Was it attempted at all, and are these the answers the check takes?"""

from __future__ import annotations

import ast
import inspect
import textwrap
import typing
from collections.abc import Callable
from typing import Any

from .exercise import Exercise, Misconception, Verdict, not_yet
from .mishaps import takes_async
from .shown import is_number, shown

__all__ = ["before_checking"]

_KIND_NAMES = {
    dict: "a dict",
    list: "a list",
    tuple: "a tuple",
    str: "text (a str)",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    type: "a class",
}

_ASYNC_UNASKED = Misconception(
    "async-unasked",
    "An `async def` function gives its caller a coroutine; the code around it expects the value.",
    "Write plain `def`, without `await`.",
)


def before_checking(exercise: Exercise, answers: tuple, check: Callable[..., Any]) -> Verdict | None:
    """The verdict when there is nothing to check yet; None when the checker may look."""
    wanted = inspect.signature(check).parameters
    usage = f'check("{exercise.id}", {", ".join(wanted)})'
    if len(answers) != len(wanted):
        return _wrong_number(usage, len(answers), len(wanted))
    holes = [_holes(answer) for answer in answers]
    if all(open and open == total for open, total in holes) or any(map(_is_stub, answers)):
        return Verdict("not attempted")
    open = sum(open for open, _ in holes)
    if open:
        still = "One answer is" if open == 1 else f"{open} answers are"
        return not_yet(why=f"{still} still `...`; put your answer in its place.")
    return _wrong_kind(check, answers, usage) or _not_plain(exercise.id, answers, usage)


def _not_plain(id: str, answers: tuple, usage: str) -> Verdict | None:
    """An `async def` where the task asks for a plain function: its next caller would get a coroutine."""
    for answer in answers:
        if inspect.iscoroutinefunction(answer) and not takes_async(id):
            return not_yet(
                call=usage,
                yours=f"async def {answer.__name__}(…)",
                expected=f"def {answer.__name__}(…)",
                misconception=_ASYNC_UNASKED,
            )
    return None


def _wrong_number(usage: str, given: int, wanted: int) -> Verdict:
    noun = "answer" if wanted == 1 else "answers"
    return not_yet(
        call=usage,
        yours=f"{given} given" if given else "none given",
        expected=f"{wanted} {noun}",
        why=f"This check takes {wanted} {noun}. Run the cell as it stood: {usage}.",
    )


def _holes(answer: Any) -> tuple[int, int]:
    """How many of the values in an answer are still `...`, and how many values there are."""
    if answer is ...:
        return 1, 1
    if type(answer) is dict:
        parts = [_holes(value) for value in answer.values()]
    elif type(answer) in (list, tuple):
        parts = [_holes(value) for value in answer]
    else:
        return 0, 1
    return sum(open for open, _ in parts), sum(total for _, total in parts)


def _is_stub(answer: Any) -> bool:
    """Whether a function's body is still only a docstring with `pass`, `...` or the stub's raise."""
    if not inspect.isfunction(answer):
        return False
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(answer)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return answer.__code__.co_names == ("NotImplementedError",)
    found = tree.body[0] if tree.body else None
    if not isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    return all(map(_does_nothing, found.body))


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Raise):
        raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    return False


def _wrong_kind(check: Callable[..., Any], answers: tuple, usage: str) -> Verdict | None:
    try:
        kinds = typing.get_type_hints(check)
    except (NameError, TypeError):
        return None
    for name, answer in zip(inspect.signature(check).parameters, answers, strict=True):
        kind = typing.get_origin(kinds.get(name)) or kinds.get(name)
        if kind is Callable or kind is typing.Callable:
            if not callable(answer):
                return _not_a_function(name, answer, usage)
        elif isinstance(kind, type) and not _is_a(answer, kind):
            wanted = _KIND_NAMES.get(kind, f"a {kind.__name__}")
            called = " You passed the function; pass what it gives back." if callable(answer) else ""
            return not_yet(call=usage, yours=answer, expected=wanted, why=f"`{name}` is {wanted}.{called}")
    return None


def _is_a(answer: Any, kind: type) -> bool:
    if kind is float:
        return is_number(answer)
    if kind is int:
        return isinstance(answer, int) and not isinstance(answer, bool)
    return isinstance(answer, kind)


def _not_a_function(name: str, answer: Any, usage: str) -> Verdict:
    if inspect.iscoroutine(answer):
        answer.close()
        return not_yet(call=usage, yours="a coroutine", expected=f"the function `{name}`",
                       misconception="result-not-function")  # fmt: skip
    return not_yet(
        call=usage,
        yours=f"{type(answer).__name__}: {shown(answer)}",
        expected=f"the function `{name}` itself",
        why=f"Write {usage}, with no parentheses after `{name}`.",
        misconception="result-not-function",
    )
