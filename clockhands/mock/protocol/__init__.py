"""Would the Messages API accept this request? The same status, type and wording where it would not.

Read in this order: `blocks`, `tool_shapes` (with `draft`) and `bodies` (the shapes), `wording` (pydantic's
errors in the API's words), `shape`, `options`, `conversation` (the rules), and below how they follow each
other. Pure: a request goes in, and either nothing or an `ApiError` comes out.

    check_request(body, version="2026-10-21", beta=None)

The order is the API's: the model's name, then field by field (model, tool_choice, tools, messages, system,
..., max_tokens, ...), unknown fields, options against each other, the conversation, its length.
"""

from __future__ import annotations

from typing import Any

from clockhands.mock import models
from clockhands.mock.api_error import ApiError

from .conversation import check_conversation, merge
from .options import check_length, check_options

__all__ = ["check_conversation", "check_length", "check_options", "check_request", "check_shape", "merge"]


def check_shape(body: Any, *, version: str, beta: str | None, count_tokens: bool = False) -> None:
    """Refuse a body without the API's shape: any JSON value may come in. Raises `ApiError` (400, or 404).

    version: the `anthropic-version` header; from 2026-10-21 on the sampling parameters are unknown fields.
    beta: the `anthropic-beta` header. count_tokens: whether the request went to that endpoint.
    """
    from . import shape  # imports pydantic

    shape.check_json(body)
    shape.check_shape(body, version, beta, count_tokens)


def check_request(
    body: Any,
    *,
    version: str,
    beta: str | None,
    count_tokens: bool = False,
    parsed: bool = False,
    known: int = 0,
) -> int:
    """Every check, in the API's order, for a request with its full history. Raises `ApiError`.

    parsed: `body` was strictly parsed from JSON, so nobody need ask whether it is JSON. known: how many of
    the first messages are known to be in shape, which spares a second look at them. Gives the estimated
    input tokens, which the last check counts anyway. A retired model is refused last: what a request to it
    got wrong while it was served is still told.
    """
    if parsed:
        _check_parsed(body, version, beta, count_tokens, known)
    else:
        check_shape(body, version=version, beta=beta, count_tokens=count_tokens)
    model = models.find(body["model"]) or models.Model()
    check_options(body, model, beta)
    check_conversation(body["messages"], model)
    tokens = check_length(body, model, beta)
    if model.retired:
        from .shape import model_not_found

        raise model_not_found(body["model"])
    return tokens


def _check_parsed(body: Any, version: str, beta: str | None, count_tokens: bool, known: int) -> None:
    from . import shape

    if known:
        try:
            unknown = body["messages"][known:] or body["messages"][-1:]
            return shape.check_shape({**body, "messages": unknown}, version, beta, count_tokens)
        except ApiError:
            pass  # told below, with the places of the whole list
    shape.check_shape(body, version, beta, count_tokens)
