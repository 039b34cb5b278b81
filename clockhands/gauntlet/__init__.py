"""The gauntlet: 42 things that happen to agent loops, and which of them a loop survives.

    from clockhands import gauntlet

    report = gauntlet.run(my_loop)
    print(report)
    print(report.explain())

It judges any `run(client, tools, prompt)` by what it does: the requests that reach the API, the tools that
run, the time that passes, the outcome. Importing this package loads the standard library only.
"""

from __future__ import annotations

import importlib

_WHERE = {
    "CAPABILITIES": "subject",
    "GaveUp": "subject",
    "Report": "report",
    "SCENARIOS": "contest",
    "beginner": "beginner",
    "heat_map": "report",
    "last_block": "beginner",
    "run": "contest",
}

__all__ = [*sorted(_WHERE), "frameworks"]


def __getattr__(name: str):
    if name == "frameworks":
        return importlib.import_module("clockhands.gauntlet.frameworks")
    if name in _WHERE:
        value = getattr(importlib.import_module(f"clockhands.gauntlet.{_WHERE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'clockhands.gauntlet' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
