"""The real API behind a cap: every request is counted before it is sent, and every exchange can be recorded.

Nothing here runs offline. Keys stay in the HTTP headers, which are never kept; a key that turns up in a
body is scrubbed from what is kept.
"""

from __future__ import annotations

import ipaddress
import json
import threading
import urllib.request
from collections.abc import AsyncIterator, Iterator
from typing import Any

import anthropic
import httpx2

from clockhands.errors import SpendingCapError
from clockhands.mock import tokens
from clockhands.mock.log import Entry, RequestLog, scrub

__all__ = ["CapReached", "LiveTransport", "Spending", "assembled", "is_loopback", "session"]


def is_loopback(host: str) -> bool:
    """Whether this host name or address is this machine and nothing else."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class CapReached(SpendingCapError, anthropic.AnthropicError):
    """A `SpendingCapError` the SDK lets through at once: it wraps and retries what is not of its own kind."""


class Spending:
    """Tokens spent by this process, input and output together, against a cap.

    A request is let through only when its estimated input and its whole `max_tokens` still fit under the cap.
    """

    def __init__(self) -> None:
        self.input_tokens = 0
        self.output_tokens = 0
        self.requests = 0
        self._held = 0
        self._lock = threading.Lock()

    @property
    def tokens(self) -> int:
        """Tokens spent so far."""
        return self.input_tokens + self.output_tokens

    def reserve(self, tokens: int, cap: int) -> None:
        """Set `tokens` aside for a request. SpendingCapError when they no longer fit under `cap`."""
        with self._lock:
            left = cap - self.tokens - self._held
            if tokens > left:
                raise CapReached(
                    f"the cap of {cap:,} tokens would be passed, so nothing was sent: {self.tokens:,} are "
                    f"spent and this request may cost up to {tokens:,}. Lower max_tokens, shorten the "
                    "conversation, or set CLOCKHANDS_CAP to more tokens"
                )
            self._held += tokens

    def settle(self, reserved: int, input_tokens: int = 0, output_tokens: int = 0) -> None:
        """Replace a reservation by what the request really cost."""
        with self._lock:
            self._held -= reserved
            self.input_tokens += input_tokens
            self.output_tokens += output_tokens
            self.requests += 1 if input_tokens or output_tokens else 0

    def __repr__(self) -> str:
        return (
            f"<Spending: {self.tokens:,} tokens in {self.requests} requests "
            f"({self.input_tokens:,} in, {self.output_tokens:,} out)>"
        )


session = Spending()


class LiveTransport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Sends requests over the network, or through `inner`, and logs each exchange.

    cap: tokens this process may spend; None counts nothing. secret: the key, to be scrubbed where it turns
    up.
    """

    def __init__(self, *, cap: int | None = None, secret: str | None = None, inner: Any = None):
        self.cap = cap
        self.log = RequestLog()
        self._secret = secret
        self._inner = inner
        self._made: dict[Any, Any] = {}

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        visit = self._arrived(request, request.read())
        try:
            response = self._sender(request, httpx2.HTTPTransport).handle_request(request)
        except BaseException:
            visit.lost()
            raise
        return visit.answered(response)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        visit = self._arrived(request, await request.aread())
        try:
            sender = self._sender(request, httpx2.AsyncHTTPTransport)
            response = await sender.handle_async_request(request)
        except BaseException:
            visit.lost()
            raise
        return visit.answered(response)

    def _arrived(self, request: httpx2.Request, raw: bytes) -> _Visit:
        # The body is read here as it passes, so it must come as plain bytes.
        request.headers["accept-encoding"] = "identity"
        try:
            body = json.loads(raw) if raw else None
        except ValueError:
            body = None
        entry = self.log.begin(request.method, request.url.path, request.headers)
        if isinstance(body, dict):
            entry.sent = scrub(json.dumps(body), self._secret).encode()
            entry.stream = body.get("stream") is True
        reserved = self._reserve(entry, body)
        self.log.tell(entry)
        return _Visit(entry, self.log, reserved, self._secret)

    def _reserve(self, entry: Entry, body: Any) -> int | None:
        """Set tokens aside for a request that makes the model speak; None for any other."""
        if self.cap is None or entry.sent is None or entry.path.rstrip("/") != "/v1/messages":
            return None
        tokens_at_most = tokens.estimate_input(body) + int(body.get("max_tokens") or 0)
        session.reserve(tokens_at_most, self.cap)
        return tokens_at_most

    def _sender(self, request: httpx2.Request, kind: Any) -> Any:
        """The transport that really sends: `inner`, or one for the proxy the environment names for this
        host."""
        if self._inner is not None:
            return self._inner
        url = request.url
        direct = is_loopback(url.host) or urllib.request.proxy_bypass(url.host)
        proxy = None if direct else urllib.request.getproxies().get(url.scheme)
        if (kind, proxy) not in self._made:
            self._made[kind, proxy] = kind(proxy=proxy)
        return self._made[kind, proxy]

    def close(self) -> None:
        for (kind, _), sender in self._made.items():
            if kind is httpx2.HTTPTransport:
                sender.close()

    async def aclose(self) -> None:
        for (kind, _), sender in self._made.items():
            if kind is httpx2.AsyncHTTPTransport:
                await sender.aclose()

    def __repr__(self) -> str:
        return f"<LiveTransport: cap {self.cap}, {len(self.log)} requests>"


class _Visit(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """One exchange on its way: the answer's bytes pass through here and are read when they are all there."""

    def __init__(self, entry: Entry, log: RequestLog, reserved: int | None, secret: str | None):
        self._entry = entry
        self._log = log
        self._reserved = reserved
        self._secret = secret
        self._stream: Any = None
        self._seen: list[bytes] = []

    def lost(self) -> None:
        """No answer came."""
        self._end(0, 0)

    def answered(self, response: httpx2.Response) -> httpx2.Response:
        """The same answer, its body passing through here."""
        self._entry.status = response.status_code
        self._stream = response.stream
        return httpx2.Response(
            response.status_code, headers=response.headers, stream=self, extensions=response.extensions
        )

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            self._seen.append(chunk)
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._seen.append(chunk)
            yield chunk

    def close(self) -> None:
        self._stream.close()
        self._read()

    async def aclose(self) -> None:
        await self._stream.aclose()
        self._read()

    def _read(self) -> None:
        text = scrub(b"".join(self._seen).decode("utf-8", "replace"), self._secret)
        said, whole = assembled(text)
        if said.get("type") == "error":
            self._entry.error = said
        elif whole:
            self._entry.received = json.dumps(said).encode()
        usage = said.get("usage") or {}
        output = usage.get("output_tokens") or 0
        if said.get("content") and not whole:
            # A stream left early never told its output; what arrived of it was spent all the same.
            output = max(output, tokens.estimate_output(said["content"]))
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        self._end(sum(usage.get(name) or 0 for name in names), output)

    def _end(self, input_tokens: int, output_tokens: int) -> None:
        if self._reserved is not None:
            session.settle(self._reserved, input_tokens, output_tokens)
            self._reserved = None
        self._log.end(self._entry)


def assembled(text: str) -> tuple[dict[str, Any], bool]:
    """The JSON object of an answer's body, put together from its events when it is a stream, and whether it
    is whole. An error event stands in place of the message; `({}, False)` for what is no JSON."""
    if not text.lstrip().startswith(("event:", "data:", ":")):
        try:
            said = json.loads(text)
        except ValueError:
            return {}, False
        return (said, True) if isinstance(said, dict) else ({}, False)
    message: dict[str, Any] = {}
    pieces: dict[int, str] = {}
    for line in text.splitlines():
        if not line.startswith("data:"):
            continue
        try:
            event = json.loads(line[5:])
        except ValueError:
            break
        kind = event.get("type")
        if kind == "error":
            return event, False
        if kind == "message_stop":
            return message, True
        _add(message, pieces, event)
    return message, False


def _add(message: dict[str, Any], pieces: dict[int, str], event: dict[str, Any]) -> None:
    """Put one event into `message`; pieces: block index -> JSON of its input so far."""
    kind, index = event.get("type"), event.get("index", 0)
    if kind == "message_start":
        message.update(event["message"])
    elif kind == "content_block_start":
        message["content"].append(event["content_block"])
    elif kind == "content_block_delta":
        delta, block = event["delta"], message["content"][index]
        for name in ("text", "thinking"):
            if delta["type"] == f"{name}_delta":
                block[name] = block.get(name, "") + delta[name]
        if delta["type"] == "signature_delta":
            block["signature"] = delta["signature"]
        if delta["type"] == "input_json_delta":
            pieces[index] = pieces.get(index, "") + delta["partial_json"]
    elif kind == "content_block_stop" and pieces.get(index):
        try:
            message["content"][index]["input"] = json.loads(pieces[index])
        except ValueError:
            message["content"][index]["input"] = {}
    elif kind == "message_delta":
        message.update(event["delta"])
        message["usage"] = {**message.get("usage", {}), **event.get("usage", {})}
