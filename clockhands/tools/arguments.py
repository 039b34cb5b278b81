"""Are these arguments plain, small JSON, and what the schema asks for? Each problem comes with its fix."""

from __future__ import annotations

import json
import math
from functools import lru_cache
from typing import Any

from clockhands.jsonschema_library import jsonschema
from clockhands.tools.shown import cut, quoted, spelled

__all__ = ["MOST_CHARS", "MOST_DEPTH", "BrokenSchema", "Validator", "plain_problem", "validator_for"]

MOST_CHARS = 100_000
MOST_DEPTH = 32
_MOST_BITS = 1024
_A = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


class BrokenSchema(Exception):
    """The tool's own `input_schema` cannot be used; nothing the model sends can mend it."""


def plain_problem(value: Any) -> str | None:
    """What keeps `value` from being plain JSON of a sane size, or None.

    Walks with a stack of its own, so that a million nested lists cost a message and not the process.
    """
    left, stack = MOST_CHARS, [(value, 0, "")]
    while stack:
        item, depth, path = stack.pop()
        if depth > MOST_DEPTH:
            return f"the arguments are nested deeper than {MOST_DEPTH} levels; send a flatter structure"
        if isinstance(item, dict):
            for key, inner in item.items():
                problem = _key_problem(key)
                if problem:
                    return problem
                left -= len(key)
                if left < 0:
                    break
                stack.append((inner, depth + 1, key))
        elif isinstance(item, list):
            stack.extend((inner, depth + 1, path) for inner in item[: left + 1])
        else:
            problem = _leaf_problem(item, path)
            if problem:
                return problem
            left -= len(item) if isinstance(item, str) else 1
        left -= 1
        if left < 0:
            return f"the arguments are longer than {MOST_CHARS:,} characters; send less, or send it in parts"
    return None


def _key_problem(key: Any) -> str | None:
    if not isinstance(key, str):
        return "a field name is not text; send an object whose field names are texts"
    if len(key) > MOST_CHARS:
        return f"a field name is longer than {MOST_CHARS:,} characters; send a short one"
    what = _text_fault(key)
    return f"a field name {what}" if what else None


def _leaf_problem(item: Any, path: str) -> str | None:
    what = _leaf_fault(item)
    if what is None:
        return None
    where = f"`{quoted(path, 40)[1:-1]}`" if path else "a value"
    return f"{where} {what}"


def _leaf_fault(item: Any) -> str | None:
    if isinstance(item, str):
        # A text that is too long is counted, not read.
        return _text_fault(item) if len(item) <= MOST_CHARS else None
    if item is None or isinstance(item, bool):
        return None
    if isinstance(item, int):
        too_long = item.bit_length() > _MOST_BITS
        return "is a number of too many digits; send a smaller one" if too_long else None
    if isinstance(item, float):
        return None if math.isfinite(item) else "is not a finite number; send an ordinary number"
    return f"is of type {cut(type(item).__name__, 40)}, which JSON does not have; send text or a number"


def _text_fault(text: str) -> str | None:
    if "\x00" in text:
        return "contains a NUL character (\\u0000); remove it"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "contains half a character (a lone surrogate); send whole characters"
    return None


class Validator:
    """One tool's schema, compiled once.

    `problems(arguments)` gives back at most `most` sentences, each with the field and the fix; [] when valid.
    BrokenSchema when the schema itself cannot be used.
    """

    def __init__(self, schema: Any):
        import referencing

        library = jsonschema()
        self._wrong = library.exceptions.ValidationError
        self.schema = schema
        if not isinstance(schema, dict):
            raise BrokenSchema(f"input_schema is of type {type(schema).__name__}, not a dict")
        try:
            library.Draft202012Validator.check_schema(schema)
            # An empty registry: a schema that points to the web is broken, and never fetched.
            self._validator = library.Draft202012Validator(
                schema,
                registry=referencing.Registry(),
                format_checker=library.Draft202012Validator.FORMAT_CHECKER,
            )
        except Exception as bad:
            raise BrokenSchema(_first_line(bad)) from bad

    def problems(self, arguments: dict[str, Any], most: int = 3) -> list[str]:
        try:
            errors = []
            for error in self._validator.iter_errors(arguments):
                errors.append(error)
                if len(errors) > 20:
                    break
        except Exception as bad:
            raise BrokenSchema(_first_line(bad)) from bad
        errors.sort(key=lambda error: [str(step) for step in error.absolute_path])
        return list(dict.fromkeys(_sentence(error) for error in errors))[:most]


def validator_for(schema: Any) -> Validator:
    """A `Validator` for this schema. Checking a schema takes longer than checking a hundred calls against it,
    and every run brings the same ones, so those last used are kept."""
    try:
        said = json.dumps(schema, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return Validator(schema)
    return _compiled(said)


@lru_cache(maxsize=256)
def _compiled(said: str) -> Validator:
    return Validator(json.loads(said))


def _first_line(bad: Exception) -> str:
    text = str(getattr(bad, "message", None) or bad) or type(bad).__name__
    return cut(spelled(text.splitlines()[0][:200]), 120)


def _sentence(error: Any) -> str:
    """One jsonschema error in plain words: the field, what is wrong, what to send."""
    field = _field(error.absolute_path)
    kind, wanted, value = error.validator, error.validator_value, error.instance
    if kind == "required":
        missing = [name for name in wanted if name not in value]
        name = missing[0] if missing else "?"
        inner = (error.schema.get("properties") or {}).get(name)
        return f"{_field([*error.absolute_path, name])} is missing; give {_expected(inner)}"
    if kind == "additionalProperties":
        known = list(error.schema.get("properties") or {})
        extra = [name for name in value if name not in known]
        takes = cut(", ".join(f"`{name}`" for name in known), 100) or "no arguments"
        return f"`{quoted(extra[0] if extra else '?', 40)[1:-1]}` is not accepted; the fields are: {takes}"
    if kind in ("type", "enum", "const", "pattern", "format"):
        return f"{field} must be {_expected(error.schema)}, not {quoted(value, 50)}"
    return f"{field} is {quoted(value, 50)}: {_rule(kind, wanted)}; give {_expected(error.schema)}"


_RULES = {
    "minimum": "it must be at least {}",
    "maximum": "it must be at most {}",
    "exclusiveMinimum": "it must be more than {}",
    "exclusiveMaximum": "it must be less than {}",
    "multipleOf": "it must be a multiple of {}",
    "minLength": "it must have at least {} characters",
    "maxLength": "it must have at most {} characters",
    "minItems": "it must have at least {} items",
    "maxItems": "it must have at most {} items",
    "uniqueItems": "its items must differ",
    "anyOf": "it fits none of the allowed forms",
    "oneOf": "it must fit exactly one of the allowed forms",
}


def _rule(kind: str, wanted: Any) -> str:
    return _RULES.get(kind, f"it breaks the rule `{cut(str(kind), 30)}`").format(quoted(wanted, 30))


def _expected(schema: Any) -> str:
    """What a schema asks for, with an example where it holds one."""
    if not isinstance(schema, dict):
        return "a value"
    if "const" in schema:
        return quoted(schema["const"], 60)
    if isinstance(schema.get("enum"), list):
        return "one of " + cut(", ".join(quoted(choice, 30) for choice in schema["enum"][:8]), 100)
    forms = schema.get("anyOf")
    if isinstance(forms, list) and "type" not in schema:
        return cut(" or ".join(_expected(form) for form in forms[:4]), 100)
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    words = " or ".join(_A.get(kind, "a value") if isinstance(kind, str) else "a value" for kind in kinds[:4])
    if isinstance(schema.get("pattern"), str):
        words += f" of the form {cut(spelled(schema['pattern'][:61]), 60)}"
    elif isinstance(schema.get("format"), str):
        words += f" in the format {cut(spelled(schema['format'][:31]), 30)}"
    return words + _example(schema)


def _example(schema: dict[str, Any]) -> str:
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return f", such as {quoted(examples[0], 40)}"
    if "default" in schema:
        return f", such as {quoted(schema['default'], 40)}"
    return ""


def _field(path: Any) -> str:
    """A path as a reader writes it: `stops[0].city`; `the arguments` for the whole."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{spelled(str(step)[:60])}"
    return f"`{cut(text.lstrip('.'), 60)}`" if text else "the arguments"
