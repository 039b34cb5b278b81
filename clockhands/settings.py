"""What the environment may change, in one place. Read at call time, so that warm processes see changes."""

from __future__ import annotations

import os
from pathlib import Path

MODEL = "claude-haiku-4-5"


def model_id() -> str:
    """The one model id of the course; CLOCKHANDS_MODEL overrides it."""
    return os.environ.get("CLOCKHANDS_MODEL") or MODEL


def is_live() -> bool:
    """Whether the learner asked for a real model (CLOCKHANDS_LIVE=1)."""
    return os.environ.get("CLOCKHANDS_LIVE", "").strip().lower() in {"1", "true", "yes"}


def is_grading() -> bool:
    """Whether a grader runs this kernel: nbgrader sets NBGRADER_EXECUTION to `autograde` or `validate`."""
    return bool(os.environ.get("NBGRADER_EXECUTION"))


def wants_buttons() -> bool:
    """Whether questions have buttons; CLOCKHANDS_BUTTONS=0 leaves them as text, to answer in code."""
    return os.environ.get("CLOCKHANDS_BUTTONS", "").strip().lower() not in {"0", "false", "no"}


def data_dir() -> Path:
    """The one folder that holds a learner's progress; CLOCKHANDS_DATA overrides it. Created on demand."""
    override = os.environ.get("CLOCKHANDS_DATA")
    if override:
        folder = Path(override).expanduser()
    else:
        import platformdirs

        folder = Path(platformdirs.user_data_dir("clockhands", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
