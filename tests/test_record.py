"""`record()`: every exchange of any loop, mock or live, plain or streamed."""

from __future__ import annotations

import anthropic
import httpx2
import pytest

from clockhands import clock, connect, connect_async, record
from clockhands.errors import ConfigurationError
from clockhands.mock import Script, call, faults, text
from clockhands.trace import Trace

KEY = "sk-ant-api03-VERYSECRETVERYSECRET"
ASK = {"max_tokens": 100, "messages": [{"role": "user", "content": "What time is it?"}]}


def test_every_exchange_is_recorded_in_order():
    client, model = connect(Script("one", [call("get_time")], faults.overloaded(), "four"), quiet=True)
    once = client.with_options(max_retries=0)
    with record(client) as trace:
        client.messages.create(model=model, **ASK)
        with once.messages.stream(model=model, **ASK) as stream:
            stream.until_done()
        with pytest.raises(anthropic.OverloadedError):
            once.messages.create(model=model, **ASK)
        client.messages.count_tokens(model=model, messages=ASK["messages"])
    client.messages.create(model=model, **ASK)
    assert isinstance(trace, Trace)
    assert [(x.n, x.status) for x in trace.exchanges] == [(1, 200), (2, 200), (3, 529)]
    assert [x.stream for x in trace.exchanges] == [False, True, False]
    assert trace.exchanges[0].request["messages"] == ASK["messages"]
    assert trace.exchanges[0].response["content"] == [{"type": "text", "text": "one"}]
    assert trace.exchanges[1].response["content"][0]["name"] == "get_time"
    assert trace.exchanges[2].response is None
    assert trace.exchanges[2].error["error"]["type"] == "overloaded_error"


def test_times_are_the_virtual_clocks():
    with clock.virtual():
        client, model = connect(Script("one", "two"), latency=0.5, quiet=True)
        with record(client) as trace:
            clock.sleep(2)
            client.messages.create(model=model, **ASK)
            with client.messages.stream(model=model, **ASK) as stream:
                stream.until_done()
    assert [(x.t0, x.t1) for x in trace.exchanges] == [(2.0, 2.5), (2.5, 3.0)]


async def test_async_clients_are_recorded():
    client, model = connect_async(Script("one", "two"), quiet=True)
    with record(client) as trace:
        await client.messages.create(model=model, **ASK)
        async with client.messages.stream(model=model, **ASK) as stream:
            await stream.until_done()
    assert [x.response["content"][0]["text"] for x in trace.exchanges] == ["one", "two"]


def test_a_broken_exchange_has_status_0():
    client, model = connect(Script(faults.drop()), quiet=True)
    with record(client) as trace, pytest.raises(anthropic.APIConnectionError):
        client.with_options(max_retries=0).messages.create(model=model, **ASK)
    assert [(x.status, x.response, x.error) for x in trace.exchanges] == [(0, None, None)]


def test_live_exchanges_are_recorded_alike(live):
    turn = [text("Let me see."), call("get_time", timezone="Asia/Tokyo"), call("other")]
    said = ["one", turn, faults.overloaded()]

    def run():
        client, model = connect(*arguments, quiet=True)
        with client.with_options(max_retries=0) as once, record(client) as trace:
            once.messages.create(model=model, **ASK)
            with once.messages.stream(model=model, **ASK) as stream:
                stream.until_done()
            with pytest.raises(anthropic.OverloadedError):
                once.messages.create(model=model, **ASK)
        return [(x.request, x.response, x.status, x.error, x.stream) for x in trace.exchanges]

    arguments = (Script(*said),)
    offline = run()
    live(Script(*said))
    arguments = ()
    assert run() == offline


def test_a_client_of_another_make_is_recorded_too():
    class Canned(httpx2.BaseTransport):
        def handle_request(self, request):
            reply = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "usage": {}}
            return httpx2.Response(200, json=reply)

    http = httpx2.Client(transport=Canned())
    client = anthropic.Anthropic(api_key=KEY, http_client=http)
    with record(client) as trace:
        client.messages.create(model="claude-haiku-4-5", **ASK)
    assert trace.exchanges[0].response["id"] == "msg_1"
    assert isinstance(http._transport, Canned)
    client.messages.create(model="claude-haiku-4-5", **ASK)
    assert len(trace.exchanges) == 1


def test_two_recordings_can_be_open_at_once():
    client, model = connect(Script("one", "two"), quiet=True)
    with record(client) as outer:
        client.messages.create(model=model, **ASK)
        with record(client) as inner:
            client.messages.create(model=model, **ASK)
    assert (len(outer.exchanges), len(inner.exchanges)) == (2, 1)


@pytest.mark.parametrize("client", [None, "client", object()])
def test_what_cannot_be_recorded_is_named(client):
    with pytest.raises(ConfigurationError, match="give the client that connect"), record(client):
        pass
