"""The request log: what was sent, what came back, and when."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from clockhands import clock

__all__ = ["Entry", "RequestLog", "scrub"]

# Everything else, keys above all, never enters the log.
_KEPT_HEADERS = ("anthropic-version", "anthropic-beta", "content-type", "user-agent")
_KEYS = re.compile(r"sk-ant-[A-Za-z0-9_-]{6,}")


def scrub(text: str, *keys: str | None) -> str:
    """`text` with every API key in it, and each of `keys`, replaced by `[key]`."""
    for key in keys:
        if key and len(key) > 7:
            text = text.replace(key, "[key]")
    return _KEYS.sub("[key]", text)


@dataclass
class Entry:
    """One HTTP attempt.

    n counts from 1. at: when it was sent, ISO 8601 in UTC. t0, t1: seconds from the start of the log on the
    clock in force; waited: seconds of latency the answer had, whether or not anyone really waited. retry:
    which of the SDK's retries this was, 0 for the first try. error: the envelope; status 0 when no answer
    came; fault: the fault that hit. Bodies are kept as the bytes they were, and read when asked for.
    """

    n: int
    method: str
    path: str
    at: str
    t0: float
    t1: float | None = None
    waited: float = 0.0
    retry: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    sent: bytes | None = field(default=None, repr=False)
    stream: bool = False
    status: int = 0
    received: bytes | None = field(default=None, repr=False)
    error: dict[str, Any] | None = None
    fault: str | None = None

    @property
    def request(self) -> dict[str, Any] | None:
        """The JSON body of the request; None when it had none."""
        return None if self.sent is None else json.loads(self.sent)

    @property
    def response(self) -> dict[str, Any] | None:
        """The Message of a whole answer, plain or streamed; None for anything else."""
        return None if self.received is None else json.loads(self.received)

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON values."""
        out = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("sent", "received")}
        return {**out, "request": self.request, "response": self.response}


class RequestLog(Sequence):
    """The attempts one transport saw, in the order they came; safe to read and fill from several threads.

    `log[-1]` is the newest `Entry`, `log.requests` the bodies, `log.export(path)` writes JSON lines.
    Functions in `watchers` are called with each entry when it begins (t1 is None) and when it is complete.
    """

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._lock = threading.Lock()
        self._seen = (clock.is_virtual(), clock.monotonic())
        self._elapsed = 0.0
        self._waited = 0.0
        self.watchers: list[Callable[[Entry], None]] = []

    @property
    def virtual_s(self) -> float:
        """Seconds on the clock in force since the log began, plus every latency that was only logged."""
        return self._now() + self._waited

    def _now(self) -> float:
        """Seconds on the clock in force since the log began. It never goes back: where another clock was put
        in force in between, no time passed at the change."""
        virtual, at = clock.is_virtual(), clock.monotonic()
        with self._lock:
            was_virtual, before = self._seen
            if virtual == was_virtual and at > before:
                self._elapsed += at - before
            self._seen = (virtual, at)
            return self._elapsed

    def wait(self, seconds: float) -> None:
        """Let `seconds` of latency pass: on a virtual clock it moves on, on the real one this is only
        noted."""
        if clock.is_virtual():
            clock.advance(seconds)
            return
        with self._lock:
            self._waited += seconds

    def begin(self, method: str, path: str, headers: Any) -> Entry:
        """A new entry for a request that has arrived."""
        retry = headers.get("x-stainless-retry-count") or "0"
        kept = {name: value for name in _KEPT_HEADERS if (value := headers.get(name)) is not None}
        now = self._now()
        with self._lock:
            entry = Entry(
                len(self._entries) + 1,
                method,
                path,
                clock.now().isoformat(),
                now,
                retry=int(retry) if retry.isdecimal() else 0,
                headers=kept,
            )
            self._entries.append(entry)
        return entry

    def tell(self, entry: Entry) -> None:
        """Tell the watchers that `entry` began."""
        for watcher in list(self.watchers):
            watcher(entry)

    def end(self, entry: Entry) -> None:
        """Note that `entry` is complete, and tell the watchers, once."""
        if entry.t1 is not None:
            return
        entry.t1 = self._now()
        self.tell(entry)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The JSON bodies, in order."""
        return [request for entry in self if (request := entry.request) is not None]

    def lines(self) -> Iterator[str]:
        """Each entry as one line of JSON, keys scrubbed."""
        for entry in self:
            yield scrub(json.dumps(entry.as_dict()))

    def export(self, path: str | Path) -> Path:
        """Write the log as JSON lines to `path`."""
        path = Path(path)
        path.write_text("".join(f"{line}\n" for line in self.lines()), encoding="utf-8", newline="\n")
        return path

    def clear(self) -> None:
        """Forget the entries so far."""
        with self._lock:
            self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, index: Any) -> Any:
        return self._entries[index]

    def __iter__(self) -> Iterator[Entry]:
        with self._lock:
            return iter(list(self._entries))

    def __repr__(self) -> str:
        bad = sum(1 for entry in self if entry.status != 200)
        return f"<RequestLog: {len(self)} requests, {bad} of them not answered with 200>"
