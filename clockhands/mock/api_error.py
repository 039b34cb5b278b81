"""`ApiError`: a refusal as the Messages API words it."""

from __future__ import annotations

from typing import Any

from clockhands.errors import ClockHandsError

__all__ = ["ApiError", "invalid_request"]

# Statuses the SDK may try again without being told not to.
_RETRIED = frozenset({408, 409, 429})


class ApiError(ClockHandsError):
    """The API refused a request.

    status: HTTP status; type: the error type, such as `invalid_request_error`; message: the API's wording.
    headers: what goes beside it, by default `x-should-retry`, which the SDK obeys (`false` on the 4xx that
    would only fail again, `true` on 429).
    """

    def __init__(self, status: int, type: str, message: str, headers: dict[str, str] | None = None):
        super().__init__(message)
        self.status = status
        self.type = type
        self.message = message
        self.headers = _default_headers(status) if headers is None else dict(headers)

    def envelope(self, request_id: str) -> dict[str, Any]:
        """The JSON body the API sends: `{"type": "error", "error": {"type", "message"}, "request_id"}`."""
        return {
            "type": "error",
            "error": {"type": self.type, "message": self.message},
            "request_id": request_id,
        }

    def __repr__(self) -> str:
        return f"ApiError({self.status}, {self.type!r}, {self.message!r})"


def invalid_request(message: str) -> ApiError:
    """A 400 `invalid_request_error`, the refusal of nearly every rule."""
    return ApiError(400, "invalid_request_error", message)


def _default_headers(status: int) -> dict[str, str]:
    if status == 429:
        return {"x-should-retry": "true"}
    if 400 <= status < 500 and status not in _RETRIED:
        return {"x-should-retry": "false"}
    return {}
