"""Comparing structure: where does a value first depart from the one expected?

    >>> print(first_difference({"type": "tool_result", "tool_use_id": "get_time"},
    ...                        {"type": "tool_result", "tool_use_id": "toolu_01"}))
    at ["tool_use_id"]

SDK objects compare as the dicts they stand for, with or without the fields the API left out. In a tool
result, `"is_error": False` is as good as none, and a list of text blocks as good as their text, as it is to
the API. Order of keys does not matter, order in lists does. In the expected value, `ANYTHING` accepts any
value and `Where("a non-empty text", test)` any that passes the test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .shown import is_number, plain, shown

__all__ = ["ANYTHING", "Difference", "Where", "first_difference"]


class Where:
    """Stands in an expected value for whatever passes `test`; `words` say what that is."""

    def __init__(self, words: str, test: Callable[[Any], bool]):
        self.words = words
        self._test = test

    def accepts(self, value: Any) -> bool:
        try:
            return bool(self._test(value))
        except Exception:
            return False

    def __repr__(self) -> str:
        return f"<{self.words}>"


ANYTHING = Where("anything", lambda value: True)


@dataclass(frozen=True)
class Difference:
    """path: keys and indexes from the top; yours, expected: text that shows the value there and hints at the
    rest; sentence: what differs, in words."""

    path: tuple
    yours: str
    expected: str
    sentence: str

    def __str__(self) -> str:
        return f"at {_path_text(self.path)}" if self.path else "at the top"


def first_difference(yours: Any, expected: Any) -> Difference | None:
    """The first place where `yours` departs from `expected`; None when it does not."""
    return _differ(plain(yours), _wanted(expected), ())


class _Dumped(dict):
    """An SDK object as a dict of what it was given; `unset`: the fields a full dump has besides."""

    unset: dict


def _wanted(expected: Any) -> Any:
    """`plain(expected)`, which remembers of SDK objects what `model_dump()` would add."""
    if isinstance(expected, dict):
        return {key: _wanted(value) for key, value in expected.items()}
    if isinstance(expected, (list, tuple)):
        return [_wanted(value) for value in expected]
    given = plain(expected)
    if given is expected or not isinstance(given, dict):
        return given
    dumped = _Dumped(given)
    dumped.unset = {key: value for key, value in expected.model_dump(mode="json").items() if key not in given}
    if isinstance(getattr(expected, "content", None), list):
        dumped["content"] = _wanted(expected.content)
    return dumped


def _as_the_api_reads(yours: dict, expected: dict) -> dict:
    """`yours` without what makes no difference to the API."""
    if isinstance(expected, _Dumped):
        unset = expected.unset
        return {key: value for key, value in yours.items() if key not in unset or value != unset[key]}
    if expected.get("type") != "tool_result":
        return yours
    yours = dict(yours)
    if "is_error" not in expected and yours.get("is_error") is False:
        del yours["is_error"]
    if isinstance(expected.get("content"), str):
        yours["content"] = _joined_text(yours.get("content"))
    return yours


def _joined_text(content: Any) -> Any:
    """A list of text blocks as the text they say; anything else as it is."""

    def said(block: Any) -> bool:
        return isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)

    if isinstance(content, list) and content and all(map(said, content)):
        return "".join(block["text"] for block in content)
    return content


def _differ(yours: Any, expected: Any, path: tuple) -> Difference | None:
    if isinstance(expected, Where):
        if expected.accepts(yours):
            return None
        return _told(path, yours, expected, f"this should be {expected.words}")
    if isinstance(expected, dict):
        return _differ_in_keys(yours, expected, path)
    if isinstance(expected, list):
        return _differ_in_items(yours, expected, path)
    if type(yours) is type(expected) or (is_number(yours) and is_number(expected)):
        return None if yours == expected else _told(path, yours, expected, "the value differs")
    return _told(path, yours, expected, f"this is {_kind(yours)}, not {_kind(expected)}")


def _differ_in_keys(yours: Any, expected: dict, path: tuple) -> Difference | None:
    if not isinstance(yours, dict):
        return _told(path, yours, expected, f"this is {_kind(yours)}, not a dict")
    if "content" in yours or isinstance(expected, _Dumped):
        yours = _as_the_api_reads(yours, expected)
    for key in expected:
        if key not in yours:
            return _told(path, yours, expected, f"the key {shown(key)} is missing")
    for key in yours:
        if key not in expected:
            return _told(path, yours, expected, f"the key {shown(key)} does not belong there")
    for key, value in expected.items():
        found = _differ(yours[key], value, (*path, key))
        if found:
            return found
    return None


def _differ_in_items(yours: Any, expected: list, path: tuple) -> Difference | None:
    if not isinstance(yours, list):
        return _told(path, yours, expected, f"this is {_kind(yours)}, not a list")
    for n, (mine, theirs) in enumerate(zip(yours, expected, strict=False)):
        found = _differ(mine, theirs, (*path, n))
        if found:
            return found
    if len(yours) != len(expected):
        items = "item" if len(expected) == 1 else "items"
        return _told(path, yours, expected, f"there are {len(yours)}, not {len(expected)} {items}")
    return None


def _told(path: tuple, yours: Any, expected: Any, sentence: str) -> Difference:
    place = f"At {_path_text(path)}, {sentence}." if path else f"{sentence[0].upper()}{sentence[1:]}."
    return Difference(path, _focused(path, yours), _focused(path, expected), place)


def _focused(path: tuple, value: Any) -> str:
    """The value inside its nearest dict, the rest of which is an ellipsis."""
    if path and isinstance(path[-1], str):
        return "{" + f"{shown(path[-1])}: {shown(value)}, …" + "}"
    return shown(value)


def _path_text(path: tuple) -> str:
    return "".join(f"[{shown(step)}]" for step in path)


def _kind(value: Any) -> str:
    if is_number(value):
        return "a number"
    names = {
        dict: "a dict",
        list: "a list",
        str: "text",
        type(None): "None",
    }
    return names.get(type(value), f"a {type(value).__name__}")
