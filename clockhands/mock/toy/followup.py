"""What the latest message asks for, read with what came before it: `And in London?`, an answer to us."""

from __future__ import annotations

import re

from clockhands.mock.toy.dialogue import Dialogue, clip
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.plan import Item, plan
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.spread import spread

_BACK = re.compile(
    r"\b(?:it|there|that|them|this|same|again|he|she|him|her|they|those|instead|too|as well)\b", re.I
)
_GOES_ON = re.compile(
    r"\W*(?:and|what about|how about|also|now|ok|okay|then|same|or|in|for|but|no\b,?"
    r"|make (?:it|that)|to|again|once more"
    r"|try|with|use|at|from)\b",
    re.I,
)
_ONCE_MORE = re.compile(r"\b(?:again|once more|now|repeat|same)\b", re.I)
_LEADS = re.compile(
    r"^\W*(?:(?:it is|it's|it’s|that's|that is|my \w+ is|to|in|at|for|use|please|the"
    r"|make it|say|with|from|i mean)\s+)+",
    re.I,
)
_TURNS = 4  # how far back a follow-up may reach


def wanted(talk: Dialogue, tools: list[ToolView], today: str | None) -> list[Item]:
    """The calls that the latest question, and any text beside the last results, asks for."""
    ask = clip(talk.ask)
    context = clip(talk.earlier[-1])[:2000] if talk.earlier and _BACK.search(ask) else ""
    items = plan(ask, tools, today, context=context)
    if talk.earlier and (not items or all(i.missing for i in items)) and (_goes_on(ask) or was_asked(talk)):
        items = _carried(talk, tools, ask, today) or items
    if talk.nudge:
        items += plan(clip(talk.nudge), tools, today)
    return items


def still_missing(tool: ToolView, args: dict) -> list[Param]:
    """Required parameters without a value."""
    return [p for p in tool.params if p.required and p.name not in args]


def was_asked(talk: Dialogue) -> bool:
    """The last thing the model said was a question."""
    return bool(talk.replies and talk.replies[-1].rstrip().endswith("?"))


def _goes_on(ask: str) -> bool:
    return bool(_GOES_ON.match(ask)) or len(ask.split()) <= 5


def _carried(talk: Dialogue, tools: list[ToolView], ask: str, today: str | None) -> list[Item]:
    """The earlier request again, with what the new words change."""
    for back in range(len(talk.earlier) - 1, max(-1, len(talk.earlier) - 1 - _TURNS), -1):
        before = plan(clip(talk.earlier[back]), tools, today)
        if not before:
            continue
        base = before[0]
        if was_asked(talk) and any(i.missing for i in before):
            return [_answered(i, ask, today) if i.missing else i for i in before]
        return _changed(base, ask, today)
    return []


def _changed(base: Item, ask: str, today: str | None) -> list[Item]:
    reading = Reading.of(ask)
    fresh = fill(base.tool, reading, today, typed_only=True)
    said = {
        k: v for k, v in fresh.args.items() if k in fresh.slots or k not in base.args or isinstance(v, list)
    }
    if not said and not _ONCE_MORE.search(ask):
        return []
    fresh.args, fresh.missing = said, []
    variants = spread(base.tool, fresh, reading, today)
    merged = [{**base.args, **args} for args in variants]
    return [Item(base.tool, args, still_missing(base.tool, args), 1.5, ask) for args in merged]


def _answered(base: Item, ask: str, today: str | None) -> Item:
    """The user's reply to our question fills what was missing, word for word if need be."""
    fresh = fill(base.tool, Reading.of(ask), today, typed_only=True)
    args = {**base.args, **{p.name: fresh.args[p.name] for p in base.missing if p.name in fresh.args}}
    for param in [p for p in base.missing if p.name not in args and p.type == "string"][:1]:
        words = _LEADS.sub("", ask.strip()).strip(" .!\"'")
        if words and len(base.missing) == 1 and valid(words, param.raw, base.tool.schema):
            args[param.name] = words
    return Item(base.tool, args, still_missing(base.tool, args), 1.5, base.text)
