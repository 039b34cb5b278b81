"""The shape of a whole request body. Its fields stand in the order in which the API reports their faults."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, create_model
from pydantic_core import PydanticCustomError

from .blocks import CacheControl, Loose, Message, Strict, TextBlock
from .tool_shapes import Choice, Tools

__all__ = ["COUNTED", "FIELDS", "SAMPLING", "body_model"]


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
    "tool_choice": (Choice, None),
    "tools": (Tools, None),
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
