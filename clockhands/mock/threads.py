"""Server-held threads: the conversation stays here, and a request brings only the new messages.

What `client.beta.messages.tool_runner` and `.thread` do by default. Request 1 carries `thread: {"type":
"create"}`; each reply's id names the thread up to it; the next request carries `{"type": "continue",
"previous_message_id": id}`, only new messages, and neither `system` nor `tools`. Each reply can be
continued once. Error codes are those of the SDK's types; their wordings are ours, for no recording of one
is public.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from .api_error import ApiError

__all__ = ["BETA", "ThreadError", "Threads"]

BETA = "message-threads-2026-08-12"
KEPT = ("system", "tools")
MOST_HELD = 10_000
# Request fields the SDK's types list as impossible together with a thread.
UNSUPPORTED = ("cache_control", "context_management", "fallbacks", "thinking")
REPLAY = 'Replay the full conversation with `thread: {"type": "create"}` to start a new thread.'


class ThreadError(ApiError):
    """An `ApiError` whose envelope carries `details.error_code`, by which the SDK knows how to go on."""

    def __init__(self, status: int, type: str, message: str, code: str, **details: Any):
        super().__init__(status, type, message)
        self.details = {"error_code": code, **details}

    def envelope(self, request_id: str) -> dict[str, Any]:
        out = super().envelope(request_id)
        return {**out, "error": {**out["error"], "details": self.details}}


@dataclass
class _Held:
    """A conversation up to one reply. left: how often the reply may still be continued, once per time
    served."""

    messages: list[dict[str, Any]]
    fields: dict[str, Any]
    until: float
    left: int


class Threads:
    """The threads one transport holds. lifetime_s: seconds from a reply until its thread is forgotten."""

    def __init__(self, lifetime_s: float = 3600.0):
        self.lifetime_s = lifetime_s
        self._held: dict[str, _Held] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    def forget(self) -> None:
        """Lose every thread, as a server may: the next `continue` gets `thread_not_found`."""
        with self._lock:
            self._held.clear()

    def unrolled(self, body: dict[str, Any], beta: str | None, now: float) -> dict[str, Any]:
        """`body` with the whole conversation and without `thread`; raises the API's error where that cannot
        be.

        Without the beta header `thread` stays where it is, for the protocol to refuse as an unknown field.
        """
        thread = body.get("thread")
        if thread is None or BETA not in _names(beta):
            return body
        _check_shape(thread)
        unsupported = [name for name in UNSUPPORTED if body.get(name)]
        if unsupported:
            raise ThreadError(
                400,
                "invalid_request_error",
                f"thread: not supported together with {', '.join(unsupported)}. Send the full conversation "
                "without `thread`, or leave the field out.",
                "thread_unsupported_request",
                unsupported=unsupported,
            )
        full = {name: value for name, value in body.items() if name != "thread"}
        if thread["type"] == "create":
            return full
        repeated = [name for name in KEPT if name in body]
        if repeated:
            raise ThreadError(
                400,
                "invalid_request_error",
                f"{', '.join(repeated)}: must stay as the thread was created and cannot be sent again. "
                f"{REPLAY}",
                "thread_fingerprint_mismatch",
            )
        held = self._find(thread["previous_message_id"], now)
        new = body.get("messages")
        return {**full, **held.fields, "messages": [*held.messages, *(new if isinstance(new, list) else [])]}

    def keep(self, body: dict[str, Any], full: dict[str, Any], reply: dict[str, Any], now: float) -> None:
        """Hold the conversation `full` and its `reply` under the reply's id, when `body` asked for a thread.

        Only now does the reply before it count as continued: a request that failed may be sent again.
        """
        if body is full or body.get("thread") is None:
            return
        turn = {"role": "assistant", "content": reply["content"]}
        messages = [*full["messages"], turn] if reply["content"] else list(full["messages"])
        fields = {name: full[name] for name in KEPT if name in full}
        with self._lock:
            previous = self._held.get(str(body["thread"].get("previous_message_id")))
            if previous:
                previous.left -= 1
            same = self._held.pop(reply["id"], None)
            left = same.left + 1 if same else 1
            self._held[reply["id"]] = _Held(messages, fields, now + self.lifetime_s, left)
            while len(self._held) > MOST_HELD:
                del self._held[next(iter(self._held))]

    def _find(self, message_id: str, now: float) -> _Held:
        with self._lock:
            held = self._held.get(message_id)
        if held is None or held.until <= now:
            raise ThreadError(
                404,
                "not_found_error",
                f"thread.previous_message_id: no thread found for {message_id}. {REPLAY}",
                "thread_not_found",
            )
        if held.left < 1:
            raise ThreadError(
                400,
                "invalid_request_error",
                f"thread.previous_message_id: {message_id} has already been continued. Continue from the "
                "thread's most recent response id.",
                "thread_already_continued",
            )
        return held


def _names(beta: str | None) -> list[str]:
    return [name.strip() for name in (beta or "").split(",")]


def _check_shape(thread: Any) -> None:
    if not isinstance(thread, dict):
        raise ApiError(400, "invalid_request_error", "thread: Input should be an object")
    kind = thread.get("type")
    if kind not in ("create", "continue"):
        raise ApiError(
            400,
            "invalid_request_error",
            f"thread: Input tag '{kind}' found using 'type' does not match any of the expected tags: "
            "'create', 'continue'",
        )
    allowed = {"type", "previous_message_id"} if kind == "continue" else {"type"}
    for name in thread:
        if name not in allowed:
            raise ApiError(
                400, "invalid_request_error", f"thread.{kind}.{name}: Extra inputs are not permitted"
            )
    if kind == "continue" and not isinstance(thread.get("previous_message_id"), str):
        raise ApiError(400, "invalid_request_error", "thread.continue.previous_message_id: Field required")
