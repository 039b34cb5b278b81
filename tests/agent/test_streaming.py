"""Streams: pieces cut anywhere, blocks that alternate, and streams that break off and must run nothing."""

import asyncio

import pytest

from clockhands import Script, clock, connect, connect_async, run
from clockhands.agent import run_async
from clockhands.agent.stream import Collector, StreamBroken
from clockhands.client import transport_of
from clockhands.mock import Reply, call, faults, text, thinking

from .scripted import ADD, hold, tool
from .scripted import Played as Run

INPUT = {"né\u0065": 'a "quoted" \\ \u00e9 \U0001f600 text', "list": [1, {"deep": None}], "empty": ""}


@pytest.fixture(params=["sync", "async"])
def streamed(request):
    """Run a script streamed, with faults in the stream."""

    def play(replies, tools=(ADD,), shape=None, **options):
        with clock.virtual():
            script = Script(*replies)
            if request.param == "async":
                client, _ = connect_async(script, faults=shape, quiet=True)
                outcome = asyncio.run(run_async(client, tools, "Go.", stream=True, **options))
            else:
                client, _ = connect(script, faults=shape, quiet=True)
                outcome = run(client, tools, "Go.", stream=True, **options)
            log = list(transport_of(client).log)
        played = Run(outcome, [entry.request for entry in log], log, 0.0)
        hold(played)
        return played

    return play


@pytest.mark.parametrize(
    "shape", [faults.small_pieces(1), faults.unknown_events(), faults.interleave(), None]
)
def test_inputs_arrive_whole_however_the_stream_is_cut(streamed, shape):
    keep = tool(lambda **given: "kept", "keep")
    turn = ["Two.", call("keep", **INPUT), call("keep", n=1), call("keep")]
    played = streamed([turn, ["do", "ne"]], [keep], shape)
    assert [given for _, given in played.ran] == [INPUT, {"n": 1}, {}]
    assert played.outcome.text == "done"


@pytest.mark.parametrize(
    "broken",
    [
        faults.cut_stream(0.7, dropped=True, reply=[call("add", a=1, b=2)]),
        faults.cut_stream(0.9, reply=[call("add", a=1, b=2)]),
        faults.stream_error(after=0.6, reply=["Let me", call("add", a=1, b=2)]),
        faults.stream_error("rate_limit_error", after=0.0),
    ],
)
def test_a_broken_stream_runs_nothing_and_is_asked_again(streamed, broken):
    played = streamed([broken, call("add", a=3, b=4), "7"])
    assert played.ran == [("add", {"a": 3, "b": 4})] and played.outcome.ok
    assert played.requests[1]["messages"] == played.requests[0]["messages"]


def test_streams_that_always_break_end_the_run(streamed):
    played = streamed([faults.cut_stream(0.9, reply=[call("add", a=1, b=2)])] * 9)
    assert played.outcome.status == "error" and played.ran == [] and 2 <= len(played.requests) <= 8


def test_text_is_told_as_it_arrives(streamed):
    heard = []
    played = streamed(["a longer answer in several pieces"], on_text=heard.append)
    assert "".join(heard) == played.outcome.text and len(heard) > 1


def test_thinking_and_its_signature_come_back_whole(streamed):
    turn = [
        thinking("step by step"),
        {"type": "redacted_thinking", "data": "ZGF0YQ=="},
        text("Now."),
        call("add", a=1, b=2),
    ]
    asked = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    played = streamed([turn, "3"], max_tokens=4000, extra=asked)
    assert played.requests[1]["messages"][1]["content"] == played.log[0].response["content"]


def test_usage_is_counted(streamed):
    played = streamed([Reply([text("hi")], usage={"output_tokens": 77})])
    assert played.outcome.usage["output_tokens"] == 77


def feed(*events):
    collector = Collector()
    for event in events:
        collector.feed(event)
    return collector


START = {"type": "message_start", "message": {"id": "msg_1", "usage": {"input_tokens": 3}}}
END = [{"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}}]
STOP = {"type": "message_stop"}


def use(index, *pieces):
    yield {
        "type": "content_block_start",
        "index": index,
        "content_block": {"type": "tool_use", "id": "a", "input": {}},
    }
    for piece in pieces:
        delta = {"type": "input_json_delta", "partial_json": piece}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def test_half_an_escape_is_no_error():
    pieces = ["", *r'{"a": "\ud83d\ude00"}', ""]
    (block,) = feed(START, *use(0, *pieces), *END, STOP).turn().blocks
    assert block["input"] == {"a": "\U0001f600"}


def test_an_input_that_is_no_json_stays_a_text_for_the_guard_to_refuse():
    (block,) = feed(START, *use(0, '{"a": '), *END, STOP).turn().blocks
    assert block["input"] == '{"a": '


def test_pings_and_unknown_events_are_passed_over():
    turn = feed({"type": "ping"}, START, {"type": "of_2031"}, *END, STOP).turn()
    assert (turn.blocks, turn.stop_reason, turn.usage) == (
        [],
        "tool_use",
        {"input_tokens": 3, "output_tokens": 9},
    )


def test_a_stream_without_its_end_is_no_reply():
    with pytest.raises(StreamBroken):
        feed(START, *use(0, "{}"), *END).turn()
    with pytest.raises(StreamBroken, match="had not begun"):
        feed(START, {"type": "content_block_delta", "index": 3, "delta": {"type": "text_delta", "text": "x"}})


def test_a_client_with_nothing_but_stream_will_do():
    class Opened(list):
        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

    class Messages:
        def stream(self, **body):
            return Opened([START, {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}, STOP])

    class Client:
        messages = Messages()

    assert run(Client(), [], "hi", stream=True).ok
