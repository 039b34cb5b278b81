"""When the API fails: the request is tried again, no tool is; giving up leaves a transcript to go on from."""

import json
from itertools import pairwise
from types import SimpleNamespace

import pytest

from clockhands import clock, run
from clockhands.agent.retry import backoff, fault_of
from clockhands.errors import ScriptError
from clockhands.mock import ApiError, Reply, call, faults, text

from .scripted import ADD, tool

TOO_LONG = ApiError(400, "invalid_request_error", "prompt is too long: 200001 tokens > 200000 maximum")


def failure(status, headers=None, body=None):
    """An exception with the attributes of the SDK's."""
    error = RuntimeError("failed")
    error.status_code, error.body, error.response = status, body, SimpleNamespace(headers=headers or {})
    return error


@pytest.fixture
def charge():
    """A tool with a side effect, and the list of what it did."""
    done = []

    def charge(amount):
        done.append(amount)
        return "charged"

    made = tool(charge, side_effect=True)
    made.done = done
    return made


@pytest.mark.parametrize(
    ("broken", "refused", "least"),
    [
        ([faults.rate_limit(7)], [429], 7),
        ([faults.overloaded(), faults.overloaded()], [529, 529], 1.5),
        ([faults.drop()], [0], 0.5),
        ([faults.timeout()], [0], 0.5),
        ([faults.server_error(html=True)], [500], 0.5),
    ],
)
def test_a_passing_failure_costs_time_and_nothing_else(play, charge, broken, refused, least):
    played = play([call("charge", amount=5), *broken, "paid"], [charge], refused=refused)
    assert played.outcome.ok and charge.done == [5] and played.elapsed >= least
    first, *again = played.requests[1:]
    assert all(body == first for body in again)


def test_a_lasting_failure_is_given_up(play):
    replies = [[call("add", a=1, b=2), call("add", a=3, b=4)], *[faults.overloaded()] * 20]
    played = play(replies, refused=[529] * 5)
    assert played.outcome.status == "error" and "Overloaded" in played.outcome.reason
    assert len(played.outcome.messages) == 3 and played.outcome.messages[-1]["role"] == "user"
    starts = [entry.t0 for entry in played.log[1:]]
    waits = [after - before for before, after in pairwise(starts)]
    assert waits == sorted(waits) and waits[0] >= 0.5


def test_the_waits_grow_with_jitter():
    assert all(backoff(n) <= backoff(n + 1) for n in range(1, 5) for _ in range(50))
    assert len({backoff(1) for _ in range(20)}) > 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413])
def test_what_cannot_pass_is_tried_once(play, status):
    played = play([call("add", a=1, b=2), faults.error(status)], refused=[status])
    assert played.outcome.status == "error" and str(status) in played.outcome.reason
    assert played.log[-1].error["error"]["message"] in played.outcome.reason
    assert played.outcome.messages == played.requests[-1]["messages"]
    assert played.outcome.trace.exchanges[-1].status == status


def test_a_key_in_an_error_is_not_told():
    error = failure(401, body={"error": {"message": "invalid x-api-key sk-ant-api03-SECRET"}})

    def create(**body):
        raise error

    outcome = run(SimpleNamespace(messages=SimpleNamespace(create=create)), [], "hi")
    assert outcome.status == "error" and "SECRET" not in outcome.reason


def test_an_overflow_drops_whole_turns_and_goes_on(play):
    calls = [call("add", a=n, b=n) for n in range(5)]
    played = play([*calls[:3], TOO_LONG, *calls[3:], "done"], refused=[400], shrinks=True)
    assert played.outcome.ok
    before, after = played.requests[3], played.requests[4]
    assert len(json.dumps(after)) < len(json.dumps(before))
    assert after["messages"][0]["content"][0] == {"type": "text", "text": "Go."}
    assert "Left out to save space: 2 earlier messages" in after["messages"][0]["content"][1]["text"]
    assert after["messages"][1:] == before["messages"][3:]


def test_an_overflow_told_by_the_reply(play):
    full = Reply([text("The ans")], "model_context_window_exceeded")
    played = play([call("add", a=1, b=1), call("add", a=2, b=2), full, "4"], shrinks=True)
    assert played.outcome.ok and played.outcome.text == "4"
    assert len(played.requests[3]["messages"]) < len(played.requests[2]["messages"])


def test_an_overflow_that_will_not_go_ends_the_run(play):
    read = tool(lambda: "x" * 20_000, "read")
    played = play([call("read"), *[TOO_LONG] * 9], [read], refused=[400] * 3, shrinks=True)
    assert played.outcome.status == "error" and "cannot be shortened" in played.outcome.reason
    sizes = [len(json.dumps(body)) for body in played.requests[1:]]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)


def test_an_overflow_of_the_question_alone_ends_the_run(play):
    played = play([TOO_LONG], refused=[400])
    assert played.outcome.status == "error" and len(played.requests) == 1


def test_an_absurd_wait_is_not_waited(play):
    played = play([call("add", a=1, b=2), faults.rate_limit(86_400)], refused=[429])
    assert played.elapsed < 600 and played.outcome.status == "error"
    assert "86400 s" in played.outcome.reason and "deadline" in played.outcome.reason


def test_a_bug_is_not_taken_for_a_failure_of_the_api(play):
    with pytest.raises(ScriptError, match="no reply left"):
        play([call("add", a=1, b=2)])


def test_what_a_failure_is_can_be_told_without_the_sdk():
    assert fault_of(ValueError("a bug")) is None
    assert fault_of(ConnectionResetError()).again and fault_of(TimeoutError()).again


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, 0.0),
        ({}, None),
    ],
)
def test_the_wait_the_api_asks_for(headers, wait):
    assert fault_of(failure(429, headers)).wait_s == wait


def test_a_date_to_wait_for_is_understood():
    with clock.virtual("2031-03-05T12:00:00Z"):
        assert fault_of(failure(503, {"retry-after": "Wed, 05 Mar 2031 12:00:30 GMT"})).wait_s == 30


def test_the_api_may_say_whether_to_try_again():
    assert fault_of(failure(500)).again
    assert not fault_of(failure(500, {"x-should-retry": "false"})).again
    assert fault_of(failure(422, {"x-should-retry": "true"})).again


def test_faults_are_traced(play):
    played = play([faults.overloaded(), "ok"], [ADD], refused=[529])
    assert [exchange.status for exchange in played.outcome.trace.exchanges] == [529, 200]
    assert played.outcome.trace.exchanges[0].error["error"]["type"] == "overloaded_error"
