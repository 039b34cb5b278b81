"""Cancelling a run wherever it is, and going on from a transcript, also from a broken one."""

import asyncio
import threading

import pytest

from clockhands import Script, connect, connect_async, run
from clockhands.agent import run_async
from clockhands.mock import call, faults
from clockhands.tools import Cancel

from .scripted import ADD, sendable, tool

# --- cancel ---


def test_cancel_while_a_tool_runs(play):
    cancel, told = threading.Event(), threading.Event()

    def wait(cancel: Cancel):
        pressed.set()
        if cancel.wait(10):
            told.set()

    pressed = cancel
    played = play(
        [[call("wait"), call("add", a=1, b=2)], "never"], [tool(wait, timeout_s=30), ADD], cancel_event=cancel
    )
    assert played.outcome.status == "cancelled" and len(played.requests) == 1
    assert told.wait(5)
    contents = [block["content"] for block in played.outcome.messages[-1]["content"]]
    assert "was cancelled while it ran" in contents[0]


def test_cancel_between_tools_leaves_the_rest_unrun(play):
    cancel = threading.Event()
    first = tool(lambda: cancel.set(), "first", side_effect=True)
    second = tool(lambda: 1 / 0, "second", side_effect=True)
    played = play([[call("first"), call("second")], "never"], [first, second], cancel_event=cancel)
    assert played.outcome.status == "cancelled" and len(played.ran) == 1
    assert "Not run: the run was cancelled" in played.outcome.messages[-1]["content"][1]["content"]


def test_cancel_before_the_start_sends_nothing(play):
    cancel = threading.Event()
    cancel.set()
    played = play(["never"], cancel_event=cancel)
    assert played.outcome.status == "cancelled" and played.requests == []


def test_cancel_while_the_api_asks_to_wait(play):
    cancel = threading.Event()
    stop = tool(lambda: None, "noop")

    def limited(request):
        cancel.set()
        return faults.rate_limit(60)

    played = play([call("noop"), limited], [stop], refused=[429], cancel_event=cancel)
    assert played.outcome.status == "cancelled" and len(played.requests) == 2


def test_cancel_while_a_request_is_in_flight():
    cancel, over = threading.Event(), threading.Event()

    class Model:
        def reply(self, request):
            cancel.set()
            over.wait(30)

    client, _ = connect(Model(), quiet=True)
    outcome = run(client, [], "hi", cancel_event=cancel)
    over.set()
    assert outcome.status == "cancelled" and "waited for the model" in outcome.reason
    sendable(outcome.messages)


async def test_cancel_while_an_async_request_is_in_flight():
    cancel = asyncio.Event()

    class Messages:
        async def create(self, **body):
            cancel.set()
            await asyncio.sleep(30)

    class Client:
        messages = Messages()

    outcome = await run_async(Client(), [], "hi", cancel_event=cancel)
    assert outcome.status == "cancelled"


async def test_cancelling_the_task_cancels_its_tools():
    begun, ended = asyncio.Event(), asyncio.Event()

    async def wait():
        begun.set()
        try:
            await asyncio.sleep(30)
        finally:
            ended.set()

    client, _ = connect_async(Script(call("wait"), "never"), quiet=True)
    task = asyncio.create_task(run_async(client, [tool(wait, timeout_s=30)], "hi"))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(ended.wait(), 5)


def test_a_blocked_tool_is_reported_when_cancelled(play):
    cancel, over = threading.Event(), threading.Event()

    def block():
        cancel.set()
        over.wait(30)

    played = play([call("block"), "never"], [tool(block, timeout_s=30)], cancel_event=cancel)
    over.set()
    assert played.outcome.abandoned == played.outcome.executed != []
    assert played.outcome.trace.executions[0].ended == "abandoned"


def test_an_interrupt_of_the_app_ends_the_run_with_a_transcript():
    class Messages:
        def create(self, **body):
            raise KeyboardInterrupt

    class Client:
        messages = Messages()

    outcome = run(Client(), [ADD], "hi")
    assert outcome.status == "cancelled" and outcome.messages == [{"role": "user", "content": "hi"}]


# --- resume ---


def test_a_call_left_open_is_answered_and_not_run(play):
    old = [
        {"role": "user", "content": "2+3?"},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "X", "name": "add", "input": {"a": 2, "b": 3}}],
        },
    ]
    played = play(["5"], prompt="And?", messages=old)
    assert played.ran == [] and played.outcome.ok
    assert played.requests[0]["messages"][:2] == old
    assert played.requests[0]["messages"][2]["content"][0]["tool_use_id"] == "X"
    assert len(old) == 2


def test_a_result_without_its_call_is_dropped(play):
    old = [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "X", "content": "5"}]},
        {"role": "assistant", "content": "It is 5."},
    ]
    played = play(["ok"], prompt="Sure?", messages=old)
    assert played.requests[0]["messages"] == [old[1], {"role": "user", "content": "Sure?"}]


def test_every_ending_can_be_resumed(play):
    first = play([call("add", a=n, b=1) for n in range(9)], max_steps=3)
    second = play(["done"], prompt=None, messages=first.outcome.messages)
    assert second.outcome.ok and second.requests[0]["messages"] == first.outcome.messages


def test_a_transcript_of_sdk_objects_goes_on(play):
    client, model = connect(Script([call("add", a=2, b=3)]), quiet=True)
    reply = client.messages.create(model=model, max_tokens=9, messages=[{"role": "user", "content": "2+3?"}])
    old = [{"role": "user", "content": "2+3?"}, {"role": "assistant", "content": reply.content}]
    assert play(["ok"], messages=old).outcome.ok
