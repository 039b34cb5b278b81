"""Questions about now, and the dates a request may hold: the toy has no clock of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from clockhands.mock.toy.chance import draw, pick
from clockhands.mock.toy.lexicon import MONTHS, WEEKDAYS
from clockhands.mock.toy.places import zone_of
from clockhands.mock.toy.times import month_of

_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?(?!\d)"
)
_LONG = re.compile(
    r"(?:\b((?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\.?,?\s+)?(?:the\s+)?"
    r"(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})"
    r"|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}))"
    r"(?:[,;]?\s*(?:at|,|-|–)?\s*(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]\.?m\b\.?)?)?", re.I)  # fmt: skip
_ZONE = re.compile(r"\b([A-Z][a-z]+(?:/[A-Z][A-Za-z_]+)+|UTC(?:[+-]\d{1,2}(?::?\d\d)?)?|GMT)\b")
_CLOCK = re.compile(r"(?<![\d:T+-])(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]\.?m\b)?", re.I)
_MARKED = re.compile(r"\s*\(today\)", re.I)  # as in a calendar: `Thu 2026-11-05 (today)`
_TODAYISH = re.compile(r"today|current|now|date|time|it is|it's|as of", re.I)

ASKS_TIME = re.compile(
    r"\bwhat(?:'s|’s| is)?(?: the)?(?: current| exact| local)? (?:time|hour)\b"
    r"|\btime is it\b|\b(?:current|local) time\b|\btime now\b|\bhow late\b"
    r"|\bgot the time\b|\b(?:tell|give) me the time\b|"
    r"\bthe time\b|^\W*time\b|\bo'?clock\b|\bis it (?:morning|afternoon|evening|night|noon"
    r"|midnight)\b", re.I)  # fmt: skip
ASKS_DATE = re.compile(
    r"\bwhat(?:'s|’s| is)?(?: the)?(?: current| today's| today’s)? (?:date|day|weekday"
    r"|month|year)\b|\btoday'?s? date\b|\btoday’s date\b|\bday is (?:it|today)\b"
    r"|\bday of the week\b|\bthe date\b|\b(?:which|what) (?:day|date|weekday|month|year)\b"
    r"|"
    r"\bis (?:it|today) (?:a )?(?:\w+day|the weekend|weekend)\b|\b(?:current|this) year\b"
    r"|\bwhat week\b|\b(?:how many|days) .{0,20}until\b|\btomorrow'?s? (?:date|day)\b"
    r"|\bwhat (?:is|was) (?:today|tomorrow|yesterday)\b|\btoday\b.*\?", re.I)  # fmt: skip


@dataclass
class Moment:
    """A date found in the request, with what else stands beside it. time: HH:MM or ''."""

    iso: str
    weekday: str
    time: str = ""
    zone: str = ""


def find_moment(text: str, *, told_as_today: bool = False) -> Moment | None:
    """The date a text gives, one that it calls today's before any other; None without a date.

    told_as_today: only a date with words such as `today` or `now` in front of it counts.

    >>> find_moment("Today is Thursday, 5 November 2026 (Asia/Tokyo).")
    Moment(iso='2026-11-05', weekday='Thursday', time='', zone='Asia/Tokyo')
    """
    found = [m for hit in islice(_ISO.finditer(text), 50) if (m := _iso_moment(hit, text))]
    found += [m for hit in islice(_LONG.finditer(text), 50) if (m := _long_moment(hit, text))]
    for likely, moment in found:
        if likely:
            return moment
    return found[0][1] if found and not told_as_today else None


def _iso_moment(hit: re.Match, text: str) -> tuple[bool, Moment] | None:
    clock = f"{hit[4]}:{hit[5]}" if hit[4] else ""
    return _moment(int(hit[1]), int(hit[2]), int(hit[3]), clock, hit[6] or "", text, hit)


def _long_moment(hit: re.Match, text: str) -> tuple[bool, Moment] | None:
    day, month, year = (hit[2], hit[3], hit[4]) if hit[2] else (hit[6], hit[5], hit[7])
    number = month_of(month)
    if number is None or (len(month) > 3 and not MONTHS[number - 1].startswith(month.lower())):
        return None
    clock = _clock(hit[8], hit[9], hit[10]) if hit[8] else ""
    return _moment(int(year), number, int(day), clock, "", text, hit)


def _clock(hour: str, minute: str, half: str | None) -> str:
    value = int(hour)
    if half and half[0].lower() == "p" and value < 12:
        value += 12
    return f"{value % 24:02d}:{minute}" if int(minute) < 60 and value < 25 else ""


def _moment(
    year: int, month: int, day: int, clock: str, zone: str, text: str, hit: re.Match
) -> tuple[bool, Moment] | None:
    if not (1 <= month <= 12 and 1 <= day <= 31 and year >= 1):
        return None
    line_start = text.rfind("\n", 0, hit.start()) + 1
    line_end = text.find("\n", hit.end())
    line = text[line_start : line_end if line_end >= 0 else len(text)][:400]
    if not clock:
        near = _CLOCK.search(text[hit.end() : hit.end() + 40]) or (
            _CLOCK.search(line) if re.search(r"\btime\b|\bnow\b|\bit(?:'s| is)\b", line, re.I) else None
        )
        clock = _clock(near[1], near[2], near[3]) if near else ""
    named = _ZONE.search(line) or _ZONE.search(text)
    zone = named[1] if named else {"Z": "UTC"}.get(zone, zone)
    likely = bool(
        _TODAYISH.search(text[max(0, hit.start() - 60) : hit.start()]) or _MARKED.match(text, hit.end())
    )
    iso = f"{year:04d}-{month:02d}-{day:02d}"
    return likely, Moment(iso, weekday_of(year, month, day), clock, zone)


def weekday_of(year: int, month: int, day: int) -> str:
    """The weekday's name, by Sakamoto's method (no calendar module, no clock)."""
    shift = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)[month - 1]
    year -= month < 3
    return WEEKDAYS[((year + year // 4 - year // 100 + year // 400 + shift + day) % 7 - 1) % 7].capitalize()


def say_date(moment: Moment) -> str:
    """`Thursday, 5 November 2026`."""
    year, month, day = moment.iso.split("-")
    return f"{moment.weekday}, {int(day)} {MONTHS[int(month) - 1].capitalize()} {year}"


def answer_now(
    ask: str,
    system: Moment | None,
    talk: Moment | None,
    seed: object,
    refuse_rate: float,
) -> str:
    """The answer to a question about now: from the prompt, borrowed from the talk, refused or guessed."""
    asks_time = bool(ASKS_TIME.search(ask))
    moment = system or talk
    if moment:
        return _from_moment(moment, asks_time, borrowed=system is None, ask=ask)
    what = "time" if asks_time else "date"
    if draw(seed, "refuse", ask) < refuse_rate:
        return pick(_REFUSALS, seed, "words", ask).format(what=what)
    day = 1 + int(draw(seed, "day", ask) * 28)
    month = 5 + int(draw(seed, "month", ask) * 3)
    guess = Moment(f"2025-{month:02d}-{day:02d}", weekday_of(2025, month, day))
    if asks_time:
        hour, minute = (
            int(draw(seed, "hour", ask) * 24),
            int(draw(seed, "minute", ask) * 60),
        )
        return f"It is {hour:02d}:{minute:02d}."
    return f"Today is {say_date(guess)}."


_REFUSALS = (
    "I don't have access to a clock, so I can't tell you the current {what}.",
    "I can't know the current {what}: nothing in this conversation tells me. A clock on your device will.",
    "I have no way to check the {what} right now.",
)


def _from_moment(moment: Moment, asks_time: bool, borrowed: bool, ask: str) -> str:
    lead = "Going by the date earlier in this conversation, today" if borrowed else "Today"
    if not asks_time:
        if re.search(r"\btomorrow\b", ask, re.I):
            from clockhands.mock.toy.dates import resolve_date

            after = resolve_date("tomorrow", moment.iso)
            if after:
                moment = Moment(after, weekday_of(*map(int, after.split("-"))), "", moment.zone)
                return f"Tomorrow is {say_date(moment)}."
        return f"{lead} is {say_date(moment)}."
    if moment.time and (not _asked_zone(ask) or _asked_zone(ask) == moment.zone):
        zone = f" ({moment.zone})" if moment.zone else ""
        return f"It is {moment.time}{zone}, {say_date(moment)}."
    if moment.time:
        return (
            f"I was told it is {moment.time} {moment.zone or 'there'} on {say_date(moment)}; I"
            f" have no tool to convert that to another zone."
        )
    return f"{lead} is {say_date(moment)}, but I was given no clock time, so I can't tell you the exact time."


def _asked_zone(ask: str) -> str | None:
    hit = re.search(r"\bin ((?:[A-Z][\w/]+ ?){1,3})", ask)
    return zone_of(hit[1].strip(" ?.")) if hit else None
