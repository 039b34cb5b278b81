"""Tools that raise, hang or give back what cannot be sent: the run goes on, and the good results are kept."""

import asyncio
import base64
import datetime
import json
import threading

import pytest

from clockhands import Script, clock, connect, connect_async, run
from clockhands.agent import run_async
from clockhands.mock import call
from clockhands.tools import Cancel, Cancelled

from .scripted import tool

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(60)).decode()
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}


def raising(error):
    def fail():
        raise error

    return tool(fail, "fail")


@pytest.fixture
def hang():
    """A tool that blocks until the test is over."""
    over = threading.Event()
    yield tool(lambda: over.wait(30), "hang", timeout_s=0.1)
    over.set()


@pytest.mark.parametrize(
    "value",
    [
        "half \ud800",
        "nul \x00",
        datetime.datetime(2031, 3, 5),
        {3, 1, 2},
        b"\xff" * 1_000_000,
        float("nan"),
        object(),
        1j,
    ],
)
def test_any_result_becomes_text_that_can_be_sent(play, value):
    played = play([call("odd"), "ok"], [tool(lambda: value, "odd")])
    content = played.result()["content"]
    assert isinstance(content, str) and content and "\x00" not in content and len(content) < 5000
    content.encode("utf-8")
    assert played.outcome.ok


def test_an_exception_becomes_an_error_with_kind_and_message(play):
    played = play([call("fail"), "sorry"], [raising(ValueError("no such city"))])
    assert played.result() == {
        "type": "tool_result",
        "tool_use_id": played.outcome.executed[0],
        "content": "ValueError: no such city",
        "is_error": True,
    }
    assert len(played.requests) == 2 and played.outcome.ok


def test_a_huge_exception_is_cut_and_tells_no_secret(play):
    told = (
        "Traceback (most recent call last):\n  File '/srv/app.py'\nKeyError: 'x'\nkey sk-ant-SECRET99 "
        + "x" * 300_000
    )
    content = play([call("fail"), "sorry"], [raising(RuntimeError(told))]).result()["content"]
    assert len(content) <= 4096 and content.startswith("RuntimeError")
    for hidden in ("Traceback", "sk-ant", "SECRET", "/srv/app.py"):
        assert hidden not in content


@pytest.mark.parametrize("error", [SystemExit(3), asyncio.CancelledError(), GeneratorExit(), MemoryError()])
def test_an_exception_of_any_kind_ends_the_call_and_not_the_app(play, error):
    played = play([call("fail"), "sorry"], [raising(error)])
    assert played.result()["is_error"] and played.outcome.ok
    assert type(error).__name__ in played.result()["content"]


def test_an_async_tool_that_cancels_itself_has_only_failed(play):
    async def fail():
        raise asyncio.CancelledError

    assert play([call("fail"), "sorry"], [tool(fail)]).outcome.ok


def test_an_interrupt_ends_the_run_with_every_call_answered(play):
    fine = tool(lambda: 1, "fine")
    played = play([[call("fine"), call("fail"), call("fine")]], [raising(KeyboardInterrupt()), fine])
    assert played.outcome.status == "cancelled" and len(played.requests) == 1
    contents = [block["content"] for block in played.outcome.messages[-1]["content"]]
    assert contents[0] == contents[2] == "1" and contents[1].startswith("KeyboardInterrupt")


def test_one_failure_of_three_leaves_the_others_in_order(play):
    fine = tool(lambda n: n, "fine")
    played = play(
        [[call("fine", n=1), call("fail"), call("fine", n=3)], "ok"], [fine, raising(ValueError("no"))]
    )
    assert [result.get("is_error", False) for result in played.results()] == [False, True, False]
    assert [result["content"] for result in played.results()] == ["1", "ValueError: no", "3"]


def test_a_hanging_tool_is_left_behind_and_named(play, hang):
    played = play([call("hang"), "sorry"], [hang])
    assert played.result()["is_error"] and "timed out after 0.1 s" in played.result()["content"]
    assert played.elapsed <= 5 * 0.1 and played.outcome.ok and len(played.requests) == 2
    assert played.outcome.abandoned == played.outcome.executed
    assert played.outcome.trace.executions[0].ended == "hung"


def test_one_hanging_tool_of_three_costs_no_good_result(play, hang):
    fine = tool(lambda n: n, "fine")
    played = play([[call("fine", n=1), call("hang"), call("fine", n=3)], "ok"], [fine, hang])
    assert [result["content"] for result in played.results()][::2] == ["1", "3"]
    assert played.results()[1]["is_error"]


def test_a_slow_cleanup_is_not_waited_for(play):
    over = threading.Event()

    async def slow():
        try:
            await asyncio.sleep(30)
        finally:
            while not over.is_set():
                await asyncio.sleep(0.01)

    played = play([call("slow"), "sorry"], [tool(slow, timeout_s=0.1)], result_chars=2000)
    over.set()
    assert "timed out" in played.result()["content"] and played.outcome.ok


def test_a_cooperative_tool_leaves_no_thread_behind(play):
    ended = threading.Event()

    def careful(cancel: Cancel):
        assert cancel.wait(10)
        try:
            cancel.check()
        except Cancelled:
            ended.set()
            raise

    played = play([call("careful"), "sorry"], [tool(careful, timeout_s=0.1)])
    assert ended.wait(5) and played.outcome.abandoned == []
    assert "careful" not in {thread.name.removeprefix("tool ") for thread in threading.enumerate()}


def test_the_deadline_reaches_the_tool(play):
    left = []

    def look(cancel: Cancel):
        left.append(cancel.remaining())

    play([call("look"), "ok"], [tool(look, timeout_s=50)], deadline_s=20)
    assert 0 < left[0] <= 20


def test_a_picture_is_an_image_block_inside_its_result(play):
    see = tool(lambda: [{"type": "text", "text": "the plot"}, IMAGE], "see")
    played = play([[call("see"), call("fail")], "ok"], [see, raising(ValueError("no"))])
    assert played.results()[0]["content"] == [{"type": "text", "text": "the plot"}, IMAGE]
    assert played.results()[1]["content"] == "ValueError: no"


def test_the_bytes_of_a_picture_are_a_picture(play):
    played = play([call("see"), "ok"], [tool(lambda: base64.b64decode(PNG), "see")])
    assert played.result()["content"] == [IMAGE]


@pytest.mark.parametrize(
    "source",
    [
        {"type": "base64", "media_type": "image/png", "data": "not base64!"},
        {"type": "base64", "media_type": "image/tiff", "data": PNG},
        {"type": "base64", "media_type": "image/png", "data": ""},
        {"type": "nonsense"},
    ],
)
def test_a_picture_that_cannot_be_sent_says_so(play, source):
    played = play([call("see"), "ok"], [tool(lambda: {"type": "image", "source": source}, "see")])
    assert "image that cannot be shown" in played.result()["content"][0]["text"]


@pytest.mark.parametrize(
    ("value", "content"),
    [
        (None, "null"),
        ({}, "{}"),
        ([], "[]"),
        ({"a": [1, None, "é"]}, '{"a": [1, null, "é"]}'),
        (True, "true"),
        (7, "7"),
    ],
)
def test_data_is_sent_as_json(play, value, content):
    played = play([call("give"), "ok"], [tool(lambda: value, "give")])
    assert played.result()["content"] == content
    assert json.loads(content) == value


def test_an_empty_text_says_that_it_is_one(play):
    assert "empty text" in play([call("give"), "ok"], [tool(lambda: "", "give")]).result()["content"]


def test_a_huge_result_loses_its_middle_and_says_so(play):
    text = "start" + "x" * 2_000_000 + "end"
    played = play([call("read"), "ok"], [tool(lambda: text, "read")])
    content = played.result()["content"]
    assert len(json.dumps(played.requests[1])) < 200_000
    assert content.startswith("start") and content.endswith("end")
    assert "truncated: 1,970,008 of 2,000,008 characters omitted" in content and "Call read again" in content


@pytest.mark.parametrize("char", ["\u6f22", "\U0001f600", "\x01", '"'])
def test_a_huge_result_is_small_on_the_wire_whatever_it_is_made_of(play, char):
    played = play([call("read"), "ok"], [tool(lambda: char * 2_000_000, "read")])
    assert len(json.dumps(played.requests[1], ensure_ascii=False).encode()) < 200_000


def test_the_middle_can_be_read_when_the_tool_for_it_is_offered(play):
    text = "x" * 100_000 + "NEEDLE" + "y" * 100_000

    def read_on(request):
        call_id = request["messages"][-1]["content"][0]["tool_use_id"]
        return call("read_rest", result=call_id, start=99_000)

    played = play([call("read"), read_on, "found"], [tool(lambda: text, "read")], offer_rest=True)
    assert "NEEDLE" not in played.result(1)["content"] and "read_rest" in played.result(1)["content"]
    assert "NEEDLE" in played.result(2)["content"] and "Read on at" in played.result(2)["content"]
    assert played.requests[0]["tools"][-1]["name"] == "read_rest"


def test_a_result_that_never_ends_is_a_timeout_not_a_hang(play):
    class Slow:
        def __str__(self):
            threading.Event().wait(30)
            return "late"

    played = play([call("slow"), "sorry"], [tool(lambda: Slow(), "slow", timeout_s=0.1)])
    assert "timed out" in played.result()["content"]


def test_tool_time_is_seen_by_the_clock_in_force(play):
    played = play([call("wait"), "ok"], [tool(lambda: clock.sleep(40), "wait")], deadline_s=100)
    assert played.outcome.ok and played.elapsed == 40


@pytest.mark.parametrize("fn", ["plain", "async"])
def test_on_the_real_clock_a_hang_is_left_behind_too(fn):
    over = threading.Event()

    async def wait_async():
        await asyncio.sleep(30)

    slow = tool(wait_async if fn == "async" else lambda: over.wait(30), "slow", timeout_s=0.05)
    replies = [[call("slow"), call("slow")], "sorry"]
    client, _ = connect(Script(*replies), quiet=True)
    outcome = run(client, [slow], "Go.")
    client, _ = connect_async(Script(*replies), quiet=True)
    twin = asyncio.run(run_async(client, [slow], "Go."))
    over.set()
    for ended in (outcome, twin):
        contents = [block["content"] for block in ended.messages[2]["content"]]
        assert ended.ok and all("timed out after 0.05 s" in content for content in contents)
        assert len(ended.abandoned) == (0 if fn == "async" else 2)


def test_an_async_tool_may_wait_on_the_callers_event_loop():
    async def app():
        ready = asyncio.Event()

        async def knock():
            ready.set()
            return "knocked"

        async def wait():
            await ready.wait()
            return "opened"

        client, _ = connect_async(Script([call("wait"), call("knock")], "done"), quiet=True)
        return await run_async(client, [tool(wait), tool(knock)], "Go.")

    outcome = asyncio.run(app())
    assert [block["content"] for block in outcome.messages[2]["content"]] == ["opened", "knocked"]
