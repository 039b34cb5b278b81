"""Finds what a text mentions: numbers, dates, places, addresses, quoted words, each with its position."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy import lexicon, places
from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.named import named
from clockhands.mock.toy.numbers import to_number
from clockhands.mock.toy.spoken import phrased, quoted
from clockhands.mock.toy.times import TIME_PATTERNS, read_date, read_time

_NUM = r"(?<![\w.])[-+−]?(?:\d{1,3}(?:[,  ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_QUOTES = (
    r"\"[^\"\n]{1,2000}\"|“[^”\n]{1,2000}”|«[^»\n]{1,2000}»|‘[^’\n]{1,2000}’"
    r"|`[^`\n]{1,2000}`|(?<![\w'])'[^'\n]{1,500}(?:\b'\w[^'\n]{0,500}){0,3}'(?!\w)"
)
_DIGITS, _OPEN, _CLOSE = (
    r"\d{1,30}(?:[.,]\d{1,30}){0,5}",
    r"(?:(?:sqrt\s{0,2})?\(\s{0,2}){0,6}",
    r"(?:\s{0,2}\)){0,6}",
)
_PATTERNS: list[tuple[str, re.Pattern]] = [
    ("quote", re.compile(_QUOTES)),
    ("url", re.compile(r"\b(?:https?|ftp)://[^\s<>\"']+[^\s<>\"'.,;:!?)]")),
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")),
    ("handle", re.compile(r"(?<!\w)[@#][A-Za-z_]\w{1,40}\b")),
    ("uuid", re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")),
    ("ip", re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")),
    ("zone", re.compile(
        r"\b(?:[A-Z][a-zA-Z]{1,12}(?:/[A-Z][A-Za-z_+-]{1,30}){1,2}|Etc/GMT[+-]\d{1,2}|(?:UTC"
        r"|GMT)(?! offset))\b")),
    ("zone", re.compile(
        r"\b(?:africa|america|asia|atlantic|australia|europe|indian"
        r"|pacific)/[a-z_]{2,30}(?:/[a-z_]{2,30})?\b")),
    ("version", re.compile(r"(?<![\w.])v?\d{1,4}\.\d{1,4}\.\d{1,5}(?![\w.]*\d)")),
    ("dice", re.compile(r"(?<!\w)\d{0,3}[dD]\d{1,4}\b")),
    ("path", re.compile(
        r"(?<![\w/.-])(?:~?/[\w.-]{1,80}(?:/[\w.-]{1,80}){0,12}"
        r"|[\w-]{1,80}(?:/[\w.-]{1,80}){0,12}?\.(?:txt|md|csv|json|py|pdf|log|html?|docx?"
        r"|xlsx?|png|jpe?g|ya?ml|xml|zip|toml|ini|ipynb|mp3|mp4|wav))(?![\w@])")),
    ("path", re.compile(r"(?<![\w/.-])[A-Za-z][\w.-]{1,40}/[a-z][\w.-]{1,60}(?![\w/])")),
    ("address", re.compile(
        r"\b\d{1,5}\s(?:[A-Z][\w'.-]+\s){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Square|Boulevard|Blvd|Way|Court|Place)\b")),
    ("domain", re.compile(
        r"(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|io|dev|edu|gov|de|uk|fr|jp|eu"
        r"|example)\b")),
    ("color", re.compile(r"#(?:[0-9a-fA-F]{6}|(?=\d{0,2}[a-fA-F])[0-9a-fA-F]{3})\b")),
    ("id", re.compile(
        r"(?<![\w-])(?:[A-Za-z]{1,10}[-_/][A-Za-z]{0,4}-?\d[\w-]*|[A-Z]{1,6}\d{2,}[A-Z0-9]*"
        r"|(?=[\dA-Z-]*[A-Z])(?=[A-Z]*\d)[\dA-Z]+(?:-[\dA-Z]+)+"
        r"|[a-z]{2,4}\d{4,}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{6,40}|#\d+)(?![\w-])")),
    ("datetime", re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")),
    *TIME_PATTERNS,
    ("expr", re.compile(r"(?<![\w.])\d+(?:\.\d+)?\s?(?:%|percent) of [$€£]?\d[\d,]*(?:\.\d+)?")),
    ("phone", re.compile(
        r"(?<![\w.])\+\d{1,3}(?:[ -]?\(?\d{2,4}\)?){2,4}\b"
        r"|(?<![\w-])(?:\(?\d{3}\)?[ -])?\d{3}-\d{4}\b")),
    ("expr", re.compile(
        rf"(?<![\w.]){_OPEN}-?{_DIGITS}{_CLOSE}(?:\s*(?:[-+*/^×÷−%]|\*\*"
        rf"|(?<=\s)x(?=\s))\s*{_OPEN}-?{_DIGITS}{_CLOSE}){{1,40}}(?![\w])")),
    ("money", re.compile(
        r"[$€£¥₹₩₿]\s?\d[\d,]*(?:\.\d+)?(?:\s?[kKmM]\b)?|" + _NUM + r"\s?[€£¥₹₩₿$](?!\w)")),
    ("percent", re.compile(_NUM + r"\s?(?:%|percent\b|per cent\b)")),
    ("ordinal", re.compile(r"\b\d+(?:st|nd|rd|th)\b")),
    ("number", re.compile(_NUM + r"(?:e[-+]?\d+|\s(?:thousand|million|billion)\b|k\b)?(?![\d])")),
]  # fmt: skip

# Phrases are looked for after these kinds: what stands in quotation marks or in an address is none.
_SPOKEN_AFTER = {"quote": quoted, "email": phrased}


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
            masked = _mask(masked, [hit.span() for hit in kept])
        if kind in _SPOKEN_AFTER:
            made, spans = _SPOKEN_AFTER[kind](masked)
            found += made
            masked = _mask(masked, spans)
    found += named(masked, text)
    found.sort(key=lambda e: (e.start, e.end))
    return found


def _mask(text: str, spans: list[tuple[int, int]]) -> str:
    parts, at = [], 0
    for left, right in sorted(spans):
        parts += [text[at:left], "\x00" * (right - left)]
        at = right
    return "".join([*parts, text[at:]])


def _make(kind: str, raw: str, start: int, text: str) -> list[Entity]:
    end, lead = start + len(raw), before(text, start)

    def one(kind: str, value: Any, extra: str = "") -> Entity:
        return Entity(kind, value, start, end, lead, extra, raw)

    if kind == "quote":
        return [one("quote", raw[1:-1].strip())] if raw[1:-1].strip() else []
    if kind == "zone":
        return [one("zone", places.zone_of(raw) or raw)] if raw != "GMT" else [one("zone", "Etc/GMT")]
    if kind == "dice":
        return [one("dice", raw), *_dice(raw, start)]
    if kind == "date":
        value = read_date(raw)
        made = one("date", value or raw, "" if value else "relative")
        return [made, *_parts(made, ("year", "month", "day"), str(value).split("-"))] if value else [made]
    if kind == "time":
        value = read_time(raw)
        return (
            [one("time", value), *_parts(one("time", value), ("hour", "minute"), value.split(":"))]
            if value
            else []
        )
    if kind == "money":
        return _money(raw, start, lead)
    if kind in ("percent", "ordinal", "number"):
        number = to_number(re.sub(r"(?<=\d)(?:st|nd|rd|th)$|\s?(?:%|per ?cent)$", "", raw))
        return [one("number", number, kind if kind != "number" else "")] if number is not None else []
    if kind == "id" and raw[0] == "#":
        return [one("id", raw), Entity("number", int(raw[1:20]), start + 1, end, lead, "hash", raw[1:])]
    if kind == "expr" and not re.search(r"[-+*/^×÷−%x]", raw.lstrip("-(")):
        return []
    if kind == "expr":
        inner = [m for m in re.finditer(r"\d+(?:,\d{3})*(?:\.\d+)?", raw)]
        return [one(kind, raw.strip()), *(_inner(m, start, raw) for m in inner)]
    return [one(kind, raw.strip())]


def _parts(whole: Entity, names: tuple[str, ...], numbers: list[str]) -> list[Entity]:
    """The numbers of a date or a time, for tools that take them one by one."""
    return [
        Entity("number", int(n), whole.start + i, whole.start + i + 1, "", name, n)
        for i, (name, n) in enumerate(zip(names, numbers, strict=False))
    ]


def _money(raw: str, start: int, lead: str) -> list[Entity]:
    """`$1,250.50` names an amount and a currency."""
    symbol = next(s for s in lexicon.SYMBOLS if s in raw)
    digits = re.search(r"\d[\d,]*(?:\.\d+)?|\.\d+", raw)
    number = to_number(digits.group()) if digits else None
    if number is None:
        return []
    number *= {"k": 1000, "m": 1_000_000}.get(raw[-1].lower(), 1)
    at, sign = start + digits.start(), start + raw.index(symbol)
    return [
        Entity(
            "number",
            number,
            at,
            at + len(digits.group()),
            lead,
            "money",
            digits.group(),
        ),
        Entity("currency", lexicon.SYMBOLS[symbol], sign, sign + 1, lead, "symbol", symbol),
    ]


def _dice(raw: str, start: int) -> list[Entity]:
    """`2d6` names how many dice and how many sides; `d20` means one."""
    count, _, sides = raw.lower().partition("d")
    at = start + len(count)
    return [
        Entity(
            "number",
            int(count or 1),
            start,
            max(at, start + 1),
            "",
            "dice-count",
            count,
        ),
        Entity("number", int(sides), at + 1, start + len(raw), "", "dice-sides", sides),
    ]


def _inner(hit: re.Match, start: int, raw: str) -> Entity:
    """A number inside an expression, for tools that take them one by one."""
    if re.match(r"\s?(?:%|percent) of", raw[hit.end() :]):
        return Entity(
            "number",
            to_number(hit.group()),
            start + hit.start(),
            start + hit.end(),
            "",
            "percent",
            hit.group(),
        )
    signed = re.search(r"(?:^|[-+*/^(x×])\s*-$", raw[: hit.start()])
    value = to_number(("-" if signed else "") + hit.group())
    return Entity("number", value, start + hit.start(), start + hit.end(), "", "expr", hit.group())
