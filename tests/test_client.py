"""`connect()`: which world, with which banner, and nothing sent where it should not go."""

from __future__ import annotations

import io
import logging
import pickle
import traceback

import anthropic
import httpx2
import pytest

from clockhands import clock, connect, connect_async, record
from clockhands.client import spending, transport_of
from clockhands.errors import ConfigurationError, SpendingCapError
from clockhands.live import LiveTransport, Spending, assembled
from clockhands.mock import MockTransport, Reply, Script, call, faults, text
from clockhands.mock.server import running
from clockhands.trace import Trace

KEY = "sk-ant-api03-VERYSECRETVERYSECRET"
ASK = {"max_tokens": 100, "messages": [{"role": "user", "content": "What time is it?"}]}


@pytest.fixture(autouse=True)
def world(monkeypatch):
    """No live settings, and nothing spent, unless a test sets them."""
    names = ("CLOCKHANDS_LIVE", "CLOCKHANDS_CAP", "CLOCKHANDS_MODEL", "CI", "NBGRADER_EXECUTION")
    for name in (*names, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "HTTP_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("clockhands.live.session", Spending())


@pytest.fixture
def live(monkeypatch):
    """A live world with a server of this machine in place of the API: a function model -> server."""
    open_servers = []

    def make(model, key=None, **more):
        context = running(model, **more)
        server = context.__enter__()
        open_servers.append(context)
        monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        if key:
            monkeypatch.setenv("ANTHROPIC_API_KEY", key)
        return server

    yield make
    for context in open_servers:
        context.__exit__(None, None, None)


# --- offline -------------------------------------------------------------------------------------------


def test_offline_is_the_default_and_says_so(capsys):
    client, model = connect()
    assert type(client) is anthropic.Anthropic
    assert capsys.readouterr().out == (
        "Offline: a toy model answers inside the real SDK. No key, no network.\n"
    )
    assert isinstance(client.messages.create(model=model, **ASK), anthropic.types.Message)


async def test_the_async_twin(capsys):
    client, model = connect_async(Script("It is 23:10."))
    assert type(client) is anthropic.AsyncAnthropic
    assert capsys.readouterr().out.startswith("Offline: a script answers")
    assert (await client.messages.create(model=model, **ASK)).content[0].text == "It is 23:10."


def test_any_object_with_reply_can_answer(capsys):
    class Parrot:
        def reply(self, request):
            return Reply([text(request["messages"][0]["content"])])

    client, model = connect(Parrot())
    assert capsys.readouterr().out.startswith("Offline: your model object answers")
    assert client.messages.create(model=model, **ASK).content[0].text == "What time is it?"


@pytest.mark.parametrize("model", ["claude-haiku-4-5", 3, object()])
def test_what_cannot_answer_is_named(model):
    with pytest.raises(ConfigurationError, match=r"cannot answer from a .*Script\(\.\.\.\)"):
        connect(model)


def test_quiet_prints_nothing(capsys):
    connect(quiet=True)
    assert capsys.readouterr().out == ""


def test_the_model_id_can_be_changed(monkeypatch):
    monkeypatch.setenv("CLOCKHANDS_MODEL", "claude-opus-5")
    client, model = connect(quiet=True)
    assert model == "claude-opus-5"
    assert client.messages.create(model=model, **ASK).model == "claude-opus-5"


def test_offline_ignores_key_and_address_in_the_environment(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    client, model = connect(quiet=True)
    client.messages.create(model=model, **ASK)
    assert client.api_key == "offline"


def test_the_same_seed_gives_the_same_reply():
    replies = [
        connect(seed=5, quiet=True)[0].messages.create(model="claude-haiku-4-5", **ASK) for _ in range(2)
    ]
    assert replies[0].model_dump() == replies[1].model_dump()


def test_the_transport_and_its_log_can_be_reached():
    client, model = connect(quiet=True)
    client.with_options(max_retries=0).messages.create(model=model, **ASK)
    assert isinstance(transport_of(client), MockTransport)
    assert transport_of(client).log.requests[0]["messages"] == ASK["messages"]


@pytest.mark.parametrize("client", [None, "client", anthropic.Anthropic(api_key="x")])
def test_a_client_of_another_make_has_no_offline_transport(client):
    with pytest.raises(ConfigurationError, match="not made by connect"):
        transport_of(client)


# --- live ----------------------------------------------------------------------------------------------


def test_live_without_a_key_says_what_to_set(monkeypatch):
    monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
    with pytest.raises(ConfigurationError, match=r"ANTHROPIC_API_KEY is not set.*ANTHROPIC_BASE_URL.*unset"):
        connect()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"ANTHROPIC_BASE_URL": "127.0.0.1:8080"}, "set it to an address such as"),
        ({"ANTHROPIC_BASE_URL": "ftp://x/"}, "set it to an address such as"),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://gateway.example"}, "unencrypted"),
        (
            {"ANTHROPIC_API_KEY": KEY, "CLOCKHANDS_CAP": "lots"},
            "CLOCKHANDS_CAP is 'lots'; set it to a number",
        ),
        ({"ANTHROPIC_API_KEY": KEY, "CLOCKHANDS_CAP": "0"}, "1 or more"),
        ({"ANTHROPIC_API_KEY": KEY, "CI": "true"}, "no live call is ever made there"),
        ({"ANTHROPIC_API_KEY": KEY, "NBGRADER_EXECUTION": "autograde"}, "no live call is ever made there"),
    ],
)
def test_impossible_live_settings_say_what_to_do(monkeypatch, settings, message):
    monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=message) as caught:
        connect()
    assert KEY not in str(caught.value)


def test_the_real_api_is_named_in_the_banner_and_not_called(monkeypatch, capsys):
    monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("CLOCKHANDS_CAP", "50_000")
    client, _ = connect()
    assert str(client.base_url) == "https://api.anthropic.com"
    assert capsys.readouterr().out == "Live: a real model answers. Cap: 50,000 tokens; spent so far: 0.\n"


@pytest.mark.parametrize("given", [{"model": Script("hi")}, {"faults": "overloaded"}, {"latency": 1.0}])
def test_what_only_offline_can_do_stays_offline(monkeypatch, capsys, given):
    monkeypatch.setenv("CLOCKHANDS_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    client, _ = connect(**given)
    assert isinstance(transport_of(client), MockTransport)
    assert capsys.readouterr().out.startswith("Offline")


def test_a_local_server_answers_without_a_key(live, capsys):
    server = live(Script("It is 23:10."))
    client, model = connect()
    with client:
        reply = client.messages.create(model=model, **ASK)
    assert capsys.readouterr().out.startswith(
        f"Local: the server at {server.url} answers. Cap: 200,000 tokens"
    )
    assert reply.content[0].text == "It is 23:10."
    with pytest.raises(ConfigurationError, match="it is live"):
        transport_of(client)


async def test_async_calls_go_live_too(live):
    live(Script("It is 23:10.", "It is 23:11."))
    client, model = connect_async(quiet=True)
    async with client:
        assert (await client.messages.create(model=model, **ASK)).content[0].text == "It is 23:10."
        async with client.messages.stream(model=model, **ASK) as stream:
            assert (await stream.get_final_message()).content[0].text == "It is 23:11."
    assert spending().requests == 2


def test_what_was_spent_can_be_shown(live):
    live(Script("It is 23:10.", Reply([text("hi")], usage={"output_tokens": 70})))
    client, model = connect(quiet=True)
    with client:
        first = client.messages.create(model=model, **ASK).usage
        with client.messages.stream(model=model, **ASK) as stream:
            stream.until_done()
        client.messages.count_tokens(model=model, messages=ASK["messages"])
    spent = spending()
    assert spent.output_tokens == first.output_tokens + 70
    assert spent.input_tokens == 2 * first.input_tokens
    parts = f"({spent.input_tokens} in, {spent.output_tokens} out)"
    assert repr(spent) == f"<Spending: {spent.tokens} tokens in 2 requests {parts}>"


def test_the_cap_stops_a_request_before_it_is_sent(live, monkeypatch):
    server = live(Script("hi", loop=True))
    monkeypatch.setenv("CLOCKHANDS_CAP", "250")
    client, model = connect(quiet=True)
    with client:
        client.messages.create(model=model, **ASK)
        client.messages.create(model=model, **ASK)
        spending().settle(0, 100, 30)
        message = r"cap of 250 tokens .*nothing was sent: \d+ are spent.*CLOCKHANDS_CAP"
        with pytest.raises(SpendingCapError, match=message):
            client.with_options(max_retries=5).messages.create(model=model, **ASK)
        with pytest.raises(SpendingCapError), client.messages.stream(model=model, **ASK):
            pass
    assert len(server.api.log) == 2


def test_the_cap_counts_what_is_under_way(monkeypatch):
    spent = Spending()
    spent.reserve(60, cap=100)
    with pytest.raises(SpendingCapError):
        spent.reserve(60, cap=100)
    spent.settle(60, 10, 10)
    spent.reserve(60, cap=100)


def test_a_request_that_failed_costs_nothing(live):
    live(Script(faults.overloaded(), faults.drop()))
    client, model = connect(quiet=True)
    with client:
        for error in (anthropic.OverloadedError, anthropic.APIConnectionError):
            with pytest.raises(error):
                client.with_options(max_retries=0).messages.create(model=model, **ASK)
    assert spending().tokens == 0
    spending().reserve(200_000, cap=200_000)


def test_a_stream_left_early_costs_what_was_reported(live):
    live(Script("It is 23:10. " * 50))
    client, model = connect(quiet=True)
    with client, client.messages.stream(model=model, max_tokens=1000, messages=ASK["messages"]) as stream:
        next(iter(stream.text_stream))
    assert spending().input_tokens > 0


def test_the_key_appears_nowhere(live, capsys, caplog, tmp_path):
    caplog.set_level(logging.DEBUG)
    live(Script("fine", loop=True), key=KEY)
    client, model = connect()
    shown = io.StringIO()
    with client, record(client) as trace:
        try:
            client.messages.create(model=model, **ASK)
        except anthropic.AuthenticationError as refused:
            traceback.print_exc(file=shown)
            shown.write(repr(refused) + str(refused.request.headers) + repr(refused.response))
    shown.write(trace.save(tmp_path / "trace.jsonl").read_text(encoding="utf-8"))
    shown.write(repr(client) + repr(client._client) + repr(client._client._transport) + repr(trace))
    shown.write("".join(client._client._transport.log.lines()))
    shown.write(capsys.readouterr().out + caplog.text)
    assert "invalid x-api-key" in shown.getvalue() or "Invalid bearer token" in shown.getvalue()
    assert KEY not in shown.getvalue()


def test_a_key_in_a_prompt_is_scrubbed_from_traces_and_logs(live, monkeypatch):
    key = "a-key-of-a-gateway"
    live(Script("fine", loop=True), key=key)
    client, model = connect(quiet=True)
    with client, record(client) as trace, pytest.raises(anthropic.AuthenticationError):
        client.messages.create(model=model, system=f"My key is {key}", **ASK)
    assert trace.exchanges[0].request["system"] == "My key is [key]"
    assert key not in "".join(client._client._transport.log.lines())


def test_a_proxy_of_the_environment_is_used(live, monkeypatch):
    live(Script("fine"))
    used = []

    class Proxied(httpx2.HTTPTransport):
        def __init__(self, proxy=None):
            used.append(proxy)
            super().__init__()

    monkeypatch.setattr(httpx2, "HTTPTransport", Proxied)
    monkeypatch.setattr("urllib.request.getproxies", lambda: {"http": "http://127.0.0.1:3128"})
    monkeypatch.setattr("urllib.request.proxy_bypass", lambda host: False)
    client, model = connect(quiet=True)
    with client:
        client.messages.create(model=model, **ASK)
    assert used == ["http://127.0.0.1:3128"]


# --- record --------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", ({}, False)),
        ("<html>", ({}, False)),
        ("[]", ({}, False)),
        ('{"id": "msg_1"}', ({"id": "msg_1"}, True)),
        ('event: error\ndata: {"type": "error", "error": {}}\n\n', ({"type": "error", "error": {}}, False)),
        ('event: message_start\ndata: {"type": "message_start", "mess', ({}, False)),
        ('data: {"type":"message_start","message":{"content":[]}}\n\n', ({"content": []}, False)),
    ],
)
def test_bodies_that_are_no_whole_message(body, expected):
    assert assembled(body) == expected


def test_an_input_that_broke_off_is_empty():
    events = [
        '{"type":"message_start","message":{"content":[]}}',
        '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","input":{}}}',
        '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a"}}',
        '{"type":"content_block_stop","index":0}',
        '{"type":"message_stop"}',
    ]
    message, whole = assembled("".join(f"data: {event}\n\n" for event in events))
    assert whole and message["content"][0]["input"] == {}


def test_errors_of_ours_can_be_pickled():
    client, model = connect(Script(), quiet=True)
    with pytest.raises(anthropic.AnthropicError) as caught:
        client.messages.create(model=model, **ASK)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_live_transport_without_a_cap_counts_nothing():
    inner = MockTransport(Script("fine"))
    with httpx2.Client(transport=LiveTransport(inner=inner)) as http:
        client = anthropic.Anthropic(api_key="offline", http_client=http)
        client.messages.create(model="claude-haiku-4-5", **ASK)
    assert spending().tokens == 0
