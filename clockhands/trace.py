"""What happened in a run: every exchange with the model and every execution of a tool, with times.

A `Trace` is filled by `clockhands.client.record(client)` (exchanges) and `trace.watch(tools)` (executions).
It holds plain dicts, saves as JSON lines and needs nothing but the standard library.

    >>> trace = Trace()
    >>> add = trace.watch(lambda a, b: a + b)
    >>> add(2, 3)
    5
    >>> trace.executions[0].result, trace.executions[0].ended
    ('5', 'ok')
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from clockhands import clock
from clockhands.errors import TraceFileError
from clockhands.watching import shorten, watched

__all__ = ["ENDINGS", "Exchange", "Execution", "Trace", "plain"]

VERSION = 1
ENDINGS = ("ok", "raise", "hung", "abandoned", "denied")


@dataclass
class Exchange:
    """One request to the model and what came back.

    n counts from 1; t0 and t1 are seconds from the start of the trace. request is the JSON body, response
    the message as a dict (None when there was none), error the API's error envelope. status 0 means that no
    answer arrived: the connection broke, or the request was never sent.
    """

    n: int
    t0: float
    t1: float
    request: dict
    response: dict | None = None
    status: int = 200
    error: dict | None = None
    stream: bool = False

    @property
    def seconds(self) -> float:
        """How long the app waited for the model."""
        return max(0.0, self.t1 - self.t0)


@dataclass
class Execution:
    """One run of a tool by the app; t0 and t1 are seconds from the start of the trace.

    ended: "ok"; "raise" (result holds the error's repr); "hung" (did not come back: t1 is when the app gave
    up, or t0 while nobody knows); "abandoned" (cancelled); "denied" (the app refused to run it).
    """

    tool: str
    input: Any
    tool_use_id: str | None = None
    t0: float = 0.0
    t1: float = 0.0
    ended: str = "ok"
    result: str = ""

    def __post_init__(self) -> None:
        if self.ended not in ENDINGS:
            raise ValueError(f"ended is {self.ended!r}; allowed: {', '.join(ENDINGS)}")

    @property
    def seconds(self) -> float:
        """How long the tool ran."""
        return max(0.0, self.t1 - self.t0)


@dataclass
class Trace:
    """The exchanges and executions of one run, in the order they began; safe to fill from several threads.

    exact is True when the times come from a virtual clock, and so are the same on every machine.
    """

    exchanges: list[Exchange] = field(default_factory=list)
    executions: list[Execution] = field(default_factory=list)
    exact: bool = field(default_factory=clock.is_virtual)

    def __post_init__(self) -> None:
        self._start = clock.monotonic()
        self._lock = threading.RLock()

    def now(self) -> float:
        """Seconds since this trace began."""
        return clock.monotonic() - self._start

    # --- filling -------------------------------------------------------------------------------------------

    def add_exchange(
        self,
        request: dict,
        response: Any = None,
        *,
        t0: float,
        t1: float | None = None,
        status: int = 200,
        error: dict | None = None,
        stream: bool = False,
    ) -> Exchange:
        """Append one exchange (t1 defaults to now) and give it back; `n` is assigned here."""
        t1 = self.now() if t1 is None else t1
        with self._lock:
            exchange = Exchange(
                len(self.exchanges) + 1, t0, t1, plain(request), plain(response), status, error, stream
            )
            self.exchanges.append(exchange)
        return exchange

    def add_execution(
        self,
        tool: str,
        input: Any,
        *,
        tool_use_id: str | None = None,
        t0: float,
        t1: float | None = None,
        ended: str = "ok",
        result: Any = "",
    ) -> Execution:
        """Append one execution (t1 defaults to now) and give it back; result is cut to 2000 characters."""
        t1 = self.now() if t1 is None else t1
        execution = Execution(tool, plain(input), tool_use_id, t0, t1, ended, shorten(result))
        with self._lock:
            self.executions.append(execution)
        return execution

    def watch(self, x: Any) -> Any:
        """Time each call of a function, of a dict name -> function, of a Tool or of a list of either.

        Gives back the same kind; the original is left alone. Works on sync and async functions, from any
        thread. A call that has not come back yet stands in the trace as "hung".
        """
        return watched(self, x)

    # --- reading -------------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """Seconds from the first thing that began to the last that ended; 0.0 when nothing happened."""
        spans = [(x.t0, x.t1) for x in [*self.exchanges, *self.executions]]
        return max((t1 for _, t1 in spans), default=0.0) - min((t0 for t0, _ in spans), default=0.0)

    @property
    def tokens_in(self) -> int:
        """Input tokens over all exchanges, cached ones included."""
        keys = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        return sum(_usage(x, key) for x in self.exchanges for key in keys)

    @property
    def tokens_out(self) -> int:
        """Output tokens over all exchanges."""
        return sum(_usage(x, "output_tokens") for x in self.exchanges)

    @property
    def messages(self) -> list[dict]:
        """The conversation as it stands: the last request's messages and the last reply."""
        return self.messages_of(self.exchanges[-1]) if self.exchanges else []

    def messages_of(self, exchange: Exchange) -> list[dict]:
        """The whole conversation up to and with `exchange`'s reply, server-held threads unrolled."""
        messages = [*self.messages_before(exchange)]
        if exchange.response is not None:
            messages.append({"role": "assistant", "content": exchange.response.get("content", [])})
        return messages

    def messages_before(self, exchange: Exchange) -> list[dict]:
        """The messages the model saw in `exchange`, server-held threads unrolled."""
        own = list(exchange.request.get("messages") or [])
        thread = exchange.request.get("thread")
        previous = thread.get("previous_message_id") if isinstance(thread, dict) else None
        if previous:
            for earlier in self.exchanges:
                if earlier is not exchange and (earlier.response or {}).get("id") == previous:
                    return self.messages_of(earlier) + own
        return own

    # --- files ---------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the trace as JSON lines; the first line is a header with the version."""
        with self._lock:
            lines = [{"clockhands_trace": VERSION, "exact": self.exact}]
            lines += [{"kind": "exchange", **asdict(x)} for x in self.exchanges]
            lines += [{"kind": "execution", **asdict(x)} for x in self.executions]
        text = "".join(json.dumps(line, ensure_ascii=False, default=str) + "\n" for line in lines)
        path = Path(path)
        path.write_text(text.encode("utf-8", "replace").decode("utf-8"), encoding="utf-8", newline="\n")
        return path

    @classmethod
    def load(cls, path: str | Path) -> Trace:
        """Read what `save` wrote. TraceFileError names the line when the file is not a trace or is broken."""
        name = Path(path).name
        try:
            lines = Path(path).read_text(encoding="utf-8").split("\n")
        except UnicodeDecodeError as bad:
            raise TraceFileError(f"{name} is not UTF-8 text; pass a file that trace.save wrote") from bad
        header = _json_line(path, 1, lines[0]) if lines[0] else None
        if not isinstance(header, dict) or "clockhands_trace" not in header:
            raise TraceFileError(
                f"{name} is not a trace: its first line has no clockhands_trace; "
                "pass a file that trace.save(path) wrote"
            )
        if header["clockhands_trace"] != VERSION:
            raise TraceFileError(
                f"{name} is a trace of version {header['clockhands_trace']!r}; "
                f"this package reads version {VERSION}: record the run again"
            )
        trace = cls(exact=bool(header.get("exact")))
        for number, line in enumerate(lines[1:], start=2):
            if line.strip():
                _read_line(trace, path, number, _json_line(path, number, line))
        return trace

    @classmethod
    def from_messages(cls, messages: Iterable[dict]) -> Trace:
        """A trace of a transcript: one exchange per assistant message, without times, tokens or executions.

        Messages the model has not answered yet become a last exchange with status 0.
        """
        messages = plain(list(messages))
        trace = cls(exact=False)
        for index, message in enumerate(messages):
            if message.get("role") == "assistant":
                reply = {"role": "assistant", "content": message.get("content", []), "stop_reason": None}
                trace.add_exchange({"messages": messages[:index]}, reply, t0=0.0, t1=0.0)
        if messages and messages[-1].get("role") != "assistant":
            trace.add_exchange({"messages": messages}, t0=0.0, t1=0.0, status=0)
        return trace


def plain(x: Any) -> Any:
    """JSON values out of SDK objects, tuples and dicts of them; what JSON cannot say becomes its text."""
    dump: Callable | None = getattr(x, "model_dump", None)
    if dump is not None and not isinstance(x, type):
        return plain(dump(mode="json", exclude_unset=True))
    if isinstance(x, dict):
        return {str(key): plain(value) for key, value in x.items()}
    if isinstance(x, (list, tuple)):
        return [plain(item) for item in x]
    if x is None or isinstance(x, (str, int, float, bool)):
        return x
    return str(x)


def _usage(exchange: Exchange, key: str) -> int:
    usage = (exchange.response or {}).get("usage")
    value = usage.get(key) if isinstance(usage, dict) else None
    return value if isinstance(value, int) else 0


def _json_line(path: str | Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as bad:
        raise TraceFileError(
            f"{Path(path).name}, line {number} is not JSON ({bad}); the file is broken or was cut: "
            "record the run again, or delete that line to read the rest"
        ) from bad


def _read_line(trace: Trace, path: str | Path, number: int, record: Any) -> None:
    kinds = {"exchange": (Exchange, trace.exchanges), "execution": (Execution, trace.executions)}
    kind = record.get("kind") if isinstance(record, dict) else None
    if kind not in kinds:
        raise TraceFileError(
            f"{Path(path).name}, line {number}: kind is {kind!r}; allowed: exchange, execution. "
            "Delete that line or record the run again"
        )
    make, into = kinds[kind]
    known = {f.name for f in fields(make)}
    try:
        into.append(make(**{key: value for key, value in record.items() if key in known}))
    except (TypeError, ValueError) as bad:
        raise TraceFileError(
            f"{Path(path).name}, line {number} is not a whole {kind}: {bad}. Record the run again"
        ) from bad
