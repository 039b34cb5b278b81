"""From one entity to one value a parameter accepts: how well they fit, and the value in the right form."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy import lexicon, places
from clockhands.mock.toy.dates import resolve_date
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.params import Param
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.times import time_forms

# parameter kind -> entity kinds that can fill it, with how well they do
FITS: dict[str, dict[str, float]] = {
    "zone": {"zone": 4, "place": 3.5},
    "place": {"address": 4.5, "place": 4, "room": 2, "phrase": 0.9, "zone": 1, "caps": 1.5, "quote": 1.5,
              "ticker": 1.2},
    "currency": {"currency": 4},
    "language": {"language": 4},
    "unit": {"unit": 4},
    "number": {"number": 3},
    "email": {"email": 4},
    "url": {"url": 4, "domain": 3, "path": 0.2},
    "phone": {"phone": 4, "number": 0.5},
    "id": {"id": 4, "uuid": 4, "quote": 2, "number": 2, "ticker": 1.5, "isbn": 3, "handle": 1},
    "version": {"version": 4, "number": 1, "quote": 2},
    "ticker": {"ticker": 3.8, "currency": 2.5, "company": 3.5, "quote": 1.5, "caps": 0.8},
    "dice": {"dice": 4},
    "expr": {"expr": 4, "quote": 2},
    "date": {"date": 4, "datetime": 3, "moment": 2},
    "time": {"time": 4, "datetime": 2, "moment": 1.5},
    "datetime": {"moment": 5, "datetime": 4.5, "date": 3.5, "time": 3},
    "path": {"path": 4, "quote": 2},
    "colour": {"colour": 4, "color": 4},
    "ip": {"ip": 4},
    "name": {"room": 3, "quote": 2.2, "caps": 2, "handle": 1.5, "company": 1.5, "ticker": 1, "object": 0.8,
             "phrase": 0.6, "path": 0.5},
    "title": {"quote": 2.2},
    "query": {"quote": 2},
    "word": {"quote": 3},
    "text": {"quote": 3, "path": 0.3},
    "host": {"ip": 3, "domain": 3, "handle": 3, "id": 2.5, "quote": 2, "phrase": 1.2, "object": 0.5},
    "letter": {"quote": 1},
    "any": {"quote": 2, "id": 1.2, "caps": 1, "room": 1, "email": 1, "place": 0.8, "url": 0.8, "path": 0.8,
            "colour": 0.8, "zone": 0.8, "dice": 0.8, "ticker": 0.8, "date": 0.7, "time": 0.7, "object": 0.7,
            "language": 0.7, "company": 0.7, "number": 0.6, "phrase": 0.4},
}  # fmt: skip
_FROM = frozenset({"from", "between", "leaving", "departing", "starting", "of"})
_TO = frozenset(
    {
        "to",
        "into",
        "->",
        "→",
        "in",
        "until",
        "till",
        "and",
        "as",
        "towards",
        "toward",
        "reaching",
        "by",
    }
)
_SECONDS = {
    "millisecond": 0.001,
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
}


def fit(param: Param, entity: Entity) -> float:
    """How well the kind of thing mentioned suits the parameter; 0 when it does not."""
    if (
        entity.kind == "ticker"
        and param.kind == "place"
        and not _CODED.search(f"{param.name} {param.description}")
    ):
        return 0
    return FITS.get(param.kind, {}).get(entity.kind, 0)


_CODED = re.compile(r"iata|airport|code|abbreviat|state", re.I)


def role_bonus(param: Param, entity: Entity, text: str) -> float:
    """For `from` and `to` parameters: do the words in front of the entity agree?"""
    if not param.role:
        return 0
    lead = entity.before
    sign = 1 if param.role == "to" else -1
    if entity.kind in ("unit", "currency", "enum"):
        if _COUNTED.search(text[max(0, entity.start - 12) : entity.start]) or entity.extra == "symbol":
            return -1.3 * sign
        if lead in ("many", "much"):
            return 1.3 * sign
    if lead in ("to", "into", "->", "→", "until", "till"):
        return 1.5 * sign
    if param.role == "from":
        return 1.5 if lead in _FROM else 0
    if lead == "in" and entity.kind in ("place", "zone"):
        return 0
    return -1.5 if lead in ("from", "between", "leaving") else 0.8 if lead in _TO else 0


_COUNTED = re.compile(rf"(?:\d|\b(?:{'|'.join([*lexicon.NUMBERS, *lexicon.SCALES])}))[\s-]*°?\s*$", re.I)


_MONEY_NAMES = re.compile(
    r"amount|price|cost|budget|money|value|bill|total|max|min|salary|principal|net|gross"
)
_SHARE_NAMES = re.compile(r"percent|pct|rate|tip|discount|interest|level|volume|bright|share|vat|tax")
_COUNT_NAMES = frozenset(
    {"count", "quantity", "n", "num", "number", "times", "limit", "qty", "how_many", "copies"}
)
PARTS = ("hour", "minute", "year", "month", "day")  # what a number inside a time or a date is


def number_bonus(param: Param, entity: Entity, text: str) -> float:
    """What a bare number's dress says: money, percent, dice, ordinal, an inner part of something else."""
    name, extra = param.name.lower(), entity.extra
    after = text[entity.end : entity.end + 12]
    if extra in PARTS:
        return 3.0 if param.required and extra in re.sub(r"s\b", "", name.replace("_", " ")).split() else -9.0
    bonus = 0.0
    if extra == "money":
        bonus += 2 if _MONEY_NAMES.search(name) else -0.5
    if extra == "percent":
        bonus += 2 if _SHARE_NAMES.search(name) else -0.5
    if extra.startswith("dice"):
        bonus += 3 if (extra == "dice-sides") == bool(re.search(r"side|face", name)) else -2
    if re.search(r"side|face", name) and re.match(r"[- ]?(?:sided?|faces?)\b", after, re.I):
        bonus += 3
    if isinstance(entity.value, int) and 1000 < entity.value < 2200:
        bonus += 2 if "year" in name else -3 if entity.before in ("in", "since") else 0
    if name in _COUNT_NAMES and re.match(r"\s+[a-z]{3,}", after):
        bonus += 1.3
    return bonus - 0.5 * (extra == "ordinal")


def convert(param: Param, entity: Entity, text: str, root: dict, today: str | None) -> Any:
    """The entity as a value the parameter's schema accepts, or None."""
    for value in _forms(param, entity, text, today):
        if value is not None and valid(value, param.raw, root):
            return value
    return None


def _forms(param: Param, entity: Entity, text: str, today: str | None) -> list[Any]:
    kind, value = param.kind, entity.value
    if kind == "number":
        return _number_forms(param, entity, text)
    if kind == "zone":
        zone = places.zone_of(str(value))
        return [value if entity.kind == "zone" else zone, zone]
    if kind in ("date", "datetime") or (entity.kind in ("date", "moment") and kind != "time"):
        return _date_forms(param, entity, today)
    if kind == "time" or entity.kind == "time":
        return time_forms(entity, param.description, param.schema)
    if kind == "language" and entity.kind == "language":
        coded = re.search(
            r"\bcode\b|\biso\b|['\"`(](?:en|fr|de|es)['\"`)]|e\.g\.?,? (?:en|fr|de|es)\b",
            param.description,
            re.I,
        ) or re.search(r"lang(?:uage)?_?code|locale", param.name)
        forms = [entity.extra, value] if coded else [value, entity.extra]
        return [*forms, str(value).lower(), entity.extra.upper()]
    if kind == "unit" and entity.kind == "unit":
        return _unit_forms(param, entity)
    if kind == "place" and entity.kind == "place":
        return _place_forms(param, entity)
    if kind == "url" and entity.kind == "domain" and param.schema.get("format") in ("uri", "url"):
        return [f"https://{value}"]
    if entity.kind == "company" and kind != "ticker":
        value = entity.extra
    return [
        v
        for raw in [value if isinstance(value, str) else entity.text]
        for v in (raw, raw.upper(), raw.lower(), raw.lstrip("#@"))
    ]


def _number_forms(param: Param, entity: Entity, text: str) -> list[Any]:
    value = entity.value
    if not isinstance(value, (int, float)):
        return []
    wanted = re.search(
        r"(millisecond|second|minute|hour|day|week)s?\b|(?:_|\b)(ms|secs?|mins?|hrs?|s)$",
        param.name.lower() + " ",
    ) or re.search(r"\bin (millisecond|second|minute|hour|day|week)s?\b", param.description.lower())
    said = re.match(
        r"[\s-]*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|min|hours?|hrs?|h|days?|weeks?)\b",
        text[entity.end : entity.end + 16],
        re.I,
    )
    forms: list[Any] = [value]
    if wanted and said:
        unit = lexicon.UNITS.get(said[1].lower())
        target = wanted.group(1) or {"ms": "millisecond", "s": "second"}.get(
            wanted.group(2), (wanted.group(2) or "")[:3]
        )
        target = next((u for u in _SECONDS if u.startswith(target[:3])), None)
        if unit and target and unit[0] in _SECONDS:
            forms = [value * _SECONDS[unit[0]] / _SECONDS[target]]
    if param.type == "integer":
        forms = [int(f) for f in forms if float(f).is_integer()]
    else:
        forms = [int(f) if float(f).is_integer() and abs(f) < 1e15 else f for f in forms]
    if entity.extra == "percent" and param.schema.get("maximum") == 1:
        forms = [value / 100]
    return forms


def _place_forms(param: Param, entity: Entity) -> list[Any]:
    value = str(entity.value)
    country = places.countries().get(value.lower())
    about = (param.description + " " + param.name).lower()
    if country and re.search(r"\biso\b|two-letter|2-letter|alpha-?2|country_?code", about):
        return [country[0], value]
    if "iata" in about or "airport" in about:
        return [AIRPORTS.get(value.lower()), value] if "code" in about or "iata" in about else [value]
    return [value, value.lower(), value.upper()]


def _unit_forms(param: Param, entity: Entity) -> list[Any]:
    name, symbol, _ = lexicon.UNITS.get(str(entity.value), (str(entity.value), entity.text, ""))
    about = param.description.lower()
    long_name = re.search(
        r"\b(?:celsius|meters?|kilometers?|miles?|kilograms?|grams?|fahrenheit)\b",
        about,
    )
    short = re.search(r"['\"`(, ](?:km|kg|mi|lb|lbs|cm|m|ft)['\"`), .]", " " + param.description + " ")
    spoken = entity.text.lower().replace("°", "") if len(entity.text) > 2 else entity.text.replace("°", "")
    plural = name if name.endswith(("s", "t", "n")) else name + "s"
    forms = [spoken, name, symbol, plural]
    if short and not long_name:
        forms = [symbol, *forms]
    elif long_name:
        forms = [plural if re.search(r"meters|miles|grams", about) else name, *forms]
    return [*forms, name.upper(), name.capitalize()]


def _date_forms(param: Param, entity: Entity, today: str | None) -> list[Any]:
    """A date in the form the description asks for, in the user's words where it allows them."""
    day = str(entity.value[0] if entity.kind == "moment" else entity.value)
    absolute = day if re.match(r"\d{4}-\d\d-\d\d", day) else resolve_date(day, today)
    about = f"{param.description} {param.name}"
    strict = re.search(r"YYYY|\biso\b|8601|\d{4}-\d\d|rfc", about, re.I)
    wordy = re.search(
        r"\b(?:today|tomorrow|words|phrase|natural|said|weekday)\b|usertime",
        about,
        re.I,
    )
    forms: list[Any] = []
    if (absolute and param.kind == "date") or (absolute and entity.kind == "date"):
        forms = [absolute[:10]]
    if absolute and param.kind == "datetime":
        forms = [*_instants(entity, absolute), *forms]
    free = [] if strict else [entity.text]
    return [*free, *forms] if wordy else [*forms, *free]


def _instants(entity: Entity, absolute: str) -> list[str]:
    clock = entity.value[1] if entity.kind == "moment" else "00:00"
    full = absolute.replace(" ", "T") if len(absolute) > 10 else f"{absolute}T{clock}:00"
    plain = [absolute] if entity.kind == "date" else []
    return [*plain, full, full + "Z", full + ":00", full + ":00Z"]


AIRPORTS = {
    "new york": "JFK", "london": "LHR", "paris": "CDG", "tokyo": "HND", "los angeles": "LAX",
    "san francisco": "SFO",
    "chicago": "ORD", "berlin": "BER", "frankfurt": "FRA", "munich": "MUC", "madrid": "MAD",
    "barcelona": "BCN", "rome": "FCO",
    "amsterdam": "AMS", "zurich": "ZRH", "vienna": "VIE", "singapore": "SIN", "hong kong": "HKG",
    "sydney": "SYD", "dubai": "DXB",
    "boston": "BOS", "seattle": "SEA", "miami": "MIA", "toronto": "YYZ", "lisbon": "LIS",
    "dublin": "DUB", "oslo": "OSL",
    "stockholm": "ARN", "copenhagen": "CPH", "istanbul": "IST", "delhi": "DEL", "mumbai": "BOM",
    "atlanta": "ATL", "denver": "DEN",
}  # fmt: skip
