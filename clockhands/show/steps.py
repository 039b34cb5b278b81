"""`steps_of(trace)`: a run as steps to walk through, each with what is new in it and what is pending.

Everything that depends on the length of the run is worked out here, once; drawing one step then costs the
same in a run of ten calls and of five hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from clockhands.show.palette import Mark
from clockhands.show.story import Call, Row, Story, tell
from clockhands.show.words import count, joined, text_of
from clockhands.trace import Exchange, Trace

__all__ = ["Piece", "Request", "Step", "marks_of", "pieces_of", "steps_of"]

#: Fields of a request that are no news by themselves.
_ROUTINE = ("messages", "stream", "thread")


@dataclass(frozen=True)
class Piece:
    """One block of a message. place: (index of the message, index of the block or None for plain text)."""

    role: str
    kind: str
    text: str
    place: tuple[int, int | None]
    id: str = ""
    is_error: bool = False


@dataclass(frozen=True)
class Request:
    """One request, told by what is new in it. The first `earlier` messages were sent before, unchanged.

    mended: whether the app changed or dropped messages it had sent before. settings: what goes along, said in
    words.
    """

    exchange: Exchange
    messages: list[dict]
    earlier: int
    mended: bool
    settings: str

    @property
    def new(self) -> Iterator[tuple[int, dict]]:
        """(index, message) of each new message."""
        return ((n, self.messages[n]) for n in range(self.earlier, len(self.messages)))


@dataclass(frozen=True)
class Step:
    """One step of a run.

    number: from 1. row: the step as every picture tells it. request: of the exchange the step belongs to; for
    *check* and *run*, of the request that brings the results back, else of the one before. pending: the calls
    the model waits for. model_calls, tokens_in, tokens_out, seconds: from the start to the end of this step.
    """

    number: int
    row: Row
    request: Request | None
    pending: tuple[Call, ...]
    model_calls: int
    tokens_in: int
    tokens_out: int
    seconds: float

    @property
    def label(self) -> str:
        return self.row.label


@dataclass
class _Sum:
    """What has added up so far."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    pending: dict[int, Call] = field(default_factory=dict)

    def add(self, row: Row, start: float) -> None:
        """One more step: what it added, and when it ended."""
        exchange = row.exchange
        if row.label in ("send", "return") and exchange is not None:
            self.seconds = max(self.seconds, exchange.t0 - start)
            for result in row.results:
                self.pending.pop(id(result.call), None)
        elif exchange is not None:
            self.seconds = max(self.seconds, exchange.t1 - start)
            self.calls += 1
            used = (exchange.response or {}).get("usage") or {}
            cached = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            self.tokens_in += sum(_whole(used.get(key)) for key in cached)
            self.tokens_out += _whole(used.get("output_tokens"))
            self.pending |= {id(call): call for call in row.calls}
        elif row.label == "run":
            ends = [call.execution.t1 - start for call in row.calls if call.execution is not None]
            self.seconds = max([self.seconds, *ends])


def steps_of(trace: Trace) -> tuple[list[Step], Story]:
    """The steps of `trace`, in order, and the story they were taken from."""
    story = tell(trace)
    requests = {id(request.exchange): request for request in _requests(trace)}
    start = min((x.t0 for x in [*trace.exchanges, *trace.executions]), default=0.0)
    total, steps = _Sum(), []
    for number, row in enumerate(story.rows, start=1):
        total.add(row, start)
        waiting = tuple(total.pending.values())
        sums = (total.calls, total.tokens_in, total.tokens_out, total.seconds)
        request = requests.get(id(_exchange_of(story.rows, number - 1)))
        steps.append(Step(number, row, request, waiting, *sums))
    return steps, story


def pieces_of(index: int, message: dict) -> list[Piece]:
    """The blocks of one message."""
    role, content = str(message.get("role", "?")), message.get("content")
    if not isinstance(content, list):
        return [Piece(role, "text", text_of(content), (index, None))]
    pieces = []
    for n, block in enumerate(content):
        block = block if isinstance(block, dict) else {"type": "text", "text": str(block)}
        kind, place = str(block.get("type", "text")), (index, n)
        if kind == "tool_use":
            text = f"{block.get('name', '')} {text_of(block.get('input') or {})}"
            pieces.append(Piece(role, kind, text, place, str(block.get("id", ""))))
        elif kind == "tool_result":
            id_, bad = str(block.get("tool_use_id", "")), bool(block.get("is_error"))
            pieces.append(Piece(role, kind, text_of(block.get("content")), place, id_, bad))
        else:
            text = str(block.get("text", "")) if kind == "text" else f"({kind})"
            pieces.append(Piece(role, kind, text, place))
    return pieces


def marks_of(story: Story) -> dict[str, Mark]:
    """The mark of each call by its id."""
    return {call.id: call.mark for call in story.calls}


def _exchange_of(rows: list[Row], place: int) -> Exchange | None:
    """The exchange of the row at `place`; what the app does between two requests belongs to the second."""
    if rows[place].exchange is not None:
        return rows[place].exchange
    after = next((row for row in rows[place + 1 : place + 3] if row.label == "return"), None)
    before = next((row for row in reversed(rows[:place]) if row.exchange is not None), None)
    found = after or before
    return found.exchange if found is not None else None


def _requests(trace: Trace) -> Iterator[Request]:
    sent: list[dict] = []
    reply: dict | None = None
    before: dict = {}
    for exchange in trace.exchanges:
        messages = trace.messages_before(exchange)
        same = next((n for n, (a, b) in enumerate(zip(sent, messages, strict=False)) if a != b), None)
        same = min(len(sent), len(messages)) if same is None else same
        mended = same < len(sent)
        if not mended and reply is not None and len(messages) > same and _same_turn(messages[same], reply):
            same += 1
        settings = _settings({k: v for k, v in exchange.request.items() if k not in _ROUTINE}, before)
        yield Request(exchange, messages, same, mended, settings)
        sent, before = messages, exchange.request
        reply = exchange.response if exchange.error is None else None


def _same_turn(message: dict, reply: dict) -> bool:
    """Whether an assistant message is the reply as it came; fields that say nothing may be left out."""
    own, came = (
        [(piece.kind, piece.text, piece.id) for piece in pieces_of(0, turn)]
        for turn in ({**message, "role": "assistant"}, {**reply, "role": "assistant"})
    )
    return message.get("role") == "assistant" and own == came


def _settings(now: dict[str, Any], before: dict[str, Any]) -> str:
    """What goes along with the messages: all of it the first time, then what changed."""
    if "model" not in now:
        return ""  # a transcript: nobody knows what went along
    new = [_named(key, value) for key, value in now.items() if before.get(key) != value]
    gone = [key for key in before if key not in now and key not in _ROUTINE]
    if not before:
        return f"with {joined(new)}" if new else "with nothing else"
    changed = ([f"changed: {joined(new)}"] if new else []) + ([f"left out: {joined(gone)}"] if gone else [])
    return "; ".join(changed) or "tools and settings: as before"


def _named(key: str, value: Any) -> str:
    if key == "tools" and isinstance(value, list):
        names = [str(tool.get("name", "?")) for tool in value if isinstance(tool, dict)]
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        return f"{count(len(value), 'tool')} ({', '.join(names[:4])}{more})"
    if key == "system":
        return "a system prompt"
    return f"{key} {value}" if isinstance(value, (str, int, float)) else key


def _whole(value: Any) -> int:
    return value if isinstance(value, int) else 0
