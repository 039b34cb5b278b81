"""Short text for pictures: abbreviations, wrapping, numbers and durations, the same on every machine."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable
from typing import Any

__all__ = [
    "arguments",
    "clean",
    "columns",
    "count",
    "duration",
    "first_text",
    "fit",
    "joined",
    "shorter",
    "step_of",
    "text_of",
    "wrapped",
]

_NOT_DRAWABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200b-\u200f\u202a-\u202e\u2066-\u2069]+"
)


def clean(text: Any) -> str:
    """One line of drawable text: control characters, line ends and direction marks become single spaces."""
    return " ".join(_NOT_DRAWABLE.sub(" ", str(text)).split())


def columns(text: str) -> int:
    """How many terminal columns `text` takes: wide characters count two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def fit(text: Any, width: float, measure: Callable[[str], float] = columns) -> str:
    """`text` on one line of at most `width`, cut with an ellipsis. measure: how wide a text is (columns, or
    pixels); it must add up over the characters."""
    text = clean(text)
    if measure(text) <= width:
        return text
    room, kept = width - measure("…"), 0
    for c in text:
        room -= measure(c)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def wrapped(text: Any, width: float, lines: int, measure: Callable[[str], float] = columns) -> list[str]:
    """`text` broken at spaces into at most `lines` lines of `width`; the last is cut if need be."""
    rest, out = clean(text), []
    while rest and len(out) < lines - 1 and measure(rest) > width:
        head = fit(rest, width + measure("…"), measure).rstrip("…")
        at = head.rfind(" ")
        head = head[:at] if at > len(head) // 3 else head[: max(1, len(head))]
        out.append(head.rstrip())
        rest = rest[len(head) :].lstrip()
    return [*out, fit(rest, width, measure)] if rest or not out else out


def count(n: int, thing: str, things: str | None = None) -> str:
    """`1 model call`, `2 model calls`, `1,312 tokens`."""
    return f"{n:,} {thing if n == 1 else things or thing + 's'}"


def joined(items: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""


def step_of(seconds: float, unit: float, exact: bool) -> float:
    """`seconds` in whole steps of `unit`. Exact times round half up; measured ones round down, because a real
    sleep may take longer than asked for, and hardly ever less: by one tick of the clock, 16 ms on Windows."""
    tick = max(0.0005, min(0.016, unit / 10))
    steps = seconds / unit + (0.5 if exact else tick / unit)
    return math.floor(steps + 1e-9) * unit


def duration(seconds: float, unit: float = 0.001) -> str:
    """`2 ms`, `0.48 s`, `1.24 s`; a duration below one step of `unit` reads `<0.2 s`."""
    if seconds <= 0:
        return "0 ms" if unit <= 0.001 else f"<{unit:g} s"
    if unit <= 0.001 and seconds < 0.0995:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.{2 if unit < 0.1 else 1}f} s"


def arguments(value: Any, width: int) -> str:
    """A call's input in at most `width` columns: key="value" pairs, then the values alone, then a cut."""
    if not isinstance(value, dict):
        return fit(_json(value), width)
    pairs = " ".join(f"{key}={_json(item)}" for key, item in value.items())
    if columns(clean(pairs)) <= width:
        return clean(pairs)
    bare = " ".join(item if isinstance(item, str) else _json(item) for item in value.values())
    return fit(bare, width)


def shorter(name: str, width: int) -> str:
    """A name or id in at most `width` columns, cut in the middle so that both ends stay readable."""
    name = clean(name)
    if columns(name) <= width:
        return name
    if columns(name) > len(name):
        return fit(name, width)  # wide characters: counting from both ends is not worth it
    tail = max(1, (width - 1) // 3)
    return f"{name[: width - 1 - tail]}…{name[-tail:]}"


def text_of(content: Any) -> str:
    """All text in a message's or a tool result's content; other blocks by their type in brackets."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return "" if content is None else _json(content)
    parts = []
    for block in content:
        if isinstance(block, dict) and block.get("type") == "text":
            parts.append(str(block.get("text", "")))
        elif isinstance(block, dict) and block.get("type") not in ("tool_use", "tool_result"):
            parts.append(f"[{block.get('type', 'block')}]")
    return " ".join(part for part in parts if part)


def first_text(messages: list[dict]) -> str:
    """What the user asked: the text of the last user message that is more than tool results."""
    for message in reversed(messages):
        text = clean(text_of(message.get("content"))) if isinstance(message, dict) else ""
        if text and message.get("role") == "user":
            return text
    return ""


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
