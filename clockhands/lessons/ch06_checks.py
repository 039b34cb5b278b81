"""Chapter 6, check before running: the checkers behind its exercises."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import called, result_of

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
NAMES_ONE_FIELD = Misconception(
    "names-one-field",
    "Only one of the wrong fields was named, so the model needs another round for the next.",
    "Collect all errors; `iter_errors` gives them one by one.",
)
ASSUMES_DICT = Misconception(
    "assumes-a-dict",
    "The arguments were taken for a dict; a model may send anything.",
    "Look at the type first and refuse what is no dict.",
)
COMPARES_TEXT = Misconception(
    "compares-path-text",
    "The path was judged by its text, and another spelling leads out of the folder.",
    "Join it to the folder, resolve it, and ask whether the folder is among its parents.",
)
TOO_STRICT = Misconception(
    "refuses-the-honest",
    "A harmless call was refused.",
    "Refuse for a reason you can name; everything else goes through.",
)
HIDES_ARGUMENTS = Misconception(
    "hides-the-arguments",
    "The person cannot see what exactly would run.",
    "Show the name and all arguments, as they are.",
)
RUNS_TWICE = Misconception(
    "runs-twice",
    "Pressing again ran the call again.",
    "Disable both buttons before you act, and do nothing when they are disabled.",
)
RUNS_ON_NO = Misconception(
    "runs-on-refusal",
    "Refusing ran the call.",
    "Only the button that says yes may act.",
)
MARKUP_RUNS = Misconception(
    "markup-from-the-model",
    "Text from the model reached the page as markup, so it can draw what it likes there.",
    "Escape it: `html.escape(text)`.",
)
LOOSE_YES = Misconception(
    "loose-yes",
    "Something other than True counted as a yes.",
    "Compare with `is True`.",
)
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


def _refusal(call: str, yours: Any, *, words: tuple[str, ...] = (), belief: Any = None) -> Verdict | None:
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


def _passes(call: str, yours: Any) -> Verdict | None:
    if yours is None:
        return None
    return not_yet(call=call, yours=yours, expected="None", misconception=TOO_STRICT)


# --- 6.1a --------------------------------------------------------------------------------------------------


def _names(check_name: Callable, registry: dict, allowed: set, rows: list[tuple[str, bool]]) -> Verdict:
    may = tuple(sorted(set(registry) & allowed))
    secret = sorted(set(registry) - allowed)
    for name, good in rows:
        yours, call = (
            result_of(check_name, name, dict(registry), set(allowed)),
            called(check_name, name, sorted(registry), sorted(allowed)),
        )
        if good:
            wrong = _passes(call, yours)
        else:
            belief = KNOWN_IS_ALLOWED if name in registry else "exception-escapes"
            wrong = _refusal(call, yours, words=may, belief=belief)
            told = [other for other in secret if isinstance(yours, str) and other != name and other in yours]
            if not wrong and told:
                wrong = not_yet(
                    call=call, yours=yours, expected=f"nothing about {told[0]}", misconception=TELLS_FORBIDDEN
                )
        if wrong:
            return wrong
    return passed(f"{len(rows)} names: known, unknown, forbidden and misspelled.")


def check_check_name(check_name: Callable) -> Verdict:
    registry = dict.fromkeys(["read_note", "send_mail", "drop_table", "pay"])
    rows = [("read_note", True), ("fly", False), ("drop_table", False), ("", False), ("Read_Note", False)]
    return _names(check_name, registry, {"read_note", "send_mail", "never_built"}, rows)


def hidden_check_name(check_name: Callable) -> Verdict:
    rows = [("roll", True), ("__import__", False), ("sudo", False), ("roll ", False)]
    return _names(check_name, dict.fromkeys(["roll", "sudo", "format_disk"]), {"roll"}, rows)


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
        call = called(check_schema, arguments, "BOOKING")
        try:
            yours = result_of(check_schema, copy.deepcopy(arguments), BOOKING)
        except Exception:
            if isinstance(arguments, dict):
                raise
            return not_yet(call=call, yours="an exception", expected="a text", misconception=ASSUMES_DICT)
        if not fields:
            wrong = _passes(call, yours)
        else:
            wrong = _refusal(
                call,
                yours,
                words=() if fields == ("*",) else fields[:1],
                belief=ASSUMES_DICT if fields == ("*",) else None,
            )
            left = [field for field in fields[1:] if field not in str(yours)]
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


# --- 6.1c --------------------------------------------------------------------------------------------------


def _paths(check_path: Callable, good: list[str], bad: list[str]) -> Verdict:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "notes"
        (folder / "trips").mkdir(parents=True)
        (Path(home) / "notes2").mkdir()
        for path in good:
            wrong = _passes(f"check_path({path!r}, folder)", result_of(check_path, path, folder))
            if wrong:
                return wrong
        for path in [*bad, str(Path(home) / "secrets.txt"), "../notes2/plan.txt"]:
            label = path.replace(home, "…")
            wrong = _refusal(
                f"check_path({label!r}, folder)", result_of(check_path, path, folder), belief=COMPARES_TEXT
            )
            if wrong:
                return wrong
    return passed(f"{len(good)} paths inside, {len(bad) + 2} that lead out.")


def check_check_path(check_path: Callable) -> Verdict:
    return _paths(
        check_path,
        ["a.txt", "trips/rome.txt", "trips/../b.txt", "..hidden.txt"],
        ["../secrets.txt", "trips/../../secrets.txt", ""],
    )


def hidden_check_path(check_path: Callable) -> Verdict:
    return _paths(check_path, ["x/y/z.md", "a b.txt"], ["..", ".", "x/../../../etc/passwd", "  "])


# --- 6.2 ---------------------------------------------------------------------------------------------------


def _buttons(box: Any) -> list[Any]:
    found = [box] if type(box).__name__ == "Button" else []
    return found + [button for child in getattr(box, "children", ()) for button in _buttons(child)]


def _texts(box: Any) -> str:
    own = str(getattr(box, "value", ""))
    return own + " ".join(_texts(child) for child in getattr(box, "children", ()))


def _confirmation(confirmation: Callable, name: str, arguments: dict, words: tuple[str, ...]) -> Verdict:
    for pressed in ("run", "refuse"):
        acts: list[int] = []
        box = result_of(confirmation, name, arguments, lambda acts=acts: acts.append(1))
        call, buttons = called(confirmation, name, arguments, "act"), _buttons(box)
        by_word = {button.description.lower(): button for button in buttons}
        if set(by_word) != {"run", "refuse"}:
            return not_yet(
                call=call,
                yours=sorted(by_word) or type(box).__name__,
                expected="a box with the buttons Run and Refuse",
            )
        said = _texts(box)
        if "<img" in said:
            return not_yet(call=call, yours=said, expected="the text, escaped", misconception=MARKUP_RUNS)
        if not all(word in said for word in (name, *words)):
            return not_yet(
                call=call,
                yours=said,
                expected=f"{name} and {', '.join(words)} shown",
                misconception=HIDES_ARGUMENTS,
            )
        if acts:
            return not_yet(
                call=call, yours="it ran before anybody pressed", expected="nothing", misconception=RUNS_ON_NO
            )
        wrong = _pressed(call, by_word, pressed, acts)
        if wrong:
            return wrong
    return passed("Shown in full; ran once on a yes, never on a no.")


def _pressed(call: str, by_word: dict, pressed: str, acts: list[int]) -> Verdict | None:
    expected = 1 if pressed == "run" else 0
    by_word[pressed].click()
    first = len(acts)
    by_word[pressed].click()
    by_word["run"].click()
    if first != expected:
        belief = RUNS_ON_NO if pressed == "refuse" else None
        return not_yet(
            call=f"{call}, then {pressed}",
            yours=f"ran {first} times",
            expected=f"{expected}",
            misconception=belief,
        )
    if len(acts) != expected:
        return not_yet(
            call=f"{call}, then {pressed} and more",
            yours=f"ran {len(acts)} times",
            expected=f"{expected}",
            misconception=RUNS_TWICE,
        )
    if not all(button.disabled for button in by_word.values()):
        return not_yet(
            call=f"{call}, then {pressed}",
            yours="a button that can still be pressed",
            expected="both disabled",
            misconception=RUNS_TWICE,
        )
    return None


def check_confirmation(confirmation: Callable) -> Verdict:
    return _confirmation(confirmation, "pay", {"to": "Ada", "amount": 250}, ("Ada", "250"))


def hidden_confirmation(confirmation: Callable) -> Verdict:
    return _confirmation(
        confirmation, "send_mail", {"to": "a@b.example", "text": "<img src=x> hi"}, ("a@b.example", "hi")
    )


# --- 6.3 ---------------------------------------------------------------------------------------------------


def _decide(decide: Callable, honest: tuple, hostile: list[tuple[str, Any, str]]) -> Verdict:
    from ..tools import Tool

    ran: list[str] = []
    path = {
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": False,
    }
    registry = {
        name: Tool(
            name,
            f"{name}.",
            path,
            fn=lambda path, name=name: ran.append(name),
            dangerous=name == "delete_note",
        )
        for name in ("read_note", "delete_note", "admin")
    }
    allowed, asked = {"read_note", "delete_note"}, []

    def trial(name: str, arguments: Any, answer: Any) -> tuple[str, Any]:
        asked.clear()
        yours = result_of(
            decide,
            name,
            copy.deepcopy(arguments),
            registry,
            allowed,
            "notes",
            lambda *a: asked.append(a) or answer,
        )
        return f"decide({shown(name, 40)}, {shown(arguments, 60)}, …)", yours

    call, yours = trial(*honest, True)
    wrong = _passes(call, yours)
    if not wrong and asked:
        wrong = not_yet(
            call=call, yours="a person was asked", expected="no question", misconception=ASKS_TOO_EARLY
        )
    for name, arguments, word in [] if wrong else hostile:
        call, yours = trial(name, arguments, None)
        wrong = _refusal(
            call, yours, words=(word,) if word else (), belief=LOOSE_YES if name == "delete_note" else None
        )
        if not wrong and len(yours) >= 500:
            wrong = not_yet(
                call=call, yours=f"{len(yours)} characters", expected="under 500", misconception=TOO_LONG
            )
        if not wrong and asked and name != "delete_note":
            wrong = not_yet(
                call=call, yours="a person was asked", expected="refused before", misconception=ASKS_TOO_EARLY
            )
        if wrong:
            return wrong
    return (
        wrong
        or _approved(trial, ran)
        or passed("Seven hostile calls refused, the honest one let through; nothing ran.")
    )


def _approved(trial: Callable, ran: list[str]) -> Verdict | None:
    for answer in (True, 1, "yes"):
        call, yours = trial("delete_note", {"path": "a.txt"}, answer)
        wrong = _passes(call, yours) if answer is True else _refusal(call, yours, belief=LOOSE_YES)
        if wrong:
            return wrong
    if ran:
        return not_yet(
            yours=f"{ran[0]} ran", expected="nothing runs", why="The guard decides; it never executes."
        )
    return None


def check_decide(decide: Callable) -> Verdict:
    hostile: list[tuple[str, Any, str]] = [
        ("fly", {"path": "a.txt"}, "read_note"),
        ("admin", {"path": "a.txt"}, "read_note"),
        ("read_note", {"path": "../../etc/passwd"}, ""),
        ("read_note", {"file": "a.txt"}, "path"),
        ("read_note", "a.txt", ""),
        ("read_note", {"path": "x" * 2_000, "extra": 1}, ""),
        ("delete_note", {"path": "a.txt"}, ""),
    ]
    return _decide(decide, ("read_note", {"path": "trips/rome.txt"}), hostile)


def hidden_decide(decide: Callable) -> Verdict:
    hostile: list[tuple[str, Any, str]] = [
        ("__class__", {}, "read_note"),
        ("admin", None, "read_note"),
        ("read_note", None, ""),
        ("read_note", {"path": "/etc/shadow"}, ""),
        ("read_note", {"path": 7}, "path"),
        ("read_note", {"path": "a\x00b"}, ""),
        ("delete_note", {"path": "b.txt"}, ""),
    ]
    return _decide(decide, ("read_note", {"path": "b.txt"}), hostile)
