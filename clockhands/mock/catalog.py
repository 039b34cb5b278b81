"""`GET /v1/models`: the models the offline API knows."""

from __future__ import annotations

import re
from typing import Any

from . import models
from .api_error import ApiError

__all__ = ["described", "listed", "snapshot"]

# The API says this when a release date is unknown; here none is claimed.
UNKNOWN_DATE = "1970-01-01T00:00:00Z"
_DATED = re.compile(r"-20\d{6}$")


def snapshot(model_id: str) -> str:
    """The dated id an alias stands for, as replies name it; other ids are what they are."""
    if model_id in _SNAPSHOTS:
        return _SNAPSHOTS[model_id]
    return model_id


_SNAPSHOTS = {_DATED.sub("", model_id): model_id for model_id in models.KNOWN if _DATED.search(model_id)}


def described(model_id: str) -> dict[str, Any]:
    """The entry of one model, 404 for an id nobody knows."""
    facts = models.find(model_id)
    if facts is None or facts.retired:
        raise ApiError(404, "not_found_error", f"model: {model_id}")
    words = _DATED.sub("", model_id).removeprefix("claude-").split("-")
    name = " ".join(word.capitalize() for word in words if not word.isdecimal())
    version = ".".join(word for word in words if word.isdecimal())
    return {
        "type": "model",
        "id": model_id,
        "display_name": f"Claude {name} {version}".strip(),
        "created_at": UNKNOWN_DATE,
        "max_input_tokens": facts.context,
        "max_tokens": facts.max_output,
        "lifecycle": "active",
    }


def listed() -> dict[str, Any]:
    """One page with every model."""
    data = [described(model_id) for model_id in models.KNOWN if model_id not in _SNAPSHOTS]
    return {"data": data, "has_more": False, "first_id": data[0]["id"], "last_id": data[-1]["id"]}
