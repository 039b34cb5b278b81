"""What one run knows: the conversation so far, what is still to be answered, and what was used up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clockhands import settings
from clockhands.agent.blocks import Turn, clean, echo
from clockhands.agent.compact import compacted
from clockhands.agent.content import content_of
from clockhands.agent.execute import Job
from clockhands.agent.limits import Limits, Meter
from clockhands.agent.once import Once
from clockhands.agent.outcome import Outcome, Stop
from clockhands.agent.repeats import Repeats
from clockhands.agent.rest import READ_REST, Rest
from clockhands.agent.today import date_line, today, with_date
from clockhands.agent.transcript import UNANSWERED, calls_in, error_result, noted, repaired, result_block
from clockhands.tools.arguments import plain_problem
from clockhands.tools.guard import Decision, Guard
from clockhands.tools.intent import intent_key
from clockhands.tools.registry import Registry
from clockhands.tools.shown import quoted
from clockhands.trace import Exchange, Trace

__all__ = ["Session"]

_LAST_CHANCE = (
    "[Note from the app: one more call like this ends the run. Answer, or call a tool as described.]"
)
_LARGEST_MAX_TOKENS = 20_000  # above about 21,000 the SDK asks for streaming


class Session:
    """The state of one run; the loop decides what happens, this keeps the books."""

    def __init__(
        self,
        tools: Any,
        prompt: str | list[dict[str, Any]] | None,
        *,
        model: str | None,
        max_tokens: int,
        messages: list[dict[str, Any]] | None,
        system: str | list[dict[str, Any]] | None,
        tool_choice: dict[str, Any] | None,
        limits: Limits,
        cancel_event: Any,
        now: Any,
        state_date: bool,
        intent: str | None,
        offer_rest: bool,
        extra: dict[str, Any] | None,
        guard: dict[str, Any],
    ):
        self.trace = Trace()
        self.rest = Rest() if offer_rest and not isinstance(tools, Guard) else None
        self.guard = _guard(tools, self.rest, guard)
        self.limits = limits
        self.meter = Meter(limits, cancel_event)
        self.repeats = Repeats(limits)
        self.once = Once(intent)
        self.messages = repaired(messages or [])
        self.prompt_at = max(0, len(self.messages) - 1)
        if prompt is not None:
            self.prompt_at = len(self.messages)
            self.messages.append({"role": "user", "content": clean(prompt)})
        self.pending: dict[str, dict[str, Any] | None] = {}
        self.executed: list[str] = []
        self.jobs: list[Job] = []
        self.text = ""
        self._seen_ids = {block["id"] for block in calls_in(self.messages)}
        self._now, self._state_date, self._date = now, state_date, ""
        self._body = self._fixed(model, max_tokens, system, tool_choice, extra)
        self._pauses = self._refusals = self._compactions = 0
        self._grown = False

    def _fixed(
        self, model: str | None, max_tokens: int, system: Any, tool_choice: Any, extra: dict[str, Any] | None
    ) -> dict[str, Any]:
        """What stays equal from request to request: a changed prefix is a cache lost."""
        body: dict[str, Any] = {"model": model or settings.model_id(), "max_tokens": max_tokens}
        specs = [tool.spec for tool in self.guard.offered()]
        if specs:
            body["tools"] = specs
        if self._state_date:
            self._date = date_line(today(self._now))
            system = with_date(system, self._date)
        if system:
            body["system"] = system
        if tool_choice:
            body["tool_choice"] = tool_choice
        return {**body, **(extra or {})}

    # --- send, ask -----------------------------------------------------------------------------------------

    def body(self) -> dict[str, Any]:
        """The next request. The messages are a list of its own: what was sent does not grow afterwards."""
        return {**self._body, "messages": list(self.messages)}

    def heard(self, turn: Turn, body: dict[str, Any], t0: float, stream: bool) -> None:
        """A reply arrived: count it, trace it, and stop forcing a tool, or the run would never end."""
        self.meter.count(turn.usage)
        self._log(body, t0, stream, response=turn.as_response)
        self.text = turn.text or self.text
        choice = self._body.get("tool_choice")
        if choice and choice.get("type") in ("any", "tool"):
            parallel = choice.get("disable_parallel_tool_use")
            kept = {} if parallel is None else {"disable_parallel_tool_use": parallel}
            self._body["tool_choice"] = {"type": "auto", **kept}

    def failed(
        self, status: int, error: dict[str, Any] | None, body: dict[str, Any], t0: float, stream: bool
    ) -> None:
        """A request failed: trace it."""
        self._log(body, t0, stream, status=status, error=error)

    def _log(self, body: dict[str, Any], t0: float, stream: bool, **what: Any) -> None:
        # Not trace.add_exchange: it copies the whole conversation, which is plain and final here.
        exchanges = self.trace.exchanges
        exchanges.append(Exchange(len(exchanges) + 1, t0, self.trace.now(), body, stream=stream, **what))

    def compact(self) -> None:
        """Make the conversation shorter. Stop when that was done often enough, or nothing can go."""
        shorter = (
            compacted(self.messages, self.prompt_at) if self._compactions < self.limits.compactions else None
        )
        if shorter is None:
            raise Stop(
                "error",
                "the conversation no longer fits the model's context, and cannot be shortened further",
            )
        self.messages, self.prompt_at = shorter
        self._compactions += 1

    def grow(self) -> None:
        """Ask for a longer reply, once; a call cut short is never run."""
        larger = min(self._body["max_tokens"] * 4, _LARGEST_MAX_TOKENS)
        if self._grown or larger <= self._body["max_tokens"]:
            raise Stop(
                "truncated", f"the reply was cut inside a tool call at {self._body['max_tokens']} tokens"
            )
        self._grown, self._body["max_tokens"] = True, larger

    # --- the model's turn, and its answers -----------------------------------------------------------------

    def append(self, turn: Turn) -> None:
        """The assistant's turn as it came, and a place for the answer to each of its calls."""
        blocks = echo(turn.blocks)
        if blocks:
            self.messages.append({"role": "assistant", "content": blocks})
        self.pending = {call["id"]: None for call in turn.calls}

    def paused(self) -> None:
        """Count a pause; Stop when there have been too many in a row."""
        self._pauses += 1
        if self._pauses > self.limits.pauses:
            raise Stop("step_limit", f"the model paused {self._pauses} times in a row")

    def reused(self, call: dict[str, Any]) -> bool:
        """Whether a call's id was answered before: no id runs twice."""
        before = call["id"] in self._seen_ids
        self._seen_ids.add(call["id"])
        return before

    def deny(self, call: dict[str, Any], message: str) -> None:
        """Answer a call with an error instead of running it."""
        self.pending[call["id"]] = error_result(call["id"], message)
        name, input, now = call.get("name"), call.get("input"), self.trace.now()
        if not isinstance(input, dict) or plain_problem(input):
            input = {
                "(not shown)": quoted(input, 200)
            }  # of any size and depth: a trace must be able to hold it
        self.trace.add_execution(
            str(name)[:200],
            input,
            tool_use_id=call["id"],
            t0=now,
            t1=now,
            ended="denied",
            result=message,
        )

    def job(self, call: dict[str, Any], decision: Decision) -> Job:
        """A call the guard let through, ready to run."""
        tool, call_id, most = decision.tool, call["id"], decision.result_chars
        how = (
            self.rest.how(call_id)
            if self.rest
            else f"Call {tool.name} again, asking for less, to see the rest."
        )

        def finish(value: Any) -> Any:
            content = content_of(value, most, how)
            if self.rest is not None and isinstance(content, str) and tool.name != READ_REST:
                self.rest.keep(call_id, value, content)
            return content

        return Job(
            call_id,
            tool,
            decision.input,
            timeout_s=min(decision.timeout_s, max(0.01, self.meter.left_s)),
            key=self.once.key(tool, decision.input),
            finish=finish,
            now=self.trace.now,
        )

    def starting(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            self.executed.append(job.id)
            self.jobs.append(job)
            self.once.remember(job)

    def answer(self, job: Job, content: Any, is_error: bool = False) -> None:
        """The result of a call that ran."""
        self.pending[job.id] = result_block(job.id, content, is_error)
        self.meter.tool_seconds += job.t1 - job.t0
        shown = content if isinstance(content, str) else "(content blocks)"
        self.trace.add_execution(
            job.tool.name, job.input, tool_use_id=job.id, t0=job.t0, t1=job.t1, ended=job.ended, result=shown
        )

    def give_back(self, note: str = "") -> None:
        """All results of a turn in one user message, in the order of the calls."""
        if not self.pending:
            return
        results = [block or error_result(call_id, UNANSWERED) for call_id, block in self.pending.items()]
        self.pending = {}
        if note:
            results[-1] = noted(results[-1], note)
        content: list[dict[str, Any]] = list(results)
        if self._state_date and (line := date_line(today(self._now))) != self._date:
            # Past midnight: told here, because a changed system prompt would lose the cached prefix.
            self._date = line
            content.append({"type": "text", "text": f"[Note from the app: a new day has begun. {line}]"})
        self.messages.append({"role": "user", "content": content})
        self._pauses = 0

    def judge(self, calls: list[dict[str, Any]], ran: bool) -> tuple[str, str]:
        """(note for the model, why the run should end as stuck); both "" while it gets on."""
        results = [str((self.pending.get(call["id"]) or {}).get("content")) for call in calls]
        note = self.repeats.see([_signature(call) for call in calls], results)
        self._refusals = 0 if ran else self._refusals + 1
        if self._refusals >= self.limits.refusals:
            return note, f"{self._refusals} turns in a row held no call that could be run"
        if self._refusals == self.limits.refusals - 1:
            note = note or _LAST_CHANCE
        return note, self.repeats.stuck

    # --- the end -------------------------------------------------------------------------------------------

    def outcome(self, status: str, reason: str = "") -> Outcome:
        """The end of the run, with every call answered."""
        for call_id, block in self.pending.items():
            if block is None:
                self.pending[call_id] = error_result(call_id, f"Not run: {reason or status}.")
        self.give_back()
        return Outcome(
            status,
            self.text,
            self.messages,
            self.executed,
            reason,
            [job.id for job in self.jobs if job.running],
            self.once.intent,
            dict(self.meter.tokens),
            self.meter.steps,
            self.trace,
        )


def _guard(tools: Any, rest: Rest | None, options: dict[str, Any]) -> Guard:
    """The guard of a run. A list of tools is its own allow-list: the caller picked them."""
    if isinstance(tools, Guard):
        return tools
    registry = tools if isinstance(tools, Registry) else Registry(*tools)
    if rest is not None:
        registry = Registry(*registry, rest.tool)
    return Guard(registry, **{"allow": registry.names, **options})


def _signature(call: dict[str, Any]) -> str:
    """Equal for equal calls; a call whose arguments cannot be written down is like any other such."""
    try:
        return intent_key("", str(call.get("name"))[:200], call.get("input"))
    except (RecursionError, TypeError, ValueError):
        return "?"
