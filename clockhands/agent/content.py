"""What a tool gave back, as the content of a `tool_result`: always text or images, never too much.

Everything a function can return becomes something that can be sent: JSON for data, a note for what is empty
or binary, an image block for a picture. A result longer than the limit loses its middle, and says so.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from clockhands.agent.blocks import clean, plain_block
from clockhands.agent.jsonable import json_text

__all__ = ["content_of", "shortened", "text_of"]

MOST_IMAGE_CHARS = 5_000_000
_MAGIC = {b"\x89PNG\r\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}
# A tool's text must not look like the frame it is shown in.
_FRAME = re.compile(
    r"<(?=/?(?:tool_result|tool_use|function_results?|function_calls?|antml|invoke|system)\b)", re.I
)


def content_of(value: Any, most: int, how: str) -> str | list[dict[str, Any]]:
    """`value` as a `tool_result`'s content: a text of at most about `most` characters, or a list of blocks.

    how: how the model can get the rest of a result that was cut, as a sentence.
    """
    blocks = _blocks(value)
    if blocks is None:
        return shortened(text_of(value), most, how)
    return [
        {"type": "text", "text": shortened(text_of(block["text"]), most, how)}
        if block["type"] == "text"
        else block
        for block in blocks
    ]


def text_of(value: Any) -> str:
    """Any value as text that can be sent and is never empty."""
    if isinstance(value, str):
        text = clean(value).replace("\x00", "\ufffd")
        return _FRAME.sub("&lt;", text) if text.strip() else "(the tool returned an empty text)"
    if isinstance(value, (bytes, bytearray)):
        return _bytes_text(bytes(value))
    return text_of(json_text(value))


def shortened(text: str, most: int, how: str) -> str:
    """`text` without its middle when it is longer than `most` characters, with a notice in its place.

    >>> print(shortened("abcdefghij" * 10, 30, "Ask for less."))  # doctest: +ELLIPSIS
    abcdefghijabcdefghij
    [... truncated: 70 of 100 characters omitted here. Ask for less. ...]
    abcdefghij
    """
    if len(text) <= most:
        return text
    head = most * 2 // 3
    tail = most - head
    notice = f"[... truncated: {len(text) - most:,} of {len(text):,} characters omitted here. {how} ...]"
    return f"{text[:head]}\n{notice}\n{text[len(text) - tail :]}"


def _bytes_text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\x00"
    if "\x00" in text:
        return f"({len(data):,} bytes of binary data, which cannot be shown as text)"
    return text_of(text)


def _blocks(value: Any) -> list[dict[str, Any]] | None:
    """Content blocks when `value` is a picture or a list of text and image blocks, else None."""
    if isinstance(value, (bytes, bytearray)):
        kind = next((kind for magic, kind in _MAGIC.items() if value.startswith(magic)), None)
        if kind is None:
            return None
        data = base64.b64encode(value).decode("ascii")
        value = {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}
    given = value if isinstance(value, (list, tuple)) else [value]
    blocks = [_block(item) for item in given]
    return [block for block in blocks if block] if blocks and all(blocks) else None


def _block(item: Any) -> dict[str, Any] | None:
    """A text or image block; an image that cannot be sent becomes a text that says why."""
    if hasattr(item, "model_dump") and not isinstance(item, type):
        item = plain_block(item)
    if not isinstance(item, dict):
        return None
    if item.get("type") == "text" and isinstance(item.get("text"), str):
        return item if set(item) <= {"type", "text", "citations", "cache_control"} else None
    source = item.get("source")
    if item.get("type") != "image" or not isinstance(source, dict):
        return None
    why = _image_problem(source)
    return {"type": "text", "text": f"(an image that cannot be shown: {why})"} if why else item


def _image_problem(source: dict[str, Any]) -> str:
    if source.get("type") != "base64":
        return "" if source.get("type") in ("url", "file") else "its source is neither base64 nor a URL"
    data, kind = source.get("data"), source.get("media_type")
    if kind not in ("image/png", "image/jpeg", "image/gif", "image/webp"):
        return "its media_type is not PNG, JPEG, GIF or WebP"
    if not isinstance(data, str) or not data:
        return "it has no data"
    if len(data) > MOST_IMAGE_CHARS:
        return f"it is larger than {MOST_IMAGE_CHARS:,} base64 characters; make it smaller"
    try:
        base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return "its data is not base64"
    return ""
