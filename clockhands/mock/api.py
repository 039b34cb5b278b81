"""The offline API itself: method, path, headers and bytes in; status, headers and bytes out.

The transport and the loopback server both stand on this; nothing here knows `anthropic`, `httpx2` or sockets.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clockhands.errors import ScriptError

from . import catalog, models, tokens, wire
from .api_error import ApiError
from .cache import PromptCache
from .events import Shape, events, sse
from .faults import Fault
from .fit import fit
from .intake import admit, check_signatures, parsed
from .latency import latency_of
from .log import Entry, RequestLog
from .plan import Plan
from .prefix import KnownMessages
from .protocol import check_request
from .reply import Reply, as_reply
from .threads import Threads

__all__ = ["Answer", "Api"]


@dataclass
class Answer:
    """What goes back. Either `body` or `chunks` (one server-sent event each) holds the content.

    broken: None, or how it breaks: "drop" and "timeout" (nothing arrives), "cut" (the connection breaks
    behind the content). wait: seconds somebody must really wait first.
    """

    entry: Entry
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    chunks: list[bytes] | None = None
    broken: str | None = None
    wait: float = 0.0


class Api:
    """One offline API: a model object, and the state the real servers would hold (threads, prompt cache,
    log)."""

    def __init__(self, model: Any, *, seed: int = 0, faults: Any = None, latency: Any = None):
        self.model = model
        self.seed = seed
        self.log = RequestLog()
        self.threads = Threads()
        self.cache = PromptCache()
        self._known = KnownMessages()
        self._plan = Plan(faults)
        self._latency = latency_of(latency)

    def answer(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """The answer to one HTTP request; the caller ends its log entry once the answer was delivered.

        headers: names in lower case, or a case-blind mapping. Raises only what the model object raises.
        """
        entry = self.log.begin(method, path, headers)
        try:
            admit(headers)
            return self._route(entry, method, path.rstrip("/"), headers, raw)
        except ApiError as error:
            if entry.sent is None:
                self.log.tell(entry)
            return self._refused(entry, error)
        except Exception:
            self.log.end(entry)
            raise

    def _route(self, entry: Entry, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        if path == "/v1/messages" and method == "POST":
            return self._messages(entry, headers, self._body(entry, raw))
        if path == "/v1/messages/count_tokens" and method == "POST":
            return self._count(entry, headers, self._body(entry, raw))
        if path == "/v1/models" and method == "GET":
            return self._json(entry, catalog.listed())
        if path.startswith("/v1/models/") and method == "GET":
            return self._json(entry, catalog.described(path.removeprefix("/v1/models/")))
        if path in ("/v1/messages", "/v1/messages/count_tokens", "/v1/models"):
            raise ApiError(405, "invalid_request_error", "Method Not Allowed")
        raise ApiError(
            404,
            "not_found_error",
            f"Not Found: the offline API has no {method} {path}; it serves POST /v1/messages, "
            "POST /v1/messages/count_tokens and GET /v1/models",
        )

    def _body(self, entry: Entry, raw: bytes) -> dict[str, Any]:
        body = parsed(raw)
        entry.sent = raw
        entry.stream = body.get("stream") is True
        self.log.tell(entry)
        return body

    # --- POST /v1/messages ---------------------------------------------------------------------------------

    def _messages(self, entry: Entry, headers: Mapping[str, str], body: dict[str, Any]) -> Answer:
        beta = headers.get("anthropic-beta")
        full = self.threads.unrolled(body, beta, self.log.virtual_s)
        version = headers.get("anthropic-version", "")
        known = self._known.count(full.get("messages"))
        total = check_request(full, version=version, beta=beta, parsed=True, known=known)
        self._known.keep(full["messages"])
        check_signatures(full["messages"])
        key = wire.digest(full, self.seed)
        wait = self._wait(entry, full, key)
        struck = self._plan.next(key)
        fault = next((f for f in struck if f.kind in ("status", "drop", "timeout")), None)
        said: Any = fault or self._said(full)
        if isinstance(said, Fault):
            struck = [said]
            if said.kind in ("status", "drop", "timeout"):
                return self._failed(entry, said, wait)
            said = as_reply(said.reply) if said.reply is not None else Reply()
        try:
            answer = self._answered(entry, body, full, total, key, said, struck)
        except TypeError as bad:
            raise ScriptError(
                f"the model object's reply cannot be sent as JSON: {bad}. Give texts, numbers, lists, dicts"
            ) from bad
        answer.wait = wait
        return answer

    def _wait(self, entry: Entry, full: dict[str, Any], key: bytes) -> float:
        """Let the answer take its time; gives back the seconds that must really pass."""
        if self._latency is None:
            return 0.0
        entry.waited = self._latency.seconds(full, key)
        if self._latency.real:
            return entry.waited
        self.log.wait(entry.waited)
        return 0.0

    def _said(self, full: dict[str, Any]) -> Reply | Fault:
        if full.get("max_tokens") == 0:
            return Reply([], "max_tokens")
        try:
            said = self.model.reply(full)
            return said if isinstance(said, Fault) else as_reply(said)
        except (ApiError, ScriptError):
            raise
        except Exception as bug:
            raise ScriptError(
                f"the model object's reply() raised {type(bug).__name__}: {bug}. Mend the model object; the "
                "request was fine"
            ) from bug

    def _answered(
        self,
        entry: Entry,
        body: dict[str, Any],
        full: dict[str, Any],
        total: int,
        key: bytes,
        reply: Reply,
        struck: list[Fault],
    ) -> Answer:
        fitted = fit(reply, full, _room(full, total))
        usage = self._usage(full, total, fitted, reply)
        message = wire.message(reply, fitted, full, key, usage)
        self.threads.keep(body, full, message, self.log.virtual_s)
        headers = wire.headers(_request_id(key, entry), usage)
        answer = Answer(entry, 200, headers)
        entry.status, entry.received = 200, wire.to_json(message)
        if entry.stream:
            shape = Shape(**{k: v for f in struck for k, v in f.shape.items()})
            headers["content-type"] = "text/event-stream; charset=utf-8"
            headers["cache-control"] = "no-cache"
            answer.chunks = [sse(event) for event in events(message, fitted.raw_inputs, key, shape)]
        else:
            headers["content-type"] = "application/json"
            answer.body = entry.received
        for fault in struck:
            self._break(answer, fault)
        return answer

    def _usage(self, full: dict[str, Any], total: int, fitted: Any, reply: Reply) -> dict[str, Any]:
        usage = self.cache.usage(full, total, self.log.virtual_s, tokens.estimate_input)
        usage["output_tokens"] = fitted.output_tokens
        thought = [block for block in fitted.content if block.get("type") == "thinking"]
        if thought:
            usage["output_tokens_details"] = {"thinking_tokens": tokens.estimate_output(thought)}
        return {**usage, "service_tier": "standard", "inference_geo": "not_available", **(reply.usage or {})}

    # --- faults --------------------------------------------------------------------------------------------

    def _failed(self, entry: Entry, fault: Fault, wait: float) -> Answer:
        """An answer that is a fault from the start."""
        entry.fault = fault.name
        if fault.kind in ("drop", "timeout"):
            return Answer(entry, broken=fault.kind, wait=wait)
        answer = self._refused(entry, ApiError(fault.status, fault.type, fault.message), fault.headers)
        answer.wait = wait
        if fault.html is not None:
            answer.body = fault.html.encode()
            answer.headers["content-type"] = "text/html"
            entry.error = {"html": fault.html}
        return answer

    def _break(self, answer: Answer, fault: Fault) -> None:
        """Let an answer that was to be whole break off where `fault` says."""
        entry = answer.entry
        if fault.kind == "shape":
            return
        entry.fault, entry.received = fault.name, None
        if fault.kind == "cut" and answer.chunks is None:
            answer.broken, entry.status = "drop", 0
            return
        if fault.kind == "cut":
            answer.chunks = _head(answer.chunks, fault.after)
            answer.broken = "cut" if fault.dropped else None
            return
        refused = self._refused(entry, ApiError(fault.status, fault.type, fault.message), fault.headers)
        if answer.chunks is None:
            answer.status, answer.headers, answer.body = refused.status, refused.headers, refused.body
            return
        entry.status = 200
        answer.chunks = [*_head(answer.chunks, fault.after), sse(entry.error or {})]

    def _refused(self, entry: Entry, error: ApiError, extra: Mapping[str, str] | None = None) -> Answer:
        key = wire.digest(entry.request or {"path": entry.path}, self.seed)
        request_id = _request_id(key, entry)
        entry.status, entry.error = error.status, error.envelope(request_id)
        headers = {
            **wire.headers(request_id),
            "content-type": "application/json",
            **error.headers,
            **(extra or {}),
        }
        return Answer(entry, error.status, headers, wire.to_json(entry.error))

    # --- the other paths -----------------------------------------------------------------------------------

    def _count(self, entry: Entry, headers: Mapping[str, str], body: dict[str, Any]) -> Answer:
        version, beta = headers.get("anthropic-version", ""), headers.get("anthropic-beta")
        total = check_request(body, version=version, beta=beta, count_tokens=True, parsed=True)
        return self._json(entry, {"input_tokens": total})

    def _json(self, entry: Entry, said: dict[str, Any]) -> Answer:
        if entry.sent is None:
            self.log.tell(entry)
        entry.status, entry.received = 200, wire.to_json(said)
        key = wire.digest(entry.request or {"path": entry.path}, self.seed)
        headers = {**wire.headers(_request_id(key, entry)), "content-type": "application/json"}
        return Answer(entry, 200, headers, entry.received)


def _room(full: dict[str, Any], total: int) -> float:
    """Tokens left in the model's context window; a prompt let in beyond it by a beta leaves any number."""
    facts = models.find(str(full.get("model")))
    return facts.context - total if facts and total < facts.context else math.inf


def _request_id(key: bytes, entry: Entry) -> str:
    return wire.make_id(key, "req_011C", 20, str(entry.retry))


def _head(chunks: list[bytes] | None, share: float) -> list[bytes]:
    """The first part of a stream: never all of it, so that it really is cut."""
    whole = chunks or []
    return whole[: min(len(whole) - 1, round(len(whole) * share))]
