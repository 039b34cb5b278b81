"""my_agent.py: the learner's own code, kept after a pass and never lost."""

from __future__ import annotations

import subprocess
import sys

import pytest

from clockhands import clock
from clockhands.lessons import check, keeping
from clockhands.lessons.exercise import Exercise, passed

from .exercise_cases import run_cell


@pytest.fixture
def work(own_folders, monkeypatch):
    """The current folder holds a chapter's notebook, as a learner's does."""
    monkeypatch.setattr(keeping, "NOTEBOOKS", ["x"] * 97 + ["97_example"])
    (own_folders / "97_example.ipynb").write_text("{}", encoding="utf-8")
    return own_folders


def function(source: str, name: str = "f"):
    names: dict = {}
    run_cell(source, names)
    return names[name]


def exercise(keep="f"):
    return Exercise("97.1", "t", 1, lambda f: passed(), ("a", "b", "c"), "w", keep=keep)


def kept(folder) -> str:
    return (folder / "my_agent.py").read_text(encoding="utf-8")


def backups(folder) -> list[str]:
    return sorted(f"backups/{p.name}" for p in (folder / "backups").glob("my_agent.2*"))


def test_a_pass_keeps_the_source_and_says_so(work, example):
    source = (
        "FUNCTIONS = {'get_time': lambda timezone: 1}\n"
        "def run_tool(block):\n    if block.name not in FUNCTIONS:\n"
        "        return {'type': 'tool_result', 'tool_use_id': block.id, 'content': 'no', 'is_error': True}\n"
        "    return {'type': 'tool_result', 'tool_use_id': block.id, 'content': 'é'}"
    )
    card = check("97.1", function(source, "run_tool"))
    assert "Kept in my_agent.py." in repr(card)
    names: dict = {}
    exec(compile(kept(work), "my_agent.py", "exec"), names)
    assert callable(names["run_tool"]) and "'é'" in kept(work)


def test_a_wrong_answer_is_not_kept(work, example):
    check("97.1", function("def run_tool(block):\n    return 1", "run_tool"))
    assert not (work / "my_agent.py").exists()


def test_what_the_code_takes_from_its_notebook_comes_along(work):
    source = (
        "import json\nimport datetime as dt\nfrom pathlib import Path\nfrom clockhands import Tool\n"
        "MODEL = 'a-model'\nLIMIT = 3\nunused = 1\nSECRETS = {'k': object()}\n"
        "def g():\n    return 1\n"
        "def f():\n    def inner():\n        return json.dumps([MODEL, LIMIT])\n"
        "    return inner(), dt.date(2026, 11, 5), Path('x'), Tool, g, SECRETS"
    )
    keeping.keep(exercise(), (function(source),))
    names: dict = {}
    text = kept(work).replace(", g, SECRETS", "")
    exec(compile(text, "my_agent.py", "exec"), names)
    assert names["f"]()[0] == '["a-model", 3]'
    assert "unused" not in text and "SECRETS" not in text and text.count("import json") == 1
    assert text.index('"""\n') < text.index("MODEL = 'a-model'") < text.index("def f")


def test_a_name_the_file_defines_itself_stays_as_it_is(work):
    keeping.keep(exercise(), (function("MODEL = 'first'\ndef f():\n    return MODEL"),))
    mine = kept(work).replace("'first'", "'mine'")
    (work / "my_agent.py").write_text(mine, encoding="utf-8")
    keeping.keep(exercise("g"), (function("MODEL = 'second'\ndef g():\n    return MODEL", "g"),))
    assert "'mine'" in kept(work) and "'second'" not in kept(work)


def test_the_same_again_changes_nothing(work):
    keeping.keep(exercise(), (function("def f():\n    return 1"),))
    before = kept(work)
    assert keeping.keep(exercise(), (function("def f():\n    return 1"),)) == ""
    assert kept(work) == before and backups(work) == []


def test_a_newer_version_replaces_its_own_name_only_after_a_dated_copy(work):
    keeping.keep(exercise(), (function("def f():\n    return 1"),))
    keeping.keep(exercise("g"), (function("def g():\n    return 'g'", "g"),))
    mine = kept(work) + "\n\ndef my_own():\n    return 'stays'\n"
    (work / "my_agent.py").write_text(mine, encoding="utf-8")
    with clock.frozen("2026-11-05T14:10:15Z"):
        note = keeping.keep(exercise(), (function("@staticmethod\ndef f():\n    return 2"),))
    assert backups(work) == ["backups/my_agent.2026-11-05-141015.py"] and backups(work)[0] in note
    assert (work / backups(work)[0]).read_text(encoding="utf-8") == mine
    assert "return 2" in kept(work) and "return 1" not in kept(work)
    assert "return 'g'" in kept(work) and "return 'stays'" in kept(work)
    assert kept(work).index("def f") < kept(work).index("def g")


def test_two_replacements_in_one_second_make_two_copies(work):
    with clock.frozen("2026-11-05T14:10:15Z"):
        for n in range(3):
            keeping.keep(exercise(), (function(f"def f():\n    return {n}"),))
    assert backups(work) == [
        "backups/my_agent.2026-11-05-141015-2.py",
        "backups/my_agent.2026-11-05-141015.py",
    ]


def test_a_file_that_is_no_python_is_set_aside_not_overwritten(work):
    (work / "my_agent.py").write_text("def half(:\n", encoding="utf-8")
    note = keeping.keep(exercise(), (function("def f():\n    return 1"),))
    assert "could not be read as Python" in note
    assert (work / backups(work)[0]).read_text(encoding="utf-8") == "def half(:\n"
    assert "def f" in kept(work) and "half" not in kept(work)


def test_nothing_is_kept_where_the_notebook_is_not(own_folders):
    assert keeping.keep(exercise(), (function("def f():\n    return 1"),)) == ""
    assert list(own_folders.iterdir()) == []


@pytest.mark.parametrize("name", ["chapters", "solutions"])
def test_nothing_is_kept_in_the_projects_own_folders(tmp_path, monkeypatch, name):
    monkeypatch.setattr(keeping, "NOTEBOOKS", ["x"] * 97 + ["97_example"])
    lessons = tmp_path / "clockhands" / "lessons"
    lessons.mkdir(parents=True)
    (lessons / "exercise.py").write_text("", encoding="utf-8")
    folder = tmp_path / name
    folder.mkdir()
    (folder / "97_example.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(folder)
    assert keeping.keep(exercise(), (function("def f():\n    return 1"),)) == ""
    assert not (folder / "my_agent.py").exists()


def test_lambdas_builtins_and_values_are_left_out(work):
    for answer in (function("f = lambda: 1"), print, 3):
        assert keeping.keep(exercise(("f", "<lambda>", "print")), (answer,)) == ""


def test_a_class_and_an_async_function_are_kept(work):
    keeping.keep(exercise("Box"), (function("class Box:\n    size = 1", "Box"),))
    keeping.keep(exercise(), (function("async def f():\n    return 1"),))
    assert "class Box" in kept(work) or "Box" not in kept(work)
    assert "async def f" in kept(work)


def test_a_folder_that_cannot_be_written_costs_no_pass(work):
    (work / "my_agent.py").mkdir()
    note = keeping.keep(exercise(), (function("def f():\n    return 1"),))
    assert "could not be kept" in note and "the pass counts" in note


def test_two_notebooks_that_keep_at_once_lose_nothing(work):
    script = """
import sys
from pathlib import Path
from clockhands.lessons import keeping
for n in range(10):
    name = f"f{sys.argv[1]}_{n}"
    keeping.put(Path("my_agent.py"), name, f"def {name}():\\n    return {n}\\n")
"""
    writers = [subprocess.Popen([sys.executable, "-c", script, str(n)]) for n in range(3)]
    assert [writer.wait() for writer in writers] == [0] * 3
    names: dict = {}
    exec(compile(kept(work), "my_agent.py", "exec"), names)
    assert {f"f{p}_{n}" for p in range(3) for n in range(10)} <= set(names)
    assert not [p for p in work.iterdir() if p.name.startswith(".my_agent")]
