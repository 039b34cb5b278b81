"""Chapter 2, describe a tool: the checkers behind its exercises."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .ch02_words import GREEDY, fault_in_clock, fault_in_counter, fault_in_money, fault_in_order
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import refusal

SEEDS = range(6)
CALLED_OFTEN = 0.8
CHANGED_MEANING = Misconception(
    "changed-meaning",
    "The definition is accepted, but it no longer describes the same tool.",
    "Keep the arguments of the function; change only what was wrong.",
)
WRONG_TYPE = Misconception(
    "wrong-argument-type",
    "Without its type a value may be anything. JSON Schema has its own words: string, number, integer, boolean, "
    "array, object, null.",
    "Give the argument the type that fits its values, in the words of JSON Schema.",
)
NO_LIST = Misconception(
    "required-is-a-list",
    "`required` names the arguments a call must have, and there may be several.",
    'Write a list, beside "properties": "required": ["text"].',
)
OPEN_SCHEMA = Misconception(
    "open-schema",
    "The schema lets through arguments the function does not take.",
    'Add "additionalProperties": False beside "properties".',
)
PATTERN_LEAKS = Misconception(
    "pattern-leaks",
    "The pattern lets through what it should stop. Without ^ and $ it may match anywhere in the text.",
    "Anchor it with ^ and $, and allow only letters, digits and the separators / _ + -.",
)
PATTERN_TOO_NARROW = Misconception(
    "pattern-too-narrow",
    "The pattern stops a zone that exists.",
    "Zones can have no slash or two, and hyphens, underscores, digits or a plus sign in their names.",
)
NEEDS_CLOCK = [
    "What time is it?",
    "What is the date today?",
    "What day is it today?",
    "Tell me the time now.",
]
NEEDS_CLOCK_HIDDEN = [
    "What's the time?",
    "Which day is it today?",
    "What year is it now?",
    "What is today's date?",
]
NEEDS_NOTHING = ["Write a poem about the sea.", "Who painted the Mona Lisa?", "Translate dog into Spanish."]
NEEDS_NOTHING_HIDDEN = ["What is the capital of Peru?", "Give me a recipe for soup.", "Thanks, that helped."]


def calls_made(tool: dict, question: str, seed: int) -> list[dict]:
    """The inputs of the tool calls the toy model makes for this question."""
    from ..mock import ToyModel

    request = {
        "model": "claude-haiku-4-5",
        "max_tokens": 300,
        "tools": [tool],
        "messages": [{"role": "user", "content": question}],
    }
    return [
        block["input"] for block in ToyModel(seed=seed).reply(request).content if block["type"] == "tool_use"
    ]


def call_rate(tool: dict, questions: list[str]) -> float:
    """Share of runs, over SEEDS, in which the toy model calls the tool: 0 to 1."""
    runs = [bool(calls_made(tool, question, seed)) for question in questions for seed in SEEDS]
    return sum(runs) / len(runs)


def _refusal(name: str, tool: Any, misconception: str | None = None) -> Verdict | None:
    wording = refusal(tools=[tool])
    if not wording:
        return None
    return not_yet(
        call=f"a request with {name}",
        yours=f"400: {wording}",
        expected="accepted",
        why="The API refuses the request before a model sees it.",
        misconception=misconception or _named(wording),
    )


def _named(wording: str) -> str | None:
    signs = {
        ".name": "bad-tool-name",
        "input_schema: Field required": "schema-missing",
        "input_schema.type": "schema-not-object",
        "input_schema: Input should be": "schema-not-object",
    }
    return next((id for sign, id in signs.items() if sign in wording), None)


def _chosen(name: str, tool: dict, wanted: list[str], unwanted: list[str]) -> Verdict | None:
    """Called when it should be, and only then."""
    rate = call_rate(tool, wanted)
    if rate < CALLED_OFTEN:
        return not_yet(
            call=f"the toy model with {name}, {len(wanted)} questions that need it",
            yours=f"called in {rate:.0%} of the runs",
            expected=f"at least {CALLED_OFTEN:.0%}",
            misconception="vague-description",
        )
    rate = call_rate(tool, unwanted)
    if rate > 0.1:
        return not_yet(
            call=f"the toy model with {name}, {len(unwanted)} questions that do not need it",
            yours=f"called in {rate:.0%} of the runs",
            expected="hardly ever",
            misconception=GREEDY,
        )
    return None


def _clock(clock: dict, wanted: list[str], unwanted: list[str]) -> Verdict:
    wrong = _refusal("clock", clock)
    if wrong:
        return wrong
    if clock.get("name") != "get_current_time" or clock["input_schema"].get("properties"):
        return not_yet(
            yours=clock,
            expected="the name get_current_time and a schema without properties",
            misconception=CHANGED_MEANING,
        )
    wrong = fault_in_clock(
        clock, lambda words: call_rate({**clock, "description": words}, wanted) >= CALLED_OFTEN
    )
    return (
        wrong
        or _chosen("clock", clock, wanted, unwanted)
        or passed(f"Asked {len(wanted) + len(unwanted)} new questions: called when needed, and only then.")
    )


def check_clock(clock: dict) -> Verdict:
    return _clock(clock, NEEDS_CLOCK, NEEDS_NOTHING)


def hidden_clock(clock: dict) -> Verdict:
    return _clock(clock, NEEDS_CLOCK_HIDDEN, NEEDS_NOTHING_HIDDEN)


# --- 2.2: three repairs ------------------------------------------------------------------------------------


def _takes(name: str, tool: dict, required: list[str]) -> Verdict | None:
    schema = tool["input_schema"]
    properties = sorted(schema.get("properties") or {})
    if properties != sorted(required) or sorted(schema.get("required") or []) != sorted(required):
        return not_yet(
            call=f"{name}, its arguments",
            yours=f"properties {properties}, required {sorted(schema.get('required') or [])}",
            expected=f"both {sorted(required)}",
            misconception=CHANGED_MEANING,
        )
    return None


def _same_name(name: str, tool: Any, wanted: str) -> Verdict | None:
    if not isinstance(tool, dict) or tool.get("name") == wanted:
        return None
    return not_yet(
        call=f"{name}, its name", yours=tool.get("name"), expected=wanted, misconception=CHANGED_MEANING
    )


def _typed(name: str, tool: Any, kinds: dict[str, str]) -> Verdict | None:
    """The arguments that are there have the right types; looked at first, since a wrong one may be refused."""
    schema = tool.get("input_schema") if isinstance(tool, dict) else None
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return None
    if not isinstance(schema.get("required", []), list):
        return not_yet(
            call=f"{name}, its schema", yours=schema, expected='"required": [...]', misconception=NO_LIST
        )
    for argument, kind in kinds.items():
        words = properties.get(argument)
        if argument not in properties or (isinstance(words, dict) and words.get("type") in (kind, [kind])):
            continue
        return not_yet(
            call=f"{name}, its argument {argument}",
            yours=words,
            expected=f'{{"type": "{kind}", …}}',
            misconception=WRONG_TYPE,
        )
    return None


def _calls_with(name: str, tool: dict, question: str, expected: dict) -> Verdict | None:
    """The toy model, asked this, calls the tool with these arguments, for most seeds."""
    made = [calls_made(tool, question, seed) for seed in SEEDS]
    right = sum([expected] == inputs for inputs in made)
    if right >= CALLED_OFTEN * len(made):
        return None
    some = next((inputs for inputs in made if inputs != [expected]), [])
    return not_yet(
        call=f"the toy model with {name}: {question}",
        yours=some or "no call",
        expected=[expected],
        misconception="vague-description",
    )


def _fixed(
    name: str,
    tool: dict,
    kinds: dict[str, str],
    tries: list[tuple[str, dict]],
    fault: Callable[[dict], Verdict | None],
) -> Verdict:
    """kinds: argument -> type; tries: question -> arguments of the call; fault: what is wrong with the words."""
    wrong = _typed(name, tool, kinds) or _refusal(name, tool) or _takes(name, tool, list(kinds))
    wrong = wrong or fault(tool)
    for question, expected in tries:
        wrong = wrong or _calls_with(name, tool, question, expected)
    return wrong or passed("Accepted, and called with the right arguments for questions you have not seen.")


ORDER = {"order_id": "string"}


def check_fixed_name(fixed_name: dict) -> Verdict:
    tries = [("What is the status of order A-1001?", {"order_id": "A-1001"})]
    return _fixed("fixed_name", fixed_name, ORDER, tries, fault_in_order)


def hidden_fixed_name(fixed_name: dict) -> Verdict:
    tries = [("Where is my order B-2002?", {"order_id": "B-2002"})]
    return _fixed("fixed_name", fixed_name, ORDER, tries, fault_in_order)


def _closed(name: str, tool: dict) -> Verdict | None:
    if tool["input_schema"].get("additionalProperties") is False:
        return None
    return not_yet(
        call=f"{name}, its schema",
        yours=tool["input_schema"],
        expected="no other properties allowed",
        misconception=OPEN_SCHEMA,
    )


def _schema(tool: dict, tries: list[tuple[str, dict]]) -> Verdict:
    name, kinds = "fixed_schema", {"text": "string"}
    early = _typed(name, tool, kinds) or _refusal(name, tool) or _same_name(name, tool, "count_words")
    early = early or _takes(name, tool, list(kinds)) or _closed(name, tool)
    return early or _fixed(name, tool, kinds, tries, fault_in_counter)


def check_fixed_schema(fixed_schema: dict) -> Verdict:
    return _schema(fixed_schema, [('How many words are in "one two three"?', {"text": "one two three"})])


def hidden_fixed_schema(fixed_schema: dict) -> Verdict:
    return _schema(fixed_schema, [('How many words does "to be or not" have?', {"text": "to be or not"})])


MONEY = {"amount": "number", "from_currency": "string", "to_currency": "string"}


def check_fixed_words(fixed_words: dict) -> Verdict:
    tries = [
        ("How much is 250 EUR in JPY?", {"amount": 250, "from_currency": "EUR", "to_currency": "JPY"}),
        ("Convert 80 USD to GBP.", {"amount": 80, "from_currency": "USD", "to_currency": "GBP"}),
    ]
    return _fixed("fixed_words", fixed_words, MONEY, tries, fault_in_money)


def hidden_fixed_words(fixed_words: dict) -> Verdict:
    tries = [("How much is 12.5 CHF in EUR?", {"amount": 12.5, "from_currency": "CHF", "to_currency": "EUR"})]
    return _fixed("fixed_words", fixed_words, MONEY, tries, fault_in_money)


# --- 2.3: a pattern ----------------------------------------------------------------------------------------

OUTSIDE = Misconception(
    "pattern-outside",
    "The pattern stands beside the argument, so it narrows nothing.",
    "Put it into the dict of the argument, next to its type and description.",
)
ZONES = ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Etc/GMT+9", "UTC"]
ZONES_HIDDEN = [
    "Africa/Abidjan",
    "America/North_Dakota/New_Salem",
    "Etc/GMT-14",
    "Zulu",
    "America/Blanc-Sablon",
]
JUNK = ["Tokyo time", "../etc/passwd", ""]
JUNK_HIDDEN = ["http://bla.com", "Asia/Tokyo now", " ", "Asia/Tokyo!", "Zürich"]


def _in_zone(tool: dict, zones: list[str], junk: list[str], tries: list[tuple[str, str]]) -> Verdict:
    name = "clock_in_zone"
    wrong = (
        _refusal(name, tool)
        or _same_name(name, tool, "get_current_time")
        or _takes(name, tool, ["timezone"])
        or _closed(name, tool)
    )
    if wrong:
        return wrong
    argument = tool["input_schema"]["properties"]["timezone"]
    if argument.get("type") != "string" or not str(argument.get("description", "")).strip():
        return not_yet(
            yours=argument, expected="type string, with a description", misconception="vague-description"
        )
    schema = tool["input_schema"]
    if "pattern" not in argument and "pattern" in {*tool, *schema, *schema["properties"]}:
        return not_yet(yours=tool, expected={"timezone": {**argument, "pattern": "…"}}, misconception=OUTSIDE)
    wrong = _pattern(argument.get("pattern"), [*zones, *(zone for _, zone in tries)], junk)
    for question, zone in tries:
        wrong = wrong or _calls_with(name, tool, question, {"timezone": zone})
    return wrong or passed(
        f"{len(zones)} zones let through, {len(junk)} texts stopped, called with the right zone."
    )


def _pattern(pattern: Any, zones: list[str], junk: list[str]) -> Verdict | None:
    if not isinstance(pattern, str):
        return not_yet(yours=pattern, expected="a regular expression as text", why="There is no pattern.")
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        return not_yet(yours=pattern, expected="a regular expression", why=f"It cannot be read: {error}.")
    for zone in zones:
        if not compiled.search(zone):
            return not_yet(
                call=f"pattern on {zone!r}",
                yours="stopped",
                expected="let through",
                misconception=PATTERN_TOO_NARROW,
            )
    for text in junk:
        if compiled.search(text):
            return not_yet(
                call=f"pattern on {text!r}",
                yours="let through",
                expected="stopped",
                misconception=PATTERN_LEAKS,
            )
    return None


def check_clock_in_zone(clock_in_zone: dict) -> Verdict:
    tries = [
        ("What time is it in Asia/Seoul?", "Asia/Seoul"),
        ("What time is it now in Europe/Rome?", "Europe/Rome"),
    ]
    return _in_zone(clock_in_zone, ZONES, JUNK, tries)


def hidden_clock_in_zone(clock_in_zone: dict) -> Verdict:
    return _in_zone(
        clock_in_zone, ZONES_HIDDEN, JUNK_HIDDEN, [("What time is it in Asia/Dubai?", "Asia/Dubai")]
    )
