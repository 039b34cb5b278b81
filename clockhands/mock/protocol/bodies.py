"""The shapes of tools, tool choices and whole request bodies.

The fields of a body stand in the order in which the API reports their faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError

from .blocks import CacheControl, Loose, Message, Strict, TextBlock

__all__ = ["COUNTED", "FIELDS", "OTHER_TOOLS", "SAMPLING", "body_model"]

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
    """A JSON Schema. Only its outline is checked, as the API's errors do."""

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


class CustomTool(Strict):
    """A client tool."""

    type: Literal["custom"] | None = None
    name: Annotated[str, Field(min_length=1, max_length=128, pattern="^[a-zA-Z0-9_-]{1,128}$")]
    description: str | None = None
    input_schema: InputSchema
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


class ThinkingEnabled(Loose):
    type: Literal["enabled"]
    budget_tokens: Annotated[int, Field(ge=1024)]


class ThinkingAdaptive(Loose):
    type: Literal["adaptive"]


class ThinkingDisabled(Loose):
    type: Literal["disabled"]


class ThinkingBetweenTools(Loose):
    type: Literal["between_tools"]


Thinking = Annotated[
    ThinkingAdaptive | ThinkingBetweenTools | ThinkingDisabled | ThinkingEnabled,
    Field(discriminator="type"),
]


class OutputConfig(Loose):
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    format: dict[str, Any] | None = None


class Metadata(Strict):
    user_id: str | None = None


class ContainerParams(Loose):
    """A container with its skills."""


class ThreadCreate(Strict):
    type: Literal["create"]


class ThreadContinue(Strict):
    type: Literal["continue"]
    previous_message_id: str


def _at_least_one(messages: list[Any]) -> list[Any]:
    if not messages:
        raise PydanticCustomError("no_messages", "at least one message is required")
    return messages


def _not_negative(number: int) -> int:
    if number < 0:
        raise PydanticCustomError("negative", "must be greater than or equal to 0")
    return number


def _from_0_to_1(number: float) -> float:
    if not 0 <= number <= 1:
        raise PydanticCustomError("out_of_range", "range: 0..1")
    return number


_Share = Annotated[float, AfterValidator(_from_0_to_1)]
_REQUIRED: Any = ...

# name -> (type, default). A default of None on a type without None means: may be absent, may not be null.
FIELDS: dict[str, tuple[Any, Any]] = {
    "model": (Annotated[str, Field(min_length=1)], _REQUIRED),
    "tool_choice": (
        Annotated[AutoChoice | AnyChoice | ToolChoice | NoChoice, Field(discriminator="type")],
        None,
    ),
    "tools": (Annotated[list[Tool], AfterValidator(_named_once)], None),
    "messages": (Annotated[list[Message], AfterValidator(_at_least_one)], _REQUIRED),
    "system": (
        Annotated[
            Annotated[str, Tag("#text")] | Annotated[list[TextBlock], Tag("#blocks")],
            Discriminator(lambda value: "#text" if isinstance(value, str) else "#blocks"),
        ],
        None,
    ),
    "thinking": (Thinking, None),
    "output_config": (OutputConfig, None),
    "cache_control": (CacheControl | None, None),
    "max_tokens": (Annotated[int, AfterValidator(_not_negative)], _REQUIRED),
    "metadata": (Metadata | None, None),
    "stop_sequences": (list[str] | None, None),
    "temperature": (_Share, None),
    "service_tier": (Literal["auto", "standard_only"], None),
    "top_k": (int, None),
    "top_p": (_Share, None),
    "stream": (bool, None),
    "container": (
        Annotated[
            Annotated[str, Tag("#id")] | Annotated[ContainerParams, Tag("ContainerParams")],
            Discriminator(lambda value: "#id" if isinstance(value, str) else "ContainerParams"),
        ]
        | None,
        None,
    ),
    "inference_geo": (str | None, None),
    "speed": (Literal["standard", "fast"] | None, None),
    "diagnostics": (dict[str, Any] | None, None),
    # Fields that need a beta header.
    "billing_policy": (dict[str, Any] | None, None),
    "compaction": (dict[str, Any] | None, None),
    "context_management": (dict[str, Any] | None, None),
    "fallback_credit_token": (str | dict[str, Any] | None, None),
    "fallbacks": (str | list[Any] | None, None),
    "mcp_servers": (list[dict[str, Any]], None),
    "output_format": (dict[str, Any] | None, None),
    "thread": (Annotated[ThreadCreate | ThreadContinue, Field(discriminator="type")] | None, None),
}
SAMPLING = ("temperature", "top_k", "top_p")
# What a `count_tokens` body may carry.
COUNTED = (
    "model",
    "tool_choice",
    "tools",
    "messages",
    "system",
    "thinking",
    "output_config",
    "cache_control",
    "speed",
    "billing_policy",
    "compaction",
    "context_management",
    "mcp_servers",
    "output_format",
)


@lru_cache
def body_model(sampling: bool, thread: bool, count_tokens: bool) -> type[BaseModel]:
    """The model of one kind of body. Built on first use (a few milliseconds), then kept."""
    left_out = {*(() if sampling else SAMPLING), *(() if thread else ("thread",))}
    names = [name for name in (COUNTED if count_tokens else FIELDS) if name not in left_out]
    config = ConfigDict(strict=True, extra="forbid")
    return create_model("Request", __config__=config, **{name: FIELDS[name] for name in names})
