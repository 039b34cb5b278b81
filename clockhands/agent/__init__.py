"""The reference loop: `run(client, tools, prompt) -> Outcome`.

Importing this package loads the standard library only; each name loads its module on first use.
"""

from __future__ import annotations

import importlib

_WHERE = {
    "Limits": "limits",
    "Outcome": "outcome",
    "STATUSES": "outcome",
    "run": "loop",
    "run_async": "loop_async",
}

__all__ = [*sorted(_WHERE)]


def __getattr__(name: str):
    if name in _WHERE:
        value = getattr(importlib.import_module(f"clockhands.agent.{_WHERE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'clockhands.agent' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
