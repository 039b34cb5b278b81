"""Hostile input to the guard: never a crash, never an execution, always a short message that names the fix.

A tool that ran would raise AssertionError, which the guard does not catch: it never calls one.
"""

import re
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockhands.tools import Guard, Registry, Tool
from clockhands.tools.guard import CHECKS

RAN = []
ZONE = {
    "type": "object",
    "properties": {
        "timezone": {"type": "string", "pattern": "^[A-Z][A-Za-z_]+/[A-Za-z_]+$", "examples": ["Asia/Tokyo"]},
        "days": {"type": "integer", "minimum": 0},
    },
    "required": ["timezone"],
    "additionalProperties": False,
}


def explode(**given):
    RAN.append(given)


def guard():
    both = [
        Tool("get_time", "", ZONE, explode),
        Tool("send_email", "", {"type": "object"}, explode, dangerous=True),
    ]
    return Guard(both, allow=["get_time", "send_email"])


NASTY = st.sampled_from(
    [
        "",
        "\x00",
        "\ud800",
        "\udfff" * 9,
        "\u202eevil",
        "\u2066\u2069",
        "a\u0301" * 50,
        "\U000e0001",
        "`",
        "{}%s",
        "\r\n",
    ]
)
TEXT = st.text(max_size=40) | NASTY | st.text(st.characters(categories=["Cs", "Cf", "Cc", "Co"]), max_size=9)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | TEXT
    | st.sampled_from([10**4000, b"\xff", object(), 1j, {1, 2}, ("a",), explode])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(TEXT | st.integers() | st.none(), inner, max_size=4)
    ),
    max_leaves=12,
)
SCHEMAS = st.recursive(
    st.sampled_from(
        [
            {},
            {"type": "string"},
            {"type": "integer", "minimum": 3},
            {"enum": ["a", None, 3]},
            {"const": {"a": 1}},
            {"type": ["string", "null"]},
            {"pattern": "^a+$"},
            {"pattern": "("},
            {"$ref": "#"},
            {"type": 5},
            {"required": ["x"], "additionalProperties": False},
            True,
            False,
            None,
            "text",
            {"format": "date", "type": "string"},
        ]
    ),
    lambda inner: (
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(TEXT, inner, max_size=3)}
        )
        | st.builds(lambda a, b: {"anyOf": [a, b]}, inner, inner)
        | st.builds(lambda a: {"items": a, "type": "array", "minItems": 1}, inner)
        | st.builds(lambda a: {"not": a, "allOf": [a], "if": a, "then": a}, inner)
    ),
    max_leaves=5,
)
SURE = settings(
    deadline=None, derandomize=True, max_examples=150, suppress_health_check=[HealthCheck.too_slow]
)
FIX = re.compile(
    r"use one of|remove it|answer|send |give |fields are|must be|must mend|tell the user|"
    r"allowed forms|at least|fits",
    re.I,
)


def judged(decision):
    assert RAN == []
    assert decision.verdict in ("run", "deny")
    assert (decision.check == "") if decision.ok else (decision.check in CHECKS)
    if not decision.ok:
        assert 0 < len(decision.message) < 500
        assert FIX.search(decision.message), decision.message
        decision.message.encode("utf-8")
        assert "\x00" not in decision.message and "\u202e" not in decision.message
    return decision


@SURE
@given(VALUES | TEXT)
def test_hostile_names(name):
    assert judged(guard().decide(name, {"timezone": "Asia/Tokyo"})).check == "known"


@SURE
@given(VALUES)
def test_hostile_arguments(input):
    judged(guard().decide("get_time", input))
    judged(guard().decide("get_time", {"timezone": input}))
    judged(guard().decide("get_time", {"timezone": "Asia/Tokyo", "more": input}))
    judged(guard().decide("send_email", {"to": input}))


@SURE
@given(SCHEMAS, VALUES, TEXT)
def test_hostile_schemas(schema, value, key):
    one = Guard([Tool("odd", "", schema, explode)], allow=["odd"])
    judged(one.decide("odd", value))
    judged(one.decide("odd", {key: value}))
    judged(one.decide("odd", {"x": value}))


@SURE
@given(st.lists(TEXT.filter(bool), unique=True, max_size=6), TEXT)
def test_hostile_tool_names(names, asked):
    odd = Registry(*(Tool(name, "", {"type": "object", "required": ["x"]}, explode) for name in names))
    one = Guard(odd, allow=names)
    judged(one.decide(asked, {}))
    for name in names:
        judged(one.decide(name, {}))


def deep(levels, kind):
    value = "x"
    for _ in range(levels):
        value = [value] if kind == "list" else {"a": value}
    return value


HUGE = [
    "x" * 10_000_000,
    "\ud800" * 1_000_000,
    "\u202e" * 1_000_000,
    ["x"] * 1_000_000,
    {str(n): n for n in range(200_000)},
    deep(100_000, "list"),
    deep(100_000, "object"),
    {"x" * 10_000_000: 1},
    10**100_000,
]


@pytest.mark.parametrize("number", range(len(HUGE)))
def test_huge_and_deep(number):
    value = HUGE[number]
    judged(guard().decide(value if isinstance(value, str) else "get_time", value))
    judged(guard().decide("get_time", {"timezone": value}))
    judged(Guard([Tool("any", "", {"type": "object"}, explode)], allow=["any"]).decide("any", {"x": value}))
    assert sys.getrecursionlimit() < 100_000


def test_ten_thousand_tools_still_give_a_short_message():
    many = [Tool(f"tool_{n}", "", {"type": "object"}, explode) for n in range(10_000)]
    judged(Guard(many, allow=[tool.name for tool in many]).decide("tool", {}))
