"""The ring: what it writes down, how it bounds a run, and the time it simulates."""

import asyncio
import threading
import time

import pytest

from clockhands import clock, gauntlet
from clockhands.errors import ConfigurationError
from clockhands.gauntlet.hours import Hours
from clockhands.gauntlet.played import Failed
from clockhands.gauntlet.ring import Enough, Ring, takes
from clockhands.gauntlet.scenario import add
from clockhands.gauntlet.subject import Ended, Subject
from clockhands.mock.reply import call, text

TWO = takes(a="integer", b="integer")


@pytest.fixture
def ring():
    """`ring(loop)`: a ring for one play of this loop."""
    hours = Hours()
    with hours.simulated():
        yield lambda loop, **options: Ring(Subject(loop), hours, **options)


def ask(client, tools, messages):
    return client.messages.create(
        model="claude-haiku-4-5", max_tokens=500, tools=[tool.spec for tool in tools], messages=messages
    )


def once(client, tools, prompt):
    return ask(client, tools, [{"role": "user", "content": prompt}]).content[0].text


# --- what is written down ---


def test_requests_and_executions_are_written_down(ring):
    def loop(client, tools, prompt):
        tools[0].fn(a=1, b=2)
        tools[0].fn(3, 4)
        return once(client, tools, prompt)

    here = ring(loop)
    run = here.play(["hi"], [here.tool(add, TWO)], "Hello?")
    assert [(r.tool, r.input, r.ended) for r in run.ran] == [
        ("add", {"a": 1, "b": 2}, "ok"),
        ("add", {"a": 3, "b": 4}, "ok"),
    ]
    (sent,) = run.sent
    assert sent.messages == [{"role": "user", "content": "Hello?"}]
    assert sent.reply["content"] == [text("hi")] and sent.status == 200 and sent.size > 100
    assert (run.ended.status, run.ended.text) == ("success", "hi")


def test_a_function_that_python_would_not_enter_was_not_run(ring):
    def loop(client, tools, prompt):
        with pytest.raises(TypeError, match="missing 1 required"):
            tools[0].fn(a=1)
        return "so it is"

    here = ring(loop)
    assert here.play([], [here.tool(add, TWO)]).ran == []


def test_a_servers_thread_is_unrolled(ring):
    def loop(client, tools, prompt):
        thread = client.beta.messages
        ask = {"model": "claude-haiku-4-5", "max_tokens": 500, "betas": ["message-threads-2026-08-12"]}
        first = thread.create(
            **ask, messages=[{"role": "user", "content": "a"}], system="Be brief.", thread={"type": "create"}
        )
        previous = {"type": "continue", "previous_message_id": first.id}
        thread.create(**ask, messages=[{"role": "user", "content": "b"}], thread=previous)
        return ""

    run = ring(loop).play(["one", "two"], [])
    assert [m["role"] for m in run.sent[1].messages] == ["user", "assistant", "user"]
    assert run.sent[1].body["system"] == "Be brief."


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        ("hello", "success", "hello"),
        (None, "success", ""),
        ({"status": "stuck", "text": "x"}, "stuck", "x"),
        (42, "success", "42"),
    ],
)
def test_what_a_loop_gives_back(given, status, said):
    ended = Ended.of(given)
    assert (ended.status, ended.text, ended.problem) == (status, said, "")


def test_a_status_there_is_not_is_a_problem():
    assert "allowed: success" in Ended.of({"status": "done"}).problem
    assert Ended.by(KeyError("x")).problem == "it raised KeyError: 'x'"


def test_giving_up_has_a_status(ring):
    def loop(client, tools, prompt):
        raise gauntlet.GaveUp("step_limit", "so far", [{"role": "user", "content": prompt}])

    ended = ring(loop).play([], []).ended
    assert (ended.status, ended.text) == ("step_limit", "so far")
    assert ended.messages == [{"role": "user", "content": "Go."}]


# --- bounds ---


def test_a_loop_that_sends_for_ever_is_stopped(ring):
    def loop(client, tools, prompt):
        while True:
            try:
                once(client, tools, prompt)
            except Exception:  # what it swallows does not keep it alive
                continue

    with pytest.raises(Failed, match="had not stopped after 15 requests"):
        ring(loop).play(["a", "b", "c"], [])


def test_a_loop_that_never_comes_back_is_left(ring):
    never = threading.Event()

    with pytest.raises(Failed, match="had not come back after"):
        ring(lambda client, tools, prompt: never.wait(30), most_s=0.2).play([], [])
    never.set()


def test_a_tool_called_after_the_end_ends_its_caller(ring):
    kept = []

    def loop(client, tools, prompt):
        kept.append(tools[0])
        return ""

    here = ring(loop)
    here.play([], [here.tool(add, TWO)])
    with pytest.raises(Enough):
        kept[0].fn(a=1, b=2)


def test_a_crash_is_told_with_what_the_api_said(ring):
    def loop(client, tools, prompt):
        return ask(client, tools, [{"role": "assistant", "content": [call("add")]}])

    here = ring(loop)
    with pytest.raises(Failed, match="the API refused the request: messages"):
        here.play([], [here.tool(add, TWO)])


# --- hanging ---


def hang(ring, wait):
    """Play a loop that waits for a hanging tool as `wait(fn)` says: seconds it waited, virtual seconds."""

    def loop(client, tools, prompt):
        wait(tools[0].fn)
        return once(client, tools, prompt)

    here = ring(loop)

    def block():
        here.block(0.05)

    run = here.play(["on"], [here.tool(block, timeout_s=0.05)])
    return here.hangs[0].left_s, run.elapsed


def test_a_hang_in_the_loops_own_thread_takes_virtual_time(ring):
    left, elapsed = hang(ring, lambda fn: fn())
    assert left == pytest.approx(0.6) and 0.4 < elapsed < 0.6


def test_a_loop_that_goes_on_is_seen_to(ring):
    started = threading.Event()

    def in_a_thread(fn):
        threading.Thread(target=lambda: (started.set(), fn()), daemon=True).start()
        started.wait(5)

    left, elapsed = hang(ring, in_a_thread)
    assert left < 0.6 and elapsed == 0


def test_calls_that_overlap_share_their_time(ring):
    def loop(client, tools, prompt):
        threads = [threading.Thread(target=tools[0].fn) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return ""

    here = ring(loop)

    def slow():
        here.side_by_side(1.0)

    assert here.play([], [here.tool(slow)]).elapsed == 1.0


# --- simulated time ---


def test_long_sleeps_move_the_clocks_and_not_the_world(ring):
    seen = {}

    def loop(client, tools, prompt):
        before = time.time(), time.monotonic(), time.perf_counter_ns(), clock.monotonic()
        time.sleep(86_400)
        after = time.time(), time.monotonic(), time.perf_counter_ns() / 1e9, clock.monotonic()
        before = (*before[:2], before[2] / 1e9, before[3])
        seen["passed"] = [b - a for a, b in zip(before, after, strict=True)]
        asyncio.run(asyncio.sleep(3600))
        seen["later"] = clock.monotonic()
        return ""

    outside = time.monotonic()
    run = ring(loop).play([], [])
    assert seen["passed"] == [pytest.approx(86_400, abs=60)] * 3 + [86_400]
    assert seen["later"] == run.elapsed == 90_000
    assert time.monotonic() - outside < 3600  # this thread was there before


def test_the_time_of_a_loop_never_falls_back(ring):
    seen = []

    def loop(client, tools, prompt):
        seen.append(time.monotonic())
        time.sleep(1000)
        return ""

    for _ in range(2):
        ring(loop).play([], [])
    assert seen[1] - seen[0] >= 1000


def test_afterwards_time_is_what_it_was():
    before = time.sleep, time.monotonic, asyncio.sleep
    with Hours().simulated():
        assert time.sleep is not before[0]
    assert (time.sleep, time.monotonic, asyncio.sleep) == before


# --- the subject ---


def test_capabilities_are_read_off_the_signature():
    def loop(client, tools, prompt, *, messages=None, max_steps=9, now=None):
        return ""

    subject = Subject(loop)
    assert subject.capabilities == {"resume", "limits", "clock"}
    assert subject.options({"max_steps": 3, "deadline_s": 5, "stream": True}) == {"max_steps": 3}


def test_declared_capabilities_count_where_the_signature_is_open():
    subject = Subject(lambda client, tools, prompt, **more: "", ["limits"])
    assert subject.options({"max_steps": 3, "stream": True}) == {"max_steps": 3}


def test_what_is_no_loop_or_no_capability_is_told():
    with pytest.raises(ConfigurationError, match="needs a function run"):
        Subject("beginner")
    with pytest.raises(ConfigurationError, match="allowed: streaming, cancel"):
        Subject(once, ["steaming"])
