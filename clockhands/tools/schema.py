"""JSON Schema from a function: types from the signature, words from the docstring.

>>> def add(a: int, b: int = 0) -> int:
...     "Add two numbers."
...     return a + b
>>> schema_of(add)["required"]
['a']
"""

from __future__ import annotations

import enum
import functools
import inspect
import json
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Union

from clockhands.errors import SchemaError
from clockhands.tools.docstring import read_docstring
from clockhands.tools.tool import Tool

__all__ = ["HANDED_BY_THE_APP", "schema_of", "tool_from"]

# Parameters the loop fills; a model must not be able to.
HANDED_BY_THE_APP = ("cancel", "idempotency_key")

_NAME = r"[a-zA-Z0-9_-]{1,128}"
_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_ALLOWED = "str, int, float, bool, list[...], dict[str, ...], Literal[...], an Enum, or X | None of these"


def tool_from(fn: Callable[..., Any], **fields: Any) -> Tool:
    """A `Tool` from a function: name, description and schema are read from it.

    fields: any field of `Tool`, given instead of what was read (`name=`, `description=`, `timeout_s=`, ...).
    SchemaError when the signature does not say what a model may send; the message names the parameter.
    """
    if not callable(fn):
        raise SchemaError(f"{fn!r:.80} is not a function; pass a function, or build a Tool(...) yourself")
    read: dict[str, Any] = {"name": _name_of(fn), "description": read_docstring(fn)[0], "fn": fn}
    if "input_schema" not in fields:
        read["input_schema"] = schema_of(fn)
    read.update(fields)
    if not re.fullmatch(_NAME, read["name"]):
        raise SchemaError(
            f"{read['name']!r} cannot be a tool's name; use 1 to 128 letters, digits, _ or -, "
            f"such as tool_from(fn, name='word_count')"
        )
    return Tool(**read)


def schema_of(fn: Callable[..., Any]) -> dict[str, Any]:
    """The `input_schema` of a function: an object with one property per parameter, no others allowed.

    A parameter without a default is required. Descriptions come from `Annotated[T, "words"]`, else from the
    docstring's `Args:` section. `cancel` and `idempotency_key` are left out: the app fills them.
    """
    where = _name_of(fn)
    hints, words = _hints(fn, where), read_docstring(fn)[1]
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, parameter in _parameters(fn, where).items():
        if name in HANDED_BY_THE_APP:
            continue
        _refuse_unnamed(where, parameter)
        properties[name] = _property(where, parameter, hints, words.get(name))
        if parameter.default is parameter.empty:
            required.append(name)
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _name_of(fn: Any) -> str:
    while isinstance(fn, functools.partial):
        fn = fn.func
    return getattr(fn, "__name__", type(fn).__name__)


def _parameters(fn: Callable[..., Any], where: str) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(fn).parameters
    except (TypeError, ValueError) as bad:
        raise SchemaError(
            f"{where}: its signature cannot be read; wrap it in a function whose parameters have types"
        ) from bad


def _hints(fn: Callable[..., Any], where: str) -> dict[str, Any]:
    while isinstance(fn, functools.partial):
        fn = fn.func
    target = fn if inspect.isroutine(fn) else type(fn).__call__
    try:
        return typing.get_type_hints(target, include_extras=True)
    except (NameError, TypeError, AttributeError) as bad:
        raise SchemaError(
            f"{where}: a type annotation cannot be read ({bad}); import that name at the top of the module, "
            f"or use {_ALLOWED}"
        ) from bad


def _refuse_unnamed(where: str, parameter: inspect.Parameter) -> None:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        raise SchemaError(
            f"{where}: `{parameter}` has no schema, because it takes anything; name each argument, "
            f"such as `{parameter.name}: list[str]`"
        )
    if parameter.kind is parameter.POSITIONAL_ONLY:
        raise SchemaError(
            f"{where}: `{parameter.name}` can only be passed by position, and a model passes arguments by "
            f"name; remove the `/` from the signature"
        )


def _property(
    where: str, parameter: inspect.Parameter, hints: dict[str, Any], words: str | None
) -> dict[str, Any]:
    name, default = parameter.name, parameter.default
    if name in hints:
        hint = hints[name]
    elif default is not parameter.empty and type(default) in _SIMPLE and default is not None:
        hint = type(default)
    else:
        raise SchemaError(f"{where}: `{name}` has no type; write `{name}: str`, or another of {_ALLOWED}")
    schema = _schema(hint, where, name)
    if words and "description" not in schema:
        schema["description"] = words
    if default is not parameter.empty and default is not None:
        shown = default.value if isinstance(default, enum.Enum) else default
        if _is_json(shown):
            schema["default"] = shown
    return schema


def _schema(hint: Any, where: str, name: str) -> dict[str, Any]:
    """One type as a schema; `where` and `name` only serve the error."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:  # first: its extras may be dicts, and then it has no hash
        return _schema(args[0], where, name) | _extras(args[1:])
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if hint is Any or hint is object:
        return {}
    if origin is Literal:
        return _choices(args, where, name)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _choices([member.value for member in hint], where, name)
    if origin in (Union, types.UnionType):
        return _any_of([_schema(arg, where, name) for arg in args])
    kind = origin or hint
    if kind in (list, tuple, set, frozenset, Sequence):
        return _array(kind, args, where, name)
    if typing.is_typeddict(hint):
        return _typed_dict(hint, where, name)
    if kind in (dict, Mapping):
        if args and args[0] is not str:
            raise SchemaError(
                f"{where}: `{name}` has keys that are not text; JSON allows dict[str, ...] only"
            )
        return {"type": "object", **({"additionalProperties": _schema(args[1], where, name)} if args else {})}
    shown = getattr(hint, "__name__", str(hint))
    raise SchemaError(f"{where}: `{name}: {shown}` is not a type JSON can carry; use {_ALLOWED}")


def _extras(extras: tuple[Any, ...]) -> dict[str, Any]:
    """`Annotated[str, "words", {"pattern": "..."}]`: a text describes, a dict is taken over as keywords."""
    merged: dict[str, Any] = {}
    for extra in extras:
        if isinstance(extra, str):
            merged["description"] = extra
        elif isinstance(extra, dict):
            merged.update(extra)
    return merged


def _array(kind: Any, args: tuple[Any, ...], where: str, name: str) -> dict[str, Any]:
    if kind is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        raise SchemaError(f"{where}: `{name}` is a tuple of fixed length; write `{name}: list[...]`")
    schema: dict[str, Any] = {"type": "array"}
    if args:
        schema["items"] = _schema(args[0], where, name)
    if kind in (set, frozenset):
        schema["uniqueItems"] = True
    return schema


def _typed_dict(hint: Any, where: str, name: str) -> dict[str, Any]:
    fields = typing.get_type_hints(hint, include_extras=True)
    return {
        "type": "object",
        "properties": {
            field: _schema(_bare(kind), where, f"{name}.{field}") for field, kind in fields.items()
        },
        "required": [field for field in fields if field in hint.__required_keys__],
        "additionalProperties": False,
    }


def _bare(hint: Any) -> Any:
    """`Required[T]` and `NotRequired[T]` say something about the key, not about the value."""
    wrapper = getattr(typing.get_origin(hint), "_name", None)
    return typing.get_args(hint)[0] if wrapper in ("Required", "NotRequired") else hint


def _choices(values: Sequence[Any], where: str, name: str) -> dict[str, Any]:
    """An enum, with its type when all values share one."""
    bad = [value for value in values if not _is_json(value)]
    if bad or not values:
        raise SchemaError(f"{where}: `{name}` offers {bad or 'nothing'}; offer texts, numbers or booleans")
    kinds = sorted({_SIMPLE[type(value)] for value in values if type(value) in _SIMPLE})
    return {**({"type": kinds[0]} if len(kinds) == 1 else {}), "enum": list(values)}


def _any_of(options: list[dict[str, Any]]) -> dict[str, Any]:
    """`X | None` of a plain type becomes one type list; anything richer `anyOf`."""
    if all(set(option) == {"type"} and isinstance(option["type"], str) for option in options):
        kinds = list(dict.fromkeys(option["type"] for option in options))
        return {"type": kinds if len(kinds) > 1 else kinds[0]}
    return {"anyOf": options}


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
