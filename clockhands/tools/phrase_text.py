"""A phrase tidied: one spelling for everything the next steps look at, and refusals in plain words."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable

from clockhands.errors import ClockToolError

__all__ = [
    "LONGEST",
    "MONTHS",
    "MONTH_WORD",
    "WEEKDAYS",
    "WEEKDAY_WORD",
    "quoted",
    "refuse",
    "refuse_rest",
    "tidy",
    "without",
]

LONGEST = 200
EXAMPLES = ["tomorrow at 2 PM", "Friday at 15:00", "2025-01-16T14:00:00Z"]

MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ],
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        [
            "monday mon",
            "tuesday tue tues",
            "wednesday wed weds",
            "thursday thu thur thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        ]
    )
    for name in names.split()
}
MONTH_WORD = "|".join(sorted(MONTHS, key=len, reverse=True))
WEEKDAY_WORD = "|".join(sorted(WEEKDAYS, key=len, reverse=True))

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_COUNT = {word: n for n, word in enumerate(f"{_UNITS} seventeen eighteen nineteen".split())}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "ninety": 90}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
_ORDER = {
    word: n
    for n, word in enumerate(
        f"{_ORDINALS} fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(), 1
    )
} | {"thirtieth": 30}

_SIGNS = str.maketrans(
    {"‘": "'", "’": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "“": '"', "”": '"'}
)
_SEVERAL = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|between|until|till|through|thru|or|weekends?|weekdays|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days|any ?time|all day)\b|\bfrom\b.*\bto\b"
)
_BOUND = re.compile(
    r"\b(?:at (?:least|most)|within|by|after|before|since|about|around|approximately|roughly|circa|ish)\b"
    r"|~|\dish\b"
)
_HOUR_WORD = "|".join([*_COUNT][1:13])
_DAY_OR_HOUR = re.compile(rf"\b({MONTH_WORD}) ({_HOUR_WORD}) ({_HOUR_WORD}) ?(am|pm)\b")
# `Dec 12 noon` is noon on the 12th; after `5 Dec` the 12 belongs to noon.
_DAY_BEFORE_NOON = re.compile(
    rf"(?<!\d )(?<!\d(?:st|nd|rd|th) )(?<!\d(?:st|nd|rd|th) of )(?<!\d[-/.])"
    rf"\b(?:{MONTH_WORD})[ ./-]?(?:the )?12(?= (?:noon|midday|midnight)\b)"
)
_QUALIFIER = re.compile(r"\b(?:next|last|this|past|coming|upcoming)$")
_KNOWN = [
    *MONTHS,
    *WEEKDAYS,
    *[
        "today",
        "tomorrow",
        "yesterday",
        "tonight",
        "noon",
        "midday",
        "midnight",
        "morning",
        "afternoon",
        "evening",
        "night",
        "nights",
        "days",
        "weeks",
        "months",
        "years",
        "least",
        "most",
        "past",
        "first",
        "time",
    ],
    *[
        "next",
        "last",
        "this",
        "week",
        "fortnight",
        "month",
        "year",
        "hour",
        "hours",
        "minute",
        "minutes",
        "second",
        "seconds",
        "half",
        "quarter",
    ],
]


def refuse(code: str, message: str, suggestions: list[str] | None = None) -> None:
    """Raise the ClockToolError for a phrase that names no one time."""
    raise ClockToolError(code, message, EXAMPLES if suggestions is None else suggestions)


def quoted(phrase: str) -> str:
    """The phrase in quotes, short, where it is harmless to repeat in an error; a description otherwise."""
    short = phrase if len(phrase) <= 60 else f"{phrase[:57]}..."
    return f"'{short}'" if short.isprintable() and short.isascii() else "this text"


def _words_to_digits(text: str) -> str:
    """`twenty-five minutes` to `25 minutes`, `the twenty-first` to `the 21st`; a second of time stays a
    word."""

    def tens(match: re.Match) -> str:
        if match[2] in _ORDER:
            return f"{_TENS[match[1]] + _ORDER[match[2]]}th"
        return str(_TENS[match[1]] + _COUNT[match[2]])

    small = "|".join([*list(_COUNT)[1:10], *list(_ORDER)[:9]])
    text = re.sub(rf"\b({'|'.join(_TENS)})[- ]({small})\b", tens, text)
    text = re.sub(r"(?<!\ba )(?<!\bone )(?<!\d )(?<!\bper )\bsecond\b", "2th", text)
    text = re.sub(
        rf"\b({'|'.join(w for w in _ORDER if w != 'second')})\b", lambda m: f"{_ORDER[m[1]]}th", text
    )
    numbers = _COUNT | _TENS
    return re.sub(rf"\b({'|'.join(numbers)})\b", lambda m: str(numbers[m[1]]), text)


def _refuse_day_or_hour(phrase: str, text: str) -> None:
    """`May six ten pm`: six is the day, or six ten the time. In digits (`May 6 10pm`) it is not in doubt."""
    match = _DAY_OR_HOUR.search(text)
    if match:
        month, day, hour, half = match.groups()
        plain = f"{month} {_COUNT[day]} at {_COUNT[hour]} {half}"
        doubt = f"In {quoted(phrase)}, '{day}' may be the day or the hour"
        refuse("ambiguous_time", f"{doubt}. For the day, write '{plain}'; for the hour, name the day.", [])


def tidy(phrase: str) -> str:
    """Lower case, one space between words, am and pm joined to their hour, number words as digits.

    ClockToolError: `too_long` (over 200 characters), `not_a_time` (empty, or not in English letters),
    `not_one_time` (spans, bounds, repetitions).
    """
    if len(phrase) > LONGEST:
        refuse("too_long", f"The phrase has {len(phrase)} characters; at most {LONGEST} are read.")
    text = unicodedata.normalize("NFKC", phrase).translate(_SIGNS).lower()
    text = re.sub(r"[\s,;()]+", " ", text).strip(" .!?\"'")
    if not text:
        refuse("not_a_time", "The phrase is empty. Say a time, such as 'tomorrow at 2 PM'.")
    if not text.isascii():
        refuse("not_a_time", "Only English phrases and ISO 8601 are read. Translate the phrase first.")
    text = re.sub(r"(?<=\d) ?([ap])\.? ?m\b\.?", r"\1m", text)
    text = re.sub(r"\b([ap])\. ?m\b\.?", r"\1m", text)
    text = re.sub(r"(?<=\d)([ap])\b(?! ?[:/])", r"\1m", text)
    text = re.sub(r"(?<=[a-z])\.(?!\w)", "", text)
    text = re.sub(r"\b(?:please|exactly|sharp|precisely)\b", " ", text)
    _refuse_day_or_hour(phrase, text)
    text = _words_to_digits(text)
    text = re.sub(r"\b(noon|midnight|\d{1,2}) ?(am|pm)\b", r"\1\2", text)
    text = re.sub(r"\b(?:the |a |1 )?day after tomorrow\b", "overmorrow", text)
    text = re.sub(r"\b(?:the |a |1 )?day before yesterday\b", "ereyesterday", text)
    text = re.sub(r"\b(?:12|0?0):00(?::00)? ?(?=(?:noon|midday|midnight)\b)", "", text)
    text = _DAY_BEFORE_NOON.sub(r"\g<0>th", text)
    return re.sub(r" +", " ", text).strip()


def without(text: str, match: re.Match) -> str:
    """`text` with what was matched cut out. Words that qualify what follows keep it: in `next 2 am Friday`,
    `next` must not come to stand before `Friday`."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    cut = " | " if after and _QUALIFIER.search(before) else " "
    return f"{before}{cut}{after}".strip()


def refuse_rest(phrase: str, rest: str, is_read: Callable[[str], bool]) -> None:
    """Say what was not understood: several times, a bound, a misspelling, or no time at all. is_read: whether
    a repaired phrase would be understood."""
    said = quoted(phrase)
    if _SEVERAL.search(rest) or re.search(r"\d ?(?:-|to|and|&) ?\d|\band\b|-", rest):
        refuse("not_one_time", f"{said} may name more than one time. Give one time at once.")
    if _BOUND.search(rest):
        refuse("not_one_time", f"{said} names a bound or a rough time. Give one exact time.")
    repaired = phrase
    for word in re.findall(r"[a-z]{4,}", rest):
        near = difflib.get_close_matches(word, _KNOWN, n=1, cutoff=0.75)
        if near and near[0] != word:
            repaired = re.sub(rf"\b{word}\b", near[0], repaired, flags=re.IGNORECASE)
    if repaired != phrase and len(repaired) <= LONGEST and is_read(repaired):
        refuse("not_a_time", f"{said} was not understood. Did you mean '{repaired}'?", [repaired])
    refuse(
        "not_a_time",
        f"{said} was not understood as one time. Say a day and a clock time, such as 'tomorrow at 2 PM', "
        "or give ISO 8601.",
    )
