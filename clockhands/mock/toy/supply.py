"""Where a missing argument may come from: an earlier result, or another tool that can find it out."""

from __future__ import annotations

import re
from typing import Any

from clockhands.mock.toy.dialogue import Call, Dialogue, clip
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.followup import still_missing
from clockhands.mock.toy.match import informs, relates
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.plan import Item
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.words import name_parts

_RELATED = 0.4
_MOMENTS = ("date", "time", "datetime")
_RELATIVE = re.compile(
    r"\b(?:today|tomorrow|tonight|yesterday|now|next|this|in \w+ (?:days?|weeks?)|\w+day)\b", re.I
)
_ALSO_UNDER = {
    "zone": ("timezone", "tz", "time_zone", "city", "location"),
    "place": ("city", "location", "town"),
}


def from_results(item: Item, talk: Dialogue, today: str | None) -> list[Call]:
    """Fill what the item misses from results in the conversation; gives back the calls that helped."""
    helped = []
    for call in [*talk.calls, *talk.past_calls[-6:]]:
        if not item.missing:
            break
        if call.result is None or call.result.is_error or call.name == item.tool.name:
            continue
        found = _found(item, call, today)
        if found:
            item.args = {**item.args, **found}
            item.missing = still_missing(item.tool, item.args)
            helped.append(call)
    return helped


def supplier(item: Item, talk: Dialogue, tools: list[ToolView], today: str | None) -> tuple[str, dict] | None:
    """A call that may find out one of the missing arguments: (name, input), or None."""
    done = {c.name for c in talk.calls} | {item.tool.name}
    ask = clip(talk.ask)
    reading = Reading.of(ask)
    for param in item.missing:
        if param.kind in _MOMENTS and not _RELATIVE.search(ask):
            continue
        ranked = sorted(tools, key=lambda t: -relates(param, t))
        for tool in ranked:
            if tool.name in done or relates(param, tool) < _RELATED or not informs(tool):
                continue
            found = fill(tool, reading, today)
            if not found.missing and valid(found.args, tool.schema, tool.schema):
                return tool.name, found.args
    return None


def _found(item: Item, call: Call, today: str | None) -> dict:
    found: dict = {}
    value, text = call.result.value, call.result.text[:4000].strip()
    reading = Reading.of(f"in {text}" if len(text) <= 80 else text)
    source = ToolView(call.name, "", {}, [], name_parts(call.name))
    for param in item.missing:
        if param.kind in _MOMENTS:
            continue
        view = ToolView(item.tool.name, "", item.tool.schema, [param], item.tool.name_words)
        got = _by_key(value, param)
        if (got is not None and not valid(got, param.raw, item.tool.schema)) or (
            isinstance(got, str) and param.kind == "zone"
        ):
            got = fill(view, Reading.of(f"in {got}"), today, typed_only=True).args.get(param.name)
        if got is None and (relates(param, source) >= _RELATED or isinstance(value, dict)):
            got = fill(view, reading, today, typed_only=True).args.get(param.name)
        plain = text.strip('"')
        if got is None and not isinstance(value, (dict, list)) and relates(param, source) >= _RELATED:
            short = param.type == "string" and param.kind != "zone" and 0 < len(plain) <= 80
            got = plain if short and valid(plain, param.raw, item.tool.schema) else None
        if got is not None:
            found[param.name] = got
    return found


def _by_key(value: Any, param: Param, depth: int = 0) -> Any:
    """The value under the parameter's name, or a name close to it, anywhere in a JSON result."""
    if isinstance(value, list) and value and depth < 4:
        return _by_key(value[0], param, depth + 1)
    if not isinstance(value, dict) or depth > 4:
        return None
    keys = {str(k).lower(): v for k, v in value.items()}
    name = param.name.lower()
    for key in (name, name.rsplit("_", 1)[0], param.kind, *_ALSO_UNDER.get(param.kind, ())):
        if key in keys and not isinstance(keys[key], (dict, list)):
            return keys[key]
    if name.endswith("_id") and "id" in keys:
        return keys["id"]
    inner = (_by_key(v, param, depth + 1) for v in value.values())
    return next((got for got in inner if got is not None), None)
