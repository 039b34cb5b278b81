"""One thing a text mentions, and the word in front of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_LEAD = re.compile(r"(->|→|[^\W\d_]+)[\s:(]*(?:(?:the|a|an|my|of)\s+)?$", re.I)


@dataclass(frozen=True)
class Entity:
    """A mention. kind: what it is; before: the word in front of it (`from`, `to` …) in lower case;

    extra: a second fact, such as a language's code; text: as written.
    """

    kind: str
    value: Any
    start: int
    end: int
    before: str = ""
    extra: str = ""
    text: str = ""

    def overlaps(self, other: Entity) -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end


def before(text: str, start: int) -> str:
    """The word in front of position `start`, articles skipped."""
    hit = _LEAD.search(text[max(0, start - 30) : start].rstrip("\"'“‘(«`"))
    return hit.group(1).lower() if hit else ""
