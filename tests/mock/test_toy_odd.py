"""Odd questions, odd schemas and very long texts: no crash, and bounded work."""

from __future__ import annotations

import pytest

from clockhands.mock.toy import ToyModel

from .toy_talk import check_calls
from .toy_tools import ALL, CLOCK, tool

ODD = [
    "",
    " \n\t ",
    "\ud800 what time is it in \udfff Tokyo",
    "何時ですか",
    "Quelle heure est-il à Paris ?",
    "Wie spät ist es in Berlin?",
    "🎲🎲 2d6 🎲",
    "\x00\x01\x02",
    "?" * 500,
    "'" * 400,
    '"' * 401,
    "((((((((((((1+",
    "1" * 400,
    "2d" + "9" * 30,
    "a" * 300 + "@",
    "Roll 99999999999999999999999d99999999999999999999",
    "on 31 February 2026 at 29:99",
    "\u202eTokyo\u202c",
]


@pytest.mark.parametrize("question", ODD)
def test_odd_questions(question):
    check_calls(ToyModel().reply({"messages": [{"role": "user", "content": question}], "tools": ALL}), ALL)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"type": "object", "properties": None, "required": "city"},
        {"type": "object", "properties": {"city": None}, "required": ["city"]},
        {"type": "object", "properties": {"city": True, "no": False}, "required": ["city"]},
        {
            "type": "object",
            "properties": {"n": {"$ref": "#/$defs/n"}},
            "$defs": {"n": {"$ref": "#/$defs/n"}},
            "required": ["n"],
        },
        {"type": "object", "properties": {"n": {"$ref": "#"}}, "required": ["n"]},
        {"type": "object", "properties": {"n": {"type": "string", "pattern": "(["}}, "required": ["n"]},
        {"type": "object", "properties": {"n": {"enum": []}}, "required": ["n"]},
        {
            "type": "object",
            "properties": {"n": {"type": 7, "enum": 7, "anyOf": 7, "pattern": 7}},
            "required": ["n", 7],
        },
        {
            "type": "object",
            "properties": {"n": {"type": "integer", "minimum": "x", "multipleOf": 0}},
            "required": ["n"],
        },
        {"type": "object", "properties": {"n": {"type": "array", "minItems": 10**9}}, "required": ["n"]},
        {"type": "object", "properties": {"n": {"type": "string", "minLength": 10**9}}, "required": ["n"]},
    ],
)
@pytest.mark.parametrize("choice", ["auto", "any"])
def test_odd_schemas(schema, choice):
    made = {
        "name": "get_current_time",
        "description": "Use this whenever the time in a city is asked.",
        "input_schema": schema,
    }
    request = {"messages": [{"role": "user", "content": "What time is it in Tokyo?"}], "tools": [made]}
    assert ToyModel(guess_missing_rate=1.0).reply({**request, "tool_choice": {"type": choice}}).content


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "Word ",
        "1 ",
        "'",
        '"x" ',
        "1+",
        "(",
        "a@",
        "2026-11-05 ",
        "Tokyo and ",
        "-",
        "x.",
        "from Paris to ",
    ],
)
def test_a_megabyte_is_read_in_bounded_work(unit, monkeypatch):
    """Only the ends of a long text are analysed, so the work does not grow with it."""
    seen = []
    from clockhands.mock.toy import reading

    monkeypatch.setattr(reading, "spot", lambda text, real=reading.spot: seen.append(len(text)) or real(text))
    question = "What time is it in Tokyo? " + unit * (1_000_000 // len(unit))
    assert ToyModel().reply({"messages": [{"role": "user", "content": question}], "tools": [CLOCK]}).content
    assert max(seen) <= 13_000


def test_a_long_system_prompt_and_a_long_result():
    messages = [
        {"role": "user", "content": "Read it"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "read", "input": {}}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t", "content": "word " * 200_000}],
        },
    ]
    made = tool("read", "Read the file. Use it when asked to read.")
    answer = ToyModel(gullible=True).reply({"messages": messages, "tools": [made], "system": "x " * 500_000})
    assert len(answer.content[0]["text"]) < 2000
