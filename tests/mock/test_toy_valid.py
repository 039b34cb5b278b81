"""Whatever the schemas and questions: valid calls, repeatable replies, no crash, bounded work."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.mock.toy import ToyModel

from .toy_cases import FITTING, UNFIT
from .toy_talk import check_calls
from .toy_tools import ALL

QUESTIONS = [q for _, q, _ in FITTING] + [q for _, q in UNFIT]
TOOLS = [t for tools, _, _ in FITTING for t in tools]
LEAVES = st.one_of(
    st.sampled_from(
        [
            {"type": "string"},
            {"type": "string", "description": "City name"},
            {"type": "string", "description": "IANA timezone, e.g. Europe/Paris"},
            {"type": "string", "format": "date"},
            {"type": "string", "format": "date-time"},
            {"type": "string", "format": "email"},
            {"type": "string", "format": "uri"},
            {"type": "string", "enum": ["celsius", "fahrenheit"]},
            {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"},
            {"type": "string", "pattern": "^(red|green)$"},
            {"type": "string", "minLength": 3, "maxLength": 12},
            {"type": "integer"},
            {"type": "integer", "minimum": 3, "maximum": 7},
            {"type": "integer", "multipleOf": 5},
            {"type": "integer", "enum": [4, 6, 8]},
            {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
            {"type": "number"},
            {"type": "boolean"},
            {"type": ["string", "null"]},
            {"type": ["integer", "string"]},
            {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            {"oneOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "integer"}]},
            {"const": "fixed"},
            {"$ref": "#/$defs/size"},
            {"type": "string", "default": "nothing"},
            {"enum": ["low", "high", 3, None]},
            {},
        ]
    ),
)
NAMES = st.sampled_from(
    [
        "city",
        "timezone",
        "amount",
        "from_currency",
        "to_currency",
        "text",
        "query",
        "to",
        "subject",
        "body",
        "count",
        "sides",
        "date",
        "time",
        "people",
        "n",
        "a",
        "b",
        "email",
        "url",
        "symbol",
        "unit",
        "order_id",
        "expression",
        "title",
        "name",
        "path",
        "room",
        "state",
        "numbers",
        "language",
        "price",
        "start",
        "end",
        "id",
    ]
)


def _objects(inner):
    return st.dictionaries(NAMES, inner, min_size=0, max_size=4).flatmap(
        lambda properties: st.lists(st.sampled_from(sorted(properties) or ["city"]), unique=True).map(
            lambda required: {
                "type": "object",
                "properties": properties,
                "required": [r for r in required if r in properties],
                "additionalProperties": False,
            }
        )
    )


SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(lambda item: {"type": "array", "items": item}),
        inner.map(lambda item: {"type": "array", "items": item, "minItems": 1, "maxItems": 3}),
        _objects(inner),
    ),
    max_leaves=4,
)
SIZE = {"size": {"type": "string", "enum": ["small", "large"]}}
MADE = st.builds(
    lambda name, description, schema: {
        "name": name,
        "description": description,
        "input_schema": {**schema, "$defs": SIZE},
    },
    st.sampled_from(["get_current_time", "send_email", "do_it", "search", "convert_currency", "roll", "x"]),
    st.sampled_from(
        ["", "Get current time.", "Use this whenever anything is asked.", "Convert an amount of money."]
    ),
    _objects(SCHEMAS),
)
CHOICES = st.sampled_from([{"type": "auto"}, {"type": "any"}, {"type": "none"}, None])


@settings(deadline=None, derandomize=True, max_examples=300)
@given(MADE, st.sampled_from(QUESTIONS), CHOICES, st.integers(0, 5))
def test_every_call_is_valid(made, question, choice, seed):
    request = {"messages": [{"role": "user", "content": question}], "tools": [made]}
    if choice:
        request["tool_choice"] = choice
    answer = ToyModel(seed, vague_call_rate=1.0, guess_missing_rate=1.0).reply(request)
    count = check_calls(answer, [made])
    if choice == {"type": "any"}:
        assert count and len(answer.content) == count
    if choice == {"type": "none"}:
        assert not count


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_call_to_a_known_tool_is_valid(question):
    unique = list({t["name"]: t for t in TOOLS}.values())
    for choice in ({"type": "auto"}, {"type": "any"}):
        request = {
            "messages": [{"role": "user", "content": question}],
            "tools": unique,
            "tool_choice": choice,
        }
        check_calls(ToyModel().reply(request), unique)


BLOCKS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.sampled_from(["text", "tool_use", "tool_result", "image"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "text",
                    "content",
                    "id",
                    "tool_use_id",
                    "name",
                    "input",
                    "source",
                    "is_error",
                    "role",
                    "messages",
                    "tools",
                    "system",
                    "input_schema",
                    "properties",
                    "required",
                    "description",
                    "tool_choice",
                    "enum",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.dictionaries(st.sampled_from(["messages", "tools", "system", "tool_choice"]), BLOCKS))
def test_nothing_crashes_it(request):
    assert ToyModel().reply(request).content


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.text(max_size=80), st.lists(st.text(max_size=30), max_size=3))
def test_no_words_crash_it(question, more):
    messages = [{"role": "user", "content": question}]
    for index, said in enumerate(more):
        call = {"type": "tool_use", "id": f"t{index}", "name": "get_weather", "input": {"city": said}}
        result = {
            "type": "tool_result",
            "tool_use_id": f"t{index}",
            "content": said,
            "is_error": bool(index % 2),
        }
        messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    check_calls(ToyModel(gullible=True).reply({"messages": messages, "tools": ALL}), ALL)


REQUESTS = [
    {"messages": [{"role": "user", "content": q}], "tools": tools} for tools, q, _ in FITTING[::7]
] + [
    {"messages": [{"role": "user", "content": q}]}
    for q in ("What time is it?", "Hello", "What day is it today?")
]


def test_the_same_request_gives_the_same_reply_in_any_order():
    first = [ToyModel(3).reply(copy.deepcopy(r)).content for r in REQUESTS]
    model = ToyModel(3)
    again = [model.reply(r).content for r in reversed(REQUESTS)]
    assert first == again[::-1]


def test_the_request_is_left_as_it_was():
    for request in REQUESTS:
        kept = copy.deepcopy(request)
        ToyModel().reply(request)
        assert request == kept


def test_the_same_reply_in_another_process():
    program = (
        "import json, sys\nfrom clockhands.mock.toy import ToyModel\n"
        "print(json.dumps([ToyModel(3).reply(r).content for r in json.load(sys.stdin)]))"
    )
    here = json.loads(json.dumps([ToyModel(3).reply(r).content for r in REQUESTS]))
    for hashing in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(REQUESTS),
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        assert json.loads(done.stdout) == here


def test_seeds_differ_where_chance_is_involved():
    replies = {
        json.dumps(ToyModel(s).reply({"messages": [{"role": "user", "content": "What time is it?"}]}).content)
        for s in range(30)
    }
    assert len(replies) > 5
