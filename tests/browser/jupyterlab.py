"""A JupyterLab server on a `work/` folder of its own, and one notebook open in it."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from clockhands import launcher_lab, launcher_work
from clockhands.classroom.places import ROOT

START_S = 60
#: Cells off screen must be in the page, or tests could not find them.
_SETTINGS = {"@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"}}
#: In the page: JupyterLab's own application object, which the server exposes for these tests.
_OPEN = "async path => { await window.jupyterapp.commands.execute('docmanager:open', { path }); }"
_READY = """path => {
    const open = window.jupyterapp?.shell.currentWidget;
    return open?.context?.path === path && open.sessionContext.session?.kernel?.status === 'idle';
}"""
_RUN_ALL = "async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
_CONTENT = "() => window.jupyterapp.shell.currentWidget.content.model.toJSON()"
_IDLE = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
_SAVE = "async () => { await window.jupyterapp.commands.execute('docmanager:save'); }"
_CLOSE = """async () => {
    const open = window.jupyterapp.shell.currentWidget;
    await window.jupyterapp.serviceManager.sessions.shutdownAll();
    open.context.model.dirty = false;
    open.close();
}"""
_WRITE = """([id, source]) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.widgets.find(cell => cell.model.id === id).model.sharedModel.setSource(source);
}"""
_FORGET = """id => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.widgets.find(cell => cell.model.id === id).model.executionCount = null;
}"""
_RAN = """id => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    return notebook.widgets.find(cell => cell.model.id === id).model.executionCount !== null;
}"""


class Lab:
    """JupyterLab on `folder/work`, made by the launcher, with progress in `folder/data`."""

    def __init__(self, folder: Path):
        self.folder, self.work = folder, folder / "work"
        for name in ("chapters", "labs"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        launcher_work.update(folder)
        self.token, self.port = secrets.token_hex(16), _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.theme("JupyterLab Light")
        for name, values in _SETTINGS.items():
            self._setting(name, values)
        self._log = open(folder / "server.log", "w", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen(
            self._command(), env=self._environment(), stdout=self._log, stderr=subprocess.STDOUT
        )

    def _command(self) -> list[str]:
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--LabApp.expose_app_in_browser=True"]
        command += [f"--ServerApp.root_dir={self.work}", "--ServerApp.ip=127.0.0.1"]
        command += [f"--ServerApp.port={self.port}", "--ServerApp.port_retries=0"]
        command += [f"--IdentityProvider.token={self.token}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--allow-root")
        return command

    def _environment(self) -> dict[str, str]:
        """The launcher's, with every folder below ours, kernels as a learner has them: with a real clock."""
        env = launcher_lab.environment()
        for hermetic in ("IPYTHONDIR", "TZ", "PYTHONWARNINGS", "CLOCKHANDS_BUTTONS"):
            env.pop(hermetic, None)
        homes = {"CLOCKHANDS_DATA": "data", "IPYTHONDIR": "ipython", "JUPYTER_CONFIG_DIR": "config"}
        homes |= {"JUPYTER_DATA_DIR": "share", "JUPYTER_RUNTIME_DIR": "runtime"}
        homes |= {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
        env |= {name: str(self.folder / home) for name, home in homes.items()}
        # Nothing may ask another machine for anything: what tries meets a closed port.
        env |= {"HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9"}
        return env | {"NO_PROXY": "127.0.0.1,localhost"}

    def wait(self) -> None:
        """Until the server answers; RuntimeError with its log when it does not."""
        request = urllib.request.Request(f"{self.url}/api/status?token={self.token}")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(START_S * 10):
            if self._process.poll() is not None:
                break
            try:
                with opener.open(request, timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        log = (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")
        raise RuntimeError(f"JupyterLab did not start on port {self.port}:\n{log[-3000:]}")

    def theme(self, name: str) -> None:
        """`JupyterLab Light` or `JupyterLab Dark`, for pages opened from now on."""
        self._setting("@jupyterlab/apputils-extension/themes", {"theme": name})

    def _setting(self, name: str, values: dict) -> None:
        path = self.folder / "settings" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")

    def add(self, name: str, *cells: str) -> str:
        """Write a notebook with these code cells into `work/`; gives back its name."""
        code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
        listed = [{**code, "id": f"cell-{n}", "source": cell} for n, cell in enumerate(cells)]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        notebook = {"cells": listed, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
        (self.work / name).write_text(json.dumps(notebook), encoding="utf-8")
        return name

    def address(self, notebook: str) -> str:
        return f"{self.url}/lab/tree/{notebook}?reset&token={self.token}"

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()


class Open:
    """One notebook, open in a page; a page that shows JupyterLab already is used on: loading takes long."""

    def __init__(self, page: Any, lab: Lab, name: str):
        self.page, self.lab, self.name, self.open = page, lab, name, True
        if page.url.startswith(lab.url):
            page.evaluate(_OPEN, name)
        else:
            page.goto(lab.address(name))
        page.wait_for_function(_READY, arg=name, timeout=120_000)

    def run_all(self) -> None:
        """Run every cell and wait until the kernel is idle."""
        self.page.evaluate(_RUN_ALL)
        self.page.wait_for_function(_IDLE, timeout=120_000)

    def run(self, *ids: str) -> None:
        """Run these cells, in order, each with a click into it and Ctrl+Enter."""
        for id in ids:
            self.page.evaluate(_FORGET, id)
            self.cell(id).locator(".cm-content").click()
            self.page.keyboard.press("Control+Enter")
            self.page.wait_for_function(_RAN, arg=id, timeout=120_000)
        self.page.wait_for_function(_IDLE, timeout=120_000)

    def cell(self, id: str) -> Any:
        """A cell by its id."""
        place = [cell["id"] for cell in self.content()["cells"]].index(id)
        return self._shown().locator(".jp-Cell").nth(place)

    def output(self, id: str) -> Any:
        """Where a cell's outputs are."""
        return self.cell(id).locator(".jp-Cell-outputArea")

    def _shown(self) -> Any:
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def write(self, id: str, source: str) -> None:
        """Put `source` into a cell, in place of what it holds."""
        self.page.evaluate(_WRITE, [id, source])

    def content(self) -> dict:
        """The notebook as it stands in the page."""
        return self.page.evaluate(_CONTENT)

    def errors(self) -> list[str]:
        """Every error and every warning in the outputs, with the id of its cell."""
        found = []
        for cell in self.content()["cells"]:
            for output in cell.get("outputs", []):
                if output["output_type"] == "error":
                    found.append(f"{cell['id']}: {output['ename']}: {output['evalue']}")
                elif output.get("name") == "stderr":
                    found.append(f"{cell['id']}: stderr: {''.join(output['text'])}")
        return found

    def save(self) -> None:
        self.page.evaluate(_SAVE)

    def close(self) -> None:
        """End its kernel and close it, if it is open; what was not saved is gone."""
        if self.open and not self.page.is_closed():
            self.page.evaluate(_CLOSE)
        self.open = False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
