"""Panels: a picture without a kernel, widgets that follow with one."""

import ipywidgets
import pytest

from clockhands.show import Picture, Slider, guess, panel, sliders, widgets


def draw(n, kind="line", bold=False):
    if n == 13:
        raise ValueError("thirteen <is> unlucky")
    return Picture(f"{n} {kind} {bold}", f"alt {n} {kind}", svg=f"<svg>{n}</svg>")


CONTROLS = {"n": ("how many", Slider(0, 20, 5)), "kind": ["line", "bar"], "bold": ("in bold", True)}


class Place:
    """Where the picture is shown: remembers what it was replaced by."""

    html = ""

    def update(self, bundle, raw):
        self.html = bundle["text/html"]


@pytest.fixture
def place():
    return Place()


@pytest.fixture
def box(monkeypatch, place):
    import IPython.display

    shown = []

    def display(bundle, raw, display_id=None):
        shown.append(sorted(bundle))
        return place

    monkeypatch.setattr(sliders, "usable", lambda: True)
    monkeypatch.setattr(IPython.display, "display", display)
    made = panel(draw, **CONTROLS)
    made._ipython_display_()
    assert shown == [[widgets.WIDGET_VIEW], ["text/html", "text/plain"]]
    return made.box


def test_without_a_kernel_it_is_the_starting_picture():
    made = panel(draw, **CONTROLS)
    bundle = made._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert repr(made) == bundle["text/plain"] == "5 line True"
    assert 'alt="alt 5 line"' in bundle["text/html"]


def test_the_picture_follows_the_controls(box, place):
    number, menu, check, _ = box.children
    assert [w.description for w in (number, menu, check)] == ["how many", "kind", "in bold"]
    number.value = 7
    assert 'alt="alt 7 line"' in place.html
    menu.value = "bar"
    assert 'alt="alt 7 bar"' in place.html
    assert place.html.startswith('<div role="status" aria-live="polite">')


def test_values_that_cannot_be_drawn_are_said(box, place):
    number, _, _, said = box.children
    number.value = 13
    assert "thirteen &lt;is&gt; unlucky" in said.value
    number.value = 14
    assert said.value == ""
    assert "alt 14" in place.html


def test_whole_numbers_get_a_whole_slider(box):
    assert isinstance(box.children[0], ipywidgets.IntSlider)
    assert isinstance(sliders._widget(Slider(0, 1, 0.5, 0.1), "x"), ipywidgets.FloatSlider)


def test_an_unknown_control_is_refused():
    with pytest.raises(TypeError, match="pass a Slider, a list of choices or a bool"):
        panel(draw, n=3)


@pytest.mark.parametrize(
    ("mine", "says"),
    [
        (None, "No prediction yet"),
        (100, "Close."),
        (200, "Lower than you thought."),
        (5, "Higher than you thought."),
    ],
)
def test_a_guess_is_set_beside_the_answer_on_the_second_line(mine, says):
    first, second = guess(mine, 98, " ms", "So it is.").split("\n")
    assert "98" not in first
    assert "It is 98 ms." in second
    assert second.endswith("So it is.")
    assert says in first + second
