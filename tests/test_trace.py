"""A trace holds what happened, survives a file, and says clearly when a file is broken."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import clock
from clockhands.errors import TraceFileError
from clockhands.trace import ENDINGS, Execution, Trace, plain

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def two_exchanges() -> Trace:
    trace = Trace(exact=True)
    usage = {"input_tokens": 600, "output_tokens": 80, "cache_read_input_tokens": 4}
    asked = {
        "id": "msg_1",
        "content": [{"type": "text", "text": "hm"}],
        "stop_reason": "end_turn",
        "usage": usage,
    }
    trace.add_exchange({"messages": [{"role": "user", "content": "hi"}]}, asked, t0=0.5, t1=1.0)
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    trace.add_exchange({"messages": []}, status=529, error=error, stream=True, t0=1.0, t1=1.25)
    trace.add_execution("add", {"a": 1}, tool_use_id="toolu_1", t0=1.25, t1=2.0, result={"sum": 3})
    return trace


def test_sums_and_times():
    trace = two_exchanges()
    assert [x.n for x in trace.exchanges] == [1, 2]
    assert (trace.tokens_in, trace.tokens_out) == (604, 80)
    assert trace.elapsed == 1.5
    assert [x.seconds for x in trace.exchanges] == [0.5, 0.25]
    assert trace.executions[0].result == '{"sum": 3}'


def test_an_empty_trace_has_no_length():
    trace = Trace()
    assert (trace.elapsed, trace.tokens_in, trace.messages, trace.exact) == (0.0, 0, [], False)


def test_times_come_from_the_one_clock():
    with clock.virtual("2026-11-05T23:00:00+09:00"):
        trace = Trace()
        slow = trace.watch(lambda: clock.sleep(0.25))
        slow()
        assert trace.exact
    assert (trace.executions[0].t0, trace.executions[0].t1) == (0.0, 0.25)


def test_save_and_load_give_the_same_trace(tmp_path):
    trace = two_exchanges()
    path = trace.save(tmp_path / "run with a space.jsonl")
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0]) == {
        "clockhands_trace": 1,
        "exact": True,
    }
    again = Trace.load(path)
    assert (again.exchanges, again.executions, again.exact) == (trace.exchanges, trace.executions, True)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(content=JSON, text=st.text())
def test_any_content_survives_a_file(tmp_path_factory, content, text):
    trace = Trace()
    trace.add_exchange({"messages": [{"role": "user", "content": content}]}, {"content": text}, t0=0, t1=0)
    trace.add_execution("f", content, t0=0, t1=0, result="line\u2028separator")
    path = trace.save(tmp_path_factory.mktemp("trace") / "t.jsonl")
    again = Trace.load(path)
    surrogates = any(
        0xD800 <= ord(c) < 0xE000 for c in json.dumps(trace.exchanges[0].request, ensure_ascii=False) + text
    )
    assert surrogates or (again.exchanges == trace.exchanges and again.executions == trace.executions)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a trace"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"hello\n", "line 1 is not JSON"),
        (b'{"some": "json"}\n', "not a trace: its first line"),
        (b'{"clockhands_trace": 99}\n', "version 99"),
        (b'{"clockhands_trace": 1}\n{"kind": "exch', "line 2 is not JSON"),
        (
            b'{"clockhands_trace": 1}\n{"kind": "party"}\n',
            "line 2: kind is 'party'; allowed: exchange, execution",
        ),
        (b'{"clockhands_trace": 1}\n\n{"kind": "exchange", "n": 1}\n', "line 3 is not a whole exchange"),
        (
            b'{"clockhands_trace": 1}\n{"kind": "execution", "tool": "f", "input": {}, "ended": "well"}\n',
            "'well'",
        ),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path, content, says):
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    with pytest.raises(TraceFileError, match=r"broken\.jsonl") as caught:
        Trace.load(path)
    assert says in str(caught.value)


def test_fields_a_later_version_adds_are_skipped(tmp_path):
    path = two_exchanges().save(tmp_path / "t.jsonl")
    lines = [json.loads(line) | {"later": 1} for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert len(Trace.load(path).exchanges) == 2


def test_messages_end_with_the_last_reply():
    trace = two_exchanges()
    trace.exchanges.pop()
    assert trace.messages == [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [{"type": "text", "text": "hm"}]},
    ]


def test_a_server_held_thread_is_unrolled():
    trace = two_exchanges()
    trace.exchanges.pop()
    thread = {"type": "continue", "previous_message_id": "msg_1"}
    new = {"role": "user", "content": "and now?"}
    trace.add_exchange({"messages": [new], "thread": thread}, {"content": "later"}, t0=2, t1=3)
    assert [m["role"] for m in trace.messages] == ["user", "assistant", "user", "assistant"]
    assert trace.messages[2] == new


def test_a_transcript_becomes_one_exchange_per_reply():
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"},
    ]
    trace = Trace.from_messages(messages)
    assert [(len(x.request["messages"]), x.status) for x in trace.exchanges] == [(1, 200), (3, 0)]
    assert trace.messages == messages


# --- watch -------------------------------------------------------------------------------------------------


def add(a: int, b: int = 2) -> int:
    """Add."""
    return a + b


def test_watch_a_function_keeps_what_it_is():
    trace = Trace()
    watched = trace.watch(add)
    assert watched(1) == 3
    assert watched(a=1, b=1) == 2
    assert (watched.__name__, watched.__doc__) == ("add", "Add.")
    assert [(x.tool, x.input, x.ended, x.result) for x in trace.executions] == [
        ("add", {"a": 1}, "ok", "3"),
        ("add", {"a": 1, "b": 1}, "ok", "2"),
    ]


def test_watch_a_dict_uses_the_names_in_it():
    trace = Trace()
    tools = {"plus": add}
    assert trace.watch(tools)["plus"](2) == 4
    assert trace.executions[0].tool == "plus"
    assert tools["plus"] is add


@dataclass(frozen=True)
class ToolLike:
    name: str
    fn: object


def test_watch_a_list_of_tools_leaves_the_originals_alone():
    trace = Trace()
    tool = ToolLike("adder", add)
    (twin,) = trace.watch([tool])
    assert isinstance(twin, ToolLike)
    assert twin.fn(1) == 3
    assert tool.fn is add
    assert [x.tool for x in trace.executions] == ["adder"]


def test_watch_says_what_it_can_watch():
    with pytest.raises(TypeError, match="cannot watch int; pass a function"):
        Trace().watch(3)


def test_a_raising_tool_raises_and_is_noted():
    trace = Trace()

    def bad():
        raise KeyError("Mars")

    with pytest.raises(KeyError):
        trace.watch(bad)()
    assert (trace.executions[0].ended, trace.executions[0].result) == ("raise", "KeyError('Mars')")


def test_a_call_that_has_not_come_back_stands_as_hung():
    trace, go, began = Trace(), threading.Event(), threading.Event()

    def wait():
        began.set()
        return go.wait(10)

    thread = threading.Thread(target=trace.watch(wait))
    thread.start()
    assert began.wait(10)
    assert trace.executions[0].ended == "hung"
    go.set()
    thread.join(10)
    assert trace.executions[0].ended == "ok"


def test_a_late_return_does_not_undo_that_the_app_gave_up():
    trace = Trace()

    def slow():
        trace.executions[0].ended = "abandoned"
        return "too late"

    trace.watch(slow)()
    assert (trace.executions[0].ended, trace.executions[0].result) == ("abandoned", "")


async def test_async_functions_are_timed_and_cancelled_ones_abandoned():
    trace = Trace()

    async def quick(x):
        await asyncio.sleep(0)
        return x

    async def forever():
        await asyncio.Event().wait()

    assert await trace.watch(quick)(5) == 5
    task = asyncio.create_task(trace.watch(forever)())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [x.ended for x in trace.executions] == ["ok", "abandoned"]


def test_many_threads_lose_nothing():
    trace = Trace()
    watched = trace.watch(add)

    def work(i):
        watched(i)
        trace.add_exchange({"messages": []}, t0=0, t1=0)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(400)))
    assert sorted(x.input["a"] for x in trace.executions) == list(range(400))
    assert sorted(x.n for x in trace.exchanges) == list(range(1, 401))


def test_results_are_cut_and_carry_no_addresses():
    trace = Trace()
    trace.watch(lambda: "x" * 5000)()
    trace.watch(lambda: object())()
    assert len(trace.executions[0].result) == 2000
    assert trace.executions[1].result == "<object object>"


def test_an_unknown_ending_is_refused():
    with pytest.raises(ValueError, match="allowed: ok, raise, hung, abandoned, denied"):
        Execution("f", {}, ended="fine")
    assert len(ENDINGS) == 5


def test_plain_unpacks_sdk_objects():
    from anthropic.types import TextBlock

    block = TextBlock(type="text", text="hi")
    assert plain([{"content": (block, object)}])[0]["content"][0] == {"type": "text", "text": "hi"}
