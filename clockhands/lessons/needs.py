"""What a function takes from its notebook, as lines that a file of its own can begin with.

Modules, things imported from modules, and constants that are plain values. Names of the learner's other
functions are left out: their own exercises keep them.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["DEFINITIONS", "added", "first_line", "lines"]

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def lines(functions: Iterable[Any], own: set[str]) -> list[str]:
    """One line for each global name the functions use and need. own: names that stand in the file anyway."""
    found: dict[str, str] = {}
    for function in functions:
        if not inspect.isfunction(function):
            continue
        for name in sorted(_names_used(function.__code__) - own):
            if name in function.__globals__:
                found[name] = _line(name, function.__globals__[name])
    return [line for line in found.values() if line]


def added(source: str, wanted: Sequence[str]) -> str:
    """`source` with the wanted lines below its head; those whose name it defines itself are left out."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    have = _defined(tree)
    new = [line for line in wanted if not _defined(ast.parse(line)) <= have]
    if not new:
        return source
    definitions = [first_line(node) for node in tree.body if isinstance(node, DEFINITIONS)]
    first = min(definitions, default=sys.maxsize)
    at = max((node.end_lineno for node in tree.body if node.end_lineno < first), default=0)
    rows = source.splitlines(keepends=True)
    gap = [] if len(tree.body) > 1 and isinstance(tree.body[1], (ast.Import, ast.ImportFrom)) else ["\n"]
    return "".join([*rows[:at], *gap, *(f"{line}\n" for line in new), *rows[at:]])


def _names_used(code: types.CodeType) -> set[str]:
    """Global names a function uses, those of functions inside it too."""
    inner = (const for const in code.co_consts if isinstance(const, types.CodeType))
    return set(code.co_names).union(*map(_names_used, inner))


def _line(name: str, value: Any) -> str:
    if isinstance(value, types.ModuleType):
        plain = f"import {value.__name__}"
        return plain if value.__name__ == name else f"{plain} as {name}"
    if type(value) in (str, int, float, bool):
        return f"{name} = {value!r}"
    home = getattr(value, "__module__", None)
    if home not in (None, "__main__", "builtins") and getattr(sys.modules.get(home), name, None) is value:
        return f"from {home} import {name}"
    return ""


def first_line(node: Any) -> int:
    """The first line of a definition, decorators included."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _defined(tree: ast.Module) -> set[str]:
    """Names the top level of a file imports, assigns or defines."""
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, DEFINITIONS):
            names.add(node.name)
    return names
