"""Tool parameters between the user's zone and UTC.

A tool that stores times wants UTC; the user speaks in local time. `to_utc` and `from_utc` stand between them.
With no zone, neither given nor in the `timezone` variable, both hand back what they got.

    >>> to_utc("2025-01-15T09:30:00", timezone="Europe/Paris")
    '2025-01-15T08:30:00Z'
    >>> from_utc("2025-01-15T08:30:00Z", timezone="Europe/Paris")
    '2025-01-15T09:30:00+01:00'
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from clockhands.errors import ClockToolError
from clockhands.tools.iso import IsoText, read_iso, write_iso
from clockhands.tools.local_zone import named_zone, variable_zone
from clockhands.tools.wall import place
from clockhands.tools.zones import UTC, Zone, find_zone

__all__ = ["from_utc", "to_utc"]


def _read(value: Any) -> IsoText:
    text = value.isoformat() if isinstance(value, datetime) else value
    iso = read_iso(text.strip()) if isinstance(text, str) and len(text) <= 64 else None
    if iso is None:
        raise ClockToolError(
            "not_a_time",
            "Only ISO 8601 dates and times are converted here, such as 2025-01-15T09:30:00+01:00. Give a "
            "phrase to convert_time first.",
            ["2025-01-15T09:30:00+01:00", "2025-01-15T08:30:00Z"],
        )
    return iso


def _convert(value: Any, naive: Zone, target: Zone) -> Any:
    if isinstance(value, (list, tuple)):
        return [_convert(item, naive, target) for item in value]
    iso = _read(value)
    if iso.offset is not None:
        instant = iso.instant
    else:
        instant = place(iso.wall, find_zone(iso.zone) if iso.zone else naive).instant
    return write_iso(instant, target, iso.fraction)


def _zone(timezone: str | None) -> Zone | None:
    return variable_zone() if timezone is None else named_zone(timezone)


def to_utc(x: Any, timezone: str | None = None) -> Any:
    """`x`, an ISO 8601 text (or a list of them), in UTC, ending in Z.

    A value without an offset is local time in `timezone` (default: the `timezone` variable); an offset is
    honoured. A local time that exists twice is the earlier one; one that clocks skip moves forward by the
    gap. Fractions of a second stay as written. Without a zone `x` comes back unchanged. ClockToolError
    `not_a_time` (phrases included), `no_such_date`, `out_of_range`, or a zone's error.
    """
    zone = _zone(timezone)
    return x if zone is None else _convert(x, zone, UTC)


def from_utc(x: Any, timezone: str | None = None) -> Any:
    """`x`, an ISO 8601 text (or a list of them), in `timezone`, as RFC 3339 with the offset.

    A value without an offset is UTC; an offset is honoured. Otherwise as `to_utc`; where `timezone` is UTC
    the offset is written Z.
    """
    zone = _zone(timezone)
    return x if zone is None else _convert(x, UTC, zone)
