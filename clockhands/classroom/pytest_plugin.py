"""What pytest needs to check notebooks: hermetic kernels for nbval, and a count of what was checked.

Loaded by name in pyproject.toml, not from a conftest: `pytest chapters/03_the_loop.ipynb` must find the same
kernels as the whole run does.
"""

from __future__ import annotations

import os
import signal
from collections import defaultdict

import pytest

from clockhands.classroom import kernel

BROWSER = "tests/browser/"


def pytest_configure(config) -> None:
    """Put the kernels' environment in force; workers of xdist inherit it from their parent."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)  # kernels must be able to be interrupted
    context = kernel.hermetic()
    wanted = context.__enter__()
    config.add_cleanup(lambda: context.__exit__(None, None, None))
    for name in set(os.environ) - set(wanted) - {"CLOCKHANDS_EXAMPLES"}:  # how much the tests try, no setting
        del os.environ[name]
    os.environ.update(wanted)
    os.environ["CLOCKHANDS_DATA"] = os.path.join(wanted["CLOCKHANDS_SCRATCH"], "data")
    os.environ["MPLBACKEND"] = "Agg"  # of the tests themselves; a kernel sets its own


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One worker for each file, as `--dist loadfile`, and one for all browser tests: they share a server."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)

    return Scheduling(config, log)


def pytest_terminal_summary(terminalreporter) -> None:
    """Say how many notebooks nbval ran, by folder."""
    cells: dict[str, int] = defaultdict(int)
    for outcome in ("passed", "failed", "skipped", "xfailed"):
        for report in terminalreporter.stats.get(outcome, []):
            path = report.nodeid.split("::")[0]
            if path.endswith(".ipynb") and (report.when == "call" or outcome != "passed"):
                cells[path] += 1
    if cells:
        folders: dict[str, int] = defaultdict(int)
        for path in cells:
            folders[path.split("/")[0]] += 1
        parts = ", ".join(f"{count} in {folder}/" for folder, count in sorted(folders.items()))
        terminalreporter.write_line(
            f"strict nbval: {len(cells)} notebooks checked ({parts}), {sum(cells.values())} cells"
        )
