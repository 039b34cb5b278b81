"""What a Google-style docstring says to a model: the description, and one line per argument."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

__all__ = ["read_docstring"]

_SECTION = re.compile(
    r"^(Args|Arguments|Parameters|Returns|Return|Raises|Yields|Example|Examples|Note|Notes):\s*$"
)
_ARGUMENT = re.compile(r"^\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")


def read_docstring(fn: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """(description, {argument: words}). Sections such as Returns or Raises are for people, not for the model.

    >>> def f(a):
    ...     '''Double a number.
    ...
    ...     Args:
    ...         a: the number,
    ...             whole or not
    ...     '''
    >>> read_docstring(f)
    ('Double a number.', {'a': 'the number, whole or not'})
    """
    lines = (inspect.getdoc(fn) or "").splitlines()
    description: list[str] = []
    arguments: list[str] = []
    section = None
    for line in lines:
        found = _SECTION.match(line)
        if found:
            section = found.group(1)
        elif section is None:
            if line.lstrip().startswith(">>>"):
                section = "Example"
            else:
                description.append(line)
        elif section in ("Args", "Arguments", "Parameters"):
            arguments.append(line)
    return _paragraphs(description), _arguments(arguments)


def _paragraphs(lines: list[str]) -> str:
    """Lines joined within a paragraph; a blank line stays a paragraph break."""
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines).strip())
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _arguments(lines: list[str]) -> dict[str, str]:
    filled = [line for line in lines if line.strip()]
    if not filled:
        return {}
    margin = min(len(line) - len(line.lstrip()) for line in filled)
    words: dict[str, str] = {}
    current = None
    for line in filled:
        indent = len(line) - len(line.lstrip())
        found = _ARGUMENT.match(line.strip()) if indent == margin else None
        if found:
            current = found.group(1)
            words[current] = found.group(2).strip()
        elif current is not None:
            words[current] = f"{words[current]} {line.strip()}".strip()
    return words
