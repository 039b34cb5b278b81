"""See a run: `conversation`, `sequence` and `timeline` as text and SVG, `style` and plots with alt text."""

from __future__ import annotations

import importlib

_WHERE = {
    "Chart": "chart",
    "Picture": "picture",
    "Slider": "sliders",
    "guess": "sliders",
    "panel": "sliders",
    "call_rates": "plots",
    "compare_timelines": "draw_timeline",
    "confirm": "asking",
    "conversation": "draw_conversation",
    "figure": "style",
    "heat_map": "plots",
    "sequence": "draw_sequence",
    "step_through": "step",
    "timeline": "draw_timeline",
    "token_growth": "plots",
}
_SUBMODULES = ("palette", "plots", "style")

__all__ = sorted(_WHERE)


def __getattr__(name: str):
    # Modules are named draw_… so that importing one never hides the function of that name.
    if name in _WHERE:
        value = getattr(importlib.import_module(f"clockhands.show.{_WHERE[name]}"), name)
        globals()[name] = value
        return value
    if name in _SUBMODULES:
        return importlib.import_module(f"clockhands.show.{name}")
    raise AttributeError(f"module 'clockhands.show' has no attribute {name!r}")
