"""The request an error is about, a line for each block, with the block at fault marked.

  messages[1]  assistant  text "Let me look."
                          tool_use get_time, toolu_01
► messages[2]  user       tool_result for toolu_02, "23:10"
"""

from __future__ import annotations

from typing import Any

from .cards import MARK
from .sent import Place, Sent
from .shown import one_line, shown

__all__ = ["outline"]

_AROUND = 5  # lines shown before and after the marked ones
_WIDTH = 62


def outline(sent: Sent, place: Place | None) -> str:
    """The lines, the marked ones beginning with `MARK`; "" where the place is no message or block."""
    if place is None or place.message is None:
        return ""
    lines = [line for number, message in enumerate(sent.messages) for line in _lines(number, message, place)]
    marked = [n for n, line in enumerate(lines) if line.startswith(MARK)]
    if not marked:
        return ""
    first, last = max(0, marked[0] - _AROUND), marked[-1] + _AROUND + 1
    above = [f"  … {first} lines above"] if first > 1 else lines[:first]
    below = [f"  … {len(lines) - last} lines below"] if len(lines) - last > 1 else lines[last:]
    return "\n".join([*above, *lines[first:last], *below])


def _lines(number: int, message: Any, place: Place) -> list[str]:
    if not isinstance(message, dict):
        return [_line(number, "?", shown(message, _WIDTH), place.message == number)]
    role, content = str(message.get("role")), message.get("content")
    blocks = content if isinstance(content, list) else [content]
    here = place.message == number
    if not blocks:
        return [_line(number, role, "nothing", here)]
    return [
        _line(number, role, _said(block), here and place.block in (None, n), first=n == 0)
        for n, block in enumerate(blocks)
    ]


def _line(number: int, role: str, said: str, marked: bool, first: bool = True) -> str:
    head = f"messages[{number}]".ljust(13) + role[:9].ljust(11) if first else " " * 24
    return f"{MARK if marked else ' '} {head}{said}".rstrip()


def _said(block: Any) -> str:
    """A block in a few words: its type, its id, the beginning of what it holds."""
    if isinstance(block, str):
        return f"text {shown(block, _WIDTH)}"
    if not isinstance(block, dict):
        return shown(block, _WIDTH)
    kind = str(block.get("type"))
    if kind == "tool_use":
        return one_line(f"tool_use {block.get('name')}, {block.get('id')}", _WIDTH + 12)
    if kind == "tool_result":
        content = shown(block.get("content"), _WIDTH - 24)
        return one_line(f"tool_result for {block.get('tool_use_id')}, {content}", _WIDTH + 12)
    return one_line(f"{kind} {shown(block.get(kind, ''), _WIDTH)}", _WIDTH + 12)
