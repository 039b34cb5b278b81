"""Running a checker on the learner's code, contained: whatever happens in there comes back as a verdict.

Prints are caught and kept short; exceptions become text with the learner's own line; exits, interrupts raised
on purpose, endless loops and recursion without end are named. Only the user's own interrupt passes through.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import linecache
import os
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType

from .exercise import Misconception, Verdict, not_yet
from .mishaps import mishap, wrong_parameters
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
_ASKS_THE_PERSON = Misconception(
    "asks-the-keyboard",
    "The function takes everything it needs from its parameters; nobody is there to type.",
    "Use the parameters in place of `input()`.",
)


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


@contextlib.contextmanager
def _no_keyboard() -> Iterator[None]:
    """Code that asks the person at the keyboard would wait for ever, since nobody sees the question."""
    before = builtins.input

    def asked(*prompt: object) -> str:
        raise Halt(
            not_yet(
                why="Your code calls `input()`: it waits for somebody to type.",
                misconception=_ASKS_THE_PERSON,
            )
        )

    builtins.input = asked
    try:
        yield
    finally:
        builtins.input = before


def run_check(check: Callable[..., Verdict], answers: tuple, limit_s: float, id: str = "") -> Run:
    """Call `check(*answers)` with a limit of `limit_s` seconds and turn every end into a verdict. id: of the
    exercise, for words about the function it asks for."""
    output = _ShortOutput()
    with _no_keyboard(), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        verdict, error = guarded(lambda: check(*answers), limit_s)
        if error is not None:
            home = getattr(getattr(check, "__code__", None), "co_filename", "")
            # Under guard once more: telling what happened calls the `repr` of the learner's objects.
            verdict, _ = guarded(lambda: verdict_of(error, limit_s, home, id), limit_s)
            verdict = verdict or not_yet(yours=type(error).__name__, why="Nothing more can be shown of it.")
    if not isinstance(verdict, Verdict):
        verdict = not_yet(
            why="The check itself has a fault: it came to no verdict. It is not your code; please report it."
        )
    return Run(verdict, output.getvalue())


def verdict_of(error: BaseException, limit_s: float, not_learners: str = "", id: str = "") -> Verdict:
    """The verdict for an exception that left the checker. not_learners: the checker's own file; id: of the
    exercise."""
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
        return _unread(error, id)
    named = mishap(error, line, _visible(frames[-1]))
    return not_yet(call=call, line=line, yours=_described(error), why=_extra(error), misconception=named)


def _unread(error: BaseException, id: str) -> Verdict:
    """An error in which no line of the learner's has a part."""
    misfit = wrong_parameters(error, id)
    if misfit:
        wanted, named = misfit
        return not_yet(yours=_described(error), expected=wanted, misconception=named)
    why = f"The check could not read what your code gave back: {_described(error)}"
    return not_yet(why=why)


def _visible(frame: TracebackType) -> tuple[str, ...]:
    """Names the learner's line could have meant."""
    here = frame.tb_frame
    return tuple(name for name in {**here.f_globals, **here.f_locals} if not name.startswith("_"))


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
