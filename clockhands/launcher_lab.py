"""Open JupyterLab on the learner's copies, for this machine alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from clockhands import launcher_work
from clockhands.launcher_project import ROOT, LauncherError
from clockhands.launcher_venv import replace_process

START = "00_start_here.ipynb"
_CONFIG = Path(__file__).parent / "lab_config"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def start(arguments: list[str]) -> int:
    """Bring `work/` up to date and open it; arguments (`--no-browser`, `--port=N`) go to JupyterLab."""
    for line in launcher_work.update():
        print(line)
    print(f"Your copies are in {ROOT / 'work'}. Stop JupyterLab with Ctrl-C.")
    return replace_process(command(arguments), environment())


def command(arguments: list[str]) -> list[str]:
    """The command line of JupyterLab."""
    work = ROOT / "work"
    first = (
        START if (work / START).exists() else next((path.name for path in sorted(work.glob("*.ipynb"))), "")
    )
    line = [sys.executable, "-m", "jupyterlab", "--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={work}"]
    line.append(f"--LabApp.default_url=/lab/tree/{first}" if first else "--LabApp.default_url=/lab")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        line.append("--allow-root")  # containers; nothing but this machine can reach it
    return line + arguments


def environment() -> dict[str, str]:
    """This environment; kernels of this interpreter come first, and no pop-up asks for news."""
    env = dict(os.environ)
    env["JUPYTER_PREFER_ENV_PATH"] = "1"
    env["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [str(_CONFIG), env.get("JUPYTER_CONFIG_PATH")]))
    return env


def refuse_other_machines(arguments: list[str]) -> None:
    """LauncherError when the arguments would serve more than this machine: whoever reaches it runs code."""
    for position, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name in ("--ip", "--ServerApp.ip"):
            value = value or "".join(arguments[position + 1 : position + 2])
            if value not in _LOOPBACK:
                raise LauncherError(f"{argument} would let other machines run code here; leave it out.")
