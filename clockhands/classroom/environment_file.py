"""Is the conda route (environment.yml) the same as pyproject.toml?"""

from __future__ import annotations

import re
from pathlib import Path

from clockhands import launcher_project
from clockhands.classroom.places import ROOT

#: Packages that conda-forge calls otherwise; one name for both here.
_CONDA_NAMES = {"python-tzdata": "tzdata"}
PATH = ROOT / "environment.yml"


def differences(path: Path = PATH) -> list[str]:
    """One line for each thing the file asks for and pyproject.toml does not, or the other way round."""
    conda, pip = listed(path.read_text(encoding="utf-8"))
    text = launcher_project.project_text()
    wanted = {_plain(line) for line in launcher_project.requirements(text, dev=True)}
    python = re.search(r'(?m)^requires-python = "([^"]+)"', text).group(1)
    wanted |= {_plain(f"python{python}"), "pip"}
    found = {_plain(line) for line in [*conda, *pip] if line != "-e ."}
    said = [f"environment.yml lacks {line}" for line in sorted(wanted - found)]
    said += [f"environment.yml has {line}, pyproject.toml has not" for line in sorted(found - wanted)]
    if "-e ." not in pip:
        said.append("environment.yml must install the checkout: '-e .' under pip")
    return said


def listed(text: str) -> tuple[list[str], list[str]]:
    """(conda's dependencies, pip's) of an environment file."""
    import yaml

    entries = yaml.safe_load(text)["dependencies"]
    conda = [entry for entry in entries if isinstance(entry, str)]
    pip = [line for entry in entries if isinstance(entry, dict) for line in entry["pip"]]
    return conda, pip


def _plain(line: str) -> str:
    name, bounds = re.fullmatch(r"([A-Za-z0-9._-]+)\s*(.*)", line).groups()
    name = re.sub(r"[._]", "-", name.lower())
    return _CONDA_NAMES.get(name, name) + "".join(sorted(bounds.replace(" ", "").split(",")))
