"""`Registry`: the fixed set of tools an app has. A model picks from it; it never names a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from clockhands.errors import SchemaError
from clockhands.tools.schema import tool_from
from clockhands.tools.tool import Tool

__all__ = ["Registry"]


class Registry:
    """Tools by name, in the order they were added.

    >>> def add(a: int, b: int) -> int:
    ...     "Add two whole numbers."
    ...     return a + b
    >>> registry = Registry(add)
    >>> registry.names, "add" in registry
    (['add'], True)
    """

    def __init__(self, *tools: Tool | Callable[..., Any]):
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.add(tool)

    def add(self, tool: Tool | Callable[..., Any], **fields: Any) -> Tool:
        """Register a Tool, or a function by its signature and docstring (fields as for `tool_from`).

        SchemaError when the name is taken or is not a text.
        """
        made = tool if isinstance(tool, Tool) else tool_from(tool, **fields)
        if not isinstance(made.name, str) or not made.name:
            raise SchemaError(f"a tool's name is {made.name!r:.60}; give a text such as 'get_time'")
        if made.name in self._tools:
            raise SchemaError(f"there are two tools called {made.name!r}; give one of them another name")
        self._tools[made.name] = made
        return made

    def tool(self, fn: Callable[..., Any] | None = None, **fields: Any) -> Any:
        """Decorator that registers a function and leaves it as it is: `@registry.tool`, or with fields."""

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            self.add(function, **fields)
            return function

        return register if fn is None else register(fn)

    @property
    def names(self) -> list[str]:
        return list(self._tools)

    @property
    def specs(self) -> list[dict[str, Any]]:
        """The definitions as the API takes them."""
        return [tool.spec for tool in self]

    def __getitem__(self, name: str) -> Tool:
        return self._tools[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._tools

    def __iter__(self) -> Iterator[Tool]:
        return iter(list(self._tools.values()))

    def __len__(self) -> int:
        return len(self._tools)
