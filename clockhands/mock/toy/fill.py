"""Arguments for a tool out of a text."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy import enums, phrases, values
from clockhands.mock.toy.assign import FREE, Filled, assign, is_free
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.freetext import called, flag, free_text
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.words import content_stems, stem, words_of


def fill(
    tool: ToolView,
    reading: Reading,
    today: str | None = None,
    *,
    typed_only: bool = False,
) -> Filled:
    """Arguments for `tool` from a reading. typed_only leaves out free text (for text said in passing)."""
    done = Filled()
    reading = _for_tool(tool, reading)
    if not typed_only:
        called(tool, reading, done)
    assign(tool.params, reading, tool.schema, today, done)
    for param in tool.params:
        if param.name not in done.args:
            value = _compound(param, tool, reading, today, done)
            if value is not None:
                done.args[param.name] = value
    if not typed_only:
        free_text(tool, reading, done)
    _defaults(tool, done)
    return done


def _for_tool(tool: ToolView, reading: Reading) -> Reading:
    """The mentions without the tool's own words: `Feed Rex` names Rex, `book a table` nothing."""
    verbs = {stem(w) for w in (*tool.name_words, *tool.description.split()[:1])}
    own = verbs | set(content_stems(tool.description))
    kept = []
    for entity in reading.entities:
        first, _, rest = str(entity.value).partition(" ")
        if entity.kind == "object":
            entity = _without_own(entity, verbs)
        if entity.kind in ("object", "phrase") and all(stem(w) in own for w in words_of(entity.text)):
            continue
        if (
            entity.kind == "caps"
            and rest
            and stem(first) in verbs
            and not reading.text[: entity.start].strip()
        ):
            entity = Entity("caps", rest, entity.end - len(rest), entity.end, first.lower(), "", rest)
        kept.append(entity)
    return Reading(reading.text, kept)


def _without_own(entity: Entity, own: set[str]) -> Entity:
    """`user mira` without `user`, for a tool that creates users."""
    words = entity.text.split()
    while len(words) > 1 and stem(words[0]) in own:
        words.pop(0)
    rest = " ".join(words)
    return Entity("object", rest, entity.end - len(rest), entity.end, entity.before, "", rest)


def _compound(param: Param, tool: ToolView, reading: Reading, today: str | None, done: Filled) -> Any:
    if param.kind == "list" and param.item:
        return _list(param, tool, reading, today, done)
    if param.kind == "object":
        inner = Filled()
        view = ToolView(tool.name, tool.description, tool.schema, param.fields, tool.name_words)
        assign(param.fields, reading, tool.schema, today, inner)
        free_text(view, reading, inner)
        _defaults(view, inner)
        if inner.args and not inner.missing and valid(inner.args, param.raw, tool.schema):
            done.spans += inner.spans
            return inner.args
    if param.kind == "boolean":
        return flag(param, reading.text)
    return None


def _list(param: Param, tool: ToolView, reading: Reading, today: str | None, done: Filled) -> list | None:
    """All mentions of the item's kind, or the words of a list."""
    item, found, spans = param.item, [], []
    if item.kind == "object":
        return None
    free = item.type == "string" and item.kind in FREE and (param.required or _is_named(param, reading.text))
    if item.kind == "enum":
        options = enums.choose(item.schema.get("enum") or [], reading.text, reading.entities)
        found = [o for o, _, _ in sorted(options, key=lambda c: c[2])]
    elif free and re.search(r"\w:\s*\w[^.?!]*(?:,|\band\b|\bor\b)", reading.text):
        found, spans = _split_list(param, tool, reading, done)
    else:
        found, spans = _mentioned(item, tool, reading, today, done)
    if not found and free:
        found, spans = _split_list(param, tool, reading, done)
    if found and valid(found, param.raw, tool.schema):
        done.spans += spans
        done.strength += 2
        return found
    return None


def _mentioned(
    item: Param, tool: ToolView, reading: Reading, today: str | None, done: Filled
) -> tuple[list, list]:
    found, spans = [], []
    for entity in reading.entities:
        if values.fit(item, entity) >= 1 and is_free(entity, done) and entity.extra not in values.PARTS:
            value = values.convert(item, entity, reading.text, tool.schema, today)
            if value is not None and (value not in found or item.kind == "number"):
                found.append(value)
                spans.append((entity.start, entity.end))
    return found, spans


def _is_named(param: Param, text: str) -> bool:
    return (
        bool(re.search(rf"\b{re.escape(param.noun.split()[-1])}\b", text, re.I))
        if param.noun.split()
        else False
    )


_LISTED = re.compile(
    r":\s*([^.?!\n]+)|\b(?:add|buy|put|with|using|of|list|have"
    r"|got)\s+([^.?!\n]+?)(?=\s+(?:to|on|in)\s+(?:my|the)\b|[.?!]|$)",
    re.I,
)


def _split_list(param: Param, tool: ToolView, reading: Reading, done: Filled) -> tuple[list, list]:
    """`add milk, eggs and bread to the list` as three items."""
    noun = re.escape(param.noun.split()[-1]) if param.noun.split() else "-"
    cut = re.search(rf"\b({noun})\s*:?\s+((?:[\w'-]+\s*,\s*)+(?:(?:and|or)\s+)?[\w'-]+)", reading.text, re.I)
    cut = (cut and re.search(r"()(.*)", cut[2])) or _LISTED.search(reading.text)
    phrase = (cut[1] or cut[2]) if cut else None
    if phrase is None:
        rest = phrases.remainder(tool, param, reading.text, done.spans)
        phrase = rest[0] if rest else ""
    parts = [
        p.strip(" .?!\"'") for p in re.split(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+|\s*;\s*", phrase)
    ]
    return [p for p in parts if p], []


def _defaults(tool: ToolView, done: Filled) -> None:
    for param in tool.params:
        if param.name in done.args or not param.required:
            continue
        choices = param.schema.get("enum")
        if "const" in param.schema:
            done.args[param.name] = param.schema["const"]
        elif "default" in param.schema and valid(param.schema["default"], param.raw, tool.schema):
            done.args[param.name] = param.schema["default"]
        elif isinstance(choices, list) and len(choices) == 1:
            done.args[param.name] = choices[0]
        elif param.kind == "boolean" and valid(False, param.raw, tool.schema):
            done.args[param.name] = False
        elif param.kind == "null":
            done.args[param.name] = None
    done.missing = [p for p in tool.params if p.required and p.name not in done.args]
