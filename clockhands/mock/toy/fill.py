"""Arguments for a tool out of a text: every parameter gets the mention that suits it best."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from clockhands.mock.toy import enums, phrases, values
from clockhands.mock.toy.align import Cues, number_cues
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.words import content_stems, stem, words_of

FREE = frozenset({"text", "word", "letter", "title", "query", "name", "any"})


@dataclass
class Filled:
    """Arguments found. missing: required parameters without a value; slots: which mention filled which."""

    args: dict = field(default_factory=dict)
    missing: list[Param] = field(default_factory=list)
    slots: dict[str, Entity] = field(default_factory=dict)
    spans: list[tuple[int, int]] = field(default_factory=list)
    strength: float = 0.0


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
        _called(tool, reading, done)
    _assign(tool.params, reading, tool.schema, today, done)
    for param in tool.params:
        if param.name not in done.args:
            value = _compound(param, tool, reading, today, done)
            if value is not None:
                done.args[param.name] = value
    if not typed_only:
        _free_text(tool, reading, done)
        _title(tool, done)
    _defaults(tool, done)
    return done


def _for_tool(tool: ToolView, reading: Reading) -> Reading:
    """The mentions without the tool's own words: in `Feed Rex` only Rex is a name, in `book a table` nothing is."""
    verbs = {stem(w) for w in (*tool.name_words, *tool.description.split()[:1])}
    own = verbs | set(content_stems(tool.description))
    kept = []
    for entity in reading.entities:
        first, _, rest = str(entity.value).partition(" ")
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


def _called(tool: ToolView, reading: Reading, done: Filled) -> None:
    """`called X`, `titled X` go to the one parameter that is a title or a name, before anything else claims X."""
    params = [p for p in tool.params if p.kind == "title"] or [
        p for p in tool.params if p.kind == "name" and p.required
    ]
    hit = (
        phrases.called(reading.text)
        if params and not any(e.kind == "quote" for e in reading.entities)
        else None
    )
    if hit and valid(hit[0], params[0].raw, tool.schema):
        _take(params[0], hit, done)


def _title(tool: ToolView, done: Filled) -> None:
    """A subject nobody gave is the beginning of the body, as a person would write it."""
    body = next(
        (done.args[p.name] for p in tool.params if p.kind == "text" and p.name in done.args),
        None,
    )
    for param in tool.params:
        if param.kind == "title" and param.required and param.name not in done.args and isinstance(body, str):
            words = re.split(r"[.!?\n]", body.strip())[0][:60].strip()
            title = words[:1].upper() + words[1:]
            if title and valid(title, param.raw, tool.schema):
                done.args[param.name] = title


def _assign(params: list[Param], reading: Reading, root: dict, today: str | None, done: Filled) -> None:
    pairs = []
    cues = number_cues(params, reading.text, reading.entities)
    for order, param in enumerate(params):
        if param.kind == "enum":
            for value, score, at in enums.choose(
                param.schema.get("enum") or [param.schema.get("const")],
                reading.text,
                reading.entities,
            ):
                pairs.append(
                    (
                        score + 0.3 * param.required,
                        -order,
                        param,
                        value,
                        Entity("enum", value, at, at),
                    )
                )
        rank = 0
        for entity in reading.entities:
            score = _score(param, entity, reading, cues)
            if score > 0:
                value = values.convert(param, entity, reading.text, root, today)
                if value is not None:
                    pairs.append(
                        (
                            score - 0.05 * rank + 0.2 * param.required,
                            -order,
                            param,
                            value,
                            entity,
                        )
                    )
                    rank += 1
    pairs.sort(key=lambda p: (-p[0], -p[1], p[4].start))
    for score, _, param, value, entity in pairs:
        if param.name in done.args or _overlaps(entity, done.slots.values()) or _inside(entity, done.spans):
            continue
        if not param.required and score < _optional_bar(param, entity):
            continue
        done.args[param.name], done.slots[param.name] = value, entity
        done.strength += score
        done.spans.append((entity.start, entity.end))


def _score(param: Param, entity: Entity, reading: Reading, cues: Cues) -> float:
    base = values.fit(param, entity)
    if base <= 0:
        return 0
    base += values.role_bonus(param, entity, reading.text)
    if param.kind == "number":
        base += cues.get((param.name, entity.start), 0.0)
        base += values.number_bonus(param, entity, reading.text)
    if (
        param.kind == "unit"
        and not param.required
        and entity.before not in ("in", "to", "into", "as", "degrees")
    ):
        return 0
    if (
        param.kind == "unit"
        and entity.extra == "time"
        and not re.search(r"time|duration", param.description, re.I)
    ):
        base -= 2
    if entity.kind in _NAMED:
        base += _beside_noun(param, entity, reading.text)
    if entity.kind == "caps":
        base += phrases.caps_fit(param, entity)
    if entity.kind == "quote" and param.kind in ("text", "title"):
        cue = "title" if re.search(r"subject|title|heading|called|named|about", entity.before) else "text"
        base += 1 if cue == param.kind else -0.5
    return base


_NAMED = ("caps", "quote", "object", "phrase", "id", "colour", "path")


def _beside_noun(param: Param, entity: Entity, text: str) -> float:
    """`Darwin model` for `model`, `species Homo sapiens` for `species`."""
    names = {stem(w) for w in param.noun.split() if w not in ("name", "id", "to", "from", "a", "b", "of")}
    after = re.match(r"['\"”’\s]*([^\W\d_]+)", text[entity.end : entity.end + 20])
    if entity.before and stem(entity.before) in names:
        return 1.5
    return 1.2 if after and stem(after[1]) in names else 0.0


def _optional_bar(param: Param, entity: Entity) -> float:
    if param.kind == "number":
        return 4.2
    return 2.4 if param.kind in FREE else 1.8


def _inside(entity: Entity, spans: list[tuple[int, int]]) -> bool:
    return entity.kind != "enum" and any(left < entity.end and entity.start < right for left, right in spans)


def _overlaps(entity: Entity, used: Any) -> bool:
    return any(
        entity.start < u.end and u.start < entity.end
        for u in used
        if u.kind != "enum" and entity.kind != "enum"
    )


def _compound(param: Param, tool: ToolView, reading: Reading, today: str | None, done: Filled) -> Any:
    if param.kind == "list" and param.item:
        return _list(param, tool, reading, today, done)
    if param.kind == "object":
        inner = Filled()
        view = ToolView(tool.name, tool.description, tool.schema, param.fields, tool.name_words)
        _assign(param.fields, reading, tool.schema, today, inner)
        _free_text(view, reading, inner)
        _defaults(view, inner)
        if inner.args and not inner.missing and valid(inner.args, param.raw, tool.schema):
            done.spans += inner.spans
            return inner.args
    if param.kind == "boolean":
        return _flag(param, reading.text)
    return None


def _list(param: Param, tool: ToolView, reading: Reading, today: str | None, done: Filled) -> list | None:
    item, found, spans = param.item, [], []
    if item.kind == "enum":
        options = enums.choose(item.schema.get("enum") or [], reading.text, reading.entities)
        found = [o for o, _, _ in sorted(options, key=lambda c: c[2])]
    if item.kind == "object":
        return None
    for entity in reading.entities:
        if (
            item.kind != "enum"
            and values.fit(item, entity) >= 1
            and not _overlaps(entity, done.slots.values())
            and not _inside(entity, done.spans)
        ):
            value = values.convert(item, entity, reading.text, tool.schema, today)
            if value is not None and (value not in found or item.kind == "number"):
                found.append(value)
                spans.append((entity.start, entity.end))
    if (
        not found
        and item.type == "string"
        and item.kind in FREE
        and (param.required or _is_named(param, reading.text))
    ):
        found, spans = _split_list(param, tool, reading, done)
    if found and valid(found, param.raw, tool.schema):
        done.spans += spans
        done.strength += 2
        return found
    return None


def _is_named(param: Param, text: str) -> bool:
    return (
        bool(re.search(rf"\b{re.escape(param.noun.split()[-1])}\b", text, re.I))
        if param.noun.split()
        else False
    )


_LISTED = re.compile(
    r":\s*([^.?!\n]+)|\b(?:add|buy|put|with|using|of|list|have|got)\s+([^.?!\n]+?)(?=\s+(?:to|on|in)\s+(?:my|the)\b|[.?!]|$)",
    re.I,
)


def _split_list(param: Param, tool: ToolView, reading: Reading, done: Filled) -> tuple[list, list]:
    """`add milk, eggs and bread to the list` as three items."""
    cut = _LISTED.search(reading.text)
    phrase = (cut[1] or cut[2]) if cut else None
    if phrase is None:
        rest = phrases.remainder(tool, param, reading.text, done.spans)
        phrase = rest[0] if rest else ""
    parts = [p.strip(" .?!\"'") for p in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*", phrase)]
    return [p for p in parts if p], []


_EMPTY_NAMES = frozenset("is include with use the enable has only should".split())  # noqa: SIM905
_SWITCHES = frozenset("on enabled enable active state power".split())  # noqa: SIM905
_OFF = re.compile(
    r"\b(?:off|disable[sd]?|deactivate|stop|unmute|false|no longer|don['’]t|do not|never)\b", re.I
)


def _flag(param: Param, text: str) -> bool | None:
    """True when the text names the flag, False when it names it with a `no`, None when it does not name it."""
    if param.noun in _SWITCHES and param.required:
        return not _OFF.search(text)
    names = [re.escape(w) for w in param.noun.split() if w not in _EMPTY_NAMES]
    if not names:
        return None
    word = r"(?:%s)\w*" % "|".join(n[: max(4, len(n) - 2)] for n in names)
    without = r"\b(?:no|not|without|don't|do not|exclude|skip|disable|never|isn't|turn off)\s+(?:\w+\s+){0,2}"
    if re.search(rf"{without}{word}|\b{word}\s*(?:=|:|is|to)?\s*(?:false|no|off)\b", text, re.I):
        return False
    return True if re.search(rf"\b{word}", text, re.I) else None


def _free_text(tool: ToolView, reading: Reading, done: Filled) -> None:
    waiting = [p for p in tool.params if p.name not in done.args and p.type == "string" and p.kind != "enum"]
    for param in waiting:
        hit = phrases.named_value(param, reading.text)
        if hit and valid(hit[0], param.raw, tool.schema):
            _take(param, hit, done)
    asked = [p for p in waiting if p.kind in FREE and p.name not in done.args]
    only = not any(p.required for p in tool.params)
    for param in [p for p in asked if p.required or p.kind != "query" or only]:
        for hit in phrases.cued(param, reading.text, done.spans):
            if valid(hit[0], param.raw, tool.schema) and not _covered(hit[2], done.spans):
                _take(param, hit, done)
                break
    for param in [p for p in waiting if p.required and p.name not in done.args]:
        if param.kind in ("text", "query", "expr") or (
            param.kind in ("any", "name", "title") and len(waiting) == 1
        ):
            hit = phrases.remainder(tool, param, reading.text, done.spans)
            if hit and valid(hit[0], param.raw, tool.schema):
                _take(param, hit, done)


def _covered(span: tuple[int, int], used: list[tuple[int, int]]) -> bool:
    return any(left <= span[0] and span[1] <= right for left, right in used)


def _take(param: Param, hit: phrases.Phrase, done: Filled) -> None:
    done.args[param.name] = hit[0]
    done.spans.append(hit[2])
    done.strength += hit[1]


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
