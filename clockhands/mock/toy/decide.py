"""The next move: which calls are still to be made, what is missing, what has been answered."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from clockhands.mock.toy.chance import draw
from clockhands.mock.toy.dialogue import Call, Dialogue, clip
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.match import quality, relates
from clockhands.mock.toy.params import Param, ToolView, describes
from clockhands.mock.toy.placeholder import complete
from clockhands.mock.toy.plan import Item, plan
from clockhands.mock.toy.repair import repaired
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.spread import spread


@dataclass
class Rates:
    """Assumed rates of a made-up model; none was measured on a real one."""

    vague_call: float = 0.3
    guess_missing: float = 0.6
    max_repairs: int = 2


@dataclass
class Decision:
    """calls: (name, input) to ask for now; asks: what is missing; settled: calls whose results answer."""

    calls: list[tuple[str, dict]] = field(default_factory=list)
    asks: list[Item] = field(default_factory=list)
    settled: list[Call] = field(default_factory=list)
    wanted: list[Item] = field(default_factory=list)


def decide(
    talk: Dialogue, tools: list[ToolView], seed: object, rates: Rates, today: str | None
) -> Decision:
    """What to do about the latest question, recomputed from the whole conversation."""
    decision = Decision()
    items = _wanted(talk, tools, today)
    used = {c.name for c in talk.calls}
    decision.wanted = [
        i
        for i in items
        if i.tool.name in used
        or draw(seed, "call", talk.ask, i.tool.name, i.tool.description)
        < call_rate(i, rates)
    ]
    open_calls = list(talk.calls)
    suppliers: list[Call] = []
    for item in decision.wanted:
        _settle(item, talk, tools, seed, rates, today, decision, open_calls, suppliers)
    left = [c for c in open_calls if c not in suppliers or not decision.settled]
    if left:
        _leftovers(left, talk, tools, rates, today, decision)
    return decision


def call_rate(item: Item, rates: Rates) -> float:
    """How often an item is called: from `vague_call` for a definition that says nothing up to always.

    A strong match (the question uses the tool's own words and holds every argument) makes up for part of a poor description.
    """
    clear = quality(item.tool)
    if clear >= 1.0:
        return 1.0
    direct = item.direct and not item.missing
    if direct and (clear >= 0.5 or item.imperative):
        return 1.0
    clear = min(1.0, clear / 0.75)
    if direct:
        clear = max(clear, 0.25 + 0.75 * clear)
    return rates.vague_call + (1.0 - rates.vague_call) * clear


def _wanted(talk: Dialogue, tools: list[ToolView], today: str | None) -> list[Item]:
    ask = clip(talk.ask)
    items = plan(
        ask,
        tools,
        today,
        context=clip(" ".join(talk.earlier[-1:]))[:2000] if _refers_back(ask) else "",
    )
    if items and not all(i.missing for i in items):
        return items
    if talk.earlier and (_continues(ask) or _was_asked(talk)):
        carried = _carry(talk, tools, ask, today)
        if carried:
            return carried
    return items


def _refers_back(ask: str) -> bool:
    return bool(
        re.search(
            r"\b(?:it|there|that|them|this|same|again|he|she|him|her|they|those|instead)\b",
            ask,
            re.I,
        )
    )


def _continues(ask: str) -> bool:
    return (
        bool(
            re.match(
                r"\W*(?:and|what about|how about|also|now|ok|okay|then|same|or|in|for|but|no,?|make (?:it|that)|to|again|once more|try)\b",
                ask,
                re.I,
            )
        )
        or len(ask.split()) <= 5
    )


def _was_asked(talk: Dialogue) -> bool:
    return bool(talk.replies and talk.replies[-1].rstrip().endswith("?"))


def _carry(
    talk: Dialogue, tools: list[ToolView], ask: str, today: str | None
) -> list[Item]:
    """`And in London?`: the earlier request again, with what the new words change."""
    for back in range(len(talk.earlier) - 1, max(-1, len(talk.earlier) - 4), -1):
        before = plan(clip(talk.earlier[back]), tools, today)
        if not before and back:
            joined = clip(talk.earlier[back - 1] + "\n" + talk.earlier[back])
            before = (
                plan(joined, tools, today)
                if len(talk.earlier[back].split()) <= 5
                else []
            )
        if not before:
            continue
        base = before[0]
        if _was_asked(talk) and base.missing:
            return plan(
                clip(talk.earlier[back].rstrip() + "\n" + ask), tools, today
            ) and _answered(base, talk.earlier[back], ask, today)
        fresh = fill(base.tool, Reading.of(ask), today, typed_only=True)
        changed = {
            k: v
            for k, v in fresh.args.items()
            if k in fresh.slots or (base.args.get(k) != v and k not in base.args)
        }
        if changed or re.search(r"\bagain\b|\bonce more\b|\bnow\b", ask, re.I):
            return [
                Item(
                    base.tool,
                    {**base.args, **args},
                    _still_missing(base.tool, {**base.args, **args}),
                    1.5,
                    ask,
                )
                for args in spread(base.tool, fresh, Reading.of(ask), today)
            ]
        return []
    return []


def _answered(base: Item, earlier: str, ask: str, today: str | None) -> list[Item]:
    """The user's reply to a question of ours fills what was missing, word for word if need be."""
    fresh = fill(base.tool, Reading.of(ask), today, typed_only=True)
    args = {
        **base.args,
        **{p.name: fresh.args[p.name] for p in base.missing if p.name in fresh.args},
    }
    open_ = [p for p in base.missing if p.name not in args]
    if len(open_) == 1 and open_[0].type == "string":
        words = re.sub(
            r"^\W*(?:it is|it's|to|in|at|for|use|please|the|make it|say)\s+",
            "",
            ask.strip(),
            flags=re.I,
        ).strip(" .!\"'")
        if words and valid(words, open_[0].raw, base.tool.schema):
            args[open_[0].name] = words
    return [Item(base.tool, args, _still_missing(base.tool, args), 1.5, earlier)]


def _still_missing(tool: ToolView, args: dict) -> list[Param]:
    return [p for p in tool.params if p.required and p.name not in args]


def _settle(
    item: Item,
    talk: Dialogue,
    tools: list[ToolView],
    seed: object,
    rates: Rates,
    today: str | None,
    decision: Decision,
    open_calls: list[Call],
    suppliers: list[Call],
) -> None:
    call = _take_call(item, open_calls)
    if call is None and item.missing:
        _supply(item, talk, tools, today, decision, suppliers)
        if (
            item.missing
            and decision.calls
            and decision.calls[-1][0] != item.tool.name
            and any(c[0] in {t.name for t in tools} for c in decision.calls)
            and getattr(item, "waits", False)
        ):
            return
        call = _take_call(item, open_calls) if not item.missing else None
    if call is None and item.missing:
        guessed = _guess(item, talk, seed, rates)
        if guessed is None:
            decision.asks.append(item)
            return
        item.args, item.missing = guessed, []
        call = _take_call(item, open_calls)
    if call is None:
        if valid(item.args, item.tool.schema, item.tool.schema):
            decision.calls.append((item.tool.name, item.args))
        else:
            full = complete(item.tool, item.args)
            decision.calls += [(item.tool.name, full)] if full else []
        return
    _follow_up(call, item.tool, talk, tools, rates, today, decision, open_calls)


def _take_call(item: Item, open_calls: list[Call]) -> Call | None:
    exact = next(
        (
            c
            for c in open_calls
            if c.name == item.tool.name and same(c.input, item.args)
        ),
        None,
    )
    if exact:
        open_calls.remove(exact)
    return exact


def same(a: Any, b: Any) -> bool:
    """Equal as JSON."""
    return json.dumps(a, sort_keys=True, default=str) == json.dumps(
        b, sort_keys=True, default=str
    )


def _follow_up(
    call: Call,
    tool: ToolView | None,
    talk: Dialogue,
    tools: list[ToolView],
    rates: Rates,
    today: str | None,
    decision: Decision,
    open_calls: list[Call],
) -> None:
    """A call that was made: settled, or failed and to be repaired while attempts are left."""
    tries = 0
    while (
        call.result is not None and call.result.is_error and tries < rates.max_repairs
    ):
        new = repaired(call, tool, tools, clip(talk.ask), today)
        if new is None:
            break
        later = next(
            (c for c in open_calls if c.name == new[0] and same(c.input, new[1])), None
        )
        if later is None:
            decision.calls.append(new)
            return
        open_calls.remove(later)
        call, tries = later, tries + 1
        tool = next((t for t in tools if t.name == call.name), tool)
    decision.settled.append(call)


def _leftovers(
    left: list[Call],
    talk: Dialogue,
    tools: list[ToolView],
    rates: Rates,
    today: str | None,
    decision: Decision,
) -> None:
    """Calls the plan did not foresee (a learner's own transcript): they answer the open items of their tool, else just count."""
    for call in list(left):
        if call not in left:
            continue
        tool = next((t for t in tools if t.name == call.name), None)
        open_same = next(
            (
                c
                for c in decision.calls
                if c[0] == call.name
                and not any(s.name == call.name for s in decision.settled)
            ),
            None,
        )
        if open_same:
            decision.calls.remove(open_same)
        decision.asks = [a for a in decision.asks if a.tool.name != call.name]
        left.remove(call)
        _follow_up(call, tool, talk, tools, rates, today, decision, left)


def _supply(
    item: Item,
    talk: Dialogue,
    tools: list[ToolView],
    today: str | None,
    decision: Decision,
    suppliers: list[Call],
) -> None:
    """Missing arguments out of earlier results, or from another tool that can find them."""
    for call in talk.calls + talk.past_calls[-6:]:
        if call.result is None or call.result.is_error or call.name == item.tool.name:
            continue
        found = from_result(item, call, today)
        if found:
            item.args = {**item.args, **found}
            item.missing = _still_missing(item.tool, item.args)
            suppliers.append(call)
    if not item.missing:
        return
    done = {c.name for c in talk.calls}
    for param in item.missing:
        best = max(
            (
                t
                for t in tools
                if t.name != item.tool.name
                and t.name not in done
                and relates(param, t) >= 0.4
                and not fill(t, Reading.of(clip(talk.ask)), today).missing
                and _source(t)
            ),
            key=lambda t: relates(param, t),
            default=None,
        )
        if best:
            args = fill(best, Reading.of(clip(talk.ask)), today).args
            if (
                valid(args, best.schema, best.schema)
                and (best.name, args) not in decision.calls
            ):
                decision.calls.append((best.name, args))
            item.waits = True
            return


def _source(tool: ToolView) -> bool:
    """Whether a tool reads something (and so may supply a value) rather than does something."""
    acts = {
        "send",
        "create",
        "delete",
        "book",
        "set",
        "pay",
        "cancel",
        "update",
        "write",
        "post",
        "buy",
        "order",
        "add",
        "remove",
        "play",
        "turn",
        "convert",
        "translate",
    }
    return not (tool.name_words and tool.name_words[0] in acts)


def from_result(item: Item, call: Call, today: str | None) -> dict:
    """Values for the item's missing parameters in a result: by key first, then by what the text mentions."""
    found: dict = {}
    value, text = call.result.value, call.result.text[:4000]
    reading = Reading.of(text if len(text) > 1 else text + " ")
    for param in item.missing:
        key = _by_key(value, param)
        if key is not None and valid(key, param.raw, item.tool.schema):
            found[param.name] = key
            continue
        source = Reading.of(f"in {key}") if isinstance(key, str) else reading
        view = ToolView(
            item.tool.name, "", item.tool.schema, [param], item.tool.name_words
        )
        got = fill(view, source, today, typed_only=True).args.get(param.name)
        if (
            got is None
            and isinstance(value, str | None)
            and relates(param, _stub(call)) >= 0.4
            and len(text) <= 80
            and param.type == "string"
        ):
            got = (
                text.strip().strip('"')
                if valid(text.strip().strip('"'), param.raw, item.tool.schema)
                and param.kind not in ("zone",)
                else None
            )
        if got is not None:
            found[param.name] = got
    return found


def _stub(call: Call) -> ToolView:
    from clockhands.mock.toy.words import name_parts

    return ToolView(call.name, "", {}, [], name_parts(call.name))


def _by_key(value: Any, param: Param) -> Any:
    if not isinstance(value, dict):
        return None
    keys = {str(k).lower(): v for k, v in value.items()}
    for key in (
        param.name.lower(),
        param.name.lower().rsplit("_", 1)[0],
        param.kind,
        *(
            {"zone": ("timezone", "tz", "city"), "place": ("city", "location")}.get(
                param.kind, ()
            )
        ),
    ):
        if key in keys and not isinstance(keys[key], (dict, list)):
            return keys[key]
    for inner in value.values():
        got = _by_key(inner, param)
        if got is not None:
            return got
    return None


def _guess(item: Item, talk: Dialogue, seed: object, rates: Rates) -> dict | None:
    """A poor description invites a guess; a good one makes the toy ask."""
    poor = all(not describes(p) for p in item.missing) and quality(item.tool) < 0.35
    if not poor or draw(seed, "guess", talk.ask, item.tool.name) >= rates.guess_missing:
        return None
    return complete(item.tool, item.args)
