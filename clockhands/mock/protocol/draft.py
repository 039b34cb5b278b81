"""Is a tool's `input_schema` a JSON Schema of draft 2020-12? The library jsonschema holds it against that.

The API's sentence is quoted in public reports from 2025-08 to 2026-08, the last with the address of the page
below: a wrong type name, `required: true` in a property, names listed twice, keywords of older drafts.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from clockhands.jsonschema_library import jsonschema

__all__ = ["SENTENCE", "is_draft_2020_12"]

SENTENCE = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
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
    draft = jsonschema().Draft202012Validator
    # No format is checked, not even that of `pattern`: nobody has recorded a refusal for one.
    return draft(draft.META_SCHEMA)
