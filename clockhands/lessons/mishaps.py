"""An exception that a learner's code raised on its own, outside the API: what lies behind it, and what to do.

    mishap(NameError("name 'run_tool' is not defined"), "results = [run_tool(b, tools) for b in calls]")
    -> a Misconception that says which cell to run again

Shares the table of `diagnosis` where a row fits any code; rows that speak of tools and calls are used only
when the learner's line shows one.
"""

from __future__ import annotations

import difflib
import re

from . import chapters
from .hinting import solution_text
from .misconceptions import Misconception, misconception

__all__ = ["home_of", "mishap", "parameters_wanted", "takes_async", "wrong_parameters"]

_FIRST_CELL = {"client", "MODEL"}
"""Names every chapter's first cell defines."""

_BROAD = {"cell-not-run", "unknown-name", "arguments-do-not-fit", "first-block-only"}
"""Diagnoses that need a look at the line before they are true."""

_ARGUMENTS = re.compile(r"^(?:.*\.)?([\w<>]+)\(\) (takes|missing|got)\b")


def mishap(error: BaseException, line: str = "", known: tuple[str, ...] = ()) -> Misconception | None:
    """What to tell the learner about this exception; None when its own message says all there is.

    line: the learner's line that raised it. known: names the learner's code can see.
    """
    if isinstance(error, NameError):
        return _name(getattr(error, "name", None) or _quoted(error), known)
    from .diagnosis import diagnose

    named = diagnose(error).misconception
    if named is not None and named.id not in _BROAD:
        return named
    if isinstance(error, KeyError):
        return _key(error, line)
    if isinstance(error, IndexError):
        return misconception("first-block-only") if "content[" in line else _INDEX
    if isinstance(error, AttributeError):
        return named or _attribute(error)
    if isinstance(error, TypeError) and _ARGUMENTS.match(str(error)):
        return _arguments(line)
    return None


_INDEX = Misconception(
    "index-out-of-range",
    "The list is shorter than the index asks for.",
    "Go through the items with `for`, or test that the list is not empty.",
)


def _quoted(error: BaseException) -> str:
    found = re.search(r"'(\w+)'", str(error))
    return found[1] if found else ""


def _name(name: str, known: tuple[str, ...]) -> Misconception:
    what = f"`{name}` is not defined in this session. After a restart everything is gone until its cell runs."
    if name in _FIRST_CELL:
        return Misconception(
            "cell-not-run", what, "Run the first code cell of the chapter again, then this one."
        )
    home = home_of(name)
    if home:
        cure = f"Run the cell of exercise {home}, in which you wrote `{name}`, then this one."
        return Misconception("cell-not-run", what, cure)
    near = difflib.get_close_matches(name, known, 1, 0.75)
    if near:
        return Misconception("misspelled-name", f"No `{name}` is defined here.", f"Did you mean `{near[0]}`?")
    cure = "Run the cell above that defines it (Run menu: Run All Above Selected Cell), or define it."
    return Misconception("cell-not-run", f"`{name}` is not defined where it is used.", cure)


def home_of(name: str) -> str:
    """The id of the first exercise whose answer a function of this name is; "" when there is none."""
    wanted = re.compile(rf"^(?:async )?(?:def|class) {re.escape(name)}\b", re.M)
    ids = (exercise.id for chapter in chapters.chapters() for exercise in chapter.exercises)
    return next((id for id in ids if wanted.search(solution_text(id))), "")


def _key(error: KeyError, line: str) -> Misconception:
    if "unction" in line or ".name]" in line:
        return misconception("unknown-name")
    key = repr(error.args[0]) if error.args else "this one"
    return Misconception(
        "missing-key",
        f"The dict has no key {key[:60]}.",
        "Look at the keys it does have, or test with `in` before you read one.",
    )


def _attribute(error: AttributeError) -> Misconception:
    name = getattr(error, "name", None) or _quoted(error)
    have = [item for item in dir(getattr(error, "obj", None)) if not item.startswith("_")]
    near = difflib.get_close_matches(str(name), have, 2, 0.5)
    cure = f"Did you mean {' or '.join(f'`.{item}`' for item in near)}?" if near else ""
    return Misconception(
        "no-such-attribute",
        "What stands before the dot has nothing of this name.",
        cure or "Print the value before the dot: is it of the kind you expect?",
    )


def _arguments(line: str) -> Misconception:
    if re.search(r"\((?:\w+\.)?input\)", line):
        return misconception("input-not-unpacked")
    if "**" in line:
        return misconception("arguments-do-not-fit")
    return Misconception(
        "wrong-arguments",
        "A function was called with other arguments than it takes.",
        "Compare the call in this line with the `def` line of the function.",
    )


# --- the learner's own function takes something else than the exercise asks for -----------------------------


def parameters_wanted(name: str, id: str = "") -> str:
    """`def run_tool(block, functions)` as exercise `id` has it, or the first to ask for it; "" if none."""
    for home in (id, home_of(name)):
        found = re.search(rf"def {re.escape(name)}\((.*?)\)\s*(?:->.*)?:\s*$", solution_text(home), re.M)
        if found:
            return f"def {name}({found[1]})"
    return ""


def wrong_parameters(error: BaseException, id: str = "") -> tuple[str, Misconception] | None:
    """What was wanted and the mistake, when the check's own call of a learner's function did not fit it."""
    found = _ARGUMENTS.match(str(error)) if isinstance(error, TypeError) else None
    if not found:
        return None
    wanted = parameters_wanted(found[1], id)
    cure = f"Write `{wanted}:`, as in the cell you started from." if wanted else ""
    return wanted, Misconception(
        "wrong-parameters",
        f"The check called `{found[1]}` with the arguments of the task, and it does not take them.",
        cure or "Give your function the parameters the task names, in that order.",
    )


def takes_async(id: str) -> bool:
    """Whether the answer to this exercise may be `async def`: its solution is, or there is none to tell."""
    solved = solution_text(id)
    return not solved or "async def" in solved
