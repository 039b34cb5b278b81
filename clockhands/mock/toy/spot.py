"""Finds what a text mentions: numbers, dates, places, addresses, quoted words, each with its position."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from clockhands.mock.toy import lexicon, places
from clockhands.mock.toy.times import TIME_PATTERNS, read_date, read_time


@dataclass(frozen=True)
class Entity:
    """One thing mentioned. `before` is the word in front of it (`from`, `to`, `in` …), in lower case."""

    kind: str
    value: Any
    start: int
    end: int
    before: str = ""
    extra: str = ""
    text: str = ""


_NUM = r"(?<![\w.])[-+−]?(?:\d{1,3}(?:[,  ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_QUOTES = r"\"[^\"\n]{1,2000}\"|“[^”\n]{1,2000}”|«[^»\n]{1,2000}»|‘[^’\n]{1,2000}’|`[^`\n]{1,2000}`|(?<![\w'])'[^'\n]{1,500}(?:\b'\w[^'\n]{0,500}){0,3}'(?!\w)"
_PATTERNS: list[tuple[str, re.Pattern]] = [
    ("quote", re.compile(_QUOTES)),
    ("url", re.compile(r"\b(?:https?|ftp)://[^\s<>\"']+[^\s<>\"'.,;:!?)]")),
    ("email", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("handle", re.compile(r"(?<!\w)[@#][A-Za-z_]\w{1,40}\b")),
    ("uuid", re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")),
    ("ip", re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")),
    ("zone", re.compile(r"\b(?:[A-Z][a-zA-Z]{1,12}(?:/[A-Z][A-Za-z_+-]{1,30}){1,2}|Etc/GMT[+-]\d{1,2}|UTC|GMT)\b")),
    ("zone", re.compile(r"\b(?:africa|america|asia|atlantic|australia|europe|indian|pacific)/[a-z_]{2,30}(?:/[a-z_]{2,30})?\b")),
    ("dice", re.compile(r"(?<!\w)\d{0,3}[dD]\d{1,4}\b")),
    ("path", re.compile(r"(?<![\w/])(?:~?/[\w.-]+(?:/[\w.-]+)*|[\w-]+(?:/[\w.-]+)*\.(?:txt|md|csv|json|py|pdf|log|html?|docx?|xlsx?|png|jpe?g|ya?ml|xml|zip|toml|ini|ipynb|mp3|mp4|wav))(?![\w@])")),
    ("domain", re.compile(r"\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|edu|gov|de|uk|fr|jp|eu|example)\b")),
    ("color", re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")),
    ("id", re.compile(r"(?<![\w-])(?:[A-Za-z]{1,10}[-_/][A-Za-z]{0,4}-?\d[\w-]*|[A-Z]{1,6}\d{2,}[A-Z0-9]*|#\d+)(?![\w-])")),
    ("datetime", re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")),
    *TIME_PATTERNS,
    ("phone", re.compile(r"(?<![\w.])\+\d{1,3}(?:[ -]?\(?\d{2,4}\)?){2,4}\b|(?<![\w-])(?:\(?\d{3}\)?[ -])?\d{3}-\d{4}\b")),
    ("expr", re.compile(r"(?<![\w.])(?:sqrt\s*\(|\(+\s*)*-?\d+(?:[.,]\d+)*\s*\)*(?:\s*(?:[-+*/^×÷−%]|\*\*|(?<=\s)x(?=\s))\s*(?:sqrt\s*\(|\(+\s*)*-?\d+(?:[.,]\d+)*\s*\)*){1,40}(?![\w])")),
    ("money", re.compile(r"[$€£¥₹₩₿]\s?" + r"\d[\d,]*(?:\.\d+)?(?:\s?[kKmM]\b)?|" + _NUM + r"\s?[€£¥₹₩₿$](?!\w)")),
    ("percent", re.compile(_NUM + r"\s?(?:%|percent\b|per cent\b)")),
    ("ordinal", re.compile(r"\b\d+(?:st|nd|rd|th)\b")),
    ("number", re.compile(_NUM + r"(?:e[-+]?\d+)?(?![\d])")),
]  # fmt: skip
_WORDS = re.compile(r"[^\W\d_][^\W\d_]*(?:[.'’-][^\W\d_]+)*\.?|[°µ][CFcf]?|\d+")
_PREP = re.compile(r"(->|→|[^\W\d_]+)[\s:(]*(?:(?:the|a|an|my|of)\s+)?$", re.I)
_MINUS = str.maketrans({"−": "-", " ": "", " ": "", ",": ""})


def spot(text: str) -> list[Entity]:
    """Everything `text` mentions, in order of position. Linear in the length of the text.

    >>> [(e.kind, e.value) for e in spot("Convert 100 USD to euros")]
    [('number', 100), ('currency', 'USD'), ('currency', 'EUR')]
    """
    found: list[Entity] = []
    masked = text
    for kind, pattern in _PATTERNS:
        hits = [m for m in pattern.finditer(masked) if m.end() > m.start()]
        kept = []
        for hit in hits:
            made = _make(kind, hit.group(), hit.start(), text)
            if made:
                found += made
                kept.append(hit)
        if kept:
            masked = _mask(masked, kept)
    found += _gazetteer(masked, text)
    found.sort(key=lambda e: (e.start, e.end))
    return found


def _mask(text: str, hits: list[re.Match]) -> str:
    parts, at = [], 0
    for hit in hits:
        parts += [text[at : hit.start()], "\x00" * (hit.end() - hit.start())]
        at = hit.end()
    return "".join([*parts, text[at:]])


def before(text: str, start: int) -> str:
    """The word in front of position `start`, articles skipped."""
    hit = _PREP.search(text[max(0, start - 30) : start].rstrip("\"'“‘(«`"))
    return hit.group(1).lower() if hit else ""


def to_number(text: str) -> int | float | None:
    """`1,250.5`, `-3`, `2e3` as a number."""
    cleaned = text.strip().translate(_MINUS)
    try:
        number = float(cleaned)
    except ValueError:
        return None
    if number != number or number in (float("inf"), float("-inf")):
        return None
    return int(cleaned) if re.fullmatch(r"[-+]?\d+", cleaned) and len(cleaned) < 300 else number


def _make(kind: str, raw: str, start: int, text: str) -> list[Entity]:
    end, lead = start + len(raw), before(text, start)

    def one(kind: str, value: Any, extra: str = "") -> Entity:
        return Entity(kind, value, start, end, lead, extra, raw)

    if kind == "quote":
        return [one("quote", raw[1:-1].strip())] if raw[1:-1].strip() else []
    if kind == "zone":
        return [one("zone", places.zone_of(raw) or raw)] if raw != "GMT" else [one("zone", "Etc/GMT")]
    if kind == "dice":
        spelled = raw if raw[0].isdigit() else "1" + raw
        return [one("dice", raw), *(_inner(m, start, raw, kind) for m in re.finditer(r"\d+", spelled))]
    if kind == "date":
        value = read_date(raw)
        return [one("date", value or raw, "" if value else "relative")]
    if kind == "time":
        value = read_time(raw)
        return [one("time", value)] if value else []
    if kind == "money":
        symbol = next(s for s in lexicon.SYMBOLS if s in raw)
        scale = {"k": 1000, "m": 1_000_000}.get(raw[-1].lower(), 1)
        number = to_number(re.sub(r"[^\d.,-]", "", raw))
        amount = number * scale if number is not None else None
        return [one("number", amount, "money"), one("currency", lexicon.SYMBOLS[symbol], "symbol")]
    if kind in ("percent", "ordinal", "number"):
        number = to_number(re.sub(r"[^\d.,e+−-]|(?<=\d)(?:st|nd|rd|th)|p.*", "", raw))
        return [one("number", number, kind if kind != "number" else "")] if number is not None else []
    if kind == "expr" and not re.search(r"[-+*/^×÷−%x]", raw.lstrip("-(")):
        return []
    if kind in ("expr", "dice"):
        inner = [m for m in re.finditer(r"\d+(?:,\d{3})*(?:\.\d+)?", raw)]
        return [one(kind, raw.strip()), *(_inner(m, start, raw, kind) for m in inner)]
    return [one(kind, raw.strip())]


def _inner(hit: re.Match, start: int, raw: str, kind: str) -> Entity:
    """A number inside an expression or a dice notation, for tools that take them one by one."""
    signed = kind == "expr" and re.search(r"(?:^|[-+*/^(x×])\s*-$", raw[: hit.start()])
    value = to_number(("-" if signed else "") + hit.group())
    return Entity("number", value, start + hit.start(), start + hit.end(), "", kind, hit.group())


def _gazetteer(masked: str, text: str) -> list[Entity]:
    words = list(_WORDS.finditer(masked))
    found: list[Entity] = []
    at = 0
    while at < len(words):
        for size in (3, 2, 1):
            group = words[at : at + size]
            if len(group) < size:
                continue
            start, end = group[0].start(), group[-1].end()
            raw = masked[start:end]
            if size > 1 and re.search(r"[^\w\s.'’-]|\n|\d", raw):
                continue
            made = _named(raw.rstrip("."), start, text) or (_counted(words, at, text) if size == 1 else [])
            if made:
                found += made
                while at < len(words) and words[at].start() < made[-1].end:
                    at += 1
                break
        else:
            at += 1
    return found


def _named(raw: str, start: int, text: str) -> list[Entity]:
    key = " ".join(raw.lower().replace("’", "'").split())
    if key.endswith("'s"):
        key, raw = key[:-2], raw[:-2]
    end, lead = start + len(raw), before(text, start)
    capital = raw[:1].isupper()

    def one(kind: str, value: Any, extra: str = "") -> list[Entity]:
        return [Entity(kind, value, start, end, lead, extra, raw)]

    if key in places.cities() or key in places.countries():
        if key in places.AMBIGUOUS and not (capital and (start or lead)):
            return []
        country = key in places.countries() and key not in places.cities()
        return one("place", raw if capital else raw.title(), "country" if country else "city")
    if raw in ("US", "U.S", "USA", "EU", "NYC", "LA", "SF"):
        city = {"LA": "Los Angeles", "SF": "San Francisco", "NYC": "New York"}.get(raw)
        return one("place", city or raw, "city" if city else "country")
    if raw.upper() in lexicon.CURRENCY_CODES and (raw.isupper() or key not in {"all", "try", "php", "cop"}):
        return one("currency", raw.upper(), "code")
    if key in lexicon.CURRENCIES and (
        key not in lexicon.AMBIGUOUS_CURRENCIES
        or _numeric_before(text, start)
        or lead in ("to", "in", "into", "from")
    ):
        return one("currency", lexicon.CURRENCIES[key])
    if (key in lexicon.LANGUAGES and key != "polish") or (key == "polish" and capital):
        return one("language", raw.capitalize(), lexicon.LANGUAGES[key])
    if (
        key in lexicon.UNITS and len(key) > 1 and key not in ("in", "second", "do", "st", "pt", "mo", "cup")
    ) or (
        raw in ("C", "F", "K", "m", "g", "kg")
        and (_numeric_before(text, start) or lead in ("to", "in", "into"))
    ):
        unit = lexicon.UNITS.get(key) or lexicon.UNITS.get(raw)
        return one("unit", unit[0], unit[2]) if unit else []
    if key in lexicon.TICKERS and capital:
        return one("company", lexicon.TICKERS[key], raw)
    if key in lexicon.COLOURS:
        return one("colour", key)
    return []


def _numeric_before(text: str, start: int) -> bool:
    return bool(
        re.search(
            r"(?:\d|°|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million))\s*$",
            text[max(0, start - 12) : start],
            re.I,
        )
    )


def _counted(words: list[re.Match], at: int, text: str) -> list[Entity]:
    """Number words from position `at`: `twenty-five`, `three hundred and two`, `minus seven`, `a dozen`."""
    total, current, used, last = 0, 0, 0, at
    negative = False
    for index in range(at, min(at + 10, len(words))):
        parts = words[index].group().lower().rstrip(".").split("-")
        if all(p in lexicon.NUMBERS for p in parts):
            current += sum(lexicon.NUMBERS[p] for p in parts)
        elif parts[0] in lexicon.SCALES and used:
            scale = lexicon.SCALES[parts[0]]
            current = max(current, 1) * scale
            if scale > 100:
                total, current = total + current, 0
        elif parts == ["minus"] and not used and not negative:
            negative = True
            continue
        elif (
            parts == ["and"]
            and used
            and index + 1 < len(words)
            and re.fullmatch(r"hundred|thousand|million", words[index - 1].group().lower())
        ):
            continue
        else:
            break
        used, last = used + 1, index
    if not used:
        word = words[at].group().lower()
        if word == "dozen":
            return [
                Entity(
                    "number",
                    12,
                    words[at].start(),
                    words[at].end(),
                    before(text, words[at].start()),
                    "word",
                    word,
                )
            ]
        return []
    if used == 1 and words[last].group().lower() == "one" and not _countable(text, words[last].end()):
        return []
    value = total + current
    start, end = words[at].start(), words[last].end()
    if text[start:end].endswith("."):
        end -= 1
    return [
        Entity(
            "number", -value if negative else value, start, end, before(text, start), "word", text[start:end]
        )
    ]


def _countable(text: str, end: int) -> bool:
    return bool(
        re.match(
            r"\s+(?:plus|minus|and|times|\w+-sided|hundred|thousand|million|\w{3,})", text[end : end + 20]
        )
    )
