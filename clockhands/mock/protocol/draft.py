"""Is a tool's `input_schema` a JSON Schema of draft 2020-12? The library jsonschema holds it against that.

The API's sentence is quoted in public reports from 2025-08 to 2026-08, the last with the address of the page
below: a wrong type name, `required: true` in a property, names listed twice, keywords of older drafts.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from functools import lru_cache
from typing import Any

__all__ = ["SENTENCE", "is_draft_2020_12"]

SENTENCE = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
)
# What ECMA 262, the dialect of `pattern`, writes otherwise than Python's `re`.
_OTHERWISE = (
    (re.compile(r"\(\?<(?=[A-Za-z_$])"), "(?P<"),
    (re.compile(r"\\k<(\w+)>"), r"(?P=\1)"),
    (re.compile(r"\\[pP]\{[\w=]+\}|\\u\{[0-9A-Fa-f]+\}|\\c[A-Za-z]|\\/"), r"\\w"),
)


def is_draft_2020_12(schema: Any) -> bool:
    """Whether the draft's own schema accepts `schema`.

    The check takes about a millisecond and every request brings the same tools, so answers are kept.
    """
    return _is_valid(json.dumps(schema))


@lru_cache(maxsize=1024)
def _is_valid(said: str) -> bool:
    try:
        return _metaschema().is_valid(json.loads(said))
    except RecursionError:
        return True  # too deep for the library, which says nothing about the draft


@lru_cache(maxsize=1)
def _metaschema() -> Any:
    jsonschema = _jsonschema()
    # Of the formats only `regex` counts: the others depend on what else is installed here.
    checker = jsonschema.FormatChecker(formats=())
    checker.checks("regex")(_is_pattern)
    draft = jsonschema.Draft202012Validator
    return draft(draft.META_SCHEMA, format_checker=checker)


def _is_pattern(pattern: Any) -> bool:
    """Whether `pattern` is a regular expression, in Python's dialect or in that of ECMA 262."""
    if not isinstance(pattern, str):
        return True
    for ecma, python in _OTHERWISE:
        pattern = ecma.sub(python, pattern)
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _jsonschema() -> Any:
    """The library, on first use, without a part that takes over a second to load and only checks IRIs."""
    heavy = "rfc3987_syntax"
    if "jsonschema" in sys.modules or heavy in sys.modules:
        return importlib.import_module("jsonschema")
    sys.modules[heavy] = None  # type: ignore[assignment]
    try:
        return importlib.import_module("jsonschema")
    finally:
        del sys.modules[heavy]
