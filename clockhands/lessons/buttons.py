"""Buttons below a card, where a notebook front end can show them. The card's text never needs them.

Only plain buttons, text fields and `HTML.value` are used: these survive strict output comparison, and a
widget's view goes out as the only form of its output, so that dropping it from a notebook loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import settings

__all__ = ["choice_box", "number_box", "place_below", "usable"]

_LABEL_WIDTH = 72


def usable() -> bool:
    """Whether widgets can be shown: ipywidgets is installed, a kernel runs, and nobody grades."""
    if settings.is_grading():
        return False
    try:
        import ipywidgets  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


def choice_box(group: str, labels: Sequence[str], chosen: Callable[[int], str]) -> Any:
    """A group of buttons, one per label, under the words `group`. chosen(n) is called with the index clicked
    and gives back HTML, which is announced below. Tab and Space or Enter work as on any button."""
    import ipywidgets

    status = ipywidgets.HTML()
    buttons = [_button(label) for label in labels]
    for number, button in enumerate(buttons):
        button.on_click(lambda _, number=number: setattr(status, "value", chosen(number)))
    return ipywidgets.VBox([ipywidgets.HTML(_group_name(group)), *buttons, status])


def number_box(group: str, unit: str, chosen: Callable[[str], str]) -> Any:
    """A text field and a button; chosen(text) gives back the HTML to announce."""
    import ipywidgets

    status = ipywidgets.HTML()
    field = ipywidgets.Text(description=unit or "Number", placeholder="120")
    button = _button("Commit")
    button.on_click(lambda _: setattr(status, "value", chosen(field.value)))
    return ipywidgets.VBox([ipywidgets.HTML(_group_name(group)), ipywidgets.HBox([field, button]), status])


def place_below(widget: Any) -> None:
    """Show a widget as an output that holds its view and nothing else."""
    from IPython.display import display

    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    display({"application/vnd.jupyter.widget-view+json": view}, raw=True)


def _button(label: str) -> Any:
    import ipywidgets

    short = label if len(label) <= _LABEL_WIDTH else label[: _LABEL_WIDTH - 1] + "…"
    layout = ipywidgets.Layout(width="auto", max_width="46em")
    return ipywidgets.Button(description=short, tooltip=label, layout=layout)


def _group_name(text: str) -> str:
    import html

    return f"<strong>{html.escape(text)}</strong>"
