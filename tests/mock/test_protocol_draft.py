"""A tool's `input_schema` is held against JSON Schema draft 2020-12."""

from __future__ import annotations

import subprocess
import sys

import pytest

from clockhands.mock import ApiError
from clockhands.mock.protocol import check_request, draft

from .building import request, tool

S = {"type": "string"}
SAID = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
)

# (wrong, right) schemas of one property
PROPERTIES = {
    "a type Python knows": ({"type": "str"}, S),
    "a type in capitals": ({"type": "STRING"}, {"type": ["string", "null"]}),
    "a bare type name": ("string", True),
    "required inside": ({**S, "required": True}, {"type": "object", "required": ["a"]}),
    "one value as enum": ({**S, "enum": "a"}, {**S, "enum": ["a"]}),
    "a length as text": ({**S, "minLength": "3"}, {**S, "minLength": 3}),
    "false as text": ({"additionalProperties": "false"}, {"additionalProperties": False}),
    "an older draft's tuple": (
        {"type": "array", "items": [S]},
        {"type": "array", "prefixItems": [S], "items": False},
    ),
    "an older draft's bound": ({"exclusiveMinimum": True, "minimum": 0}, {"exclusiveMinimum": 0}),
    "a fault further in": ({"anyOf": [S, {"type": "int"}]}, {"anyOf": [S, {"type": "integer"}]}),
    "a description that is no text": ({**S, "description": ["a"]}, {**S, "description": "a"}),
}


def message(*tools) -> str | None:
    try:
        check_request(request(tools=list(tools)), version="2026-10-21", beta=None)
    except ApiError as refused:
        assert (refused.status, refused.type) == (400, "invalid_request_error")
        return refused.message
    return None


def of(schema) -> dict:
    return {"type": "object", "properties": {"text": schema}}


@pytest.mark.parametrize("wrong, right", PROPERTIES.values(), ids=PROPERTIES)
def test_a_property_outside_the_draft_is_refused_and_its_twin_accepted(wrong, right):
    assert message(tool("a"), tool("b", of(wrong))) == f"tools.1.custom.input_schema: {SAID}"
    assert message(tool("a"), tool("b", of(right))) is None


@pytest.mark.parametrize(
    "more",
    [{"required": ["text", "text"]}, {"additionalProperties": "false"}, {"$defs": {"a": {"type": "b"}}}],
)
def test_so_is_a_fault_beside_the_properties(more):
    assert message(tool("a", {**of(S), **more})) == f"tools.0.custom.input_schema: {SAID}"


def test_the_outline_is_looked_at_first_and_the_first_tool_before_the_second():
    wrong = tool("a", {**of({"type": "str"}), "type": "string"})
    assert message(wrong) == "tools.0.custom.input_schema.type: Input should be 'object'"
    assert message(tool("a", of({"type": "str"})), tool("b!")).startswith("tools.0.custom.input_schema: JSON")
    assert message(tool("a!", of({"type": "str"}))).startswith("tools.0.custom.name")


@pytest.mark.parametrize(
    "known_elsewhere",
    [
        {**S, "format": "iri", "nullable": True, "example": 3},
        {"$ref": "#/definitions/Page<Item>"},
        {**S, "pattern": r"^\p{L}+(?<tail>-\d)?\/\k<tail>$"},
        {**S, "pattern": "["},
    ],
)
def test_unknown_keywords_and_formats_and_the_other_dialect_of_patterns_pass(known_elsewhere):
    assert message(tool("a", of(known_elsewhere))) is None


def test_an_endlessly_deep_schema_is_no_crash():
    deep = S
    for _ in range(90):
        deep = {"type": "array", "items": deep}
    assert message(tool("a", of(deep))) is None


def test_each_definition_is_checked_once():
    schema = of({**S, "description": "only here"})
    assert message(tool("a", schema)) is None
    misses = draft._is_valid.cache_info().misses
    assert message(tool("a", schema)) is None and message(tool("b", schema)) is None
    assert draft._is_valid.cache_info().misses == misses


def test_the_slow_part_of_the_library_is_not_loaded():
    code = (
        "import sys; from clockhands.mock.protocol.draft import is_draft_2020_12 as ok; "
        "assert ok({'type': 'object'}) and not ok({'type': 'str'}); "
        "assert 'rfc3987_syntax' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
