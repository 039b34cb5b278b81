"""The transport under the real SDK: who may ask, what is served, and that nothing is lost or mixed up."""

from __future__ import annotations

import asyncio
import json
import threading

import anthropic
import httpx2
import pydantic
import pytest

from clockhands.client import transport_of
from clockhands.errors import ScriptError
from clockhands.mock import MockTransport, Reply, Script, text

from .talk import GET_TIME, OTHER, QUESTION, async_client_for, client_for, request

URL = "https://api.anthropic.com"
HEADERS = {"authorization": "Bearer offline", "anthropic-version": "2026-10-21"}


class Echo:
    """Says the last words it was told."""

    def reply(self, body):
        return f"You said: {body['messages'][-1]['content']}"


def post(content, path="/v1/messages", headers=HEADERS, method="POST"):
    with httpx2.Client(transport=MockTransport(Echo())) as http:
        return http.request(method, URL + path, headers=headers, content=content)


def error(response):
    """(status, type, message) of an error answer whose envelope is whole."""
    said = response.json()
    assert set(said) == {"type", "error", "request_id"} and said["type"] == "error"
    assert said["request_id"] == response.headers["request-id"]
    return response.status_code, said["error"]["type"], said["error"]["message"]


GOOD = json.dumps(request()).encode()


# --- who may ask ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [{"authorization": "Bearer offline"}, {"x-api-key": "offline"}])
def test_both_ways_of_naming_the_key_are_accepted(key):
    assert post(GOOD, headers={**key, "anthropic-version": "2023-06-01"}).status_code == 200


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ({}, "x-api-key header is required"),
        ({"x-api-key": "wrong"}, "invalid x-api-key"),
        ({"authorization": "Bearer wrong"}, "Invalid bearer token"),
        ({"authorization": "Basic b2ZmbGluZQ=="}, "x-api-key header is required"),
    ],
)
def test_any_other_key_is_refused(key, message):
    answer = post(GOOD, headers={**key, "anthropic-version": "2026-10-21"})
    assert error(answer) == (401, "authentication_error", message)


def test_the_sdk_raises_its_authentication_error():
    http = httpx2.Client(transport=MockTransport(Echo()))
    with pytest.raises(anthropic.AuthenticationError):
        anthropic.Anthropic(api_key="wrong", http_client=http).messages.create(**request())


def test_the_version_header_is_required():
    answer = post(GOOD, headers={"x-api-key": "offline"})
    assert error(answer) == (400, "invalid_request_error", "anthropic-version: header is required")


# --- what is JSON --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'"hi"',
        b'{"max_tokens": NaN}',
        b"\xff\xfe",
        b'{"system": "\\ud83d"}',
        b"[" * 100_000,
    ],
)
def test_a_body_that_is_no_json_object_is_refused(content):
    status, kind, message = error(post(content))
    assert (status, kind) == (400, "invalid_request_error")
    assert message.startswith("The request body is not valid JSON")


def test_a_lone_surrogate_is_named_and_a_pair_is_fine():
    body = request(messages=[{"role": "user", "content": "X"}])
    lone = json.dumps(body).replace("X", "\\ud83d").encode()
    assert "no low surrogate in string" in error(post(lone))[2]
    pair = json.dumps(body).replace("X", "\\ud83d\\ude00").encode()
    assert post(pair).json()["content"][0]["text"] == "You said: \U0001f600"


def test_a_body_above_32_mb_is_too_large():
    assert error(post(b" " * (32 * 1024 * 1024 + 1)))[:2] == (413, "request_too_large")


# --- what is served ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/v1/messages?beta=true", 200),
        ("GET", "/v1/messages", 405),
        ("POST", "/v1/complete", 404),
        ("GET", "/v1/files", 404),
        ("GET", "/v1/models", 200),
        ("GET", "/v1/models/claude-haiku-4-5", 200),
        ("GET", "/v1/models/claude-nobody", 404),
    ],
)
def test_paths(method, path, status):
    answer = post(GOOD if method == "POST" else b"", path, method=method)
    assert answer.status_code == status
    if status != 200:
        error(answer)


def test_models_can_be_listed_and_retrieved():
    client = client_for(Echo())
    models = list(client.models.list())
    assert {"claude-haiku-4-5-20251001", "claude-opus-5"} <= {model.id for model in models}
    haiku = client.models.retrieve("claude-haiku-4-5")
    assert (haiku.display_name, haiku.max_input_tokens) == ("Claude Haiku 4.5", 200_000)


def test_tokens_are_counted_without_a_reply():
    script = Script()
    asked = {"model": "claude-haiku-4-5", "messages": [QUESTION], "tools": [GET_TIME]}
    count = client_for(script).messages.count_tokens(**asked)
    assert count.input_tokens > 496
    assert script.requests == []


def test_count_tokens_refuses_what_create_refuses():
    with pytest.raises(anthropic.BadRequestError, match="at least one message"):
        client_for(Echo()).messages.count_tokens(model="claude-haiku-4-5", messages=[])


def test_what_count_tokens_says_is_what_usage_says():
    client = client_for(Echo())
    asked = {"model": "claude-haiku-4-5", "messages": [QUESTION], "tools": [GET_TIME, OTHER]}
    used = client.messages.create(**asked, max_tokens=100).usage.input_tokens
    assert client.messages.count_tokens(**asked).input_tokens == used


def test_answers_can_be_had_raw():
    client = client_for(Echo())
    raw = client.messages.with_raw_response.create(**request())
    assert raw.headers["request-id"].startswith("req_011C")
    assert raw.parse()._request_id == raw.headers["request-id"]
    with client.messages.with_streaming_response.create(**request()) as streamed:
        assert json.loads(streamed.read()) == raw.http_response.json()


def test_a_reply_can_be_parsed_into_a_type():
    class Time(pydantic.BaseModel):
        hour: int
        minute: int

    client = client_for(Script('{"hour": 23, "minute": 10}'))
    reply = client.messages.parse(**request(), output_format=Time)
    assert reply.parsed_output == Time(hour=23, minute=10)


@pytest.mark.parametrize(
    ("reason", "content"),
    [
        ("end_turn", []),
        ("pause_turn", [{"type": "server_tool_use", "name": "web_search", "input": {"query": "x"}}]),
        ("refusal", []),
        ("refusal", [text("I cannot")]),
        ("model_context_window_exceeded", [text("so far")]),
        ("max_tokens", [text("so far")]),
        ("stop_sequence", [text("so far")]),
    ],
)
def test_every_stop_reason_can_be_had(reason, content):
    for stream in (False, True):
        client = client_for(Script(Reply(list(content), reason)))
        if stream:
            with client.messages.stream(**request()) as events:
                reply = events.get_final_message()
        else:
            reply = client.messages.create(**request())
        assert reply.stop_reason == reason
        assert [block.type for block in reply.content] == [block["type"] for block in content]


def test_details_and_usage_of_a_reply_go_out():
    details = {"type": "refusal", "category": "cyber", "explanation": "No."}
    reply = Reply([], "refusal", usage={"output_tokens": 60_000}, stop_details=details)
    got = client_for(Script(reply)).messages.create(**request())
    assert got.stop_details.category == "cyber"
    assert got.usage.output_tokens == 60_000


def test_a_forced_call_the_model_object_does_not_make_is_told():
    client = client_for(Script("no"))
    with pytest.raises(ScriptError, match="forces a tool call"):
        client.messages.create(**request(tools=[GET_TIME], tool_choice={"type": "any"}))


# --- nothing lost, nothing mixed up --------------------------------------------------------------------


async def test_a_thousand_calls_at_once_each_get_their_own_reply():
    client = async_client_for(Echo())

    async def ask(n):
        turn = [{"role": "user", "content": f"number {n}"}]
        if n % 3:
            return await client.messages.create(**request(messages=turn))
        async with client.messages.stream(**request(messages=turn)) as stream:
            return await stream.get_final_message()

    replies = await asyncio.gather(*(ask(n) for n in range(1000)))
    assert [r.content[0].text for r in replies] == [f"You said: number {n}" for n in range(1000)]
    assert len({r.id for r in replies}) == 1000
    log = transport_of(client).log
    assert sorted(entry.n for entry in log) == list(range(1, 1001))
    assert all(
        entry.response["content"][0]["text"] == f"You said: {entry.request['messages'][0]['content']}"
        for entry in log
    )


def test_threads_share_a_client():
    client = client_for(Echo())
    wrong = []

    def ask(base):
        for n in range(base, base + 25):
            reply = client.messages.create(**request(messages=[{"role": "user", "content": str(n)}]))
            if reply.content[0].text != f"You said: {n}":
                wrong.append(n)

    threads = [threading.Thread(target=ask, args=(base,)) for base in range(0, 200, 25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and len(transport_of(client).log) == 200
