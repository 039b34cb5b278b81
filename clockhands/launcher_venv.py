"""An interpreter that has everything: the running one if it does, else the checkout's own `.venv`.

Which one, in this order:
1. `.venv` itself runs this: brought up to date when pyproject.toml changed.
2. The running interpreter has this checkout installed (an active virtual or conda environment, a container):
   used as it is. Nothing is ever installed into it; what it lacks is named with the command to get it.
3. `.venv`, made with the running Python. Another active environment does not matter then.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from clockhands.launcher_project import (
    ROOT,
    VENV,
    LauncherError,
    fingerprint,
    is_installed_here,
    is_own_venv,
    missing,
    project_text,
)

STATE = VENV / "clockhands.json"
_HANDED_OVER = "CLOCKHANDS_LAUNCHED"


def ready(*, dev: bool) -> Path | None:
    """The interpreter to hand over to; None when the running one will do.

    dev: whether the packages for checks and builds are needed as well. LauncherError says what to do first.
    """
    if is_own_venv():
        if not _is_fresh(dev) or missing(dev=dev):  # somebody may have removed a package
            _install(dev)
        return None
    if is_installed_here():
        lacking = missing(dev=dev)
        if lacking:
            raise LauncherError(_lacking(lacking, dev))
        return None
    if os.environ.get(_HANDED_OVER):
        raise LauncherError(f"{sys.executable} does not find its packages. Delete {VENV} and run this again.")
    if not _works():
        _make()
    if not _is_fresh(dev):
        _install(dev)
    return python_of(VENV)


def python_of(folder: Path) -> Path:
    """The interpreter of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def hand_over(python: Path, arguments: list[str]) -> int:
    """Go on in `python` with the same command. On POSIX this call does not come back."""
    hide = ("PYTHONHOME", "__PYVENV_LAUNCHER__")
    env = {name: value for name, value in os.environ.items() if name not in hide} | {_HANDED_OVER: "1"}
    return replace_process([str(python), "-m", "clockhands", *arguments], env)


def replace_process(command: list[str], env: dict[str, str]) -> int:
    """Run `command` in place of this process (POSIX), or wait for it and give its exit code (Windows)."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        os.execve(command[0], command, env)
    with subprocess.Popen(command, env=env) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue  # the child got it too, and decides


def _state() -> dict:
    try:
        return json.loads(STATE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _is_fresh(dev: bool) -> bool:
    state = _state()
    return (
        state.get("checkout") == str(ROOT)
        and state.get("fingerprint") == fingerprint(project_text())
        and (state.get("dev", False) or not dev)
    )


def _works() -> bool:
    """Whether `.venv` is there, belongs to this place (a moved checkout leaves stale paths) and starts."""
    if _state().get("checkout", str(ROOT)) != str(ROOT):
        return False
    try:
        return subprocess.run([python_of(VENV), "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def _make() -> None:
    """A new, empty `.venv`; whatever was there is removed."""
    _remove_old()
    uv = shutil.which("uv")
    if uv and _succeeds([uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]):
        return
    if not importlib.util.find_spec("venv") or not importlib.util.find_spec("ensurepip"):
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise LauncherError(
            f"This Python lacks the module venv. Install it (Debian, Ubuntu: sudo apt install "
            f"python{version}-venv) and run this again."
        )
    print(f"Making {VENV} ...")
    result = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if result.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise LauncherError(f"Could not make {VENV}: {_last_lines(result)}")


def _remove_old() -> None:
    if VENV.is_symlink():
        VENV.unlink()
    elif VENV.exists():
        print(f"{VENV} does not fit any more (moved, or its Python is gone): making it anew.")
        try:
            shutil.rmtree(VENV)
        except OSError as error:
            raise LauncherError(
                f"Could not remove {VENV} ({error}). Close what uses it, try again."
            ) from None


def _install(dev: bool) -> None:
    """Install the checkout into `.venv`, editable. The state file is written last: half is not whole."""
    before = _state()
    dev = dev or before.get("dev", False)
    extra = " (with the tools for checks)" if dev else ""
    print(f"Installing what the course needs into .venv{extra}: once, over the network ...", flush=True)
    STATE.unlink(missing_ok=True)
    trouble = _run_installers(".[dev]" if dev else ".")
    if trouble and not (before.get("checkout") == str(ROOT) and _has_all(dev)):
        raise LauncherError(
            f"Installing failed: {trouble}\nThe first run needs the network: connect and run this again."
        )
    if trouble:
        print("That failed, but what is installed already will do.")
    state = {"checkout": str(ROOT), "dev": dev, "fingerprint": fingerprint(project_text())}
    STATE.write_text(json.dumps(state, indent=1), encoding="utf-8")


def _run_installers(target: str) -> str | None:
    """uv where there is one, else pip. None when it worked, else what pip said."""
    python, uv = str(python_of(VENV)), shutil.which("uv")
    if uv and _succeeds([uv, "pip", "install", "--quiet", "--python", python, "-e", target]):
        return None
    if not _succeeds([python, "-c", "import pip"]):
        _succeeds([python, "-m", "ensurepip"])
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", target]
    result = subprocess.run(pip, cwd=ROOT, capture_output=True, text=True, errors="replace")
    return _last_lines(result) if result.returncode else None


def _has_all(dev: bool) -> bool:
    """Whether `.venv` meets every requirement already (an edit of pyproject.toml need not ask for more)."""
    question = f"import clockhands.launcher_project as p; raise SystemExit(len(p.missing(dev={dev})))"
    return _succeeds([str(python_of(VENV)), "-c", question])


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0


def _last_lines(result: subprocess.CompletedProcess) -> str:
    lines = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    return "\n  ".join(lines[-5:])


def _lacking(lacking: list[str], dev: bool) -> str:
    names = ", ".join(lacking)
    target = ".[dev]" if dev else "."
    return (
        f"This environment ({sys.prefix}) has Clock Hands, but lacks {names}. "
        f'Run:  "{sys.executable}" -m pip install -e "{target}"  (conda: conda env update -f environment.yml)'
    )
