"""Run the scenarios against one loop."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from clockhands.errors import ConfigurationError
from clockhands.gauntlet import (
    api_faults,
    arguments,
    context,
    control,
    endings,
    failing,
    results,
    streams,
    turns,
)
from clockhands.gauntlet.hours import Hours
from clockhands.gauntlet.invariants import hold
from clockhands.gauntlet.played import Failed
from clockhands.gauntlet.report import Report, Result
from clockhands.gauntlet.ring import Ring
from clockhands.gauntlet.scenario import Scenario
from clockhands.gauntlet.subject import MAY_SKIP, Subject

__all__ = ["SCENARIOS", "chosen", "run"]

_PARTS = (turns, arguments, failing, results, endings, api_faults, control, streams, context)
SCENARIOS: dict[str, Scenario] = {s.id: s for part in _PARTS for s in part.SCENARIOS}


def run(
    loop: Callable[..., Any],
    *,
    capabilities: Iterable[str] | None = None,
    only: str | Iterable[str] | None = None,
    name: str | None = None,
    most_s: float = 60.0,
    told: Callable[[Result], None] | None = None,
) -> Report:
    """Put a loop through the scenarios; gives back a `Report`.

    loop: `run(client, tools, prompt) -> outcome`, sync or async. The outcome is a text, or an object with
    `.status`, `.text` and `.messages` (see `clockhands.agent.Outcome`); an exception other than `GaveUp` is a
    crash. client: a real `anthropic.Anthropic` whose answers are scripted. tools: a list of
    `clockhands.tools.Tool`.
    capabilities: what the loop takes beside that; by default read off its signature. Without "streaming",
    "cancel", "resume" or "tool_choice" the scenarios that need it are skipped, and reported as skipped.
    only: ids such as "G05". name: how to call the loop in the report. most_s: real seconds after which a run
    is given up. told: called with each result as it is known.

    ConfigurationError for a capability or an id there is not.
    """
    subject = Subject(loop, capabilities, name)
    wanted = chosen(only)
    _warm()
    hours, found = Hours(), []
    with _quiet(), hours.simulated():
        for scenario in wanted:
            found.append(judge(scenario, subject, hours, most_s))
            if told is not None:
                told(found[-1])
    return Report(subject.name, sorted(subject.capabilities), dict(subject.versions), found)


def judge(scenario: Scenario, subject: Subject, hours: Hours, most_s: float) -> Result:
    """One scenario: every play of it, and what must hold of each."""
    result = Result(scenario)
    if scenario.needs and not subject.can(scenario.needs):
        assert scenario.needs in MAY_SKIP
        result.skipped = f"needs {scenario.needs}"
        return result
    for play in scenario.plays:
        ring = Ring(subject, hours, most_s)
        try:
            play(ring)
            if ring.run is not None:
                hold(ring.run)
        except Failed as failed:
            result.failures.append(((play.__doc__ or "").strip(), str(failed)))
        result.count(ring.run)
    return result


def chosen(only: str | Iterable[str] | None) -> list[Scenario]:
    """The scenarios with these ids, in order; all of them for None."""
    if only is None:
        return list(SCENARIOS.values())
    ids = [only] if isinstance(only, str) else list(only)
    unknown = [i for i in ids if i not in SCENARIOS]
    if unknown or not ids:
        raise ConfigurationError(
            f"there is no scenario {', '.join(map(repr, unknown)) or '(none given)'}; there are G01 to G42"
        )
    return [SCENARIOS[i] for i in SCENARIOS if i in ids]


@contextmanager
def _quiet() -> Iterator[None]:
    """No warnings and no log lines of the loop's: faults are the point here, and the report tells them."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _warm() -> None:
    """Import now what a first request would import: a tool's timeout must not pay for it."""
    import anthropic  # noqa: F401

    from clockhands.mock import protocol

    protocol.check_request(
        {"model": "claude-haiku-4-5", "max_tokens": 1, "messages": [{"role": "user", "content": "hi"}]},
        version="2026-10-21",
        beta=None,
    )
