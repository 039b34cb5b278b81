"""The zone in a phrase: `3pm UTC+2`, `15:00 Europe/Paris`, `noon Tokyo time`, `9am EST`.

What a phrase says about its zone wins over from_timezone. Abbreviations are refused, except one that clocks
in from_timezone show at the very time asked for: there it adds nothing that could be wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from clockhands.tools.phrase_text import refuse, without
from clockhands.tools.zones import Zone, find_zone, is_abbreviation, place_zones, zone_names

__all__ = ["SaidZone", "take_zone"]


@dataclass(frozen=True)
class SaidZone:
    """zone: the one said, None for an abbreviation; abbreviation: its letters, to be checked; note: how a
    place was read."""

    zone: Zone | None = None
    abbreviation: str = ""
    note: str = ""


_NAMED = re.compile(r"\b[a-z][a-z_-]*/[a-z_+-]+(?:[0-9]+)?(?:/[a-z_-]+)?(?: [a-z]+){0,2}")
# A bare minus is an offset only after seconds, as in mail headers: `14:00 -1500` may be a span.
_OFFSET = re.compile(
    r"(?:\b|(?<=\d))(?:utc|gmt) ?[+-] ?\d{1,2}(?::?\d{2})?\b"
    r"|(?<=[\dm]) ?\+ ?\d{2}:?\d{2}\b|(?<=:\d\d:\d\d) ?-\d{4}(?= |$)"
)
_UTC = re.compile(r"\b(?:zulu|utc|gmt)(?: time)?\b|(?<=\d)z\b|(?<=\d )z\b")
_LOCAL = re.compile(r"\b(?:local|my) time\b")
_PLACE_TIME = re.compile(r"(?<!['a-z\d])((?:[a-z]+[ -]){1,3})time\b")
_IN_PLACE = re.compile(r"\bin ([a-z]+(?: [a-z]+){0,2})$")
_NO_PLACE = re.compile(
    r"the|this|that|same|what|which|any|some|at|(?:second|minute|hour|day|week|fortnight|month|year)s?"
)


def _take_named(text: str) -> tuple[SaidZone | None, str]:
    """A tz name, with the words after a space that still belong to it (`america/new york`)."""
    match = _NAMED.search(text)
    if match is None:
        return None, text
    known = {name.casefold().replace("_", " ") for name in zone_names()}
    words = match[0].replace("_", " ").split(" ")
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if name in known:
            return SaidZone(find_zone(name)), text.replace("_", " ").replace(name, " ", 1).strip()
    return SaidZone(find_zone(words[0])), text.replace(words[0], " ", 1).strip()


def _take_abbreviation(text: str) -> tuple[SaidZone | None, str]:
    for match in re.finditer(r"\b[a-z]{2,5}\b", text):
        if is_abbreviation(match[0]) and not text[: match.start()].endswith("in "):
            return SaidZone(abbreviation=match[0].upper()), without(text, match)
    return None, text


def _read_place(place: str) -> SaidZone | None:
    zones = place_zones(place)
    if len(zones) > 1:
        names = ", ".join(zones)
        refuse("ambiguous_timezone", f"'{place}' has several time zones. Use one of {names}.", list(zones))
    return SaidZone(find_zone(zones[0]), note=f"'{place}' was read as {zones[0]}") if zones else None


def _take_place(text: str) -> tuple[SaidZone | None, str]:
    """`tokyo time`, or `in tokyo` at the end."""
    match = _PLACE_TIME.search(text)
    if match:
        words = match[1].replace("-", " ").split()
        for start in range(len(words)):
            said = _read_place(" ".join(words[start:]))
            if said:
                cut = match.end(1) - len("-".join(words[start:])) - 1
                return said, f"{text[:cut]} {text[match.end() :]}".strip()
        if not _NO_PLACE.fullmatch(words[-1]) and re.search(r"\d|noon|midnight", text):
            advice = "Use a name like 'Europe/Paris'."
            refuse("unknown_timezone", f"'{words[-1]} time' names no known zone. {advice}", [])
    match = _IN_PLACE.search(text)
    said = _read_place(match[1]) if match else None
    return (said, text[: match.start()].strip()) if said else (None, text)


def take_zone(text: str) -> tuple[SaidZone | None, str]:
    """What the phrase says about its zone, and the rest; None when it says nothing.

    ClockToolError as of `find_zone` for a zone that is unknown or stands for several.
    """
    if _LOCAL.search(text):
        return None, re.sub(r" +", " ", _LOCAL.sub(" ", text)).strip()
    said, rest = _take_named(text) if "/" in text else (None, text)
    if said:
        return said, re.sub(r" +", " ", rest)
    for pattern in (_OFFSET, _UTC):
        match = pattern.search(text)
        if match:
            plain = "gmt" if "gmt" in match[0] else "utc"
            name = match[0].replace(" ", "") if pattern is _OFFSET else plain
            return SaidZone(find_zone(name)), without(text, match)
    said, rest = _take_abbreviation(text)
    if said:
        return said, rest
    return _take_place(text)
