"""The shape of a turn: calls wherever they stand, one message of results, replies that make no sense."""

import threading

import pytest

from clockhands.mock import Reply, call, text, thinking

from .scripted import ADD, tool


def test_one_call(play):
    played = play([call("add", a=2, b=3), "5"])
    assert played.ran == [("add", {"a": 2, "b": 3})]
    assert len(played.requests) == 2 and played.result()["content"] == "5"
    assert (played.outcome.status, played.outcome.text, played.outcome.steps) == ("success", "5", 2)
    assert played.outcome.ok and played.outcome.reason == ""


def test_two_calls_share_one_message_in_order(play):
    played = play([["Both.", call("add", a=1, b=1), call("add", a=2, b=2)], "2 and 4"])
    assert len(played.requests) == 2
    calls = [b["id"] for b in played.requests[1]["messages"][-2]["content"] if b["type"] == "tool_use"]
    assert [result["tool_use_id"] for result in played.results()] == calls
    assert [result["content"] for result in played.results()] == ["2", "4"]


def test_calls_without_side_effects_run_at_the_same_time(play):
    both_here = threading.Barrier(2)

    def meet():
        both_here.wait(5)
        return "met"

    played = play([[call("meet"), call("meet")], "done"], [tool(meet, timeout_s=10)])
    assert [result["content"] for result in played.results()] == ["met", "met"]


def test_calls_with_side_effects_run_one_by_one_in_their_place(play):
    running, order, overlaps = [], [], []

    def note(name):
        def fn(n):
            overlaps.extend(running)
            running.append(name)
            order.append((name, n))
            running.remove(name)
            return n

        return fn

    tools = [tool(note("read"), "read"), tool(note("write"), "write", side_effect=True)]
    calls = [call("write", n=1), call("read", n=2), call("write", n=3)]
    play([calls, "done"], tools)
    assert order == [("write", 1), ("read", 2), ("write", 3)] and overlaps == []


def test_blocks_in_any_order_and_text_in_pieces(play):
    turn = [thinking("hm"), call("add", a=1, b=1), text("then"), call("add", a=2, b=2)]
    played = play([turn, ["It is ", "2 and 4"]])
    assert len(played.ran) == 2 and played.outcome.text == "It is 2 and 4"


def test_tool_use_without_a_call_ends_the_run(play):
    played = play([Reply([text("I will.")], "tool_use")])
    assert played.outcome.status == "error" and "holds none" in played.outcome.reason
    assert played.outcome.text == "I will."


def test_a_call_in_a_finished_turn_does_not_run(play):
    played = play([Reply([text("Done."), call("add", a=1, b=1)], "end_turn")])
    assert played.ran == [] and played.outcome.status == "error" and len(played.requests) == 1
    assert "Not run" in played.outcome.messages[-1]["content"][0]["content"]


def test_two_calls_with_one_id_are_not_run(play):
    same = [{**call("add", a=1, b=2), "id": "toolu_X"}, {**call("add", a=3, b=4), "id": "toolu_X"}]
    played = play([same])
    assert played.ran == [] and played.outcome.status == "error" and "toolu_X" in played.outcome.reason


def test_an_id_used_in_an_earlier_turn_does_not_run_again(play):
    again = {**call("add", a=1, b=2), "id": "toolu_X"}
    played = play([again, again, "3"])
    assert len(played.ran) == 1 and played.outcome.ok
    assert "used before" in played.result(2)["content"]


@pytest.mark.parametrize("stop", ["stop_sequence", "a_reason_of_2031"])
def test_other_endings_are_never_a_success(play, stop):
    played = play([Reply([text("so far")], stop)])
    assert played.outcome.status in ("truncated", "error") and played.outcome.text == "so far"


def test_functions_are_taken_as_tools(play):
    def double(n: int) -> int:
        """Double a number."""
        return 2 * n

    assert play([call("double", n=4), "8"], [double]).result()["content"] == "8"


def test_no_tools_at_all(play):
    played = play(["hello"], [])
    assert "tools" not in played.requests[0] and played.outcome.text == "hello"


def test_the_request_is_what_the_caller_asked_for(play):
    played = play(
        ["ok"],
        [ADD],
        model="claude-haiku-4-5",
        max_tokens=99,
        system="Be brief.",
        extra={"metadata": {"user_id": "u"}},
    )
    body = played.requests[0]
    assert (body["model"], body["max_tokens"], body["metadata"]) == ("claude-haiku-4-5", 99, {"user_id": "u"})
    assert body["system"][0] == {"type": "text", "text": "Be brief."}
    assert body["tools"] == [ADD.spec] and body["messages"] == [{"role": "user", "content": "Go."}]
