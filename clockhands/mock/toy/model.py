"""`ToyModel`: a request in, a reply out, nothing else read and nothing kept."""

from __future__ import annotations

import json
import re

from clockhands.mock.reply import Reply, call, text
from clockhands.mock.toy import chat, now
from clockhands.mock.toy.chance import draw, pick
from clockhands.mock.toy.compose import answer
from clockhands.mock.toy.decide import Decision, Rates, decide, same
from clockhands.mock.toy.dialogue import Dialogue, clip, read_dialogue
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.match import rank
from clockhands.mock.toy.params import ToolView, view_tools
from clockhands.mock.toy.placeholder import complete
from clockhands.mock.toy.plan import Item, plan
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.structured import structured

_RECENT = 8  # calls for earlier questions whose results may still tell the date
_TELLS_TIME = re.compile(r"time|date|clock|now|today", re.I)


class ToyModel:
    """Rules in place of a language model: reads the request alone, so the same request gives the same reply.

    Every rate below is an assumption made for teaching, never a measurement of a real model.

    seed: any value; other seeds make other choices where chance is involved.
    refuse_rate: how often it refuses a question about now that nothing in the request answers; else it
        guesses, within its training era, mid-2025.
    vague_call_rate: how often a tool whose definition says nothing is called for a loosely matching question.
    preamble_rate: how often text stands before a call, under tool_choice auto.
    guess_missing_rate: how often a missing argument with no description is guessed instead of asked for.
    slip_rate: how often the UTC field of a result that also holds local time is read as local.
    max_repairs: further attempts after an error result that names the fix.
    runaway: True asks for the last call again for ever, "vary" with ever-new arguments, "alternate" A-B-A-B.
    gullible: obeys instructions found in tool results; True, False or a rate.
    """

    def __init__(
        self,
        seed: int | str = 0,
        *,
        refuse_rate: float = 0.45,
        vague_call_rate: float = 0.3,
        preamble_rate: float = 0.35,
        guess_missing_rate: float = 0.6,
        slip_rate: float = 0.0,
        max_repairs: int = 2,
        runaway: bool | str = False,
        gullible: bool | float = False,
    ):
        self.seed = seed
        self.refuse_rate = refuse_rate
        self.preamble_rate = preamble_rate
        self.slip_rate = slip_rate
        self.runaway = runaway
        self.gullible = float(gullible)
        self.rates = Rates(vague_call_rate, guess_missing_rate, max_repairs)

    def __repr__(self) -> str:
        return f"ToyModel(seed={self.seed!r})"

    def reply(self, request: dict) -> Reply:
        """The next turn for a Messages API request: a dict with `messages`, perhaps `tools` and `system`."""
        talk, tools = read_dialogue(request), view_tools(request)
        choice = request.get("tool_choice")
        choice = choice if isinstance(choice, dict) else {"type": "auto"}
        kind = choice.get("type")
        today = self._today(talk)
        if kind == "none" or not tools:
            plain = structured(request, talk, today)
            words = plain or self._answer(talk, [], Decision(settled=talk.calls), today)
            return self._say(words, "end_turn")
        if kind in ("any", "tool"):
            return self._forced(talk, tools, choice, today)
        decision = decide(talk, tools, self.seed, self.rates, today)
        calls = self._injected(talk, tools, today) + decision.calls or self._run_away(talk, tools, decision)
        if calls:
            if choice.get("disable_parallel_tool_use"):
                calls = calls[:1]
            return self._call(calls, talk)
        words = structured(request, talk, today) or self._answer(talk, tools, decision, today)
        return self._say(words, "end_turn")

    def _today(self, talk: Dialogue) -> str | None:
        moment = now.find_moment(clip(talk.system))
        if moment is None:
            for done in reversed([*talk.past_calls[-_RECENT:], *talk.calls]):
                if not done.result or not _TELLS_TIME.search(done.name):
                    continue
                found = now.find_moment(done.result.text[:2000])
                if found and not done.result.is_error:
                    moment = found
                    break
        return moment.iso if moment else None

    def _call(self, calls: list[tuple[str, dict]], talk: Dialogue) -> Reply:
        content = [call(name, **args) for name, args in calls]
        if not talk.calls and draw(self.seed, "preamble", talk.ask) < self.preamble_rate:
            content.insert(0, text(pick(_PREAMBLES, self.seed, "words", talk.ask)))
        return Reply(content=content, stop_reason="tool_use")

    def _say(self, words: str, reason: str) -> Reply:
        return Reply(content=[text(words)], stop_reason=reason)

    def _forced(self, talk: Dialogue, tools: list[ToolView], choice: dict, today: str | None) -> Reply:
        """tool_choice any or tool: a call without text, placeholders where nothing was said."""
        named = [t for t in tools if t.name == choice.get("name")] if choice.get("type") == "tool" else tools
        ask = clip(talk.ask)
        ready = (
            decide(talk, named, self.seed, Rates(1.0, 1.0, self.rates.max_repairs), today).calls
            if named
            else []
        )
        if not ready and named:
            best = rank(ask, named, Reading.of(ask).entities)
            for match in best:
                args = complete(match.tool, fill(match.tool, Reading.of(ask), today).args)
                if args is not None:
                    ready = [(match.tool.name, args)]
                    break
            ready = ready or [(best[0].tool.name, {})]
        if choice.get("disable_parallel_tool_use"):
            ready = ready[:1]
        return Reply(content=[call(n, **a) for n, a in ready], stop_reason="tool_use")

    def _run_away(self, talk: Dialogue, tools: list[ToolView], decision: Decision) -> list[tuple[str, dict]]:
        if not self.runaway:
            return []
        steps = len(talk.calls)
        if talk.calls:
            name, args = talk.calls[-1].name, talk.calls[-1].input
        else:
            item = decision.wanted[0] if decision.wanted else Item(tools[0], {})
            name, args = item.tool.name, complete(item.tool, item.args) or {}
        if self.runaway == "alternate" and len(tools) > 1:
            other = tools[steps % 2]
            return [
                (
                    other.name,
                    complete(other, fill(other, Reading.of(clip(talk.ask)), None).args) or {},
                )
            ]
        if self.runaway == "vary":
            return [
                (
                    name,
                    _varied(
                        args,
                        next((t for t in tools if t.name == name), tools[0]),
                        steps,
                    ),
                )
            ]
        return [(name, args)]

    def _injected(self, talk: Dialogue, tools: list[ToolView], today: str | None) -> list[tuple[str, dict]]:
        """A gullible model takes orders from what it reads; any other one only quotes it."""
        if not self.gullible:
            return []
        made = [(c.name, c.input) for c in talk.calls]
        wanted: list[tuple[str, dict]] = []
        for done in talk.calls:
            if done.result is None or draw(self.seed, "gullible", done.result.text[:5000]) >= self.gullible:
                continue
            for name, args in orders(clip(done.result.text), tools, today):
                if not any(n == name and same(a, args) for n, a in made + wanted):
                    wanted.append((name, args))
        return wanted

    def _answer(
        self,
        talk: Dialogue,
        tools: list[ToolView],
        decision: Decision,
        today: str | None,
    ) -> str:
        ask = clip(talk.ask)
        if decision.settled:
            words = answer(decision.settled, ask, self.seed, self.slip_rate)
            return words + ("\n" + question_for(decision.asks) if decision.asks else "")
        if decision.asks:
            return question_for(decision.asks)
        talked = chat.small_talk(ask, [t.name for t in tools], self.seed) or chat.remembered(ask, talk)
        if talked:
            return talked
        if now.ASKS_TIME.search(ask) or now.ASKS_DATE.search(ask):
            system = now.find_moment(clip(talk.system))
            told = "\n".join([*talk.earlier[-10:], *talk.replies[-10:]])
            said = now.find_moment(told[-20_000:]) or now.find_moment(ask, told_as_today=True)
            return now.answer_now(ask, system, said, self.seed, self.refuse_rate)
        return chat.plain_answer(ask, talk, self.seed)


_PREAMBLES = (
    "Let me check.",
    "I'll look that up.",
    "One moment, I'll use a tool for that.",
    "Let me find out for you.",
)


def question_for(items: list[Item]) -> str:
    """The question that names what is missing."""
    parts = []
    for item in items:
        nouns = [p.noun for p in item.missing]
        listed = nouns[0] if len(nouns) == 1 else ", ".join(nouns[:-1]) + " and " + nouns[-1]
        choices = item.missing[0].schema.get("enum") if len(nouns) == 1 else None
        hint = f" ({', '.join(map(str, choices[:8]))})" if isinstance(choices, list) else ""
        parts.append(
            f"To use {item.tool.name} I need the {listed}{hint}. {_doubt(item)}Which {listed} should I use?"
        )
    return " ".join(parts)


_TWO_WAYS = re.compile(r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:0?[1-9]|1[0-2])/\d{4}(?!\d)")


def _doubt(item: Item) -> str:
    """Why a date that was given does not do: nobody can tell its day from its month."""
    said = _TWO_WAYS.search(item.text)
    asked = said and any(p.kind in ("date", "datetime") for p in item.missing)
    return f"Does {said[0]} name the day or the month first? " if asked else ""


_MARKS = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|all|earlier)\b"
    r"|\b(?:important|system|assistant|instruction|admin|ai|attention|urgent"
    r"|note to)\b.{0,30}[:\]>!]|\byou (?:must|should|have to|are required|need to)\b"
    r"|\b(?:call|invoke|use|run|execute)\b",
    re.I | re.S,
)


def orders(words: str, tools: list[ToolView], today: str | None) -> list[tuple[str, dict]]:
    """Tool calls a text tells its reader to make: `call send_email(to="x@y.z")`, or in plain words."""
    found: list[tuple[str, dict]] = []
    for tool in tools:
        for hit in re.finditer(rf"(?<!\w){re.escape(tool.name)}\s*\(([^()]{{0,2000}})\)", words):
            args = {k: v for k, v in _keywords(hit[1]).items() if any(p.name == k for p in tool.params)}
            full = args if valid(args, tool.schema, tool.schema) else complete(tool, args)
            if full is not None:
                found.append((tool.name, full))
        if not any(n == tool.name for n, _ in found):
            hit = re.search(rf"(?<!\w){re.escape(tool.name)}(?!\w)(.{{0,600}})", words, re.S)
            if hit:
                args = complete(tool, fill(tool, Reading.of(hit[1]), today).args)
                found += [(tool.name, args)] if args is not None else []
    mark = _MARKS.search(words)
    if not found and mark:
        items = plan(words[mark.start() :], tools, today)
        found = [(i.tool.name, full) for i in items if (full := complete(i.tool, i.args)) is not None]
    return found


def _keywords(inside: str) -> dict:
    pairs = re.findall(r"(\w+)\s*[=:]\s*(\"[^\"]*\"|'[^']*'|[^,]+)", inside)
    values = {}
    for key, raw in pairs:
        raw = raw.strip()
        try:
            values[key] = json.loads(raw)
        except ValueError:
            values[key] = raw.strip("\"'")
    return values


def _varied(args: dict, tool: ToolView, step: int) -> dict:
    for param in tool.params:
        old = args.get(param.name)
        options: list = []
        if isinstance(old, (int, float)) and not isinstance(old, bool):
            options = [old + 1]
        elif isinstance(old, str):
            base = re.sub(r" \(\d+\)$", "", old)
            zones = (
                "Asia/Tokyo",
                "Europe/London",
                "Europe/Paris",
                "America/New_York",
                "Asia/Kolkata",
                "Australia/Sydney",
            )
            options = [zones[step % 6]] if param.kind == "zone" else [f"{base} ({step})"]
        for new in options:
            if new != old and valid({**args, param.name: new}, tool.schema, tool.schema):
                return {**args, param.name: new}
    return args
