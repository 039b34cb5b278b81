"""Fork a run: change one text the model read, and go on from there, offline.

The short loop here answers calls from the tools it is given, else from what the recorded run answered. A call
that nobody can answer ends the fork: only the app acts. A loop of your own can take its place.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from clockhands import settings
from clockhands.client import connect, record
from clockhands.show.steps import Piece, Request, pieces_of
from clockhands.show.words import fit
from clockhands.trace import Exchange, Trace

__all__ = ["edited", "fork", "texts_in"]

ROUNDS = 10
MOST_TEXTS = 12


def texts_in(request: Request) -> list[Piece]:
    """The texts of a request that can be changed: of its new messages, else of its last one."""
    new = list(request.new)[:MOST_TEXTS] or list(enumerate(request.messages))[-1:]
    pieces = [piece for index, message in new for piece in pieces_of(index, message)]
    return [piece for piece in pieces if piece.kind in ("text", "tool_result")][:MOST_TEXTS]


def edited(messages: list[dict], piece: Piece, text: str) -> list[dict]:
    """The messages up to the end, with `text` in place of this piece's; the list given is left alone."""
    index, block = piece.place
    message = copy.deepcopy(messages[index])
    if block is None:
        message["content"] = text
    else:
        message["content"][block]["text" if piece.kind == "text" else "content"] = text
    return [*messages[:index], message, *messages[index + 1 :]]


def fork(
    trace: Trace,
    request: Request,
    messages: list[dict],
    *,
    tools: Iterable[Any] = (),
    run: Callable[..., Any] | None = None,
    client: Any = None,
) -> Trace:
    """A new trace: the run as it was before `request`, then what comes of sending `messages` in its place.

    client: who answers; by default a new toy model, offline even when the course runs live. run: a loop
    called as run(client, tools, None, messages=messages); by default the short one of this module.
    """
    model = None
    if client is None:
        client, model = connect(faults=(), quiet=True)  # something staged is never sent to a live model
    base = request.exchange
    kept = Trace(exchanges=trace.exchanges[: base.n - 1], exact=False)
    kept.executions = [x for x in trace.executions if x.t0 < base.t0]
    with record(client) as new:
        tools = list(tools)
        if run is not None:
            run(client, new.watch(tools), None, messages=messages)
        else:
            body = base.request | ({"model": model} if model else {})  # it knows no other model
            _go_on(client, body, messages, _answers(trace, new.watch(tools)))
    for exchange in new.exchanges:
        kept.exchanges.append(_later(exchange, base.t0, n=len(kept.exchanges) + 1))
    kept.executions += [_later(execution, base.t0) for execution in new.executions]
    return kept


def _later(x: Any, seconds: float, **more: Any) -> Any:
    return replace(x, t0=x.t0 + seconds, t1=x.t1 + seconds, **more)


def _go_on(client: Any, body: dict, messages: list[dict], answer: Callable) -> None:
    """Send, answer what is asked, send again. It stops at a reply, an error or a call nobody can answer."""
    import anthropic

    known = {"model": body.get("model", settings.model_id()), "max_tokens": body.get("max_tokens", 1024)}
    rest = {
        key: body[key] for key in body if key not in ("model", "max_tokens", "messages", "stream", "thread")
    }
    for _ in range(ROUNDS):
        try:
            reply = client.with_options(max_retries=0).messages.create(
                messages=messages, extra_body=rest, **known
            )
        except anthropic.APIError:
            return  # it stands in the trace
        calls = [block for block in reply.content if block.type == "tool_use"]
        results = [answer(call) for call in calls]
        if not calls or None in results:
            return
        messages = [*messages, {"role": "assistant", "content": reply.content}]
        messages = [*messages, {"role": "user", "content": results}]


def _answers(trace: Trace, tools: Iterable[Any]) -> Callable[[Any], dict | None]:
    """A function from a tool_use block to its tool_result, or None when nobody can answer."""
    by_name = {getattr(tool, "name", getattr(tool, "__name__", "")): tool for tool in tools}
    recorded = _recorded(trace.exchanges)

    def answer(call: Any) -> dict | None:
        result = {"type": "tool_result", "tool_use_id": call.id}
        if call.name in by_name:
            try:
                output = by_name[call.name](**call.input)
            except Exception as error:  # the model reads it and may mend its call
                return {**result, "content": fit(repr(error), 500), "is_error": True}
            return {
                **result,
                "content": output if isinstance(output, str) else json.dumps(output, default=str),
            }
        before = recorded.get((call.name, _key(call.input)))
        return None if before is None else {**before, **result}

    return answer


def _recorded(exchanges: list[Exchange]) -> dict[tuple[str, str], dict]:
    """(name, input) of a call -> the result block it got in this run."""
    asked: dict[str, tuple[str, str]] = {}
    found: dict[tuple[str, str], dict] = {}
    for exchange in exchanges:
        blocks = [block for message in exchange.request.get("messages", [])[-2:] for block in _dicts(message)]
        for block in [*blocks, *_dicts(exchange.response or {})]:
            if block.get("type") == "tool_use":
                asked[block.get("id", "")] = (block.get("name", ""), _key(block.get("input")))
            elif block.get("type") == "tool_result" and block.get("tool_use_id") in asked:
                found[asked[block["tool_use_id"]]] = block
    return found


def _dicts(message: dict) -> list[dict]:
    content = message.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)
