"""What every test may rely on: a data folder of its own, and offline settings."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch):
    """Each test starts with no progress; the folder is made by what stores something, if anything does."""
    scratch = Path(os.environ["CLOCKHANDS_SCRATCH"])
    monkeypatch.setenv("CLOCKHANDS_DATA", str(scratch / f"test-{uuid.uuid4().hex}"))
