"""`MockTransport`: the offline API, plugged under `anthropic.Anthropic` and `anthropic.AsyncAnthropic`."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator
from typing import Any

import anthropic
import httpx2

from clockhands import clock
from clockhands.errors import ScriptError

from .api import Answer, Api

__all__ = ["Departure", "MockTransport"]


class Departure(ScriptError, anthropic.AnthropicError):
    """A `ScriptError` that reaches the caller at once: the SDK wraps and retries every exception of a
    transport except its own kind."""


class MockTransport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """An HTTP transport that answers from a model object, offline, for sync and async clients alike.

    model: an object with `.reply(request) -> Reply`, such as `ToyModel` or `Script`. seed: draws ids,
    pieces of streams, rates. faults, latency: see `clockhands.mock.faults`. `.log` holds every request.

        client = anthropic.Anthropic(api_key="offline",
        http_client=httpx2.Client(transport=MockTransport(model)))
    """

    def __init__(self, model: Any, *, seed: int = 0, faults: Any = None, latency: Any = None):
        self.api = Api(model, seed=seed, faults=faults, latency=latency)
        self.log = self.api.log
        self.model = model

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = self._answer(request, request.read())
        patience = _patience(request)
        if answer.wait:
            clock.sleep(min(answer.wait, patience))
        self._too_late(request, answer, patience)
        return self._response(request, answer)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = self._answer(request, await request.aread())
        patience = _patience(request)
        if answer.wait:
            await _async_sleep(min(answer.wait, patience))
        self._too_late(request, answer, patience)
        return self._response(request, answer)

    def _answer(self, request: httpx2.Request, raw: bytes) -> Answer:
        # A plain dict: looking names up in the client's own headers costs more than the whole log entry.
        headers = {
            name.decode("ascii").lower(): value.decode("latin-1") for name, value in request.headers.raw
        }
        try:
            return self.api.answer(request.method, request.url.path, headers, raw)
        except ScriptError as error:
            raise Departure(str(error)) from error.__cause__
        except Exception as bug:
            raise Departure(
                f"the offline API itself failed with {type(bug).__name__}: {bug}. The request was not "
                "judged; please report it together with this message"
            ) from bug

    def _too_late(self, request: httpx2.Request, answer: Answer, patience: float) -> None:
        """The client's own `timeout`: an answer that takes longer is not waited for."""
        if answer.wait > patience:
            self.log.end(answer.entry)
            raise httpx2.ReadTimeout("The read operation timed out", request=request)

    def _response(self, request: httpx2.Request, answer: Answer) -> httpx2.Response:
        log = self.log
        if answer.broken == "drop":
            log.end(answer.entry)
            raise httpx2.RemoteProtocolError(
                "Server disconnected without sending a response.", request=request
            )
        if answer.broken == "timeout":
            log.end(answer.entry)
            raise httpx2.ReadTimeout("The read operation timed out", request=request)
        if answer.chunks is not None:
            stream = _Events(answer, log, request)
            return httpx2.Response(answer.status, headers=answer.headers, stream=stream)
        log.end(answer.entry)
        return httpx2.Response(answer.status, headers=answer.headers, content=answer.body)

    def __repr__(self) -> str:
        return f"<MockTransport: {self.model!r}, {len(self.log)} requests>"


class _Events(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """The body of a streamed answer, one event at a time; ends the log entry when it was read or closed."""

    def __init__(self, answer: Answer, log: Any, request: httpx2.Request):
        self._answer = answer
        self._log = log
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.chunks or []
        self._finish()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._answer.chunks or []:
            yield chunk
        self._finish()

    def _finish(self) -> None:
        self._log.end(self._answer.entry)
        if self._answer.broken == "cut":
            raise httpx2.RemoteProtocolError(
                "peer closed connection without sending complete message body (incomplete chunked read)",
                request=self._request,
            )

    def close(self) -> None:
        self._log.end(self._answer.entry)

    async def aclose(self) -> None:
        self._log.end(self._answer.entry)


def _patience(request: httpx2.Request) -> float:
    """Seconds the client waits for an answer; `inf` when it has set no limit."""
    seconds = request.extensions.get("timeout", {}).get("read")
    return math.inf if seconds is None else seconds


async def _async_sleep(seconds: float) -> None:
    """Wait without holding up the event loop; a virtual clock moves on at once."""
    if clock.is_virtual():
        clock.advance(seconds)
        return
    import anyio

    await anyio.sleep(seconds)
