"""A small reading of JSON Schema: enough to fill arguments and to know whether they are valid."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

_TYPES = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict,
    "null": type(None),
}  # fmt: skip
_FORMATS = {
    "date": re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    "time": re.compile(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)"),
    "email": re.compile(r"[^@\s]+@[^@\s]+"),
    "uri": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+"),
    "url": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+"),
    "uuid": re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "ipv4": re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}"),
}


_SHAPES: dict[str, tuple] = {
    "properties": (dict,), "$defs": (dict,), "definitions": (dict,), "required": (list,),
    "enum": (list,), "anyOf": (list,),
    "oneOf": (list,), "allOf": (list,), "prefixItems": (list,), "examples": (list,), "pattern": (str,),
    "format": (str,),
    "description": (str,), "title": (str,), "$ref": (str,), "type": (str, list), "minimum": (int, float),
    "maximum": (int, float), "exclusiveMinimum": (int, float), "exclusiveMaximum": (int, float),
    "multipleOf": (int, float),
    "minLength": (int,), "maxLength": (int,), "minItems": (int,), "maxItems": (int,), "minProperties": (int,),
    "items": (dict, bool), "additionalProperties": (dict, bool), "not": (dict, bool),
}  # fmt: skip
_MAPS = ("properties", "$defs", "definitions")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")


def cleaned(schema: Any, depth: int = 0) -> Any:
    """The schema without keywords whose value has the wrong type, so that nobody else need look."""
    if not isinstance(schema, dict) or depth > 20:
        return schema if isinstance(schema, bool) else {}
    kept = {k: v for k, v in schema.items() if k not in _SHAPES or isinstance(v, _SHAPES[k])}
    for key in _MAPS:
        if key in kept:
            kept[key] = {str(k): cleaned(v, depth + 1) for k, v in kept[key].items()}
    for key in _LISTS:
        if key in kept:
            kept[key] = [cleaned(v, depth + 1) for v in kept[key]]
            if not kept[key]:
                del kept[key]
    for key in ("items", "additionalProperties", "not"):
        if key in kept:
            kept[key] = cleaned(kept[key], depth + 1)
    if "required" in kept:
        kept["required"] = [n for n in kept["required"] if isinstance(n, str)]
    if kept.get("multipleOf", 1) <= 0:
        del kept["multipleOf"]
    return kept


def resolve(schema: Any, root: dict, depth: int = 0) -> dict:
    """The schema with `$ref`, `allOf`, `anyOf`/`oneOf` reduced to one plain schema; {} accepts anything."""
    if not isinstance(schema, dict) or depth > 12:
        return {}
    ref = schema.get("$ref")
    if isinstance(ref, str):
        rest = {k: v for k, v in schema.items() if k != "$ref"}
        return {**resolve(_follow(ref, root), root, depth + 1), **rest}
    for part in schema.get("allOf") or []:
        schema = {
            **resolve(part, root, depth + 1),
            **{k: v for k, v in schema.items() if k != "allOf"},
        }
    branches = [b for key in ("anyOf", "oneOf") for b in schema.get(key) or [] if isinstance(b, dict)]
    if branches:
        rest = {k: v for k, v in schema.items() if k not in ("anyOf", "oneOf")}
        usable = [b for b in (resolve(b, root, depth + 1) for b in branches) if b.get("type") != "null"]
        schema = {**(usable[0] if usable else {}), **rest}
    kind = schema.get("type")
    if isinstance(kind, list):
        real = [k for k in kind if k != "null"]
        schema = {**schema, "type": real[0] if real else "null"}
    return schema


def _follow(ref: str, root: dict) -> Any:
    node: Any = root
    for part in ref.lstrip("#/").split("/") if ref != "#" else []:
        part = part.replace("~1", "/").replace("~0", "~")
        node = node.get(part) if isinstance(node, dict) else None
    return node


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern | None:
    try:
        return re.compile(pattern)
    except re.error:
        return None


def type_of(schema: dict) -> str:
    """The schema's type, guessed from its other keywords when it is not said."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return kind
    if "properties" in schema:
        return "object"
    if "items" in schema:
        return "array"
    if "minimum" in schema or "maximum" in schema or "multipleOf" in schema:
        return "number"
    choices = schema.get("enum")
    if isinstance(choices, list) and choices and all(isinstance(c, str) for c in choices):
        return "string"
    return "string" if not choices else "any"


def valid(value: Any, schema: Any, root: dict, depth: int = 0) -> bool:
    """Whether `value` satisfies `schema`; keywords outside the common ones are ignored."""
    if schema is True or depth > 12:
        return True
    if not isinstance(schema, dict):
        return schema is not False
    if isinstance(schema.get("$ref"), str) and not valid(
        value, _follow(schema["$ref"], root), root, depth + 1
    ):
        return False
    if not _of_type(value, schema.get("type")):
        return False
    if isinstance(schema.get("enum"), list) and not any(_same(value, c) for c in schema["enum"]):
        return False
    if "const" in schema and not _same(value, schema["const"]):
        return False
    checks = {
        str: _valid_text,
        int: _valid_number,
        float: _valid_number,
        list: _valid_array,
        dict: _valid_object,
    }
    check = None if isinstance(value, bool) else checks.get(type(value))
    if check and not check(value, schema, root, depth):
        return False
    return _valid_branches(value, schema, root, depth)


def _same(a: Any, b: Any) -> bool:
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def _of_type(value: Any, kind: Any) -> bool:
    if kind is None:
        return True
    for one in kind if isinstance(kind, list) else [kind]:
        wanted = _TYPES.get(one) if isinstance(one, str) else None
        if wanted is None:
            return True
        if isinstance(value, bool) and one in ("integer", "number"):
            continue
        if one == "integer" and isinstance(value, float) and value.is_integer():
            return True
        if isinstance(value, wanted):
            return True
    return False


def _valid_branches(value: Any, schema: dict, root: dict, depth: int) -> bool:
    def fits(part: Any) -> bool:
        return valid(value, part, root, depth + 1)

    if not all(fits(part) for part in schema.get("allOf") or []):
        return False
    if schema.get("anyOf") and not any(fits(part) for part in schema["anyOf"]):
        return False
    if schema.get("oneOf") and sum(fits(part) for part in schema["oneOf"]) != 1:
        return False
    return not ("not" in schema and fits(schema["not"]))


def _valid_text(value: str, schema: dict, root: dict, depth: int) -> bool:
    if len(value) < schema.get("minLength", 0) or len(value) > schema.get("maxLength", len(value)):
        return False
    form = _FORMATS.get(str(schema.get("format")))
    if form and not form.fullmatch(value):
        return False
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        compiled = _compiled(pattern)
        return bool(compiled and len(value) <= 10_000 and compiled.search(value))
    return True


def _valid_number(value: float, schema: dict, root: dict, depth: int) -> bool:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below, step = (
        schema.get("exclusiveMinimum"),
        schema.get("exclusiveMaximum"),
        schema.get("multipleOf"),
    )
    if (low is not None and value < low) or (high is not None and value > high):
        return False
    if not isinstance(above, bool) and above is not None and value <= above:
        return False
    if not isinstance(below, bool) and below is not None and value >= below:
        return False
    return not (step and abs(value / step - round(value / step)) > 1e-9)


def _valid_array(value: list, schema: dict, root: dict, depth: int) -> bool:
    if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", len(value)):
        return False
    if schema.get("uniqueItems") and any(v in value[:i] for i, v in enumerate(value)):
        return False
    prefix = schema.get("prefixItems") or []
    if not all(valid(v, s, root, depth + 1) for v, s in zip(value, prefix, strict=False)):
        return False
    items = schema.get("items", True)
    return all(valid(v, items, root, depth + 1) for v in value[len(prefix) :])


def _valid_object(value: dict, schema: dict, root: dict, depth: int) -> bool:
    properties = schema.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    if any(key not in value for key in schema.get("required") or []):
        return False
    if len(value) < schema.get("minProperties", 0):
        return False
    extra = schema.get("additionalProperties", True)
    return all(valid(item, properties.get(key, extra), root, depth + 1) for key, item in value.items())
