"""Clock Hands: build a tool-calling agent loop from scratch, offline, inside the real SDK.

Importing this package loads nothing but the standard library; each name below loads its module on first
use. The syntax stays old on purpose: the launcher runs from here before anything is installed, and must be
able to tell an old interpreter what to install.
"""

_WHERE = {
    "connect": "client",
    "connect_async": "client",
    "record": "client",
    "spending": "client",
    "transport_of": "client",
    "Trace": "trace",
    "Script": "mock",
    "ToyModel": "mock",
    "Reply": "mock",
    "call": "mock",
    "text": "mock",
    "check": "lessons",
    "hint": "lessons",
    "solution": "lessons",
    "explain": "lessons",
    "predict": "lessons",
    "predicted": "lessons",
    "warm_up": "lessons",
    "quiz": "lessons",
    "progress": "lessons",
    "puzzle": "lessons",
    "setup_check": "lessons",
    "Tool": "tools",
    "run": "agent",
}
_SUBMODULES = (
    "agent",
    "client",
    "clock",
    "errors",
    "gauntlet",
    "lessons",
    "mock",
    "settings",
    "shapes",
    "show",
    "tools",
    "trace",
)

__all__ = sorted(_WHERE)


def __getattr__(name):
    import importlib

    if name in _WHERE:
        value = getattr(importlib.import_module("clockhands." + _WHERE[name]), name)
        globals()[name] = value
        return value
    if name in _SUBMODULES:
        return importlib.import_module("clockhands." + name)
    raise AttributeError("module 'clockhands' has no attribute %r" % name)


def __dir__():
    return sorted(set(globals()) | set(_WHERE) | set(_SUBMODULES))
