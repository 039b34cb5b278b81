"""Hermetic kernels: the same notebook gives the same outputs, whoever runs it, wherever, whenever.

The environment made here is enough for any front end (nbclient in the build, nbval in the tests): it points
IPython to a profile whose start-up freezes the clock and blocks the network (`inside_kernel`), and hides
what the user's own machine adds (keys, proxies, styles, history, start-up files).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from clockhands.classroom.inside_kernel import INSTANT

if TYPE_CHECKING:
    import nbformat

PROFILE = Path(__file__).parent / "kernel_profile"
CELL_TIMEOUT_S = 60

_HIDDEN = ("PYTHONSTARTUP", "PYTHONWARNINGS", "PYTHONHASHSEED", "MPLSTYLE", "NBGRADER_EXECUTION", "NO_COLOR")
_HIDDEN_STARTS = ("ANTHROPIC_", "CLOCKHANDS_", "OPENAI_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


@contextmanager
def hermetic() -> Iterator[dict[str, str]]:
    """Context manager: yields the environment for kernels; its folders are gone afterwards."""
    scratch = Path(tempfile.mkdtemp(prefix="clockhands-"))
    try:
        yield environment(scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def environment(scratch: Path) -> dict[str, str]:
    """The environment of a hermetic kernel; everything it writes goes below `scratch`."""
    profile = scratch / "ipython" / "profile_default"
    shutil.copytree(PROFILE, profile, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    (scratch / "matplotlib").mkdir(exist_ok=True)
    env = {name: value for name, value in os.environ.items() if not _is_hidden(name)}
    env |= {
        "IPYTHONDIR": str(scratch / "ipython"),
        "CLOCKHANDS_SCRATCH": str(scratch),
        "CLOCKHANDS_BUTTONS": "0",  # what is stored is read without a kernel: questions stay text
        "MPLCONFIGDIR": str(scratch / "matplotlib"),
        "MATPLOTLIBRC": str(profile / "matplotlibrc"),
        "SOURCE_DATE_EPOCH": str(int(INSTANT.timestamp())),
        "TZ": "UTC",
        "COLUMNS": "80",
        "PYTHONIOENCODING": "utf-8",
    }
    _fill_font_cache(env)
    return env


def _is_hidden(name: str) -> bool:
    return name.upper() in _HIDDEN or name.upper().startswith(_HIDDEN_STARTS)


def _fill_font_cache(env: dict[str, str]) -> None:
    """Otherwise the first kernel builds it, and a slow machine prints a notice into somebody's output."""
    subprocess.run(
        [sys.executable, "-c", "import matplotlib.font_manager"], env=env, check=True, capture_output=True
    )


def run(notebook: nbformat.NotebookNode, folder: Path, env: dict[str, str]) -> None:
    """Execute every cell of `notebook` in place, with `folder` as working directory.

    nbclient.exceptions.CellExecutionError when a cell raises, CellTimeoutError after CELL_TIMEOUT_S.
    """
    client = _client_class()(
        notebook,
        timeout=CELL_TIMEOUT_S,
        coalesce_streams=True,
        store_widget_state=False,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute(env=env)


def _client_class():
    from nbclient import NotebookClient

    class Client(NotebookClient):
        def create_kernel_manager(self):
            """Ours, and made here: a manager handed in from outside is not shut down at the end."""
            self.km = _kernel_manager()
            return self.km

        async def async_execute_cell(self, cell, cell_index, execution_count=None, store_history=False):
            """As nbval runs a cell: without history, so a trailing `;` hides nothing that nbval would see."""
            return await super().async_execute_cell(cell, cell_index, execution_count, store_history=False)

    return Client


def _kernel_manager():
    """A manager for kernels of *this* interpreter, whatever kernels the user has registered elsewhere."""
    from ipykernel.kernelspec import RESOURCES, get_kernel_dict
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    class ThisInterpreter(KernelSpecManager):
        def get_kernel_spec(self, kernel_name):
            return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())

    return AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ThisInterpreter())
