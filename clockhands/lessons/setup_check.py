"""`setup_check()`: is this kernel fit for the course, and if not, what to do about it?"""

from __future__ import annotations

import importlib.metadata
import os
import re
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .. import settings
from .cards import GREEN, ORANGE, Card, labelled, paragraph

__all__ = ["Finding", "findings", "setup_check"]

_INSTALL = "Close JupyterLab and start it with: python3 -m clockhands (Windows: py -m clockhands)"
_KERNEL = (
    "Choose Kernel > Change Kernel > Python 3 (ipykernel); if it stays, start with: python3 -m clockhands"
)
_NEEDED = (("anthropic", (2, 14)), ("jupyterlab", (4, 4)), ("ipywidgets", (8, 1)), ("matplotlib", (3, 9)))


@dataclass(frozen=True)
class Finding:
    """One thing looked at. name: what; problem: "" when it is fine; fix: what to do when it is not."""

    name: str
    problem: str = ""
    fix: str = ""
    version: str = ""


def setup_check(versions: bool = False) -> Card:
    """A card that says whether Python, the packages, the widgets and your data folder are as they should be.

    versions: show what is installed, too (for a question to somebody who helps you).
    """
    found = findings()
    bad = [finding for finding in found if finding.problem]
    parts = []
    for finding in found:
        said = finding.problem or "ok"
        if versions and finding.version:
            said += f" ({finding.version})"
        parts.append(labelled(finding.name, said))
        if finding.problem:
            parts.append(labelled("do this", finding.fix))
    if bad:
        parts.append(paragraph("Then restart the kernel and run this cell again."))
        return Card("Not ready", f"{len(bad)} of {len(found)} need you", parts, ORANGE)
    return Card("Ready", "everything the course needs is here", parts, GREEN)


def findings() -> list[Finding]:
    """Everything looked at, in order."""
    looks: list[Callable[[], Finding]] = [_python, _environment]
    found = [look() for look in looks]
    found += [_package(name, least) for name, least in _NEEDED]
    return [*found, _widgets(), _zones(), _data()]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    old = sys.version_info < (3, 10)
    problem = "older than 3.10" if old else ""
    return Finding(
        "Python", problem, "Install Python 3.10 or newer from python.org, then start again.", version
    )


def _environment() -> Finding:
    """A kernel of another environment runs, but without the course's packages."""
    try:
        importlib.metadata.distribution("clockhands")
    except importlib.metadata.PackageNotFoundError:
        return Finding("kernel", "runs in an environment without the course", _KERNEL)
    return Finding("kernel")


def _package(name: str, least: tuple[int, int]) -> Finding:
    wanted = ".".join(map(str, least))
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, f"missing; {wanted} or newer is needed", _INSTALL)
    have = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    problem = f"{version} is too old; {wanted} or newer is needed" if have < least else ""
    return Finding(name, problem, _INSTALL, version)


def _widgets() -> Finding:
    """Buttons and sliders need a part inside JupyterLab, which comes with the package jupyterlab_widgets."""
    place = Path("labextensions", "@jupyter-widgets", "jupyterlab-manager")
    roots = [Path(sysconfig.get_path("data"), "share", "jupyter"), Path(sys.prefix, "share", "jupyter")]
    roots += [Path(root) for root in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if root]
    if any((root / place).is_dir() for root in roots):
        return Finding("widgets")
    fix = "Install jupyterlab_widgets here, restart JupyterLab, reload the page (Ctrl+Shift+R)."
    return Finding("widgets", "JupyterLab has no part for them, so buttons stay text", fix)


def _zones() -> Finding:
    try:
        version = importlib.metadata.version("tzdata")
    except importlib.metadata.PackageNotFoundError:
        return Finding("time zones", "the package tzdata is missing", _INSTALL)
    return Finding("time zones", version=version)


def _data() -> Finding:
    """Progress is kept in one folder, which must be writable."""
    try:
        folder = settings.data_dir()
        probe = folder / ".writable"
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    except OSError as error:
        fix = "Set CLOCKHANDS_DATA to a folder you may write to, then restart JupyterLab."
        return Finding("progress folder", f"cannot be written ({type(error).__name__})", fix)
    return Finding("progress folder", version=str(folder))
