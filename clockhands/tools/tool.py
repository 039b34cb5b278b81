"""`Tool`: what the model is told about a function, and the terms on which the app runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Tool"]


@dataclass
class Tool:
    """A function a model may ask for.

    name, description, input_schema: what the model reads (JSON Schema of type `object`).
    fn: what the app runs, called with the arguments by name; may be `async def`. A parameter named `cancel`
        receives a `Cancel`, one named `idempotency_key` the key of the intended action; the model sees
        neither.
    timeout_s: seconds the app waits for one call.
    side_effect: running it changes something outside, so it never runs twice for one intended action, and
        never beside another call.
    dangerous: a person must approve each call.
    permission: what the caller must hold to use it; None means anybody.
    meaning: the check no schema can make. Called with the arguments as one dict; gives back None when they
        make sense, else one sentence that names the fix (raising ValueError with that sentence works too).

    >>> add = Tool("add", "Add two numbers.", {"type": "object"}, lambda a, b: a + b)
    >>> add(a=2, b=3)
    5
    >>> sorted(add.spec)
    ['description', 'input_schema', 'name']
    """

    name: str
    description: str
    input_schema: dict[str, Any]
    fn: Callable[..., Any]
    timeout_s: float = 0.3
    side_effect: bool = False
    dangerous: bool = False
    permission: str | None = None
    meaning: Callable[[dict[str, Any]], str | None] | None = None

    @property
    def spec(self) -> dict[str, Any]:
        """The definition as the API takes it: name, description and input_schema, nothing callable."""
        return {"name": self.name, "description": self.description, "input_schema": self.input_schema}

    def __call__(self, **arguments: Any) -> Any:
        return self.fn(**arguments)
