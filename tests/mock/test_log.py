"""The request log: what, when, and never a key."""

from __future__ import annotations

import json
import threading

import anthropic
import httpx2
import pytest

from clockhands import clock
from clockhands.client import transport_of
from clockhands.mock import MockTransport, Script, faults
from clockhands.mock.log import RequestLog, scrub

from .talk import client_for, request


def test_an_entry_holds_what_was_sent_and_what_came_back():
    client = client_for(Script("It is 23:10."), latency=0.8)
    with clock.frozen("2026-11-05T14:10:15Z"):
        reply = client.messages.create(**request())
    entry = transport_of(client).log[0]
    assert (entry.n, entry.method, entry.path, entry.status) == (1, "POST", "/v1/messages", 200)
    assert entry.request == request()
    assert entry.response == {**reply.model_dump(mode="json", exclude_unset=True)}
    assert entry.at == "2026-11-05T14:10:15+00:00"
    assert entry.waited == 0.8
    assert entry.error is None and entry.fault is None


def test_times_stand_on_the_clock_in_force():
    with clock.virtual() as virtual:
        client = client_for(Script("fine", loop=True), latency=0.5)
        virtual.advance(3)
        client.messages.create(**request())
        client.messages.create(**request())
        times = [(entry.t0, entry.t1) for entry in transport_of(client).log]
    assert times == [(3.0, 3.5), (3.5, 4.0)]


def test_failures_are_entries_too():
    client = client_for(Script(faults.overloaded(), faults.drop()))
    for _ in range(2):
        with pytest.raises(anthropic.APIError):
            client.messages.create(**request())
    with pytest.raises(anthropic.BadRequestError):
        client.messages.create(**request(messages=[]))
    log = transport_of(client).log
    assert [entry.status for entry in log] == [529, 0, 400]
    assert [entry.fault for entry in log] == ["overloaded", "drop", None]
    assert log[2].error["error"]["message"] == "messages: at least one message is required"
    assert all(entry.t1 is not None and entry.response is None for entry in log)
    assert repr(log) == "<RequestLog: 3 requests, 3 of them not answered with 200>"


def test_the_log_exports_json_lines(tmp_path):
    client = client_for(Script("It is 23:10 in Tōkyō."), seed=3)
    client.messages.create(**request())
    path = transport_of(client).log.export(tmp_path / "log.jsonl")
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(entries) == 1
    assert entries[0]["request"] == request()
    assert entries[0]["response"]["content"][0]["text"] == "It is 23:10 in Tōkyō."
    assert {"n", "at", "t0", "t1", "waited", "status", "stream", "error", "fault"} <= set(entries[0])


def test_a_stream_is_logged_as_its_message_when_it_was_read():
    client = client_for(Script("It is 23:10."))
    log = transport_of(client).log
    with client.messages.stream(**request()) as stream:
        assert log[0].t1 is None
        final = stream.get_final_message()
    assert log[0].stream and log[0].t1 is not None
    assert log[0].response["content"][0]["text"] == final.content[0].text


@pytest.mark.parametrize("header", ["authorization", "x-api-key"])
def test_no_key_ever_enters_the_log(header, tmp_path):
    transport = MockTransport(Script("fine", loop=True))
    with httpx2.Client(transport=transport) as http:
        for key in ("offline", "sk-ant-api03-SECRETSECRET"):
            value = f"Bearer {key}" if header == "authorization" else key
            http.post(
                "https://api.anthropic.com/v1/messages",
                headers={header: value, "anthropic-version": "2026-10-21", "x-my-token": "hush-hush"},
                json=request(system="My key is sk-ant-api03-SECRETSECRET"),
            )
    text = transport.log.export(tmp_path / "log.jsonl").read_text(encoding="utf-8")
    for place in (text, repr(transport), repr(transport.log), repr(transport.log[1])):
        assert "SECRET" not in place and "hush" not in place and "Bearer" not in place
    assert "My key is [key]" in text


def test_scrubbing_takes_out_given_keys_too():
    assert scrub("a my-own-key b", "my-own-key", None) == "a [key] b"


def test_watchers_hear_of_each_entry_twice():
    heard = []
    client = client_for(Script("fine", loop=True))
    log = transport_of(client).log
    log.watchers.append(lambda entry: heard.append((entry.n, entry.t1 is not None)))
    client.messages.create(**request())
    with client.messages.stream(**request()) as stream:
        stream.until_done()
    with pytest.raises(anthropic.BadRequestError):
        client.messages.create(**request(messages=[]))
    client.models.list()
    assert heard == [(n, done) for n in (1, 2, 3, 4) for done in (False, True)]


def test_a_log_filled_by_many_threads_loses_nothing():
    log = RequestLog()

    def fill():
        for _ in range(200):
            log.end(log.begin("POST", "/v1/messages", {}))

    threads = [threading.Thread(target=fill) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.n for entry in log] == list(range(1, 1601))
    log.clear()
    assert len(log) == 0
