"""What the app lets a model ask for: tools, their schemas, the guard, the ledger and the clock tools.

Importing this package loads the standard library only; each name loads its module on first use.
"""

from __future__ import annotations

import importlib

_WHERE = {
    "CLOCK_TOOLS": "clock_tools",
    "Cancel": "cancel",
    "Cancelled": "cancel",
    "Decision": "guard",
    "Guard": "guard",
    "Ledger": "ledger",
    "Rate": "guard",
    "Receipt": "ledger",
    "Registry": "registry",
    "Tool": "tool",
    "PromptTemplate": "clock_tools",
    "convert_multiple_times": "clock_tools",
    "convert_time": "clock_tools",
    "expand": "clock_tools",
    "from_utc": "clock_tools",
    "get_time": "clock_tools",
    "make_clock_tools": "clock_tools",
    "timezone_variable": "clock_tools",
    "intent_key": "intent",
    "payment_tool": "payment",
    "payments": "payment",
    "schema_of": "schema",
    "send_payment": "payment",
    "to_utc": "clock_tools",
    "tool_from": "schema",
}

__all__ = [*sorted(_WHERE)]


def __getattr__(name: str):
    if name in _WHERE:
        value = getattr(importlib.import_module(f"clockhands.tools.{_WHERE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'clockhands.tools' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
