"""Plausible values for arguments nobody gave: for forced calls, and for guesses."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.schema import resolve, type_of, valid

_LIKELY = {
    "zone": ["UTC", "America/New_York", "Europe/London"], "place": ["London", "New York", "GB", "LHR",
    "london"], "currency": ["USD", "usd", "US Dollar"],
    "language": ["English", "en"], "unit": ["meters", "m", "celsius"], "email": ["user@example.com"],
    "url": ["https://example.com"],
    "phone": ["+1 555 0100", "+15550100", "5550100"], "id": ["1", "12345", "ABC-123", "A-1",
    "00000000-0000-4000-8000-000000000000"], "ticker": ["AAPL"],
    "dice": ["1d6"], "expr": ["1 + 1", "1+1"], "date": ["2025-06-01"], "time": ["12:00", "12:00:00",
    "12:00:00Z"],
    "datetime": ["2025-06-01T12:00:00Z", "2025-06-01T12:00:00", "2025-06-01 12:00"],
    "path": ["notes.txt", "/tmp/notes.txt"],
    "colour": ["blue", "#0000ff"], "ip": ["127.0.0.1"], "name": ["example", "Example"],
    "title": ["Untitled"], "query": ["example"],
    "text": ["example", "Hello"], "word": ["example"], "letter": ["e"], "host": ["localhost"],
    "any": ["example", "1", "A"],
}  # fmt: skip
_ALL = [v for values in _LIKELY.values() for v in values]


def placeholder(param: Param, root: dict) -> Any:
    """A valid value for the parameter; raises `LookupError` when none is found."""
    for value in param.schema.get("examples") or []:
        if valid(value, param.raw, root):
            return value
    value = _value(param.raw, root, param.kind, 0)
    if valid(value, param.raw, root):
        return value
    raise LookupError(param.name)


def complete(tool: ToolView, args: dict) -> dict | None:
    """`args` with placeholders for whatever is required and missing; None when the schema defeats it."""
    full = dict(args)
    for param in tool.params:
        if param.required and param.name not in full:
            try:
                full[param.name] = placeholder(param, tool.schema)
            except LookupError:
                return None
    for name in _required(tool.schema):
        full.setdefault(name, "example")
    return full if valid(full, tool.schema, tool.schema) else None


def _required(schema: dict) -> list:
    required = schema.get("required")
    return [n for n in required if isinstance(n, str)] if isinstance(required, list) else []


def _value(raw: Any, root: dict, kind: str, depth: int) -> Any:
    schema = resolve(raw, root)
    if "const" in schema:
        return schema["const"]
    if "default" in schema and valid(schema["default"], raw, root):
        return schema["default"]
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return next((v for v in schema["enum"] if valid(v, raw, root)), schema["enum"][0])
    name = type_of(schema)
    if name in ("integer", "number"):
        return _number(schema, name)
    if name == "boolean":
        return False
    if name == "null":
        return None
    if name == "array":
        return _array(schema, root, depth)
    if name == "object":
        return _object(schema, root, depth)
    return _string(schema, raw, root, kind)


def _number(schema: dict, name: str) -> float:
    low, high = schema.get("minimum"), schema.get("maximum")
    if (
        low is None
        and isinstance(schema.get("exclusiveMinimum"), (int, float))
        and not isinstance(schema["exclusiveMinimum"], bool)
    ):
        low = schema["exclusiveMinimum"] + (1 if name == "integer" else 0.5)
    if (
        high is None
        and isinstance(schema.get("exclusiveMaximum"), (int, float))
        and not isinstance(schema["exclusiveMaximum"], bool)
    ):
        high = schema["exclusiveMaximum"] - (1 if name == "integer" else 0.5)
    value: float = 1
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    step = schema.get("multipleOf")
    if isinstance(step, (int, float)) and step > 0:
        value = -(-value // step) * step
    if name == "integer":
        value = int(-(-value // 1))
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _array(schema: dict, root: dict, depth: int) -> list:
    count = max(schema.get("minItems", 1), 0)
    if count > 100:
        raise LookupError("no list that long")
    if depth > 6 or schema.get("maxItems") == 0:
        return []
    prefix = [_value(s, root, "any", depth + 1) for s in schema.get("prefixItems") or []]
    items = resolve(schema.get("items"), root)
    choices = items.get("enum")
    made: list = []
    for index in range(max(count - len(prefix), 0)):
        one = (
            choices[index % len(choices)]
            if isinstance(choices, list) and choices
            else _value(schema.get("items"), root, "any", depth + 1)
        )
        if schema.get("uniqueItems") and one in made:
            one = one + index if isinstance(one, (int, float)) else f"{one}{index}"
        made.append(one)
    return prefix + made


def _object(schema: dict, root: dict, depth: int) -> dict:
    properties = schema.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    if depth > 6:
        return {}
    return {name: _value(properties.get(name), root, "any", depth + 1) for name in _required(schema)}


def _string(schema: dict, raw: Any, root: dict, kind: str) -> str:
    formats = {
        "date": "date",
        "date-time": "datetime",
        "time": "time",
        "email": "email",
        "uri": "url",
        "uuid": "id",
        "ipv4": "ip",
    }
    kind = formats.get(str(schema.get("format")), kind)
    for value in [*_LIKELY.get(kind, []), *_examples(schema), *_ALL]:
        if valid(value, raw, root):
            return value
    built = from_pattern(str(schema.get("pattern") or ""))
    if built is not None and valid(built, raw, root):
        return built
    low = schema.get("minLength", 0)
    if low > 10_000:
        raise LookupError("no text that long")
    return ("example" * (low // 7 + 1))[: min(max(low, 1), schema.get("maxLength", 10**6))]


def _examples(schema: dict) -> list[str]:
    said = str(schema.get("description") or "")
    return [m.group(1) for m in re.finditer(r"[\"'`“‘(]([^\"'`”’()\s]{1,40})[\"'`”’)]", said)] + re.findall(
        r"\b[A-Z]{2,5}-?\d+\b", said
    )


_ATOM = re.compile(r"\[(\^?)((?:\\.|[^\]\\])+)\]|\\([dwsSDW.\-/+])|\(\?:|([()|^$.])|([^\\\[\](){}*+?|.^$])")
_TIMES = re.compile(r"\{(\d+)(?:,\d*)?\}|([*+?])\??")


def from_pattern(pattern: str) -> str | None:
    """A string for a simple pattern: classes, repeats, groups and the first alternative; None when too hard.

    >>> from_pattern("^[A-Z]{3}-[0-9]{4}$")
    'AAA-0000'
    """
    try:
        made, at = _sequence(pattern, 0, 0)
    except (ValueError, IndexError, RecursionError):
        return None
    return made if at >= len(pattern) else None


def _sequence(pattern: str, at: int, depth: int) -> tuple[str, int]:
    made = ""
    while at < len(pattern):
        hit = _ATOM.match(pattern, at)
        if not hit or depth > 20:
            raise ValueError(pattern)
        at = hit.end()
        token = hit.group()
        if token == ")":
            return made, at - 1
        if token == "|":
            at = _skip(pattern, at)
            return made, at
        if token in ("^", "$"):
            continue
        if token in ("(", "(?:"):
            piece, at = _sequence(pattern, at, depth + 1)
            at += 1
        else:
            piece = _one(hit)
        times = _TIMES.match(pattern, at)
        if times:
            at = times.end()
            piece = (
                piece * (int(times[1]) if times[1] else 1 if times[2] == "+" else 0)
                if not times[1] or int(times[1]) <= 200
                else ""
            )
        made += piece
    return made, at


def _skip(pattern: str, at: int) -> int:
    depth = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "(":
            depth += 1
        elif char == ")":
            if depth == 0:
                return at
            depth -= 1
        at += 1
    return at


def _one(hit: re.Match) -> str:
    if hit[2]:
        banned = re.compile(f"[{hit[2]}]")
        return next(c for c in "aA1-_ .xZ0" if not banned.match(c)) if hit[1] else _first_of(hit[2])
    if hit[3]:
        return {"d": "0", "w": "a", "s": " ", "S": "a", "D": "a", "W": " "}.get(hit[3], hit[3])
    return "a" if hit[4] == "." else hit[5]


def _first_of(members: str) -> str:
    return {"\\d": "0", "\\w": "a", "\\s": " "}.get(
        members[:2], members[1] if members[0] == "\\" else members[0]
    )
