"""Mentions by name: places, currencies, languages, units, companies, colours, numbers in words."""

from __future__ import annotations

import re
from functools import lru_cache

from clockhands.mock.toy import lexicon, places
from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.numbers import read_words

_WORDS = re.compile(r"[^\W\d_]+(?:[.'’-][^\W\d_]+)*\.?|[°µ][CFcf]?|\d+")
_SHORT_PLACES = {
    "LA": "Los Angeles",
    "L.A": "Los Angeles",
    "SF": "San Francisco",
    "NYC": "New York",
    "DC": "Washington DC",
}
_SHORT_COUNTRIES = frozenset({"US", "U.S", "U.S.A", "USA", "UK", "U.K", "EU", "UAE"})
_TARGET = ("to", "in", "into", "from", "of", "degrees", "for")
_COUNTED = re.compile(
    r"(?:\d|°|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty"
    r"|hundred|thousand|million|many"
    r"|much))\s*$", re.I)  # fmt: skip
_UNIT_TRAPS = frozenset({"in", "second", "do", "st", "pt", "mo", "cup", "foot", "stone", "t", "s", "hr"})
_UPPER_TRAPS = frozenset({"all", "try", "php", "cop", "mad", "pen", "ron"})

_SURNAME = re.compile(r"(?:^|\s)(?!The\b|My\b|Our\b|A\b|Is\b|What\b)[A-Z][\w.'’-]*\s+[A-Z][a-z]+$")


def named(masked: str, text: str) -> list[Entity]:
    """Mentions among the words of `masked` (the text with earlier finds blanked)."""
    words = list(_WORDS.finditer(masked))
    found: list[Entity] = []
    at = 0
    while at < len(words):
        made = _longest(words, at, masked, text)
        found += made
        end = made[-1].end if made else words[at].end()
        while at < len(words) and words[at].start() < end:
            at += 1
    return found


def _longest(words: list[re.Match], at: int, masked: str, text: str) -> list[Entity]:
    for size in (3, 2):
        group = words[at : at + size]
        if len(group) == size:
            raw = masked[group[0].start() : group[-1].end()]
            if not re.search(r"[^\w\s.'’-]|\n|\d|\.\s", raw):
                made = _meanings(raw.rstrip("."), group[0].start(), text)
                if made:
                    return made
    word = words[at]
    made = _meanings(word.group().rstrip("."), word.start(), text)
    if made:
        return made
    number = read_words(words, at)
    if number is None or (number[0] == 1 and not _counts(text, number[2])):
        return []
    value, start, end = number
    return [Entity("number", value, start, end, before(text, start), "word", text[start:end])]


def _counts(text: str, end: int) -> bool:
    """`one` is a number in `one plus two`, not in `that one`."""
    return bool(re.match(r"[-\s]+(?!of\b|is\b|that\b|who\b|day\b)\w{3,}|\s+\+", text[end : end + 20]))


def _meanings(raw: str, start: int, text: str) -> list[Entity]:
    key = " ".join(raw.lower().replace("’", "'").split())
    if key.endswith("'s"):
        key, raw = key[:-2], raw[:-2]
    if key not in _known() and raw not in _SHORT_PLACES and raw not in lexicon.UNITS:
        return []
    end, lead = start + len(raw), before(text, start)
    readings = _place(raw, key, bool(start), lead) or [
        *_currency(raw, key, start, lead, text),
        *_language(raw, key),
        *_unit(raw, key, start, lead, text),
    ]
    if not readings and key in lexicon.TICKERS and raw[0].isupper():
        readings = [("company", lexicon.TICKERS[key], raw)]
    if not readings and key in lexicon.ROOMS:
        readings = [("room", key, "")]
    if not readings and key in lexicon.COLOURS and not _SURNAME.search(text[max(0, start - 20) : end]):
        readings = [("colour", key, "")]
    return [Entity(kind, value, start, end, lead, extra, raw) for kind, value, extra in readings]


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """Every name the tables hold, so that most words are dismissed at once."""
    codes = {code.lower() for code in lexicon.CURRENCY_CODES} | {name.lower() for name in _SHORT_COUNTRIES}
    tables = (
        places.cities(),
        places.countries(),
        lexicon.CURRENCIES,
        lexicon.LANGUAGES,
        lexicon.UNITS,
        lexicon.TICKERS,
    )
    return frozenset().union(codes, lexicon.ROOMS, lexicon.COLOURS, *tables)


def _place(raw: str, key: str, inside: bool, lead: str) -> list[tuple]:
    capital = raw[:1].isupper()
    if raw in _SHORT_PLACES:
        return [("place", _SHORT_PLACES[raw], "city")]
    if raw in _SHORT_COUNTRIES:
        return [("place", raw, "country")]
    city, country = key in places.cities(), key in places.countries()
    if not (city or country) or (key in places.AMBIGUOUS and not (capital and (inside or lead))):
        return []
    return [("place", raw if capital else raw.title(), "city" if city else "country")]


def _currency(raw: str, key: str, start: int, lead: str, text: str) -> list[tuple]:
    if raw.upper() in lexicon.CURRENCY_CODES and (raw.isupper() or key not in _UPPER_TRAPS):
        return [("currency", raw.upper(), "code")]
    if key not in lexicon.CURRENCIES:
        return []
    doubtful = key in lexicon.AMBIGUOUS_CURRENCIES
    if doubtful and not (_COUNTED.search(text[max(0, start - 12) : start]) or lead in _TARGET):
        return []
    return [("currency", lexicon.CURRENCIES[key], "")]


def _language(raw: str, key: str) -> list[tuple]:
    if key not in lexicon.LANGUAGES or (key == "polish" and not raw[0].isupper()):
        return []
    return [("language", raw.capitalize(), lexicon.LANGUAGES[key])]


def _unit(raw: str, key: str, start: int, lead: str, text: str) -> list[tuple]:
    counted = bool(_COUNTED.search(text[max(0, start - 12) : start])) or lead in _TARGET
    letter = len(raw) <= 2 and raw in lexicon.UNITS
    if not (
        (letter and counted)
        or (key in lexicon.UNITS and len(key) > 1 and (counted or key not in _UNIT_TRAPS))
    ):
        return []
    if key == "in" and re.match(r"\s+\w", text[start + len(raw) :]):
        return []
    if key in ("in", "second") and not re.search(r"\d\s*$", text[max(0, start - 6) : start]):
        return []
    unit = lexicon.UNITS.get(raw) or lexicon.UNITS[key]
    return [("unit", unit[0], unit[2])]
