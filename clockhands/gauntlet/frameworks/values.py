"""What adapters share: results as frameworks take them, and the mock behind a port."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from clockhands.client import transport_of
from clockhands.mock.server import ApiServer

__all__ = ["quieten_litellm", "sayable", "served"]


def sayable(value: Any) -> Any:
    """A result where only texts and content blocks are taken: those as they are, the rest as its `str`."""
    if isinstance(value, str):
        return value
    blocks = isinstance(value, list) and bool(value)
    if blocks and all(isinstance(item, dict) and item.get("type") in ("text", "image") for item in value):
        return value
    return str(value)


def quieten_litellm() -> None:
    """Import LiteLLM without the list of prices it would fetch, and without the advice it would print."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True


class _Facade:
    """An `Api` for a server: what ends a run is an answer there, and no end of the server's thread."""

    def __init__(self, api: Any):
        self._api = api
        self.log = api.log

    def answer(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Any:
        try:
            return self._api.answer(method, path, headers, raw)
        except Exception:
            raise
        except BaseException as end:
            raise RuntimeError("the gauntlet has ended this run") from end


@contextmanager
def served(client: Any) -> Iterator[str]:
    """The mock under `client` on a loopback port, for frameworks with an HTTP client of their own."""
    server = ApiServer(_Facade(transport_of(client).api))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        server.server_close()
