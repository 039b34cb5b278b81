"""The next move: which calls are still to be made, what is missing, what has been answered."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from clockhands.mock.toy.chance import draw
from clockhands.mock.toy.dialogue import Call, Dialogue, clip
from clockhands.mock.toy.followup import wanted
from clockhands.mock.toy.match import quality
from clockhands.mock.toy.now import find_moment
from clockhands.mock.toy.params import ToolView, describes
from clockhands.mock.toy.placeholder import complete
from clockhands.mock.toy.plan import Item
from clockhands.mock.toy.repair import repaired
from clockhands.mock.toy.schema import valid
from clockhands.mock.toy.supply import from_results, supplier

_FINISH = re.compile(
    r"\b(?:answer (?:now|with what)|(?:do not|don't|no more|without (?:any )?(?:more"
    r"|further)|stop) (?:call|tool|using|asking)"
    r"|final answer|step limit|out of (?:steps|budget)|finish now|wrap up)",
    re.I,
)


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


def decide(talk: Dialogue, tools: list[ToolView], seed: object, rates: Rates, today: str | None) -> Decision:
    """What to do about the latest question, recomputed from the whole conversation each time."""
    used = {c.name for c in talk.calls}
    items = [
        item
        for item in wanted(talk, tools, today)
        if item.tool.name in used or _is_called(item, talk, seed, rates)
    ]
    settling = _Settling(talk, tools, seed, rates, today)
    settling.decision.wanted = items
    for item in items:
        settling.settle(item)
    settling.leftovers()
    if talk.calls and _FINISH.search(talk.nudge):
        settling.decision.calls = []
    return settling.decision


def call_rate(item: Item, rates: Rates) -> float:
    """How often an item is called: `vague_call` for a definition that says nothing, always for a clear one.

    A definition that says when to use the tool is always called, and so is any tool whose own verb begins the
    question, or whose arguments the question holds, or some of them and its name. One that adds two words to
    the tool's name is called when the question uses that name. Where the model may believe it knows, as with
    the time, the description matters most.
    """
    clear = quality(item.tool)
    knows = bool(item.hits & {"?now", "?today"})
    held = bool(item.args) and not knows
    filled = held and not item.missing
    if clear >= 1.0 or item.imperative or filled or (item.direct and (held or clear >= 0.4)):
        return 1.0
    share = min(1.0, clear / 0.75)
    if item.direct:
        share = 0.25 + 0.75 * share
    return rates.vague_call + (1.0 - rates.vague_call) * share


def _is_called(item: Item, talk: Dialogue, seed: object, rates: Rates) -> bool:
    if _in_prompt(item, talk):
        return False
    return draw(seed, "call", talk.ask, item.tool.name, item.tool.description) < call_rate(item, rates)


def _in_prompt(item: Item, talk: Dialogue) -> bool:
    """The system prompt holds the answer: a date for a date question, a clock time for a time question."""
    if not item.hits & {"?now", "?today"} or item.args or not talk.system:
        return False
    moment = find_moment(clip(talk.system))
    return moment is not None and ("?now" not in item.hits or bool(moment.time))


def same(a: Any, b: Any) -> bool:
    """Equal as JSON."""
    return json.dumps(a, sort_keys=True, default=str) == json.dumps(b, sort_keys=True, default=str)


class _Settling:
    """One pass over the items: each is answered by a call already made, or asks for one."""

    def __init__(self, talk: Dialogue, tools: list[ToolView], seed: object, rates: Rates, today: str | None):
        self.talk, self.tools, self.seed, self.rates, self.today = talk, tools, seed, rates, today
        self.decision = Decision()
        self.open = list(talk.calls)
        self.suppliers: list[Call] = []

    def settle(self, item: Item) -> None:
        """Match the item with a call made, or add the call it needs, or what must be asked first."""
        call = self._made(item)
        if call is None and item.missing:
            self.suppliers += from_results(item, self.talk, self.today)
            call = self._made(item)
        if call is None and item.missing:
            first = supplier(item, self.talk, self.tools, self.today)
            if first:
                self._ask_for(*first)
                return
            guessed = self._guess(item)
            if guessed is None:
                self.decision.asks.append(item)
                return
            item.args, item.missing = guessed, []
            call = self._made(item)
        if call is not None:
            self._follow_up(call, item.tool)
        elif valid(item.args, item.tool.schema, item.tool.schema):
            self._ask_for(item.tool.name, item.args)
        else:
            full = complete(item.tool, item.args)
            if full is not None:
                self._ask_for(item.tool.name, full)

    def leftovers(self) -> None:
        """Calls the plan did not foresee, as in a hand-made transcript, answer an open item of their tool."""
        decision = self.decision
        self.open = [
            c for c in self.open if c not in self.suppliers or not (decision.settled or decision.calls)
        ]
        while self.open:
            call = self.open.pop(0)
            if not any(s.name == call.name for s in decision.settled):
                twin = next((c for c in decision.calls if c[0] == call.name), None)
                if twin:
                    decision.calls.remove(twin)
                decision.asks = [a for a in decision.asks if a.tool.name != call.name]
            self._follow_up(call, next((t for t in self.tools if t.name == call.name), None))

    def _ask_for(self, name: str, args: dict) -> None:
        if not any(n == name and same(a, args) for n, a in self.decision.calls):
            self.decision.calls.append((name, args))

    def _made(self, item: Item) -> Call | None:
        call = next((c for c in self.open if c.name == item.tool.name and same(c.input, item.args)), None)
        if call is not None and not item.missing:
            self.open.remove(call)
            return call
        return None

    def _follow_up(self, call: Call, tool: ToolView | None) -> None:
        """A call that was made: settled, or failed and to be repaired while attempts are left."""
        tries = 0
        while call.result is not None and call.result.is_error and tries < self.rates.max_repairs:
            new = repaired(call, tool, self.tools, clip(self.talk.ask), self.today)
            if new is None:
                break
            later = next((c for c in self.open if c.name == new[0] and same(c.input, new[1])), None)
            if later is None:
                self._ask_for(*new)
                return
            self.open.remove(later)
            call, tries = later, tries + 1
            tool = next((t for t in self.tools if t.name == call.name), tool)
        self.decision.settled.append(call)

    def _guess(self, item: Item) -> dict | None:
        """A poor description invites a guess, but of no text or title; a good one makes the toy ask."""
        poor = quality(item.tool) < 0.35 and not any(
            describes(p) or p.kind in ("text", "title") for p in item.missing
        )
        if not poor or draw(self.seed, "guess", self.talk.ask, item.tool.name) >= self.rates.guess_missing:
            return None
        return complete(item.tool, item.args)
