"""The mock for async loops: its model thinks in a thread, so that a request in flight can be given up."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Any

import anthropic
import httpx2

from clockhands.mock.transport import MockTransport

__all__ = ["AwaitedTransport", "async_client"]


class AwaitedTransport(MockTransport):
    """A `MockTransport` that does not hold up the event loop while its model thinks."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        raw = await request.aread()
        loop, answered = asyncio.get_running_loop(), asyncio.Event()
        box: list[Any] = []

        def think() -> None:
            try:
                box.append(self._answer(request, raw))
            except BaseException as error:
                box.append(error)
            with contextlib.suppress(RuntimeError):  # the loop has given up on this request, and is closed
                loop.call_soon_threadsafe(answered.set)

        # A daemon, not the loop's own executor: nobody may have to wait for a model that never answers.
        threading.Thread(target=think, name="model", daemon=True).start()
        await answered.wait()
        if isinstance(box[0], BaseException):
            raise box[0]
        return self._response(request, box[0])


def async_client(model: Any, faults: Any) -> anthropic.AsyncAnthropic:
    """An `AsyncAnthropic` whose answers come from `model`."""
    http = httpx2.AsyncClient(transport=AwaitedTransport(model, faults=faults))
    return anthropic.AsyncAnthropic(api_key="offline", base_url="https://api.anthropic.com", http_client=http)
