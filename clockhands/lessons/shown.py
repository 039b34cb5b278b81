"""Any value as short, safe, repeatable text.

    >>> shown({"type": "tool_result", "tool_use_id": "toolu_01"})
    '{"type": "tool_result", "tool_use_id": "toolu_01"}'

A learner's value may have a `repr` that raises, prints, or is ten megabytes long; none of that may reach the
page. Objects without a `repr` of their own are named by their class, since addresses differ from run to run.
"""

from __future__ import annotations

import inspect
import numbers
import os
import re
import tempfile
from decimal import Decimal
from typing import Any

__all__ = ["is_number", "one_line", "plain", "scrubbed", "shown"]

LIMIT = 240
_DEPTH = 5
_ITEMS = 12
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def shown(value: Any, limit: int = LIMIT) -> str:
    """`value` on one line of at most `limit` characters; never raises."""
    try:
        text = _text(value, _DEPTH, limit)
    except (Exception, SystemExit, GeneratorExit):
        text = f"<{_class_name(value)} that cannot be shown>"
    return one_line(text, limit)


def one_line(text: str, limit: int = LIMIT) -> str:
    """Text with every run of white space made one blank and what cannot be printed escaped, cut to `limit`
    characters with an ellipsis."""
    text = " ".join(str(text[: limit * 4]).split())
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def plain(value: Any) -> Any:
    """SDK objects as the dicts and lists they stand for, at any depth; everything else unchanged."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    dump = getattr(type(value), "model_dump", None)
    if dump is not None:
        return dump(value, mode="json", exclude_unset=True)
    return value


def is_number(value: Any) -> bool:
    """Whether a value counts as a number here: int, float, Decimal, Fraction and their like, but no bool."""
    return isinstance(value, (numbers.Real, Decimal)) and not isinstance(value, bool)


def scrubbed(text: str) -> str:
    """Text without the folders of this machine, which belong to nobody else's page."""
    for folder in (os.getcwd(), tempfile.gettempdir(), os.path.expanduser("~")):
        if len(folder) > 3:
            text = text.replace(folder, "…")
    return text


def _class_name(value: Any) -> str:
    return getattr(type(value), "__name__", "object")


def _text(value: Any, depth: int, room: int) -> str:
    kind = type(value)
    if kind is str:
        return _string(value, room)
    if value is None or kind in (bool, int, float):
        return _number(value)
    if depth <= 0:
        return "…"
    if kind is dict:
        return "{" + _joined((f"{_text(k, 1, 60)}: ", v) for k, v in value.items())(depth, room) + "}"
    if kind in (list, tuple, set, frozenset):
        return _sequence(value, depth, room)
    return _object(value, depth, room)


def _string(value: str, room: int) -> str:
    cut = value if len(value) <= room else value[:room] + "…"
    body = cut.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    if '"' in body and "'" not in body:
        return f"'{body}'"
    return '"' + body.replace('"', '\\"') + '"'


def _number(value: Any) -> str:
    if type(value) is int and value.bit_length() > 200:
        return f"<an integer of {value.bit_length()} bits>"
    return repr(value)


def _sequence(value: Any, depth: int, room: int) -> str:
    if type(value) in (set, frozenset):
        body = ", ".join(sorted(_text(item, depth - 1, 60) for item in list(value)[:_ITEMS]))
        return "{" + body + (", …" if len(value) > _ITEMS else "") + "}" if value else "set()"
    inner = _joined(("", item) for item in value)(depth, room)
    if type(value) is list:
        return f"[{inner}]"
    return f"({inner},)" if len(value) == 1 else f"({inner})"


def _joined(pairs):
    def render(depth: int, room: int) -> str:
        parts: list[str] = []
        used = 0
        for number, (label, item) in enumerate(pairs):
            if number >= _ITEMS or used > room:
                parts.append("…")
                break
            part = label + _text(item, depth - 1, max(20, min(room - used, 120)))
            parts.append(part)
            used += len(part) + 2
        return ", ".join(parts)

    return render


def _object(value: Any, depth: int, room: int) -> str:
    if inspect.iscoroutine(value):
        return f"<coroutine of {value.__name__}, not awaited>"
    if isinstance(value, type) or inspect.isroutine(value):
        return f"<{'class' if isinstance(value, type) else 'function'} {getattr(value, '__name__', '?')}>"
    if getattr(value, "type", None) == "tool_use" and hasattr(value, "id") and hasattr(value, "name"):
        return f"call to {value.name}, id {value.id}"
    if getattr(value, "type", None) == "text" and hasattr(type(value), "model_dump"):
        return f"text {_text(getattr(value, 'text', ''), 1, min(room, 60))}"
    if getattr(value, "type", None) == "message" and hasattr(type(value), "model_dump"):
        ended = _text(getattr(value, "stop_reason", None), 1, 60)
        return f"{_class_name(value)}(content={_text(value.content, depth - 1, room)}, stop_reason={ended})"
    if hasattr(type(value), "model_dump"):
        return f"{_class_name(value)}({_text(plain(value), depth, room)})"
    if type(value).__repr__ is object.__repr__:
        return f"<{_class_name(value)} object>"
    return _ADDRESS.sub("", scrubbed(repr(value)[: room * 4]))
