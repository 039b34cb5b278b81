"""`connect()`: the one place that chooses offline, live or local, and holds the model id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clockhands import settings

if TYPE_CHECKING:
    import anthropic

__all__ = ["connect", "connect_async", "record", "transport_of"]


def _transport(model: Any, seed: int, faults: Any, latency: Any):
    from clockhands.mock.transport import MockTransport

    if model is None:
        from clockhands.mock import ToyModel

        model = ToyModel(seed)
    return MockTransport(model, seed=seed, faults=faults, latency=latency)


def connect(
    model: Any = None, *, seed: int = 0, faults: Any = None, latency: Any = None, quiet: bool = False
) -> tuple[anthropic.Anthropic, str]:
    """A real `anthropic.Anthropic` and the model id to use with it; offline unless live was asked for."""
    import anthropic
    import httpx2

    transport = _transport(model, seed, faults, latency)
    if not quiet:
        print("Offline: a toy model answers inside the real SDK. No key, no network.")
    return (
        anthropic.Anthropic(
            api_key="offline",
            base_url="https://api.anthropic.com",
            http_client=httpx2.Client(transport=transport),
        ),
        settings.model_id(),
    )


def connect_async(
    model: Any = None, *, seed: int = 0, faults: Any = None, latency: Any = None, quiet: bool = False
) -> tuple[anthropic.AsyncAnthropic, str]:
    """The async twin of `connect`."""
    import anthropic
    import httpx2

    transport = _transport(model, seed, faults, latency)
    if not quiet:
        print("Offline: a toy model answers inside the real SDK. No key, no network.")
    return (
        anthropic.AsyncAnthropic(
            api_key="offline",
            base_url="https://api.anthropic.com",
            http_client=httpx2.AsyncClient(transport=transport),
        ),
        settings.model_id(),
    )


def transport_of(client: Any):
    """The `MockTransport` under a client that `connect()` made."""
    return client._client._transport


def record(client: Any):
    raise NotImplementedError
