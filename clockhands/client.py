"""`connect()`: the one place that chooses offline, live or local, and holds the model id.

    client, MODEL = connect()

gives a real `anthropic.Anthropic`. Offline, a transport inside it answers; live (`CLOCKHANDS_LIVE=1`), the
real API or a local server with the same API does. The code that uses the client is the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from clockhands import settings
from clockhands.errors import ConfigurationError

if TYPE_CHECKING:
    import anthropic

    from clockhands.live import Spending
    from clockhands.mock.transport import MockTransport
    from clockhands.trace import Trace

__all__ = ["connect", "connect_async", "record", "spending", "transport_of"]

API = "https://api.anthropic.com"
DEFAULT_CAP = 200_000


def connect(
    model: Any = None, *, seed: int = 0, faults: Any = None, latency: Any = None, quiet: bool = False
) -> tuple[anthropic.Anthropic, str]:
    """A real `anthropic.Anthropic` and the model id to use with it.

    model: who answers offline: None for the toy model, a `Script`, or any object with `.reply(request)`.
    seed: draws ids, rates and the toy model's choices. faults, latency: what goes wrong and how long answers
    take, see `clockhands.mock.faults`. quiet: print no banner.

    With CLOCKHANDS_LIVE=1 and none of model, faults and latency given, the client talks to the real API, with
    the key in ANTHROPIC_API_KEY, or to the server at ANTHROPIC_BASE_URL; CLOCKHANDS_CAP is the most tokens
    this process may spend (200,000). ConfigurationError names what is missing; SpendingCapError stops a
    request that could pass the cap, before it is sent.
    """
    import anthropic
    import httpx2

    world = _world(model, seed, faults, latency, quiet)
    http = httpx2.Client(transport=world.transport)
    return anthropic.Anthropic(api_key=world.key, base_url=world.url, http_client=http), settings.model_id()


def connect_async(
    model: Any = None, *, seed: int = 0, faults: Any = None, latency: Any = None, quiet: bool = False
) -> tuple[anthropic.AsyncAnthropic, str]:
    """The async twin of `connect`: an `anthropic.AsyncAnthropic` and the model id."""
    import anthropic
    import httpx2

    world = _world(model, seed, faults, latency, quiet)
    http = httpx2.AsyncClient(transport=world.transport)
    return anthropic.AsyncAnthropic(
        api_key=world.key, base_url=world.url, http_client=http
    ), settings.model_id()


def transport_of(client: Any) -> MockTransport:
    """The `MockTransport` under a client of `connect()`; its `.log` holds every request.

    ConfigurationError when the client is live, or was not made by `connect()`.
    """
    from clockhands.mock.transport import MockTransport

    transport = _under(client)
    if isinstance(transport, MockTransport):
        return transport
    raise ConfigurationError(
        f"there is no offline transport under this {type(client).__name__}: it is live or was not made by "
        "connect(). Unset CLOCKHANDS_LIVE and connect again, or use record(client), which works everywhere"
    )


def spending() -> Spending:
    """Tokens this process spent on live calls; offline calls cost nothing. Print it to see the sum."""
    from clockhands import live

    return live.session


@contextmanager
def record(client: Any) -> Iterator[Trace]:
    """Record every exchange the client makes inside the `with`, mock or live, plain or streamed.

        with record(client) as trace:
            client.messages.create(...)
        trace.exchanges

    Copies made by `client.with_options(...)` are recorded too. ConfigurationError when `client` is no
    Anthropic client.
    """
    from clockhands.trace import Trace

    http = getattr(client, "_client", None)
    transport = _under(client)
    if transport is None:
        raise ConfigurationError(
            f"record() cannot listen to a {type(client).__name__}; give the client that connect() returned"
        )
    log = getattr(transport, "log", None)
    if log is None:
        from clockhands.live import LiveTransport

        tap = LiveTransport(inner=transport, secret=getattr(client, "api_key", None))
        http._transport, log = tap, tap.log
    trace = Trace()
    recorder = _Recorder(trace)
    log.watchers.append(recorder)
    try:
        yield trace
    finally:
        log.watchers.remove(recorder)
        if http._transport is not transport:
            http._transport = transport


class _Recorder:
    """Turns log entries into a trace's exchanges: one is added when it begins and filled in when it ends."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self._open: dict[int, Any] = {}

    def __call__(self, entry: Any) -> None:
        if entry.sent is None or entry.path.rstrip("/") != "/v1/messages":
            return
        if entry.t1 is None:
            now = self._trace.now()
            self._open[id(entry)] = self._trace.add_exchange(
                entry.request, t0=now, t1=now, status=0, stream=entry.stream
            )
            return
        exchange = self._open.pop(id(entry), None)
        if exchange is not None:
            exchange.t1 = self._trace.now()
            exchange.status, exchange.response, exchange.error = entry.status, entry.response, entry.error


def _under(client: Any) -> Any:
    """The HTTP transport under an SDK client, or None. The SDK has no public way to it."""
    return getattr(getattr(client, "_client", None), "_transport", None)


# --- which world
# ---------------------------------------------------------------------------------------------


@dataclass
class _World:
    transport: Any
    url: str
    key: str


def _world(model: Any, seed: int, faults: Any, latency: Any, quiet: bool) -> _World:
    """Where requests go. A given model, fault or latency can only be had offline."""
    staged = model is not None or faults is not None or latency is not None
    if settings.is_live() and not staged:
        world, banner = _live()
    else:
        world, banner = _offline(model, seed, faults, latency)
    if not quiet:
        print(banner)
    return world


def _offline(model: Any, seed: int, faults: Any, latency: Any) -> tuple[_World, str]:
    from clockhands import mock

    who = "a toy model"
    if model is None:
        model = mock.ToyModel(seed)
    elif isinstance(model, mock.Script):
        who = "a script"
    elif not type(model).__module__.startswith("clockhands.mock.toy"):
        who = "your model object"
    if not callable(getattr(model, "reply", None)):
        raise ConfigurationError(
            f"connect() cannot answer from a {type(model).__name__}; give nothing, Script(...), "
            "ToyModel(seed) or an object with a method reply(request). The model id is what connect() returns"
        )
    transport = mock.MockTransport(model, seed=seed, faults=faults, latency=latency)
    banner = f"Offline: {who} answers inside the real SDK. No key, no network."
    return _World(transport, API, "offline"), banner


def _live() -> tuple[_World, str]:
    from clockhands.live import LiveTransport, session

    url = (os.environ.get("ANTHROPIC_BASE_URL") or API).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigurationError(
            f"ANTHROPIC_BASE_URL is {url!r}; set it to an address such as http://127.0.0.1:8080, or unset it"
        )
    local = not f".{parts.hostname}".endswith(".anthropic.com")
    key = os.environ.get("ANTHROPIC_API_KEY") or ""
    _check_live(key, parts.scheme, parts.hostname, local)
    cap = _cap()
    transport = LiveTransport(cap=cap, secret=key or None)
    who = (
        f"Local: the server at {parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if local
        else "Live: a real model"
    )
    banner = f"{who} answers. Cap: {cap:,} tokens; spent so far: {session.tokens:,}."
    return _World(transport, url, key or "offline"), banner


def _check_live(key: str, scheme: str, host: str, local: bool) -> None:
    """ConfigurationError unless a live call may be made with these settings."""
    from clockhands.live import is_loopback

    if not key and not local:
        raise ConfigurationError(
            "CLOCKHANDS_LIVE=1 asks for a real model, but ANTHROPIC_API_KEY is not set. Set it to your key, "
            "or set ANTHROPIC_BASE_URL to a local server with the same API, or unset CLOCKHANDS_LIVE to stay "
            "offline"
        )
    if key and scheme == "http" and not is_loopback(host):
        raise ConfigurationError(
            f"ANTHROPIC_BASE_URL names {host} over http, which would send your key unencrypted. Use https, a "
            "server on this machine, or unset ANTHROPIC_API_KEY"
        )
    if not is_loopback(host) and (settings.is_grading() or os.environ.get("CI")):
        raise ConfigurationError(
            "CLOCKHANDS_LIVE=1 is set where notebooks are graded or checked (CI or NBGRADER_EXECUTION is "
            "set); no live call is ever made there. Unset CLOCKHANDS_LIVE"
        )


def _cap() -> int:
    """The most tokens this process may spend live: CLOCKHANDS_CAP, or 200,000."""
    text = os.environ.get("CLOCKHANDS_CAP", "").strip().replace("_", "").replace(",", "")
    if not text:
        return DEFAULT_CAP
    if not text.isdecimal() or int(text) < 1:
        raise ConfigurationError(
            f"CLOCKHANDS_CAP is {text!r}; set it to a number of tokens, 1 or more, such as 200000"
        )
    return int(text)
