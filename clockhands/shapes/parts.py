"""What both OpenAI shapes share: arguments as a JSON string, images as URLs, and a look at what came in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from clockhands.errors import ShapeError

__all__ = ["arguments_of", "arguments_text", "checked", "image_source", "image_url", "parallel", "plain"]

_EMPTY: tuple[Any, ...] = (None, [], {})


def plain(value: Any) -> Any:
    """`value` as dicts and lists of its own; objects of an SDK become the JSON they came as."""
    for method in ("to_dict", "model_dump"):
        if hasattr(value, method) and not isinstance(value, type):
            return plain(getattr(value, method)())
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


def arguments_text(input: Any, where: str) -> str:
    """The arguments of a call as a JSON string; ShapeError when they are not JSON."""
    try:
        return json.dumps(input, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as bad:
        raise ShapeError(
            f"{where}: the input of a call must be plain JSON, and this is not ({bad}); send texts, numbers, "
            "lists and objects"
        ) from None


def arguments_of(text: Any, where: str) -> dict[str, Any]:
    """The arguments in a JSON string. An empty string, as some servers send it, means none.

    ShapeError when it is no JSON object: the model wrote the string, and it may be cut short or wrong.
    """
    if text == "":
        return {}
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except (TypeError, ValueError) as bad:
        raise ShapeError(
            f"{where}: the arguments are not JSON ({bad}). The model wrote them; answer this call with an "
            "error that says so, and it can try again"
        ) from None
    if not isinstance(found, dict):
        raise ShapeError(
            f"{where}: the arguments are JSON, but {type(found).__name__}, not an object. Answer this call "
            "with an error that says so"
        )
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def image_url(source: Any) -> str | None:
    """An image's source as one URL, a data URL where the bytes are given; None when it has none."""
    kind = source.get("type") if isinstance(source, dict) else None
    if kind == "url":
        return source.get("url")
    if kind == "base64":
        return f"data:{source.get('media_type')};base64,{source.get('data')}"
    return None


def image_source(url: Any, where: str) -> dict[str, Any]:
    """The source behind a URL, `base64` for a data URL; ShapeError when it is neither."""
    if isinstance(url, str) and url.startswith("data:"):
        head, comma, data = url[len("data:") :].partition(",")
        media_type, _, encoding = head.partition(";")
        if comma and encoding == "base64":
            return {"type": "base64", "media_type": media_type, "data": data}
    elif isinstance(url, str) and url:
        return {"type": "url", "url": url}
    raise ShapeError(f"{where}: an image is an https URL or data:TYPE;base64,DATA, not {str(url)[:60]!r}")


def parallel(choice: Any, said: Any) -> Any:
    """`tool_choice` in Messages, with what `parallel_tool_calls` said put into it."""
    if said is None:
        return choice
    return {**(choice or {"type": "auto"}), "disable_parallel_tool_use": not said}


def checked(given: Any, known: tuple[str, ...], where: str, shape: str) -> dict[str, Any]:
    """`given`, when it is an object whose fields are all known, or empty; else ShapeError."""
    if not isinstance(given, dict):
        raise ShapeError(f"{where}: {shape} has an object here, not {type(given).__name__}")
    for name, value in given.items():
        if name not in known and value not in _EMPTY:
            raise ShapeError(
                f"{where}.{name}: the Messages API has no place for this. Known here: {', '.join(known)}. "
                "Leave it out, or move what it says into the text"
            )
    return given
