"""Any Python value as JSON text: never an exception, never a `repr` where JSON has a word for it."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import itertools
import json
import math
import re
from collections import deque
from collections.abc import Iterator, Mapping, Set
from typing import Any

__all__ = ["json_text"]

_DEEPEST = 40
_MOST_ITEMS = 10_000


def json_text(value: Any) -> str:
    """`value` as JSON. Dates as ISO 8601, sets as lists, NaN and infinity as texts, the rest as its `str`.

    >>> json_text({"at": datetime.date(2026, 11, 5), "zones": {"UTC"}, "n": float("nan"), "none": None})
    '{"at": "2026-11-05", "zones": ["UTC"], "n": "nan", "none": null}'
    """
    try:
        # Plain data, the common case, needs no walk of ours.
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return json.dumps(_plain(value, 0), ensure_ascii=False)


def _plain(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        return "(nested too deeply)"
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, enum.Enum):
        return _plain(value.value, depth + 1)
    if isinstance(value, int):
        return value if value.bit_length() < 4096 else f"(a whole number of {value.bit_length():,} bits)"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return f"({len(value):,} bytes)"
    return _plain_many(value, depth)


def _plain_many(value: Any, depth: int) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    elif hasattr(value, "model_dump") and not isinstance(value, type):
        try:
            value = value.model_dump()
        except Exception:
            return _text(value)
    if isinstance(value, Mapping):
        return {_key(key): _plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, Set):
        items = [_plain(item, depth + 1) for item in value]
        # A set has no order, and the same result must read the same each time.
        return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))
    if isinstance(value, (list, tuple, deque)):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, Iterator):
        # It may never end; nobody reads more than this.
        return [_plain(item, depth + 1) for item in itertools.islice(value, _MOST_ITEMS)]
    if hasattr(value, "tolist"):  # numpy
        return _plain(value.tolist(), depth + 1)
    return _text(value)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    plain = _plain(key, _DEEPEST - 2)
    return plain if isinstance(plain, str) else json.dumps(plain)


def _text(value: Any) -> str:
    """The value's own words, without memory addresses: they differ each time and say nothing."""
    try:
        return re.sub(r" at 0x[0-9a-fA-F]+", "", str(value))
    except Exception:
        return f"(a {type(value).__name__})"
