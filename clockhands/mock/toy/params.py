"""What a tool's parameter is about: its kind, its role (from, to), how well it is described."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clockhands.mock.toy.kinds import kind_of, role_of
from clockhands.mock.toy.schema import cleaned, resolve, type_of
from clockhands.mock.toy.words import content_stems, name_parts, stem


@dataclass
class Param:
    """One parameter. kind: what sort of value it wants, such as `zone`, `place`, `number`, `text`."""

    name: str
    schema: dict
    raw: Any
    required: bool
    type: str
    kind: str
    role: str = ""
    description: str = ""
    stems: frozenset[str] = frozenset()
    item: Param | None = None
    fields: list[Param] = field(default_factory=list)

    @property
    def noun(self) -> str:
        """The parameter in words, for a question to the user."""
        return " ".join(name_parts(self.name)) or self.name


@dataclass(eq=False)
class ToolView:
    """A tool definition, read: words of its name and description, parameters in order.

    The same definition gives the same object, so views are compared and hashed by identity.
    """

    name: str
    description: str
    schema: dict
    params: list[Param]
    name_words: list[str]
    position: int = 0


def view_tools(request: dict) -> list[ToolView]:
    """The custom tools a request offers, in order; tools of other types and odd entries are left out."""
    tools = request.get("tools")
    seen: list[ToolView] = []
    for tool in tools if isinstance(tools, list) else []:
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
            continue
        if not isinstance(tool.get("input_schema"), dict):
            continue
        try:
            key = json.dumps([tool["name"], tool.get("description"), tool["input_schema"]])
        except (TypeError, ValueError):
            continue
        seen.append(_view(key))
    return seen


@lru_cache(maxsize=256)
def _view(key: str) -> ToolView:
    name, description, schema = json.loads(key)
    schema = cleaned(schema)
    description = description if isinstance(description, str) else ""
    parts = name_parts(name)
    hints = {stem(w) for w in parts} | set(content_stems(description))
    return ToolView(name, description, schema, params_of(schema, schema, hints), parts)


def params_of(schema: dict, root: dict, hints: set[str], depth: int = 0) -> list[Param]:
    """The properties of an object schema as `Param`s, in order, required ones marked."""
    properties = schema.get("properties")
    required = schema.get("required")
    required = required if isinstance(required, list) else []
    if not isinstance(properties, dict) or depth > 4:
        return []
    return [_param(n, s, n in required, root, hints, depth) for n, s in properties.items()]


def _param(name: str, raw: Any, required: bool, root: dict, hints: set[str], depth: int) -> Param:
    schema = resolve(raw, root)
    description = str(schema.get("description") or schema.get("title") or "")
    kind_type = type_of(schema)
    parts = name_parts(name)
    param = Param(name, schema, raw, required, kind_type, "text", role_of(parts), description)
    param.stems = frozenset(stem(p) for p in parts) | frozenset(content_stems(description))
    param.kind = kind_of(parts, description, schema, kind_type, hints)
    if kind_type == "array" and depth < 4:
        param.item = _param(
            name,
            schema.get("items") or {"type": "string"},
            True,
            root,
            hints,
            depth + 1,
        )
        param.kind = "list"
    if kind_type == "object":
        param.fields = params_of(schema, root, hints | param.stems, depth + 1)
        param.kind = "object"
    return param


def describes(param: Param) -> bool:
    """Whether the parameter says more than its name: a description, an enum, a format or a pattern."""
    told = any(key in param.schema for key in ("enum", "format", "pattern", "const", "examples"))
    return told or bool(param.description.strip())
