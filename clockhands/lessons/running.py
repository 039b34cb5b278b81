"""Running a checker on the learner's code, contained: whatever happens in there comes back as a verdict.

Prints are caught and kept short; exceptions become text with the learner's own line; exits, interrupts raised
on purpose, endless loops and recursion without end are named. Only the user's own interrupt passes through.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType

from .exercise import Verdict, not_yet
from .shown import one_line, scrubbed, shown
from .watchdog import Halt, OutOfTime, guarded

__all__ = ["Run", "run_check"]

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LIBRARIES = tuple(
    os.path.realpath(path) + os.sep
    for key, path in sysconfig.get_paths().items()
    if key in ("stdlib", "platstdlib", "purelib", "platlib")
)
_KEPT_OUTPUT = 4000


@dataclass(frozen=True)
class Run:
    """verdict: what was found. printed: the first lines the learner's code printed meanwhile."""

    verdict: Verdict
    printed: str = ""


class _ShortOutput(io.StringIO):
    """A text stream that keeps the beginning and counts the rest; an endless print fills no memory."""

    def __init__(self) -> None:
        super().__init__()
        self._room = _KEPT_OUTPUT

    def write(self, text: str) -> int:
        if self._room > 0:
            super().write(text[: self._room])
            self._room -= len(text)
        return len(text)


def run_check(check: Callable[..., Verdict], answers: tuple, limit_s: float) -> Run:
    """Call `check(*answers)` with a limit of `limit_s` seconds and turn every end into a verdict."""
    output = _ShortOutput()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        verdict, error = guarded(lambda: check(*answers), limit_s)
        if error is not None:
            home = getattr(getattr(check, "__code__", None), "co_filename", "")
            # Under guard once more: telling what happened calls the `repr` of the learner's objects.
            verdict, _ = guarded(lambda: verdict_of(error, limit_s, home), limit_s)
            verdict = verdict or not_yet(yours=type(error).__name__, why="Nothing more can be shown of it.")
    if not isinstance(verdict, Verdict):
        verdict = not_yet(
            why="The check itself has a fault: it came to no verdict. It is not your code; please report it."
        )
    return Run(verdict, output.getvalue())


def verdict_of(error: BaseException, limit_s: float, not_learners: str = "") -> Verdict:
    """The verdict for an exception that left the checker. not_learners: the checker's own file."""
    outer, error = error, _innermost(error)
    frames = _learner_frames(error.__traceback__ or outer.__traceback__, not_learners)
    while isinstance(outer, OutOfTime) and not frames and outer.__context__:
        outer = outer.__context__  # halted once more on the way out: the first halt knows the line
        frames = _learner_frames(outer.__traceback__, not_learners)
    call, line = _first_call(frames), _last_line(frames)
    if isinstance(error, NotImplementedError) and frames:
        return Verdict("not attempted", why=_stub_named(frames))
    if isinstance(error, OutOfTime):
        why = f"Your code was still running after {limit_s:g} seconds and was stopped."
        return not_yet(call=call, line=line, why=why, misconception="endless-loop")
    if isinstance(error, Halt):
        return replace(error.args[0], call=error.args[0].call or call, line=line)
    if type(error).__module__.startswith("anthropic"):
        return _refused(error, call, line)
    if not frames:
        why = f"The check could not read what your code gave back: {_described(error)}"
        return not_yet(why=why)
    return not_yet(call=call, line=line, yours=_described(error), why=_extra(error))


def _innermost(error: BaseException) -> BaseException:
    """The first real error inside an exception group (Python 3.11 on); otherwise the error itself."""
    while getattr(error, "exceptions", None):
        error = error.exceptions[0]
    return error


def _described(error: BaseException) -> str:
    try:
        message = str(error)
    except Exception:
        message = "(a message that cannot be shown)"
    return one_line(f"{type(error).__name__}: {scrubbed(message[:2000])}".removesuffix(": "))


def _extra(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "Your code tried to end the program. A function of a loop gives back a value instead."
    if isinstance(error, KeyboardInterrupt):
        return "Your code raised the exception that means: the user pressed stop."
    if isinstance(error, RecursionError):
        return "Your function keeps calling itself."
    return ""


def _refused(error: BaseException, call: str, line: str) -> Verdict:
    """An error of the SDK: its words, the mistake behind it and where in the request it is."""
    from .diagnosis import diagnose

    found = diagnose(error)
    where = f"It points at {found.place.words}: {shown(found.place.value, 160)}." if found.place else ""
    return not_yet(
        call=call,
        line=line,
        yours=f"{type(error).__name__}: {scrubbed(found.message)}",
        why=" ".join(filter(None, (where, found.note))),
        misconception=found.misconception,
    )


def is_learners(filename: str) -> bool:
    """Whether code in this file is the learner's: not this package, not a library."""
    if filename.startswith("<") and not filename.startswith(("<ipython", "<learner", "<stdin", "<string")):
        return False
    path = os.path.realpath(filename)
    return not (path.startswith((_PACKAGE, *_LIBRARIES)) or "site-packages" in path)


def _learner_frames(trace: TracebackType | None, not_learners: str) -> list[TracebackType]:
    frames = []
    while trace is not None:
        filename = trace.tb_frame.f_code.co_filename
        if filename != not_learners and is_learners(filename):
            frames.append(trace)
        trace = trace.tb_next
    return frames


def _first_call(frames: list[TracebackType]) -> str:
    """How the checker called the learner's function, read off the frame."""
    if not frames:
        return ""
    code, values = frames[0].tb_frame.f_code, frames[0].tb_frame.f_locals
    if code.co_name.startswith("<"):
        return ""
    count = code.co_argcount + code.co_kwonlyargcount
    names = [name for name in code.co_varnames[:count] if name in values and name != "self"]
    return one_line(f"{code.co_name}({', '.join(shown(values[name], 80) for name in names)})")


def _last_line(frames: list[TracebackType]) -> str:
    if not frames:
        return ""
    code, number = frames[-1].tb_frame.f_code, frames[-1].tb_lineno
    text = linecache.getline(code.co_filename, number, frames[-1].tb_frame.f_globals).strip()
    where = f"line {number}" if code.co_name.startswith("<") else f"line {number}, in {code.co_name}"
    return one_line(f"{where}: {text}" if text else where, 160)


def _stub_named(frames: list[TracebackType]) -> str:
    first, last = frames[0].tb_frame.f_code.co_name, frames[-1].tb_frame.f_code.co_name
    return "" if first == last else f"`{first}` uses `{last}`, which still raises NotImplementedError."
