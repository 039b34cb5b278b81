"""Chapter 2, describe a tool: what a description says, as far as a rule can tell.

The toy model looks for shared words; it neither obeys "never" nor "always". These rules look for what a real
model would take at its word: a description that forbids its own occasions, one that claims every question, a
list of words without a sentence, and words that speak of another tool.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .exercise import Misconception, Verdict, not_yet

__all__ = ["GREEDY", "fault_in_clock", "fault_in_counter", "fault_in_money", "fault_in_order"]

GREEDY = Misconception(
    "greedy-description",
    "The description claims questions that have nothing to do with the tool.",
    "Name the occasions on which the tool helps; leave out words such as always and everything.",
)
FORBIDS = Misconception(
    "forbids-its-occasions",
    "Without the part that says when *not* to use it, nothing here tells a model to use the tool.",
    "Say when to use it first; keep what to leave alone for occasions that are not the tool's.",
)
BARE_WORDS = Misconception(
    "words-without-a-sentence",
    "A list of words does not say what the tool gives back, nor when to use it.",
    'Write two sentences: "Get …" and "Use it when …".',
)
COPIED = Misconception(
    "copied-words",
    "This is CLEAR, word for word; the task asks for words of your own.",
    "Read CLEAR once more, close it, and say the same in your words.",
)
ANOTHER_TOOL = Misconception(
    "another-tool",
    "The words describe another tool than the function behind it.",
    "Keep what the tool does; change only what was wrong.",
)
UNDESCRIBED = Misconception(
    "undescribed-argument",
    "An argument without words of its own gets guessed.",
    'Add a "description" to the argument, with an example of a value.',
)
EXCHANGED = Misconception(
    "exchanged-words",
    "Each of the two arguments carries the other one's description, so the money would go the wrong way.",
    "Describe in `from_currency` what the amount is in, in `to_currency` what is wanted.",
)
CLEAR = (
    "Get the current date, weekday and time in UTC. "
    "Use it whenever the answer depends on now: the time, hour, day, date, month or year."
)
_FORBIDDEN = re.compile(
    r"[^.!?;]*\b(never|do not|don't|must not|should not|shouldn't|not to be used)\b[^.!?;]*", re.I
)
_NARROWED = r"(?! (?:about|that|which|on|where|whose|concerning|regarding|related|involving|with|when|needing|asking))"
_EVERY = re.compile(
    r"\b(?:every|any|each|all) (?:\w+ )?(?:questions?|requests?|prompts?|messages?|topics?|tasks?)\b"
    + _NARROWED
    + r"|\b(?:for|about) (?:everything|anything)\b"
    + _NARROWED
    + r"|\bwhatever (?:it|the question) is about\b",
    re.I,
)
_SENTENCE = re.compile(
    r"\b(use|used|call|when|whenever|if|for|get|gets|give|gives|return|returns|tell|tells|provide|provides|"
    r"look|looks|read|reads|show|shows|fetch|fetches|is|answers?|needs?|reports?|knows?|finds?)\b",
    re.I,
)
_WHEN = re.compile(r"\b(use|used|call|when|whenever|if|asks?|asked|wants?|needs?|for questions)\b", re.I)


def _words(tool: dict) -> str:
    return str(tool.get("description") or "")


def fault_in_clock(clock: dict, enough: Callable[[str], bool]) -> Verdict | None:
    """enough: whether a description alone makes the toy model call the tool."""
    words = _words(clock)
    named = None
    if re.sub(r"\W+", " ", words).lower().strip() == re.sub(r"\W+", " ", CLEAR).lower().strip():
        named = COPIED
    elif _EVERY.search(words):
        named = GREEDY
    elif words and not _SENTENCE.search(words):
        named = BARE_WORDS
    elif _FORBIDDEN.search(words) and enough(words) and not enough(_FORBIDDEN.sub("", words)):
        named = FORBIDS
    expected = "what it gives back, and when to use it"
    return (
        not_yet(call="clock, its description", yours=words, expected=expected, misconception=named)
        if named
        else None
    )


def fault_in_order(tool: dict) -> Verdict | None:
    """Still a tool that looks an order up."""
    name, words = str(tool["name"]), _words(tool)
    acts = re.search(r"delete|cancel|remove|drop|pay|update|create|place|change|refund|every", name, re.I)
    if "order" in name.lower() and not acts and "order" in words.lower():
        return None
    return not_yet(
        call="fixed_name, name and description",
        yours={"name": name, "description": words},
        expected="the name with only the refused characters mended, the description as it was",
        misconception=ANOTHER_TOOL,
    )


def fault_in_counter(tool: dict) -> Verdict | None:
    """Still a tool that counts words."""
    words = _words(tool)
    if "word" in words.lower():
        return None
    return not_yet(
        call="fixed_schema, its description",
        yours=words,
        expected="the description as it was",
        misconception=ANOTHER_TOOL,
    )


def fault_in_money(tool: dict) -> Verdict | None:
    """Name, description and arguments say: money, from one currency into another, and when."""
    name, words = str(tool["name"]), _words(tool)
    call = "fixed_words, its description"
    if not re.search(r"curr|money|exchange|convert|amount|price|rate", name, re.I):
        return not_yet(
            call="fixed_words, its name", yours=name, expected="what it does", misconception=ANOTHER_TOOL
        )
    if not re.search(r"currenc|money|exchange rate|price", words, re.I) or re.search(
        "temperature", words, re.I
    ):
        return not_yet(
            call=call, yours=words, expected="money, into another currency", misconception=ANOTHER_TOOL
        )
    if not _WHEN.search(words):
        expected = "also when to use it"
        return not_yet(call=call, yours=words, expected=expected, misconception="vague-description")
    properties = tool["input_schema"]["properties"]
    said = {argument: str(properties[argument].get("description") or "").strip() for argument in properties}
    for argument, text in said.items():
        if not text:
            yours = properties[argument]
            return not_yet(
                call=f"fixed_words, {argument}",
                yours=yours,
                expected="a description",
                misconception=UNDESCRIBED,
            )
    if _speaks_of(said["from_currency"]) == "to" and _speaks_of(said["to_currency"]) == "from":
        yours = {argument: said[argument] for argument in ("from_currency", "to_currency")}
        return not_yet(
            call="fixed_words", yours=yours, expected="the other way round", misconception=EXCHANGED
        )
    return None


def _speaks_of(words: str) -> str:
    """Which end of an exchange a description speaks of; "" when it says neither or both."""
    start = bool(re.search(r"\b(from|source|original|have|has|start|given|initial)\b", words, re.I))
    end = bool(
        re.search(r"\b(to|into|target|wanted|want|destination|result|resulting)\b(?! convert)", words, re.I)
    )
    return "" if start == end else "from" if start else "to"
