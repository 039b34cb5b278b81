"""The second command says all that is off in one run, and counts what was checked."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from clockhands.classroom import check, pytest_plugin

REPORT = '<testsuites><testsuite tests="12" failures="2" errors="1" skipped="3">'
REPORT += '<testcase classname="chapters.03_the_loop.ipynb" name="Cell 0"/>'
REPORT += '<testcase classname="chapters.03_the_loop.ipynb" name="Cell 1"/></testsuite></testsuites>'


@pytest.fixture
def world(monkeypatch):
    """What each check will find; tests make some of it fail."""
    found = {"ruff": 0, "pytest": 0, "environment": [], "sources": []}

    def run(line, cwd):
        if "pytest" in line:
            path = next(part for part in line if part.startswith("--junit-xml=")).split("=", 1)[1]
            with open(path, "w", encoding="utf-8") as report:
                report.write(REPORT)
        return subprocess.CompletedProcess(line, found["pytest" if "pytest" in line else "ruff"])

    monkeypatch.setattr(check.subprocess, "run", run)
    monkeypatch.setattr(check.environment_file, "differences", lambda: found["environment"])
    monkeypatch.setattr(check.build, "stale_sources", lambda: found["sources"])
    return found


def test_when_all_is_well_it_says_so_and_counts(world, capsys):
    assert check.main([]) == 0
    told = capsys.readouterr().out
    assert "OFF" not in told and told.endswith(
        "1 notebooks under strict nbval\n6 passed, 3 failed, 3 skipped\n"
    )


def test_everything_that_is_off_is_told_in_one_run(world, capsys):
    world.update(
        ruff=1, pytest=1, environment=["environment.yml lacks numpy"], sources=["chapters/03 differs"]
    )
    assert check.main([]) == 1
    told = capsys.readouterr().out
    assert told.count("OFF") == 5
    assert "environment.yml lacks numpy" in told and "chapters/03 differs" in told


@pytest.mark.parametrize("fault", [{"ruff": 1}, {"pytest": 1}, {"environment": ["x"]}, {"sources": ["x"]}])
def test_one_thing_off_is_enough(world, fault, capsys):
    world.update(fault)
    assert check.main([]) == 1


def test_no_report_is_no_success(tmp_path):
    assert check._counts(tmp_path / "none.xml") == "0 passed, 1 failed"


def test_notebooks_are_counted_by_folder():
    def report(nodeid, when="call"):
        return SimpleNamespace(nodeid=nodeid, when=when)

    stats = {
        "passed": [
            *[report(f"chapters/03_the_loop.ipynb::Cell {n}") for n in range(3)],
            report("chapters/03_the_loop.ipynb::Cell 0", when="setup"),
            report("solutions/03_the_loop.ipynb::Cell 0"),
            report("tests/test_build.py::test_a"),
        ],
        "failed": [report("labs/latency.ipynb::Cell 0", when="setup")],
    }
    lines = []
    pytest_plugin.pytest_terminal_summary(SimpleNamespace(stats=stats, write_line=lines.append))
    assert lines == [
        "strict nbval: 3 notebooks checked (1 in chapters/, 1 in labs/, 1 in solutions/), 5 cells",
    ]
