"""Chapter 13: four recorded runs with one fault each, to read. Made by real loops on scripted models."""

from __future__ import annotations

from typing import Any

from ..trace import Trace

__all__ = ["FAULTS", "runs_to_read"]

FAULTS = (
    "skipped the tool",
    "wrong argument",
    "error passed over",
    "swapped results",
    "slip",
    "stale result",
)
"""What a fault may be called in exercise 13.3."""

START = "2026-11-05T14:10:15Z"
_ZONE = {"type": "object", "properties": {"timezone": {"type": "string"}}, "required": ["timezone"]}
_HERE = {"Asia/Tokyo": "23:10", "Europe/London": "14:10", "Asia/Kolkata": "19:40", "Asia/Karachi": "19:10"}


def runs_to_read() -> dict[str, Trace]:
    """Letter -> trace. Each call makes them anew; they are the same every time."""
    return {"A": _swapped(), "B": _passed_over(), "C": _wrong_argument(), "D": _stale()}


def _record(loop: Any, replies: list, question: str, tool: Any, messages: list | None = None) -> Trace:
    from .. import clock
    from ..client import connect, record
    from ..mock import Script

    client, _ = connect(Script(*replies), latency=0.6, quiet=True)
    more = {"messages": messages} if messages else {}
    with clock.virtual(START), record(client) as trace:
        loop(client, [trace.watch(tool)], question, **more)
    return trace


def _clock_tool() -> Any:
    from ..tools import Tool

    def read_clock(timezone: str) -> str:
        return f"{timezone}: {_HERE[timezone]}"

    return Tool(
        "get_time", "Get the time in a zone. Use it for the time now.", _ZONE, read_clock, timeout_s=5
    )


def _run(client: Any, tools: list, question: str, **more: Any) -> None:
    from ..agent import run

    run(client, tools, question, state_date=False, **more)


def _swapped() -> Trace:
    from ..mock import call
    from .ch13_loops import swaps_the_results

    both = [call("get_time", timezone=zone) for zone in ("Asia/Tokyo", "Europe/London")]
    said = "In Tokyo it is 14:10, in London 23:10."
    return _record(swaps_the_results, [both, said], "What time is it in Tokyo and London?", _clock_tool())


def _passed_over() -> Trace:
    from ..mock import call
    from ..tools import Tool

    def fails(timezone: str) -> str:
        raise TimeoutError("the time server did not answer; try again later")

    tool = Tool("get_time", "Get the time in a zone. Use it for the time now.", _ZONE, fails, timeout_s=5)
    replies = [call("get_time", timezone="Asia/Tokyo"), "It is 21:45 in Tokyo."]
    return _record(_run, replies, "What time is it in Tokyo?", tool)


def _wrong_argument() -> Trace:
    from ..mock import call

    replies = [call("get_time", timezone="Asia/Karachi"), "In Kolkata it is 19:10 now."]
    return _record(_run, replies, "What time is it in Kolkata?", _clock_tool())


def _stale() -> Trace:
    from ..mock import call

    earlier = [
        {"role": "user", "content": "What time is it in Tokyo?"},
        {"role": "assistant", "content": [{**call("get_time", timezone="Asia/Tokyo"), "id": "toolu_1"}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Asia/Tokyo: 22:31"}],
        },
        {"role": "assistant", "content": "It is 22:31 in Tokyo."},
    ]
    return _record(_run, ["It is still 22:31 in Tokyo."], "And now?", _clock_tool(), earlier)
