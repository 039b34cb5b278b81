"""Every parameter gets the mention that suits it best, and every mention is used once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from clockhands.mock.toy import enums, phrases, values
from clockhands.mock.toy.align import Cues, number_cues
from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.params import Param
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.words import stem

FREE = frozenset({"text", "word", "letter", "title", "query", "name", "any"})


@dataclass
class Filled:
    """Arguments found. missing: required parameters without a value; slots: which mention filled which."""

    args: dict = field(default_factory=dict)
    missing: list[Param] = field(default_factory=list)
    slots: dict[str, Entity] = field(default_factory=dict)
    spans: list[tuple[int, int]] = field(default_factory=list)
    strength: float = 0.0


@dataclass(frozen=True)
class _Pair:
    """A parameter with a mention that could fill it."""

    score: float
    order: int
    param: Param
    value: Any
    entity: Entity


def assign(params: list[Param], reading: Reading, root: dict, today: str | None, done: Filled) -> None:
    """Give each parameter its mention, the best pair first; adds to `done`."""
    pairs = []
    cues = number_cues(params, reading.text, reading.entities)
    for order, param in enumerate(params):
        if param.kind == "enum":
            pairs += _choices(order, param, reading)
        else:
            pairs += _pairs(order, param, reading, root, today, cues)
    pairs.sort(key=lambda p: (-p.score, p.order, p.entity.start))
    for pair in pairs:
        param, entity = pair.param, pair.entity
        if param.name in done.args or not is_free(entity, done):
            continue
        if not param.required and pair.score < _optional_bar(param):
            continue
        done.args[param.name], done.slots[param.name] = pair.value, entity
        done.strength += pair.score
        done.spans += [(entity.start, entity.end)] if entity.kind != "enum" else []


def _choices(order: int, param: Param, reading: Reading) -> list[_Pair]:
    """Values of a fixed set that the text names, with the words in front of them for `from` and `to`."""
    options = param.schema.get("enum") or [param.schema.get("const")]
    found = []
    for value, score, at in enums.choose(options, reading.text, reading.entities):
        entity = Entity("enum", value, at, at + 1, before(reading.text, at), param.role)
        bonus = values.role_bonus(param, entity, reading.text) if len(options) > 1 else 0
        found.append(_Pair(score + bonus + 0.3 * param.required, order, param, value, entity))
    return found


def _pairs(
    order: int, param: Param, reading: Reading, root: dict, today: str | None, cues: Cues
) -> list[_Pair]:
    """What may fill one parameter; of equals the earlier mention is a little better."""
    found: list[_Pair] = []
    for entity in reading.entities:
        score = _score(param, entity, reading, cues)
        value = values.convert(param, entity, reading.text, root, today) if score > 0 else None
        if value is not None:
            score += 0.2 * param.required - 0.05 * len(found)
            found.append(_Pair(score, order, param, value, entity))
    return found


def is_free(entity: Entity, done: Filled) -> bool:
    """Whether no argument has used the mention, or words in it, yet."""
    if entity.kind == "enum":
        return not (
            entity.extra and any(s.kind == "enum" and s.start == entity.start for s in done.slots.values())
        )
    used = any(entity.overlaps(s) for s in done.slots.values() if s.kind != "enum")
    return not used and not any(left < entity.end and entity.start < right for left, right in done.spans)


_TARGETS = ("in", "to", "into", "as", "degrees")
_NAMED = ("caps", "quote", "object", "phrase", "id", "colour", "path")


def _score(param: Param, entity: Entity, reading: Reading, cues: Cues) -> float:
    base = values.fit(param, entity)
    if base <= 0:
        return 0
    base += values.role_bonus(param, entity, reading.text)
    if param.kind == "number":
        base += cues.get((param.name, entity.start), 0.0)
        base += values.number_bonus(param, entity, reading.text)
    if param.kind == "unit":
        if not param.required and entity.before not in _TARGETS:
            return 0
        base -= 2 * (entity.extra == "time" and not re.search(r"time|duration", param.description, re.I))
    if entity.kind in _NAMED:
        base += _beside_noun(param, entity, reading.text)
    if entity.kind == "caps":
        base += phrases.caps_fit(param, entity)
    if entity.kind == "quote" and param.kind in ("text", "title"):
        cue = "title" if re.search(r"subject|title|heading|called|named|about", entity.before) else "text"
        base += 1 if cue == param.kind else -0.5
    return base


def _beside_noun(param: Param, entity: Entity, text: str) -> float:
    """`Darwin model` for `model`, `species Homo sapiens` for `species`."""
    names = {stem(w) for w in param.noun.split() if w not in ("name", "id", "to", "from", "a", "b", "of")}
    after = re.match(r"['\"”’\s]*([^\W\d_]+)", text[entity.end : entity.end + 20])
    if entity.before and stem(entity.before) in names:
        return 1.5
    return 1.2 if after and stem(after[1]) in names else 0.0


def _optional_bar(param: Param) -> float:
    """How good a mention must be for a parameter that may be left out."""
    return 4.2 if param.kind == "number" else 2.4 if param.kind in FREE else 1.8
