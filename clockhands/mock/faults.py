"""What can go wrong between an app and the API, each by one argument: `connect(faults=faults.overloaded())`.

`connect(faults=...)` takes a fault, its name (`"overloaded"`), its status (`529`), a list with one entry
per HTTP attempt (`[None, faults.rate_limit()]`), or a dict of seeded rates (`{"overloaded": 0.1}`). Without
anything else a fault hits the first attempt only, so that the SDK's retry succeeds. In a `Script` a fault
stands where a reply would: `Script(faults.overloaded(), "hello")`.
"""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass, field, replace
from typing import Any

from clockhands.errors import ConfigurationError

from .latency import Latency, latency_of

__all__ = [
    "Fault",
    "cut_stream",
    "drop",
    "error",
    "interleave",
    "latency",
    "named",
    "overloaded",
    "rate_limit",
    "server_error",
    "small_pieces",
    "stream_error",
    "timeout",
    "unknown_events",
    "with_rate",
]

# status -> (error type, message). Wordings of 401, 404, 429 and 529 as recorded or quoted, the others ours.
_STATUS = {
    400: ("invalid_request_error", "The request was refused by a fault."),
    401: ("authentication_error", "invalid x-api-key"),
    402: ("billing_error", "Your credit balance is too low to access the API."),
    403: ("permission_error", "Your API key does not have permission to use the specified resource."),
    404: ("not_found_error", "The requested resource could not be found."),
    408: ("timeout_error", "The request timed out."),
    409: ("conflict_error", "The request conflicts with another one."),
    412: ("invalid_request_error", "A precondition of the request does not hold."),
    413: ("request_too_large", "Request exceeds the maximum size"),
    422: ("invalid_request_error", "The request could not be processed."),
    429: (
        "rate_limit_error",
        "This request would exceed your organization's rate limit of 50 requests per minute. "
        "Please try again later.",
    ),
    431: ("invalid_request_error", "The headers of the request are too large."),
    499: ("api_error", "Client closed request"),
    500: ("api_error", "Internal server error"),
    501: ("api_error", "Not implemented"),
    503: ("api_error", "Service unavailable"),
    504: ("timeout_error", "Request timed out"),
    529: ("overloaded_error", "Overloaded"),
}
# error type -> the status it usually comes with, where there are several
_BY_TYPE = {type: status for status, (type, _) in reversed(_STATUS.items())}
_BY_TYPE |= {"api_error": 500, "timeout_error": 504}
_RETRIED = {408, 409, 429}
HTML = (
    "<html>\r\n<head><title>500 Internal Server Error</title></head>\r\n"
    "<body>\r\n<center><h1>500 Internal Server Error</h1></center>\r\n</body>\r\n</html>\r\n"
)


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong.

    kind: `status` (an error answer), `drop` or `timeout` (no answer), `cut` or `stream_error` (an answer that
    breaks off), `shape` (a stream that is legal, but hard to read).
    times: attempts it hits, from the first on; at: the attempts it hits instead, counted from 1; rate: the
    share of attempts it hits instead, drawn by the seed. reply: in a `Script`, the reply that breaks off.
    """

    kind: str
    name: str
    status: int = 200
    type: str = ""
    message: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    html: str | None = None
    after: float = 0.5
    dropped: bool = False
    shape: dict[str, Any] = field(default_factory=dict)
    reply: Any = None
    times: float = 1
    at: tuple[int, ...] = ()
    rate: float | None = None

    def hits(self, attempt: int, dice: float) -> bool:
        """Whether attempt number `attempt` (from 1) is hit; dice: a number in [0, 1) for the rate."""
        if self.rate is not None:
            return dice < self.rate
        return attempt in self.at if self.at else attempt <= self.times


def error(status: int, type: str | None = None, message: str | None = None, **when: Any) -> Fault:
    """An error answer with this status; type and message default to the API's own for it."""
    if status not in _STATUS:
        raise ConfigurationError(
            f"no error answer has status {status!r}; allowed: {', '.join(map(str, _STATUS))}"
        )
    known_type, known_message = _STATUS[status]
    retried = "true" if status in _RETRIED or status >= 500 else "false"
    return _when(
        Fault(
            "status",
            f"error {status}",
            status,
            type or known_type,
            message or known_message,
            {"x-should-retry": retried},
        ),
        when,
    )


def rate_limit(retry_after: float = 0.05, **when: Any) -> Fault:
    """429: too many requests. retry_after: seconds to wait, sent as `retry-after` and `retry-after-ms`."""
    if not _is_number(retry_after) or retry_after < 0 or math.isinf(retry_after):
        raise ConfigurationError(f"retry_after is {retry_after!r}; give seconds, 0 or more")
    fault = error(429, **when)
    waits = {"retry-after": str(math.ceil(retry_after)), "retry-after-ms": str(round(retry_after * 1000))}
    return replace(fault, name="rate_limit", headers={**fault.headers, **waits})


def overloaded(**when: Any) -> Fault:
    """529: the API has more work than it can do."""
    return replace(error(529, **when), name="overloaded")


def server_error(html: bool = True, **when: Any) -> Fault:
    """500. html: the body is a web page, as from a proxy that knows no JSON; else the API's envelope."""
    return replace(error(500, **when), name="server_error", html=HTML if html else None)


def drop(**when: Any) -> Fault:
    """The connection breaks before any answer: `anthropic.APIConnectionError` after the SDK's retries."""
    return _when(Fault("drop", "drop"), when)


def timeout(**when: Any) -> Fault:
    """No answer in time: `anthropic.APITimeoutError` after the SDK's retries. Nothing really waits."""
    return _when(Fault("timeout", "timeout"), when)


def cut_stream(after: float = 0.5, dropped: bool = False, reply: Any = None, **when: Any) -> Fault:
    """A stream that ends early; after: share of its events sent, 0 to 1.

    dropped: the connection breaks there, which raises; else the stream ends in silence, without
    `message_stop`. A plain answer breaks off in its body, which the SDK takes for a dropped connection.
    """
    return _when(Fault("cut", "cut_stream", after=_share(after), dropped=dropped, reply=reply), when)


def stream_error(
    type: str = "overloaded_error",
    message: str | None = None,
    after: float = 0.5,
    reply: Any = None,
    **when: Any,
) -> Fault:
    """An `error` event inside a stream that began with status 200. A plain answer has the error's own
    status."""
    if type not in _BY_TYPE:
        raise ConfigurationError(f"no error has type {type!r}; allowed: {', '.join(sorted(_BY_TYPE))}")
    status = _BY_TYPE[type]
    base = error(status, type, message, **when)
    return replace(base, kind="stream_error", name="stream_error", after=_share(after), reply=reply)


def unknown_events(**when: Any) -> Fault:
    """Streams with events of types nobody knows yet, as the API says may come; every stream by default."""
    return _when(Fault("shape", "unknown_events", shape={"unknown": True}, times=math.inf), when)


def interleave(**when: Any) -> Fault:
    """Streams in which the deltas of different blocks alternate; every stream by default."""
    return _when(Fault("shape", "interleave", shape={"interleave": True}, times=math.inf), when)


def small_pieces(size: int = 1, **when: Any) -> Fault:
    """Streams cut in pieces of `size` characters; every stream by default."""
    if not isinstance(size, int) or size < 1:
        raise ConfigurationError(f"size is {size!r}; give a number of characters, 1 or more")
    return _when(Fault("shape", "small_pieces", shape={"size": size}, times=math.inf), when)


def latency(seconds: Any, real: bool = False) -> Latency:
    """For `connect(latency=...)`: seconds, a range (low, high) or a function of the request.

    real: the call really waits; else only a virtual clock moves, and the log says how long it would have
    been.
    """
    made = latency_of(seconds, real)
    return made if made is not None else Latency(0.0, 0.0, real)


NAMED = {
    make.__name__: make
    for make in (
        rate_limit,
        overloaded,
        server_error,
        drop,
        timeout,
        cut_stream,
        stream_error,
        unknown_events,
        interleave,
        small_pieces,
    )
}


def named(name: Any) -> Fault:
    """The fault of this name or status. ConfigurationError lists what there is."""
    if isinstance(name, Fault):
        return name
    if isinstance(name, bool) or not isinstance(name, (str, int)):
        raise ConfigurationError(
            f"faults cannot hold a {type(name).__name__} ({name!r}); give a fault such as "
            f"faults.overloaded(), a status, or one of: {', '.join(NAMED)}"
        )
    if name in NAMED:
        return NAMED[name]()
    if isinstance(name, int) or name.isdecimal():
        return error(int(name))
    near = difflib.get_close_matches(name, NAMED, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise ConfigurationError(f"no fault is called {name!r}.{hint} Allowed: {', '.join(NAMED)}, or a status")


def with_rate(name: Any, rate: Any) -> Fault:
    """The fault `name`, hitting a share `rate` of the attempts."""
    return replace(named(name), rate=_share(rate, f"the rate of {name!r}"), at=())


def _when(fault: Fault, when: dict[str, Any]) -> Fault:
    """`fault` with the arguments every fault takes: times, at, rate."""
    for key in when:
        if key not in ("times", "at", "rate"):
            raise ConfigurationError(f"{fault.name}() takes no {key!r}; allowed: times, at, rate")
    if len([key for key in when if when[key] is not None]) > 1:
        raise ConfigurationError(f"{fault.name}(): give one of times, at and rate, not several")
    if (times := when.get("times")) is not None:
        if not _is_number(times) or times < 1:
            raise ConfigurationError(f"times is {times!r}; give a number of attempts, 1 or more")
        fault = replace(fault, times=times)
    if (at := when.get("at")) is not None:
        places = (at,) if isinstance(at, int) else tuple(at)
        if not places or not all(isinstance(n, int) and n >= 1 for n in places):
            raise ConfigurationError(f"at is {at!r}; give attempt numbers, counted from 1")
        fault = replace(fault, at=places)
    if (rate := when.get("rate")) is not None:
        fault = replace(fault, rate=_share(rate, "rate"))
    return fault


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float)) and not isinstance(x, bool) and not math.isnan(x)


def _share(x: Any, name: str = "after") -> float:
    if not _is_number(x) or not 0 <= x <= 1:
        raise ConfigurationError(f"{name} is {x!r}; give a share from 0 to 1")
    return float(x)
