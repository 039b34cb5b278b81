"""ISO 8601 and RFC 3339 text to datetimes and back, the same on Python 3.10 as on later ones.

`datetime.fromisoformat` learned `Z`, basic forms and week dates in 3.11; these rules are here, spelled out.

    >>> read_iso("20250116T140000Z").wall
    datetime.datetime(2025, 1, 16, 14, 0)
    >>> read_iso("tomorrow") is None
    True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from clockhands.errors import ClockToolError
from clockhands.tools.zones import Zone

__all__ = ["IsoText", "out_of_range", "read_iso", "write_iso"]

_DATE = (
    r"(?:(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})"
    r"|(?P<y2>\d{4})(?P<m2>\d{2})(?P<d2>\d{2})"
    r"|(?P<y3>\d{4})-?W(?P<week>\d{2})-?(?P<wd>\d))"
)
_CLOCK = r"(?P<H>\d{2})(?::?(?P<M>\d{2})(?::?(?P<S>\d{2})(?:[.,](?P<f>\d{1,12}))?)?)"
_OFFSET = r"(?P<z>Z)|(?P<sign>[+-])(?P<oh>\d{2})(?::?(?P<om>\d{2})(?::?(?P<os>\d{2}))?)?"
_ISO = re.compile(
    rf"{_DATE}(?:(?P<sep>T|\ +){_CLOCK}(?:\ ?(?:{_OFFSET}))?(?:\[(?P<zone>[^\]]+)\])?)?", re.IGNORECASE
)


@dataclass(frozen=True)
class IsoText:
    """What an ISO text says: wall time, offset (None: not said), zone in brackets (RFC 9557), digits of a
    second.

    `fraction` keeps the digits as written, so that they come out of a conversion unchanged. zulu: written
    with Z, which RFC 9557 lets stand beside any zone.
    """

    wall: datetime
    offset: timedelta | None
    zone: str | None
    has_time: bool
    fraction: str
    zulu: bool = False

    @property
    def instant(self) -> datetime:
        """The instant in UTC; only where an offset is given."""
        try:
            return (self.wall - self.offset).replace(tzinfo=timezone.utc)
        except OverflowError:
            raise out_of_range() from None


def out_of_range() -> ClockToolError:
    """The error for an instant outside the years 1 to 9999, the range of Python's datetimes."""
    return ClockToolError(
        "out_of_range", "This falls outside the years 1 to 9999. Use a time within them.", []
    )


def _impossible(code: str, what: str) -> ClockToolError:
    return ClockToolError(
        code, f"{what}. Write a real one, such as 2025-01-16T14:00:00Z.", ["2025-01-16T14:00:00Z"]
    )


def _date_of(match: re.Match) -> datetime:
    try:
        if match["week"]:
            return datetime.fromisocalendar(int(match["y3"]), int(match["week"]), int(match["wd"]))
        year, month, day = (int(match[k] or match[k + "2"]) for k in ("y", "m", "d"))
        return datetime(year, month, day)
    except ValueError:
        raise _impossible("no_such_date", f"{match[0][:10]} is not a date of the calendar") from None


def _refuse_range(match: re.Match, hours: int, minutes: int) -> None:
    """`2025-01-16 09:00-10:00` fits RFC 3339 (an offset of ten hours), but people write it for a span."""
    if not match["M"] or (hours, minutes) > (int(match["H"]), int(match["M"])):
        raise ClockToolError(
            "not_one_time",
            "This may be a span of time or a time with an offset. Give one time; write an offset as in "
            "2025-01-16T09:00:00-10:00.",
            [],
        )


def _offset_of(match: re.Match) -> timedelta | None:
    if match["z"]:
        return timedelta(0)
    if not match["sign"]:
        return None
    hours, minutes, seconds = (int(match[k] or 0) for k in ("oh", "om", "os"))
    if hours > 23 or minutes > 59 or seconds > 59:
        raise _impossible("not_a_time", "The offset is not one: it runs from -23:59 to +23:59")
    if match["sep"] != "T" and match["sign"] == "-" and not match["S"]:
        _refuse_range(match, hours, minutes)
    offset = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return -offset if match["sign"] == "-" else offset


def read_iso(text: str) -> IsoText | None:
    """What `text` says as ISO 8601 date or date and time; None when it has another shape.

    24:00 is the end of the day, as the standard has it. ClockToolError `no_such_date` or `not_a_time` when
    the shape is right but no such date, clock time or offset exists.
    """
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    wall = _date_of(match)
    if match["H"] is None:
        return IsoText(wall, None, None, False, "")
    hour, minute, second = (int(match[k] or 0) for k in ("H", "M", "S"))
    end_of_day = (hour, minute, second) == (24, 0, 0) and not (match["f"] or "").strip("0")
    if not end_of_day and (hour > 23 or minute > 59 or second > 59):
        raise _impossible("not_a_time", f"{hour:02d}:{minute:02d}:{second:02d} is not a time of day")
    try:
        wall += timedelta(hours=hour, minutes=minute, seconds=second)
    except OverflowError:
        raise out_of_range() from None
    return IsoText(wall, _offset_of(match), match["zone"], True, match["f"] or "", bool(match["z"]))


def write_iso(instant: datetime, zone: Zone, fraction: str = "") -> str:
    """RFC 3339: `2025-01-16T14:00:00Z` in UTC, with the offset elsewhere. Fractions only when given.

    RFC 3339 has no seconds in offsets. Zones had them before standard time (Paris in 1900: +00:09:21): the
    offset is raised to the next minute and the clock time with it, so that the instant stays the same, and
    a time in whole minutes its minute and day.
    """
    try:
        local = instant.astimezone(zone.tz)
    except OverflowError:
        raise out_of_range() from None
    missing = -local.utcoffset() % timedelta(minutes=1)
    if missing:
        try:
            local = instant.astimezone(timezone(local.utcoffset() + missing))
        except OverflowError:
            raise out_of_range() from None
    text = local.replace(microsecond=0).isoformat()
    head, offset = text[:19], text[19:]
    digits = f".{fraction}" if fraction else ""
    return f"{head}{digits}{'Z' if zone.is_utc else offset}"
