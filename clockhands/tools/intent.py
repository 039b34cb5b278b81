"""The key of an intended action: what must happen once, however often it is asked for.

A call's id will not do: it protects against the app's own retry, but a model that asks again gets a new id.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

__all__ = ["canonical", "intent_key"]


def intent_key(scope: str, tool: str, arguments: dict[str, Any]) -> str:
    """The idempotency key of "this tool with these arguments, in this scope": 32 hexadecimal digits.

    scope: what the user asked for once, such as the id of a run or of an order. arguments: plain JSON; their
    order and the spelling of whole numbers do not matter.

    >>> intent_key("order-1", "pay", {"to": "bob", "amount": 5.0}) == intent_key(
    ...     "order-1", "pay", {"amount": 5, "to": "bob"})
    True
    """
    said = json.dumps([scope, tool, canonical(arguments)])
    return hashlib.sha256(said.encode("utf-8")).hexdigest()[:32]


def canonical(value: Any) -> str:
    """JSON text that is equal for equal values: keys sorted, 1.0 written as 1, pure ASCII."""
    return json.dumps(_whole(value), sort_keys=True, separators=(",", ":"), default=repr)


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
