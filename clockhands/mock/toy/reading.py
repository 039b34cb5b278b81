"""A text read once: its mentions, capitalised names, and dates joined with their times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from clockhands.mock.toy.capitals import capitals, direct_object, phrases_after
from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.spot import spot

MOST = 300  # mentions of one text that are looked at; assigning them is quadratic
_JOIN = re.compile(r"[\s,]*(?:at|on|by|around|from)?\s*")


@dataclass
class Reading:
    """A text with what it mentions, in order of position."""

    text: str
    entities: list[Entity]

    @classmethod
    def of(cls, text: str) -> Reading:
        """Read `text`; the same text is read once."""
        return _read(text)


@lru_cache(maxsize=128)
def _read(text: str) -> Reading:
    entities = spot(text)
    entities += capitals(text, entities)
    entities += phrases_after(text, entities) + direct_object(text, entities) + _moments(text, entities)
    entities.sort(key=lambda e: (e.start, e.end))
    return Reading(
        text, entities if len(entities) <= MOST else entities[: MOST // 2] + entities[-MOST // 2 :]
    )


def _moments(text: str, entities: list[Entity]) -> list[Entity]:
    """`tomorrow at 2 PM`, `9:15 on 2026-11-06`: a date beside a time is one moment."""
    parts = sorted((e for e in entities if e.kind in ("date", "time")), key=lambda e: e.start)
    found = []
    for one, two in pairwise(parts):
        if one.kind != two.kind and one.value and two.value and _JOIN.fullmatch(text[one.end : two.start]):
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
