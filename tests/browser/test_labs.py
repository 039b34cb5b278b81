"""Every lab runs, and its pictures follow its sliders, menus and check boxes."""

from __future__ import annotations

import pytest

from clockhands.classroom.places import LABS, notebooks

from .chosen import chosen


@pytest.mark.parametrize("name", [path.name for path in chosen(notebooks(LABS))])
def test_a_lab_runs_and_its_controls_redraw(open_notebook, name):
    lab = open_notebook(f"labs/{name}")
    lab.run_all()
    assert lab.errors() == []
    panels = [cell["id"] for cell in lab.content()["cells"] if "show.panel(" in cell["source"]]
    for panel in panels:
        output = lab.output(panel)
        picture = output.locator("img")
        before = picture.get_attribute("src")
        move_something(output)
        lab.page.wait_for_function(
            "([image, before]) => !image.isConnected || image.src !== before",
            arg=[picture.element_handle(), before],
        )
        assert output.locator("img").get_attribute("src") != before
        assert output.locator("img").get_attribute("alt")


def move_something(output) -> None:
    """The first slider by the arrow keys, else the first menu, else the first check box."""
    if output.locator(".noUi-handle").count():
        handle = output.locator(".noUi-handle").first
        handle.focus()
        for _ in range(3):
            handle.press("ArrowRight")
    elif output.locator("select").count():
        output.locator("select").first.select_option(index=1)
    else:
        output.locator("input[type=checkbox]").first.click()
