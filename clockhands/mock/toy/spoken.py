"""Mentions that have the shape of a phrase: `the word banana`, `half an hour`, `tonight at seven`, `10!`."""

from __future__ import annotations

import re

from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.lexicon import LANGUAGES, NUMBERS

_NO_WORD = r"(?!(?:for|of|in|on|is|are|that|to|with|at|and|or|from|which|you|mean|means|count|below|above)\b)"
_WORD = re.compile(
    rf"\b(?:the|this)\s+(?:word|verb|noun|adjective|term)\s+{_NO_WORD}([^\W\d_][\w'’-]*)", re.I
)
_PHRASE = re.compile(
    rf"\bthe\s+(?:phrase|sentence|words)\s+{_NO_WORD}([^\W\d_][^\n:\"“.!?]{{0,300}}?)"
    r"(?=\s+(?:in)?to\s+[A-Z]|\s+in\s+[A-Z]|\s+(?:backwards?|please|have|has|contain|\d+ times)\b|[.!?]|$)",
    re.I,
)
_TONGUE = rf"(?:{'|'.join(map(re.escape, LANGUAGES))})\b"
_SAID = re.compile(
    rf"\b(?:translate\s+(?!(?:the following|this|that|it|in|into|to)\b)|how\s+\w+\s+(?:you|i|we|they|one)"
    rf"\s+(?:say|write)\s+)([^\x00\n:]{{1,500}}?)(?:\s+from\s+{_TONGUE})?\s+(?:in|to|into)\s+{_TONGUE}",
    re.I,
)
_UNIT = r"(?=\s+(?:hour|minute|second|day|week)s?\b)"
_PART = re.compile(
    rf"\b(?:(half)\s+an?|(?:a|one)\s+(quarter)\s+of\s+an?|(three)\s+quarters\s+of\s+an?){_UNIT}", re.I
)
_SHARES = {"half": 0.5, "quarter": 0.25, "three": 0.75}
_AND_A_HALF = re.compile(rf"\b(\d+|{'|'.join(NUMBERS)})\s+and\s+a\s+half{_UNIT}", re.I)
_ONE = re.compile(
    r"\b(an?|one)\s+(?:hour|minute|day|week)(\s+and\s+a\s+half)|(?:(?<=for )|(?<=in ))(an)\s+hour\b", re.I
)
_HOURS = {
    name: n
    for n, name in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        1,
    )
}
_HOUR = rf"(?:1[0-2]|[1-9]|{'|'.join(_HOURS)})"
_EVENING = re.compile(
    rf"\b(tonight|this evening)\s+at\s+({_HOUR})(?![\w:])"
    rf"|\b(?<!for )({_HOUR})\s+(tonight|this evening)\b",
    re.I,
)
_AT = re.compile(rf"\bat\s+({'|'.join(_HOURS)})(?=\W*$|,|\s+(?:tomorrow|today|please|for|on)\b)", re.I)
_FACTORIAL = re.compile(r"(?<![\w.])(\d{1,4})!(?![\w=])")
COMPUTED = (  # what may stand before a sum that is to be worked out
    r"\W*(?:(?:what(?:['’]s| is)|compute|calculate|evaluate|find|solve|please|how much is|the value of"
    r"|work out)\s+)*"
)
Found = tuple[list[Entity], list[tuple[int, int]]]


def quoted(text: str) -> Found:
    """Words set apart as quotation marks would, by a noun in front or as what is to be translated."""
    made, spans = [], []
    for pattern in (_WORD, _PHRASE, _SAID):
        for hit in pattern.finditer(text):
            left, right = hit.span(1)
            if not any(a < right and left < b for a, b in spans):
                made.append(Entity("quote", hit[1].strip(), left, right, before(text, left), "word", hit[1]))
                spans.append((left, right))
    return made, spans


def phrased(text: str) -> Found:
    """Lengths of time, hours of the evening and factorials: mentions and the spans they take."""
    made, spans = [], []
    for entities, span in (*_lengths(text), *_hours(text), *_factorials(text)):
        if not any(a < span[1] and span[0] < b for a, b in spans):
            made += entities
            spans.append(span)
    return made, spans


def _number(text: str, value: float, span: tuple[int, int], extra: str = "word") -> Entity:
    return Entity("number", value, *span, before(text, span[0]), extra, text[span[0] : span[1]])


def _lengths(text: str):
    """The unit stays outside the span, so that the number is read with it, as in `30 minutes`."""
    for hit in _PART.finditer(text):
        yield [_number(text, _SHARES[next(filter(None, hit.groups())).lower()], hit.span())], hit.span()
    for hit in _AND_A_HALF.finditer(text):
        whole = int(hit[1]) if hit[1].isdigit() else NUMBERS[hit[1].lower()]
        yield [_number(text, whole + 0.5, hit.span())], hit.span()
    for hit in _ONE.finditer(text):
        span = hit.span(1) if hit[2] else hit.span(3)
        yield [_number(text, 1.5 if hit[2] else 1, span)], span


def _hours(text: str):
    """A bare hour is a time of day where the words around say so; which half of the day, only the evening."""
    for hit in _EVENING.finditer(text):
        group = 2 if hit[2] else 3
        hour = _HOURS.get(hit[group].lower()) or int(hit[group])
        clock = f"{(hour % 12 + 12) % 24:02d}:00" if hour != 12 else "00:00"
        left, right = hit.span(group)
        made = [Entity("time", clock, left, right, before(text, left), "evening", hit.group())]
        yield made, (left, right)
    for hit in _AT.finditer(text):
        left, right = hit.span(1)
        as_time = Entity("time", None, left, right, "at", "bare", hit[1])
        yield [as_time, _number(text, _HOURS[hit[1].lower()], (left, right))], (left, right)


def _factorials(text: str):
    for hit in _FACTORIAL.finditer(text):
        if re.fullmatch(COMPUTED, text[: hit.start()], re.I):
            made = Entity("expr", hit.group(), *hit.span(), before(text, hit.start()), "", hit.group())
            yield [made, _number(text, int(hit[1]), hit.span(1), "expr")], hit.span()
