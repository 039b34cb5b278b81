"""Which failures of a request are worth another try, and after how long.

Judged by the attributes of the SDK's exceptions, not by their classes: the loop does not import the SDK. Only
the request is tried again; no tool ever runs twice because the API failed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from clockhands import clock

__all__ = ["Fault", "backoff", "fault_of"]

_TRANSIENT = {408, 409, 429, 500, 502, 503, 504, 529}
# The SDK's connection errors, and those of the HTTP library under it when a stream breaks.
_BROKEN_CONNECTION = {"APIConnectionError", "TransportError", "StreamBroken"}
_TOO_LONG = ("prompt is too long", "exceed context limit", "context window")


@dataclass(frozen=True)
class Fault:
    """What went wrong with a request.

    status: the HTTP status, 0 when no answer came. message: the API's own. again: another try may succeed.
    too_long: the conversation no longer fits. wait_s: seconds the API asks to wait, or None.
    """

    status: int
    message: str
    again: bool
    too_long: bool = False
    wait_s: float | None = None
    envelope: dict[str, Any] | None = None


def fault_of(error: BaseException) -> Fault | None:
    """The `Fault` behind an exception of the client; None when it is no failure of the API: a bug, say."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _of_status(error, status)
    if kinds & _BROKEN_CONNECTION or isinstance(error, (ConnectionError, TimeoutError)):
        return Fault(0, f"{type(error).__name__}: {error}", again=True)
    if "APIError" in kinds:
        return Fault(0, f"{type(error).__name__}: {error}", again=False)
    return None


def _of_status(error: BaseException, status: int) -> Fault:
    body = getattr(error, "body", None)
    envelope = body if isinstance(body, dict) else None
    told = envelope.get("error") if envelope else None
    message = told.get("message") if isinstance(told, dict) else None
    message = message if isinstance(message, str) else str(error)[:500]
    kind = told.get("type") if isinstance(told, dict) else ""
    if status == 200:
        # An error event in a stream that had begun well.
        status = {"overloaded_error": 529, "rate_limit_error": 429, "api_error": 500}.get(str(kind), 200)
    too_long = status == 400 and any(words in message.lower() for words in _TOO_LONG)
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    again = {"true": True, "false": False}.get(headers.get("x-should-retry") or "", status in _TRANSIENT)
    return Fault(status, message, again and not too_long, too_long, _wait(headers), envelope)


def _wait(headers: Any) -> float | None:
    """Seconds from `retry-after-ms` or `retry-after`, which is a number or a date; None without either."""
    try:
        return max(0.0, float(headers.get("retry-after-ms")) / 1000)
    except (TypeError, ValueError):
        pass
    given = headers.get("retry-after")
    try:
        return max(0.0, float(given))
    except (TypeError, ValueError):
        pass
    try:
        return max(0.0, (parsedate_to_datetime(given) - clock.now()).total_seconds())
    except (TypeError, ValueError):
        return None


def backoff(attempt: int, first: float = 0.5, most: float = 8.0) -> float:
    """Seconds to wait after failed attempt `attempt` (from 1): doubling, with up to a quarter of jitter.

    The jitter spreads many clients out; it never makes a wait shorter than the one before.
    """
    return min(most, first * 2 ** (attempt - 1)) * (1 + random.random() / 4)
