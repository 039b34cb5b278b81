"""`python3 -m clockhands check`: everything that can be off, said in one run."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

from clockhands.classroom import build, environment_file
from clockhands.classroom.places import ROOT

HERE = "python3 -m"


def main(arguments: list[str]) -> int:
    """Run every check whatever the others say; `arguments` go to pytest. 1 when anything is off."""
    results = {
        "lint": _run("lint", [sys.executable, "-m", "ruff", "check", "--quiet", "."]),
        "format": _run("format", [sys.executable, "-m", "ruff", "format", "--check", "."]),
        "environment": _say("environment", environment_file.differences()),
        "sources": _say("sources", build.stale_sources()),
    }
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        tests = [sys.executable, "-m", "pytest", f"--junit-xml={report}", *arguments]
        results["tests"] = _run("tests", tests)
        closing = _counts(report)
    print("\n== summary")
    for name, fine in results.items():
        print(f"{name:<12} {'ok' if fine else 'OFF   ' + _CURES[name]}")
    print(closing)
    return 0 if all(results.values()) else 1


#: What puts each thing right.
_CURES = {
    "lint": f"{HERE} ruff check --fix .",
    "format": f"{HERE} ruff format .   (notebooks: the build lays them out)",
    "environment": "make environment.yml and pyproject.toml say the same",
    "sources": f"{build.COMMAND}",
    "tests": f"{HERE} pytest -n 0 PATH   (one file, in one process)",
}


def _run(name: str, command: list[str]) -> bool:
    print(f"== {name}", flush=True)
    return subprocess.run(command, cwd=ROOT).returncode == 0


def _say(name: str, problems: list[str]) -> bool:
    print(f"== {name}")
    for problem in problems:
        print(problem)
    sys.stdout.flush()
    return not problems


def _counts(report: Path) -> str:
    """How many notebooks, then `812 passed, 0 failed, 3 skipped`, out of pytest's own report."""
    if not report.exists():
        return "0 passed, 1 failed"
    root = ET.parse(report).getroot()
    suite = root if root.tag == "testsuite" else root.find("testsuite")
    number = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
    failed, skipped = number["failures"] + number["errors"], number["skipped"]
    homes = {case.get("classname", "") for case in suite.iter("testcase")}
    notebooks = sum(home.endswith(".ipynb") for home in homes)
    passed = number["tests"] - failed - skipped
    return f"{notebooks} notebooks under strict nbval\n{passed} passed, {failed} failed, {skipped} skipped"
