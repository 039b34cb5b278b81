"""Answers in a given shape: `output_config.format` (or the older `output_format`) with a JSON Schema.

Whatever the question names that fits a field goes into it; required fields it says nothing about get
placeholders, as in a forced call.
"""

from __future__ import annotations

import json
from typing import Any

from clockhands.mock.toy.dialogue import Dialogue, clip
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.params import view_tools
from clockhands.mock.toy.placeholder import complete
from clockhands.mock.toy.reading import Reading

__all__ = ["structured"]


def structured(request: dict, talk: Dialogue, today: str | None) -> str | None:
    """The answer as JSON text that keeps to the request's schema; None when it asks for no shape, or for one
    the toy cannot keep."""
    schema = _schema(request)
    if schema is None:
        return None
    views = view_tools({"tools": [{"name": "answer", "description": "", "input_schema": schema}]})
    if not views:
        return None
    told = [call.result.text for call in talk.calls if call.result and not call.result.is_error]
    said = fill(views[0], Reading.of(clip("\n".join([talk.ask, *told]))), today).args
    full = complete(views[0], said) or complete(views[0], {})
    return None if full is None else json.dumps(full, ensure_ascii=False)


def _schema(request: dict) -> dict[str, Any] | None:
    settings = request.get("output_config")
    shape = settings.get("format") if isinstance(settings, dict) else None
    shape = shape or request.get("output_format")
    schema = shape.get("schema") if isinstance(shape, dict) else None
    return schema if isinstance(schema, dict) else None
