"""Chapter 6, check before running: the checkers behind 6.1, and what all of them share."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import result_of

TELLS_FORBIDDEN = Misconception(
    "tells-what-is-forbidden",
    "The refusal names a tool this caller may not use, which invites the next try.",
    "List only the names that are both known and allowed.",
)
KNOWN_IS_ALLOWED = Misconception(
    "known-is-allowed",
    "The tool exists, so the call was let through; whether this caller may use it was not asked.",
    "After the registry, look at the set of allowed names.",
)
LETS_UNKNOWN = Misconception(
    "unknown-goes-through",
    "None means that nothing speaks against the call, and no tool has this name.",
    "Where a name is not in the registry, `return` a text; printing it is not enough.",
)
NAMES_ONE_FIELD = Misconception(
    "names-one-field",
    "Only one of the wrong fields was named, so the model needs another round for the next.",
    "Collect all errors; `iter_errors` gives them one by one.",
)
BLAMES_ALL = Misconception(
    "blames-every-field",
    "A field that is right was named as well, so the model may change what was good.",
    "Build the text from the errors alone.",
)
ASSUMES_DICT = Misconception(
    "assumes-a-dict",
    "The arguments were taken for a dict; a model may send anything.",
    "Look at the type first and refuse what is no dict.",
)
TOO_STRICT = Misconception(
    "refuses-the-honest",
    "A harmless call was refused.",
    "Refuse for a reason you can name; everything else goes through.",
)
LOOSE_YES = Misconception(
    "loose-yes",
    "Something other than True counted as a yes.",
    "Compare with `is True`.",
)


def refused(call: str, yours: Any, *, words: tuple[str, ...] = (), belief: Any = None) -> Verdict | None:
    """None when `yours` is a refusal that holds these words."""
    if yours is None:
        return not_yet(call=call, yours=shown(None), expected="a text that refuses it", misconception=belief)
    if not isinstance(yours, str):
        return not_yet(call=call, yours=yours, expected="None or a text")
    missing = [word for word in words if word not in yours]
    if missing:
        return not_yet(
            call=call,
            yours=yours,
            expected=f"a text with {', '.join(missing)} in it",
            misconception="hidden-error",
        )
    return None


def passes(call: str, yours: Any) -> Verdict | None:
    if yours is None:
        return None
    return not_yet(call=call, yours=yours, expected="None", misconception=TOO_STRICT)


# --- 6.1a --------------------------------------------------------------------------------------------------


def _names(check_name: Callable, registry: dict, allowed: set, rows: list[tuple[Any, bool]]) -> Verdict:
    may = tuple(sorted(set(registry) & allowed))
    secret = sorted(set(registry) ^ allowed)
    for name, good in rows:
        known, given = dict(registry), set(allowed)
        yours = result_of(check_name, name, known, given)
        tools = ", ".join(f'"{tool}": …' for tool in sorted(registry))
        call = f"check_name({shown(name)}, {{{tools}}}, {shown(sorted(allowed)).replace('[', '{').replace(']', '}')})"
        if known != registry or given != allowed:
            return not_yet(
                call=call, yours=sorted(given), expected=sorted(allowed), misconception="changes-its-input"
            )
        if good:
            wrong = passes(call, yours)
        else:
            belief = KNOWN_IS_ALLOWED if isinstance(name, str) and name in registry else LETS_UNKNOWN
            wrong = refused(call, yours, words=may, belief=belief)
            told = [other for other in secret if isinstance(yours, str) and other != name and other in yours]
            if not wrong and told:
                wrong = not_yet(
                    call=call, yours=yours, expected=f"nothing about {told[0]}", misconception=TELLS_FORBIDDEN
                )
        if wrong:
            return wrong
    return passed(
        f"{len(rows)} names: known, unknown, forbidden, misspelled, allowed but never built, and no text."
    )


def check_check_name(check_name: Callable) -> Verdict:
    registry = dict.fromkeys(["read_note", "send_mail", "drop_table", "pay"])
    rows: list[tuple[Any, bool]] = [("read_note", True), ("fly", False), ("drop_table", False), ("", False)]
    rows += [("Read_Note", False), ("never_built", False), (None, False), (["read_note"], False)]
    return _names(check_name, registry, {"read_note", "send_mail", "never_built"}, rows)


def hidden_check_name(check_name: Callable) -> Verdict:
    rows: list[tuple[Any, bool]] = [("roll", True), ("__import__", False), ("sudo", False), ("roll ", False)]
    rows += [("planned", False), ({"name": "roll"}, False)]
    return _names(check_name, dict.fromkeys(["roll", "sudo", "format_disk"]), {"roll", "planned"}, rows)


# --- 6.1b --------------------------------------------------------------------------------------------------

BOOKING = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "minLength": 2},
        "nights": {"type": "integer", "minimum": 1},
        "room": {"enum": ["single", "double"]},
    },
    "required": ["city", "nights"],
    "additionalProperties": False,
}


def _schema(check_schema: Callable, rows: list[tuple[Any, tuple[str, ...]]]) -> Verdict:
    for arguments, fields in rows:
        call = f"check_schema({shown(arguments, 120)}, schema of {', '.join(BOOKING['properties'])})"
        try:
            yours = result_of(check_schema, copy.deepcopy(arguments), BOOKING)
        except Exception:
            if isinstance(arguments, dict):
                raise
            return not_yet(call=call, yours="an exception", expected="a text", misconception=ASSUMES_DICT)
        if not fields:
            wrong = passes(call, yours)
        else:
            wrong = refused(
                call,
                yours,
                words=() if fields == ("*",) else fields[:1],
                belief=ASSUMES_DICT if fields == ("*",) else None,
            )
            left = [field for field in fields[1:] if field not in str(yours)]
            known = set(BOOKING["properties"]) - set(fields) if fields != ("*",) else set()
            blamed = sorted(field for field in known if re.search(rf"\b{field}\b", str(yours)))
            if not wrong and blamed:
                wrong = not_yet(
                    call=call, yours=yours, expected=f"no word about {blamed[0]}", misconception=BLAMES_ALL
                )
            if not wrong and left:
                wrong = not_yet(
                    call=call, yours=yours, expected=f"{left[0]} named as well", misconception=NAMES_ONE_FIELD
                )
        if wrong:
            return wrong
    return passed(f"{len(rows)} sets of arguments, some with two faults, some no dict at all.")


def check_check_schema(check_schema: Callable) -> Verdict:
    rows: list[tuple[Any, tuple[str, ...]]] = [
        ({"city": "Rome", "nights": 2}, ()),
        ({"city": "Rome"}, ("nights",)),
        ({"city": "Rome", "nights": "two"}, ("nights",)),
        ({"city": 5, "nights": 0}, ("city", "nights")),
        ({"city": "Rome", "nights": 1, "spa": True}, ("spa",)),
        (None, ("*",)),
        ("Rome", ("*",)),
    ]
    return _schema(check_schema, rows)


def hidden_check_schema(check_schema: Callable) -> Verdict:
    rows: list[tuple[Any, tuple[str, ...]]] = [
        ({"city": "Oslo", "nights": 3, "room": "double"}, ()),
        ({"nights": 1.5, "room": "suite", "city": "Oslo"}, ("nights", "room")),
        ([], ("*",)),
        ({}, ("city", "nights")),
    ]
    return _schema(check_schema, rows)
