"""A wall time and a zone to an instant: what happens where clocks jump.

Clocks forward: some wall times do not exist (a gap). Read as the time before the change would have it, which
shifts them forward by the length of the gap. Clocks back: some exist twice (a fold). The earlier one counts,
the other is reported. The same choice as Temporal's "compatible", iCalendar's and Python's fold=0.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from clockhands.tools.iso import out_of_range
from clockhands.tools.zones import Zone

__all__ = ["Placed", "place", "wall_now"]


@dataclass(frozen=True)
class Placed:
    """An instant in UTC; `other`: the second one of a fold; `gap`: how far a non-existent time was moved."""

    instant: datetime
    other: datetime | None = None
    gap: timedelta = timedelta(0)


def place(wall: datetime, zone: Zone) -> Placed:
    """The instant at which clocks in `zone` show the naive `wall`. ClockToolError `out_of_range` at the
    ends."""
    try:
        earlier = wall.replace(tzinfo=zone.tz, fold=0)
        before, after = earlier.utcoffset(), wall.replace(tzinfo=zone.tz, fold=1).utcoffset()
        first = (wall - before).replace(tzinfo=timezone.utc)
        if before == after:
            return Placed(first)
        if before > after:
            return Placed(first, other=(wall - after).replace(tzinfo=timezone.utc))
    except OverflowError:
        raise out_of_range() from None
    return Placed(first, gap=after - before)


def wall_now(instant: datetime, zone: Zone) -> datetime:
    """What a clock in `zone` shows at `instant`: naive, whole seconds."""
    try:
        return instant.astimezone(zone.tz).replace(tzinfo=None, microsecond=0, fold=0)
    except OverflowError:
        raise out_of_range() from None
