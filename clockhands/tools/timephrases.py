"""A phrase to the times it may mean: ISO 8601 first, then a rewriter, then dateparser, each step checked.

Every word has to be understood: what is left over is refused, never skipped. Where a stated policy decides,
the reading comes with its alternatives; where none does, it is marked `ask` as well.

    >>> from datetime import timezone
    >>> from clockhands.tools.zones import UTC
    >>> read_phrase("Friday at 3pm", datetime(2025, 1, 15, 8, 30, tzinfo=timezone.utc), UTC).when
    datetime.datetime(2025, 1, 17, 15, 0)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, time

from clockhands.errors import ClockToolError
from clockhands.tools.iso import IsoText, out_of_range, read_iso
from clockhands.tools.phrase_clock import (
    Clock,
    bare_number,
    fit_part,
    refuse_count,
    settled,
    take_clock,
    take_hour_of_part,
    take_part,
)
from clockhands.tools.phrase_combine import Found, guess, on_day, without_day
from clockhands.tools.phrase_day import Asked, Day
from clockhands.tools.phrase_days import find_day
from clockhands.tools.phrase_span import Span, take_span
from clockhands.tools.phrase_text import LONGEST, quoted, refuse, refuse_rest, tidy
from clockhands.tools.phrase_zone import take_zone
from clockhands.tools.wall import place, wall_now
from clockhands.tools.zones import Zone, find_zone

__all__ = ["Reading", "read_phrase"]

_NOW = {"now", "right now", "just now", "at the moment", "at this moment", "this moment"}
_THIS_TIME = re.compile(r"\b(?:at )?(?:the )?(?:this|same) time(?: on)?\b")
_SAME_TIME = re.compile(r"(?:at )?(?:the )?(?:this|same) time (next|last) (week|month|year)")
_EMPTY = re.compile(r"(?:on|at|for|the| )*")


@dataclass(frozen=True)
class Reading:
    """when: an aware instant, or a naive time on the wall of `zone`; others: further readings, of the same
    kind. date_only: no clock time was said; ask: no stated policy chooses among the readings; notes: what
    makes it doubtful; fraction: digits of a second as written."""

    when: datetime
    zone: Zone
    others: tuple[datetime, ...] = ()
    date_only: bool = False
    ask: bool = False
    notes: tuple[str, ...] = ()
    fraction: str = ""


@dataclass(frozen=True)
class _Speaker:
    """Where and when a phrase is said: the instant, the zone, and what a clock on the wall there shows."""

    instant: datetime
    zone: Zone
    wall: datetime
    next_year: bool


def _reading(found: Found, zone: Zone) -> Reading:
    others = tuple(o for o in dict.fromkeys(found.others) if o != found.when)
    return Reading(found.when, zone, others, found.date_only, found.ask, tuple(found.notes))


def _read_iso(iso: IsoText, zone: Zone) -> Reading:
    """An ISO text: its own offset wins, then its own zone, then from_timezone."""
    own = find_zone(iso.zone) if iso.zone else None
    if iso.offset is None:
        return Reading(iso.wall, own or zone, date_only=not iso.has_time, fraction=iso.fraction)
    if own is not None and not iso.zulu:
        placed = place(iso.wall, own)
        if iso.instant not in (placed.instant, placed.other):
            refuse("not_a_time", f"The offset is not the one of {own.name} at that time. Leave one out.", [])
    return Reading(iso.instant, own or zone, fraction=iso.fraction)


def _read_span(span: Span, day: Day | None, clock: Clock | None, late: bool, speaker: _Speaker) -> Reading:
    """`in two weeks` keeps the clock (00:00 is the alternative), `in 3 days at 9` sets it; hours are
    elapsed time.

    day: what an anchored span is counted from, as in `a week from Friday`.
    """
    asked = Asked(speaker.wall)
    if day is not None:
        days = [span.shift(datetime.combine(d, time(0))).date() for d in (day.day, *day.others)]
        found = on_day(Day(days[0], days[1:], day.ask, day.note), clock, asked, late)
        if clock is None and day.day == speaker.wall.date():
            found.others.append(span.shift(speaker.wall))
            found.notes.append("the start of that day; the clock time of now is possible too")
        return _reading(found, speaker.zone)
    if span.seconds and clock is not None:
        refuse("not_a_time", "A span of hours or minutes does not go with a clock time. Give one of the two.")
    wall = span.shift(speaker.wall)
    shorter = span.months and not span.days and wall.day != speaker.wall.day
    notes = ["that month is shorter, so its last day"] if shorter else []
    if clock is not None:
        found = on_day(Day(wall.date(), note="".join(notes)), clock, asked, late)
        return _reading(found, speaker.zone)
    if span.calendar:
        notes.append("the clock time of now is kept; the start of that day is possible too")
        return Reading(wall, speaker.zone, (datetime.combine(wall.date(), time(0)),), notes=tuple(notes))
    moved = span.days or span.months
    start = place(wall, speaker.zone).instant if moved else speaker.instant.replace(microsecond=0)
    try:
        return Reading(start + span.elapsed, speaker.zone, notes=tuple(notes))
    except OverflowError:
        raise out_of_range() from None


def _take_times(text: str, phrase: str, wall: datetime) -> tuple[Clock | None, str | None, str]:
    """(clock time, part of the day, rest) of a phrase; ClockToolError `not_one_time` when there are two."""
    same = _THIS_TIME.search(text)
    if same:
        text = whole = f"{text[: same.start()]} {text[same.end() :]}".strip()
        clock: Clock | None = Clock(wall.hour, wall.minute, wall.second)
        part = None
    else:
        clock, whole = take_hour_of_part(text)
        part, text = take_part(whole)
        if clock is None:
            clock, text = take_clock(text)
    if take_part(text)[0] or (clock and take_clock(text)[0]):
        refuse("not_one_time", f"{quoted(phrase)} names two times. Give one time at once.")
    if part and clock is None:
        clock, text = bare_number(text)
        if clock is not None:
            refuse_count(whole)
    return settled(clock, part, text) if clock else None, part, text


def _latest(clock: Clock) -> time | None:
    """The latest moment of a day that `clock` may mean; None for midnights, which no day has behind it."""
    if clock.kind in ("midnight", "end"):
        return None
    return clock.halves[1] if clock.kind == "either" else clock.time


def _is_read(phrase: str, speaker: _Speaker) -> bool:
    """Whether advice to say `phrase` instead would help."""
    try:
        return bool(read_phrase(phrase, speaker.instant, speaker.zone, speaker.next_year))
    except ClockToolError:
        return False


def _anchor(text: str, phrase: str, asked: Asked, speaker: _Speaker) -> Day:
    day = find_day(text, asked)
    if day is None:
        refuse_rest(phrase, text, lambda repaired: _is_read(repaired, speaker))
    return day


def _read_words(text: str, phrase: str, speaker: _Speaker) -> Reading:
    if text in _NOW:
        return Reading(speaker.instant.replace(microsecond=0), speaker.zone)
    iso = read_iso(text)
    if iso is not None:
        return _read_iso(iso, speaker.zone)
    same = _SAME_TIME.fullmatch(text)
    if same:
        text = f"in a {same[2]}" if same[1] == "next" else f"a {same[2]} ago"
    span, text = take_span(text)
    clock, part, rest = _take_times(text, phrase, speaker.wall)
    empty = _EMPTY.fullmatch(rest) is not None
    late, guessed = False, ""
    fraction = clock.fraction if clock else ""
    if part and clock:
        clock, days = fit_part(clock, part)
        late = bool(days)
    elif part and not (empty and span is None):
        clock, guessed = guess(part)
    latest = _latest(clock) if clock and not late else None
    asked = Asked(speaker.wall, latest, speaker.next_year, clock is not None)
    if span is not None and (span.anchored or empty):
        day = _anchor(rest, phrase, replace(asked, at=None), speaker) if span.anchored else None
        reading = _read_span(span, day, clock, late, speaker)
    elif empty and clock is not None and span is None:
        reading = _reading(without_day(clock, asked), speaker.zone)
    elif span is not None or empty:
        refuse_rest(phrase, rest, lambda repaired: _is_read(repaired, speaker))
    else:
        day = _anchor(rest, phrase, asked, speaker)
        if day.no_day and clock is not None:
            refuse("not_a_time", f"{quoted(phrase)} names a clock time and a month, but no day. Say the day.")
        reading = _reading(on_day(day, clock, asked, late), speaker.zone)
    reading = replace(reading, fraction=fraction)
    return replace(reading, ask=True, notes=(*reading.notes, guessed)) if guessed else reading


def _check_abbreviation(reading: Reading, letters: str) -> Reading:
    """`EST` said where clocks show EST at that time is no doubt, and settles a fold; elsewhere it is
    refused."""
    zone = reading.zone
    if reading.when.tzinfo is None:
        placed = place(reading.when, zone)
        candidates = [instant for instant in (placed.instant, placed.other) if instant]
    else:
        candidates = [reading.when]
    for instant in candidates:
        if instant.astimezone(zone.tz).tzname() == letters:
            return replace(reading, when=instant, others=()) if len(candidates) > 1 else reading
    find_zone(letters)
    return reading


def read_phrase(phrase: str, now: datetime, zone: Zone, next_year: bool = True) -> Reading:
    """What `phrase`, said at the instant `now` in `zone`, means.

    ClockToolError when it names no one time: `not_a_time`, `no_such_date`, `not_one_time`, `ambiguous_time`,
    `too_long`, `out_of_range`, or a zone's error as of `find_zone`.
    """
    iso = read_iso(phrase.strip()) if len(phrase) <= LONGEST else None
    if iso is not None:
        return _read_iso(iso, zone)
    said, text = take_zone(tidy(phrase))
    here = said.zone if said and said.zone else zone
    speaker = _Speaker(now, here, wall_now(now, here), next_year)
    try:
        reading = _read_words(text, phrase, speaker)
    except ClockToolError as error:
        if error.code == "ambiguous_time":
            # Suggestions are made of the words that are left, and would lose a zone or a span.
            kept = [] if said or take_span(text)[0] else error.suggestions
            error.suggestions = [choice for choice in kept if _is_read(choice, speaker)]
        raise
    if said is None:
        return reading
    if said.abbreviation:
        return _check_abbreviation(reading, said.abbreviation)
    reading = replace(reading, notes=(*reading.notes, said.note)) if said.note else reading
    there = wall_now(now, zone)
    timeless = _EMPTY.fullmatch(_take_times(text, phrase, there)[2])
    if there.date() == speaker.wall.date() or reading.when.tzinfo is not None or timeless:
        return reading
    other = _read_words(text, phrase, replace(speaker, wall=there))
    both = (*reading.others, other.when, *other.others)
    if other.when == reading.when or other.when in reading.others:
        return reading
    note = f"today is {speaker.wall.date()} in {here.name} and {there.date()} in {zone.name}"
    return replace(reading, others=both, ask=True, notes=(*reading.notes, note))
