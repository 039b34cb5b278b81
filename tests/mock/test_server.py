"""The same API on a loopback port."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import anthropic
import httpx2
import pytest

from clockhands import clock
from clockhands.errors import ConfigurationError
from clockhands.mock import Script, call, faults, text
from clockhands.mock.api import Api
from clockhands.mock.server import ApiServer, running

from .talk import dumped, request

KEY = {"x-api-key": "offline", "anthropic-version": "2023-06-01", "content-type": "application/json"}


def post(url, body, headers=KEY, path="/v1/messages"):
    """(status, headers, bytes) through the standard library alone, as from another language."""
    asked = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers, refused.read()


@pytest.fixture
def client_on():
    """Makes an SDK client on a server; closes it in the end, so that no socket outlives its test."""
    made = []

    def make(server):
        client = anthropic.Anthropic(api_key="offline", base_url=server.url, max_retries=0)
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


def test_a_plain_request_gets_a_message():
    with running(Script("It is 23:10.")) as server:
        status, headers, raw = post(server.url, request())
    assert status == 200
    assert headers["request-id"].startswith("req_011C")
    assert json.loads(raw)["content"][0]["text"] == "It is 23:10."


def test_errors_have_their_envelope():
    with running(Script()) as server:
        status, headers, raw = post(server.url, request(messages=[]))
        assert (status, headers["x-should-retry"]) == (400, "false")
        assert json.loads(raw)["error"]["message"] == "messages: at least one message is required"
        assert post(server.url, request(), {**KEY, "x-api-key": "wrong"})[0] == 401
        assert post(server.url, {}, path="/v1/nothing")[0] == 404


def test_the_sdk_talks_to_it_plain_and_streamed(client_on):
    said = [text("Let me look."), call("get_time", timezone="Asia/Tokyo")]
    with running(Script(said, said)) as server:
        client = client_on(server)
        plain = client.messages.create(**request())
        with client.messages.stream(**request()) as stream:
            assert dumped(stream.get_final_message()) == dumped(plain)
        assert [entry.status for entry in server.api.log] == [200, 200]


@pytest.mark.parametrize("fault", ["drop", "timeout", faults.cut_stream()])
def test_broken_connections_break(client_on, fault):
    with running(Script("fine"), faults=fault) as server:
        client = client_on(server)
        with pytest.raises(anthropic.APIConnectionError):
            client.messages.create(**request())


def test_a_stream_that_breaks_off(client_on):
    with running(Script("It is 23:10. " * 20), faults=faults.cut_stream(dropped=True)) as server:
        client = client_on(server)
        with pytest.raises(httpx2.RemoteProtocolError), client.messages.stream(**request()) as stream:
            stream.until_done()


def test_a_script_that_ran_out_is_a_500_that_says_so(client_on):
    with running(Script()) as server:
        client = client_on(server)
        with pytest.raises(anthropic.InternalServerError, match="the script has no reply left"):
            client.with_options(max_retries=3).messages.create(**request())
        assert len(server.api.log) == 1


def test_real_latency_waits_on_the_clock_in_force():
    with clock.virtual() as virtual, running(Script("fine"), latency=faults.latency(30, real=True)) as server:
        post(server.url, request())
        assert virtual.elapsed == pytest.approx(30)


def test_get_and_head():
    with running(Script()) as server, httpx2.Client(base_url=server.url) as http:
        assert http.head("/").status_code == 200
        models = http.get("/v1/models", headers=KEY).json()
        assert models["data"][0]["type"] == "model"
        assert http.put("/v1/messages", headers=KEY, json={}).status_code == 405


def test_the_port_is_free_again_afterwards():
    with running(Script()) as server:
        address = server.server_address[:2]
    with running(Script(), port=address[1]) as again:
        assert again.server_address[1] == address[1]


@pytest.mark.parametrize("host", ["0.0.0.0", "example.com", "192.168.1.10", "::"])
def test_it_refuses_addresses_others_can_reach(host):
    with pytest.raises(ConfigurationError, match="--anywhere"):
        ApiServer(Api(Script()), host)


def test_it_may_be_told_to_bind_anywhere():
    with ApiServer(Api(Script()), "0.0.0.0", anywhere=True) as server:
        assert server.url.startswith("http://0.0.0.0:")


@pytest.mark.parametrize("port", [70_000, -1])
def test_an_impossible_port_is_named(port):
    with pytest.raises(ConfigurationError, match=r"cannot listen on 127\.0\.0\.1 port"):
        ApiServer(Api(Script()), port=port)


def test_a_taken_port_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ConfigurationError, match="Choose another port"):
            ApiServer(Api(Script()), port=taken.getsockname()[1])


# --- python -m clockhands.mock -------------------------------------------------------------------------


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "clockhands.mock", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM or SIGINT to send to another process")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT"])
def test_the_command_prints_its_address_serves_and_ends_cleanly(number):
    process = start("--port", "0", "--seed", "3")
    try:
        line = process.stdout.readline()
        url = re.search(r"http://127\.0\.0\.1:\d+", line).group()
        status, _, raw = post(url, request())
        assert status == 200 and json.loads(raw)["role"] == "assistant"
        process.send_signal(getattr(signal, number))
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, err) == (0, "")
    assert out == "Stopped after 1 requests.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0"], "--anywhere"),
        (["--fault", "overlaoded"], "Did you mean 'overloaded'?"),
        (["--latency", "-1"], "give seconds"),
        (["--port", "99999"], "cannot listen"),
    ],
)
def test_bad_arguments_end_the_command_with_2_and_a_line(capsys, arguments, message):
    from clockhands.mock.__main__ import main

    try:
        code = main(arguments)
    except SystemExit as end:  # argparse
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err


def _raw(server, request: bytes) -> tuple[str, dict]:
    """Status line and JSON body of the answer to these bytes."""
    with socket.create_connection(server.server_address[:2], timeout=10) as raw:
        raw.sendall(request)
        got = b""
        while piece := raw.recv(65536):
            got += piece
            head, _, body = got.partition(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head, re.I)
            if length and len(body) >= int(length[1]):
                break
    return head.split(b"\r\n")[0].decode(), json.loads(body)


HEAD = b"host: x\r\nx-api-key: offline\r\nanthropic-version: 2023-06-01\r\n"
POST = b"POST /v1/messages HTTP/1.1\r\n" + HEAD
BODY = b'{"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}'


def test_a_body_may_come_in_chunks():
    with running(Script("hello", loop=True)) as server:
        parts = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (BODY[:11], BODY[11:])) + b"0\r\n\r\n"
        request = POST + b"transfer-encoding: chunked\r\n\r\n" + parts
        status, body = _raw(server, request)
        assert " 200 " in status and body["content"][0]["text"] == "hello"


@pytest.mark.parametrize(
    ("request_", "status", "kind"),
    [
        (
            POST + b"content-length: 99999999999\r\n\r\n",
            413,
            "request_too_large",
        ),
        (POST + b"transfer-encoding: chunked\r\n\r\nzz\r\n", 400, ""),
        (
            POST + b"transfer-encoding: chunked\r\n\r\nfffffffff\r\n",
            413,
            "",
        ),
        (
            POST + b"content-length: many\r\n\r\n",
            400,
            "invalid_request_error",
        ),
        (POST + b"\r\n", 400, "invalid_request_error"),
        (b"DELETE /v1/messages HTTP/1.1\r\n" + HEAD + b"\r\n", 405, ""),
        (b"BREW /v1/messages HTTP/1.1\r\n" + HEAD + b"\r\n", 501, ""),
        (b"GET /" + b"x" * 70000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n", 414, ""),
    ],
)
def test_every_refusal_comes_in_the_envelope(request_, status, kind):
    with running(Script("hello", loop=True)) as server:
        line, body = _raw(server, request_)
    assert f" {status} " in line + " " and body["type"] == "error" and "message" in body["error"]
    assert kind in ("", body["error"]["type"])
