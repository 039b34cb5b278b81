"""The two commands, in the standard library alone."""

from __future__ import annotations


def main(arguments: list[str]) -> int:
    """Run one command of the launcher; what comes back is the exit code."""
    from clockhands.classroom.build import main as build

    return build(arguments[1:])
