"""Reading an error result: what would fix the call, whether to try the same again, or to give up."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

from clockhands.mock.toy import enums
from clockhands.mock.toy.dialogue import Call
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.placeholder import placeholder
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid

_FORBIDDEN = re.compile(
    r"\b(?:not allowed|denied|forbidden|unauthori[sz]ed|permission|declined|refused"
    r"|rejected|cancel+ed|not permitted|disabled|blocked|approval|budget|limit reached"
    r"|already (?:paid|sent|done)|do not (?:retry|try))\b", re.I)  # fmt: skip
_TRANSIENT = re.compile(
    r"\b(?:timed? ?out|timeout|temporar(?:y|ily)|try again|retry|unavailable|overloaded"
    r"|rate limit|connection)\b",
    re.I,
)
_QUOTED = re.compile(r"[\"'`“‘]([^\"'`”’\n]{1,80})[\"'`”’]")
_SUGGEST = re.compile(
    r"(?:did you mean|perhaps|maybe|closest(?: match)?(?:es)?|suggestions?|try)\b[^:\n]{0,20}:?\s*(.{1,300})",
    re.I | re.S,
)
_ALLOWED = re.compile(
    r"(?:must be (?:one of|in)|should be (?:one of|in)?|one of"
    r"|allowed(?: values)?(?: are)?|known(?: \w+)?|available(?: \w+)?|valid (?:values"
    r"|options|\w+)(?: are)?|choose from|accepted(?: values)?(?: are)?"
    r"|expected(?: one of)?|options(?: are)?|supported(?: \w+)?)\s*(?:are"
    r"|is)?\s*:?\s*(.{1,600})", re.I | re.S)  # fmt: skip


def repaired(
    call: Call,
    tool: ToolView | None,
    tools: list[ToolView],
    ask: str,
    today: str | None,
) -> tuple[str, dict] | None:
    """(name, input) of the next attempt after an error, or None to give up."""
    said = call.result.text if call.result else ""
    if _FORBIDDEN.search(said):
        return None
    if tool is None:
        return _other_tool(call, said, tools, ask, today)
    changed = _change(call, tool, said, ask, today)
    if changed is not None and changed != call.input and valid(changed, tool.schema, tool.schema):
        return tool.name, changed
    if _TRANSIENT.search(said):
        return tool.name, call.input
    return None


def _other_tool(
    call: Call, said: str, tools: list[ToolView], ask: str, today: str | None
) -> tuple[str, dict] | None:
    named = [t for t in tools if re.search(rf"(?<!\w){re.escape(t.name)}(?!\w)", said)] or tools
    best = enums.nearest(call.name, [t.name for t in named])
    tool = next((t for t in named if t.name == best), None)
    if tool is None:
        return None
    args = fill(tool, Reading.of(ask), today).args
    kept = {k: v for k, v in call.input.items() if any(p.name == k for p in tool.params)}
    merged = {**args, **kept}
    return (tool.name, merged) if valid(merged, tool.schema, tool.schema) else None


def _change(call: Call, tool: ToolView, said: str, ask: str, today: str | None) -> dict | None:
    param = _culprit(call, tool, said)
    extra = re.search(r"unexpected|unknown (?:argument|field|parameter)|extra|not accept", said, re.I)
    if extra:
        known = {p.name for p in tool.params}
        dropped = {k: v for k, v in call.input.items() if k in known}
        if dropped != call.input:
            return dropped
    if param is None:
        return None
    reading = Reading.of(ask)
    if param.name not in call.input:
        value = fill(tool, reading, today).args.get(param.name)
        return {**call.input, param.name: value} if value is not None else None
    old = call.input[param.name]
    for value in _proposals(old, said, param, ask):
        fitted = _coerce(value, param, tool)
        if fitted is not None and fitted != old:
            return {**call.input, param.name: fitted}
    return None


def _culprit(call: Call, tool: ToolView, said: str) -> Param | None:
    low = said.lower()
    for param in tool.params:
        if re.search(rf"(?<!\w){re.escape(param.name.lower())}(?!\w)", low) and len(param.name) > 1:
            return param
    for param in tool.params:
        value = call.input.get(param.name)
        if (
            isinstance(value, (str, int, float))
            and not isinstance(value, bool)
            and str(value)
            and str(value).lower() in low
        ):
            return param
    for param in tool.params:
        if any(word in low for word in param.noun.split() if len(word) > 3):
            return param
    filled = [p for p in tool.params if p.name in call.input]
    return (
        filled[0]
        if len(filled) == 1
        else next((p for p in tool.params if p.required and p.name not in call.input), None)
    )


def _proposals(old: Any, said: str, param: Param, ask: str) -> list[Any]:
    offered = _suggested(said)
    if offered:
        near = enums.nearest(str(old), offered)
        return [near or offered[0]]
    allowed = _ALLOWED.search(said)
    if allowed:
        options = [o for o in _items(allowed[1]) if o != str(old)]
        spoken = enums.choose(options, ask, [])
        near = enums.nearest(str(old), options)
        return [spoken[0][0]] if spoken else [near] if near else []
    return _restyled(old, said)


def _suggested(said: str) -> list[str]:
    start = said.find("{")
    if start >= 0:
        try:
            body = json.loads(said[start:])
            inner = body.get("error", body) if isinstance(body, dict) else {}
            found = inner.get("suggestions") or inner.get("did_you_mean") if isinstance(inner, dict) else None
            if isinstance(found, list):
                return [str(f) for f in found]
        except (ValueError, RecursionError):
            pass
    hit = _SUGGEST.search(said)
    return _items(hit[1]) if hit else []


def _items(text: str) -> list[str]:
    """Values listed in an error: quoted ones when there are any, else comma separated words."""
    quoted = _QUOTED.findall(text)
    if quoted:
        return quoted
    text = re.split(r"[.;\n](?:\s|$)|\bnot\b|\bgot\b", text)[0]
    parts = re.split(r"\s*(?:,|\||\bor\b|\band\b)\s*", text.strip(" ()[]{}:?"))
    return [p.strip(" ()[]{}:?.'\"") for p in parts if p.strip(" ()[]{}:?.'\"")][:40]


def _restyled(old: Any, said: str) -> list[Any]:
    """The same value in the shape the error asks for: upper case, digits only, a number."""
    if not isinstance(old, str):
        return [str(old)] if re.search(r"\bstring\b", said, re.I) else []
    tries: list[Any] = []
    if re.search(r"upper|capital|[A-Z]{3}\b", said):
        tries.append(old.upper())
    if re.search(r"lower", said, re.I):
        tries.append(old.lower())
    pattern = re.search(r"(\^\S+\$)", said)
    if pattern:
        try:
            compiled = re.compile(pattern[1])
        except re.error:
            return tries
        forms = [
            old.upper(),
            old.lower(),
            old.title(),
            old.replace(" ", "_"),
            old.replace(" ", "-"),
            re.sub(r"\W", "", old),
            re.sub(r"\D", "", old),
            "+" + re.sub(r"\D", "", old),
        ]
        tries += [f for f in forms if compiled.search(f)]
    return tries


def _coerce(value: Any, param: Param, tool: ToolView) -> Any:
    forms: list[Any] = [value]
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            forms.append(json.loads(value))
        forms += [value.lower(), value.upper()]
    return next((f for f in forms if valid(f, param.raw, tool.schema)), None)


def fallback(param: Param, tool: ToolView) -> Any:
    """A placeholder for a parameter, or None."""
    try:
        return placeholder(param, tool.schema)
    except LookupError:
        return None
