"""Server-held threads, as the SDK's own helpers use them."""

from __future__ import annotations

import asyncio

import anthropic
import pytest
from anthropic import beta_async_tool, beta_tool

from clockhands import clock
from clockhands.client import transport_of
from clockhands.mock import Reply, Script, call, faults, text
from clockhands.mock.threads import BETA, Threads

from .talk import GET_TIME, QUESTION, async_client_for, client_for, request

SCRIPT = ([text("Let me look."), call("get_time", timezone="Asia/Tokyo")], "It is 23:10.")


@beta_tool
def get_time(timezone: str) -> str:
    """The current time.

    Args:
        timezone: IANA name
    """
    return f"23:10 in {timezone}"


@beta_async_tool
async def get_time_async(timezone: str) -> str:
    """The current time.

    Args:
        timezone: IANA name
    """
    await asyncio.sleep(0)
    return f"23:10 in {timezone}"


get_time_async.name = "get_time"


def sent(client):
    """(thread type, number of messages, whether tools went along) of each request."""
    return [
        ((body.get("thread") or {}).get("type"), len(body["messages"]), "tools" in body)
        for body in transport_of(client).log.requests
    ]


ON = [("create", 1, True), ("continue", 1, False)]
OFF = [(None, 1, True), (None, 3, True)]


@pytest.mark.parametrize(("options", "expected"), [({}, ON), ({"thread": False}, OFF)])
@pytest.mark.parametrize("stream", [False, True])
def test_the_tool_runner_runs(options, expected, stream):
    script = Script(*SCRIPT)
    client = client_for(script)
    runner = client.beta.messages.tool_runner(**request(tools=[get_time], stream=stream, **options))
    replies = [item.get_final_message() if stream else item for item in runner]
    assert [reply.stop_reason for reply in replies] == ["tool_use", "end_turn"]
    assert sent(client) == expected
    seen = script.requests[1]
    assert [message["role"] for message in seen["messages"]] == ["user", "assistant", "user"]
    assert seen["messages"][2]["content"][0]["content"] == "23:10 in Asia/Tokyo"
    assert seen["tools"][0]["name"] == "get_time"
    assert "thread" not in seen


@pytest.mark.parametrize("options", [{}, {"thread": False}])
async def test_the_async_tool_runner_runs(options):
    client = async_client_for(Script(*SCRIPT, *SCRIPT))
    runner = client.beta.messages.tool_runner(**request(tools=[get_time_async], **options))
    assert (await runner.until_done()).content[0].text == "It is 23:10."
    runner = client.beta.messages.tool_runner(**request(tools=[get_time_async], stream=True, **options))
    replies = [await stream.get_final_message() async for stream in runner]
    assert [reply.stop_reason for reply in replies] == ["tool_use", "end_turn"]


def test_threads_change_nothing_but_what_is_sent():
    with_threads, without = client_for(Script(*SCRIPT)), client_for(Script(*SCRIPT))
    one = with_threads.beta.messages.tool_runner(**request(tools=[get_time])).until_done()
    other = without.beta.messages.tool_runner(**request(tools=[get_time], thread=False)).until_done()
    assert one.model_dump() == other.model_dump()


def test_a_thread_object_keeps_a_conversation_of_several_turns():
    script = Script("one", "two", "three")
    client = client_for(script)
    thread = client.beta.messages.thread(
        model="claude-haiku-4-5", max_tokens=100, system="You tell the time."
    )
    for n in range(3):
        thread.send({"role": "user", "content": f"question {n}"})
    assert [len(body["messages"]) for body in script.requests] == [1, 3, 5]
    assert script.requests[2]["system"] == "You tell the time."
    assert "system" not in transport_of(client).log.requests[2]


def test_a_lost_thread_is_replayed_by_the_sdk():
    client = client_for(Script(*SCRIPT))
    runner = client.beta.messages.tool_runner(**request(tools=[get_time]))
    for _ in runner:
        transport_of(client).api.threads.forget()
    assert sent(client) == [("create", 1, True), ("continue", 1, False), ("create", 3, True)]
    assert transport_of(client).log[1].error["error"]["details"] == {"error_code": "thread_not_found"}


def test_a_stream_that_broke_off_is_replayed_under_a_new_thread():
    client = client_for(Script("one " * 30, faults.cut_stream(reply="two " * 30), "three"))
    thread = client.beta.messages.thread(model="claude-haiku-4-5", max_tokens=500)
    thread.send(QUESTION)
    with thread.stream({"role": "user", "content": "and now?"}) as stream:
        stream.until_done()
    assert thread.send().content[0].text == "three"
    assert [kind for kind, _, _ in sent(client)] == ["create", "continue", "create"]


def test_a_failed_continue_may_be_sent_again():
    first, second = SCRIPT
    client = client_for(Script(first, faults.rate_limit(retry_after=0.001), faults.drop(), second))
    client = client.with_options(max_retries=2)
    runner = client.beta.messages.tool_runner(**request(tools=[get_time]))
    assert runner.until_done().content[0].text == "It is 23:10."
    assert [entry.status for entry in transport_of(client).log] == [200, 429, 0, 200]


def test_a_paused_turn_continues_without_new_messages():
    search = {"type": "server_tool_use", "name": "web_search", "input": {"query": "time in Tokyo"}}
    script = Script(Reply([search], "pause_turn"), "It is 23:10.")
    client = client_for(script)
    runner = client.beta.messages.tool_runner(**request(tools=[get_time]))
    assert runner.until_done().content[0].text == "It is 23:10."
    assert [len(body["messages"]) for body in transport_of(client).log.requests] == [1, 0]
    assert [message["role"] for message in script.requests[1]["messages"]] == ["user", "assistant"]


def threaded(client, thread, **more):
    return client.beta.messages.create(**request(thread=thread, betas=[BETA], **more))


def error_of(caught):
    error = caught.value.body["error"]
    return error["type"], error.get("details", {}).get("error_code")


def test_each_reply_can_be_continued_once():
    client = client_for(Script("one", "two", "three"))
    first = threaded(client, {"type": "create"})
    go_on = {"type": "continue", "previous_message_id": first.id}
    threaded(client, go_on)
    with pytest.raises(anthropic.BadRequestError) as caught:
        threaded(client, go_on)
    assert error_of(caught) == ("invalid_request_error", "thread_already_continued")


def test_a_reply_served_twice_can_be_continued_twice():
    client = client_for(Script("one", "one", "two", "three"))
    first, same = threaded(client, {"type": "create"}), threaded(client, {"type": "create"})
    assert first.id == same.id
    for _ in range(2):
        threaded(client, {"type": "continue", "previous_message_id": first.id})
    with pytest.raises(anthropic.BadRequestError):
        threaded(client, {"type": "continue", "previous_message_id": first.id})


def test_an_unknown_thread_is_not_found():
    with pytest.raises(anthropic.NotFoundError, match="no thread found for msg_1") as caught:
        threaded(client_for(Script()), {"type": "continue", "previous_message_id": "msg_1"})
    assert error_of(caught) == ("not_found_error", "thread_not_found")


def test_a_thread_expires():
    client = client_for(Script("one", "two"))
    with clock.virtual() as virtual:
        first = threaded(client, {"type": "create"})
        virtual.advance(transport_of(client).api.threads.lifetime_s + 1)
        with pytest.raises(anthropic.NotFoundError):
            threaded(client, {"type": "continue", "previous_message_id": first.id})


@pytest.mark.parametrize("repeated", [{"tools": [GET_TIME]}, {"system": "You tell the time."}])
def test_what_the_thread_keeps_cannot_be_sent_again(repeated):
    client = client_for(Script("one", "two"))
    first = threaded(client, {"type": "create"}, **repeated)
    with pytest.raises(anthropic.BadRequestError) as caught:
        threaded(client, {"type": "continue", "previous_message_id": first.id}, **repeated)
    assert error_of(caught) == ("invalid_request_error", "thread_fingerprint_mismatch")


def test_what_threads_do_not_support_is_named_and_the_tool_runner_goes_on_without():
    asked = {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 4096}
    client = client_for(Script(*SCRIPT))
    with pytest.raises(anthropic.BadRequestError) as caught:
        threaded(client, {"type": "create"}, **asked)
    assert error_of(caught) == ("invalid_request_error", "thread_unsupported_request")
    assert caught.value.body["error"]["details"]["unsupported"] == ["thinking"]
    runner = client.beta.messages.tool_runner(**request(tools=[get_time], **asked))
    assert runner.until_done().content[0].text == "It is 23:10."
    assert [kind for kind, _, _ in sent(client)] == ["create", "create", None, None]


@pytest.mark.parametrize(
    ("thread", "message"),
    [
        ("create", "thread: Input should be an object"),
        ({"type": "fork"}, "thread: Input tag 'fork' found"),
        ({"type": "continue"}, "thread.continue.previous_message_id: Field required"),
        ({"type": "create", "id": "x"}, "thread.create.id: Extra inputs are not permitted"),
    ],
)
def test_the_shape_of_thread_is_checked(thread, message):
    with pytest.raises(anthropic.BadRequestError, match=message):
        threaded(client_for(Script()), thread)


def test_without_the_beta_thread_is_an_unknown_field():
    with pytest.raises(anthropic.BadRequestError, match="thread: Extra inputs are not permitted"):
        client_for(Script()).beta.messages.create(**request(thread={"type": "create"}))


def test_the_number_of_threads_is_bounded(monkeypatch):
    monkeypatch.setattr("clockhands.mock.threads.MOST_HELD", 3)
    threads = Threads()
    for n in range(5):
        given = {"messages": [QUESTION], "thread": {"type": "create"}}
        full = threads.unrolled(given, BETA, 0.0)
        threads.keep(given, full, {"id": f"msg_{n}", "content": [text("hi")]}, 0.0)
    assert len(threads) == 3
