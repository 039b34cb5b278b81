"""The first look at a request: who sent it, and is its body JSON? Wordings are the API's where known."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from . import wire
from .api_error import ApiError, invalid_request

__all__ = ["LARGEST_BODY", "OFFLINE_KEY", "admit", "check_signatures", "parsed", "too_large"]

OFFLINE_KEY = "offline"
LARGEST_BODY = 32 * 1024 * 1024
_BEARER = re.compile(r"bearer\s+(.*)", re.IGNORECASE)


def admit(headers: Mapping[str, str]) -> None:
    """401 unless the offline key came, as `Authorization: Bearer` or `x-api-key`; 400 without a version."""
    bearer = _BEARER.fullmatch(headers.get("authorization") or "")
    key = headers.get("x-api-key")
    if bearer is None and not key:
        raise ApiError(401, "authentication_error", "x-api-key header is required")
    if OFFLINE_KEY not in (key, bearer and bearer.group(1).strip()):
        wording = "Invalid bearer token" if bearer else "invalid x-api-key"
        raise ApiError(401, "authentication_error", wording)
    if not headers.get("anthropic-version"):
        raise invalid_request("anthropic-version: header is required")


def parsed(raw: bytes) -> dict[str, Any]:
    """The JSON object in a request's body; 400, or 413 above 32 MB, when there is none."""
    if len(raw) > LARGEST_BODY:
        raise too_large()
    try:
        body = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
        if b"\\ud" in raw or b"\\uD" in raw:
            _no_lone_surrogates(body)
    except (ValueError, RecursionError) as bad:
        raise invalid_request(f"The request body is not valid JSON: {bad}") from None
    if not isinstance(body, dict):
        raise invalid_request("The request body is not valid JSON: expected an object")
    return body


def check_signatures(messages: list[dict[str, Any]]) -> None:
    """400 when a thinking block does not come back as it was served."""
    for n, message in enumerate(messages):
        content = message.get("content")
        if message.get("role") != "assistant" or not isinstance(content, list):
            continue
        for m, block in enumerate(content):
            if block.get("type") == "thinking" and wire.was_changed(block):
                raise invalid_request(f"messages.{n}.content.{m}: Invalid `signature` in `thinking` block")


def too_large() -> ApiError:
    """The 413 for a body above 32 MB."""
    return ApiError(413, "request_too_large", "Request exceeds the maximum size")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON value")


def _no_lone_surrogates(body: Any) -> None:
    try:
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as bad:
        raise ValueError(f"no low surrogate in string: line 1 column {bad.start}") from None
