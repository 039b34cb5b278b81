"""The engine in a real kernel: cards, buttons, an endless loop, and the same outputs the second time."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

VIEW = "application/vnd.jupyter.widget-view+json"
CELLS = [
    f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from lessons import example_chapter
from clockhands import check, hint, predict, predicted, progress, quiz
from clockhands.lessons import chapters
chapters.chapter = lambda n: example_chapter.CHAPTER if n == 97 else None
chapters.chapters = lambda: [example_chapter.CHAPTER]
""",
    "def run_tool(block):\n    raise NotImplementedError  # your code here",
    'check("97.1", run_tool)',
    "def run_tool(block):\n    return block.nme",
    'check("97.1", run_tool)',
    "def loop(client, functions, prompt):\n    while True:\n        pass",
    'check("97.2", loop)',
    'predict("97.a", "Which line reads the clock?", options=["one", "neither"])',
    'predicted("97.a")',
    'hint("97.1")',
    "quiz(97)",
    "progress()",
    "async def run_tool(block):\n    return 1",
    'check("97.1", run_tool)',
    """
from pathlib import Path
from clockhands.lessons import keeping
keeping.NOTEBOOKS = ("x",) * 97 + ("97_example",)
Path("97_example.ipynb").write_text("{}")
FUNCTIONS = {"get_time": lambda timezone: "23:10"}
""",
    """
def run_tool(block):
    known = block.name in FUNCTIONS
    result = {"type": "tool_result", "tool_use_id": block.id, "content": "x"}
    return result if known else {**result, "is_error": True}
""",
    'check("97.1", run_tool)',
    'print(Path("my_agent.py").read_text())',
    'await __import__("asyncio").sleep(0)\nprint("still here")',
]


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    return [run(tmp_path_factory.mktemp("kernel")) for _ in range(2)]


def run(folder: Path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLOCKHANDS_DATA", str(folder / "data"))
        patch.setenv("CLOCKHANDS_BUTTONS", "1")
        NotebookClient(notebook, timeout=60, kernel_name="python3").execute(cwd=str(folder))
    return [cell.outputs for cell in notebook.cells]


def test_each_cell_shows_its_card_as_text_and_html(twice):
    shown = [cell for cell in twice[0] if cell and "data" in cell[0]]
    assert len(shown) == 10
    for cell in shown:
        assert {"text/plain", "text/html"} == set(cell[0]["data"])
        assert max(map(len, cell[0]["data"]["text/plain"].splitlines())) <= 100


def texts(outputs) -> list[str]:
    return [cell[0]["data"]["text/plain"] if cell and "data" in cell[0] else "" for cell in outputs]


def test_what_the_cards_say(twice):
    said = texts(twice[0])
    assert said[2] == "Not attempted: 97.1\n  Write your answer in the cell above. Then run both cells again."
    assert "line 2, in run_tool: return block.nme" in said[4]
    assert "ipykernel" not in "".join(said) and "/tmp" not in "".join(said)
    assert "(endless-loop)" in said[6] and ", in loop: " in said[6]
    assert "This is a number, not a dict" in " ".join(said[13].split())
    assert said[16].endswith("Kept in my_agent.py.")
    assert "def run_tool(block):\n    known" in twice[0][17][0]["text"]
    assert twice[0][-1][0]["text"] == "still here\n"


def test_buttons_are_outputs_that_hold_a_view_and_nothing_else(twice):
    extra = [output for cell in twice[0] for output in cell[1:]]
    assert len(extra) == 7, "one each for four checks not passed, the prediction, the quiz and the course map"
    assert all(set(output["data"]) == {VIEW} for output in extra)


def test_the_second_run_gives_the_same_text_and_html(twice):
    def compared(outputs):
        return [[dict(o["data"]) for o in cell if "data" in o and VIEW not in o["data"]] for cell in outputs]

    first, second = compared(twice[0]), compared(twice[1])
    endless = 6  # which of the loop's two lines was running is chance
    assert first[:endless] + first[endless + 1 :] == second[:endless] + second[endless + 1 :]
