"""The library jsonschema, loaded on first use and without one of its optional parts."""

from __future__ import annotations

import importlib
import sys
from typing import Any

__all__ = ["jsonschema"]


def jsonschema() -> Any:
    """The module `jsonschema`. `rfc3987_syntax` takes over a second to import and serves only the formats
    `iri` and `iri-reference`, which then go unchecked."""
    heavy = "rfc3987_syntax"
    if "jsonschema" in sys.modules or heavy in sys.modules:
        return importlib.import_module("jsonschema")
    sys.modules[heavy] = None  # type: ignore[assignment]
    try:
        return importlib.import_module("jsonschema")
    finally:
        del sys.modules[heavy]
