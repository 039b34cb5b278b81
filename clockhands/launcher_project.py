"""What the checkout asks of an environment, read by the standard library (Python 3.10 has no TOML)."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from importlib import metadata
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*([^;]*)(;.*)?")
_BOUND = re.compile(r"(>=|<)\s*([0-9][0-9.]*)")


class LauncherError(Exception):
    """Something the user has to do first; the message is one line that says what."""


def project_text() -> str:
    """The text of pyproject.toml. LauncherError when this is no checkout."""
    path = ROOT / "pyproject.toml"
    if not path.is_file():
        raise LauncherError(f"{ROOT} is not a checkout of Clock Hands: run this where its pyproject.toml is.")
    return path.read_text(encoding="utf-8")


def requirements(text: str, *, dev: bool) -> list[str]:
    """The requirement lines of the base set, with those of the `dev` extra when asked for."""
    found = _list(text, "project", "dependencies")
    return found + (_list(text, "project.optional-dependencies", "dev") if dev else [])


def fingerprint(text: str) -> str:
    """A digest of what decides the environment; settings of pytest and ruff do not."""
    parts = re.split(r"(?m)^(?=\[)", text)
    decisive = [
        part for part in parts if not part.startswith("[tool.") or part.startswith("[tool.setuptools")
    ]
    return hashlib.sha256("".join(decisive).encode("utf-8")).hexdigest()


def missing(*, dev: bool) -> list[str]:
    """The requirements that this interpreter does not meet."""
    return [line for line in requirements(project_text(), dev=dev) if not _is_met(line)]


def is_installed_here() -> bool:
    """Whether this interpreter has *this* checkout installed (and not only lying in the current folder)."""
    here = {os.path.realpath(folder) for folder in ("", str(ROOT))}
    path = [entry for entry in sys.path if os.path.realpath(entry) not in here]
    for found in metadata.distributions(name="clockhands", path=path):
        about = json.loads(found.read_text("direct_url.json") or "{}")
        folder = url2pathname(urlparse(about.get("url", "")).path)
        if os.path.realpath(folder) == str(ROOT):
            return True
    return False


def is_own_venv() -> bool:
    """Whether this interpreter is the one of the checkout's `.venv`."""
    return os.path.realpath(sys.prefix) == os.path.realpath(VENV)


def _list(text: str, table: str, key: str) -> list[str]:
    section = re.search(rf"(?ms)^\[{re.escape(table)}\]\n(.*?)(?=^\[|\Z)", text)
    entries = re.search(rf"(?ms)^{key} = \[\n(.*?)^\]", section.group(1)) if section else None
    if not entries:
        raise LauncherError(
            f"pyproject.toml has no list {key!r} in [{table}]; restore the file (git checkout)."
        )
    return re.findall(r'(?m)^\s*"([^"]+)"', entries.group(1))


def _is_met(line: str) -> bool:
    name, bounds, marker = _REQUIREMENT.fullmatch(line).groups()
    limits = _BOUND.findall(bounds)
    try:
        have = _release(metadata.version(name))
    except metadata.PackageNotFoundError:
        return bool(marker)  # cannot be judged here; the installer has
    return all(have >= _release(bound) if sign == ">=" else have < _release(bound) for sign, bound in limits)


def _release(version: str) -> tuple[int, ...]:
    """`2.14.0rc1` -> (2, 14): trailing zeros do not count."""
    numbers = [int(number) for number in re.match(r"\d+(?:\.\d+)*", version).group().split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
