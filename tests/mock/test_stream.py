"""Streams: the event grammar, pieces cut anywhere, and the same message as a plain reply."""

from __future__ import annotations

import json

import anthropic
import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.client import transport_of
from clockhands.mock import Reply, Script, call, faults, text, thinking, wire
from clockhands.mock.events import Shape, events, sse
from clockhands.mock.fit import fit
from clockhands.mock.reply import as_reply

from .talk import EXAMPLES, async_client_for, body, client_for, dumped, request

MIXED = [
    thinking("Tokyo is nine hours ahead of UTC, so it is the same evening."),
    text("Let me look at the clock in Tokyo."),
    call("get_time", timezone="Asia/Tokyo", note='a "quoted" line\nwith é, 東京 and \U0001f553'),
    call("other"),
]


def stream_of(said, seed=0, shape=None, **more):
    asked = body(**more)
    reply = as_reply(said)
    fitted = fit(reply, asked)
    key = wire.digest(asked, seed)
    usage = {"input_tokens": 5, "output_tokens": 7}
    message = wire.message(reply, fitted, asked, key, usage)
    return message, events(message, fitted.raw_inputs, key, shape)


def deltas(stream, kind):
    return [e["delta"] for e in stream if e["type"] == "content_block_delta" and e["delta"]["type"] == kind]


def test_events_follow_the_grammar():
    _, stream = stream_of(MIXED)
    kinds = [event["type"] for event in stream]
    assert kinds[:3] == ["message_start", "content_block_start", "ping"]
    assert kinds[-2:] == ["message_delta", "message_stop"]
    open_block, seen = None, []
    for event in stream[1:-2]:
        if event["type"] == "content_block_start":
            assert open_block is None
            open_block = event["index"]
        elif event["type"] == "content_block_delta":
            assert event["index"] == open_block
        elif event["type"] == "content_block_stop":
            seen.append(event["index"])
            open_block = None
    assert seen == [0, 1, 2, 3]


def test_the_start_holds_nothing_that_is_told_later():
    message, stream = stream_of(MIXED)
    start = stream[0]["message"]
    assert (start["content"], start["stop_reason"]) == ([], None)
    assert start["usage"]["output_tokens"] <= 1
    opened = [e["content_block"] for e in stream if e["type"] == "content_block_start"]
    assert opened[0] == {"type": "thinking", "thinking": "", "signature": ""}
    assert opened[1] == {"type": "text", "text": ""}
    assert opened[2] == {**message["content"][2], "input": {}}
    closing = next(e for e in stream if e["type"] == "message_delta")
    assert closing["delta"] == {"stop_reason": "tool_use", "stop_sequence": None, "stop_details": None}
    assert closing["usage"]["output_tokens"] == 7


def test_the_signature_comes_once_behind_the_thinking():
    message, stream = stream_of(MIXED)
    assert [d["signature"] for d in deltas(stream, "signature_delta")] == [message["content"][0]["signature"]]


@pytest.mark.parametrize("seed", range(20))
def test_an_input_comes_in_pieces_of_1_to_35_characters_after_an_empty_one(seed):
    _, stream = stream_of(call("get_time", timezone="Asia/Tokyo " * 30), seed)
    pieces = [d["partial_json"] for d in deltas(stream, "input_json_delta")]
    assert pieces[0] == ""
    assert all(1 <= len(piece) <= 35 for piece in pieces[1:])
    assert json.loads("".join(pieces)) == {"timezone": "Asia/Tokyo " * 30}


def test_pieces_are_cut_inside_keys_and_inside_escapes():
    inside_key = inside_escape = False
    for seed in range(60):
        _, stream = stream_of(call("get_time", timezone="é" * 40), seed)
        pieces = [d["partial_json"] for d in deltas(stream, "input_json_delta")]
        inside_key = inside_key or any(piece.endswith('"timez') or piece == '{"t' for piece in pieces)
        inside_escape = inside_escape or any(
            piece.endswith(("\\", "\\u", "\\u0", "\\u00")) for piece in pieces
        )
    assert inside_key and inside_escape


def test_a_call_without_arguments_has_no_fragment_but_at_most_the_empty_one():
    seen = set()
    for seed in range(20):
        _, stream = stream_of(call("other"), seed)
        seen.add(tuple(d["partial_json"] for d in deltas(stream, "input_json_delta")))
    assert seen == {(), ("",)}


def test_an_empty_reply_streams_without_blocks():
    _, stream = stream_of(Reply([]))
    assert [event["type"] for event in stream] == ["message_start", "message_delta", "message_stop"]


def test_an_event_is_two_lines_and_a_blank_one():
    assert sse({"type": "ping"}) == b'event: ping\ndata: {"type":"ping"}\n\n'


# --- through the SDK --------------------------------------------------------------------------------------


@settings(deadline=None, derandomize=True, max_examples=EXAMPLES)
@given(
    st.lists(
        st.one_of(
            st.text(min_size=1, max_size=200).filter(str.strip).map(text),
            st.text(min_size=1, max_size=80).filter(str.strip).map(thinking),
            st.dictionaries(st.text(max_size=6), st.text() | st.integers(-(2**31), 2**31) | st.none()).map(
                lambda given: {"type": "tool_use", "name": "get_time", "input": given}
            ),
        ),
        max_size=4,
    ),
    st.integers(0, 2**31),
    st.integers(1, 300),
)
def test_a_streamed_reply_adds_up_to_the_plain_one(content, seed, max_tokens):
    plain = client_for(Script(Reply(content)), seed=seed).messages.create(**request(max_tokens=max_tokens))
    client = client_for(Script(Reply(content)), seed=seed)
    with client.messages.stream(**request(max_tokens=max_tokens)) as stream:
        streamed = stream.get_final_message()
    assert dumped(streamed) == dumped(plain)


@pytest.mark.parametrize(
    "shape", ["unknown_events", "interleave", faults.small_pieces(1), faults.small_pieces(7)]
)
def test_streams_that_are_hard_to_read_add_up_too(shape):
    plain = client_for(Script(MIXED)).messages.create(**request())
    client = client_for(Script(MIXED), faults=shape)
    with client.messages.stream(**request()) as stream:
        assert dumped(stream.get_final_message()) == dumped(plain)


def test_interleaved_blocks_really_alternate():
    _, stream = stream_of([text("a" * 200), text("b" * 200)], shape=Shape(interleave=True))
    order = [e["index"] for e in stream if e["type"] == "content_block_delta"]
    assert order[:4] == [0, 1, 0, 1]


def test_unknown_events_stand_in_the_stream():
    _, stream = stream_of("hi", shape=Shape(unknown=True))
    assert {"message_note", "content_block_note"} < {event["type"] for event in stream}


def test_a_cut_call_streams_its_unfinished_json():
    write = call("write", path="a.txt", text="word " * 100)
    client = client_for(Script(write))
    with client.messages.stream(**request(max_tokens=70)) as stream:
        pieces = [e.partial_json for e in stream if e.type == "input_json"]
        final = stream.get_final_message()
    with pytest.raises(json.JSONDecodeError):
        json.loads("".join(pieces))
    assert final.stop_reason == "max_tokens"
    assert final.content[0].input == {"path": "a.txt"}


def test_an_error_before_the_stream_is_plain_json():
    client = client_for(Script("hi"))
    with pytest.raises(anthropic.BadRequestError) as caught, client.messages.stream(**request(messages=[])):
        pass
    assert caught.value.response.headers["content-type"] == "application/json"


def test_an_error_inside_the_stream_has_status_200():
    client = client_for(Script("It is ten past eleven. " * 10), faults=faults.stream_error(after=0.5))
    got = []
    with pytest.raises(anthropic.APIStatusError) as caught, client.messages.stream(**request()) as stream:
        for piece in stream.text_stream:
            got.append(piece)
    assert caught.value.status_code == 200
    assert caught.value.body["error"]["type"] == "overloaded_error"
    assert got


def test_a_stream_cut_in_silence_raises_nothing():
    client = client_for(Script("It is ten past eleven. " * 10), faults="cut_stream")
    with client.messages.stream(**request()) as stream:
        assert stream.get_final_message().stop_reason is None
    entry = transport_of(client).log[0]
    assert (entry.fault, entry.response) == ("cut_stream", None)


def test_a_stream_cut_by_a_broken_connection_raises():
    client = client_for(Script("It is ten past eleven. " * 10), faults=faults.cut_stream(dropped=True))
    with pytest.raises(httpx2.RemoteProtocolError), client.messages.stream(**request()) as stream:
        stream.until_done()


@pytest.mark.parametrize("after", [0.0, 0.3, 1.0])
def test_a_cut_stream_never_reaches_its_end(after):
    client = client_for(Script("hi"), faults=faults.cut_stream(after=after))
    with client.messages.create(**request(), stream=True) as stream:
        assert "message_stop" not in [event.type for event in stream]


async def test_async_streams_are_the_same():
    async with async_client_for(Script(MIXED)).messages.stream(**request()) as stream:
        streamed = await stream.get_final_message()
    assert dumped(streamed) == dumped(client_for(Script(MIXED)).messages.create(**request()))


async def test_async_streams_break_alike():
    client = async_client_for(Script("It is ten past eleven. " * 10), faults=faults.cut_stream(dropped=True))
    with pytest.raises(httpx2.RemoteProtocolError):
        async with client.messages.stream(**request()) as stream:
            await stream.until_done()


def test_a_stream_can_be_left_early():
    client = client_for(Script("It is ten past eleven. " * 10, "next"))
    with client.messages.stream(**request()) as stream:
        next(iter(stream.text_stream))
    assert transport_of(client).log[0].t1 is not None
    assert client.messages.create(**request()).content[0].text == "next"
