"""Dates said without a year, or relative to today."""

from __future__ import annotations

import re
from datetime import date, timedelta

from clockhands.mock.toy import lexicon
from clockhands.mock.toy.times import month_of

ERA_YEAR = (
    2025  # the year assumed for a date without one when today is unknown: the toy's "weights" end there
)


def resolve_date(words: str, today: str | None) -> str | None:
    """A relative or year-less date as YYYY-MM-DD; relative ones need `today`.

    >>> resolve_date("tomorrow", "2026-11-05"), resolve_date("next friday", "2026-11-05")
    ('2026-11-06', '2026-11-13')
    """
    low = words.lower()
    month = next(
        (
            m
            for w in re.findall(r"[a-z]+\.?", low)
            if len(w) > 2 and w not in lexicon.WEEKDAYS and (m := month_of(w))
        ),
        None,
    )
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", low)
    try:
        base = date.fromisoformat(today) if today else None
        if month and day:
            year = base.year if base else ERA_YEAR
            found = date(year, month, int(day[1]))
            return (found.replace(year=year + 1) if base and found < base else found).isoformat()
        return _relative(low, base) if base else None
    except (ValueError, OverflowError):
        return None


def _relative(low: str, base: date) -> str | None:
    offsets = {
        "day after tomorrow": 2,
        "tomorrow": 1,
        "yesterday": -1,
        "today": 0,
        "tonight": 0,
        "next week": 7,
    }
    for words, days in offsets.items():
        if words in low:
            return (base + timedelta(days)).isoformat()
    count = re.search(r"in (\d+|a|two|three|four|five) (day|week)", low)
    if count:
        number = int(count[1]) if count[1].isdigit() else {"a": 1, **lexicon.NUMBERS}[count[1]]
        return (base + timedelta(number * (7 if count[2] == "week" else 1))).isoformat()
    for index, name in enumerate(lexicon.WEEKDAYS):
        if name in low:
            ahead = (index - base.weekday()) % 7
            if "next" in low:
                ahead = 7 - base.weekday() + index
            elif "last" in low:
                ahead = ahead - 7
            return (base + timedelta(ahead)).isoformat()
    return None
