"""axe finds nothing serious in what is ours: widgets in JupyterLab, each chapter and lab as a web page."""

from __future__ import annotations

import pytest

from clockhands.classroom.places import CHAPTERS, LABS, notebooks

from .chosen import chosen
from .test_step_through import SETUP

GRAVE = ("serious", "critical")
#: Ours are the outputs and the prose. Code and its colours, prompts and margins are the front end's.
#: Whether a link in a paragraph is underlined is the front end's style, too.
OURS = {"include": [[".jp-OutputArea-output"], [".jp-MarkdownOutput"]], "exclude": [[".highlight"]]}
#: ipywidgets gives the handle of a slider no name of its own; its label stands beside it in text.
LIVE = {"include": [[".jp-OutputArea-output"]], "exclude": [[".noUi-handle"]]}
WIDGETS = (
    f"{SETUP}\nfrom clockhands import check, explain, hint, predict, predicted, progress, quiz",
    "show.step_through(trace, tools=[get_current_time])",
    "quiz(3)",
    'predict("3.a", "What does the user read?", options=["a time", "an apology", "nothing"])',
    'predict("3.e", "How many model calls?", unit="model calls")',
    'predicted("3.a")',
    'check("1.1", lambda now: str(now))',
    'hint("1.1")',
    "progress()",
    "show.panel(lambda n, bold, kind: show.conversation(trace), n=show.Slider(0, 9, 3), bold=True, "
    "kind=['a', 'b'])",
    "show.timeline(trace)",
)


@pytest.fixture(scope="session")
def axe():
    """A function (page, context) -> one line for each grave finding; skips where axe is not installed."""
    module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    checker = module.Axe()

    def run(page, context) -> list[str]:
        found = checker.run(
            page, context=context, options={"rules": {"link-in-text-block": {"enabled": False}}}
        ).response["violations"]
        return [
            f"{one['id']} ({one['impact']}): {node['html'][:200]}"
            for one in found
            if one["impact"] in GRAVE
            for node in one["nodes"]
        ]

    return run


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_widgets_and_cards(lab, context, open_notebook, axe, theme):
    lab.theme(f"JupyterLab {theme}")
    try:
        opened = open_notebook(lab.add(f"widgets_{theme}.ipynb", *WIDGETS), page=context.new_page())
        opened.run_all()
        assert opened.errors() == []
        player = opened.output("cell-1")
        player.get_by_role("button", name="Forward").click()
        player.get_by_role("button", name="Fork here").click()
        player.get_by_role("button", name="Run on from here").click()
        player.get_by_role("button", name="fork 1").wait_for()
        for cell in ("cell-2", "cell-3"):
            opened.output(cell).get_by_role("button").first.click()
        opened.output("cell-2").locator(".jupyter-widgets [role=status]").first.wait_for()
        found = axe(opened.page, LIVE)
        assert not found, "\n".join(found)
        opened.close()
        opened.page.close()
    finally:
        lab.theme("JupyterLab Light")


def test_every_notebook_as_a_web_page(page, axe, tmp_path):
    from nbconvert import HTMLExporter

    found, unseen = [], []
    for path in chosen([*notebooks(CHAPTERS), *notebooks(LABS)]):
        html, _ = HTMLExporter().from_filename(str(path))
        target = tmp_path / f"{path.stem}.html"
        target.write_text(html, encoding="utf-8")
        page.goto(target.as_uri(), wait_until="domcontentloaded")
        found += [f"{path.stem}: {line}" for line in axe(page, OURS)]
        missing = page.evaluate("() => [...document.images].filter(i => !(i.naturalWidth && i.alt)).length")
        unseen += [path.stem] * missing
    assert not found, "\n".join(found)
    assert unseen == []
