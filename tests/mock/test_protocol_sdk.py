"""The shapes name the same fields and types as the installed SDK, so that a new SDK shows what is missing."""

from __future__ import annotations

import typing

import anthropic.types as stable
import pytest
import typing_extensions
from anthropic.types import beta, message_count_tokens_params, message_create_params, tool_result_block_param
from anthropic.types.beta import message_count_tokens_params as beta_count_params
from anthropic.types.beta import message_create_params as beta_create_params

from clockhands.mock.protocol import blocks, bodies, shape, tool_shapes

# Sent as headers, though the SDK lists them beside the fields of the body.
HEADERS = {"betas", "user_profile_id", "workspace_id"}
# Known to the API, gone from the SDK.
FORMER = {*bodies.SAMPLING, "output_format"}


def members(union) -> list[type]:
    """The TypedDicts of a union, however nested; response models in it are left out."""
    arguments = typing.get_args(union)
    if typing.get_origin(union) is typing.Union:
        return [member for argument in arguments for member in members(argument)]
    if typing.get_origin(union) is typing.Annotated:
        return members(arguments[0])
    return [union] if typing_extensions.is_typeddict(union) else []


def fields(typed_dict) -> set[str]:
    return set(typing_extensions.get_type_hints(typed_dict))


def kinds(*unions) -> set[str]:
    """All values of `type` in these unions."""
    hints = [typing_extensions.get_type_hints(m)["type"] for union in unions for m in members(union)]
    return {kind for hint in hints for kind in _literals(hint)}


def _literals(hint) -> list[str]:
    return [
        value
        for argument in typing.get_args(hint)
        for value in ([argument] if isinstance(argument, str) else _literals(argument))
    ]


def test_a_body_has_the_fields_of_both_create_params():
    sdk = {"stream"}
    sdk |= fields(message_create_params.MessageCreateParamsBase)
    sdk |= fields(beta_create_params.MessageCreateParamsBase)
    assert set(bodies.FIELDS) == (sdk - HEADERS) | FORMER


def test_a_body_to_count_has_the_fields_of_both_count_params():
    sdk = fields(message_count_tokens_params.MessageCountTokensParams)
    sdk |= fields(beta_count_params.MessageCountTokensParams)
    assert set(bodies.COUNTED) == (sdk - HEADERS) | {"output_format"}


@pytest.mark.parametrize(
    "ours, theirs",
    [
        (blocks.TextBlock, ["TextBlockParam", "BetaTextBlockParam"]),
        (blocks.ImageBlock, ["ImageBlockParam", "BetaImageBlockParam"]),
        (blocks.ThinkingBlock, ["ThinkingBlockParam", "BetaThinkingBlockParam"]),
        (blocks.RedactedThinkingBlock, ["RedactedThinkingBlockParam", "BetaRedactedThinkingBlockParam"]),
        (blocks.ToolUseBlock, ["ToolUseBlockParam", "BetaToolUseBlockParam"]),
        (blocks.ToolResultBlock, ["ToolResultBlockParam", "BetaToolResultBlockParam"]),
        (blocks.CacheControl, ["CacheControlEphemeralParam", "BetaCacheControlEphemeralParam"]),
        (blocks.Base64Image, ["Base64ImageSourceParam", "BetaBase64ImageSourceParam"]),
        (blocks.UrlImage, ["URLImageSourceParam", "BetaURLImageSourceParam"]),
        (blocks.FileImage, ["FileImageSourceParam", "BetaFileImageSourceParam"]),
        (blocks.UserMessage, ["UserMessageParam", "BetaUserMessageParam"]),
        (blocks.AssistantMessage, ["AssistantMessageParam", "BetaAssistantMessageParam"]),
        (blocks.SystemMessage, ["SystemMessageParam", "BetaSystemMessageParam"]),
        (tool_shapes.CustomTool, ["ToolParam", "BetaToolParam"]),
        (tool_shapes.AutoChoice, ["ToolChoiceAutoParam", "BetaToolChoiceAutoParam"]),
        (tool_shapes.AnyChoice, ["ToolChoiceAnyParam", "BetaToolChoiceAnyParam"]),
        (tool_shapes.ToolChoice, ["ToolChoiceToolParam", "BetaToolChoiceToolParam"]),
        (tool_shapes.NoChoice, ["ToolChoiceNoneParam", "BetaToolChoiceNoneParam"]),
        (bodies.Metadata, ["MetadataParam", "BetaMetadataParam"]),
        (bodies.ThreadCreate, ["BetaThreadCreateParams"]),
        (bodies.ThreadContinue, ["BetaThreadContinueParams"]),
    ],
)
def test_a_strict_shape_has_the_fields_of_the_sdks_type(ours, theirs):
    sdk = [getattr(stable, name, None) or getattr(beta, name) for name in theirs]
    assert set(ours.model_fields) == set().union(*map(fields, sdk))


def test_every_block_type_of_the_sdk_is_known():
    strict = {"text", "image", "tool_use", "tool_result", "thinking", "redacted_thinking"}
    assert strict | set(blocks.OTHER_BLOCKS) == kinds(stable.ContentBlockParam, beta.BetaContentBlockParam)


def test_every_block_type_within_a_result_is_known():
    inner = kinds(tool_result_block_param.Content, beta.beta_tool_result_block_param.Content)
    assert {"text", "image", *blocks.OTHER_RESULT_BLOCKS} == inner


def test_every_tool_type_of_the_sdk_is_known():
    assert {"custom", *tool_shapes.OTHER_TOOLS} == kinds(stable.ToolUnionParam, beta.BetaToolUnionParam)


def test_every_kind_of_thinking_and_choice_is_known():
    ours = [bodies.ThinkingAdaptive, bodies.ThinkingBetweenTools, bodies.ThinkingDisabled]
    ours.append(bodies.ThinkingEnabled)
    assert _kinds_of(ours) == kinds(stable.ThinkingConfigParam, beta.BetaThinkingConfigParam)
    choices = [tool_shapes.AutoChoice, tool_shapes.AnyChoice, tool_shapes.ToolChoice, tool_shapes.NoChoice]
    assert _kinds_of(choices) == kinds(stable.ToolChoiceParam, beta.BetaToolChoiceParam)


def _kinds_of(models) -> set[str]:
    return {kind for m in models for kind in typing.get_args(m.model_fields["type"].annotation)}


def test_the_sdk_sends_the_version_without_sampling_parameters_and_the_beta_of_threads():
    from anthropic._constants import ANTHROPIC_API_VERSION
    from anthropic.types import anthropic_beta_param

    assert shape.SAMPLING_REMOVED_IN <= ANTHROPIC_API_VERSION
    assert shape.THREADS_BETA in _literals(anthropic_beta_param.AnthropicBetaParam)
