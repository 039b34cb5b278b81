"""The wire: ids, field order, signatures, headers."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from clockhands import clock
from clockhands.client import transport_of
from clockhands.mock import Script, call, text, thinking, wire
from clockhands.mock.fit import fit
from clockhands.mock.reply import as_reply

from .talk import QUESTION, body, client_for, request

FIELDS = [
    "model",
    "id",
    "type",
    "role",
    "content",
    "container",
    "stop_reason",
    "stop_sequence",
    "stop_details",
    "usage",
    "diagnostics",
]


def message(said, asked=None, seed=0):
    asked = asked or body()
    reply = as_reply(said)
    return wire.message(reply, fit(reply, asked), asked, wire.digest(asked, seed), {"input_tokens": 1})


def test_fields_stand_in_the_order_of_recorded_replies():
    assert list(message("hi")) == FIELDS


def test_ids_have_the_length_and_letters_of_the_api():
    out = message([call("get_time"), call("get_time")])
    assert re.fullmatch(r"msg_[A-Za-z0-9]{24}", out["id"])
    ids = [block["id"] for block in out["content"]]
    assert all(re.fullmatch(r"toolu_01[A-Za-z0-9]{22}", block_id) for block_id in ids)
    assert len(set(ids)) == 2
    assert re.fullmatch(r"req_011C[A-Za-z0-9]{20}", wire.make_id(b"key", "req_011C", 20))


def test_ids_depend_on_the_request_the_seed_and_the_reply_and_on_nothing_else():
    said = [call("get_time", timezone="Asia/Tokyo")]
    assert message(said)["id"] == message(said)["id"]
    assert message(said)["id"] != message(said, seed=1)["id"]
    assert message(said)["id"] != message(said, asked=body(max_tokens=1000))["id"]
    assert message(said)["id"] != message([call("get_time")])["id"]


def test_plain_streamed_and_threaded_requests_have_one_digest():
    plain = wire.digest(body(), 0)
    assert wire.digest(body(stream=True), 0) == plain
    assert wire.digest(dict(reversed(body(thread={"type": "create"}).items())), 0) == plain


def test_ids_are_the_same_in_another_process():
    code = "from clockhands.mock import wire; print(wire.digest({'model': 'm', 'messages': []}, 3).hex())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == wire.digest({"messages": [], "model": "m"}, 3).hex()


def test_ids_are_unique_within_a_conversation():
    client = client_for(Script(call("get_time"), loop=True))
    messages, ids = [QUESTION], []
    for _ in range(20):
        reply = client.messages.create(**request(messages=messages))
        ids += [reply.id, reply.content[0].id]
        result = {"type": "tool_result", "tool_use_id": reply.content[0].id, "content": "23:10"}
        messages += [{"role": "assistant", "content": reply.content}, {"role": "user", "content": [result]}]
    assert len(set(ids)) == len(ids)


def test_given_ids_inputs_and_blocks_go_out_as_they_are():
    given = {"type": "tool_use", "id": "toolu_X", "name": "get_time", "input": '{"timezone"'}
    out = message([given, given, {"type": "server_tool_use", "name": "web_search", "input": {}}])
    assert [block["id"] for block in out["content"][:2]] == ["toolu_X", "toolu_X"]
    assert out["content"][0]["input"] == '{"timezone"'
    assert out["content"][0]["caller"] == {"type": "direct"}
    assert out["content"][2]["id"].startswith("srvtoolu_01")


def test_replies_name_the_dated_model():
    assert message("hi")["model"] == "claude-haiku-4-5-20251001"
    assert message("hi", body(model="claude-opus-5"))["model"] == "claude-opus-5"


def test_a_signature_that_comes_back_unchanged_is_accepted():
    block = message([thinking("Tokyo is nine hours ahead."), text("hi")])["content"][0]
    assert not wire.was_changed(block)


@pytest.mark.parametrize(
    "change",
    [
        lambda b: {**b, "signature": b["signature"][:-1] + "A"},
        lambda b: {**b, "signature": "A" + b["signature"][1:]},
        lambda b: {**b, "signature": "abc"},
        lambda b: {**b, "signature": None},
        lambda b: {**b, "thinking": b["thinking"] + " Or ten."},
        lambda b: {**b, "signature": b["signature"].swapcase()},
    ],
)
def test_a_changed_thinking_block_is_noticed(change):
    block = {"type": "thinking", "thinking": "Nine.", "signature": wire.sign("Nine.")}
    assert wire.was_changed(change(block))


def test_a_signature_of_the_real_api_passes():
    recorded = "EqQBCkgIBxABGAIqQ" + "Zk9x0aB7" * 20
    assert not wire.was_changed({"type": "thinking", "thinking": "Nine.", "signature": recorded})


def test_a_changed_signature_is_refused_with_its_place():
    import anthropic

    client = client_for(Script([thinking("Nine."), text("hi")], "and on"))
    reply = client.messages.create(**request())
    turn = {"role": "assistant", "content": [b.model_dump() for b in reply.content]}
    turn["content"][1].pop("citations")
    follow = {"role": "user", "content": "And in Osaka?"}
    turn["content"][0]["signature"] += "="
    with pytest.raises(anthropic.BadRequestError, match=r"messages\.1\.content\.0: Invalid `signature`"):
        client.messages.create(**request(messages=[QUESTION, turn, follow]))
    turn["content"][0]["signature"] = turn["content"][0]["signature"][:-1]
    assert client.messages.create(**request(messages=[QUESTION, turn, follow])).content[0].text == "and on"


def test_headers_name_the_request_and_the_limits():
    with clock.frozen("2026-11-05T14:10:15Z"):
        out = wire.headers("req_1", {"input_tokens": 1500, "output_tokens": 700})
    assert out["request-id"] == "req_1"
    assert re.fullmatch(r"[0-9a-f-]{36}", out["anthropic-organization-id"])
    for name in ("requests", "tokens", "input-tokens", "output-tokens"):
        assert int(out[f"anthropic-ratelimit-{name}-limit"]) >= int(
            out[f"anthropic-ratelimit-{name}-remaining"]
        )
        assert out[f"anthropic-ratelimit-{name}-reset"] == "2026-11-05T14:10:16Z"
    assert out["anthropic-ratelimit-input-tokens-remaining"] == "398000"


def test_an_error_names_the_same_request_in_its_header_and_its_envelope():
    client = client_for(Script("unused"))
    import anthropic

    with pytest.raises(anthropic.BadRequestError) as caught:
        client.messages.create(**request(messages=[]))
    assert caught.value.body["request_id"] == caught.value.request_id
    assert caught.value.response.headers["x-should-retry"] == "false"
    assert transport_of(client).log[0].error == caught.value.body


def test_json_is_compact_and_unescaped_and_half_a_surrogate_survives():
    assert wire.to_json({"a": "23:10 in 東京"}) == '{"a":"23:10 in 東京"}'.encode()
    assert wire.to_json({"a": "\ud83d"}) == b'{"a":"\\ud83d"}'


def test_half_a_surrogate_of_a_model_object_reaches_the_app():
    client = client_for(Script("\ud83d", "\ud83d"))
    assert client.messages.create(**request()).content[0].text == "\ud83d"
    with client.messages.stream(**request()) as stream:
        assert stream.get_final_message().content[0].text == "\ud83d"
