"""Text from a model, made safe to show: cut, quoted, and with every invisible character spelled out."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

__all__ = ["cut", "quoted", "spelled"]

# Controls, bidirectional and zero-width marks, surrogates, private and unassigned characters, line
# separators: what a person who approves a call would not see, or would see in the wrong order.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def cut(text: str, longest: int) -> str:
    """`text`, at most `longest` characters; a cut shows as an ellipsis."""
    return text if len(text) <= longest else text[: max(0, longest - 1)] + "…"


def spelled(text: str) -> str:
    r"""`text` with each character nobody can see written as its escape.

    >>> print(spelled("pay \u202eBob"))
    pay \u202eBob
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(char) if unicodedata.category(char) in _UNSEEN else char for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quoted(value: Any, longest: int = 60) -> str:
    """A value as a message shows it: JSON where possible, at most `longest` characters, never an exception.

    >>> quoted("three"), quoted(True), quoted([1, 2])
    ('"three"', 'true', '[1, 2]')
    """
    if isinstance(value, str):
        return '"' + cut(spelled(value[: longest + 1]), longest - 2) + '"'
    if isinstance(value, (list, tuple, dict)) and _is_big(value):
        return f"a {'list' if not isinstance(value, dict) else 'object'} of {len(value)}"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        # An int of many thousand digits ends here too: Python refuses to print it.
        text = f"a value of type {type(value).__name__}"
    return cut(spelled(text[: longest + 1]), longest)


def _is_big(value: list | tuple | dict, most: int = 20) -> bool:
    """Whether printing it could be long or deep; looks at no more than the first level."""
    items = [*value.keys(), *value.values()] if isinstance(value, dict) and len(value) <= most else value
    return len(value) > most or any(
        isinstance(item, (list, tuple, dict)) or (isinstance(item, str) and len(item) > 200) for item in items
    )
