"""`Script`: exact replies in order, expectations, departures that surface at once."""

from __future__ import annotations

import threading

import anthropic
import pytest

from clockhands.errors import ScriptError
from clockhands.mock import ApiError, Reply, Script, call, expect, faults, text

from .talk import GET_TIME, OTHER, QUESTION, async_client_for, client_for, request


def test_replies_come_in_order_in_every_form():
    script = Script(
        "one",
        call("get_time"),
        ["two", call("get_time")],
        Reply([text("three")], "refusal"),
        lambda body: f"{len(body['messages'])} message",
    )
    client = client_for(script)
    replies = [client.messages.create(**request()) for _ in range(5)]
    assert [[b.type for b in r.content] for r in replies] == [
        ["text"],
        ["tool_use"],
        ["text", "tool_use"],
        ["text"],
        ["text"],
    ]
    assert [r.stop_reason for r in replies] == ["end_turn", "tool_use", "tool_use", "refusal", "end_turn"]
    assert replies[4].content[0].text == "1 message"
    assert script.left == 0
    script.check_done()


def test_errors_and_faults_stand_where_a_reply_would():
    client = client_for(Script(ApiError(404, "not_found_error", "model: x"), faults.overloaded(), "at last"))
    with pytest.raises(anthropic.NotFoundError, match="model: x"):
        client.messages.create(**request())
    with pytest.raises(anthropic.OverloadedError):
        client.messages.create(**request())
    assert client.messages.create(**request()).content[0].text == "at last"


def test_each_http_attempt_takes_one_step():
    script = Script(faults.rate_limit(retry_after=0.001), faults.rate_limit(retry_after=0.001), "at last")
    client = client_for(script).with_options(max_retries=2)
    assert client.messages.create(**request()).content[0].text == "at last"
    assert len(script.requests) == 3


def test_a_reply_of_a_broken_stream_is_given_by_the_fault():
    client = client_for(Script(faults.cut_stream(reply="one two three", after=0.6), "whole"))
    with client.messages.create(**request(), stream=True) as stream:
        words = "".join(e.delta.text for e in stream if e.type == "content_block_delta")
    assert words and "one two three".startswith(words)
    assert client.messages.create(**request()).content[0].text == "whole"


def test_looping_starts_again():
    client = client_for(Script("a", "b", loop=True))
    assert [client.messages.create(**request()).content[0].text for _ in range(5)] == list("ababa")


def test_no_reply_left_is_told_at_once_and_not_retried():
    script = Script("only one")
    client = client_for(script).with_options(max_retries=5)
    client.messages.create(**request())
    with pytest.raises(ScriptError, match=r"no reply left: it holds 1 and this is request 2.*Asia/Tokyo"):
        client.messages.create(**request())
    assert len(script.requests) == 2
    with pytest.raises(ScriptError, match="no reply left"):
        script.check_done()


async def test_departures_surface_through_async_clients_and_streams():
    client = async_client_for(Script())
    with pytest.raises(ScriptError, match="no reply left"):
        await client.messages.create(**request())
    with pytest.raises(ScriptError, match="no reply left"):
        async with client.messages.stream(**request()):
            pass


def test_a_departure_is_an_error_of_the_sdk_too_but_not_of_the_api():
    with pytest.raises(anthropic.AnthropicError) as caught:
        client_for(Script()).messages.create(**request())
    assert not isinstance(caught.value, anthropic.APIError)


def last(*blocks):
    return [QUESTION, {"role": "assistant", "content": [called()]}, {"role": "user", "content": [*blocks]}]


def called():
    return {**call("get_time"), "id": "toolu_1"}


def result(content):
    return {"type": "tool_result", "tool_use_id": "toolu_1", "content": content}


@pytest.mark.parametrize(
    ("wanted", "good", "bad"),
    [
        ({"tools": ["other", "get_time"]}, {"tools": [GET_TIME, OTHER]}, {"tools": [GET_TIME]}),
        ({"tools": []}, {}, {"tools": [GET_TIME]}),
        ({"last_text": "Tokyo"}, {}, {"messages": [{"role": "user", "content": "hello"}]}),
        (
            {"last_result": "23:10"},
            {"messages": last(result("it is 23:10"))},
            {"messages": last(result("no"))},
        ),
        (
            {"last_result": "23:10"},
            {"messages": last(result([text("it is 23:10")]))},
            {"messages": last(result([]), text("23:10"))},
        ),
        ({"messages": 1}, {}, {"messages": [QUESTION, QUESTION]}),
        ({"that": lambda body: "system" in body}, {"system": "You tell the time."}, {}),
    ],
)
def test_an_expectation_holds_or_says_what_differs(wanted, good, bad):
    assert (
        client_for(Script(expect("yes", **wanted))).messages.create(**request(**good)).content[0].text
        == "yes"
    )
    script = Script(expect("yes", **wanted))
    with pytest.raises(ScriptError, match="request 1 departs from the script, which expects"):
        client_for(script).messages.create(**request(**bad))
    assert script.problem is not None


def test_a_reply_that_is_none_is_told_with_its_number():
    with pytest.raises(ScriptError, match="reply 2 of the script is no reply: a reply cannot be a int"):
        client = client_for(Script("fine", 3))
        client.messages.create(**request())
        client.messages.create(**request())


def test_replies_never_asked_for_are_counted():
    script = Script("a", "b", "c")
    client_for(script).messages.create(**request())
    with pytest.raises(ScriptError, match="2 of the script's 3 replies were never asked for: 1 requests"):
        script.check_done()


def test_a_bug_in_a_model_object_is_told_as_such():
    def broken(body):
        raise KeyError("zone")

    with pytest.raises(ScriptError, match=r"reply\(\) raised KeyError: 'zone'"):
        client_for(Script(broken)).with_options(max_retries=3).messages.create(**request())


def test_no_reply_is_given_twice_to_threads():
    script = Script(*(str(n) for n in range(60)))
    client = client_for(script)
    got = []

    def ask():
        for _ in range(10):
            got.append(client.messages.create(**request()).content[0].text)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got, key=int) == [str(n) for n in range(60)]


def test_a_reply_that_is_no_json_is_told():
    with pytest.raises(ScriptError, match="cannot be sent as JSON: Object of type set"):
        client_for(Script(call("get_time", zones={"UTC"}))).messages.create(**request())
