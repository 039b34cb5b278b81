"""What is wrong with a request: rules V1 to V12.

Most of them are the API's own, and the mock refuses what breaks them with a 400: `refused` names the rule.
The rest, which the API lets pass or never sees, is read off the body here.

V1 the first message is the user's (a note) · V2 each call has one result, in one user message, next · V3 no
result without its call · V4 call ids are unique in a turn · V5 results come before text (after them: a note)
· V6 no empty text · V7 a call's input is an object · V8 an error result holds only text, and some · V9
thinking comes back as it was served · V10 images can be decoded · V11 the last word is not the assistant's,
but for a paused turn · V12 the body is JSON in UTF-8 of at most 32 MB
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

__all__ = ["blocks_of", "notes", "refused", "violations"]

_PAUSABLE = ("server_tool_use", "mcp_tool_use")
# Pieces of the API's wording -> the rule that was broken.
_RULES = (
    ("ids were found without `tool_result`", "V2"),
    ("must have a single result", "V2"),
    ("unexpected `tool_use_id`", "V3"),
    ("`tool_result` blocks can only be in", "V3"),
    ("`tool_use` ids must be unique", "V4"),
    ("must be non-empty", "V6"),
    ("must contain non-whitespace", "V6"),
    ("must have non-empty content", "V6"),
    ("input: Input should be an object", "V7"),
    ("input: Input should be a valid dictionary", "V7"),
    ("Invalid `signature`", "V9"),
    ("image", "V10"),
    ("assistant message prefill", "V11"),
    ("trailing whitespace", "V11"),
    ("not valid JSON", "V12"),
    ("exceeds the maximum size", "V12"),
)


def refused(message: str) -> str:
    """A refusal of the mock as a violation, with its rule where one of the twelve fits."""
    rule = next((rule for words, rule in _RULES if words in message), "")
    return f"{rule + ': ' if rule else ''}the API refused the request: {message}"


def violations(messages: list[dict[str, Any]]) -> list[str]:
    """What the API would let pass in this conversation and should not be there."""
    found = [*_split_results(messages), *_errors_with_more_than_text(messages), *_broken_images(messages)]
    last = messages[-1] if messages else {}
    if last.get("role") == "assistant" and not any(b.get("type") in _PAUSABLE for b in blocks_of(last)):
        found.append("V11: the request ends with a turn of the assistant's")
    return found


def notes(messages: list[dict[str, Any]]) -> list[str]:
    """What is legal, and not good."""
    found = []
    if messages and messages[0].get("role") != "user":
        found.append("V1: the first message is not the user's")
    for message in messages:
        kinds = [block.get("type") for block in blocks_of(message)]
        if message.get("role") == "user" and "tool_result" in kinds and "text" in kinds:
            found.append("V5: text stands beside tool results, which provokes empty answers")
            break
    return found


def blocks_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    """A message's content as blocks; a text is one block."""
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _split_results(messages: list[dict[str, Any]]) -> Iterator[str]:
    """V2's second half: the API merges neighbours, so results in two messages pass."""
    for before, after in pairwise(messages):
        if before.get("role") == after.get("role") == "user" and _has_results(before) and _has_results(after):
            yield "V2: the results of one turn are split over two user messages"


def _has_results(message: dict[str, Any]) -> bool:
    return any(block.get("type") == "tool_result" for block in blocks_of(message))


def _results(messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for message in messages:
        yield from (block for block in blocks_of(message) if block.get("type") == "tool_result")


def _errors_with_more_than_text(messages: list[dict[str, Any]]) -> Iterator[str]:
    for result in _results(messages):
        if not result.get("is_error"):
            continue
        content = result.get("content")
        if not content:
            yield "V8: an error result says nothing"
        elif isinstance(content, list) and any(block.get("type") != "text" for block in content):
            yield "V8: an error result holds more than text"


def _broken_images(messages: list[dict[str, Any]]) -> Iterator[str]:
    for block in [b for m in messages for b in blocks_of(m)]:
        content = block.get("content") if block.get("type") == "tool_result" else None
        for image in [block, *(content if isinstance(content, list) else [])]:
            source = image.get("source") if isinstance(image, dict) and image.get("type") == "image" else None
            if isinstance(source, dict) and source.get("type") == "base64":
                try:
                    base64.b64decode(str(source.get("data")), validate=True)
                except (binascii.Error, ValueError):
                    yield "V10: an image's data is not base64"
