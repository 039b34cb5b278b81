"""Numbers in digits and in words."""

from __future__ import annotations

import re

from clockhands.mock.toy.lexicon import NUMBERS, SCALES

_MINUS = str.maketrans({"−": "-", " ": "", "\u00a0": "", "\u202f": "", ",": ""})


def to_number(text: str) -> int | float | None:
    """`1,250.5`, `-3`, `2e3`, `2.5 million` as a number; None when it is none.

    >>> to_number("1,250.5"), to_number("2.5 million"), to_number("x")
    (1250.5, 2500000, None)
    """
    scale = re.search(r"\s?(thousand|million|billion|k)\s*$", text, re.I)
    cleaned = (text[: scale.start()] if scale else text).strip().translate(_MINUS)
    if len(cleaned) > 300:
        return None
    try:
        number: float = int(cleaned) if re.fullmatch(r"[-+]?\d+", cleaned) else float(cleaned)
    except (ValueError, OverflowError):
        return None
    if isinstance(number, float) and (number != number or number in (float("inf"), float("-inf"))):
        return None
    if scale:
        number *= {"k": 1000, **SCALES}[scale[1].lower()]
        number = int(number) if float(number).is_integer() else number
    return number


def read_words(words: list[re.Match], at: int) -> tuple[int, int, int] | None:
    """(value, start, end) of the number words from position `at`, or None.

    `twenty-five`, `three hundred and two`, `minus seven`, `a thousand`, `six` in `six-sided`.
    """
    first = words[at].group().lower()
    sign, begin = (-1, at + 1) if first == "minus" else (1, at)
    if first == "dozen":
        return 12, words[at].start(), words[at].end()
    if begin < len(words):
        parts = words[begin].group().lower().split("-")
        if len(parts) > 1 and parts[0] in NUMBERS and parts[1].rstrip(".") not in NUMBERS:
            return sign * NUMBERS[parts[0]], words[at].start(), words[begin].start() + len(parts[0])
    value, end = _sum_of(words, begin)
    return (sign * value, words[at].start(), end) if end else None


def _sum_of(words: list[re.Match], at: int) -> tuple[int, int]:
    """Value and end of the longest number in words from `at`; end 0 when there is none."""
    total = current = end = 0
    smallest, used = (
        1000,
        False,
    )  # a word must be smaller than the one before it: `twenty five`, not `five twenty`
    for index in range(at, min(at + 10, len(words))):
        raw = words[index].group().lower().rstrip(".")
        if used and words[index].start() - words[index - 1].end() > 1:
            break
        following = words[index + 1].group().lower() if index + 1 < len(words) else ""
        parts = raw.split("-")
        if all(p in NUMBERS for p in parts) and sum(NUMBERS[p] for p in parts) < smallest:
            value = sum(NUMBERS[p] for p in parts)
            current, smallest = current + value, (10 if value >= 20 and not value % 10 else 1)
        elif raw in SCALES and used:
            current, smallest = max(current, 1) * SCALES[raw], 1000
            total, current = (total + current, 0) if SCALES[raw] > 100 else (total, current)
        elif raw == "a" and index == at and following in SCALES:
            current = 1
        elif raw == "and" and used and smallest == 1000 and following.split("-")[0] in NUMBERS:
            continue
        else:
            break
        used, end = True, words[index].start() + len(raw)
    return total + current, end
