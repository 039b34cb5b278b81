"""What every test may rely on: a data folder of its own, and offline settings."""

from __future__ import annotations

import contextlib
import os
import sys
import uuid
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch):
    """Each test starts with no progress; the folder is made by what stores something, if anything does."""
    scratch = Path(os.environ["CLOCKHANDS_SCRATCH"])
    monkeypatch.setenv("CLOCKHANDS_DATA", str(scratch / f"test-{uuid.uuid4().hex}"))


@pytest.fixture(autouse=True)
def _nothing_spent(monkeypatch):
    """Each test starts with nothing spent; who never goes live pays no import for it."""
    live = sys.modules.get("clockhands.live")
    if live is not None:
        monkeypatch.setattr(live, "session", live.Spending())


@pytest.fixture
def live(monkeypatch):
    """A live world with a server of this machine in place of the API: a function model -> server."""
    from clockhands.mock.server import running

    with contextlib.ExitStack() as servers:

        def make(model, key=None, **more):
            server = servers.enter_context(running(model, **more))
            monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
            monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
            if key:
                monkeypatch.setenv("ANTHROPIC_API_KEY", key)
            return server

        yield make
