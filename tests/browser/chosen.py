"""Which notebooks the browser opens: all take minutes; two stand for them unless CLOCKHANDS_BROWSER=all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

STAND_INS = ("03_the_loop.ipynb", "latency.ipynb")


def chosen(paths: Iterable[Path]) -> list[Path]:
    every = os.environ.get("CLOCKHANDS_BROWSER") == "all"
    return [path for path in paths if every or path.name in STAND_INS]
