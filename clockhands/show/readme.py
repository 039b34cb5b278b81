"""The picture in the README: `python -m clockhands.show.readme` writes it again.

The run is made up by hand, so that the picture depends on nothing but the drawing; its clock is virtual.
"""

from __future__ import annotations

from pathlib import Path

from clockhands.show.draw_sequence import sequence
from clockhands.show.picture import Picture
from clockhands.trace import Trace

__all__ = ["PATH", "picture", "run"]

PATH = Path(__file__).with_name("readme-trace.svg")
IDS = {"Asia/Tokyo": "toolu_01TokyoTokyoTokyoTokyoTo", "Europe/London": "toolu_01LondonLondonLondonLon"}


def run() -> Trace:
    """Two cities asked for in one question: two calls in one reply, run together, answered in one message."""
    trace, tools = Trace(exact=True), [{"name": "get_current_time"}]
    question = {"role": "user", "content": "What time is it in Tokyo and in London?"}
    calls = [
        {"type": "tool_use", "id": id_, "name": "get_current_time", "input": {"timezone": zone}}
        for zone, id_ in IDS.items()
    ]
    asked = {"content": calls, "stop_reason": "tool_use"}
    trace.add_exchange({"messages": [question], "tools": tools}, asked, t0=0.0, t1=0.58)
    times = {"Asia/Tokyo": "2026-11-05T23:10:15+09:00", "Europe/London": "2026-11-05T14:10:15+00:00"}
    for (zone, id_), end in zip(IDS.items(), (0.582, 0.583), strict=True):
        trace.add_execution(
            "get_current_time", {"timezone": zone}, tool_use_id=id_, t0=0.58, t1=end, result=times[zone]
        )
    results = [
        {"type": "tool_result", "tool_use_id": id_, "content": times[zone]} for zone, id_ in IDS.items()
    ]
    messages = [question, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
    text = "It is 23:10 in Tokyo and 14:10 in London."
    replied = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
    trace.add_exchange({"messages": messages, "tools": tools}, replied, t0=0.583, t1=1.233)
    return trace


def picture() -> Picture:
    """The drawing that PATH holds."""
    return sequence(run())


if __name__ == "__main__":
    print(picture().save(PATH).name)
    print(picture().alt)
