"""The learner's copies: refreshed when nobody changed them, never lost when somebody did."""

from __future__ import annotations

import json

import pytest
from test_launcher import write_notebook

from clockhands import clock, launcher_work
from clockhands.launcher_project import LauncherError


@pytest.fixture
def root(tmp_path):
    write_notebook(tmp_path / "chapters" / "03_the_loop.ipynb", "first")
    write_notebook(tmp_path / "labs" / "clock_lab.ipynb", "a lab")
    (tmp_path / "labs" / "agent_loop.py").write_text("print('hands')\n", encoding="utf-8")
    return tmp_path


def source_of(path) -> list[str]:
    return [cell["source"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]


def test_chapters_lie_in_work_and_labs_below(root):
    assert launcher_work.update(root) == []
    copies = {
        path.relative_to(root / "work").as_posix() for path in (root / "work").rglob("*") if path.is_file()
    }
    assert copies == {"03_the_loop.ipynb", "labs/clock_lab.ipynb", "labs/agent_loop.py", ".clockhands.json"}


def test_caches_and_hidden_files_stay_behind(root):
    for name in ("labs/__pycache__/a.pyc", "chapters/.ipynb_checkpoints/03_the_loop.ipynb", "labs/.DS_Store"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("x", encoding="utf-8")
    assert set(launcher_work.sources(root)) == {
        "03_the_loop.ipynb",
        "labs/agent_loop.py",
        "labs/clock_lab.ipynb",
    }


def test_an_unchanged_copy_is_refreshed(root):
    launcher_work.update(root)
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "second")
    assert launcher_work.update(root) == ["work/03_the_loop.ipynb: a newer version; yours was unchanged."]
    assert source_of(root / "work" / "03_the_loop.ipynb") == ["second"]


def test_running_a_notebook_does_not_change_it(root):
    launcher_work.update(root)
    copy = root / "work" / "03_the_loop.ipynb"
    notebook = json.loads(copy.read_text(encoding="utf-8"))
    notebook["cells"][0]["execution_count"] = 7
    copy.write_text(json.dumps(notebook, indent=1), encoding="utf-8")
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "second")
    launcher_work.update(root)
    assert source_of(copy) == ["second"]


def test_a_changed_copy_stays_and_the_new_version_lies_beside_it_once(root):
    launcher_work.update(root)
    copy, beside = root / "work" / "03_the_loop.ipynb", root / "work" / "03_the_loop_new_version.ipynb"
    write_notebook(copy, "mine")
    assert launcher_work.update(root) == []
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "second")
    (news,) = launcher_work.update(root)
    assert "it stays" in news and "03_the_loop_new_version.ipynb" in news
    assert source_of(copy) == ["mine"] and source_of(beside) == ["second"]
    beside.unlink()
    assert launcher_work.update(root) == [] and not beside.exists()


def test_a_third_version_replaces_the_second_only_if_nobody_worked_in_it(root):
    launcher_work.update(root)
    write_notebook(root / "work" / "03_the_loop.ipynb", "mine")
    for version in ("second", "third"):
        write_notebook(root / "chapters" / "03_the_loop.ipynb", version)
        launcher_work.update(root)
    beside = root / "work" / "03_the_loop_new_version.ipynb"
    assert source_of(beside) == ["third"]
    write_notebook(beside, "mine, too")
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "fourth")
    launcher_work.update(root)
    assert source_of(beside) == ["mine, too"]
    assert source_of(root / "work" / "03_the_loop_new_version_2.ipynb") == ["fourth"]


def test_a_deleted_copy_comes_back(root):
    launcher_work.update(root)
    (root / "work" / "03_the_loop.ipynb").unlink()
    launcher_work.update(root)
    assert source_of(root / "work" / "03_the_loop.ipynb") == ["first"]


def test_a_lost_manifest_loses_no_work(root):
    launcher_work.update(root)
    copy = root / "work" / "03_the_loop.ipynb"
    write_notebook(copy, "mine")
    (root / "work" / launcher_work.MANIFEST).write_text("{ not json", encoding="utf-8")
    launcher_work.update(root)
    assert source_of(copy) == ["mine"]
    assert source_of(root / "work" / "03_the_loop_new_version.ipynb") == ["first"]


def test_a_copy_that_is_no_notebook_any_more_is_kept(root):
    launcher_work.update(root)
    copy = root / "work" / "03_the_loop.ipynb"
    copy.write_text("<<<<<<< half", encoding="utf-8")
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "second")
    launcher_work.update(root)
    assert copy.read_text(encoding="utf-8") == "<<<<<<< half"


def test_a_chapter_that_was_renamed_leaves_no_unchanged_copy(root):
    write_notebook(root / "chapters" / "04_four_mistakes.ipynb", "four")
    launcher_work.update(root)
    write_notebook(root / "work" / "03_the_loop.ipynb", "mine")
    for old, new in (("03_the_loop", "03_the_circle"), ("04_four_mistakes", "04_mistakes")):
        (root / "chapters" / f"{old}.ipynb").rename(root / "chapters" / f"{new}.ipynb")
    launcher_work.update(root)
    left = {path.name for path in (root / "work").glob("*.ipynb")}
    assert left == {"03_the_loop.ipynb", "03_the_circle.ipynb", "04_mistakes.ipynb"}


def test_links_between_chapters_and_labs_hold_in_both_places(root):
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "see [the lab](../labs/clock_lab.ipynb)")
    write_notebook(root / "labs" / "clock_lab.ipynb", "see [the chapter](../chapters/03_the_loop.ipynb)")
    launcher_work.update(root)
    assert source_of(root / "work" / "03_the_loop.ipynb") == ["see [the lab](labs/clock_lab.ipynb)"]
    assert source_of(root / "work" / "labs" / "clock_lab.ipynb") == [
        "see [the chapter](../03_the_loop.ipynb)"
    ]


@pytest.mark.parametrize("name", ["3", "03", "03_the_loop", "03_the_loop.ipynb", "work/03_the_loop.ipynb"])
def test_reset_takes_any_name_of_a_chapter(root, name):
    launcher_work.update(root)
    copy = root / "work" / "03_the_loop.ipynb"
    write_notebook(copy, "mine")
    with clock.frozen("2026-11-05T14:10:15+00:00"):
        stamp = clock.now().astimezone().strftime("%Y-%m-%d_%H%M%S")
        kept, done = launcher_work.reset([name], root)
    assert kept == f"Your version is kept as work/backups/03_the_loop_{stamp}.ipynb."
    assert "first state" in done and source_of(copy) == ["first"]
    assert source_of(root / "work" / "backups" / f"03_the_loop_{stamp}.ipynb") == ["mine"]


def test_two_resets_in_one_second_keep_both_backups(root):
    launcher_work.update(root)
    with clock.frozen("2026-11-05T14:10:15+00:00"):
        for text in ("one", "two"):
            write_notebook(root / "work" / "03_the_loop.ipynb", text)
            launcher_work.reset(["3"], root)
    assert len(list((root / "work" / "backups").iterdir())) == 2


def test_reset_finds_labs_and_says_when_there_is_nothing_to_do(root):
    launcher_work.update(root)
    (said,) = launcher_work.reset(["clock_lab"], root)
    assert "already" in said and not (root / "work" / "backups").exists()


def test_reset_names_what_there_is(root):
    with pytest.raises(LauncherError, match=r"'9'.*03_the_loop"):
        launcher_work.reset(["9"], root)
    with pytest.raises(LauncherError, match="needs a name"):
        launcher_work.reset([], root)


def test_a_folder_that_cannot_be_written_is_named(root):
    (root / "work").write_text("a file in the way", encoding="utf-8")
    with pytest.raises(LauncherError, match=r"cannot be written .*[Yy]our copies need a folder"):
        launcher_work.update(root)


def test_after_a_reset_the_copy_counts_as_unchanged(root):
    launcher_work.update(root)
    write_notebook(root / "work" / "03_the_loop.ipynb", "mine")
    launcher_work.reset(["3"], root)
    write_notebook(root / "chapters" / "03_the_loop.ipynb", "second")
    launcher_work.update(root)
    assert source_of(root / "work" / "03_the_loop.ipynb") == ["second"]
