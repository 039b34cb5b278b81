"""`connect()`: which world, and with which banner."""

from __future__ import annotations

import pickle

import anthropic
import pytest

from clockhands import connect, connect_async
from clockhands.client import transport_of
from clockhands.errors import ConfigurationError
from clockhands.mock import MockTransport, Reply, Script, text

KEY = "sk-ant-api03-VERYSECRETVERYSECRET"
ASK = {"max_tokens": 100, "messages": [{"role": "user", "content": "What time is it?"}]}


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


def test_errors_of_ours_can_be_pickled():
    client, model = connect(Script(), quiet=True)
    with pytest.raises(anthropic.AnthropicError) as caught:
        client.messages.create(model=model, **ASK)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
