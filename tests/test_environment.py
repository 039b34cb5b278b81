"""environment.yml, pyproject.toml and what the launcher reads of it say the same."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from clockhands import launcher_project
from clockhands.classroom import environment_file

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
LINES = launcher_project.requirements(TEXT, dev=True)


def test_the_conda_route_asks_for_the_same():
    assert environment_file.differences() == []


def test_a_difference_is_told(tmp_path):
    changed = tmp_path / "environment.yml"
    text = environment_file.PATH.read_text(encoding="utf-8")
    text = text.replace("numpy>=2.0", "numpy>=1.0").replace("      - -e .\n", "")
    changed.write_text(text, encoding="utf-8")
    assert environment_file.differences(changed) == [
        "environment.yml lacks numpy>=2.0",
        "environment.yml has numpy>=1.0, pyproject.toml has not",
        "environment.yml must install the checkout: '-e .' under pip",
    ]


def test_the_conda_file_has_what_conda_needs():
    loaded = yaml.safe_load(environment_file.PATH.read_text(encoding="utf-8"))
    assert loaded["name"] == "clockhands" and loaded["channels"] == ["conda-forge"]
    conda, pip = environment_file.listed(environment_file.PATH.read_text(encoding="utf-8"))
    for line in conda:
        assert re.fullmatch(r"[a-z0-9-]+((>=|<)[0-9.]+(,<[0-9.]+)?)?", line), line
    assert pip[-1] == "-e ."


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no TOML reader in the standard library")
def test_the_launcher_reads_pyproject_as_a_toml_reader_does():
    import tomllib

    loaded = tomllib.loads(TEXT)["project"]
    assert launcher_project.requirements(TEXT, dev=False) == loaded["dependencies"]
    assert loaded["dependencies"] + loaded["optional-dependencies"]["dev"] == LINES
    assert loaded["requires-python"] == ">=3.10"


@pytest.mark.parametrize("line", LINES)
def test_the_launcher_understands_every_bound(line):
    wanted = Requirement(line)
    assert {found.operator for found in wanted.specifier} <= {">=", "<"}, (
        "launcher_project knows >= and < only"
    )


@pytest.mark.parametrize("have", ["2.13.9", "2.14", "2.14.0", "2.15.1", "3.0.0", "3"])
def test_versions_compare_as_packaging_compares_them(have, monkeypatch):
    monkeypatch.setattr(launcher_project.metadata, "version", lambda name: have)
    assert launcher_project._is_met("anthropic>=2.14,<3") == (Version(have) in SpecifierSet(">=2.14,<3"))


def test_settings_of_tools_do_not_ask_for_an_installation():
    same = TEXT.replace("line-length = 110", "line-length = 90")
    more = TEXT.replace('"numpy>=2.0",', '"numpy>=2.1",')
    assert same != TEXT != more
    assert launcher_project.fingerprint(same) == launcher_project.fingerprint(TEXT)
    assert launcher_project.fingerprint(more) != launcher_project.fingerprint(TEXT)


def test_this_environment_lacks_nothing():
    assert launcher_project.missing(dev=True) == []
