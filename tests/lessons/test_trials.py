"""What checkers try a learner's code with."""

from __future__ import annotations

import inspect
import threading

import pytest

from clockhands.lessons.exercise import not_yet, passed
from clockhands.lessons.running import run_check
from clockhands.lessons.trials import ANYTHING, Calls, called, compared, result_of, scripted
from clockhands.mock import call


def send(client, model, *messages, **more):
    return client.messages.create(model=model, max_tokens=50, messages=list(messages), **more)


def user(content):
    return {"role": "user", "content": content}


def test_a_script_plays_and_remembers_what_was_sent():
    with scripted(call("get_time"), "done") as lab:
        history = [user("a")]
        first = send(lab.client, lab.model, *history)
        history.append({"role": "assistant", "content": first.content})
        history.append(user([{"type": "tool_result", "tool_use_id": first.content[0].id, "content": "x"}]))
        second = send(lab.client, lab.model, *history)
    assert first.stop_reason == "tool_use" and second.content[0].text == "done"
    assert [len(request["messages"]) for request in lab.requests] == [1, 3]
    assert lab.messages[-1]["content"][0]["content"] == "x"


def test_it_stays_offline_when_the_learner_is_live(monkeypatch):
    monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    with scripted("offline") as lab:
        assert send(lab.client, lab.model, user("a")).content[0].text == "offline"


def looping(change: bool):
    def loop(client, model):
        messages = [user("go")]
        while True:
            try:
                send(client, model, *messages)
            except Exception:
                continue
            if change:
                messages += [{"role": "assistant", "content": "I will."}, user("again")]

    return loop


def run(learners, /, *replies, **how):
    def check(loop):
        with scripted(*replies, **how) as lab:
            result_of(loop, lab.client, lab.model)
        return passed()

    return run_check(check, (learners,), 20).verdict


def test_a_loop_that_spins_is_stopped_at_the_cap():
    verdict = run(looping(False), "a", loop=True, cap=4)
    assert verdict.misconception.id == "same-request-again"
    assert "stopped after 4 requests. The last two were the same." in verdict.why
    assert run(looping(True), "a", loop=True, cap=4).misconception.id == "never-stops"
    named = run(looping(True), "a", loop=True, cap=4, spinning="stops-only-on-end-turn")
    assert named.misconception.id == "stops-only-on-end-turn"


def test_a_request_too_many_for_the_script_ends_it_too():
    verdict = run(looping(True), "one", "two")
    assert verdict.yours == "3 requests" and "nothing was waiting for" in verdict.why
    assert run(looping(False), "one").misconception.id == "same-request-again"


def test_an_async_loop_on_the_async_client():
    async def loop(client, model):
        reply = await client.messages.create(model=model, max_tokens=9, messages=[user("a")])
        return reply.content[0].text

    with scripted("hello") as lab:
        assert result_of(loop, lab.async_client, lab.model) == "hello"


async def test_async_functions_run_inside_a_running_loop():
    async def double(n):
        return 2 * n

    assert result_of(double, 4) == 8

    async def fail():
        raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        result_of(fail)


def test_calls_are_remembered_by_name_with_their_arguments():
    seen = Calls()

    def get_time(timezone: str, *, seconds: bool = False) -> str:
        if timezone == "Mars":
            raise ValueError("no zone")
        return "23:10"

    watched = seen.watch(get_time)
    assert inspect.signature(watched) == inspect.signature(get_time)
    assert watched("Asia/Tokyo", seconds=True) == "23:10"
    with pytest.raises(ValueError, match="no zone"):
        watched(timezone="Mars")
    with pytest.raises(TypeError):
        watched(zone="UTC")
    assert [made.input for made in seen.made] == [
        {"timezone": "Asia/Tokyo", "seconds": True},
        {"timezone": "Mars"},
        {"zone": "UTC"},
    ]
    assert seen.made[0].result == "23:10" and isinstance(seen.made[1].error, ValueError)
    assert len(seen.of("get_time")) == 3 and seen.of("fly") == []


def test_arguments_are_copied_and_threads_counted():
    seen = Calls()
    watched = seen.watch(lambda box: box.append(1), "fill")
    box: list = []
    threads = [threading.Thread(target=watched, args=(box,)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen.of("fill")) == 20 and len(box) == 20
    assert all(made.input["box"] is not box for made in seen.made)


def test_async_tools_are_watched_too():
    seen = Calls()

    async def get_time():
        return "now"

    watched = seen.watch(get_time)
    assert inspect.iscoroutinefunction(watched) and result_of(watched) == "now"
    assert seen.made[0].result == "now"


def test_compared_points_at_the_first_difference_or_is_none():
    assert compared("f()", {"a": 1}, {"a": ANYTHING}) is None
    verdict = compared("f()", {"a": 1, "b": 2}, {"a": 1, "b": 3}, misconception="id-is-name")
    assert (verdict.call, verdict.yours, verdict.expected) == ("f()", '{"b": 2, …}', '{"b": 3, …}')
    assert verdict.why == 'At ["b"], the value differs.' and verdict.misconception.id == "id-is-name"
    assert compared("f()", None, 3).misconception.id == "prints-instead-of-returns"
    assert compared("f()", None, None) is None


def test_compared_on_a_forgotten_await():
    async def f(): ...

    assert compared("f()", f(), 3).misconception.id == "forgot-await"


def test_called_reads_like_a_call():
    assert called(send, "c", 1, tools=[]) == 'send("c", 1, tools=[])'


def test_an_unknown_misconception_is_the_writers_mistake():
    with pytest.raises(LookupError, match="id-is-name"):
        not_yet(misconception="id-is-a-name")
