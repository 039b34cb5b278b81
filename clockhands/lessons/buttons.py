"""Buttons below a card, where a notebook front end can show them. The card's text never needs them.

Only plain buttons, text fields and `HTML.value` are used: these survive strict output comparison, and a
widget's view goes out as the only form of its output, so that dropping it from a notebook loses nothing.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

from .. import settings
from ..show import widgets
from .cards import rich

__all__ = [
    "choice_box",
    "number_box",
    "plain_button",
    "reveal_box",
    "show_below",
    "show_card",
    "usable",
    "visible_spaces",
]

_LABEL_WIDTH = 88


def usable() -> bool:
    """Whether widgets can be shown: ipywidgets is installed, a kernel runs, and nobody grades or asked for
    text (see `settings.wants_buttons`)."""
    return not settings.is_grading() and settings.wants_buttons() and widgets.usable()


def show_card(card: Any, boxes: Sequence[Callable[[], Any]]) -> None:
    """Display a card; where buttons can be shown, `boxes` make them, and the card's text folds away.

    The text stays an output of its own: a page without a kernel shows it when the buttons are gone.
    """
    from IPython.display import display

    bundle = card._repr_mimebundle_()
    if not boxes or not usable():
        display(bundle, raw=True)
        return
    summary = html.escape(f"{card.state}: {card.headline}, as text")
    folded = f"<details><summary>{summary}</summary>{bundle['text/html']}</details>"
    display({**bundle, "text/html": folded}, raw=True)
    _place_below(_stack([make() for make in boxes], card.headline))


def show_below(card: Any, make: Callable[[], Any] | None = None) -> None:
    """Display a card as it is, and below it the buttons `make` gives, where there can be any."""
    from IPython.display import display

    display(card._repr_mimebundle_(), raw=True)
    if make and usable():
        _place_below(make())


def choice_box(group: str, labels: Sequence[str], chosen: Callable[[int], tuple[str, str]]) -> Any:
    """A group of buttons, one per label, under the words `group`. chosen(n) is called with the index clicked
    and gives back (a mark for the button, HTML to announce below). Tab and Space or Enter work as on any
    button."""
    import ipywidgets

    status = ipywidgets.HTML()
    buttons = [plain_button(label) for label in labels]

    def press(number: int) -> None:
        mark, status.value = chosen(number)
        for n, (button, label) in enumerate(zip(buttons, labels, strict=True)):
            button.description = _short(f"{mark} {label}" if n == number and mark else label)

    for number, button in enumerate(buttons):
        button.on_click(lambda _, number=number: press(number))
    return ipywidgets.VBox([ipywidgets.HTML(_group_name(group)), *buttons, status])


def number_box(group: str, unit: str, chosen: Callable[[str], str]) -> Any:
    """A text field and a button; chosen(text) gives back the HTML to announce."""
    import ipywidgets

    status = ipywidgets.HTML()
    field = ipywidgets.Text(description=unit or "Number", placeholder="120")
    button = plain_button("Commit")
    button.on_click(lambda _: setattr(status, "value", chosen(field.value)))
    return ipywidgets.VBox([ipywidgets.HTML(_group_name(group)), ipywidgets.HBox([field, button]), status])


def reveal_box(label: str, reveal: Callable[[], str]) -> Any:
    """One button; each press announces the HTML `reveal()` gives back, in place of the one before."""
    import ipywidgets

    status = ipywidgets.HTML()
    button = plain_button(label)
    button.on_click(lambda _: setattr(status, "value", reveal()))
    return ipywidgets.VBox([button, status])


def plain_button(label: str, code: bool = False) -> Any:
    """A button that is as wide as its words. Backticks, which mark code elsewhere, are left
    out. code: in the type of program text, its spaces kept."""
    import ipywidgets

    layout = ipywidgets.Layout(width="auto", height="auto", max_width="100%", align_self="flex-start")
    style = {"font_family": "monospace"} if code else {}
    return ipywidgets.Button(
        description=visible_spaces(label) if code else _short(label),
        tooltip=label,
        layout=layout,
        style=style,
    )


def visible_spaces(text: str) -> str:
    """Spaces that a button's label does not swallow."""
    return text.replace(" ", "\u00a0")


def _stack(boxes: list[Any], title: str) -> Any:
    import ipywidgets

    return ipywidgets.VBox([ipywidgets.HTML(_group_name(title)), *boxes]) if len(boxes) > 1 else boxes[0]


def _place_below(widget: Any) -> None:
    """Show a widget as an output that holds its view and nothing else."""
    from IPython.display import display

    display(widgets.view(widget), raw=True)


def _short(label: str) -> str:
    label = label.replace("`", "")
    return label if len(label) <= _LABEL_WIDTH else label[: _LABEL_WIDTH - 1] + "…"


def _group_name(text: str) -> str:
    return f'<strong style="line-height:1.45">{rich(text)}</strong>'
