"""A trace told as numbered steps, the one source of every picture: *send, ask, check, run, return, reply*.

`tell(trace)` gives a `Story`: rows in order, each with one of the six subgoal labels or `stop`, and the calls
with the marks that tell them apart. Text, SVG and alt text are all drawn from it.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from clockhands.show.palette import Mark, mark
from clockhands.show.words import clean, count, first_text, text_of
from clockhands.trace import Exchange, Execution, Trace

__all__ = ["STOPPED", "Call", "Result", "Row", "Story", "tell", "together", "verdict"]

UNCLEAR = "denied or failed, unwatched"
STOPPED = ("denied", "not run", UNCLEAR)
"""The verdicts about calls that no arrow to the tools' lane may show."""


@dataclass
class Call:
    """One tool call the model asked for. execution: None when no run of it was recorded; watched: whether the
    trace holds executions at all."""

    mark: Mark
    id: str
    name: str
    input: Any
    execution: Execution | None = None
    result: str | None = None
    is_error: bool = False
    watched: bool = False


@dataclass
class Result:
    """One `tool_result` block; call is None when its id answers no pending call."""

    call: Call | None
    id: str
    text: str
    is_error: bool


@dataclass
class Row:
    """One step. label: send, ask, check, run, return, reply or stop; text: what it says; detail: more of it.

    exchange is the exchange a send, return, ask, reply or stop belongs to; calls and results as they apply.
    """

    label: str
    text: str = ""
    detail: str = ""
    exchange: Exchange | None = None
    calls: list[Call] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    stop_reason: str | None = None


@dataclass
class Story:
    """title: the question; rows: the steps; calls: every call asked for, in order."""

    title: str
    rows: list[Row]
    calls: list[Call]
    trace: Trace


def tell(trace: Trace) -> Story:
    """The steps of `trace`, in order."""
    teller = _Teller(trace)
    for exchange in trace.exchanges:
        teller.exchange(exchange)
    teller.finish()
    first = trace.messages_before(trace.exchanges[-1]) if trace.exchanges else []
    return Story(first_text(first) or "a run without a question", teller.rows, teller.calls, trace)


class _Teller:
    def __init__(self, trace: Trace):
        self.trace = trace
        self.rows: list[Row] = []
        self.calls: list[Call] = []
        self.free = list(trace.executions)
        self.acted: set[int] = set()
        self.window = (0.0, 0.0)

    def exchange(self, exchange: Exchange) -> None:
        # An execution belongs to a call when it began between the ask and the next request.
        self.window = (self.window[0], exchange.t0)
        messages = self.trace.messages_before(exchange)
        results = self._results(messages)
        pending = self._pending()
        if results:
            self._app_acts(pending, results)
            self.rows.append(self._return(exchange, messages, results))
        else:
            if pending and self.rows[-1].label == "ask":
                self._app_acts([call for call in pending if self._execution(call)], [])
            self.rows.append(self._send(exchange, messages))
        self._answer(exchange)
        self.window = (exchange.t0, float("inf"))

    def finish(self) -> None:
        pending = self._pending()
        if not pending or self.rows[-1].label != "ask":
            return
        ran = [call for call in pending if self._execution(call)]
        if ran:
            self._app_acts(ran, [])
            self.rows.append(Row("stop", "the results never went back to the model"))
        else:
            ids = "the call" if len(pending) == 1 else f"the {len(pending)} calls"
            self.rows.append(Row("stop", f"{ids} above: asked for, not run. Only the app acts."))

    # --- what the app sent ---------------------------------------------------------------------------------

    def _send(self, exchange: Exchange, messages: list[dict]) -> Row:
        tools = len(exchange.request.get("tools") or [])
        with_tools = f" + {count(tools, 'tool')}" if tools else ""
        if exchange.n == 1:
            earlier = len(messages) - 1
            before = f"{count(earlier, 'earlier message')} + " if earlier > 0 else ""
            return Row("send", f"{before}question{with_tools}", exchange=exchange)
        previous = self.trace.messages_before(self.trace.exchanges[exchange.n - 2])
        new = "nothing new" if messages == previous else "a question"
        if new != "nothing new" and messages and messages[-1].get("role") == "assistant":
            new = "an assistant turn"
        return Row("send", f"everything again + {new}{with_tools}", exchange=exchange)

    def _return(self, exchange: Exchange, messages: list[dict], results: list[Result]) -> Row:
        role = messages[-1].get("role", "user")
        owner = "one user message" if role == "user" else f"role {role}"
        before = "everything again + " if exchange.n > 1 else ""
        text = f"{before}{count(len(results), 'result')}, {owner}"
        return Row("return", text, exchange=exchange, results=results)

    def _results(self, messages: list[dict]) -> list[Result]:
        """The results the app has added since the model last asked."""
        blocks: list[dict] = []
        for message in reversed(messages):
            found = _blocks(message.get("content"), "tool_result")
            if message.get("role") == "assistant" and not found:
                break
            blocks = found + blocks
        return [self._result(block) for block in blocks]

    def _result(self, block: dict) -> Result:
        id_ = str(block.get("tool_use_id", ""))
        call = next((c for c in reversed(self.calls) if c.id == id_), None)
        result = Result(call, id_, clean(text_of(block.get("content"))), bool(block.get("is_error")))
        if call is not None:
            call.result, call.is_error = result.text, result.is_error
        return result

    # --- what the app did ----------------------------------------------------------------------------------

    def _app_acts(self, calls: list[Call], results: list[Result]) -> None:
        calls = calls or [r.call for r in results if r.call is not None]
        calls = [call for call in calls if call is not None and id(call) not in self.acted]
        if not calls:
            return
        self.acted.update(id(call) for call in calls)
        for call in calls:
            call.execution = self._execution(call)
            call.watched = bool(self.trace.executions)
            if call.execution is not None and call.execution in self.free:
                self.free.remove(call.execution)
        self.rows.append(Row("check", calls=calls))
        ran = [call for call in calls if verdict(call) not in STOPPED]
        if ran:
            self.rows.append(Row("run", calls=ran))

    def _execution(self, call: Call) -> Execution | None:
        """The execution that answers `call`: by id, else the first free one of its name and input."""
        if call.execution is not None:
            return call.execution
        first, last = self.window
        tests = (
            lambda x: x.tool_use_id == call.id,
            lambda x: x.tool_use_id is None and x.tool == call.name and x.input == call.input,
            lambda x: x.tool_use_id is None and x.tool == call.name,
        )
        for fits in tests:
            found = next((x for x in self.free if fits(x) and first <= x.t0 <= last), None)
            if found is not None:
                return found
        return None

    # --- what the model answered ---------------------------------------------------------------------------

    def _answer(self, exchange: Exchange) -> None:
        if exchange.status == 0 and exchange.error is None:
            return
        if exchange.error is not None or exchange.response is None:
            self.rows.append(_stopped(exchange))
            return
        content = exchange.response.get("content")
        reason = exchange.response.get("stop_reason")
        text = clean(text_of(content))
        calls = [self._call(block) for block in _blocks(content, "tool_use")]
        row = Row("ask" if calls else "reply", text, exchange=exchange, calls=calls, stop_reason=reason)
        self.rows.append(row)

    def _call(self, block: dict) -> Call:
        call = Call(
            mark(len(self.calls)), str(block.get("id", "")), str(block.get("name", "")), block.get("input")
        )
        self.calls.append(call)
        return call

    def _pending(self) -> list[Call]:
        last = next((row for row in reversed(self.rows) if row.label in ("ask", "reply")), None)
        return list(last.calls) if last is not None else []


def _blocks(content: Any, kind: str) -> list[dict]:
    blocks = content if isinstance(content, list) else []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == kind]


def verdict(call: Call) -> str:
    """What the app decided about a call, as far as the trace tells: run, unwatched, or one of `STOPPED`.

    An error without an execution, where other executions were watched, was not run. Where nothing was
    watched, a denial and a tool that failed look the same, so neither is claimed.
    """
    if call.execution is not None:
        return "denied" if call.execution.ended == "denied" else "run"
    if call.is_error:
        return "not run" if call.watched else UNCLEAR
    return "unwatched"


def together(calls: list[Call]) -> bool:
    """Whether any two of these calls ran at the same time."""
    spans = sorted((c.execution.t0, c.execution.t1) for c in calls if c.execution is not None)
    return any(first[1] > second[0] for first, second in itertools.pairwise(spans))


def _stopped(exchange: Exchange) -> Row:
    inner = (exchange.error or {}).get("error", exchange.error or {})
    kind = inner.get("type", "no answer") if isinstance(inner, dict) else "error"
    message = inner.get("message", "") if isinstance(inner, dict) else str(inner)
    head = (
        f"{exchange.status} {kind}"
        if exchange.status
        else f"no answer: {kind}"
        if kind != "no answer"
        else kind
    )
    return Row("stop", head, detail=clean(message), exchange=exchange)
