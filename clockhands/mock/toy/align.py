"""Which number belongs to which parameter: words beside it, lists of names before lists of numbers, units."""

from __future__ import annotations

import re

from clockhands.mock.toy import lexicon
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.params import Param
from clockhands.mock.toy.values import PARTS
from clockhands.mock.toy.words import STOP, families, name_parts, stem

_WORD = re.compile(r"[^\W\d_]+|\d+|[=:]")
_COUNTED_NOUN = re.compile(
    r"\s+(?:\w+\s+)?(?:given|numbers|integers|sides|other|different|points|values|cities"
    r"|charges|charged|bodies|sets"
    r"|lists|strings|words|texts|dates|currencies|places|locations|countries)\b",
    re.I,
)
Cues = dict[tuple[str, int], float]


def number_cues(params: list[Param], text: str, entities: list[Entity]) -> Cues:
    """(parameter name, start of the number) -> how strongly the words around tie them together."""
    numbers = sorted(
        (e for e in entities if e.kind == "number" and e.extra not in PARTS), key=lambda e: e.start
    )
    wanted = [p for p in params if p.kind == "number" or (p.item and p.item.kind == "number")]
    cues: Cues = {}
    if not numbers or not wanted:
        return cues
    mentions = _mentions(wanted, text, numbers)
    for index, number in enumerate(numbers):
        low = numbers[index - 1].end if index else 0
        high = numbers[index + 1].start if index + 1 < len(numbers) else len(text)
        _beside(number, text[number.end : min(high, number.end + 40)], mentions, cues)
        for param in wanted:
            _add(cues, param, number, _unit_cue(param, number, text) + _bound_cue(param, number, text))
        if _COUNTED_NOUN.match(text[number.end : number.end + 30]) and number.extra == "word":
            for param in wanted:
                _add(cues, param, number, -2.5)
        ahead = [m for m in mentions if low <= m[0] < number.start]
        if not ahead:
            continue
        run = _run(ahead, text, number)
        followers = _run_of_numbers(numbers, index, text)
        if len(run) > 1 and len(followers) >= len(run):
            for (_, _, owners), one in zip(run, followers, strict=False):
                for param, weight in owners:
                    _add(cues, param, one, 2.2 * weight)
        else:
            _ahead(run[-1], number, text, cues)
    return cues


def _add(cues: Cues, param: Param, number: Entity, amount: float) -> None:
    if amount:
        key = (param.name, number.start)
        cues[key] = cues.get(key, 0.0) + amount


def _mentions(params: list[Param], text: str, numbers: list[Entity]) -> list[tuple[int, int, list]]:
    """(start, end, [(param, weight)]) for each word that names parameters."""
    inside = [(n.start, n.end) for n in numbers]
    names = {p.name: [stem(w) for w in name_parts(p.name)] for p in params}
    wider = {p.name: {f for s in names[p.name] for f in families(s)} for p in params}
    found, run = [], []
    for hit in _WORD.finditer(text):
        word = stem(hit.group())
        if not hit.group().isalpha() or any(a <= hit.start() < b for a, b in inside):
            run = []
            continue
        owners = []
        run = [*run[-2:], word]
        for param in params:
            parts = names[param.name]
            if word in parts and (len(word) > 1 or re.match(r"\s*(?:=|:|is\b)", text[hit.end() :])):
                weight = len([p for p in parts if p in run]) / len(parts)
                owners.append((param, max(weight, 0.45)))
            elif (
                len(word) > 1
                and word not in STOP
                and (families(word) & wider[param.name] or word in param.stems)
            ):
                owners.append((param, 0.4 if families(word) & wider[param.name] else 0.3))
        if owners:
            best = max(w for _, w in owners)
            found.append((hit.start(), hit.end(), [(p, w) for p, w in owners if w >= best - 0.2]))
    return found


_FILLER = frozenset(
    """of the a an for minutes minute min mins seconds second secs hours hour hrs days day weeks months years
    percent euros dollars usd eur degrees kg km m cm grams miles""".split()  # noqa: SIM905
)
_JOINS = frozenset("and or by from in at with to on than then is are".split())  # noqa: SIM905


def _beside(number: Entity, after: str, mentions: list, cues: Cues) -> None:
    """`4 people`, `6-sided`, `25 minutes of work`: the word behind a number names what it counts."""
    owners_at = {start: owners for start, _, owners in mentions}
    strength = 2.5
    for word in list(re.finditer(r"[^\W\d_]+|[,.;:?!()]", after))[:4]:
        low = word.group().lower()
        if not low.isalpha() or low in _JOINS:
            return
        for param, weight in owners_at.get(number.end + word.start(), ()):
            _add(cues, param, number, strength * weight)
        if low not in _FILLER:
            strength -= 1.3
            if strength <= 0:
                return


_BOUNDS = (
    ("max", re.compile(
        r"\b(?:under|below|at most|up to|less than|no more than|maximum(?: of)?|max"
        r"|cheaper than|within)\W*$", re.I)),
    ("min", re.compile(r"\b(?:over|above|at least|more than|minimum(?: of)?|min|from)\W*$", re.I)),
    ("limit", re.compile(r"\b(?:top|first|last|next|latest|best)\W*$", re.I)),
)  # fmt: skip
_LIMITS = frozenset({"limit", "top", "count", "n", "num", "number", "max", "results", "k", "size", "days"})


def _bound_cue(param: Param, number: Entity, text: str) -> float:
    """`under 120 euros` for `max_price`, `top 5` for `limit`."""
    ahead, names = text[max(0, number.start - 18) : number.start], set(name_parts(param.name))
    for bound, pattern in _BOUNDS:
        if pattern.search(ahead.rstrip("$€£ ")):
            if bound == "limit":
                return 2.0 if names & _LIMITS else 0.0
            other = "min" if bound == "max" else "max"
            return (
                2.2 if {bound, bound + "imum"} & names else -1.5 if {other, other + "imum"} & names else 0.0
            )
    return 0.0


def _run(ahead: list, text: str, number: Entity) -> list:
    """The last mentions before the number that form one list: `base and height`."""
    run = [ahead[-1]]
    for mention in reversed(ahead[:-1]):
        between = text[mention[1] : run[0][0]]
        if {p.name for p, _ in mention[2]} == {p.name for p, _ in run[0][2]}:
            if not between.strip():
                run[0] = (mention[0], run[0][1], run[0][2])
            continue
        if (
            not re.fullmatch(r"[\s,]*(?:(?:and|,|its|the|their|a|respective)\s*)+", between)
            or len(between) > 30
        ):
            break
        run.insert(0, mention)
    return run


def _run_of_numbers(numbers: list[Entity], index: int, text: str) -> list[Entity]:
    run = [numbers[index]]
    for one in numbers[index + 1 :]:
        between = text[run[-1].end : one.start]
        if len(between) > 30 or not re.fullmatch(r"[-\s]*\w{0,12}[\s,]*(?:and|,|&)?\s*", between):
            break
        run.append(one)
    return run


def _ahead(mention: tuple, number: Entity, text: str, cues: Cues) -> None:
    """`a width of 3`, `a=2`, `height 5`: the nearest name in front of a number."""
    between = text[mention[1] : number.start]
    if len(between) > 45 or re.search(r"[.;?!]\s", between):
        return
    if re.fullmatch(
        r"\s*(?:=|:|is|of|as|at|to|equals?|was|set to|equal to|being|value)?\s*[$€£]?\s*",
        between,
        re.I,
    ):
        strength = 3.2
    else:
        strength = 1.6 if len(between) < 16 else 0.9
    for param, weight in mention[2]:
        _add(cues, param, number, strength * weight)


def _unit_cue(param: Param, number: Entity, text: str) -> float:
    """`70 kg` for `weight_kg`, `50 kilometers` for a parameter described in kilometers."""
    said = re.match(r"[\s-]*([°µ]?[A-Za-z]+(?:/[a-z]+)?)", text[number.end : number.end + 16])
    unit = (lexicon.UNITS.get(said[1]) or lexicon.UNITS.get(said[1].lower())) if said else None
    if unit is None:
        return 0.0
    meant = [
        lexicon.UNITS[w]
        for w in name_parts(param.name)[1:]
        if w in lexicon.UNITS and w not in ("in", "day", "days")
    ]
    meant += [
        lexicon.UNITS[w]
        for w in re.findall(r"[a-z]{2,}|[A-Z]", param.description)
        if w in lexicon.UNITS and w not in ("in", "second", "do", "us", "st", "mo", "pt")
    ]
    if not meant:
        return 0.0
    if unit in meant:
        return 1.6
    return 1.2 if unit[2] in {m[2] for m in meant} else -1.5
