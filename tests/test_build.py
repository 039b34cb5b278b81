"""From a solved notebook to a chapter: what is cut, what stays, and that it is the same each time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from clockhands.classroom import (
    build,
    contents,
    drift,
    kernel,
    notebook_file,
    places,
    regions,
    solution_texts,
)
from clockhands.errors import ClockHandsError

ROOT = Path(__file__).parents[1]
SOLUTION = '''\
def run_tool(block):
    """tool_use block in, tool_result block out."""
    ### BEGIN SOLUTION
    return {"id": block}
    ### END SOLUTION'''


def chapter(*lines: str) -> str:
    return regions.chapter_source("\n".join(lines))


def test_a_solution_in_a_function_becomes_the_stub():
    assert regions.chapter_source(SOLUTION).split("\n") == [
        "def run_tool(block):",
        '    """tool_use block in, tool_result block out."""',
        "    raise NotImplementedError  # your code here",
    ]


def test_every_region_of_a_cell_is_cut_and_what_stands_between_stays():
    shown = chapter(
        "class Guard:",
        "    def known(self, name):",
        "        ### BEGIN SOLUTION",
        "        return name in self.tools",
        "        ### END SOLUTION",
        "",
        "    async def allowed(self, name):",
        "        if name:",
        "            ### BEGIN SOLUTION",
        "            return await self.ask(name)",
        "            ### END SOLUTION",
        "        return False",
    )
    assert shown.count("    raise NotImplementedError  # your code here") == 2
    assert "            raise NotImplementedError" in shown and shown.endswith("return False")
    compile(shown, "chapter", "exec")


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (["answer = 42"], ["answer = ...  # your code here"]),
        (["a, (b, *c) = 1, (2, 3)"], [f"{name} = ...  # your code here" for name in "abc"]),
        (["count: int = 3"], ["count = ...  # your code here"]),
        (["answer = 1", "answer += 1"], ["answer = ...  # your code here"]),
        (["import json", "answer = json.dumps({})", "print(answer)"], ["answer = ...  # your code here"]),
        (["reply = await client.send()"], ["reply = ...  # your code here"]),
        (["print('done')"], ["...  # your code here"]),
        (["class Guard:", "    pass"], ["Guard = ...  # your code here"]),
        (
            ["@tool", "def f(", "    x,", "):", '    """Doc', '    more."""', "    return x"],
            ["@tool", "def f(", "    x,", "):", '    """Doc', '    more."""', f"    {regions.STUB}"],
        ),
        (["def f(x): return x"], ["def f(x):", f"    {regions.STUB}"]),
    ],
)
def test_a_solution_of_the_cell_itself_leaves_names_and_signatures(body, shown):
    assert chapter("### BEGIN SOLUTION", *body, "### END SOLUTION").split("\n") == shown


def test_a_solution_in_a_loop_of_the_cell_keeps_its_indent():
    shown = chapter("for n in range(3):", "    ### BEGIN SOLUTION", "    last = n", "    ### END SOLUTION")
    assert shown == "for n in range(3):\n    last = ...  # your code here"


def test_hidden_tests_leave_nothing():
    cell = [
        'check("3.2", f)',
        "### BEGIN HIDDEN TESTS",
        'check("3.2", f, hidden=True)',
        "### END HIDDEN TESTS",
    ]
    assert chapter(*cell) == 'check("3.2", f)'


def test_a_cell_without_markers_is_untouched():
    assert regions.chapter_source("a = 1  \n\n") == "a = 1  \n\n"


def test_an_answer_in_prose_is_cut_too():
    text = "Why?\n\n### BEGIN SOLUTION\nBecause.\n### END SOLUTION"
    assert regions.chapter_source(text, code=False) == "Why?\n\n*Your answer here.*"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["### BEGIN SOLUTION"], "needs '### END SOLUTION' below"),
        (["### END SOLUTION"], "needs '### BEGIN SOLUTION' above"),
        (["### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS"], "inside a region"),
        (["### BEGIN SOLUTION", "### END HIDDEN TESTS"], "needs '### BEGIN HIDDEN TESTS' above"),
        (["### BEGIN SOLUTION", "a = = 1", "### END SOLUTION"], "line 2: .* must be plain Python"),
    ],
)
def test_a_marker_without_its_partner_is_told(lines, says):
    with pytest.raises(regions.RegionError, match=says):
        chapter(*lines)


def test_the_solution_as_text_has_no_markers_and_no_hidden_tests():
    assert regions.solved_source(SOLUTION).endswith('return {"id": block}')
    assert "###" not in regions.solved_source(SOLUTION)


def stub(grade_id: str, source: str):
    about = {"grade_id": grade_id, "solution": True, "grade": False}
    return new_code_cell(source, metadata={"nbgrader": about})


def test_solution_texts_go_by_exercise_and_blocks_stand_together():
    cells = [
        stub("ex-3-1", "a = 1"),
        stub("ex-3-2a", "b = 2"),
        stub("ex-3-2b", "c = 3"),
        new_code_cell("d = 4"),
    ]
    assert solution_texts.texts_of(cells) == {
        "3.1": "a = 1",
        "3.2": "b = 2\n\n\nc = 3",
        "3.2a": "b = 2",
        "3.2b": "c = 3",
    }


def source_notebook(*cells, folder: Path) -> Path:
    notebook = new_notebook(cells=list(cells))
    for number, cell in enumerate(notebook.cells):
        cell.id = f"c{number}"
    path = folder / "solutions" / "03_try.ipynb"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, path)
    return path


HERMETIC = """\
import os, socket, time, datetime
print(datetime.datetime.now(datetime.timezone.utc).isoformat(), time.time(), time.strftime("%Z"))
print(time.monotonic() - time.monotonic() < 0, os.path.basename(os.getcwd()))
for host in ("192.0.2.1", "example.org", b"example.org"):
    try:
        socket.create_connection((host, 80), timeout=1)
    except OSError as error:
        print(type(error).__name__)
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname()).close()
data = os.environ["CLOCKHANDS_DATA"]
print(os.listdir(data), os.environ.get("ANTHROPIC_API_KEY"), [n for n in dir() if "hermetic" in n])"""
FIGURE = """\
import matplotlib.pyplot as plt
from IPython.display import SVG
from io import StringIO
plt.plot([1, 2])
text = StringIO()
plt.savefig(text, format="svg")
plt.show()
SVG(text.getvalue())"""
VOLATILE = {"jupyter": {"outputs_hidden": True}, "collapsed": True, "execution": {"shell": "2026"}}
WIDGET = "import ipywidgets\n\nipywidgets.HTML('<b>hands</b>')"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """One notebook built twice, in two environments: (path, first, second)."""
    path = source_notebook(
        new_markdown_cell("# 3 · Try\n\nYou see it built.\n\n**5 minutes** · Needs: nothing"),
        new_code_cell(HERMETIC),
        new_code_cell(FIGURE),
        new_code_cell(WIDGET, metadata=VOLATILE),
        stub("ex-3-1", SOLUTION),
        new_code_cell("print('unsolved' if 'NotImpl' in str(run_tool.__code__.co_names) else 'solved')"),
        new_code_cell("6   *   7"),
        folder=tmp_path_factory.mktemp("checkout"),
    )
    results = []
    for _ in range(2):
        with kernel.hermetic() as env:
            results.append(build.build_one(path, env))
    return path, *results


def cells(built_text: str) -> list[dict]:
    return json.loads(built_text)["cells"]


def stream(cell: dict) -> str:
    return "".join(cell["outputs"][0]["text"])


def test_two_builds_give_identical_bytes(built):
    _, first, second = built
    assert first.problem is None and first.files == second.files and len(first.files) == 2


def test_the_kernel_is_hermetic(built):
    path, first, _ = built
    lines = stream(cells(first.files[path])[1]).splitlines()
    assert lines == [
        "2026-11-05T14:10:15+00:00 1793887815.0 UTC",
        "True solutions",
        "NetworkBlocked",
        "NetworkBlocked",
        "NetworkBlocked",
        "[] None []",
    ]


def test_the_chapter_has_the_stub_and_its_own_outputs(built):
    path, first, _ = built
    solved, unsolved = cells(first.files[path]), cells(first.files[build.chapter_path(path)])
    assert [cell["id"] for cell in solved] == [cell["id"] for cell in unsolved]
    assert "".join(unsolved[4]["source"]).endswith(regions.STUB)
    assert stream(solved[5]) == "solved\n" and stream(unsolved[5]) == "unsolved\n"


def test_code_is_laid_out_by_the_project_s_rules(built):
    path, first, _ = built
    assert cells(first.files[path])[6]["source"] == ["6 * 7"]


def test_metadata_is_what_a_reader_needs_and_no_more(built):
    path, first, _ = built
    notebook = json.loads(first.files[build.chapter_path(path)])
    assert notebook["metadata"]["language_info"] == {"name": "python"}
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert notebook["cells"][3]["metadata"] == {"jupyter": {"outputs_hidden": True}}
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == [1, 2, 3, 4, 5, 6]
    assert notebook["cells"][6]["outputs"][0]["execution_count"] == 6


def test_widgets_leave_their_text_and_figures_their_picture(built):
    path, first, _ = built
    shown = [output["data"] for cell in cells(first.files[path])[2:4] for output in cell["outputs"]]
    assert [sorted(data) for data in shown] == [
        ["image/png", "text/plain"],
        ["image/svg+xml", "text/plain"],
        ["text/plain"],
    ]


def test_the_result_is_a_valid_notebook(built):
    _, first, _ = built
    for text in first.files.values():
        nbformat.validate(nbformat.reads(text, as_version=4))


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise ValueError('no')", "ValueError: no"),
        ("object()", "an object's address"),
        ("import os\nos.path.expanduser('~')", "a path of this machine"),
        ("### BEGIN SOLUTION\na = 1", "needs '### END SOLUTION'"),
    ],
)
def test_what_must_not_be_stored_is_told_with_its_cell(source, says, tmp_path):
    path = source_notebook(new_code_cell(source), folder=tmp_path)
    with kernel.hermetic() as env:
        built = build.build_one(path, env)
    assert says in built.problem and "03_try.ipynb" in built.problem


def test_keys_and_proxies_of_the_user_stay_outside(monkeypatch):
    for name in (
        "ANTHROPIC_API_KEY",
        "CLOCKHANDS_LIVE",
        "https_proxy",
        "PYTHONSTARTUP",
        "NBGRADER_EXECUTION",
    ):
        monkeypatch.setenv(name, "x")
    with kernel.hermetic() as env:
        assert not {"ANTHROPIC_API_KEY", "CLOCKHANDS_LIVE", "https_proxy", "PYTHONSTARTUP"} & set(env)
        assert "NBGRADER_EXECUTION" not in env
        scratch = Path(env["CLOCKHANDS_SCRATCH"])
        assert scratch.is_dir() and Path(env["MPLCONFIGDIR"]).is_relative_to(scratch)
    assert not scratch.exists()


def changed(text: str, place: int, **parts) -> str:
    notebook = json.loads(text)
    notebook["cells"][place].update(parts)
    return json.dumps(notebook)


def test_drift_names_the_cell_and_the_part(built):
    path, first, _ = built
    text = first.files[path]
    assert drift.differences(text, text) == []
    assert drift.differences(None, text) == ["  there is no such file"]
    said = drift.differences(changed(text, 6, source=["6 * 8"]), text)
    assert said == ["  cell c6, source:", "    -6 * 8", "    +6 * 7"]
    lost = drift.differences(changed(text, 6, outputs=[]), text)
    assert lost[0] == "  cell c6, outputs:" and "    +42" in lost
    gone = json.loads(text)
    del gone["cells"][0]
    assert "cells in another order" in drift.differences(json.dumps(gone), text)[0]


def test_drift_takes_pictures_by_their_presence_and_drawn_svg_by_its_text(built):
    path, first, _ = built
    text = first.files[path]
    png, svg = json.loads(text)["cells"][2]["outputs"]
    repainted = {**png, "data": {**png["data"], "image/png": "AAAA"}}
    replotted = {**svg, "data": {**svg["data"], "image/svg+xml": ["<svg>http://matplotlib.org/ other</svg>"]}}
    assert drift.differences(changed(text, 2, outputs=[repainted, replotted]), text) == []
    assert drift.differences(changed(text, 2, outputs=[svg]), text)
    by_hand = {**svg, "data": {**svg["data"], "image/svg+xml": ["<svg>by hand</svg>"]}}
    assert drift.differences(changed(text, 2, outputs=[png, by_hand]), text)


def test_names_choose_notebooks(monkeypatch, tmp_path):
    for name in ("solutions/03_the_loop", "solutions/04_four_mistakes", "labs/latency"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(places, "SOLUTIONS", tmp_path / "solutions")
    monkeypatch.setattr(places, "LABS", tmp_path / "labs")
    chosen = lambda *names: [path.stem for path in build.sources(list(names))]  # noqa: E731
    assert chosen() == ["03_the_loop", "04_four_mistakes", "latency"]
    assert (
        chosen("3") == chosen("03") == chosen("03_the_loop") == chosen("03_the_loop.ipynb") == ["03_the_loop"]
    )
    assert chosen("labs", "4") == ["latency", "04_four_mistakes"]
    with pytest.raises(ClockHandsError, match=r"'9'.*03_the_loop"):
        build.sources(["9"])


def test_the_readme_table_says_what_the_notebooks_say(built):
    path, _, _ = built
    (row,) = contents.table([path]).splitlines()[2:]
    assert row == "| 03 | [Try](chapters/03_try.ipynb) | You see it built. | 5 |  |"
    text = f"before\n{contents.BEGIN}\nold\n{contents.END}\nafter\n"
    assert contents.readme(text).startswith(f"before\n{contents.BEGIN}\n| | chapter |")
    assert contents.readme("no place for it") == "no place for it"


def test_chapters_texts_and_table_come_from_their_sources():
    """Fails without running anything when somebody edited one and not the other."""
    problems = build.stale_sources()
    assert not problems, "\n".join(problems)


def test_no_committed_notebook_has_drifted():
    """Runs every notebook again and compares (minutes)."""
    command = [sys.executable, "-m", "clockhands", "build", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace")
    assert done.returncode == 0, done.stderr + done.stdout


def test_exercise_cells_carry_metadata_that_nbgrader_takes():
    """The rules of nbgrader's schema 3, on every notebook of both trees."""
    for path in places.notebooks(places.SOLUTIONS) + places.notebooks(places.CHAPTERS):
        seen = set()
        for cell in notebook_file.read(path).cells:
            about = cell.metadata.get("nbgrader")
            if about is None:
                continue
            assert about["schema_version"] == 3 and about["grade_id"] not in seen, (path.name, cell.id)
            seen.add(about["grade_id"])
            assert all(isinstance(about[key], bool) for key in ("grade", "solution", "locked", "task"))
            assert ("points" in about) == (about["grade"] or about["task"]), (path.name, cell.id)
            assert set(about) <= {
                "schema_version",
                "grade_id",
                "grade",
                "solution",
                "locked",
                "task",
                "points",
            }
