"""From a question and tools to the calls it asks for, one for each thing asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from clockhands.mock.toy.asks import NO_TOOLS
from clockhands.mock.toy.assign import Filled
from clockhands.mock.toy.clauses import Group, groups_of
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.match import commands
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.spread import spread


@dataclass
class Item:
    """One call wanted. args: what was found; missing: required parameters without a value;

    direct: the question uses the tool's name; imperative: it begins with its verb; hits: why it was chosen.
    """

    tool: ToolView
    args: dict
    missing: list[Param] = field(default_factory=list)
    score: float = 1.0
    text: str = ""
    direct: bool = True
    imperative: bool = False
    hits: frozenset[str] = frozenset()


def plan(text: str, tools: list[ToolView], today: str | None = None, context: str = "") -> list[Item]:
    """The calls `text` asks for, in order. context: earlier words that may hold a missing argument."""
    text = _unwrapped(text)
    if not text.strip() or not tools or NO_TOOLS.search(text):
        return []
    reading = Reading.of(text)
    groups = groups_of(text, tools)
    items: list[Item] = []
    for group in groups:
        items += _items(group, groups, reading, today, context)
    return _unique(items)


def _items(
    group: Group, groups: list[Group], reading: Reading, today: str | None, context: str
) -> list[Item]:
    match, tool = group.match, group.match.tool
    part = Reading.of(reading.text[group.start : group.end])
    done = fill(tool, part, today)
    if done.missing:
        others = [g for g in groups if g is not group and g.match.tool is tool]
        outside = [e for e in reading.entities if not any(g.start <= e.start < g.end for g in others)]
        _complete(tool, done, Reading(reading.text, outside), today)
    if done.missing and context:
        _complete(tool, done, Reading.of(context), today)
    direct, imperative = match.named > 0.6, commands(part.text, tool) >= 0.7
    return [
        Item(tool, args, done.missing, match.score, part.text, direct, imperative, match.hits)
        for args in spread(tool, done, part, today)
    ]


def _complete(tool: ToolView, done: Filled, reading: Reading, today: str | None) -> None:
    """Missing arguments from other words: `My order is ORD-12. Where is it?`"""
    extra = fill(tool, reading, today, typed_only=True)
    for param in list(done.missing):
        if param.name in extra.args and param.kind not in ("text", "title", "query"):
            done.args[param.name] = extra.args[param.name]
            done.missing.remove(param)


def _unwrapped(text: str) -> str:
    """A question that stands in quotation marks as a whole is not a quotation."""
    bare = text.strip()
    if len(bare) > 2 and bare[0] in "\"“'«" and bare[-1] in "\"”'»" and not set('"“”«»') & set(bare[1:-1]):
        return bare[1:-1]
    return text


def _unique(items: list[Item]) -> list[Item]:
    """Each call once; a request that lacks arguments gives way to one for the same tool that lacks none."""
    kept: list[Item] = []
    for item in items:
        twin = next((k for k in kept if k.tool is item.tool and (k.args == item.args or item.missing)), None)
        if twin is None:
            kept = [k for k in kept if not (k.tool is item.tool and k.missing and not item.missing)] + [item]
    return kept
