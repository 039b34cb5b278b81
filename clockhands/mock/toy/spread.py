"""One call per thing listed: `the time in Tokyo, London and Paris` becomes three."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy import values
from clockhands.mock.toy.align import number_cues
from clockhands.mock.toy.assign import FREE, Filled
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.reading import Reading

_BETWEEN = re.compile(
    r"[\s\"'’s?.]*(?:(?:,|;|&|/|and|or|vs\.?|versus|then|what about|how about|also"
    r"|as well as|plus|in|at|of|for|to|the"
    r"|is|it|does|time|weather|both|compared|[a-z]+ed)[\s\"'’]*){1,6}",
    re.I,
)
_LIST = re.compile(
    r"\s*(?:%|percent|[a-z]{1,12})?\s*(?:,|and|or|&|then|,\s*(?:and|or))\s*[$€£]?\s*",
    re.I,
)


def spread(tool: ToolView, done: Filled, part: Reading, today: str | None) -> list[dict]:
    """The arguments of each call that one filled request stands for; usually just one."""
    if done.missing:
        return [done.args]
    again = _repeated(tool, done, part, today)
    if again:
        return again
    columns: dict[str, list[Any]] = {}
    for param in tool.params:
        column = _column(tool, param, done, part, today)
        if len(column) > 1:
            columns[param.name] = column
    if not columns:
        return [done.args]
    first, longest = max(columns.items(), key=lambda c: len(c[1]))
    together = {name: c for name, c in columns.items() if len(c) == len(longest)}
    if len(together) > 1:
        return [{**done.args, **{n: c[i] for n, c in together.items()}} for i in range(len(longest))]
    return [{**done.args, first: value} for value in longest]


def _repeated(tool: ToolView, done: Filled, part: Reading, today: str | None) -> list[dict]:
    """The whole pattern said again: `from Paris to Rome and from Oslo to Bergen`, `2d6 and 3d8`."""
    typed = {
        p.name
        for p in tool.params
        if p.name in done.slots and done.slots[p.name].kind != "enum" and p.kind not in FREE - {"name"}
    }
    if len(typed) < 2:
        return []
    made, used = [done], list(done.slots.values())
    for _ in range(5):
        rest = [e for e in part.entities if not any(e.overlaps(u) for u in used)]
        more = fill(tool, Reading(part.text, rest), today, typed_only=True)
        same = [n for n in typed if n in more.slots and more.slots[n].kind == done.slots[n].kind]
        if len(same) < len(typed) or more.strength < 0.75 * done.strength:
            break
        made.append(more)
        used += list(more.slots.values())
    if len(made) < 2:
        return []
    made.sort(key=lambda m: min(s.start for s in m.slots.values()))
    return [{**done.args, **m.args} for m in made]


def _column(tool: ToolView, param: Param, done: Filled, part: Reading, today: str | None) -> list[Any]:
    slot = done.slots.get(param.name)
    if slot is None or slot.kind == "enum" or (param.kind in FREE - {"name", "any"} and slot.kind != "quote"):
        return []
    if param.kind == "unit" and param.role != "to":
        return []
    peers = [p for p in tool.params if p is not param and p.kind == param.kind and p.name in done.args]
    opposite = param.role and any(p.role and p.role != param.role for p in peers)
    counted = (
        param.kind == "number"
        and number_cues(tool.params, part.text, part.entities).get((param.name, slot.start), 0) >= 1
    )
    if (peers and not opposite and not counted) or (slot.kind == "quote" and param.kind == "name"):
        return []
    rest = [e for e in part.entities if not any(e.overlaps(s) for s in done.slots.values())]
    more = _listed(slot, rest, part.text, param)
    found = [(slot.start, done.args[param.name])]
    for entity in more:
        value = values.convert(param, entity, part.text, tool.schema, today)
        if value is not None and value not in [v for _, v in found]:
            found.append((entity.start, value))
    return [value for _, value in sorted(found, key=lambda f: f[0])]


def _listed(slot: Entity, rest: list[Entity], text: str, param: Param) -> list[Entity]:
    """Mentions of the same sort that stand in one list with the one chosen, on either side of it."""
    wanted = values.FITS.get(param.kind, {})
    free = param.kind in FREE
    peers = [e for e in rest if wanted.get(e.kind, 0) >= 1.0 and (e.kind == slot.kind or not free)]
    peers = [e for e in peers if param.role != "to" or e.before != "from"]
    tight = _LIST if param.kind == "number" else _BETWEEN
    found, edge = [], slot
    for entity in sorted((e for e in peers if e.start >= slot.end), key=lambda e: e.start):
        if not _joined(text[edge.end : entity.start], tight):
            break
        found.append(entity)
        edge = entity
    edge = slot
    for entity in sorted((e for e in peers if e.end <= slot.start), key=lambda e: -e.start):
        if not _joined(text[entity.end : edge.start], tight):
            break
        found.append(entity)
        edge = entity
    return found


def _joined(between: str, pattern: re.Pattern) -> bool:
    return len(between) <= 60 and bool(pattern.fullmatch(between))
