"""The gauntlet lab: which agent loop survives what, and what the frameworks of today do with 42 accidents.

    python labs/gauntlet.py             the table of stored results
    python labs/gauntlet.py --measure   run every loop that is installed here, and store what it did

Stored results come from running, with the versions that ran. A framework that is not installed where
`--measure` is run keeps the result it had.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from clockhands import gauntlet as kit
from clockhands import settings
from clockhands.agent import run as course
from clockhands.gauntlet import frameworks
from clockhands.lessons.hinting import solution_text
from clockhands.show import Picture

RESULTS = Path(__file__).with_name("gauntlet_results.json")
#: adapter -> the name of its column
COLUMNS = {
    "sdk_runner": "SDK",
    "openai_agents": "openai",
    "pydantic_ai": "pydantic",
    "langgraph": "langgraph",
    "smolagents": "smolagents",
}


def chapter_3() -> Callable[..., str]:
    """The loop that chapter 3 ends with: `run_loop` and `run_tool`, as its solutions have them."""
    names: dict[str, Any] = {"MODEL": settings.model_id()}
    for exercise in ("3.2", "3.3"):
        exec(compile(solution_text(exercise), f"exercise {exercise}", "exec"), names)
    return names["run_loop"]


def loops() -> dict[str, Callable[..., Any]]:
    """Every loop that can be run here, by the name of its column."""
    found: dict[str, Callable[..., Any]] = {"beginner": kit.beginner, "chapter 3": chapter_3()}
    here = frameworks.installed()
    found |= {column: frameworks.adapter(name) for name, column in COLUMNS.items() if name in here}
    return {**found, "course": course}


@cache
def stored() -> dict[str, dict[str, Any]]:
    """The stored reports, by column."""
    told = json.loads(RESULTS.read_text(encoding="utf-8"))
    return {report["loop"]: report for report in told["loops"]}


def measure(told: Callable[[str], None] = print) -> None:
    """Run what is installed, and store it beside what was measured elsewhere."""
    reports = stored() if RESULTS.exists() else {}
    for column, loop in loops().items():
        report = kit.run(loop, name=column)
        told(report.summary)
        reports[column] = _short(report.as_dict())
    order = ["beginner", "chapter 3", *COLUMNS.values(), "course"]
    kept = {"gauntlet_results": 1, "loops": [reports[column] for column in order if column in reports]}
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    stored.cache_clear()


def _short(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what is the same for every loop, and with the first failure of each scenario."""
    kept = ("id", "title", "level", "verdict", "quality")
    scenarios = [
        {key: scenario[key] for key in kept} | {"failures": scenario["failures"][:1]}
        for scenario in report["scenarios"]
    ]
    return {**{k: v for k, v in report.items() if k != "clockhands_gauntlet"}, "scenarios": scenarios}


def heat_map() -> Picture:
    """Scenario by loop, as measured."""
    return kit.heat_map(stored().values())


def verdicts(column: str) -> dict[str, str]:
    """Scenario -> passed, failed or skipped, as measured."""
    return {scenario["id"]: scenario["verdict"] for scenario in stored()[column]["scenarios"]}


def table() -> str:
    """One line a loop: how many it passed, and the versions that were measured."""
    lines = [f"{'loop':12}{'passed':>8}{'asked':>7}   versions"]
    for column, report in stored().items():
        asked = report["passed"] + report["failed"]
        versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
        lines.append(f"{column:12}{report['passed']:8}{asked:7}   {versions}".rstrip())
    return "\n".join(lines)


def hardest(columns: list[str] | None = None) -> list[str]:
    """The scenarios that every loop but the course's fails, where it was asked."""
    chosen = [verdicts(c) for c in (columns or stored()) if c != "course"]
    return [i for i in kit.SCENARIOS if all(found[i] == "failed" for found in chosen)]


def named(ids: list[str]) -> str:
    """Scenarios with their titles, one a line."""
    return "\n".join(f"{i}  {kit.SCENARIOS[i].title}" for i in ids)


def main(arguments: list[str]) -> int:
    """Print the stored table, after measuring anew when asked to."""
    if "--measure" in arguments:
        measure()
    print(heat_map().text)
    print(f"\n{table()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
