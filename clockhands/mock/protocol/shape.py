"""First step: does the body have the API's shape? Types, required and unknown fields, the model's name."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from clockhands.mock import models
from clockhands.mock.api_error import ApiError, invalid_request

from .bodies import body_model
from .wording import sentence

__all__ = ["SAMPLING_REMOVED_IN", "THREADS_BETA", "check_json", "check_shape", "model_not_found"]

SAMPLING_REMOVED_IN = "2026-10-21"
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)
THREADS_BETA = "message-threads-2026-08-12"


def check_json(body: Any) -> int:
    """Whether `body` can stand in a JSON document; gives its size in bytes.

    Refuses what Python's parser lets through and the API does not: lone surrogates, NaN, nesting without end.
    """
    try:
        return len(_JSON.encode(body).encode())
    except UnicodeEncodeError:
        raise invalid_request("The request body is not valid JSON: no low surrogate in string") from None
    except (RecursionError, TypeError, ValueError) as error:
        raise invalid_request(f"The request body is not valid JSON: {error}") from None


def check_shape(body: Any, version: str, beta: str | None, count_tokens: bool = False) -> None:
    """Refuse a body whose shape is wrong, with the first fault in the API's own order."""
    name = body.get("model") if isinstance(body, dict) else None
    if isinstance(name, str) and name and models.find(name) is None:
        raise model_not_found(name)
    model = body_model(
        sampling=version < SAMPLING_REMOVED_IN,
        thread=THREADS_BETA in [name.strip() for name in (beta or "").split(",")],
        count_tokens=count_tokens,
    )
    try:
        model.__pydantic_validator__.validate_python(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise invalid_request(sentence(first)) from None


def model_not_found(name: str) -> ApiError:
    """The 404 for a model that never was, or is no more."""
    return ApiError(404, "not_found_error", f"model: {name}")
