"""The stored results of the gauntlet lab, held to runs of the loops that are always here."""

import importlib.util
import json

import pytest

from clockhands import gauntlet as kit
from clockhands.agent import run

from .loading import LABS


@pytest.fixture(scope="module")
def lab():
    # By its path: tests/gauntlet may be imported under the same name.
    spec = importlib.util.spec_from_file_location("gauntlet_lab", LABS / "gauntlet.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_loop_was_measured_in_every_scenario(lab):
    assert list(lab.stored()) == ["beginner", "chapter 3", *lab.COLUMNS.values(), "course"]
    for column in lab.stored():
        assert list(lab.verdicts(column)) == list(kit.SCENARIOS)
    for column in lab.COLUMNS.values():
        assert lab.stored()[column]["versions"], column


@pytest.mark.parametrize("column", ["beginner", "chapter 3", "SDK", "course"])
def test_what_is_stored_is_what_a_run_gives(lab, column):
    loops = {"beginner": kit.beginner, "chapter 3": lab.chapter_3(), "course": run}
    loop = loops.get(column) or kit.frameworks.adapter("sdk_runner")
    # Scenarios that take no real time; the others are run where the loops themselves are tested.
    quick = [i for i in kit.SCENARIOS if i not in ("G15", "G16", "G20", "G21", "G22", "G33", "G35", "G36")]
    report = kit.run(loop, only=quick, name=column)
    measured = lab.verdicts(column)
    assert {r.scenario.id: r.verdict for r in report.results} == {i: measured[i] for i in quick}


def test_the_answers_the_notebook_gives(lab):
    passed = {column: report["passed"] for column, report in lab.stored().items()}
    assert (passed["beginner"], passed["chapter 3"], passed["SDK"], passed["course"]) == (6, 9, 13, 42)
    assert max(passed[column] for column in lab.COLUMNS.values()) == 13
    assert len(lab.hardest()) == 22


def test_the_picture_and_the_table(lab):
    picture = lab.heat_map()
    assert "course passed 42 of 42 and failed none" in picture.alt
    assert len(picture.text.splitlines()) == 54
    table = lab.table().splitlines()
    assert len(table) == 9 and table[-1].split() == ["course", "42", "42"]
    assert all(len(line) <= 100 for line in table)


def test_measuring_keeps_what_is_not_installed(lab, tmp_path, monkeypatch):
    stored = json.loads(lab.RESULTS.read_text(encoding="utf-8"))
    file = tmp_path / "results.json"
    file.write_text(json.dumps(stored), encoding="utf-8")
    monkeypatch.setattr(lab, "RESULTS", file)
    monkeypatch.setattr(lab, "loops", lambda: {"beginner": kit.beginner})
    real = kit.run
    monkeypatch.setattr(kit, "run", lambda loop, name: real(loop, name=name, only=["G01"]))
    lab.stored.cache_clear()
    lab.measure(told=lambda line: None)
    again = json.loads(file.read_text(encoding="utf-8"))
    assert [loop["loop"] for loop in again["loops"]] == [loop["loop"] for loop in stored["loops"]]
    assert again["loops"][0]["passed"] == 1 and again["loops"][1:] == stored["loops"][1:]
    lab.stored.cache_clear()


def test_it_runs_as_a_script(lab, capsys):
    assert lab.main([]) == 0
    assert "G42 today" in capsys.readouterr().out
