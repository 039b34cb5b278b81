"""Chapter 2, describe a tool: the checker behind exercise 2.4, what a definition costs."""

from __future__ import annotations

import json
from collections.abc import Callable

from .exercise import Misconception, Verdict, not_yet, passed
from .shown import is_number
from .trials import called, nothing_sent, result_of, scripted

__all__ = ["check_extra_tokens", "hidden_extra_tokens"]

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
ASKS_THE_API = Misconception(
    "counts-by-sending",
    "The function asked the API for the count; it should predict it.",
    "Work it out from the tool's text: a fixed part, and a part for each character.",
)
SAME_FOR_ALL = Misconception(
    "same-cost-for-all",
    "Every tool got the same price, and longer definitions cost more.",
    "Add a part that grows with the length of the tool's JSON.",
)
COUNTS_ESCAPES = Misconception(
    "counts-escapes",
    "json.dumps wrote letters outside English as six characters each, and all of them were counted.",
    "Pass ensure_ascii=False, so that each letter stays one character.",
)
OFF_THE_RULE = Misconception(
    "off-the-rule",
    "The number does not follow the rule above the exercise.",
    "Add the fixed part and 0.15 for each character of the tool's JSON text (`len` of the dict counts keys).",
)
FIRST_TOOL_PROMPT = 496


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
    given: list[float] = []
    for tool in tools:
        measured = _measured(tool)
        with nothing_sent(ASKS_THE_API):
            yours = result_of(extra_tokens, tool)
        call = called(extra_tokens, tool)
        if not is_number(yours):
            why = "A number, please."
            return not_yet(call=call, yours=yours, expected=f"about {measured}", why=why)
        given.append(float(yours))
        if not abs(given[-1] - measured) <= 0.1 * measured:
            return not_yet(
                call=call,
                yours=f"{given[-1]:g}",
                expected=f"{measured}, within 10 %",
                misconception=_belief(given, tool, measured),
            )
    return passed(f"Within 10 % of the measured cost for {len(tools)} tools.")


def _belief(given: list[float], tool: dict, measured: int) -> Misconception:
    """What was taken for the price of the last tool tried."""
    near, yours = 0.1 * measured, given[-1]
    plain, escaped = (len(json.dumps(tool, ensure_ascii=ascii)) for ascii in (False, True))
    if len(given) > 1 and len(set(given)) == 1:
        return SAME_FOR_ALL
    if abs(yours - 0.15 * plain) <= near:
        return FORGETS_FIXED_PART
    if abs(yours - measured - FIRST_TOOL_PROMPT) <= near:
        return FIRST_TOOL_COST
    if escaped > plain and abs(yours - measured - 0.15 * (escaped - plain)) <= near:
        return COUNTS_ESCAPES
    return OFF_THE_RULE


def _tool(name: str, words: str, *arguments: str) -> dict:
    properties = {argument: {"type": "string", "description": f"the {argument}"} for argument in arguments}
    return {"name": name, "description": words, "input_schema": {"type": "object", "properties": properties}}


def check_extra_tokens(extra_tokens: Callable) -> Verdict:
    fields = [f"field{n}" for n in range(9)]
    return _cost(
        extra_tokens,
        [
            _tool("ping", "Ping."),
            _tool("send_email", "Send an e-mail to one person. Use it when asked to. " * 3, "to", "subject"),
            _tool("search", "Search the library for books, articles and maps. " * 12, *fields),
            _tool("tokei", "東京の現在時刻を返します。" * 8),
        ],
    )


def hidden_extra_tokens(extra_tokens: Callable) -> Verdict:
    dice = _tool("roll", "Roll dice. " * 40, "dice", "sides")
    return _cost(
        extra_tokens, [_tool("a" * 60, "Do it."), dice, _tool("pora", "Która jest godzina? żółć " * 9)]
    )
