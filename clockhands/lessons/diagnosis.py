"""From an error to the mistake behind it and the block at fault. Reads, never raises, shows nothing."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

from ..errors import ClockHandsError
from .misconceptions import Misconception, misconception
from .outline import outline
from .sent import Place, Sent
from .wordings import Fault, fault_in

__all__ = ["Diagnosis", "diagnose"]


@dataclass(frozen=True)
class Diagnosis:
    """status: HTTP status or None; kind: the API's error type or the exception's class; message: its words;
    misconception, place, note: see `wordings.Fault`; request_id: "" when there is none; own: whether this
    package raised it, in which case its message already says what to do; outline: see there."""

    status: int | None
    kind: str
    message: str
    misconception: Misconception | None = None
    place: Place | None = None
    note: str = ""
    request_id: str = ""
    in_thread: bool = False
    own: bool = False
    outline: str = ""


def diagnose(error: BaseException) -> Diagnosis:
    """What lies behind an error of the SDK, of a loop around it, or of this package."""
    try:
        return _api(error) if _is_api(error) else _local(error)
    except Exception:
        return Diagnosis(None, type(error).__name__, _text_of(error))


def _is_api(error: BaseException) -> bool:
    sdk = any(kind.__name__ == "APIError" for kind in type(error).__mro__)
    return sdk or all(hasattr(error, name) for name in ("status", "type", "message"))


_BY_TYPE = {
    "authentication_error": "wrong-key",
    "permission_error": "no-permission",
    "billing_error": "no-permission",
    "not_found_error": "not-found",
    "request_too_large": "conversation-too-long",
    "rate_limit_error": "rate-limit",
    "overloaded_error": "overloaded",
    "api_error": "server-error",
    "timeout_error": "timed-out",
}
_BY_STATUS = {
    401: "wrong-key",
    402: "no-permission",
    403: "no-permission",
    404: "not-found",
    408: "timed-out",
}
_BY_STATUS |= {413: "conversation-too-long", 429: "rate-limit", 504: "timed-out", 529: "overloaded"}


def _api(error: BaseException) -> Diagnosis:
    status = getattr(error, "status_code", getattr(error, "status", None))
    status = status if isinstance(status, int) else None
    inner = _envelope(error)
    message = str(inner.get("message") or _text_of(error))
    kind = str(inner.get("type") or type(error).__name__)
    sent = Sent.behind(error)
    fault = _fault(error, status, kind, message, sent)
    return Diagnosis(
        status,
        kind,
        message,
        misconception(fault.misconception or None),
        fault.place,
        fault.note,
        str(getattr(error, "request_id", "") or ""),
        sent.in_thread,
        outline=outline(sent, fault.place),
    )


def _fault(error: BaseException, status: int | None, kind: str, message: str, sent: Sent) -> Fault:
    classes = {base.__name__ for base in type(error).__mro__}
    if "APITimeoutError" in classes:
        return Fault("timed-out")
    if "APIConnectionError" in classes:
        cause = error.__cause__
        return Fault("no-connection", note=f"Underneath: {type(cause).__name__}." if cause else "")
    if kind == "not_found_error" and message.startswith("model:"):
        place = Place("model", sent.body["model"]) if "model" in sent.body else None
        return Fault("unknown-model", place)
    if kind in _BY_TYPE:
        return Fault(_BY_TYPE[kind])
    found = fault_in(message, sent)
    if found:
        return found
    if status in _BY_STATUS:
        return Fault(_BY_STATUS[status])
    return Fault("server-error" if status and status >= 500 else "")


def _envelope(error: BaseException) -> dict[str, Any]:
    """The inner error of the API's envelope: type and message; {} when the body is none of ours."""
    body = getattr(error, "body", None)
    if body is None and "status_code" not in dir(error) and hasattr(error, "status"):
        return {"type": error.type, "message": error.message}
    if isinstance(body, str) or body is None:
        body = _in_text(body or str(error))
    if isinstance(body, dict):
        inner = body.get("error")
        return inner if isinstance(inner, dict) else body
    return {}


def _in_text(text: str) -> Any:
    """The dict in "Error code: 400 - {…}"; None when there is none."""
    start = text.find("{")
    try:
        return ast.literal_eval(text[start:]) if start >= 0 else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _text_of(error: BaseException) -> str:
    try:
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


# --- errors that never reached the API --------------------------------------------------------------------

_LOCAL = (
    (ValueError, r"Streaming is required", "needs-streaming"),
    (ValueError, r"max_tokens", "max-tokens-out-of-range"),
    (RuntimeError, r"cannot be called from a running|loop is already running", "asyncio-run-in-notebook"),
    (TypeError, r"Could not resolve authentication|api_key", "no-key"),
    (TypeError, r"'coroutine' object|coroutine", "forgot-await"),
    (AttributeError, r"'coroutine' object", "forgot-await"),
    (AttributeError, r"'(Text|Thinking)Block' object has no attribute '(input|name|id)'", "first-block-only"),
    (AttributeError, r"'(ToolUse|Thinking)Block' object has no attribute 'text'", "first-block-only"),
    (IndexError, r"list index out of range", "first-block-only"),
    (TypeError, r"'\w+Block' object is not subscriptable", "block-as-dict"),
    (TypeError, r"'Message' object is not subscriptable", "block-as-dict"),
    (AttributeError, r"'dict' object has no attribute '(type|id|name|input|text|content)'", "dict-as-block"),
    (TypeError, r"the JSON object must be str", "input-is-json-string"),
    (TypeError, r"unexpected keyword argument|required (positional|keyword-only)", "arguments-do-not-fit"),
    (TypeError, r"not JSON serializable", "result-not-text"),
    (NameError, r"name '\w+' is not defined", "cell-not-run"),
    (KeyError, r"", "unknown-name"),
)  # fmt: skip


def _local(error: BaseException) -> Diagnosis:
    message = _text_of(error)
    for kind, pattern, named in _LOCAL:
        if isinstance(error, kind) and re.search(pattern, message):
            return Diagnosis(None, type(error).__name__, message, misconception(named))
    return Diagnosis(None, type(error).__name__, message, own=isinstance(error, ClockHandsError))
