"""Chapter 2, describe a tool: the checkers behind its exercises."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed
from .trials import called, refusal, result_of, scripted

SEEDS = range(6)
CALLED_OFTEN = 0.8
GREEDY = Misconception(
    "greedy-description",
    "The description claims questions that have nothing to do with the tool.",
    "Name the occasions on which the tool helps; leave out words such as always and everything.",
)
CHANGED_MEANING = Misconception(
    "changed-meaning",
    "The definition is accepted, but it no longer describes the same tool.",
    "Keep the arguments of the function; change only what was wrong.",
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
FORGETS_FIXED_PART = Misconception(
    "forgets-fixed-part",
    "A tool costs more than the tokens of its text.",
    "Add the fixed part, about 41 tokens a tool.",
)
FIRST_TOOL_COST = Misconception(
    "counts-first-tool",
    "The instructions that come with the first tool were counted for a further one.",
    "Leave the 496 tokens out: they are paid once, however many tools there are.",
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
        "input_schema": "schema-not-object",
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
    return _chosen("clock", clock, wanted, unwanted) or passed(
        f"Asked {len(wanted) + len(unwanted)} new questions: called when needed, and only then."
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


def _fixed(name: str, tool: dict, required: list[str], tries: list[tuple[str, dict]]) -> Verdict:
    wrong = _refusal(name, tool) or _takes(name, tool, required)
    for question, expected in tries:
        wrong = wrong or _calls_with(name, tool, question, expected)
    return wrong or passed("Accepted, and called with the right arguments for questions you have not seen.")


def check_fixed_name(fixed_name: dict) -> Verdict:
    return _fixed(
        "fixed_name",
        fixed_name,
        ["order_id"],
        [("What is the status of order A-1001?", {"order_id": "A-1001"})],
    )


def hidden_fixed_name(fixed_name: dict) -> Verdict:
    return _fixed(
        "fixed_name", fixed_name, ["order_id"], [("Where is my order B-2002?", {"order_id": "B-2002"})]
    )


def _closed(name: str, tool: dict) -> Verdict | None:
    if tool["input_schema"].get("additionalProperties") is False:
        return None
    return not_yet(
        call=f"{name}, its schema",
        yours=tool["input_schema"],
        expected="no other properties allowed",
        misconception=OPEN_SCHEMA,
    )


def check_fixed_schema(fixed_schema: dict) -> Verdict:
    tries = [('How many words are in "one two three"?', {"text": "one two three"})]
    wrong = _refusal("fixed_schema", fixed_schema) or _takes("fixed_schema", fixed_schema, ["text"])
    return (
        wrong
        or _closed("fixed_schema", fixed_schema)
        or _fixed("fixed_schema", fixed_schema, ["text"], tries)
    )


def hidden_fixed_schema(fixed_schema: dict) -> Verdict:
    return _fixed(
        "fixed_schema",
        fixed_schema,
        ["text"],
        [('How many words does "to be or not" have?', {"text": "to be or not"})],
    )


MONEY = ["amount", "from_currency", "to_currency"]


def check_fixed_words(fixed_words: dict) -> Verdict:
    tries = [
        ("How much is 250 EUR in JPY?", {"amount": 250, "from_currency": "EUR", "to_currency": "JPY"}),
        ("Convert 80 USD to GBP.", {"amount": 80, "from_currency": "USD", "to_currency": "GBP"}),
    ]
    return _fixed("fixed_words", fixed_words, MONEY, tries)


def hidden_fixed_words(fixed_words: dict) -> Verdict:
    tries = [("How much is 12.5 CHF in EUR?", {"amount": 12.5, "from_currency": "CHF", "to_currency": "EUR"})]
    return _fixed("fixed_words", fixed_words, MONEY, tries)


# --- 2.3: a pattern ----------------------------------------------------------------------------------------

ZONES = ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Etc/GMT+9", "UTC"]
ZONES_HIDDEN = [
    "Africa/Abidjan",
    "America/North_Dakota/New_Salem",
    "Etc/GMT-14",
    "Zulu",
    "America/Blanc-Sablon",
]
JUNK = ["Tokyo time", "../etc/passwd", ""]
JUNK_HIDDEN = ["http://bla.com", "Asia/Tokyo now", " ", "Asia//Tokyo", "/Tokyo"]


def _in_zone(tool: dict, zones: list[str], junk: list[str], tries: list[tuple[str, str]]) -> Verdict:
    name = "clock_in_zone"
    wrong = _refusal(name, tool) or _takes(name, tool, ["timezone"]) or _closed(name, tool)
    if wrong:
        return wrong
    argument = tool["input_schema"]["properties"]["timezone"]
    if argument.get("type") != "string" or not str(argument.get("description", "")).strip():
        return not_yet(
            yours=argument, expected="type string, with a description", misconception="vague-description"
        )
    wrong = _pattern(argument.get("pattern"), zones, junk)
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


# --- 2.4: the cost -----------------------------------------------------------------------------------------


def _measured(tool: dict) -> int:
    """Tokens that this tool adds to a request that already has one."""
    first = {"name": "first", "description": "Something else.", "input_schema": {"type": "object"}}
    ask = [{"role": "user", "content": "Hello"}]
    with scripted("fine") as lab:
        counts = [
            lab.client.messages.count_tokens(model=lab.model, messages=ask, tools=tools).input_tokens
            for tools in ([first], [first, tool])
        ]
    return counts[1] - counts[0]


def _cost(extra_tokens: Callable, tools: list[dict]) -> Verdict:
    for tool in tools:
        yours, measured = result_of(extra_tokens, tool), _measured(tool)
        if isinstance(yours, bool) or not isinstance(yours, (int, float)):
            return not_yet(
                call=called(extra_tokens, tool),
                yours=yours,
                expected=f"about {measured}",
                why="A number, please.",
            )
        if abs(yours - measured) <= 0.1 * measured:
            continue
        text = 0.15 * len(json.dumps(tool, ensure_ascii=False))
        belief = None
        if abs(yours - text) <= 0.1 * measured:
            belief = FORGETS_FIXED_PART
        elif yours > measured + 400:
            belief = FIRST_TOOL_COST
        return not_yet(
            call=called(extra_tokens, tool),
            yours=f"{yours:g}",
            expected=f"{measured}, within 10 %",
            misconception=belief,
        )
    return passed(f"Within 10 % of the measured cost for {len(tools)} tools.")


def _tool(name: str, words: str, *arguments: str) -> dict:
    properties = {argument: {"type": "string", "description": f"the {argument}"} for argument in arguments}
    return {"name": name, "description": words, "input_schema": {"type": "object", "properties": properties}}


def check_extra_tokens(extra_tokens: Callable) -> Verdict:
    return _cost(
        extra_tokens,
        [
            _tool("ping", "Ping."),
            _tool(
                "send_email",
                "Send an e-mail to one person. Use it when the user asks to. " * 3,
                "to",
                "subject",
            ),
            _tool(
                "search",
                "Search the library for books, articles and maps. " * 12,
                *[f"field{n}" for n in range(9)],
            ),
        ],
    )


def hidden_extra_tokens(extra_tokens: Callable) -> Verdict:
    return _cost(
        extra_tokens, [_tool("a" * 60, "Do it."), _tool("roll", "Roll dice. " * 40, "dice", "sides")]
    )
