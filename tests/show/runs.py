"""Runs built by hand for the tests of the drawings."""

from clockhands.trace import Trace

TOOLS = [{"name": "get_current_time"}]


def use(id_: str, name: str = "get_current_time", **input) -> dict:
    return {"type": "tool_use", "id": id_, "name": name, "input": input}


def result(id_: str, text: str, error: bool = False) -> dict:
    block = {"type": "tool_result", "tool_use_id": id_, "content": text}
    return block | {"is_error": True} if error else block


def text(words: str) -> dict:
    return {"type": "text", "text": words}


def usage(tokens_in: int, tokens_out: int) -> dict:
    return {"input_tokens": tokens_in, "output_tokens": tokens_out}


def two_cities(watched: bool = True) -> Trace:
    """Two calls in one reply, run together, answered in one message; times on a virtual clock."""
    trace = Trace(exact=watched)
    question = {"role": "user", "content": "What time is it in Tokyo and in London?"}
    calls = [use("toolu_01A", timezone="Asia/Tokyo"), use("toolu_01B", timezone="Europe/London")]
    asked = {"content": calls, "stop_reason": "tool_use", "usage": usage(600, 80)}
    trace.add_exchange({"messages": [question], "tools": TOOLS}, asked, t0=0, t1=0.58)
    if watched:
        trace.add_execution("get_current_time", calls[0]["input"], tool_use_id="toolu_01A", t0=0.58, t1=0.582)
        trace.add_execution("get_current_time", calls[1]["input"], tool_use_id="toolu_01B", t0=0.58, t1=0.583)
    results = [result("toolu_01A", "23:10:15+09:00"), result("toolu_01B", "14:10:15+00:00")]
    messages = [question, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
    replied = {
        "content": [text("It is 23:10 in Tokyo and 14:10 in London.")],
        "stop_reason": "end_turn",
        "usage": usage(712, 38),
    }
    trace.add_exchange({"messages": messages, "tools": TOOLS}, replied, t0=0.583, t1=1.24)
    return trace


def refused() -> Trace:
    """A wrong id: the API answers 400."""
    trace = Trace(exact=False)
    question = {"role": "user", "content": "What time is it in Tokyo?"}
    calls = [text("Let me look."), use("toolu_01A", timezone="Asia/Tokyo")]
    trace.add_exchange(
        {"messages": [question], "tools": TOOLS},
        {"content": calls, "stop_reason": "tool_use"},
        t0=0,
        t1=0.001,
    )
    wrong = {"role": "user", "content": [result("toolu_WRONG", "23:10")]}
    says = "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_WRONG."
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": says}}
    messages = [question, {"role": "assistant", "content": calls}, wrong]
    trace.add_exchange({"messages": messages, "tools": TOOLS}, status=400, error=error, t0=0.002, t1=0.003)
    return trace


def endings() -> Trace:
    """Four calls in one step: fine, raised, hung, denied."""
    trace = Trace(exact=True)
    question = {"role": "user", "content": "Do everything."}
    names = ["fine", "broken", "slow", "delete_file"]
    calls = [use(f"toolu_{name}", name, path="/") for name in names]
    trace.add_exchange(
        {"messages": [question], "tools": TOOLS}, {"content": calls, "stop_reason": "tool_use"}, t0=0, t1=0.1
    )
    for name, ended, seconds in zip(
        names, ("ok", "raise", "hung", "denied"), (0.1, 0.02, 0.5, 0), strict=True
    ):
        trace.add_execution(
            name, {"path": "/"}, tool_use_id=f"toolu_{name}", t0=0.1, t1=0.1 + seconds, ended=ended
        )
    results = [result(f"toolu_{name}", "ok" if name == "fine" else "no", name != "fine") for name in names]
    messages = [question, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
    trace.add_exchange({"messages": messages}, {"content": [], "stop_reason": "max_tokens"}, t0=0.6, t1=0.7)
    return trace


def denied(watched: bool = True, recorded: bool = True, names=("read_note", "delete_note")) -> Trace:
    """One reply; every call but read_note is answered with an error. recorded: the denial is in the trace."""
    trace = Trace(exact=False)
    question = {"role": "user", "content": "Tidy up."}
    calls = [use(f"toolu_{name}", name, path="a.txt") for name in names]
    trace.add_exchange({"messages": [question]}, {"content": calls, "stop_reason": "tool_use"}, t0=0, t1=0.1)
    for name in names if watched else ():
        if name == "read_note" or recorded:
            ended = "ok" if name == "read_note" else "denied"
            trace.add_execution(name, {}, tool_use_id=f"toolu_{name}", t0=0.1, t1=0.1, ended=ended)
    results = [result(f"toolu_{name}", "no", name != "read_note") for name in names]
    messages = [question, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
    trace.add_exchange(
        {"messages": messages}, {"content": [text("Done.")], "stop_reason": "end_turn"}, t0=0.2, t1=0.3
    )
    return trace


def chain(steps: int) -> Trace:
    """`steps` tool steps and a reply, one call each."""
    trace, messages, now = Trace(exact=True), [{"role": "user", "content": "Loop forever, please."}], 0.0
    for step in range(steps):
        calls = [use(f"toolu_{step}", "get_time", step=step)]
        asked = {"content": calls, "stop_reason": "tool_use", "usage": usage(500 + 100 * step, 20)}
        trace.add_exchange({"messages": messages}, asked, t0=now, t1=now + 0.15)
        trace.add_execution(
            "get_time", {"step": step}, tool_use_id=f"toolu_{step}", t0=now + 0.15, t1=now + 0.2
        )
        now += 0.2
        answer = {"role": "user", "content": [result(f"toolu_{step}", f"12:0{step}")]}
        messages = [*messages, {"role": "assistant", "content": calls}, answer]
    trace.add_exchange(
        {"messages": messages}, {"content": [text("Done.")], "stop_reason": "end_turn"}, t0=now, t1=now + 0.15
    )
    return trace
