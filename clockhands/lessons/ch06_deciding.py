"""Chapter 6, check before running: the checker behind 6.3, all checks in their order."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable
from typing import Any

from .ch06_checks import LOOSE_YES, passes, refused
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import result_of
from .watchdog import Halt

ASKS_TOO_EARLY = Misconception(
    "asks-for-every-call",
    "A person was asked about a call the other checks refuse, or one that is harmless.",
    "Ask last, and only for dangerous tools.",
)
TOO_LONG = Misconception(
    "refusal-too-long",
    "The refusal is longer than 500 characters; the model reads and you pay for all of it.",
    "Cut it.",
)
RAISES = Misconception(
    "guard-raises",
    "The guard raised, so the loop would end with this call unanswered.",
    "Catch what goes wrong in any of the checks, and give back a refusal.",
)
FAILS_OPEN = Misconception(
    "fails-open",
    "A hostile call was let through.",
    "Ask every check in turn, and refuse where one of them breaks: denied by default.",
)


def _decide(decide: Callable, honest: list[tuple], hostile: list[tuple[Any, Any, str]]) -> Verdict:
    """honest: (name, arguments) nobody need be asked about. hostile: (name, arguments, word of the refusal)."""
    ran: list[str] = []
    registry, asked = _registry(ran), []
    allowed = {"read_note", "list_notes", "delete_note"}

    def trial(name: Any, arguments: Any, answer: Any, hostile: bool = True) -> tuple[str, Any]:
        """The call as text and what `decide` says; answer: what the person says, or an exception to raise.
        An error on an honest call is the learner's to see as it is."""
        asked.clear()

        def approve(*question: Any) -> Any:
            asked.append(question)
            if isinstance(answer, Exception):
                raise answer
            return answer

        call = f"decide({shown(name, 40)}, {shown(arguments, 60)}, …)"
        with tempfile.TemporaryDirectory() as folder:
            try:
                yours = result_of(decide, name, copy.deepcopy(arguments), registry, allowed, folder, approve)
            except Exception as error:
                if not hostile or isinstance(error, (NameError, NotImplementedError)):
                    raise
                raise Halt(_raised(call, error)) from error
        return call, yours

    wrong = (
        _honest(trial, asked, honest)
        or _hostile(trial, asked, hostile)
        or _approved(trial)
        or _nothing_ran(ran)
    )
    return wrong or passed(
        f"{len(hostile)} hostile calls refused, {len(honest)} honest ones let through; nothing ran."
    )


def _raised(call: str, error: Exception) -> Verdict:
    return not_yet(
        call=call,
        yours=f"{type(error).__name__}: {error}",
        expected="a text or None",
        misconception=RAISES,
    )


def _registry(ran: list[str]) -> dict[str, Any]:
    from ..tools import Tool

    path = {
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": False,
    }
    nothing = {"type": "object", "properties": {}, "additionalProperties": False}
    return {
        name: Tool(
            name,
            f"{name}.",
            nothing if name == "list_notes" else path,
            fn=lambda name=name, **given: ran.append(name),
            dangerous=name == "delete_note",
        )
        for name in ("read_note", "list_notes", "delete_note", "admin")
    }


def _honest(trial: Callable, asked: list, honest: list[tuple]) -> Verdict | None:
    for name, arguments in honest:
        call, yours = trial(name, arguments, True, hostile=False)
        wrong = passes(call, yours)
        if not wrong and asked:
            wrong = not_yet(
                call=call, yours="a person was asked", expected="no question", misconception=ASKS_TOO_EARLY
            )
        if wrong:
            return wrong
    return None


def _hostile(trial: Callable, asked: list, hostile: list[tuple[Any, Any, str]]) -> Verdict | None:
    """A person would say yes to each of them: the checks before must refuse."""
    for name, arguments, word in hostile:
        call, yours = trial(name, arguments, True)
        wrong = refused(call, yours, words=(word,) if word else (), belief=FAILS_OPEN)
        if not wrong and len(yours) >= 500:
            wrong = not_yet(
                call=call, yours=f"{len(yours)} characters", expected="under 500", misconception=TOO_LONG
            )
        if not wrong and asked:
            wrong = not_yet(
                call=call, yours="a person was asked", expected="refused before", misconception=ASKS_TOO_EARLY
            )
        if wrong:
            return wrong
    return None


def _approved(trial: Callable) -> Verdict | None:
    for answer in (True, None, False, 1, "yes", ZeroDivisionError("the question broke")):
        call, yours = trial("delete_note", {"path": "a.txt"}, answer)
        call += f", where the person's answer is {shown(answer)}"
        wrong = passes(call, yours) if answer is True else refused(call, yours, belief=LOOSE_YES)
        if wrong:
            return wrong
    return None


def _nothing_ran(ran: list[str]) -> Verdict | None:
    if ran:
        return not_yet(
            yours=f"{ran[0]} ran", expected="nothing runs", why="The guard decides; it never executes."
        )
    return None


def check_decide(decide: Callable) -> Verdict:
    hostile: list[tuple[Any, Any, str]] = [
        ("fly", {"path": "a.txt"}, "read_note"),
        ("admin", {"path": "a.txt"}, "read_note"),
        ("read_note", {"path": "../../etc/passwd"}, ""),
        ("read_note", {"file": "a.txt"}, "path"),
        ("read_note", "a.txt", ""),
        ("read_note", {"path": ["x" * 2_000]}, "path"),
        ("delete_note", {"path": "../a.txt"}, ""),
        (["read_note"], {"path": "a.txt"}, ""),
        ("read_note", {"path": "a\x00b"}, ""),
        ("read_note", {"path": "\ud800"}, ""),
    ]
    return _decide(decide, [("read_note", {"path": "trips/rome.txt"}), ("list_notes", {})], hostile)


def hidden_decide(decide: Callable) -> Verdict:
    hostile: list[tuple[Any, Any, str]] = [
        ("__class__", {}, "read_note"),
        ("admin", None, "read_note"),
        ({}, None, ""),
        ("read_note", None, ""),
        ("read_note", {"path": "/etc/shadow"}, ""),
        ("read_note", {"path": 7}, "path"),
        ("list_notes", {"y" * 3_000: 1}, ""),
        ("read_note", {"path": "\x00"}, ""),
        ("delete_note", {"path": "\udfff"}, ""),
        ("delete_note", {"path": "."}, ""),
    ]
    return _decide(decide, [("list_notes", {}), ("read_note", {"path": "b.txt"})], hostile)
