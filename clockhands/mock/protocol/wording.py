"""From pydantic's first error to the API's sentence: `messages.0.content.1.tool_use.id: Field required`."""

from __future__ import annotations

from typing import Any

from .tool_shapes import OTHER_TOOLS

__all__ = ["sentence"]

# The API reads JSON, where pydantic's Python words for these types do not fit.
_SAID = {
    "dict_type": "Input should be an object",
    "list_type": "Input should be a valid array",
    "model_attributes_type": "Input should be an object",
    "model_type": "Input does not match the expected shape.",
    "union_tag_not_found": "Field required",
}
_ROLES = ("user", "assistant", "system")


def sentence(error: dict[str, Any]) -> str:
    """The API's message for one entry of `ValidationError.errors()`."""
    kind, said, place = error["type"], error["msg"], _place(error["loc"])
    if not place:
        return "Input should be an object"
    if kind == "union_tag_invalid":
        return _wrong_tag(error["ctx"], place)
    if kind == "union_tag_not_found":
        place.append(error["ctx"]["discriminator"].strip("'"))
    elif kind == "content_missing":
        place.append("content")
    elif kind == "model_type" and place[-1] == "cache_control":
        kind = "dict_type"
    elif kind == "model_attributes_type" and place[0] == "messages" and len(place) == 2:
        kind = "model_type"
    return f"{'.'.join(place)}: {_SAID.get(kind, said)}"


def _place(loc: tuple[Any, ...]) -> list[str]:
    """Where the fault is, without the tags that only steer the validator."""
    parts = [str(part) for part in loc if not str(part).startswith("#")]
    if len(parts) > 2 and parts[0] == "messages" and parts[2] in _ROLES:
        del parts[2]
    return parts


def _wrong_tag(context: dict[str, Any], place: list[str]) -> str:
    tag, expected = context["tag"], context["expected_tags"].split(", ")
    if context["discriminator"] == "'role'":
        return f'{place[0]}: Unexpected role "{tag}". Allowed roles are "user" or "assistant"'
    where = ".".join(place)
    if tag == "#object":
        return f"{where}: Input should be an object"
    if place[0] == "tools":
        expected = [f"'{name}'" for name in ("custom", *OTHER_TOOLS)]
    if place[0] != "tool_choice":
        expected = sorted(expected)
    return (
        f"{where}: Input tag '{tag}' found using 'type' does not match any of the expected tags: "
        f"{', '.join(expected)}"
    )
