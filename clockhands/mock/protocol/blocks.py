"""The shapes of content blocks and messages, as small strict models.

Strict for what client tools need; the other block types the SDK knows pass with any fields. Field names are
those of the SDK's TypedDicts (a test compares them). Tags that begin with `#` only steer the validator and
never show in an error.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

__all__ = ["OTHER_BLOCKS", "OTHER_RESULT_BLOCKS", "CacheControl", "Message", "TextBlock"]

# Block types accepted without a look inside. Some need a beta header; recordings do not always keep it.
OTHER_BLOCKS = (
    "advisor_tool_result",
    "bash_code_execution_tool_result",
    "code_execution_tool_result",
    "compaction",
    "container_upload",
    "document",
    "fallback",
    "mcp_tool_listing",
    "mcp_tool_result",
    "mcp_tool_use",
    "search_result",
    "server_tool_use",
    "text_editor_code_execution_tool_result",
    "tool_addition",
    "tool_removal",
    "tool_search_tool_result",
    "web_fetch_tool_result",
    "web_search_tool_result",
)
# The same inside the content of a `tool_result`.
OTHER_RESULT_BLOCKS = ("browser_state", "document", "search_result", "tool_reference")


class Strict(BaseModel):
    """An object with known fields only; no value is converted to another type."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Loose(BaseModel):
    """An object whose named fields are checked and whose others pass."""

    model_config = ConfigDict(strict=True, extra="allow")


class CacheControl(Loose):
    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] | None = None


class TextBlock(Strict):
    type: Literal["text"]
    text: str
    cache_control: CacheControl | None = None
    citations: list[dict[str, Any]] | None = None


class Base64Image(Loose):
    type: Literal["base64"]
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    data: str


class UrlImage(Loose):
    type: Literal["url"]
    url: str


class FileImage(Loose):
    type: Literal["file"]
    file_id: str


class ImageBlock(Strict):
    type: Literal["image"]
    source: Annotated[Base64Image | UrlImage | FileImage, Field(discriminator="type")]
    cache_control: CacheControl | None = None
    transformations: dict[str, Any] | None = None


class ThinkingBlock(Strict):
    type: Literal["thinking"]
    thinking: str
    signature: str


class RedactedThinkingBlock(Strict):
    type: Literal["redacted_thinking"]
    data: str


class ToolUseBlock(Strict):
    type: Literal["tool_use"]
    id: Annotated[str, Field(pattern="^[a-zA-Z0-9_-]+$")]
    name: str
    input: dict[str, Any]
    caller: dict[str, Any] | None = None
    cache_control: CacheControl | None = None
    toolset_name: str | None = None


class OtherResultBlock(Loose):
    type: Literal[OTHER_RESULT_BLOCKS]


ResultBlock = Annotated[TextBlock | ImageBlock | OtherResultBlock, Field(discriminator="type")]


def _kind_of_content(value: Any) -> str:
    return "#text" if isinstance(value, str) else "#blocks"


ResultContent = Annotated[
    Annotated[str, Tag("#text")] | Annotated[list[ResultBlock], Tag("#blocks")],
    Discriminator(_kind_of_content),
]


class ToolResultBlock(Strict):
    type: Literal["tool_result"]
    tool_use_id: str
    content: ResultContent = ""
    is_error: bool | None = None
    cache_control: CacheControl | None = None
    toolset_name: str | None = None


class OtherBlock(Loose):
    type: Literal[OTHER_BLOCKS]


Block = Annotated[
    TextBlock
    | ImageBlock
    | ToolUseBlock
    | ToolResultBlock
    | ThinkingBlock
    | RedactedThinkingBlock
    | OtherBlock,
    Field(discriminator="type"),
]
# A string is short for one text block. Anything else must be an array, and the error says only that.
Content = Annotated[
    Annotated[str, Tag("#text")] | Annotated[list[Block], Tag("#blocks")], Discriminator(_kind_of_content)
]


class UserMessage(Strict):
    role: Literal["user"]
    content: Content


class AssistantMessage(Strict):
    role: Literal["assistant"]
    content: Content


class SystemMessage(Strict):
    """A mid-conversation instruction. Without content it must carry settings, in `output_config`."""

    role: Literal["system"]
    content: Content | None = None
    clear_at: Literal["next_user_message", "never"] | None = None
    output_config: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _has_content(self) -> SystemMessage:
        if "content" not in self.model_fields_set and not self.output_config:
            raise PydanticCustomError("content_missing", "Field required")
        return self


Message = Annotated[UserMessage | AssistantMessage | SystemMessage, Field(discriminator="role")]
