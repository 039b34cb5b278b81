"""Text arguments: what to say, look for or name; and yes-or-no ones."""

from __future__ import annotations

import re

from clockhands.mock.toy import phrases
from clockhands.mock.toy.assign import FREE, Filled
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid


def called(tool: ToolView, reading: Reading, done: Filled) -> None:
    """`called X`, `titled X` go to the parameter that is a title or a name, before others claim X."""
    params = [p for p in tool.params if p.kind == "title"] or [
        p for p in tool.params if p.kind == "name" and p.required
    ]
    hit = (
        phrases.called(reading.text)
        if params and not any(e.kind == "quote" for e in reading.entities)
        else None
    )
    if hit and valid(hit[0], params[0].raw, tool.schema):
        _take(params[0], hit, done)


def free_text(tool: ToolView, reading: Reading, done: Filled) -> None:
    """Fill text parameters: what is assigned outright, then what follows a cue, then what is left over."""
    waiting = [p for p in tool.params if p.name not in done.args and p.type == "string" and p.kind != "enum"]
    for param in waiting:
        hit = phrases.named_value(param, reading.text)
        if hit and valid(hit[0], param.raw, tool.schema):
            _take(param, hit, done)
    asked = [p for p in waiting if p.kind in FREE and p.name not in done.args]
    only = not any(p.required for p in tool.params)
    for param in [p for p in asked if p.required or p.kind != "query" or only]:
        for hit in phrases.cued(param, reading.text, done.spans):
            if valid(hit[0], param.raw, tool.schema) and not _covered(hit[2], done.spans):
                _take(param, hit, done)
                break
    for param in [p for p in waiting if p.required and p.name not in done.args]:
        if param.kind in ("text", "query", "expr") or (
            param.kind in ("any", "name", "title") and len(waiting) == 1
        ):
            hit = phrases.remainder(tool, param, reading.text, done.spans)
            if hit and valid(hit[0], param.raw, tool.schema):
                _take(param, hit, done)


def _covered(span: tuple[int, int], used: list[tuple[int, int]]) -> bool:
    return any(left <= span[0] and span[1] <= right for left, right in used)


def _take(param: Param, hit: phrases.Phrase, done: Filled) -> None:
    done.args[param.name] = hit[0]
    done.spans.append(hit[2])
    done.strength += hit[1]


_EMPTY_NAMES = frozenset("is include with use the enable has only should".split())  # noqa: SIM905


_SWITCHES = frozenset("on enabled enable active state power".split())  # noqa: SIM905


_OFF = re.compile(
    r"\b(?:off|dark|darker|lights out|disable[sd]?|deactivate|stop|unmute|false|no longer|don['’]t|do not"
    r"|never)\b",
    re.I,
)


def flag(param: Param, text: str) -> bool | None:
    """True when the text names the flag, False when it does so with a `no`, None when it is silent."""
    if param.noun in _SWITCHES and param.required:
        return not _OFF.search(text)
    names = [re.escape(w) for w in param.noun.split() if w not in _EMPTY_NAMES]
    if not names:
        return None
    word = "(?:" + "|".join(n[: max(4, len(n) - 2)] for n in names) + r")\w*"
    without = r"\b(?:no|not|without|don't|do not|exclude|skip|disable|never|isn't|turn off)\s+(?:\w+\s+){0,2}"
    if re.search(rf"{without}{word}|\b{word}\s*(?:=|:|is|to)?\s*(?:false|no|off)\b", text, re.I):
        return False
    return True if re.search(rf"\b{word}", text, re.I) else None
