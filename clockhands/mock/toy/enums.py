"""Choosing among a fixed set of values by what the text says."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.words import families, name_parts, stem, words_of

_SAME = [
    "celsius c metric centigrade °c", "fahrenheit f imperial °f us", "kelvin k",
    "km kilometers kilometres kilometer metric",
    "mi miles mile imperial", "kg kilograms kilogram metric kilos", "lb lbs pounds pound imperial",
    "high urgent asap important critical top",
    "low minor unimportant trivial", "medium normal standard regular moderate average",
    "small s little tiny short", "large l big huge xl",
    "on enable enabled activate start yes true", "off disable disabled deactivate stop no false",
    "asc ascending increasing smallest",
    "desc descending decreasing largest", "en english", "fr french", "de german", "es spanish",
    "it italian", "ja japanese",
    "usd dollars dollar $", "eur euros euro €", "gbp pounds sterling £", "jpy yen ¥", "am morning",
    "pm evening afternoon",
    "bus buses coach", "driving drive car by-car", "walking walk foot",
    "cycling bike bicycle cycle bicycling", "transit train metro bus subway",
    "add plus sum addition", "subtract minus difference sub subtraction",
    "multiply times product mul multiplied", "divide divided div over division",
    "economy coach", "business", "first", "round_trip return roundtrip round-trip",
    "one_way one-way single", "male man m", "female woman f",
    "vegetarian veggie", "daily day everyday", "weekly week", "monthly month",
    "yearly year annual annually", "buy purchase", "sell",
    "up increase raise louder", "down decrease lower quieter", "open", "closed close done finished",
    "todo pending", "window", "aisle",
    "morning", "evening", "cold", "hot warm", "red", "delete remove erase", "create new make",
]  # fmt: skip
_GROUPS = [frozenset(line.split()) for line in _SAME]


def choose(options: list[Any], text: str, entities: list[Entity]) -> list[tuple[Any, float, int]]:
    """(option, score, position in the text) for each option the text mentions, best first."""
    low = text.lower()
    spoken = [(m.group(), m.start()) for m in re.finditer(r"[^\W_]+(?:[-'][^\W_]+)*|[$€£¥]|°[cf]", low)]
    found = []
    for option in options:
        best = _best(option, text, spoken, entities)
        if best[0] > 0:
            found.append((option, *best))
    return sorted(found, key=lambda f: (-f[1], f[2]))


def _best(option: Any, text: str, spoken: list[tuple[str, int]], entities: list[Entity]) -> tuple[float, int]:
    if isinstance(option, bool) or option is None:
        return 0, 0
    if isinstance(option, (int, float)):
        hit = next((e for e in entities if e.kind == "number" and e.value == option), None)
        return (3, hit.start) if hit else (0, 0)
    if not isinstance(option, str) or not option:
        return 0, 0
    wanted, low = option.lower(), text.lower()
    phrase = (
        re.search(rf"(?<!\w){re.escape(wanted.replace('_', ' '))}(?!\w)", low) if len(wanted) > 1 else None
    )
    if phrase:
        return 4, phrase.start()
    if len(option) == 1 and option.isupper():
        letter = re.search(rf"(?<=[\w,] ){option}(?![\w'])", text)
        return (3, letter.start()) if letter else (0, 0)
    parts = name_parts(option)
    stems = {stem(p) for p in parts}
    for entity in entities:
        if entity.kind in ("unit", "currency", "language") and wanted in (
            str(entity.value).lower(),
            entity.extra.lower(),
        ):
            return 3.5, entity.start
    if len(wanted) > 1:
        hits = [start for word, start in spoken if stem(word) in stems and len(word) > 1]
        if hits and len(stems) <= 2 * len(hits):
            return 3 * min(1, len(hits) / len(stems)), hits[0]
    for word, start in spoken:
        if any(wanted in group and word in group for group in _GROUPS) and (
            len(word) > 1 or not word.isalpha()
        ):
            return 2.5, start
    related = {f for s in stems for f in families(s)}
    for word, start in spoken:
        if related & families(stem(word)) and len(parts) == 1:
            return 1.5, start
    return 0, 0


def nearest(value: str, options: list[Any]) -> Any:
    """The option that shares most letters and words with `value`, or None when none is close."""
    scored = [(_alike(value.lower(), str(o).lower()), -i, o) for i, o in enumerate(options)]
    best = max(scored, default=None, key=lambda s: s[:2])
    return best[2] if best and best[0] >= 0.5 else None


def _alike(a: str, b: str) -> float:
    if any(a in g and b in g for g in _GROUPS):
        return 1
    pairs_a, pairs_b = (
        {a[i : i + 2] for i in range(len(a) - 1)} or {a},
        {b[i : i + 2] for i in range(len(b) - 1)} or {b},
    )
    shared = 2 * len(pairs_a & pairs_b) / (len(pairs_a) + len(pairs_b))
    return max(shared, 0.8 if a and b and (a.startswith(b) or b.startswith(a)) else 0)


def all_words(options: list[Any]) -> list[str]:
    """Words of the textual options, for matching a tool to a question."""
    return [w for o in options if isinstance(o, str) for w in words_of(o)]
