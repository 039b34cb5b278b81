"""Prompt variables: the app writes the date and time into a prompt before the model sees it.

    {current_datetime}  2025-01-15T09:30:00+01:00      {current_time}  09:30:00
    {current_date}      2025-01-15                     {current_day}   Wednesday
    {calendar}          one line a day for the next two weeks, and one for a clock change among them

Overrides follow the name: `{current_time timezone=Europe/Madrid format="%H:%M"}`, `{calendar days=7}`.
Doubled braces stay text: `{{current_time}}`. Other braces are left alone, so prompts may hold JSON.

A variable is fixed at the start of the conversation, unless marked `{current_datetime dynamic}`. The
difference is a day: a conversation that runs over midnight keeps yesterday's date in a fixed variable.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools.iso import out_of_range
from clockhands.tools.local_zone import named_zone
from clockhands.tools.strftime import format_time
from clockhands.tools.wall import place, wall_now
from clockhands.tools.zones import Zone

__all__ = ["PromptTemplate", "calendar_lines", "expand"]

DAYS = 14
MOST_DAYS = 62
_FORMATS = {
    "current_datetime": "",
    "current_date": "%Y-%m-%d",
    "current_time": "%H:%M:%S",
    "current_day": "%A",
    "calendar": "",
}
_INSIDE = r"\{([A-Za-z_]\w*)((?:\s(?:[^{}\"]|\"[^\"\n]*\")*)?)\}"
_VARIABLE = re.compile(rf"\{{{_INSIDE}\}}|{_INSIDE}")
_OVERRIDE = re.compile(
    r"\s*(?:(?P<key>\w+)\s*=\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<plain>[^\s\"{}]+))|(?P<flag>\w+))"
)
_EXAMPLE = '{current_time timezone=Europe/Madrid format="%H:%M"}'


@dataclass(frozen=True)
class _Variable:
    """One variable of a prompt, ready to be filled."""

    name: str
    zone: str | None
    pattern: str | None
    days: int
    dynamic: bool


def _refuse(message: str, suggestions: list[str] | None = None) -> None:
    raise ClockToolError("bad_variable", message, suggestions or [_EXAMPLE])


def _is_ours(name: str) -> bool:
    """Whether a name in braces is one of ours or a slip of one; the rest of the prompt's braces are its
    own."""
    if name in _FORMATS:
        return True
    if name.startswith("current_") or difflib.get_close_matches(name, _FORMATS, n=1, cutoff=0.85):
        near = difflib.get_close_matches(name, _FORMATS, n=2, cutoff=0.5) or list(_FORMATS)
        _refuse(
            f"There is no variable '{name[:40]}'. Use one of {', '.join(_FORMATS)}, or double the braces to "
            "keep the text.",
            [f"{{{known}}}" for known in near],
        )
    return False


def _days(name: str, text: str) -> int:
    if name != "calendar":
        _refuse(f"'days' belongs to {{calendar}}, not to {{{name}}}.", ["{calendar days=14}"])
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= MOST_DAYS:
        _refuse(f"'days' is a whole number from 1 to {MOST_DAYS}.", ["{calendar days=14}"])
    return int(text)


def _parse(name: str, overrides: str) -> _Variable:
    found: dict[str, str] = {}
    position = 0
    while overrides[position:].strip():
        match = _OVERRIDE.match(overrides, position)
        if match is None:
            _refuse(
                f"The overrides of {{{name}}} cannot be read. Write key=value, quoted where it has spaces."
            )
        key = match["key"] or match["flag"]
        if match["flag"] in ("timezone", "format", "days"):
            _refuse(f"'{key}' in {{{name}}} has no value. Write {key}=value.")
        value = match["quoted"] if match["quoted"] is not None else match["plain"] or "true"
        if key not in ("timezone", "format", "days", "dynamic") or (match["flag"] and key != "dynamic"):
            known = "timezone=, format=, dynamic, and days= for the calendar"
            _refuse(f"{{{name}}} takes {known}; not '{key[:40]}'.")
        if key in found:
            _refuse(f"'{key}' is given twice in {{{name}}}. Give it once.")
        if not value or (match["plain"] or "").startswith("'"):
            _refuse(f"'{key}' in {{{name}}} takes a value, in double quotes where it has spaces.")
        found[key] = value
        position = match.end()
    if "format" in found and name == "calendar":
        _refuse("{calendar} has a form of its own and takes no format.", ["{calendar days=14}"])
    if found.get("dynamic", "true").casefold() not in ("true", "false"):
        _refuse("'dynamic' is true or false, or stands alone.", [f"{{{name} dynamic}}"])
    days = _days(name, found["days"]) if "days" in found else DAYS
    dynamic = found.get("dynamic", "false").casefold() == "true"
    return _Variable(name, found.get("timezone"), found.get("format"), days, dynamic)


def _offset_text(moment: datetime) -> str:
    text = moment.isoformat()[-6:]
    return text if text[0] in "+-" else "+00:00"


def _change_line(day: datetime, zone: Zone) -> str | None:
    """The line for a clock change on `day` (naive midnight), found to the minute; None without one."""
    low, high = place(day, zone).instant, place(day + timedelta(days=1), zone).instant
    before, after = (t.astimezone(zone.tz).utcoffset() for t in (low, high))
    if before == after:
        return None
    while high - low > timedelta(minutes=1):
        middle = low + (high - low) / 2
        low, high = (middle, high) if middle.astimezone(zone.tz).utcoffset() == before else (low, middle)
    change = high.replace(second=0, microsecond=0)
    shown, now = (change.replace(tzinfo=None) + offset for offset in (before, after))
    return (
        f"Clock change on {shown.date()} at {shown:%H:%M}: the clock goes to {now:%H:%M}, "
        f"{_offset_text(low.astimezone(zone.tz))} before, {_offset_text(high.astimezone(zone.tz))} after"
    )


def calendar_lines(zone: Zone, now: datetime, days: int = DAYS) -> list[str]:
    """One line a day from today on, with the offset in force at noon; a clock change follows its day.

    `now` is an instant. ClockToolError `out_of_range` at the end of year 9999.
    """
    lines = []
    today = datetime.combine(wall_now(now, zone).date(), time(0))
    names = {0: " (today)", 1: " (tomorrow)"}
    for ahead in range(days):
        try:
            day = today + timedelta(days=ahead)
            noon = place(day + timedelta(hours=12), zone).instant.astimezone(zone.tz)
            change = _change_line(day, zone)
        except (OverflowError, ClockToolError):
            break  # the calendar of Python's datetimes ends here
        lines.append(f"{format_time(noon, '%a %Y-%m-%d')}{names.get(ahead, '')} {_offset_text(noon)}")
        lines += [change] if change else []
    return lines


def _fill(variable: _Variable, default: str | None, now: datetime) -> str:
    zone = named_zone(variable.zone if variable.zone is not None else default)
    if variable.name == "calendar":
        return "\n".join(calendar_lines(zone, now, variable.days))
    pattern = variable.pattern if variable.pattern is not None else _FORMATS[variable.name]
    try:
        local = now.astimezone(zone.tz)
    except OverflowError:
        raise out_of_range() from None
    return format_time(local, pattern) if pattern else local.isoformat(timespec="seconds")


def _plain(text: str) -> str:
    """Text between variables. One of ours that starts in it has no end: a quote or brace is missing."""
    opened = re.search(rf"\{{({'|'.join(_FORMATS)})\b", text)
    if opened:
        _refuse(f"{{{opened[1]} is not closed, or a quote in it is not. End it with a brace.")
    return text


def _pieces(text: str) -> list[str | _Variable]:
    """The prompt cut at its variables."""
    pieces: list[str | _Variable] = []
    position = 0
    for match in _VARIABLE.finditer(text):
        pieces.append(_plain(text[position : match.start()]))
        position = match.end()
        name, overrides = (match[1], match[2]) if match[1] else (match[3], match[4])
        if match[1]:
            pieces.append(match[0][1:-1] if name in _FORMATS else match[0])
        else:
            pieces.append(_parse(name, overrides) if _is_ours(name) else match[0])
    return [*pieces, _plain(text[position:])]


class PromptTemplate:
    """A prompt with variables, for one conversation. Call it each turn for the text to send.

    The first call is the start of the conversation and fixes every variable that is not marked `dynamic`.
    Prefixes that do not change can be cached, so put a dynamic variable after the long stable part.
    """

    def __init__(self, text: str, timezone: str | None = None):
        """timezone: zone of variables without one of their own; default the `timezone` variable, else UTC.
        ClockToolError `bad_variable` for a variable or override that does not exist."""
        if not isinstance(text, str):
            raise ClockToolError("bad_argument", f"A prompt is a string, not {type(text).__name__}.", [])
        self._timezone = timezone
        self._pieces = _pieces(text)
        self._started = False

    def __call__(self) -> str:
        """The text for this turn. ClockToolError for a zone or format that does not exist."""
        now = clock.now()
        if not self._started:
            filled = [self._fixed(piece, now) for piece in self._pieces]
            self._pieces, self._started = filled, True
        return "".join(p if isinstance(p, str) else _fill(p, self._timezone, now) for p in self._pieces)

    def _fixed(self, piece: str | _Variable, now: datetime) -> str | _Variable:
        if isinstance(piece, str) or piece.dynamic:
            return piece
        return _fill(piece, self._timezone, now)


def expand(text: str, timezone: str | None = None) -> str:
    """`text` with its variables filled from the clock now; `dynamic` makes no difference to a single
    expansion.

    timezone: zone of variables without one of their own; default the `timezone` variable, else UTC.
    ClockToolError: `bad_variable`, `bad_format`, or a zone's error.
    """
    return PromptTemplate(text, timezone)()
