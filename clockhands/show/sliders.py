"""`panel(draw, ...)`: sliders, menus and check boxes above a picture that follows them.

Without a kernel, without ipywidgets, or on a code-hosting site, the same output is the picture for the
starting values. The picture is an output of its own, replaced only when a control moves: strict output
comparison sees it as it was first drawn, and a saved notebook shows it as it was last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from clockhands.show.picture import Picture
from clockhands.show.widgets import usable, view

__all__ = ["Panel", "Slider", "guess", "panel"]


@dataclass(frozen=True)
class Slider:
    """A number from low to high in steps; form is how it reads, such as ".0%" (a format specification)."""

    low: float
    high: float
    value: float
    step: float = 1
    form: str = ""


class Panel:
    """What `panel` gives back; shown as widgets where there can be any, else as the starting picture."""

    def __init__(self, draw: Callable[..., Picture], controls: Mapping[str, Any], labels: Mapping[str, str]):
        self.draw, self.controls, self.labels = draw, dict(controls), dict(labels)
        self.values = {name: _start(control) for name, control in self.controls.items()}
        self.picture = draw(**self.values)
        self.box: Any = None
        self.place: Any = None

    def __repr__(self) -> str:
        return self.picture.text

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, Any]:
        return {"text/plain": self.picture.text, "text/html": self.picture.html}

    def _ipython_display_(self) -> None:
        """The controls as one output and the picture as another: saved, the notebook keeps the picture."""
        from IPython.display import display

        if not usable():
            display(self._repr_mimebundle_(), raw=True)
            return
        if self.box is None:
            self.box = self._build()
        display(view(self.box), raw=True)
        self.place = display(self._repr_mimebundle_(), raw=True, display_id=True)

    def _build(self) -> Any:
        import ipywidgets

        widgets = {
            name: _widget(control, self.labels.get(name, name)) for name, control in self.controls.items()
        }
        said = ipywidgets.HTML()

        def follow(_change: Any) -> None:
            values = {name: widget.value for name, widget in widgets.items()}
            try:
                self.values, self.picture = values, self.draw(**values)
                said.value = ""
            except Exception as error:  # a slider must not die in silence: say what its values led to
                said.value = _announced(f"<p>These values cannot be drawn: {escape(str(error))}</p>")
                return
            bundle = self._repr_mimebundle_()
            self.place.update(bundle | {"text/html": _announced(bundle["text/html"])}, raw=True)

        for widget in widgets.values():
            widget.observe(follow, names="value")
        return ipywidgets.VBox([*widgets.values(), said])


def panel(draw: Callable[..., Picture], **controls: Any) -> Panel:
    """Controls above a picture: `draw(**values)` gives the picture for the values of the controls.

    Each control is a `Slider`, a sequence of choices (a menu; the first one is the start), a bool (a check
    box), or a pair (label, control) where the label should say more than the name. TypeError otherwise.
    """
    labels, plain = {}, {}
    for name, control in controls.items():
        label, control = control if _is_pair(control) else (name.replace("_", " "), control)
        labels[name], plain[name] = label, control
        _start(control)
    return Panel(draw, plain, labels)


def guess(mine: float | None, truth: float, unit: str = "", why: str = "") -> str:
    """Two lines that set your number beside the right one; the first does not tell the answer.

    A front end may show the first line of a folded output. Without a number it asks for one.
    """
    right = f"It is {truth:,g}{unit}."
    if mine is None:
        return f"No prediction yet: put a number in the cell above, then run both.\n{right} {why}".strip()
    off = abs(mine - truth)
    near = off <= 0.1 * abs(truth)
    verdict = "Close." if near else "Lower than you thought." if mine > truth else "Higher than you thought."
    return f"You said {mine:,g}{unit}.\n{right} {verdict} {why}".strip()


def _is_pair(control: Any) -> bool:
    return (
        isinstance(control, tuple)
        and len(control) == 2
        and isinstance(control[0], str)
        and (isinstance(control[1], (Slider, bool, list, tuple)))
    )


def _start(control: Any) -> Any:
    if isinstance(control, Slider):
        return control.value
    if isinstance(control, bool):
        return control
    if isinstance(control, Sequence) and not isinstance(control, str) and control:
        return control[0]
    raise TypeError(f"a control cannot be {control!r}; pass a Slider, a list of choices or a bool")


def _widget(control: Any, label: str) -> Any:
    import ipywidgets

    shared = {"description": label, "style": {"description_width": "260px"}}
    wide = ipywidgets.Layout(width="620px", max_width="100%")
    if isinstance(control, bool):
        return ipywidgets.Checkbox(value=control, indent=True, layout=wide, **shared)
    if not isinstance(control, Slider):
        return ipywidgets.Dropdown(options=list(control), layout=wide, **shared)
    whole = all(float(x).is_integer() for x in (control.low, control.high, control.value, control.step))
    kind = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
    given = [control.low, control.high, control.value, control.step]
    low, high, value, step = (int(x) for x in given) if whole else given
    form = control.form or ("d" if whole else ".2f")
    # One drawing per stop of the hand: a redraw for every pixel would queue up.
    numbers = {"min": low, "max": high, "value": value, "step": step, "readout_format": form}
    return kind(**numbers, continuous_update=False, layout=wide, **shared)


def _announced(html: str) -> str:
    return f'<div role="status" aria-live="polite">{html}</div>'
