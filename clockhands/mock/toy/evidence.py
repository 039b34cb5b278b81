"""Mentions that some parameter was made for: dice, an expression, two units, an id of the right make."""

from __future__ import annotations

import re
from collections import Counter

from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.words import stem

# What a mention is worth as evidence for a tool with a parameter of its kind.
_EVIDENCE = {
    "expr": 1.0, "dice": 0.9, "ip": 0.9, "ticker": 0.6, "currency": 0.35, "unit": 0.4, "language": 0.3,
    "email": 0.35,
    "url": 0.6, "path": 0.6, "colour": 0.3, "id": 0.35, "phone": 0.3, "zone": 0.12,
    "place": 0.12, "text": 0.2, "word": 0.3,
    "date": 0.08, "time": 0.08,
}  # fmt: skip
_ENTITY_OF = {
    "zone": ("zone", "place"),
    "place": ("place", "address"),
    "text": ("quote",),
    "word": ("quote",),
    "url": ("url", "domain"),
    "ticker": ("ticker", "company", "currency"),
    "colour": ("colour", "color"),
}
_PAIRED = ("currency", "unit", "place", "zone", "text", "date")
PLAIN_CHOICES = frozenset(
    """on off yes no true false small medium large low high asc desc first second up down left right open
    closed celsius fahrenheit metric imperial start stop all none other new old default""".split()  # noqa: SIM905
)


def evidence(tool: ToolView, mentions: list[Entity], spoken: list[str]) -> float:
    """Mentions that some parameter was made for: dice, an expression, two units, an id of the right make."""
    counts = Counter(e.kind for e in mentions)
    money = counts["currency"] if counts["currency"] > 1 else 0  # two codes are two currencies, no shares
    slots = Counter((p.item.kind if p.item else p.kind) for p in tool.params)
    score = 0.0
    for kind, places in slots.items():
        met = min(places, sum(counts[k] for k in _ENTITY_OF.get(kind, (kind,))))
        met -= min(met, money) if kind == "ticker" else 0
        worth = _EVIDENCE.get(kind, 0.0)
        score += met * worth + (0.25 if met >= 2 and kind in _PAIRED else 0)
    score += 0.3 * (counts["address"] > 0 and slots["place"] > 0)
    for param in tool.params:
        if param.item and param.item.kind == "number" and counts["number"] >= 2:
            score += 0.35
        if param.kind == "enum":
            score += _chosen(param, mentions, spoken)
        if "country" in param.name and any(e.kind == "place" and e.extra == "country" for e in mentions):
            score += 0.3
        if param.kind == "id" and any(e.kind == "id" and made_for(param, e, tool) for e in mentions):
            score += 0.6
    return min(score, 1.4)


def _chosen(param: Param, mentions: list[Entity], spoken: list[str]) -> float:
    """A telling value of a fixed set, said by name (`dermatologist`) or by meaning (`German` for `de`)."""
    options = {str(o).lower() for o in param.schema.get("enum") or []}
    meant = {
        w
        for e in mentions
        if e.kind in ("language", "currency", "unit")
        for w in (str(e.value).lower(), e.extra.lower())
    }
    if options & meant:
        return 0.5
    return 0.3 if {stem(o) for o in options - PLAIN_CHOICES if len(o) > 2} & set(spoken) else 0.0


def made_for(param: Param, entity: Entity, tool: ToolView) -> bool:
    """Whether an id has the make the parameter describes, by a pattern or by an example."""
    text = str(entity.value)
    if isinstance(param.schema.get("pattern"), str):
        return valid(text, param.raw, tool.schema) or valid(text.upper(), param.raw, tool.schema)
    lead = re.match(r"[A-Za-z]+(?=[-_/]?\d)", text)
    about = f"{param.description} {tool.description}"
    return bool(lead) and bool(re.search(rf"\b{re.escape(lead.group())}[-_/]?\d", about, re.I))
