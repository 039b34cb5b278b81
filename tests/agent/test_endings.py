"""Endings and limits: every run stops, says why, and leaves a transcript that can be gone on from."""

import pytest

from clockhands import clock
from clockhands.agent import Limits
from clockhands.mock import Reply, call, text, thinking

from .scripted import tool

SEARCH = {"type": "server_tool_use", "id": "srvtoolu_01A", "name": "web_search", "input": {"query": "x"}}
TOOL = {"type": "tool", "name": "add"}


def test_a_runaway_stops_at_the_step_limit_with_the_last_call_answered(play):
    played = play([["Step.", call("add", a=n, b=1)] for n in range(30)], max_steps=6)
    assert played.outcome.status == "step_limit" and len(played.requests) == 6
    assert played.outcome.text == "Step." and len(played.ran) == 5
    assert "limit of 6 steps" in played.outcome.messages[-1]["content"][0]["content"]


def test_the_default_stops_a_runaway_too(play):
    played = play([call("add", a=n, b=1) for n in range(70)])
    assert played.outcome.status == "step_limit" and len(played.requests) == 20


def test_the_same_call_for_ever(play):
    listing = tool(lambda: [], "list")
    played = play([call("list")] * 9, [listing])
    assert played.outcome.status == "stuck" and len(played.ran) == 4
    assert "same result 3 times" in played.result(3)["content"]
    assert "same result" not in played.result(2)["content"]


def test_honest_polling_is_not_stopped(play):
    answers = iter(["pending", "pending", "pending", "done"])
    played = play([call("poll")] * 4 + ["done"], [tool(lambda: next(answers), "poll")])
    assert played.outcome.ok and len(played.ran) == 4


def test_a_call_whose_result_always_changes_is_caught_by_its_arguments(play):
    ticks = iter(range(100))
    played = play([call("now")] * 19, [tool(lambda: next(ticks), "now")])
    assert played.outcome.status == "stuck" and len(played.ran) == 12


def test_two_calls_that_alternate_for_ever(play):
    here, there = tool(lambda: "here", "here"), tool(lambda: "there", "there")
    played = play([call("here"), call("there")] * 8, [here, there])
    assert played.outcome.status == "stuck" and len(played.ran) == 6


@pytest.mark.parametrize("per_reply", [60_000])
def test_the_token_budget(play, per_reply):
    replies = [Reply([call("add", a=n, b=1)], usage={"output_tokens": per_reply}) for n in range(9)]
    played = play(replies, token_budget=150_000)
    assert played.outcome.status == "budget" and len(played.requests) == 3
    assert sum(entry.response["usage"]["output_tokens"] for entry in played.log) <= 150_000 + per_reply
    assert played.outcome.usage["output_tokens"] == 180_000


def test_the_deadline(play):
    slow = tool(lambda n: clock.sleep(40), "slow", timeout_s=60)
    played = play([call("slow", n=n) for n in range(9)], [slow], deadline_s=100)
    assert played.outcome.status == "budget" and played.elapsed <= 140


def test_the_time_of_all_tools_together(play):
    slow = tool(lambda n: clock.sleep(40), "slow", timeout_s=60)
    played = play([call("slow", n=n) for n in range(9)], [slow], tool_time_s=100)
    assert played.outcome.status == "budget" and played.elapsed == 120 and "tools" in played.outcome.reason


def test_limits_can_be_given_in_one_piece_and_singly(play):
    played = play([call("add", a=n, b=1) for n in range(9)], limits=Limits(max_steps=3, refusals=1))
    assert len(played.requests) == 3
    played = play([call("add", a=n, b=1) for n in range(9)], limits=Limits(max_steps=3), max_steps=2)
    assert len(played.requests) == 2


@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "add"}])
def test_a_forced_tool_is_forced_once(play, choice):
    played = play([call("add", a=1, b=2), "3"], tool_choice=choice)
    assert played.requests[0]["tool_choice"] == choice and played.requests[1]["tool_choice"] == {
        "type": "auto"
    }
    assert played.outcome.ok


def test_one_call_at_a_time_stays_so(play):
    choice = {"type": "any", "disable_parallel_tool_use": True}
    played = play([call("add", a=1, b=2), "3"], tool_choice=choice)
    assert played.requests[1]["tool_choice"] == {"type": "auto", "disable_parallel_tool_use": True}


def test_a_call_cut_short_is_asked_for_again_with_more_room(play):
    write = tool(lambda path, text=None: "written", "write", side_effect=True)
    cut = Reply([text("ok"), call("write", path="a")], "max_tokens")
    played = play([cut, call("write", path="a", text="all of it"), "done"], [write], max_tokens=500)
    assert played.ran == [("write", {"path": "a", "text": "all of it"})] and played.outcome.ok
    assert [body["max_tokens"] for body in played.requests] == [500, 2000, 2000]
    assert played.requests[1]["messages"] == played.requests[0]["messages"]


def test_a_call_cut_short_twice_ends_the_run(play):
    charge = tool(lambda amount: "charged", "charge", side_effect=True)
    played = play([Reply([call("charge", amount=1)], "max_tokens")] * 2, [charge])
    assert played.outcome.status == "truncated" and played.ran == [] and len(played.requests) == 2
    assert played.outcome.messages == [{"role": "user", "content": "Go."}]


def test_a_text_cut_short_is_kept(play):
    played = play([Reply([text("Once upon")], "max_tokens")])
    assert played.outcome.status == "truncated" and played.outcome.text == "Once upon"
    assert played.outcome.messages[-1]["content"] == [{"type": "text", "text": "Once upon"}]


def test_a_pause_is_resumed_with_the_turn_as_it_came(play):
    played = play([Reply([SEARCH], "pause_turn"), "found"])
    assert played.requests[1]["messages"][-1] == {"role": "assistant", "content": [SEARCH]}
    assert played.outcome.ok and played.outcome.text == "found" and played.outcome.executed == []


def test_pauses_without_end(play):
    played = play([Reply([SEARCH], "pause_turn")] * 20)
    assert played.outcome.status == "step_limit" and 5 <= len(played.requests) <= 12
    assert "paused" in played.outcome.reason


def test_a_pause_with_a_call_in_it_does_not_run_the_call(play):
    played = play([Reply([SEARCH, call("add", a=1, b=2)], "pause_turn"), "found"])
    assert played.ran == [] and played.outcome.ok
    assert "paused" in played.result()["content"] and not played.result()["tool_use_id"].startswith("srv")


@pytest.mark.parametrize("content", [[], [text("")], [thinking("hm")], [text("  ")]])
def test_an_empty_answer_is_an_answer(play, content):
    played = play([call("add", a=1, b=2), Reply(content, "end_turn")])
    assert played.outcome.ok and played.outcome.text.strip() == "" and len(played.requests) == 2
    assert played.outcome.messages[-1]["role"] == "user"


def test_an_empty_text_beside_a_call_is_not_echoed(play):
    played = play([[text(""), call("add", a=1, b=2)], "3"])
    assert [b["type"] for b in played.requests[1]["messages"][-2]["content"]] == ["tool_use"]


@pytest.mark.parametrize("before", [[], [call("add", a=1, b=2)]])
@pytest.mark.parametrize("content", [[], [text("I will not")]])
def test_a_refusal_is_not_asked_again(play, before, content):
    played = play([*before, Reply(content, "refusal")])
    assert played.outcome.status == "refused" and len(played.requests) == len(before) + 1
    assert played.outcome.messages[-1]["role"] == "user"
    assert played.outcome.text == "".join(block["text"] for block in content)
