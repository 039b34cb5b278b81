"""The date line: a model has no clock, so every run tells it which day it is.

Day granularity, and after the large stable part of the system prompt: the cached prefix survives the day.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from clockhands import clock

__all__ = ["date_line", "today", "with_date"]

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def today(now: Callable[[], Any] | datetime | None = None) -> datetime:
    """The moment `now` stands for: a function, a datetime, an ISO 8601 text; None is the clock's, in UTC."""
    moment = now() if callable(now) else now
    if moment is None:
        return clock.now()
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment.replace("Z", "+00:00"))
    if not isinstance(moment, datetime):
        raise TypeError(f"now gave a {type(moment).__name__}; give a datetime, or a function that gives one")
    return moment


def date_line(moment: datetime) -> str:
    """The day with weekday and zone, in English whatever the machine's language.

    >>> from datetime import timezone
    >>> date_line(datetime(2026, 11, 5, 14, 10, tzinfo=timezone.utc))
    'Today is Thursday, 2026-11-05 (UTC).'
    """
    zone = getattr(moment.tzinfo, "key", None) or moment.tzname()
    return f"Today is {_DAYS[moment.weekday()]}, {moment.date().isoformat()}{f' ({zone})' if zone else ''}."


def with_date(system: str | list[dict[str, Any]] | None, line: str) -> str | list[dict[str, Any]]:
    """A system prompt with the date line as its last block, so that what stands before it stays the same."""
    if not system:
        return line
    blocks = [{"type": "text", "text": system}] if isinstance(system, str) else list(system)
    return [*blocks, {"type": "text", "text": line}]
