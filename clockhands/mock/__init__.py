"""The offline Messages API: a transport under the real SDK, and the models that answer on it.

Importing this package loads the standard library only; each name loads its module on first use.
"""

from __future__ import annotations

import importlib

_WHERE = {
    "ApiError": "api_error",
    "MockTransport": "transport",
    "Gullible": "gullible",
    "Reply": "reply",
    "Script": "script",
    "ToyModel": "toy",
    "call": "reply",
    "expect": "script",
    "text": "reply",
    "thinking": "reply",
}

__all__ = [*sorted(_WHERE), "faults"]


def __getattr__(name: str):
    if name == "faults":
        return importlib.import_module("clockhands.mock.faults")
    if name in _WHERE:
        value = getattr(importlib.import_module(f"clockhands.mock.{_WHERE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'clockhands.mock' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
