"""`MockTransport`: the offline API, plugged under `anthropic.Anthropic` and `anthropic.AsyncAnthropic`."""

from __future__ import annotations

import json
from typing import Any

import anthropic
import httpx2

from clockhands.errors import ScriptError

from . import wire

try:
    from .protocol import check_request
except ImportError:

    def check_request(body, *, version, beta):
        return None


try:
    from .api_error import ApiError
except ImportError:

    class ApiError(Exception):
        pass


class ScriptDeparture(ScriptError, anthropic.AnthropicError):
    """A `ScriptError` the SDK lets through as it is: it neither wraps nor retries its own errors."""


class MockTransport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Answers every request from `model`, offline."""

    def __init__(self, model: Any, *, seed: int = 0, faults: Any = None, latency: Any = None):
        self.model = model
        self.seed = seed
        self.log: list = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._answer(request, request.read())

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._answer(request, await request.aread())

    def _answer(self, request: httpx2.Request, raw: bytes) -> httpx2.Response:
        body = json.loads(raw)
        key = wire.digest(body, self.seed)
        headers = {"request-id": wire.make_id(key, "req_011C", 20)}
        try:
            check_request(
                body,
                version=request.headers.get("anthropic-version", ""),
                beta=request.headers.get("anthropic-beta"),
            )
            message = wire.message(self.model.reply(body), body, key)
        except ApiError as error:
            return httpx2.Response(
                error.status,
                headers={**headers, "x-should-retry": "false"},
                json=error.envelope(headers["request-id"]),
            )
        except ScriptError as error:
            raise ScriptDeparture(str(error)) from None
        if body.get("stream"):
            headers["content-type"] = "text/event-stream; charset=utf-8"
            return httpx2.Response(
                200, headers=headers, content=b"".join(map(wire.sse, wire.events(message)))
            )
        return httpx2.Response(200, headers=headers, json=message)
