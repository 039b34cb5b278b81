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
    total = current = used = 0
    sign, smallest, end, index = 1, 1000, 0, at
    while index < min(at + 10, len(words)):
        raw = words[index].group().lower().rstrip(".")
        parts = raw.split("-")
        if used and not _adjacent(words, index):
            break
        if all(p in NUMBERS for p in parts):
            value = sum(NUMBERS[p] for p in parts)
            if value >= smallest:
                break
            current, smallest = (
                current + value,
                (10 if 20 <= value and not value % 10 else 1),
            )
        elif len(parts) > 1 and parts[0] in NUMBERS and not used:
            start = words[index].start()
            return sign * NUMBERS[parts[0]], words[at].start(), start + len(parts[0])
        elif raw in SCALES and used:
            current, smallest = max(current, 1) * SCALES[raw], 1000
            if SCALES[raw] > 100:
                total, current = total + current, 0
        elif raw == "minus" and index == at:
            sign, index = -1, index + 1
            continue
        elif (
            raw == "a"
            and index == at
            and index + 1 < len(words)
            and words[index + 1].group().lower() in SCALES
        ):
            current = 1
        elif raw == "and" and used and smallest == 1000:
            index += 1
            continue
        else:
            break
        used, end = used + 1, words[index].start() + len(raw)
        index += 1
    if not used:
        return (12, words[at].start(), words[at].end()) if words[at].group().lower() == "dozen" else None
    return sign * (total + current), words[at].start(), end


def _adjacent(words: list[re.Match], index: int) -> bool:
    return words[index].start() - words[index - 1].end() <= 1
