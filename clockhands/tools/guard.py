"""The guard: is this call one the app wants to run? It decides; it never executes.

Five checks, one after the other; the first that fails decides:

    known → allowed → valid (shape, schema, meaning) → needs a human → within limits

Denied by default: a tool nobody allowed, a dangerous one nobody approved, a schema nobody can read. A denial
is one message under 500 characters that the model can act on.
"""

from __future__ import annotations

import copy
import difflib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clockhands.tools.arguments import BrokenSchema, Validator, plain_problem, validator_for
from clockhands.tools.rate import Rate, Rates
from clockhands.tools.registry import Registry
from clockhands.tools.shown import cut, quoted, spelled
from clockhands.tools.tool import Tool

__all__ = ["CHECKS", "LONGEST", "Decision", "Guard"]

CHECKS = ("known", "allowed", "valid", "human", "limits")
LONGEST = 499
_KINDS = {
    str: "a text",
    list: "a list",
    type(None): "null",
    int: "a number",
    float: "a number",
    bool: "a boolean",
}


@dataclass(frozen=True)
class Decision:
    """What the guard decided about one call.

    verdict: "run"; "deny"; or "ask": everything but a person's approval is there.
    check: the check that decided, one of `CHECKS`; "" for "run".
    message: for the model, when denied: what is wrong and what to do instead.
    input: the guard's own copy of the arguments: what was checked is what runs.
    timeout_s, result_chars: the terms on which to run it.
    """

    verdict: str
    tool: Tool | None = None
    input: dict[str, Any] = field(default_factory=dict)
    check: str = ""
    message: str = ""
    timeout_s: float = 0.0
    result_chars: int = 0

    @property
    def ok(self) -> bool:
        """Whether the app may run the call."""
        return self.verdict == "run"


class Guard:
    """Decides about calls to `tools` (a Registry, or Tools and functions).

    allow: names this caller may use; by default none.
    permissions: what the caller holds; a tool whose `permission` is not among them stays out.
    approve: called as `approve(tool, input)` for a dangerous tool; only the answer True is a yes.
    rates: a `Rate` by tool name, "*" for each tool not named.
    most_s: no call may run longer, whatever its tool asks for.
    result_chars: how many characters of a result the model gets to read.
    """

    def __init__(
        self,
        tools: Registry | Iterable[Any],
        *,
        allow: Iterable[str] = (),
        permissions: Iterable[str] = (),
        approve: Callable[[Tool, dict[str, Any]], Any] | None = None,
        rates: Mapping[str, Rate] | None = None,
        most_s: float = 60.0,
        result_chars: int = 50_000,
    ):
        self.registry = tools if isinstance(tools, Registry) else Registry(*tools)
        self.allow = frozenset(allow)
        self.permissions = frozenset(permissions)
        self.approve = approve
        self.most_s = most_s
        self.result_chars = result_chars
        self._rates = Rates(rates)
        self._validators: dict[str, Validator] = {}

    def offered(self) -> list[Tool]:
        """The tools to tell the model about: those this caller is allowed."""
        return [tool for tool in self.registry if self._may(tool)]

    def decide(self, name: Any, input: Any) -> Decision:
        """All five checks; a dangerous call is put to `approve`. Never raises, never runs the tool."""
        decision = self.examine(name, input)
        return self.settle(decision, self._answer(decision)) if decision.verdict == "ask" else decision

    def examine(self, name: Any, input: Any) -> Decision:
        """The checks a program can make alone: the verdict is "ask" where a person must decide."""
        try:
            for check in (self._known, self._allowed, self._shape, self._schema, self._meaning):
                denied = check(name, input)
                if denied:
                    return denied
            decision = Decision("ask", self.registry[name], copy.deepcopy(input), check="human")
            return decision if decision.tool.dangerous else self.settle(decision, True)
        except Exception as bad:  # a guard that breaks must not fail open, nor take the run with it
            kind = type(bad).__name__
            return _deny("valid", f"This call cannot be checked ({cut(kind, 60)}); send plain, small JSON.")

    def settle(self, decision: Decision, approved: Any) -> Decision:
        """The last two checks, once `approved` is known; anything but True is a no."""
        tool = decision.tool
        if decision.verdict != "ask" or tool is None:
            return decision
        if approved is not True:
            return _deny(
                "human",
                f"A person must approve {_named(tool.name)}, and nobody did, so it did not run. Do not call "
                "it again; tell the user what you wanted to do and why.",
                tool,
            )
        return self._limits(tool, decision)

    # --- the checks: each gives back a denial, or None -----------------------------------------------------

    def _known(self, name: Any, input: Any) -> Decision | None:
        if name in self.registry:
            return None
        return _deny("known", f"There is no tool {quoted(name)}. {self._use_instead(name)}")

    def _allowed(self, name: str, input: Any) -> Decision | None:
        tool = self.registry[name]
        if self._may(tool):
            return None
        instead = self._use_instead(None)
        return _deny("allowed", f"{_named(name)} is not allowed here, so it did not run. {instead}", tool)

    def _shape(self, name: str, input: Any) -> Decision | None:
        tool = self.registry[name]
        if not isinstance(input, dict):
            kind = _KINDS.get(type(input), "a value JSON does not have")
            fields = cut(spelled(", ".join(map(str, _fields(tool)))), 150) or "none"
            return _deny(
                "valid",
                f"The arguments of {_named(name)} must be a JSON object, not {kind}; send an object with the "
                f"fields: {fields}. Nothing ran.",
                tool,
            )
        problem = plain_problem(input)
        return _invalid(tool, problem) if problem else None

    def _schema(self, name: str, input: dict[str, Any]) -> Decision | None:
        tool = self.registry[name]
        try:
            if name not in self._validators:
                self._validators[name] = validator_for(tool.input_schema)
            problems = self._validators[name].problems(input)
        except BrokenSchema as bad:
            return _broken(tool, "valid", f"its input_schema is broken ({bad})", "mend the schema")
        return _invalid(tool, "; ".join(cut(problem, 180) for problem in problems)) if problems else None

    def _meaning(self, name: str, input: dict[str, Any]) -> Decision | None:
        tool = self.registry[name]
        if tool.meaning is None:
            return None
        try:
            verdict = tool.meaning(copy.deepcopy(input))
        except (ValueError, LookupError) as bad:
            verdict = str(bad)
        except Exception as bad:
            verdict = f"checking them failed ({type(bad).__name__}); send other values"
        if verdict is None or verdict is True:
            return None
        words = verdict if isinstance(verdict, str) and verdict else "they make no sense together"
        return _invalid(tool, spelled(words[:400]).rstrip("."))

    def _limits(self, tool: Tool, decision: Decision) -> Decision:
        seconds = tool.timeout_s
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0:
            return _broken(
                tool, "limits", f"its timeout_s is {quoted(seconds, 30)}", "give a number of seconds above 0"
            )
        wait = self._rates.take(tool.name)
        if wait:
            return _deny(
                "limits",
                f"{_named(tool.name)} has run as often as it may; it may run again in {math.ceil(wait)} s. "
                "Go on without it, or answer with what you have.",
                tool,
            )
        terms = {"timeout_s": min(seconds, self.most_s), "result_chars": self.result_chars}
        return replace(decision, verdict="run", check="", **terms)

    # --- what the checks stand on --------------------------------------------------------------------------

    def _may(self, tool: Tool) -> bool:
        return tool.name in self.allow and (tool.permission is None or tool.permission in self.permissions)

    def _answer(self, decision: Decision) -> Any:
        """What a person says; without a callback, or when it breaks, nobody said yes."""
        if self.approve is None or decision.tool is None:
            return False
        try:
            return self.approve(decision.tool, copy.deepcopy(decision.input))
        except Exception:
            return False

    def _use_instead(self, name: Any) -> str:
        names = [spelled(tool.name) for tool in self.offered()]
        if not names:
            return "No tool is available; answer without one."
        near = difflib.get_close_matches(name[:128], names, 1) if isinstance(name, str) else []
        hint = f"Did you mean {_named(near[0])}? " if near else ""
        return f"{hint}Use one of: {cut(', '.join(names), 300)}."


def _fields(tool: Tool) -> list[Any]:
    schema = tool.input_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return list(properties) if isinstance(properties, dict) else []


def _named(name: str) -> str:
    return f"`{cut(spelled(name[:61]), 60)}`"


def _invalid(tool: Tool, problem: str) -> Decision:
    return _deny(
        "valid", f"Invalid arguments for {_named(tool.name)}: {cut(problem, 390)}. Nothing ran.", tool
    )


def _broken(tool: Tool, check: str, what: str, mend: str) -> Decision:
    return _deny(
        check,
        f"{_named(tool.name)} cannot be used: {what}. Do without it; whoever wrote the tool must {mend}.",
        tool,
    )


def _deny(check: str, message: str, tool: Tool | None = None) -> Decision:
    return Decision("deny", tool, check=check, message=cut(message, LONGEST))
