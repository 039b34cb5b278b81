"""What differs from model to model: limits, and what each one refuses. One small table.

Sources: ids from the installed SDK (`anthropic.types.model_param`); context and output limits, prefill,
forced tool choice and thinking from the model pages and migration guides of platform.claude.com (autumn 2026)
and from probes of the API; effort levels from its effort page and a recorded refusal; mid-conversation system
messages from the release notes of Opus 4.8, where they first appear.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

__all__ = ["KNOWN", "Model", "find"]

_ALL_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_NO_XHIGH = ("low", "medium", "high", "max")


@dataclass(frozen=True)
class Model:
    """One model's facts.

    context, max_output: tokens. efforts: levels of `output_config.effort`, empty where it is refused.
    prefill: may the conversation end with assistant text? forced_tools: is `tool_choice` any/tool accepted?
    system_turns: are messages of role `system` accepted after the first? manual_thinking: is `thinking.type`
    `enabled` accepted? new_tokenizer: about 30 % more tokens for the same text. retired: no longer served.
    """

    context: int = 1_000_000
    max_output: int = 128_000
    efforts: tuple[str, ...] = _ALL_EFFORTS
    prefill: bool = False
    forced_tools: bool = True
    system_turns: bool = True
    manual_thinking: bool = False
    new_tokenizer: bool = True
    retired: bool = False


_FOUR_FIVE = Model(
    context=200_000,
    max_output=64_000,
    efforts=(),
    prefill=True,
    system_turns=False,
    manual_thinking=True,
    new_tokenizer=False,
)
_OPUS_4_5 = Model(
    context=200_000,
    max_output=64_000,
    efforts=("low", "medium", "high"),
    prefill=True,
    system_turns=False,
    manual_thinking=True,
    new_tokenizer=False,
)
_FOUR_SIX = Model(efforts=_NO_XHIGH, system_turns=False, manual_thinking=True, new_tokenizer=False)
_MYTHOS_PREVIEW = Model(efforts=_NO_XHIGH, system_turns=False, manual_thinking=True)
_FOUR_SEVEN = Model(system_turns=False)
_FIVE = Model()
_FIVE_FIVE = Model(forced_tools=False)

KNOWN: dict[str, Model] = {
    "claude-haiku-4-5": _FOUR_FIVE,
    "claude-haiku-4-5-20251001": _FOUR_FIVE,
    "claude-sonnet-4-5": _FOUR_FIVE,
    "claude-sonnet-4-5-20250929": _FOUR_FIVE,
    "claude-opus-4-5": _OPUS_4_5,
    "claude-opus-4-5-20251101": _OPUS_4_5,
    "claude-opus-4-6": _FOUR_SIX,
    "claude-sonnet-4-6": _FOUR_SIX,
    "claude-mythos-preview": _MYTHOS_PREVIEW,
    "claude-opus-4-7": _FOUR_SEVEN,
    "claude-opus-4-8": _FIVE,
    "claude-opus-5": _FIVE,
    "claude-sonnet-5": _FIVE,
    "claude-fable-5": _FIVE,
    "claude-mythos-5": _FIVE,
    "claude-fable-5-1": _FIVE_FIVE,
    "claude-mythos-5-1": _FIVE_FIVE,
    "claude-fable-5-2": _FIVE_FIVE,
    "claude-mythos-5-2": _FIVE_FIVE,
    "claude-opus-5-5": _FIVE_FIVE,
    "claude-sonnet-5-5": _FIVE_FIVE,
    "claude-haiku-5-5": _FIVE_FIVE,
}

# Beginnings of ids that once answered, and their largest `max_tokens`.
_RETIRED = (
    ("claude-3-7-sonnet", 64_000),
    ("claude-3-5-", 8_192),
    ("claude-3-", 4_096),
    ("claude-2", 4_096),
    ("claude-instant", 4_096),
    ("claude-sonnet-4-0", 64_000),
    ("claude-sonnet-4-2025", 64_000),
    ("claude-4-sonnet-2025", 64_000),
    ("claude-opus-4-0", 32_000),
    ("claude-opus-4-1", 32_000),
    ("claude-opus-4-2025", 32_000),
    ("claude-4-opus-2025", 32_000),
)


def find(model_id: str) -> Model | None:
    """The facts of a model, or None for an id that never existed.

    A retired model comes back with `retired=True`. An id that only a newer SDK lists gets the newest facts,
    so that the mock does not refuse a model which the SDK in use knows.
    """
    if model_id in KNOWN:
        return KNOWN[model_id]
    for beginning, max_output in _RETIRED:
        if model_id.startswith(beginning):
            return _retired(max_output)
    return _FIVE_FIVE if model_id in _listed_by_the_sdk() else None


@lru_cache
def _retired(max_output: int) -> Model:
    return Model(
        context=200_000,
        max_output=max_output,
        efforts=(),
        prefill=True,
        system_turns=False,
        manual_thinking=True,
        new_tokenizer=False,
        retired=True,
    )


@lru_cache
def _listed_by_the_sdk() -> frozenset[str]:
    """The ids in the installed SDK's `ModelParam`; empty where the SDK is missing or says it differently."""
    import typing

    try:
        from anthropic.types.model_param import ModelParam
    except ImportError:
        return frozenset()
    names = (typing.get_args(member) for member in typing.get_args(ModelParam))
    return frozenset(name for group in names for name in group if isinstance(name, str))
