"""Dates and clock times as people write them, without a clock: relative ones stay words."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.lexicon import MONTHS, WEEKDAYS

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DAY_NUM = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_CLOCK = r"(?:[01]?\d|2[0-3])"

TIME_PATTERNS: list[tuple[str, re.Pattern]] = [
    ("date", re.compile(rf"\b(?:{_DAY},?\s+)?{_DAY_NUM}\s+(?:of\s+)?{_MONTH}(?:,?\s+\d{{4}})?(?!\w)", re.I)),
    ("date", re.compile(rf"\b(?:{_DAY},?\s+)?{_MONTH}\s+{_DAY_NUM}(?:,?\s+\d{{4}})?(?!\w)", re.I)),
    ("date", re.compile(r"(?<![\d-])\d{4}[-/]\d{1,2}[-/]\d{1,2}(?![\d-])")),
    ("date", re.compile(r"(?<![\d/])\d{1,2}/\d{1,2}/\d{4}(?![\d/])|(?<![\d.])\d{1,2}\.\d{1,2}\.\d{4}(?!\d)")),
    ("date", re.compile(rf"\b{_MONTH}\s+\d{{4}}\b", re.I)),
    ("time", re.compile(rf"(?<![\d:.]){_CLOCK}(?::[0-5]\d(?::[0-5]\d)?)?\s?(?:[ap]\.m\.|[ap]m\b)", re.I)),
    ("time", re.compile(rf"(?<![\d:.]){_CLOCK}:[0-5]\d(?::[0-5]\d)?(?![\d:])")),
    ("time", re.compile(
        r"\b(?:half past|quarter past|quarter to)\s+(?:\d{1,2}|\w+)\b|\b(?:\d{1,2}"
        r"|\w+)\s+o['’]?clock\b", re.I)),
    ("time", re.compile(r"\b(?:noon|midday|midnight)\b", re.I)),
    ("date", re.compile(
        rf"\b(?:the day after tomorrow|day after tomorrow|tomorrow|yesterday|today|tonight"
        rf"|(?:this|next|last|coming)\s+(?:{_DAY}|week(?:end)?|month|year)|{_DAY}s?)\b", re.I)),
    ("date", re.compile(
        r"\bin\s+(?:\d+|a|two|three|four|five)\s+(?:days?|weeks?|months?)(?:['’]\s?time)?\b", re.I)),
]  # fmt: skip
_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_DAY_NAMES = re.compile("|".join(WEEKDAYS), re.I)


def month_of(word: str) -> int | None:
    """1 to 12 for a month's name or its first three letters."""
    key = word.lower().rstrip(".")[:3]
    return next((i for i, name in enumerate(MONTHS, 1) if name[:3] == key), None)


def read_date(text: str) -> str | None:
    """YYYY-MM-DD when the text names day, month and year; None when one is missing or could be another.

    >>> read_date("Thursday, 5 November 2026"), read_date("tomorrow")
    ('2026-11-05', None)
    """
    hit = re.search(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})", text)
    if hit:
        return _iso(*map(int, hit.groups()))
    hit = re.search(r"(\d{1,2})([/.])(\d{1,2})[/.](\d{4})", text)
    if hit:
        first, second, year = int(hit[1]), int(hit[3]), int(hit[4])
        if hit[2] == "/" and first <= 12 and second <= 12 and first != second:
            return None  # 3/4/2024 is a day in March here and in April there
        day_first = hit[2] == "." or first > 12
        return _iso(year, second, first) if day_first else _iso(year, first, second)
    words = re.findall(r"[A-Za-z]+|\d+", text)
    months = [month_of(w) for w in words if w.isalpha() and not _DAY_NAMES.fullmatch(w) and len(w) > 2]
    month = next((m for m in months if m), None)
    numbers = [int(w) for w in words if w.isdigit()]
    years, days = [n for n in numbers if n > 1000], [n for n in numbers if n <= 31]
    return _iso(years[0], month, days[0]) if month and years and days else None


_STRICT_TIME = re.compile(r"\bhh\b|hh:?mm|\b24\b|24-?h|iso|8601|\d\d:\d\d|utc", re.I)


def time_forms(entity: Entity, description: str, schema: dict) -> list[Any]:
    """A clock time as said where a plain string is wanted, and as HH:MM where the parameter asks for a form.

    An hour without its half of the day, as in `at seven`, has no HH:MM.
    """
    if entity.kind == "datetime":
        return [str(entity.value)[11:16], entity.value]
    clock = entity.value[1] if entity.kind == "moment" else entity.value
    strict = bool(_STRICT_TIME.search(description))
    formed = strict or not {"format", "pattern", "minLength", "maxLength"}.isdisjoint(schema)
    written = [clock, f"{clock}:00", f"{clock}:00Z"] if clock else []
    if strict:
        return [*written, entity.text] if clock else []
    return [*written, entity.text] if formed else [entity.text, *written]


def _iso(year: int, month: int, day: int) -> str | None:
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else None


def read_time(text: str) -> str | None:
    """HH:MM (24 hours) of a clock time in words or digits.

    >>> read_time("7pm"), read_time("half past seven"), read_time("noon")
    ('19:00', '07:30', '12:00')
    """
    low = text.lower().replace("’", "'")
    if low in ("noon", "midday"):
        return "12:00"
    if low == "midnight":
        return "00:00"
    hit = re.search(r"(\d{1,2})(?::(\d\d))?(?::\d\d)?", low)
    hour = int(hit[1]) if hit else next((i for i, w in enumerate(_HOURS, 1) if w in low.split()), None)
    if hour is None:
        return None
    minute = int(hit[2]) if hit and hit[2] else 0
    if "half past" in low:
        minute = 30
    elif "quarter past" in low:
        minute = 15
    elif "quarter to" in low:
        hour, minute = hour - 1, 45
    if re.search(r"p\.?m", low) and hour < 12:
        hour += 12
    if re.search(r"\da\.?m|\d\s+a\.?m", low) and hour == 12:
        hour = 0
    return f"{hour % 24:02d}:{minute:02d}"
