"""The labs are scripts beside their notebooks, not a package: their folder goes on the path."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

LABS = Path(__file__).parents[2] / "labs"


def lab(name: str) -> ModuleType:
    """The module of labs/NAME.py."""
    if str(LABS) not in sys.path:
        sys.path.append(str(LABS))
    return importlib.import_module(name)
