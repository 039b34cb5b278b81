"""The two commands, tried as a user does: a checkout of its own, a fresh process, a folder with a space.

A stand-in for uv makes environments without a network: the real interpreter, a real `.venv`, and the packages
of the environment that runs these tests. What it was asked to do is in its log.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from clockhands import __main__ as entry
from clockhands import launcher_lab, launcher_project, launcher_remove, launcher_venv

ROOT = Path(__file__).parents[1]
UV = """
import os, subprocess, sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

with open({log!r}, "a", encoding="utf-8") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n")
if sys.argv[1] == "venv":
    sys.exit(subprocess.call([sys.executable, "-m", "venv", "--without-pip", sys.argv[-1]]))
if Path({broken!r}).exists():
    sys.exit(1)
python = sys.argv[sys.argv.index("--python") + 1]
ask = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
site = Path(subprocess.check_output(ask, text=True).strip())
(site / "borrowed.pth").write_text({packages!r} + "\\n" + os.getcwd() + "\\n", encoding="utf-8")
"""


class Checkout:
    """A checkout with the launcher and little else, and a `uv` on PATH that needs no network."""

    def __init__(self, folder: Path):
        self.root = folder / "clock hands é"
        self.log, self.broken = folder / "uv.log", folder / "uv is broken"
        self._tools = folder / "tools"
        self._lay()
        self._write_uv()

    def _lay(self) -> None:
        package = self.root / "clockhands"
        package.mkdir(parents=True)
        for source in (ROOT / "clockhands").glob("*.py"):
            shutil.copy(source, package)
        shutil.copytree(ROOT / "clockhands" / "lab_config", package / "lab_config")
        shutil.copytree(ROOT / "clockhands" / "classroom", package / "classroom")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        for folder, name in (
            ("chapters", "00_start_here"),
            ("chapters", "03_the_loop"),
            ("labs", "clock_lab"),
        ):
            write_notebook(self.root / folder / f"{name}.ipynb", f"# {name}", "a = 1")

    def _write_uv(self) -> None:
        self._tools.mkdir()
        script = self._tools / "uv.py"
        packages = sysconfig.get_path("purelib")
        script.write_text(
            UV.format(log=str(self.log), broken=str(self.broken), packages=packages), encoding="utf-8"
        )
        if os.name == "nt":
            (self._tools / "uv.cmd").write_text(f'@"{sys.executable}" "{script}" %*\n', encoding="utf-8")
        else:
            runner = self._tools / "uv"
            runner.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
            runner.chmod(0o755)

    def run(self, *arguments: str, python: Path | str = sys.executable, stdin: str = "", **env: str):
        """The finished process of one command. PATH holds the stand-in for uv first."""
        path = os.pathsep.join([str(self._tools), os.environ["PATH"]])
        return subprocess.run(
            [str(python), "-m", "clockhands", *arguments],
            cwd=self.root,
            env={**os.environ, "PATH": path, "PYTHONPATH": "", **env},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
        )

    @property
    def installs(self) -> list[str]:
        """What the stand-in was asked to install, in order."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        return [line for line in lines if line.startswith("pip install")]

    @property
    def venv_python(self) -> Path:
        return launcher_venv.python_of(self.root / ".venv")


def write_notebook(path: Path, *sources: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": source,
        }
        for n, source in enumerate(sources)
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_the_first_run_makes_an_environment_and_goes_on_there(checkout):
    done = checkout.run("build", "--help")
    assert done.returncode == 0, done.stderr
    assert "usage: python3 -m clockhands build" in done.stdout
    assert checkout.venv_python.exists()
    assert [line.split(" -e ")[1] for line in checkout.installs] == [".[dev]"]


def test_a_later_run_installs_nothing(checkout):
    checkout.run("build", "--help")
    checkout.broken.touch()  # as it is without a network
    done = checkout.run("build", "--help")
    assert done.returncode == 0 and "usage:" in done.stdout
    assert len(checkout.installs) == 1


def test_a_changed_requirement_is_installed_a_changed_setting_is_not(checkout):
    checkout.run("build", "--help")
    project = checkout.root / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(text.replace("line-length = 110", "line-length = 100"), encoding="utf-8")
    checkout.run("build", "--help")
    assert len(checkout.installs) == 1
    project.write_text(text.replace('version = "0.1.0"', 'version = "0.2.0"'), encoding="utf-8")
    checkout.run("build", "--help")
    assert len(checkout.installs) == 2


def test_an_interrupted_installation_is_done_again(checkout):
    checkout.broken.touch()
    failed = checkout.run("build", "--help", PIP_NO_INDEX="1", PIP_NO_BUILD_ISOLATION="0")
    assert failed.returncode == 1
    assert "needs the network" in failed.stderr and "Traceback" not in failed.stderr
    checkout.broken.unlink()
    done = checkout.run("build", "--help")
    assert done.returncode == 0 and "usage:" in done.stdout


def test_what_is_installed_will_do_when_nothing_new_is_needed(checkout):
    checkout.run("build", "--help")
    project = checkout.root / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(text.replace('version = "0.1.0"', 'version = "0.2.0"'), encoding="utf-8")
    checkout.broken.touch()
    done = checkout.run("build", "--help", PIP_NO_INDEX="1")
    assert done.returncode == 0 and "will do" in done.stdout and "usage:" in done.stdout


def test_a_moved_checkout_gets_a_new_environment(checkout):
    checkout.run("build", "--help")
    moved = checkout.root.with_name("somewhere else")
    checkout.root.rename(moved)
    checkout.root = moved
    done = checkout.run("build", "--help")
    assert done.returncode == 0 and "making it anew" in done.stdout
    assert len(checkout.installs) == 2
    state = json.loads((moved / ".venv" / "clockhands.json").read_text(encoding="utf-8"))
    assert state["checkout"] == str(moved.resolve())


def test_an_environment_whose_python_is_gone_is_made_anew(checkout):
    checkout.run("build", "--help")
    checkout.venv_python.unlink()
    done = checkout.run("build", "--help")
    assert done.returncode == 0 and len(checkout.installs) == 2


def test_the_environment_itself_may_run_the_commands(checkout):
    checkout.run("build", "--help")
    done = checkout.run("build", "--help", python=checkout.venv_python)
    assert done.returncode == 0 and len(checkout.installs) == 1


def test_without_the_module_venv_one_line_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(launcher_venv, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(launcher_venv.shutil, "which", lambda name: None)
    monkeypatch.setattr(launcher_venv.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(launcher_project.LauncherError, match="lacks the module venv"):
        launcher_venv._make()


def test_an_environment_with_the_course_is_used_as_it_is(monkeypatch):
    monkeypatch.setattr(launcher_venv, "is_own_venv", lambda: False)
    monkeypatch.setattr(launcher_venv, "is_installed_here", lambda: True)
    assert launcher_venv.ready(dev=True) is None
    monkeypatch.setattr(launcher_venv, "missing", lambda dev: ["numpy>=9"])
    with pytest.raises(launcher_project.LauncherError, match=r"lacks numpy>=9.*pip install"):
        launcher_venv.ready(dev=True)


def test_another_checkout_installed_here_does_not_count(monkeypatch, tmp_path):
    info = tmp_path / "clockhands-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: clockhands\nVersion: 0.1.0\n", encoding="utf-8"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for folder, expected in ((ROOT, True), (tmp_path, False)):
        url = {"url": folder.as_uri(), "dir_info": {"editable": True}}
        (info / "direct_url.json").write_text(json.dumps(url), encoding="utf-8")
        assert launcher_project.is_installed_here() is expected


def test_a_folder_that_only_lies_in_the_way_does_not_count(monkeypatch):
    monkeypatch.setattr(sys, "path", ["", str(ROOT)])
    assert not launcher_project.is_installed_here()


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 9, 18)])
def test_an_old_python_is_told_what_to_install(version, monkeypatch):
    monkeypatch.setattr(entry.sys, "version_info", version)
    message = entry.too_old()
    assert message.startswith("Clock Hands needs Python 3.10 or newer") and "\n" not in message


@pytest.mark.parametrize("name", ["python2.7", "python3.6", "python3.7", "python3.8", "python3.9"])
def test_an_old_python_reads_the_first_files(name):
    command = [name, "-B", "-m", "clockhands"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    except OSError:
        pytest.skip(f"no {name} here")
    if "pyenv:" in done.stderr:
        pytest.skip(f"{name} is not switched on here")
    assert done.returncode == 1
    assert done.stderr.startswith("Clock Hands needs Python 3.10") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["__init__", "__main__"])
def test_the_first_files_hold_no_newer_syntax(name):
    import ast

    path = ROOT / "clockhands" / f"{name}.py"
    text = path.read_bytes()
    text.decode("ascii")  # Python 2 wants a coding line for more
    newer = ("JoinedStr", "AnnAssign", "NamedExpr", "AsyncFunctionDef", "Await", "Match", "Nonlocal")
    for node in ast.walk(ast.parse(text)):
        assert type(node).__name__ not in newer
        if isinstance(node, ast.arguments):
            assert not node.kwonlyargs and not node.posonlyargs
            assert all(argument.annotation is None for argument in node.args)
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None


def test_an_unknown_command_names_those_there_are(checkout):
    done = checkout.run("chek")
    assert done.returncode == 2 and "check" in done.stderr
    assert not (checkout.root / ".venv").exists()


def test_help_needs_nothing(checkout):
    done = checkout.run("--help")
    assert done.returncode == 0 and "python3 -m clockhands reset NAME" in done.stdout
    assert not (checkout.root / ".venv").exists()


@pytest.mark.parametrize(
    "arguments", [["--ip=0.0.0.0"], ["--ip", "0.0.0.0"], ["--ServerApp.ip=*"], ["--ip="]]
)
def test_jupyterlab_serves_this_machine_alone(arguments):
    with pytest.raises(launcher_project.LauncherError, match="other machines"):
        launcher_lab.refuse_other_machines(arguments)
    launcher_lab.refuse_other_machines(["--ip=127.0.0.1", "--port=8899", "--no-browser"])


def test_reset_needs_no_environment(checkout):
    copy = checkout.root / "work" / "03_the_loop.ipynb"
    write_notebook(copy, "mine")
    done = checkout.run("reset", "3")
    assert done.returncode == 0, done.stderr
    (backup,) = (checkout.root / "work" / "backups").iterdir()
    assert json.loads(backup.read_text(encoding="utf-8"))["cells"][0]["source"] == "mine"
    assert json.loads(copy.read_text(encoding="utf-8"))["cells"][0]["source"] == "# 03_the_loop"
    assert not (checkout.root / ".venv").exists()


@pytest.mark.parametrize(
    ("stdin", "arguments", "kept"),
    [("n\n", [], True), ("", [], True), ("y\n", [], False), ("", ["--yes"], False)],
)
def test_remove_asks_before_it_touches_your_work(checkout, tmp_path, stdin, arguments, kept):
    data = tmp_path / "progress"
    for folder, name in ((".venv", "x"), ("work", "x"), (data, "progress.sqlite3")):
        (checkout.root / folder).mkdir()
        (checkout.root / folder / name).write_text("x", encoding="utf-8")
    done = checkout.run("remove", *arguments, stdin=stdin, CLOCKHANDS_DATA=str(data))
    assert done.returncode == 0, done.stderr
    assert not (checkout.root / ".venv").exists()
    assert str(checkout.root.resolve() / "work") in done.stdout and str(data) in done.stdout
    assert (checkout.root / "work").exists() is kept and data.exists() is kept
    assert (checkout.root / "chapters").exists()


def test_remove_takes_the_courses_own_files_out_of_a_folder_that_holds_more(checkout, tmp_path):
    own = [
        "progress.sqlite3",
        "progress.sqlite3-journal",
        "progress.sqlite3.damaged-2026-11-05T141015",
        ".progress.sqlite3.lock",
    ]
    others = ["thesis.txt", "progress.json", "my-progress.sqlite3", "deep/progress.sqlite3"]
    for name in own + others:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    done = checkout.run("remove", "--yes", CLOCKHANDS_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert not any((tmp_path / name).exists() for name in own)
    assert all((tmp_path / name).exists() for name in others)


def test_remove_with_the_home_folder_as_data_folder_leaves_it_alone(checkout):
    done = checkout.run("remove", "--yes", CLOCKHANDS_DATA=str(checkout.root.parent))
    assert done.returncode == 0 and checkout.root.exists()


def test_other_machines_are_refused_before_anything_is_installed(checkout):
    done = checkout.run("--ip=0.0.0.0")
    assert done.returncode == 1 and "other machines" in done.stderr
    assert not (checkout.root / ".venv").exists()


def test_the_data_folder_is_the_one_of_the_settings(monkeypatch):
    import platformdirs

    monkeypatch.delenv("CLOCKHANDS_DATA")
    usual = platformdirs.user_data_dir("clockhands", appauthor=False)
    assert launcher_remove.data_folder() == Path(usual)


def fetched(url: str) -> str:
    """The page at `url`; a server says that it runs a moment before it listens."""
    for _ in range(200):
        try:
            with urlopen(url) as answer:
                return answer.read().decode("utf-8")
        except URLError:
            time.sleep(0.05)
    raise AssertionError(f"nothing answers at {url}")


def test_jupyterlab_opens_the_first_chapter(tmp_path, monkeypatch):
    work = tmp_path / "clock hands é" / "work"
    write_notebook(work / "00_start_here.ipynb", "# a")
    monkeypatch.setattr(launcher_lab, "ROOT", work.parent)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = launcher_lab.command(["--no-browser", f"--port={port}", "--IdentityProvider.token=hands"])
    env = launcher_lab.environment() | {"JUPYTER_RUNTIME_DIR": str(tmp_path / "run")}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, encoding="utf-8") as server:
        try:
            log = "".join(itertools.takewhile(lambda line: "Use Control-C" not in line, server.stderr))
            base = f"http://127.0.0.1:{port}"
            assert f"{base}/lab/tree/00_start_here.ipynb" in log
            contents = json.loads(fetched(f"{base}/api/contents?token=hands"))
            page = fetched(f"{base}/lab/tree/00_start_here.ipynb?token=hands")
        finally:
            server.terminate()
            server.stderr.read()
    assert [entry["name"] for entry in contents["content"]] == ["00_start_here.ipynb"]
    config = json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.S).group(1))
    assert "@jupyterlab/apputils-extension:announcements" in config["disabledExtensions"]
