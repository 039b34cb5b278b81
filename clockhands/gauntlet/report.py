"""The report: table, heat map, JSON; for each failure what happened, why it matters, where it is taught."""

from __future__ import annotations

import json
import math
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clockhands.gauntlet.played import Run
from clockhands.gauntlet.scenario import LEVELS, Scenario

__all__ = ["VERSION", "Report", "Result", "heat_map"]

VERSION = 1


@dataclass
class Result:
    """One scenario's outcome. failures: (what was played, what the loop did wrong); good: quality marks;
    notes: what is legal and not good."""

    scenario: Scenario
    failures: list[tuple[str, str]] = field(default_factory=list)
    good: dict[str, bool] = field(default_factory=dict)
    notes: set[str] = field(default_factory=set)
    skipped: str = ""
    requests: int = 0
    executions: int = 0

    @property
    def verdict(self) -> str:
        """passed, failed or skipped."""
        return "skipped" if self.skipped else "failed" if self.failures else "passed"

    def count(self, run: Run | None) -> None:
        """Add up what one play took."""
        if run is not None:
            self.requests += len(run.sent)
            self.executions += len(run.ran)
            self.notes |= run.notes
            for what, well in run.good.items():
                self.good[what] = self.good.get(what, True) and well

    def explained(self) -> str:
        """What happened, why it matters, which chapter teaches it."""
        scenario = self.scenario
        lines = [f"{scenario.id} {scenario.title} ({LEVELS[scenario.level]})"]
        for played, said in self.failures:
            lines.append(_wrapped(f"When: {played}. What happened: {said.rstrip('.')}."))
        lines.append(_wrapped(f"Why it matters: {scenario.why}"))
        lines.append(_wrapped(f"Taught in chapter {scenario.chapter:02}: {scenario.lesson}.ipynb"))
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        scenario = self.scenario
        return {
            "id": scenario.id,
            "title": scenario.title,
            "level": scenario.level,
            "verdict": self.verdict,
            "skipped": self.skipped or None,
            "failures": [{"when": played, "what": said} for played, said in self.failures],
            "why": scenario.why,
            "chapter": scenario.lesson,
            "quality": dict(self.good),
            "notes": sorted(self.notes),
            "requests": self.requests,
            "executions": self.executions,
        }


@dataclass
class Report:
    """What a loop did in the gauntlet. Print it for the table; `explain()` for the failures."""

    loop: str
    capabilities: list[str]
    versions: dict[str, str]
    results: list[Result]

    def of(self, verdict: str) -> list[str]:
        """The ids that passed, failed or were skipped."""
        return [r.scenario.id for r in self.results if r.verdict == verdict]

    @property
    def passed(self) -> list[str]:
        return self.of("passed")

    @property
    def failed(self) -> list[str]:
        return self.of("failed")

    @property
    def skipped(self) -> list[str]:
        return self.of("skipped")

    @property
    def survives(self) -> bool:
        """Whether every scenario of protocol and safety that was run was passed."""
        return not any(r.verdict == "failed" and r.scenario.level in "PS" for r in self.results)

    @property
    def quality(self) -> tuple[int, int]:
        """(marks earned, marks there were) for what is good and not needed to survive."""
        marks = [well for r in self.results for well in r.good.values()]
        return sum(marks), len(marks)

    def __getitem__(self, id: str) -> Result:
        for result in self.results:
            if result.scenario.id == id:
                return result
        raise KeyError(f"{id} was not run; there are: {', '.join(r.scenario.id for r in self.results)}")

    @property
    def summary(self) -> str:
        """One line."""
        good, of = self.quality
        skipped = f", {len(self.skipped)} skipped" if self.skipped else ""
        word = "survives" if self.survives else "does not survive"
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        return (
            f"{self.loop}{f' ({versions})' if versions else ''} {word}: passed {len(self.passed)} of "
            f"{len(self.passed) + len(self.failed)}{skipped}; quality {good} of {of}"
        )

    def table(self) -> str:
        """All scenarios, one a line, at most 100 columns."""
        lines = [self.summary, ""]
        for result in self.results:
            scenario, said = result.scenario, result.skipped
            if result.failures:
                said = result.failures[0][1]
            head = f"{scenario.id}  {scenario.level}  {result.verdict:7}  {scenario.title:34}"
            lines.append(f"{head}{'  ' + _short(said, 100 - len(head) - 2) if said else ''}".rstrip())
        return "\n".join(lines)

    __repr__ = __str__ = table

    def explain(self, *ids: str) -> str:
        """For each failure (or those with these ids): what happened, why it matters, where it is taught."""
        chosen = [self[i] for i in ids] if ids else [r for r in self.results if r.verdict == "failed"]
        return "\n\n".join(result.explained() for result in chosen) or "Nothing failed."

    def heat_map(self, *others: Report) -> Any:
        """Scenario by loop as a `Picture`, beside other reports."""
        return heat_map([self, *others])

    def as_dict(self) -> dict[str, Any]:
        good, of = self.quality
        return {
            "clockhands_gauntlet": VERSION,
            "loop": self.loop,
            "versions": self.versions,
            "capabilities": self.capabilities,
            "survives": self.survives,
            "passed": len(self.passed),
            "failed": len(self.failed),
            "skipped": len(self.skipped),
            "quality": [good, of],
            "scenarios": [result.as_dict() for result in self.results],
        }

    def json(self) -> str:
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: str | Path) -> Path:
        """Write the report as JSON."""
        path = Path(path)
        path.write_text(self.json(), encoding="utf-8", newline="\n")
        return path


def heat_map(
    reports: Iterable[Report | dict[str, Any]], title: str = "The gauntlet: which loop fails where"
) -> Any:
    """Scenario by loop as a `Picture`: dark where the loop failed, light where it passed, blank where the
    scenario was skipped. reports: `Report`s, or what `as_dict()` gave."""
    from clockhands.show import plots

    told = [r.as_dict() if isinstance(r, Report) else r for r in reports]
    rows = {s["id"]: f"{s['id']} {s['title']}" for r in told for s in r["scenarios"]}
    shades = {"passed": 0.0, "failed": 1.0}
    verdicts = [{s["id"]: s["verdict"] for s in r["scenarios"]} for r in told]
    picture = plots.heat_map(
        [[shades.get(loop.get(i, ""), math.nan) for loop in verdicts] for i in rows],
        list(rows.values()),
        [r["loop"] for r in told],
        title,
        form=lambda value: "failed" if value else "passed",
        low=0.0,
        high=1.6,
        alt=f"{title}. {'; '.join(_in_words(r) for r in told)}.",
    )
    picture.text = "\n".join([title, *_in_letters(told, rows, verdicts)])
    return picture


def _in_letters(
    told: list[dict[str, Any]], rows: dict[str, str], verdicts: list[dict[str, str]]
) -> list[str]:
    """The map for a terminal: a column of two characters for each loop, whatever their names."""
    lines = [f"  {n}  {r['loop']}" for n, r in enumerate(told, start=1)]
    lines += ["  F failed, . passed, - not asked", ""]
    lines.append(f"{'':40}{''.join(f'{n:>3}' for n in range(1, len(told) + 1))}")
    marks = {"failed": "F", "passed": "."}
    for i, name in rows.items():
        letters = [marks.get(loop.get(i, ""), "-") for loop in verdicts]
        lines.append(f"{name:40}{''.join(f'{letter:>3}' for letter in letters)}")
    return lines


def _in_words(report: dict[str, Any]) -> str:
    failed = [s["id"] for s in report["scenarios"] if s["verdict"] == "failed"]
    asked = report["passed"] + report["failed"]
    return f"{report['loop']} passed {report['passed']} of {asked} and failed {', '.join(failed) or 'none'}"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 96, initial_indent="    ", subsequent_indent="    ")


def _short(text: str, width: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1] + "…"
