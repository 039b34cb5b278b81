"""`python -m clockhands.gauntlet mymodule:run`: put a loop of your own through the 42 scenarios."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from clockhands.errors import ClockHandsError, ConfigurationError

__all__ = ["main"]

BUILT_IN = {
    "beginner": "clockhands.gauntlet.beginner:beginner",
    "last_block": "clockhands.gauntlet.beginner:last_block",
    "course": "clockhands.agent:run",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report; 0 when the loop survives, 1 when it does not, 2 when it could not be run."""
    options = _parser().parse_args(arguments)
    from clockhands.gauntlet.contest import SCENARIOS, run

    if options.list:
        for scenario in SCENARIOS.values():
            print(f"{scenario.id}  {scenario.level}  {scenario.title:34}  {scenario.lesson}")
        return 0
    try:
        if options.loop is None:
            raise ConfigurationError("name a loop, such as mymodule:run, or use --list")
        report = run(
            loaded(options.loop),
            capabilities=_split(options.capabilities),
            only=_split(options.only),
            name=options.name or options.loop,
        )
        if options.json:
            report.save(options.json)
    except (ClockHandsError, OSError) as bad:
        print(f"clockhands.gauntlet: {bad}", file=sys.stderr)
        return 2
    print(report)
    if report.failed and not options.brief:
        print(f"\n{report.explain()}")
    return 0 if report.survives else 1


def loaded(where: str) -> Callable[..., Any]:
    """The loop that `module:function` means, or a built-in one, or an adapter of a framework by its name.

    ConfigurationError when there is none.
    """
    from clockhands.gauntlet.frameworks import ADAPTERS, adapter

    if where in ADAPTERS:
        return adapter(where)
    module, colon, name = BUILT_IN.get(where, where).partition(":")
    if not colon or not module or not name:
        known = ", ".join([*BUILT_IN, *ADAPTERS])
        raise ConfigurationError(f"{where!r} is no loop; write module:function, or one of: {known}")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as bad:
        raise ConfigurationError(
            f"cannot load {where}: {bad}. Run this where {module}.py is, or install its package"
        ) from bad
    return found


def _split(given: str | None) -> list[str] | None:
    return None if given is None else [part.strip() for part in given.split(",") if part.strip()]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m clockhands.gauntlet",
        description="Put an agent loop, run(client, tools, prompt), through 42 scenarios: offline, no key.",
    )
    parser.add_argument("loop", nargs="?", help="module:function, beginner, course, or a framework's name")
    parser.add_argument("--only", metavar="IDS", help="scenarios to run, such as G05,G24")
    parser.add_argument(
        "--capabilities", metavar="NAMES", help="what the loop takes; read off its signature by default"
    )
    parser.add_argument("--name", help="how to call the loop in the report")
    parser.add_argument("--json", metavar="FILE", help="write the report to a file as well")
    parser.add_argument("--brief", action="store_true", help="the table alone, without explanations")
    parser.add_argument("--list", action="store_true", help="list the scenarios and leave")
    return parser


if __name__ == "__main__":
    sys.exit(main())
