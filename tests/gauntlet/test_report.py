"""The report in all its shapes, the command line, and adapters."""

import json
import subprocess
import sys

import pytest

from clockhands import gauntlet
from clockhands.errors import ConfigurationError
from clockhands.gauntlet.__main__ import main
from clockhands.gauntlet.frameworks import ADAPTERS, adapter, installed

SOME = ["G01", "G05", "G18", "G23"]


@pytest.fixture(scope="module")
def report():
    return gauntlet.run(gauntlet.beginner, only=SOME)


def test_the_table_fits_a_terminal_and_names_every_scenario(report):
    lines = str(report).splitlines()
    assert lines[0] == "beginner does not survive: passed 2 of 3, 1 skipped; quality 0 of 1"
    assert [line[:3] for line in lines[2:]] == SOME
    assert all(len(line) <= 100 for line in lines)
    assert "needs tool_choice" in lines[-1]


def test_a_failure_says_what_why_and_where(report):
    said = " ".join(report.explain().split())
    assert "When: two calls with the same id in one reply." in said
    assert "What happened: V4: the API refused the request: messages.1.content.1: `tool_use` ids must" in said
    assert "Why it matters: Two results for one id cannot be told apart" in said
    assert "Taught in chapter 05: 05_parallel_calls.ipynb" in said
    assert report.explain("G05") == report.explain() and "G01" not in said


def test_json_holds_it_all(report, tmp_path):
    told = json.loads(report.save(tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (told["passed"], told["failed"], told["skipped"], told["survives"]) == (2, 1, 1, False)
    fifth = next(s for s in told["scenarios"] if s["id"] == "G05")
    assert fifth["verdict"] == "failed" and fifth["chapter"] == "05_parallel_calls" and fifth["why"]
    assert fifth["failures"][0]["when"] == "two calls with the same id in one reply"


def test_the_heat_map_says_who_failed_what(report):
    picture = report.heat_map(gauntlet.run(gauntlet.last_block, only=SOME))
    assert "beginner passed 2 of 3 and failed G05; last_block passed 2 of 3 and failed G05" in picture.alt
    assert "<svg" in picture.svg and max(map(len, picture.text.splitlines())) <= 100
    assert [line.split()[-2:] for line in picture.text.splitlines()[-4:]] == [
        [".", "."],
        ["F", "F"],
        [".", "."],
        ["-", "-"],
    ]
    assert gauntlet.heat_map([report.as_dict()]).alt.endswith("beginner passed 2 of 3 and failed G05.")


def test_a_scenario_that_was_not_run_is_told(report):
    with pytest.raises(KeyError, match="G02 was not run; there are: G01"):
        report["G02"]


@pytest.mark.parametrize("only", ["G43", ["G01", "g02"], []])
def test_an_id_there_is_not_is_told(only):
    with pytest.raises(ConfigurationError, match="there are G01 to G42"):
        gauntlet.run(gauntlet.beginner, only=only)


def test_results_are_told_as_they_come():
    seen = []
    gauntlet.run(gauntlet.beginner, only=["G01", "G06"], told=seen.append)
    assert [(result.scenario.id, result.verdict) for result in seen] == [("G01", "passed"), ("G06", "failed")]


def test_every_scenario_says_why_and_where():
    for scenario in gauntlet.SCENARIOS.values():
        assert scenario.level in "PSQ" and scenario.lesson and scenario.why.endswith(".")
        assert all((play.__doc__ or "").strip() for play in scenario.plays)
        assert len(scenario.title) <= 34


# --- the command ---


def test_the_command_reports_and_leaves_a_file(tmp_path, capsys):
    file = tmp_path / "out.json"
    assert main(["beginner", "--only", "G01,G06", "--json", str(file)]) == 1
    said = capsys.readouterr().out
    assert "G06  P  failed" in said and "Taught in chapter 03" in said
    assert json.loads(file.read_text(encoding="utf-8"))["loop"] == "beginner"
    assert main(["course", "--only", "G01"]) == 0


def test_the_command_takes_a_loop_of_somebody_elses(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def run(client, tools, prompt, *, messages=None):\n    return 'I never ask.'\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "clockhands.gauntlet", "mine:run", "--only", "G01,G34", "--name", "mine"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    assert "mine does not survive: passed 0 of 2" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "write module:function, or one of: beginner"),
        (["no_such_module:run"], "cannot load no_such_module:run"),
        (["clockhands.agent:walk"], "cannot load clockhands.agent:walk"),
        (["beginner", "--only", "G99"], "there are G01 to G42"),
        (["beginner", "--capabilities", "flying"], "no capability is called 'flying'"),
        ([], "name a loop"),
    ],
)
def test_a_wrong_command_says_what_to_do(arguments, said, capsys):
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_the_scenarios_can_be_listed(capsys):
    assert main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 42


# --- adapters ---


def test_the_sdks_runner_is_always_there():
    assert "sdk_runner" in installed()
    report = gauntlet.run(adapter("sdk_runner"))
    assert set(report.versions) == {"anthropic"}
    # What it does for you, and what it leaves to you.
    assert {"G01", "G02", "G03", "G06", "G11", "G14", "G17", "G26", "G28", "G36", "G40"} <= set(report.passed)
    assert {"G07", "G15", "G19", "G20", "G21", "G22", "G24", "G32", "G35", "G41"} <= set(report.failed)


@pytest.mark.parametrize("name", [name for name in ADAPTERS if name != "sdk_runner"])
def test_other_frameworks_run_where_they_are_installed(name):
    if name not in installed():
        with pytest.raises(ConfigurationError, match=r"pip install 'clockhands\[frameworks\]'"):
            adapter(name)
        return
    report = gauntlet.run(adapter(name), only=["G01", "G20"])
    assert set(report.versions) == set(ADAPTERS[name].distributions)
    assert report["G20"].verdict == "failed"


def test_an_adapter_there_is_not_is_told():
    with pytest.raises(ConfigurationError, match="there are: sdk_runner, openai_agents"):
        adapter("autogpt")
