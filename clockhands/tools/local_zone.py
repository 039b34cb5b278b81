"""The `timezone` variable: the zone of the person a conversation is with.

Unset unless somebody sets it, for a block (`with timezone_variable("Europe/Paris"):`). The innermost block
wins, in every thread, as with `clock.frozen`: tools run in worker threads and must see what the
conversation set.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from clockhands.tools.zones import UTC, Zone, find_zone

__all__ = ["named_zone", "timezone_variable", "variable_zone"]

_stack: list[Zone] = []


@contextmanager
def timezone_variable(name: str) -> Iterator[Zone]:
    """Set the `timezone` variable for a block. ClockToolError as of `find_zone` for a bad name."""
    zone = find_zone(name)
    _stack.append(zone)
    try:
        yield zone
    finally:
        _stack.remove(zone)


def variable_zone() -> Zone | None:
    """The zone the `timezone` variable names; None while it is unset."""
    return _stack[-1] if _stack else None


def named_zone(name: str | None) -> Zone:
    """The zone called `name`; for None and "local" that of the `timezone` variable, UTC while it is unset."""
    if name is None or (isinstance(name, str) and name.strip().casefold() == "local"):
        return variable_zone() or UTC
    return find_zone(name)
