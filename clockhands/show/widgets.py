"""Whether widgets can be shown, and how one goes out as an output of its own."""

from __future__ import annotations

from typing import Any

__all__ = ["WIDGET_VIEW", "usable", "view"]

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def usable() -> bool:
    """Whether widgets can be shown: ipywidgets is installed and a kernel runs."""
    try:
        import ipywidgets  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


def view(widget: Any) -> dict[str, Any]:
    """The bundle that shows a widget and nothing else: dropping it from a notebook loses nothing."""
    return {WIDGET_VIEW: {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}}
