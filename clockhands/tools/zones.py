"""Zone names to zones, the same on every machine.

Zone data come from the PyPI package `tzdata` alone, whatever the system has or lacks. Names are those of the
tz database in any case, with spaces, underscores and hyphens forgiven; old names lead to today's.

    >>> find_zone("america/new york").name
    'America/New_York'
    >>> find_zone("Asia/Calcutta").name
    'Asia/Kolkata'
    >>> find_zone("+05:30").name
    '+05:30'
"""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from dataclasses import dataclass
from datetime import timedelta, timezone, tzinfo
from functools import lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from clockhands.errors import ClockToolError
from clockhands.tools import zone_hints

__all__ = ["UTC", "Zone", "find_zone", "is_abbreviation", "place_zones", "zone_names"]

LONGEST = 64
EXAMPLE = "Use a name like 'Europe/Paris' or an offset like '+05:30'."
_OFFSET = re.compile(
    r"(?:(?:utc|gmt)(?=[+-]\d)|(?=[+-]\d{2}))([+-])(\d{1,2}(?=:|$)|\d{2})(?::?(\d{2}))?", re.IGNORECASE
)
_WIDEST_HOURS = 14  # the farthest clock from UTC that exists: Pacific/Kiritimati


@dataclass(frozen=True)
class Zone:
    """A zone: `name` as written in results, `tz` for datetimes."""

    name: str
    tz: tzinfo

    @property
    def is_utc(self) -> bool:
        return self.name == "UTC"


UTC = Zone("UTC", timezone.utc)


def _data(*path: str):
    found = resources.files("tzdata")
    for part in path:
        found = found / part
    return found


def _key(name: str) -> str:
    """What two spellings of one name share. The sign of Etc/GMT-5 carries meaning, so it stays."""
    folded = re.sub(r"[\s_]+", "", unicodedata.normalize("NFKC", name).casefold())
    return folded if "gmt" in folded else folded.replace("-", "")


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Every name in the tz database, old ones included, sorted; not `Factory`, its mark for an unset zone."""
    return tuple(sorted(set(_data("zones").read_text(encoding="utf-8").split()) - {"Factory"}))


@lru_cache(maxsize=1)
def _country_rows() -> tuple[tuple[str, str], ...]:
    """(country code, zone) pairs, in the order of the tz database: a country's largest zone comes early."""
    lines = _data("zoneinfo", "zone.tab").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return tuple((row[0], row[2]) for row in rows)


@lru_cache(maxsize=1)
def _todays_names() -> dict[str, str]:
    """Old name -> today's name. A name some country still has in zone.tab is not old, even where the tz
    database keeps it as a link (Europe/Amsterdam shares the data of Brussels since 1970)."""
    lines = _data("zoneinfo", "tzdata.zi").read_text(encoding="utf-8").splitlines()
    links = {old: new for _, new, old in (line.split() for line in lines if line.startswith("L "))}
    current = {zone for _, zone in _country_rows()}
    known = set(zone_names())
    renamed = {old: new for old, new in links.items() if old not in current and new in known}
    renamed.update({old: new for old, new in zone_hints.SAME_PLACE.items() if new in known})
    return renamed


@lru_cache(maxsize=1)
def _by_key() -> dict[str, str]:
    renamed = _todays_names()
    return {_key(name): renamed.get(name, name) for name in zone_names()}


@lru_cache(maxsize=1)
def _cities() -> dict[str, tuple[str, ...]]:
    """Last part of a name -> the zones it ends, such as `tokyo` -> ('Asia/Tokyo',)."""
    found: dict[str, tuple[str, ...]] = {}
    for _, name in _country_rows():
        city = _key(name.rsplit("/", 1)[-1])
        found[city] = (*found.get(city, ()), name)
    return found


@lru_cache(maxsize=1)
def _countries() -> dict[str, tuple[str, ...]]:
    lines = _data("zoneinfo", "iso3166.tab").read_text(encoding="utf-8").splitlines()
    names = dict(line.split("\t")[:2] for line in lines if line and not line.startswith("#"))
    found: dict[str, tuple[str, ...]] = {}
    for code, zone in _country_rows():
        country = _key(names.get(code, code))
        found[country] = (*found.get(country, ()), zone)
    return found


@lru_cache(maxsize=1)
def _places() -> dict[str, tuple[str, ...]]:
    return {_key(place): zones for place, zones in zone_hints.PLACES.items()}


@lru_cache(maxsize=1)
def _windows() -> dict[str, str]:
    text = resources.files(__package__).joinpath("windows_zones.json").read_text(encoding="utf-8")
    return {_key(name): zone for name, zone in json.loads(text)["zones"].items()}


@lru_cache(maxsize=1024)
def _load(name: str) -> Zone:
    """The zone of a name that is known to be in the database: nothing a caller wrote reaches a path."""
    plain = zone_hints.PLAIN.get(name, name)
    if plain == "UTC":
        return UTC
    with _data("zoneinfo", *name.split("/")).open("rb") as file:
        return Zone(plain, ZoneInfo.from_file(file, key=plain))


def _from_offset(text: str) -> Zone | None:
    match = _OFFSET.fullmatch(re.sub(r"\s+", "", text.replace("\u2212", "-")))
    if match is None:
        return None
    sign, hours, minutes = match[1], int(match[2]), int(match[3] or 0)
    if minutes > 59 or hours * 60 + minutes > _WIDEST_HOURS * 60:
        raise ClockToolError(
            "unknown_timezone",
            f"No clock on Earth is {match[1]}{hours:02d}:{minutes:02d} from UTC. Offsets run from -12:00 to "
            "+14:00.",
            ["UTC", "+05:30", "Europe/Paris"],
        )
    if hours == minutes == 0:
        return UTC
    offset = timedelta(hours=hours, minutes=minutes) * (-1 if sign == "-" else 1)
    return Zone(f"{sign}{hours:02d}:{minutes:02d}", timezone(offset))


def is_abbreviation(text: str) -> bool:
    """Whether `text` is a known abbreviation, such as `EST`: letters that name an offset, not a place."""
    return text.upper() in zone_hints.AMBIGUOUS or text.upper() in zone_hints.OFFSETS


def _refuse_abbreviation(text: str) -> None:
    letters = text.upper()
    if letters in zone_hints.AMBIGUOUS:
        places = list(zone_hints.AMBIGUOUS[letters])
        raise ClockToolError(
            "ambiguous_timezone",
            f"'{letters}' means different zones in different places. Ask which is meant, then use its name: "
            f"{', '.join(places)}.",
            places,
        )
    if letters in zone_hints.OFFSETS:
        places = list(zone_hints.OFFSETS[letters])
        raise ClockToolError(
            "fixed_offset_abbreviation",
            f"'{letters}' is an ambiguous abbreviation: it names an offset, not a place, and does not follow "
            f"clock changes. Use the name of a zone, such as '{places[0]}'.",
            places,
        )


def _quoted(name: str) -> str:
    """The name in quotes where it is short and harmless to repeat to a model, a description otherwise."""
    plain = re.fullmatch(r"[A-Za-z0-9_+: -][A-Za-z0-9_+/: -]{0,39}", name) and "//" not in name
    return f"'{name}'" if plain else "This text"


def _near(key: str) -> list[str]:
    """Up to five zones that somebody who wrote `key` may have meant."""
    bare = re.sub(r"(standard|daylight|local)?time$", "", key)
    for text in (key, bare):
        for table in (_places(), _cities(), zone_hints.REGIONS, _countries()):
            if text in table:
                return list(table[text][:5])
    city = key.rsplit("/", 1)[-1]
    if city in _cities():
        return list(_cities()[city][:5])
    close = difflib.get_close_matches(key, _by_key(), n=5, cutoff=0.75)
    near_cities = difflib.get_close_matches(city, _cities(), n=3, cutoff=0.8)
    zones = [_by_key()[name] for name in close] + [zone for name in near_cities for zone in _cities()[name]]
    return list(dict.fromkeys(zone_hints.PLAIN.get(zone, zone) for zone in zones))[:5]


def _refuse_unknown(name: str) -> None:
    key = _key(name)
    if key in _windows():
        zone = _windows()[key]
        raise ClockToolError(
            "windows_name",
            f"{_quoted(name)} is a name only Windows uses. Use the tz database's name '{zone}'.",
            [zone],
        )
    near = _near(key) if name.isascii() and ".." not in name else []
    advice = f"Did you mean {' or '.join(repr(zone) for zone in near)}?" if near else EXAMPLE
    raise ClockToolError(
        "unknown_timezone", f"{_quoted(name)} is not the name of a time zone. {advice}", near
    )


@lru_cache(maxsize=1024)
def _find(name: str) -> Zone:
    known = _by_key().get(_key(name))
    if is_abbreviation(name):
        _refuse_abbreviation(name)
    if known is not None:
        return _load(known)
    fixed = _from_offset(name)
    if fixed is None:
        _refuse_unknown(name)
    return fixed


def find_zone(name: str) -> Zone:
    """The zone called `name`: a name of the tz database (any case, spaces forgiven), or an offset.

    Raises ClockToolError with code `unknown_timezone`, `ambiguous_timezone` (IST, CST ...),
    `fixed_offset_abbreviation` (EST, CET ...) or `windows_name`, and up to five zones to choose from.
    """
    if not isinstance(name, str):
        raise ClockToolError(
            "unknown_timezone", f"A time zone is a string, not {type(name).__name__}. {EXAMPLE}", []
        )
    name = name.strip()
    if not name or len(name) > LONGEST:
        what = "empty" if not name else f"{len(name)} characters long; names have at most {LONGEST}"
        raise ClockToolError("unknown_timezone", f"The time zone is {what}. {EXAMPLE}", [])
    return _find(name)


def place_zones(place: str) -> tuple[str, ...]:
    """The zones of a place as people say it (`tokyo`, `india`, `san francisco`), at most five; () if
    unknown."""
    key = _key(place)
    for table in (_places(), _cities(), _countries()):
        if key in table:
            return tuple(table[key][:5])
    return ()
