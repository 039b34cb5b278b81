"""Chapter 6, check before running: the checker behind 6.2, a confirmation with a button."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import result_of

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
    "Escape it, once: `html.escape(text)`; or use a widget for plain text, such as Label.",
)
ACTS_UNASKED = Misconception(
    "acts-unasked",
    "It ran before anybody pressed a button.",
    "Hand the button a function to call later; call `act` inside it only.",
)
MARKUP = ("HTML", "HTMLMath")
"""The widgets that draw markup; all others show their text as it is."""


def _buttons(box: Any) -> list[Any]:
    found = [box] if type(box).__name__ == "Button" else []
    return found + [button for child in getattr(box, "children", ()) for button in _buttons(child)]


def _texts(box: Any) -> str:
    """What a person reads: markup drawn, everything else as it is."""
    own = str(getattr(box, "value", ""))
    if type(box).__name__ in MARKUP:
        own = html.unescape(re.sub(r"<[^>]*>", "", own))
    return " ".join([own, *(_texts(child) for child in getattr(box, "children", ()))])


def _markup(box: Any) -> str:
    """The source of all that is drawn as markup."""
    own = str(getattr(box, "value", "")) if type(box).__name__ in MARKUP else ""
    return own + " ".join(_markup(child) for child in getattr(box, "children", ()))


def _confirmation(confirmation: Callable, name: str, arguments: dict, words: tuple[str, ...]) -> Verdict:
    for pressed in ("run", "refuse"):
        acts: list[int] = []
        box = result_of(confirmation, name, arguments, lambda acts=acts: acts.append(1))
        call, buttons = f"confirmation({shown(name)}, {shown(arguments, 120)}, act)", _buttons(box)
        by_word = {button.description.lower(): button for button in buttons}
        if set(by_word) != {"run", "refuse"}:
            return not_yet(
                call=call,
                yours=sorted(by_word) or type(box).__name__,
                expected="a box with the buttons Run and Refuse",
            )
        if acts:
            return not_yet(
                call=call,
                yours="it ran before anybody pressed",
                expected="nothing",
                misconception=ACTS_UNASKED,
            )
        said = _texts(box)
        if re.search(r"<(img|i)\b", _markup(box)):
            return not_yet(
                call=call, yours=_markup(box), expected="the text, escaped", misconception=MARKUP_RUNS
            )
        if not all(word in said for word in (name, *words)):
            return not_yet(
                call=call,
                yours=said,
                expected=f"{name} and, as they are: {', '.join(words)}",
                misconception=HIDES_ARGUMENTS,
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
    note = "for the <i>long</i> evening in Rome & for all that came after it"
    words = ("Ada", "250", "<i>long</i>", "Rome & for", "after it")
    return _confirmation(confirmation, "pay", {"to": "Ada", "amount": 250, "note": note}, words)


def hidden_confirmation(confirmation: Callable) -> Verdict:
    return _confirmation(
        confirmation,
        "send_mail",
        {"to": "a@b.example", "text": "<img src=x> hi", "copies": 12, "tail": "x" * 300 + "END"},
        ("a@b.example", "<img src=x> hi", "12", "END"),
    )
