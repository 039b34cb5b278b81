"""The table of models against the SDK, and what it answers for ids it does not hold."""

from __future__ import annotations

import sys
import typing

import pytest
from anthropic._constants import MODEL_NONSTREAMING_TOKENS
from anthropic._data import DEPRECATED_MODELS
from anthropic.types.model_param import ModelParam

from clockhands.mock import models
from clockhands.settings import MODEL


def listed() -> set[str]:
    return {
        name
        for group in map(typing.get_args, typing.get_args(ModelParam))
        for name in group
        if isinstance(name, str)
    }


def test_the_table_holds_exactly_the_models_the_sdk_lists():
    assert set(models.KNOWN) == listed()


def test_what_the_sdk_calls_deprecated_still_answers():
    assert set(DEPRECATED_MODELS) <= set(models.KNOWN)


def test_the_course_model_allows_what_the_lessons_do():
    facts = models.find(MODEL)
    assert facts is not None
    assert (facts.context, facts.max_output) == (200_000, 64_000)
    assert facts.prefill and facts.forced_tools and not facts.retired


@pytest.mark.parametrize("alias, dated", [("haiku-4-5", "20251001"), ("opus-4-5", "20251101")])
def test_an_alias_and_its_dated_id_are_one_model(alias, dated):
    assert models.KNOWN[f"claude-{alias}"] is models.KNOWN[f"claude-{alias}-{dated}"]


@pytest.mark.parametrize(
    "name, max_output",
    [
        ("claude-2.1", 4_096),
        ("claude-instant-1.2", 4_096),
        ("claude-3-haiku-20240307", 4_096),
        ("claude-3-5-haiku-latest", 8_192),
        ("claude-3-7-sonnet-20250219", 64_000),
        ("claude-sonnet-4-20250514", 64_000),
        ("claude-opus-4-1-20250805", 32_000),
    ],
)
def test_a_model_of_the_past_is_retired(name, max_output):
    facts = models.find(name)
    assert facts is not None and facts.retired
    assert facts.max_output == max_output


def test_the_ids_for_which_the_sdk_still_keeps_a_limit_are_retired():
    ours = [name for name in MODEL_NONSTREAMING_TOKENS if name.startswith("claude-") and "@" not in name]
    assert ours
    for name in ours:
        facts = models.find(name)
        assert facts is not None and facts.retired


@pytest.mark.parametrize("name", ["", "claude", "claude-haiku-4-6", "claude-sonet-4-5", "gpt-5", "None"])
def test_an_id_that_never_was_is_unknown(name):
    assert models.find(name) is None


def test_a_model_only_the_installed_sdk_knows_gets_the_newest_facts(monkeypatch):
    newer = typing.Union[typing.Literal["claude-haiku-9"], str]  # noqa: UP007
    monkeypatch.setattr("anthropic.types.model_param.ModelParam", newer)
    models._listed_by_the_sdk.cache_clear()
    try:
        assert models.find("claude-haiku-9") == models.KNOWN["claude-haiku-5-5"]
        assert models.find("claude-haiku-10") is None
    finally:
        models._listed_by_the_sdk.cache_clear()


def test_without_the_sdk_only_the_table_counts(monkeypatch):
    monkeypatch.setitem(sys.modules, "anthropic.types.model_param", None)
    models._listed_by_the_sdk.cache_clear()
    try:
        assert models.find("claude-haiku-9") is None
        assert models.find(MODEL) is models.KNOWN[MODEL]
    finally:
        models._listed_by_the_sdk.cache_clear()
