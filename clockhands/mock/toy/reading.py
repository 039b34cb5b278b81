"""A text read once: its mentions, capitalised names, and dates joined with their times."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clockhands.mock.toy.capitals import capitals, phrases_after
from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.spot import spot

_JOIN = re.compile(r"[\s,]*(?:at|on|by|around|from)?\s*")


@dataclass
class Reading:
    """A text with what it mentions, in order of position."""

    text: str
    entities: list[Entity]

    @classmethod
    def of(cls, text: str) -> Reading:
        """Read `text`."""
        entities = spot(text)
        entities += capitals(text, entities)
        entities += phrases_after(text, entities) + _moments(text, entities)
        return cls(text, sorted(entities, key=lambda e: (e.start, e.end)))


def _moments(text: str, entities: list[Entity]) -> list[Entity]:
    """`tomorrow at 2 PM`, `9:15 on 2026-11-06`: a date beside a time is one moment."""
    parts = sorted((e for e in entities if e.kind in ("date", "time")), key=lambda e: e.start)
    found = []
    for one, two in zip(parts, parts[1:], strict=False):
        if one.kind != two.kind and _JOIN.fullmatch(text[one.end : two.start]):
            day, clock = (one, two) if one.kind == "date" else (two, one)
            words = text[one.start : two.end]
            found.append(
                Entity(
                    "moment",
                    (day.value, clock.value),
                    one.start,
                    two.end,
                    before(text, one.start),
                    "",
                    words,
                )
            )
    return found
