"""Live calls: what they need, the cap before them, and a key that appears nowhere.

A server of this machine stands in for the API; no test reaches the network.
"""

from __future__ import annotations

import io
import logging
import traceback

import anthropic
import httpx2
import pytest

from clockhands import connect, connect_async, record
from clockhands.client import spending, transport_of
from clockhands.errors import ConfigurationError, SpendingCapError
from clockhands.live import LiveTransport, Spending, assembled
from clockhands.mock import MockTransport, Reply, Script, faults, text

KEY = "sk-ant-api03-VERYSECRETVERYSECRET"
ASK = {"max_tokens": 100, "messages": [{"role": "user", "content": "What time is it?"}]}


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch):
    """Live calls are refused in CI, where these very tests run."""
    monkeypatch.delenv("CI", raising=False)


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


def test_a_stream_left_early_costs_what_arrived(live):
    live(Script("It is 23:10. " * 50))
    client, model = connect(quiet=True)
    with client, client.messages.stream(model=model, max_tokens=1000, messages=ASK["messages"]) as stream:
        for _, _ in zip(range(3), stream.text_stream, strict=False):
            pass
    assert spending().input_tokens > 0
    assert 1 < spending().output_tokens <= 1000


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


@pytest.mark.parametrize(
    ("url", "proxy"),
    [
        ("http://gateway.example/v1/messages", "http://127.0.0.1:3128"),
        ("https://api.anthropic.com/v1/messages", None),
        ("http://127.0.0.1:8080/v1/messages", None),
        ("http://[::1]:8080/v1/messages", None),
        ("http://localhost/v1/messages", None),
    ],
)
def test_a_proxy_of_the_environment_is_used_beyond_this_machine(monkeypatch, url, proxy):
    used = []

    class Answering(httpx2.BaseTransport):
        def __init__(self, proxy=None):
            used.append(proxy)

        def handle_request(self, request):
            return httpx2.Response(200, json={})

    monkeypatch.setattr(httpx2, "HTTPTransport", Answering)
    monkeypatch.setattr("urllib.request.getproxies", lambda: {"http": "http://127.0.0.1:3128"})
    monkeypatch.setattr("urllib.request.proxy_bypass", lambda host: False)
    with httpx2.Client(transport=LiveTransport()) as http:
        http.post(url, json={})
        http.post(url, json={})
    assert used == [proxy]


def test_a_live_transport_without_a_cap_counts_nothing():
    inner = MockTransport(Script("fine"))
    with httpx2.Client(transport=LiveTransport(inner=inner)) as http:
        client = anthropic.Anthropic(api_key="offline", http_client=http)
        client.messages.create(model="claude-haiku-4-5", **ASK)
    assert spending().tokens == 0


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
