"""The clock tools: the time in a zone, and what people say about times as ISO 8601.

Plain functions raise ClockToolError; the tools made of them give the model the error as JSON instead. All
read `clockhands.clock` once per call, and zone data from the PyPI package `tzdata`.

    >>> from clockhands import clock
    >>> with clock.frozen("2025-01-15T09:30:00+00:00"):
    ...     convert_time("tomorrow at 2 PM")
    '2025-01-16T14:00:00Z'
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools.iso import out_of_range, write_iso
from clockhands.tools.local_zone import named_zone, timezone_variable
from clockhands.tools.phrase_text import quoted
from clockhands.tools.prompt_variables import PromptTemplate, expand
from clockhands.tools.strftime import format_time, week_number
from clockhands.tools.timephrases import Reading, read_phrase
from clockhands.tools.tool import Tool
from clockhands.tools.utc import from_utc, to_utc
from clockhands.tools.wall import place
from clockhands.tools.zones import Zone

__all__ = [
    "CLOCK_TOOLS",
    "PromptTemplate",
    "convert_multiple_times",
    "convert_time",
    "expand",
    "from_utc",
    "get_time",
    "make_clock_tools",
    "timezone_variable",
    "to_utc",
]


def _local(instant: datetime, zone: Zone) -> datetime:
    try:
        return instant.astimezone(zone.tz)
    except OverflowError:
        raise out_of_range() from None


def _spoken(local: datetime, zone: Zone) -> str:
    return f"{format_time(local, '%A %-d %B %Y, %H:%M')} ({zone.name})"


def get_time(timezone: str | None = None, *, rich: bool = False) -> dict[str, str]:
    """The time now in `timezone`, a tz database name or an offset; omitted or "local": the `timezone`
    variable, else UTC.

    Gives exactly `time` HH:MM:SS, `date` YYYY-MM-DD, `day_of_week` (Monday), `week_number` and `tzname`
    (Europe/Paris). week_number has two digits, 00 to 53: weeks start on Monday, and days before the first
    Monday of the year are week 00, as in strftime's %W.
    rich: instead `local_datetime` (RFC 3339 with the offset), `say` (the time in words) and `note`: one field
    that cannot be misread in place of several that must be put together.
    ClockToolError: a zone's error as of `find_zone`.
    """
    zone = named_zone(timezone)
    local = _local(clock.now(), zone)
    if rich:
        note = f"This is local time in {zone.name}. Do not add or subtract hours."
        return {"local_datetime": write_iso(local, zone), "say": _spoken(local, zone), "note": note}
    return {
        "time": format_time(local, "%H:%M:%S"),
        "date": format_time(local, "%Y-%m-%d"),
        "day_of_week": format_time(local, "%A"),
        "week_number": week_number(local),
        "tzname": zone.name,
    }


def _checked(text: Any, next_year: Any) -> None:
    if not isinstance(text, str):
        what = f"A time is a string such as 'tomorrow at 2 PM', not {type(text).__name__}."
        raise ClockToolError("bad_argument", what, ["tomorrow at 2 PM"])
    if not isinstance(next_year, bool):
        what = f"next_year is true or false, not {type(next_year).__name__}."
        raise ClockToolError("bad_argument", what, ["true", "false"])


def _instants(reading: Reading) -> tuple[datetime, list[datetime], list[str]]:
    """The instant read, the other ones, and notes on what clocks did there."""
    placed = [place(w, reading.zone) if w.tzinfo is None else None for w in (reading.when, *reading.others)]
    found = [p.instant if p else w for p, w in zip(placed, (reading.when, *reading.others), strict=True)]
    notes = list(reading.notes)
    first = placed[0]
    if first and first.gap:
        shown = _local(found[0], reading.zone)
        notes.append(
            f"{reading.when:%H:%M} does not exist that day in {reading.zone.name}: clocks skip "
            f"{first.gap // timedelta(minutes=1)} minutes, so {shown:%H:%M}"
        )
    others = [*([first.other] if first and first.other else []), *found[1:]]
    if first and first.other:
        notes.append(
            f"{reading.when:%H:%M} comes twice that day in {reading.zone.name}: this is the earlier one"
        )
    return found[0], [o for o in dict.fromkeys(others) if o != found[0]], notes


def _written(instants: list[datetime], zone: Zone, fraction: str) -> list[str]:
    """The instants as ISO 8601, without those that no calendar of that zone has."""
    texts = []
    for instant in instants:
        with contextlib.suppress(ClockToolError):
            texts.append(write_iso(instant, zone, fraction))
    return texts


def _ask(text: str, reading: Reading, instants: list[datetime], fraction: str) -> None:
    """Refuse where the plain answer has no room for the doubt and no stated policy settles it."""
    choices = _written(instants[:5], reading.zone, fraction)
    doubt = "; ".join(reading.notes) or "it has several readings"
    advice = (
        f"Ask which is meant, then pass one of {', '.join(choices)}" if len(choices) > 1 else "Ask for one"
    )
    raise ClockToolError(
        "ambiguous_time", f"{quoted(text.strip())} is not clear: {doubt}. {advice}.", choices
    )


def _convert(text: Any, now: datetime, next_year: bool, source: Zone, target: Zone, rich: bool) -> Any:
    _checked(text, next_year)
    reading = read_phrase(text, now, source, next_year)
    instant, others, notes = _instants(reading)
    fraction = reading.fraction if reading.fraction.strip("0") else ""
    if reading.ask and not rich:
        _ask(text, reading, [instant, *others], fraction)
    iso = write_iso(instant, target, fraction)
    if not rich:
        return iso
    local = _local(instant, target)
    if reading.date_only:
        say = f"{format_time(_local(instant, reading.zone), '%A %-d %B %Y')}, no clock time"
    else:
        say = _spoken(local, target)
    return {
        "iso": iso,
        "timezone": target.name,
        "day_of_week": format_time(local, "%A"),
        "say": say,
        "date_only": reading.date_only,
        "ambiguous": bool(others) or reading.ask,
        "alternatives": _written(others, target, fraction),
        "note": "; ".join(notes),
    }


def convert_time(
    usertime: str,
    next_year: bool = True,
    from_timezone: str = "UTC",
    to_timezone: str = "UTC",
    *,
    rich: bool = False,
) -> Any:
    """`usertime`, a phrase or ISO 8601 said in `from_timezone`, as ISO 8601 in `to_timezone`.

    next_year: a month or day without a year that lies before today is the coming one; false: this year's.
    Explicit years, weekdays and relative phrases never move. An offset or zone in the text wins.
    Policies: a bare weekday is the next one, today's if not passed; "next Friday" is the Friday of the next
    Monday-based week; a date alone is 00:00; 3/4 is month first; a time that clocks skip moves forward by the
    gap; of one that comes twice the earlier counts.

    rich: a dict with `iso`, `timezone`, `day_of_week`, `say`, `date_only`, `ambiguous`, `alternatives`,
    `note`. Where none of these policies chooses ("Friday at 3", "next week"), the rich answer gives a
    reading marked ambiguous, and the plain one, which has no room for the mark, raises.
    ClockToolError: `not_a_time`, `no_such_date`, `not_one_time`, `ambiguous_time`, `too_long` (over 200
    characters), `out_of_range` (years 1 to 9999), `bad_argument`, or a zone's error as of `find_zone`.
    """
    source, target = named_zone(from_timezone), named_zone(to_timezone)
    return _convert(usertime, clock.now(), next_year, source, target, rich)


def convert_multiple_times(
    usertimes: list[str],
    next_year: bool = True,
    from_timezone: str = "UTC",
    to_timezone: str = "UTC",
    *,
    rich: bool = False,
) -> list[Any]:
    """Each of `usertimes` as `convert_time` gives it, in the same order and number.

    An item that fails has `{"error": {"code", "message", "suggestions"}}` in its place; the clock is read
    once for the whole list. ClockToolError when `usertimes` is no list, or for a zone's name.
    """
    if not isinstance(usertimes, (list, tuple)):
        what = f"usertimes is a list of strings, not {type(usertimes).__name__}."
        raise ClockToolError("bad_argument", f"{what} Use convert_time for one time.", [])
    if not isinstance(next_year, bool):
        _checked("", next_year)
    source, target = named_zone(from_timezone), named_zone(to_timezone)
    now = clock.now()
    results = []
    for text in usertimes:
        try:
            results.append(_convert(text, now, next_year, source, target, rich))
        except ClockToolError as error:
            results.append(_envelope(error))
    return results


def _envelope(error: ClockToolError) -> dict[str, Any]:
    return {"error": {"code": error.code, "message": error.message, "suggestions": error.suggestions}}


def _for_model(fn: Callable[..., Any], rich: bool) -> Callable[..., str]:
    """`fn` as a tool runs it: text out, with an error as JSON instead of an exception."""

    def run(**arguments: Any) -> str:
        try:
            result = fn(**arguments, rich=rich)
        except ClockToolError as error:
            result = _envelope(error)
        return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)

    run.__name__ = fn.__name__
    run.__doc__ = fn.__doc__
    return run


_ZONE = "IANA name such as Europe/Paris"
_NEXT_YEAR = {
    "type": "boolean",
    "default": True,
    "description": "Whether a month or day without a year that has passed means the coming one.",
}
_FROM = {"type": "string", "default": "UTC", "description": f"Zone the time was said in, {_ZONE}."}
_TO = {"type": "string", "default": "UTC", "description": f"Zone of the answer, {_ZONE}."}


def _schema(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def make_clock_tools(rich: bool = False) -> list[Tool]:
    """The three clock tools for a model. rich: with the richer results of `get_time` and `convert_time`."""
    zones = {"from_timezone": _FROM, "to_timezone": _TO}
    zone = {"type": "string", "description": f"{_ZONE}; omit it or say 'local' for the user's own zone."}
    one = {"type": "string", "description": "The time as the user said it, such as 'tomorrow at 2 PM'."}
    many = {"type": "array", "items": {"type": "string"}, "description": "The times, each as it was said."}
    return [
        Tool(
            "get_time",
            "Get the current time, date, weekday and week number in a time zone. Use it whenever an answer "
            "depends on now or today.",
            _schema({"timezone": zone}),
            _for_model(get_time, rich),
        ),
        Tool(
            "convert_time",
            "Turn a time the user mentions into ISO 8601 in a time zone. Use it before a time goes into "
            "another tool, and to move a time between zones. Never work out dates or offsets yourself.",
            _schema({"usertime": one, "next_year": _NEXT_YEAR, **zones}, "usertime"),
            _for_model(convert_time, rich),
            timeout_s=5.0,  # the first phrase with a month's name loads dateparser
        ),
        Tool(
            "convert_multiple_times",
            "Turn a list of times into ISO 8601 in a time zone, in the same order, such as a calendar's free "
            "slots into the user's local time. Use it instead of many calls of convert_time.",
            _schema({"usertimes": many, "next_year": _NEXT_YEAR, **zones}, "usertimes"),
            _for_model(convert_multiple_times, rich),
            timeout_s=10.0,
        ),
    ]


CLOCK_TOOLS = make_clock_tools()
