"""Faults: each by one argument, at the attempts it says, in the SDK's own exception classes."""

from __future__ import annotations

import contextlib

import anthropic
import httpx2
import pytest
from anthropic import _exceptions
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import clock
from clockhands.client import connect, connect_async, transport_of
from clockhands.errors import ConfigurationError
from clockhands.mock import Script, faults
from clockhands.mock.plan import Plan

from .talk import QUESTION, async_client_for, client_for, request

CLASSES = {
    400: anthropic.BadRequestError,
    401: anthropic.AuthenticationError,
    402: anthropic.PaymentRequiredError,
    403: anthropic.PermissionDeniedError,
    404: anthropic.NotFoundError,
    408: anthropic.RequestTimeoutError,
    409: anthropic.ConflictError,
    412: anthropic.PreconditionFailedError,
    413: anthropic.ContentTooLargeError,
    422: anthropic.UnprocessableEntityError,
    429: anthropic.RateLimitError,
    431: anthropic.RequestHeaderFieldsTooLargeError,
    499: anthropic.ClientClosedRequestError,
    500: anthropic.InternalServerError,
    501: anthropic.HTTPNotImplementedError,
    503: anthropic.ServiceUnavailableError,
    504: anthropic.GatewayTimeoutError,
    529: anthropic.OverloadedError,
}


@pytest.mark.parametrize("status", CLASSES)
def test_every_status_raises_its_class(status):
    with pytest.raises(CLASSES[status]) as caught:
        client_for(Script("unused"), faults=status).messages.create(**request())
    assert caught.value.status_code == status
    assert caught.value.body["type"] == "error"
    assert caught.value.type == caught.value.body["error"]["type"]
    assert caught.value.request_id.startswith("req_011C")


def test_every_class_of_the_sdk_is_covered():
    classes = [c for c in vars(_exceptions).values() if isinstance(c, type)]
    known = {c for c in classes if issubclass(c, anthropic.APIStatusError)}
    assert known == {anthropic.APIStatusError, *CLASSES.values()}


@pytest.mark.parametrize("status", CLASSES)
def test_the_api_says_whether_to_retry(status, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    client = client_for(Script("fine", loop=True), faults=faults.error(status)).with_options(max_retries=1)
    with contextlib.suppress(anthropic.APIStatusError):
        client.messages.create(**request())
    sent = transport_of(client).log
    assert len(sent) == (2 if status in (408, 409, 429) or status >= 500 else 1)


def test_a_rate_limit_says_how_long_to_wait():
    with pytest.raises(anthropic.RateLimitError, match="exceed your organization's rate limit") as caught:
        client_for(Script(), faults=faults.rate_limit(retry_after=7)).messages.create(**request())
    headers = caught.value.response.headers
    assert (headers["retry-after"], headers["retry-after-ms"], headers["x-should-retry"]) == (
        "7",
        "7000",
        "true",
    )


def test_an_html_page_is_no_envelope():
    with pytest.raises(anthropic.InternalServerError) as caught:
        client_for(Script(), faults="server_error").messages.create(**request())
    assert caught.value.response.headers["content-type"] == "text/html"
    assert "<h1>500" in caught.value.body


def test_a_500_can_have_an_envelope():
    with pytest.raises(anthropic.InternalServerError) as caught:
        client_for(Script(), faults=faults.server_error(html=False)).messages.create(**request())
    assert caught.value.body["error"] == {"type": "api_error", "message": "Internal server error"}


@pytest.mark.parametrize(
    ("name", "error", "cause"),
    [
        ("drop", anthropic.APIConnectionError, httpx2.RemoteProtocolError),
        ("timeout", anthropic.APITimeoutError, httpx2.ReadTimeout),
        ("cut_stream", anthropic.APIConnectionError, httpx2.RemoteProtocolError),
        ("stream_error", anthropic.OverloadedError, None),
    ],
)
async def test_broken_connections(name, error, cause):
    with pytest.raises(error) as caught:
        client_for(Script("fine"), faults=name).messages.create(**request())
    assert cause is None or isinstance(caught.value.__cause__, cause)
    with pytest.raises(error):
        await async_client_for(Script("fine"), faults=name).messages.create(**request())


def test_the_sdk_retries_through_a_fault():
    client, _ = connect(Script("fine"), faults=faults.rate_limit(retry_after=0.001, times=2), quiet=True)
    assert client.messages.create(**request()).content[0].text == "fine"
    assert [entry.status for entry in transport_of(client).log] == [429, 429, 200]
    assert [entry.retry for entry in transport_of(client).log] == [0, 1, 2]
    assert [entry.fault for entry in transport_of(client).log] == ["rate_limit", "rate_limit", None]


def statuses(spec, attempts=6, seed=0):
    """What becomes of `attempts` equal requests under the faults `spec`."""
    client = client_for(Script("fine", loop=True), faults=spec, seed=seed)
    for _ in range(attempts):
        with contextlib.suppress(anthropic.APIError):
            client.messages.create(**request())
    return [entry.status for entry in transport_of(client).log]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (None, [200] * 6),
        (529, [529, 200, 200, 200, 200, 200]),
        ("overloaded", [529, 200, 200, 200, 200, 200]),
        (faults.overloaded(times=3), [529, 529, 529, 200, 200, 200]),
        (faults.overloaded(at=2), [200, 529, 200, 200, 200, 200]),
        (faults.overloaded(at=(1, 4)), [529, 200, 200, 529, 200, 200]),
        ([None, 429, faults.drop(), "overloaded"], [200, 429, 0, 529, 200, 200]),
        ({"overloaded": 1.0}, [529] * 6),
        ({"overloaded": 0.0}, [200] * 6),
    ],
)
def test_faults_hit_the_attempts_they_say(spec, expected):
    assert statuses(spec) == expected


def test_rates_are_drawn_by_the_seed():
    first = statuses({"overloaded": 0.3}, 200, seed=1)
    assert first == statuses({"overloaded": 0.3}, 200, seed=1)
    assert first != statuses({"overloaded": 0.3}, 200, seed=2)
    assert 30 <= first.count(529) <= 90


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.permutations(range(8)))
def test_the_fate_of_a_request_does_not_depend_on_the_order(order):
    def fates(numbers):
        plan = Plan({"overloaded": 0.5})
        return {n: bool(plan.next(bytes([n]))) for n in numbers}

    assert fates(order) == fates(range(8))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("overlaoded", r"Did you mean 'overloaded'\? Allowed: rate_limit, overloaded"),
        ("no such thing", "no fault is called 'no such thing'. Allowed"),
        (418, "no error answer has status 418; allowed: 400, 401"),
        (3.5, "cannot hold a float"),
        (True, "cannot hold a bool"),
        ([object()], "cannot hold a object"),
        ({"overloaded": 2}, "the rate of 'overloaded' is 2; give a share from 0 to 1"),
        ({"overloaded": "often"}, "share from 0 to 1"),
    ],
)
def test_bad_faults_say_what_is_allowed(bad, message):
    with pytest.raises(ConfigurationError, match=message):
        connect(Script(), faults=bad, quiet=True)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: faults.overloaded(often=3), "takes no 'often'; allowed: times, at, rate"),
        (lambda: faults.overloaded(times=0), "times is 0"),
        (lambda: faults.overloaded(at=0), "at is 0; give attempt numbers, counted from 1"),
        (lambda: faults.overloaded(at=2, rate=0.5), "give one of times, at and rate"),
        (lambda: faults.overloaded(rate=1.5), "rate is 1.5"),
        (lambda: faults.rate_limit(retry_after=-1), "retry_after is -1"),
        (lambda: faults.cut_stream(after=2), "after is 2; give a share from 0 to 1"),
        (lambda: faults.stream_error("odd"), "no error has type 'odd'; allowed: api_error"),
        (lambda: faults.small_pieces(0), "size is 0"),
        (lambda: faults.error("429"), "no error answer has status '429'"),
    ],
)
def test_bad_arguments_say_what_is_allowed(make, message):
    with pytest.raises(ConfigurationError, match=message):
        make()


# --- latency ------------------------------------------------------------------------------------------


def test_latency_moves_a_virtual_clock():
    client = client_for(Script("fine", loop=True), latency=0.8)
    with clock.virtual() as virtual:
        client.messages.create(**request())
        assert virtual.elapsed == pytest.approx(0.8)


def test_latency_on_the_real_clock_is_only_logged():
    client = client_for(Script("fine", loop=True), latency=3600)
    client.messages.create(**request())
    log = transport_of(client).log
    assert log[0].waited == 3600
    assert log.virtual_s >= 3600


def test_latency_is_drawn_from_a_range_by_the_seed():
    def waits(seed):
        client = client_for(Script("fine", loop=True), latency=(0.5, 2.0), seed=seed)
        for n in range(20):
            client.messages.create(**request(messages=[QUESTION, {"role": "user", "content": str(n)}]))
        return [entry.waited for entry in transport_of(client).log]

    assert waits(0) == waits(0) != waits(1)
    assert all(0.5 <= wait <= 2.0 for wait in waits(0))
    assert len(set(waits(0))) == 20


def test_latency_may_depend_on_the_request():
    client = client_for(Script("fine", loop=True), latency=lambda body: len(body["messages"]) * 1.5)
    client.messages.create(**request(messages=[QUESTION, QUESTION]))
    assert transport_of(client).log[0].waited == 3.0


async def test_real_latency_waits_on_the_clock_in_force():
    slow = faults.latency(5, real=True)
    with clock.virtual() as virtual:
        client_for(Script("fine"), latency=slow).messages.create(**request())
        await async_client_for(Script("fine"), latency=slow).messages.create(**request())
        assert virtual.elapsed == pytest.approx(10)


async def test_real_latency_waits_for_real():
    slow = faults.latency(0.01, real=True)
    client_for(Script("fine"), latency=slow).messages.create(**request())
    await async_client_for(Script("fine"), latency=slow).messages.create(**request())


@pytest.mark.parametrize("bad", [-1, "fast", (2, 1), (1, 2, 3), float("nan"), float("inf"), True])
def test_bad_latency_says_what_is_allowed(bad):
    with pytest.raises(ConfigurationError, match=r"latency is .*give seconds"):
        connect(Script(), latency=bad, quiet=True)


def test_an_api_error_in_a_stream_is_a_500_that_is_tried_again():
    client, model = connect(Script("abc", loop=True), faults=faults.stream_error("api_error"), quiet=True)
    reply = client.messages.create(model=model, max_tokens=9, messages=[{"role": "user", "content": "Hi"}])
    assert reply.content[0].text == "abc"
    with pytest.raises(anthropic.InternalServerError):
        fresh, model = connect(Script("abc"), faults=faults.stream_error("api_error"), quiet=True)
        once = fresh.with_options(max_retries=0)
        once.messages.create(model=model, max_tokens=9, messages=[{"role": "user", "content": "Hi"}])


def test_the_clients_own_timeout_holds_against_latency():
    slow = faults.latency(2.0, real=True)
    with clock.virtual():
        client, model = connect(Script("late", loop=True), latency=slow, quiet=True)
        asked = {"model": model, "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
        with pytest.raises(anthropic.APITimeoutError):
            client.with_options(timeout=0.2, max_retries=0).messages.create(**asked)
        assert client.with_options(timeout=5).messages.create(**asked).content[0].text == "late"
        assert client.messages.create(**asked).content[0].text == "late"


async def test_the_timeout_holds_in_the_async_client_too():
    with clock.virtual():
        client, model = connect_async(Script("late"), latency=faults.latency(2.0, real=True), quiet=True)
        with pytest.raises(anthropic.APITimeoutError):
            await client.with_options(timeout=0.2, max_retries=0).messages.create(
                model=model, max_tokens=9, messages=[{"role": "user", "content": "Hi"}]
            )
