"""Chapter 2: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import pytest

from clockhands import connect
from clockhands.lessons.ch02 import CHAPTER
from clockhands.lessons.ch02_checks import NEEDS_CLOCK, call_rate, calls_made
from clockhands.lessons.ch02_words import CLEAR
from clockhands.lessons.trials import refusal

from .exercise_cases import Case, Wrong, case_tests, cell_of

ORDER_SCHEMA = {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}
BAD_NAME = {
    "name": "look up order!",
    "description": "Look up an order and its status. Use it when the user asks about an order.",
    "input_schema": ORDER_SCHEMA,
}
BAD_SCHEMA = {
    "name": "count_words",
    "description": "Count the words of a text. Use it when the user asks how many words a text has.",
    "input_schema": {"type": "string"},
}
TEXT_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string", "description": "the text to count"}},
    "required": ["text"],
    "additionalProperties": False,
}
CLOCK = {
    "name": "get_current_time",
    "description": "Get current time.",
    "input_schema": {"type": "object", "properties": {}},
}
ALWAYS = (
    "Use this for any poem, any painter, any translation, and whenever the time, date, day or year matters."
)
ZONE = {
    "type": "string",
    "description": "IANA zone name, such as Asia/Tokyo",
    "pattern": "^[A-Za-z/_+0-9-]+$",
}


def in_zone(closed: bool = True, **changed) -> str:
    zone = {key: value for key, value in (ZONE | changed).items() if value is not None}
    schema = {"type": "object", "properties": {"timezone": zone}, "required": ["timezone"]}
    if closed:
        schema["additionalProperties"] = False
    words = (
        "Get the current date and time in one time zone. Use it whenever the answer depends on the time now."
    )
    return f"clock_in_zone = {dict(CLOCK, description=words, input_schema=schema)!r}"


def clock(description: str) -> str:
    return f"clock = {dict(CLOCK, description=description)!r}"


def counter(text: dict | None = None, required: object = ("text",), **changed: str) -> str:
    words = TEXT_SCHEMA["properties"]["text"] if text is None else text
    required = list(required) if isinstance(required, tuple) else required
    schema = dict(TEXT_SCHEMA, properties={"text": words}, required=required)
    return f"fixed_schema = {dict(BAD_SCHEMA, input_schema=schema, **changed)!r}"


def money(
    description: str = "Convert money into another currency. Use it when the user asks how much it is there.",
    source: str = "code of the currency the amount is in, such as EUR",
    target: str = "code of the currency wanted, such as JPY",
) -> str:
    properties = {
        "amount": {"type": "number", "description": "the amount, such as 250"},
        "from_currency": {"type": "string", "description": source},
        "to_currency": {"type": "string", "description": target},
    }
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return f"fixed_words = {dict(name='convert_money', description=description, input_schema=schema)!r}"


RULE = """
import json
def extra_tokens(tool): return 41 + 0.15 * len(json.dumps(tool, ensure_ascii=False))
"""

CASES = [
    Case(
        "2.1",
        passes="clock",
        wrong=[
            Wrong("vague", f"clock = {CLOCK!r}", names="vague-description"),
            Wrong("greedy", f"clock = {dict(CLOCK, description=ALWAYS)!r}", names="greedy-description"),
            Wrong("a name with a blank", f"clock = {dict(CLOCK, name='get time')!r}", names="bad-tool-name"),
            Wrong("another tool", f"clock = {dict(CLOCK, name='weather')!r}", names="changed-meaning"),
            Wrong(
                "no schema",
                "clock = {'name': 'get_current_time', 'description': 'x'}",
                names="schema-missing",
            ),
            Wrong("copied", clock(CLEAR), names="copied-words"),
            Wrong(
                "every question",
                clock("Always use this tool for every question: the time, hour, day, date, month or year."),
                names="greedy-description",
            ),
            Wrong(
                "forbids",
                clock("Never use it for the time, hour, day, date, month or year it is now or today."),
                names="forbids-its-occasions",
            ),
            Wrong(
                "bare words",
                clock("current time, hour, day, date, month, year, now, today"),
                names="words-without-a-sentence",
            ),
        ],
        also={
            "what to leave alone": clock(
                "Gives the time, weekday and date in UTC. Use it for any question about the time, hour, day, date, "
                "month or year it is now. Do not use it for the time in other places."
            ),
        },
    ),
    Case(
        "2.2a",
        passes="fixed_name",
        setup=f"BAD_NAME = {BAD_NAME!r}",
        wrong=[
            Wrong("still a blank", "fixed_name = {**BAD_NAME, 'name': 'look up'}", names="bad-tool-name"),
            Wrong(
                "arguments gone",
                "fixed_name = {**BAD_NAME, 'name': 'look_up_order', 'input_schema': {'type': 'object'}}",
                names="changed-meaning",
            ),
            Wrong(
                "another tool", "fixed_name = {**BAD_NAME, 'name': 'delete_everything'}", names="another-tool"
            ),
            Wrong(
                "no words",
                "fixed_name = {**BAD_NAME, 'name': 'look_up_order', 'description': 'x'}",
                names="another-tool",
            ),
        ],
        also={"camel case": "fixed_name = {**BAD_NAME, 'name': 'lookUpOrder'}"},
    ),
    Case(
        "2.2b",
        passes="fixed_schema",
        setup=f"BAD_SCHEMA = {BAD_SCHEMA!r}",
        wrong=[
            Wrong("untouched", "fixed_schema = BAD_SCHEMA", names="schema-not-object"),
            Wrong(
                "open",
                f"fixed_schema = {dict(BAD_SCHEMA, input_schema={k: TEXT_SCHEMA[k] for k in list(TEXT_SCHEMA)[:3]})!r}",
                names="open-schema",
            ),
            Wrong(
                "nothing required",
                f"fixed_schema = {dict(BAD_SCHEMA, input_schema=dict(TEXT_SCHEMA, required=[]))!r}",
                names="changed-meaning",
            ),
            Wrong("str", counter(text={"type": "str"}), names="wrong-argument-type"),
            Wrong("untyped", counter(text={}), names="wrong-argument-type"),
            Wrong("a number", counter(text={"type": "number"}), names="wrong-argument-type"),
            Wrong("required is text", counter(required="text"), names="required-is-a-list"),
            Wrong("renamed", counter(name="words"), says="Keep the arguments"),
            Wrong("no description", counter(description="x"), names="another-tool"),
        ],
    ),
    Case(
        "2.2c",
        passes="fixed_words",
        wrong=[
            Wrong(
                "the old arguments",
                "fixed_words = {'name': 'convert', 'description': 'Converts x.', 'input_schema': {'type': 'object', "
                "'properties': {'x': {'type': 'number'}}, 'required': ['x']}}",
                names="changed-meaning",
            ),
            Wrong(
                "amount as text",
                "kinds = {n: {'type': 'string'} for n in ['amount', 'from_currency', 'to_currency']}\n"
                "fixed_words = {'name': 'do', 'description': 'Does it.', 'input_schema': "
                "{'type': 'object', 'properties': kinds, 'required': list(kinds)}}",
                names="wrong-argument-type",
            ),
            Wrong("old words", money(description="Converts x."), names="another-tool"),
            Wrong("no occasion", money(description="Converts money."), names="vague-description"),
            Wrong(
                "temperature",
                money(description="Convert a temperature. Use it when the user asks about the temperature."),
                names="another-tool",
            ),
            Wrong("no argument words", money(source="", target=""), names="undescribed-argument"),
            Wrong(
                "exchanged",
                money(source="the currency to convert to", target="the currency to convert from"),
                names="exchanged-words",
            ),
        ],
    ),
    Case(
        "2.3",
        passes="clock_in_zone",
        wrong=[
            Wrong("not anchored", in_zone(pattern="[A-Za-z]+/[A-Za-z]+"), says="UTC"),
            Wrong("matches anywhere", in_zone(pattern="[A-Za-z]+"), names="pattern-leaks"),
            Wrong(
                "no hyphen", in_zone(pattern="^[A-Za-z]+([/_][A-Za-z0-9+]+)*$"), names="pattern-too-narrow"
            ),
            Wrong("no pattern", in_zone(pattern=None), says="There is no pattern"),
            Wrong("cannot be read", in_zone(pattern="^[A-"), says="cannot be read"),
            Wrong("open", in_zone(closed=False), names="open-schema"),
            Wrong(
                "the five of the page",
                in_zone(
                    pattern="^(Asia/Tokyo|America/Argentina/Buenos_Aires|America/Port-au-Prince|Etc/GMT.9|UTC)$"
                ),
                names="pattern-too-narrow",
            ),
            Wrong(
                "beside the argument",
                in_zone() + "\nproperties = clock_in_zone['input_schema']['properties']\n"
                "clock_in_zone['input_schema']['pattern'] = properties['timezone'].pop('pattern')",
                names="pattern-outside",
            ),
            Wrong("renamed", in_zone() + "\nclock_in_zone['name'] = 'zones'", names="changed-meaning"),
        ],
        also={"a class of characters": in_zone(pattern="^[A-Za-z0-9/_+-]+$")},
    ),
    Case(
        "2.4",
        passes="extra_tokens",
        wrong=[
            Wrong(
                "text only",
                "import json\ndef extra_tokens(tool): return 0.15 * len(json.dumps(tool, ensure_ascii=False))",
                names="forgets-fixed-part",
            ),
            Wrong(
                "the first tool's price",
                "import json\ndef extra_tokens(tool): return 537 + 0.15 * len(json.dumps(tool))",
                names="counts-first-tool",
            ),
            Wrong("hard-coded", "def extra_tokens(tool): return 75", says="within 10 %"),
            Wrong("about right once", "def extra_tokens(tool): return 55", names="same-cost-for-all"),
            Wrong("keys", "def extra_tokens(tool): return len(tool)", names="off-the-rule"),
            Wrong("multiplies", RULE.replace("41 + 0.15", "41 * 0.15"), names="off-the-rule"),
            Wrong("escapes", RULE.replace(", ensure_ascii=False", ""), names="counts-escapes"),
            Wrong("text", "def extra_tokens(tool): return '75'", says="A number, please."),
            Wrong("async", RULE.replace("def extra", "async def extra"), names="async-unasked"),
            Wrong(
                "asks the API",
                """
from clockhands import connect
client, MODEL = connect(quiet=True)
def extra_tokens(tool):
    ask = [{"role": "user", "content": "Hello"}]
    count = lambda *tools: client.messages.count_tokens(model=MODEL, messages=ask, tools=tools).input_tokens
    return count(tool, {**tool, "name": "other"}) - count(tool)
""",
                names="counts-by-sending",
            ),
        ],
        also={
            "Decimal": "from decimal import Decimal\n" + RULE.replace("0.15", "Decimal('0.15')"),
            "compact": RULE.replace("ensure_ascii", "separators=(',', ':'), ensure_ascii"),
        },
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def test_prediction_a_holds_on_the_page_s_questions():
    """2.a: a three-word description is called in about half of the runs or fewer."""
    assert call_rate(CLOCK, NEEDS_CLOCK) < 0.6


def test_prediction_b_a_blank_in_the_name_is_refused():
    assert "tools.0.custom.name" in refusal(tools=[BAD_NAME])


def test_prediction_c_a_bare_argument_is_guessed_and_a_described_one_asked_for():
    asks = "What time is it there?"

    def guesses(words: str, name: str, schema: dict) -> int:
        tool = dict(CLOCK, description=words, input_schema={"type": "object", "properties": {name: schema}})
        tool["input_schema"]["required"] = [name]
        return sum(bool(calls_made(tool, asks, seed)) for seed in range(20))

    described = "Get the current time in a place. Use it whenever the answer depends on what time it is."
    assert guesses("Get current time.", "tz", {"type": "string"}) > 0
    assert guesses(described, "timezone", {"type": "string", "description": "IANA zone name"}) == 0


@pytest.mark.parametrize("number", [1, 5])
def test_every_further_tool_adds_the_same(number):
    """What 2.4 builds on: the provider's instructions come once, with the first tool."""
    client, model = connect(quiet=True)
    ask = [{"role": "user", "content": "Hello"}]
    tools = [dict(CLOCK, name=f"clock_{n}") for n in range(number + 1)]
    counts = [
        client.messages.count_tokens(model=model, messages=ask, tools=tools[: n + 1])
        for n in range(number + 1)
    ]
    assert counts[-1].input_tokens - counts[-2].input_tokens < 100 < counts[0].input_tokens


def test_the_clear_description_is_the_page_s():
    names: dict = {"VAGUE": CLOCK}
    exec(cell_of(2, "clear").split("clear =")[0], names)
    assert names["CLEAR"]["description"] == CLEAR


def test_the_row_of_the_page_about_a_greedy_description_holds_on_the_toy_model():
    assert call_rate(dict(CLOCK, description=ALWAYS), ["Translate cat into French."]) > 0.5
