"""The shapes of tool definitions and of `tool_choice`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, WrapValidator, model_validator
from pydantic_core import PydanticCustomError

from .blocks import CacheControl, Loose, Strict
from .draft import SENTENCE, is_draft_2020_12

__all__ = ["OTHER_TOOLS", "Choice", "Tools"]

# Tool types accepted without a look inside.
OTHER_TOOLS = (
    "advisor_20260301",
    "bash_20241022",
    "bash_20250124",
    "browser_toolset_20260801",
    "code_execution_20250522",
    "code_execution_20250825",
    "code_execution_20260120",
    "code_execution_20260521",
    "computer_20241022",
    "computer_20250124",
    "computer_20251124",
    "computer_toolset_20260801",
    "mcp_toolset",
    "memory_20250818",
    "text_editor_20241022",
    "text_editor_20250124",
    "text_editor_20250429",
    "text_editor_20250728",
    "tool_search_tool_bm25",
    "tool_search_tool_bm25_20251119",
    "tool_search_tool_regex",
    "tool_search_tool_regex_20251119",
    "web_fetch_20250910",
    "web_fetch_20260209",
    "web_fetch_20260309",
    "web_fetch_20260318",
    "web_search_20250305",
    "web_search_20260209",
    "web_search_20260318",
)


class InputSchema(Loose):
    """A JSON Schema, of which the API looks at the outline first."""

    type: Literal["object"]
    properties: dict[str, Any] | None = None
    required: list[str] | None = None

    @model_validator(mode="after")
    def _is_one_object(self) -> InputSchema:
        if self.model_extra and not self.model_extra.keys().isdisjoint(("oneOf", "allOf", "anyOf")):
            raise PydanticCustomError(
                "combined_schema", "input_schema does not support oneOf, allOf, or anyOf at the top level"
            )
        return self


def _of_the_draft(schema: Any, outline: Any) -> Any:
    """The outline first, then the whole schema against the draft."""
    looked_at = outline(schema)
    if not is_draft_2020_12(schema):
        raise PydanticCustomError("invalid_schema", SENTENCE)  # type: ignore[arg-type]
    return looked_at


class CustomTool(Strict):
    """A client tool."""

    type: Literal["custom"] | None = None
    name: Annotated[str, Field(min_length=1, max_length=128, pattern="^[a-zA-Z0-9_-]{1,128}$")]
    description: str | None = None
    input_schema: Annotated[InputSchema, WrapValidator(_of_the_draft)]
    strict: bool | None = None
    cache_control: CacheControl | None = None
    allowed_callers: list[str] | None = None
    defer_loading: bool | None = None
    eager_input_streaming: bool | None = None
    input_examples: list[dict[str, Any]] | None = None

    @model_validator(mode="after")
    def _is_closed_when_strict(self) -> CustomTool:
        if self.strict and any(
            part.get("additionalProperties") is not False
            for part in _objects_in(self.input_schema.model_dump(exclude_unset=True))
        ):
            raise PydanticCustomError(
                "open_schema",
                "For 'object' type, 'additionalProperties' must be explicitly set to false",
            )
        return self


def _objects_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Every subschema of type `object`, the outermost first."""
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, dict):
            continue
        if part.get("type") == "object":
            yield part
        for name in ("properties", "$defs", "definitions"):
            if isinstance(part.get(name), dict):
                waiting.extend(part[name].values())
        for name in ("anyOf", "allOf"):
            if isinstance(part.get(name), list):
                waiting.extend(part[name])
        waiting.append(part.get("items"))


class OtherTool(Loose):
    type: Literal[OTHER_TOOLS]
    name: str | None = None


def _kind_of_tool(value: Any) -> Any:
    """A tool without a type is a custom one; an unknown type stays, for the error to name it."""
    if not isinstance(value, dict):
        return "#object"
    kind = value.get("type")
    if kind is None:
        return "custom"
    return "#other" if kind in OTHER_TOOLS else kind


Tool = Annotated[
    Annotated[CustomTool, Tag("custom")] | Annotated[OtherTool, Tag("#other")],
    Discriminator(_kind_of_tool),
]


def _named_once(tools: list[Any]) -> list[Any]:
    names = [tool.name for tool in tools if tool.name is not None]
    if len(set(names)) < len(names):
        raise PydanticCustomError("same_name", "Tool names must be unique.")
    return tools


class AutoChoice(Strict):
    type: Literal["auto"]
    disable_parallel_tool_use: bool | None = None


class AnyChoice(Strict):
    type: Literal["any"]
    disable_parallel_tool_use: bool | None = None


class ToolChoice(Strict):
    type: Literal["tool"]
    name: str
    disable_parallel_tool_use: bool | None = None


class NoChoice(Loose):
    type: Literal["none"]


Tools = Annotated[list[Tool], AfterValidator(_named_once)]
Choice = Annotated[AutoChoice | AnyChoice | ToolChoice | NoChoice, Field(discriminator="type")]
