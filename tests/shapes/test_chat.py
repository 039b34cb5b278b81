"""Chat Completions: the shape itself, and what it has no place for."""

from __future__ import annotations

import json

import pytest

from clockhands.errors import ShapeError
from clockhands.shapes import from_chat, from_chat_reply, to_chat, to_chat_reply

from .building import WEATHER

CHAT = {
    "model": "m",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Oslo and Bergen?"},
        {
            "role": "assistant",
            "content": "Both.",
            "tool_calls": [
                {
                    "id": "toolu_1",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'},
                },
                {
                    "id": "toolu_2",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city": "Bergen"}'},
                },
            ],
        },
        {"role": "tool", "tool_call_id": "toolu_1", "content": "12 degrees"},
        {"role": "tool", "tool_call_id": "toolu_2", "content": [{"type": "text", "text": "rain"}]},
        {"role": "user", "content": [{"type": "text", "text": "In one line, please."}]},
    ],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "get_weather",
                "description": "Weather in one city.",
                "parameters": WEATHER["tools"][0]["input_schema"],
            },
        }
    ],
    "tool_choice": "required",
    "max_completion_tokens": 500,
}


def test_an_exchange_in_both_shapes():
    assert to_chat(WEATHER) == CHAT
    assert from_chat(CHAT) == WEATHER


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"type": "auto"}, {"tool_choice": "auto"}),
        ({"type": "any"}, {"tool_choice": "required"}),
        ({"type": "none"}, {"tool_choice": "none"}),
        ({"type": "tool", "name": "f"}, {"tool_choice": {"type": "function", "function": {"name": "f"}}}),
        (
            {"type": "auto", "disable_parallel_tool_use": True},
            {"tool_choice": "auto", "parallel_tool_calls": False},
        ),
    ],
)
def test_tool_choice(ours, theirs):
    assert to_chat({"messages": [], "tool_choice": ours}) == {"messages": [], **theirs}
    assert from_chat({"messages": [], **theirs}) == {"messages": [], "tool_choice": ours}


def test_an_image_of_the_user_becomes_a_data_url():
    source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0="}
    message = {"role": "user", "content": [{"type": "image", "source": source}]}
    theirs = to_chat({"messages": [message]})
    assert theirs["messages"][0]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0="}}
    ]
    assert from_chat(theirs)["messages"] == [message]


def answered(**result):
    """A conversation whose only result has these fields."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    return {
        "messages": [
            {"role": "user", "content": "?"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", **result}]},
        ]
    }


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0="}}
THINKING = {"type": "thinking", "thinking": "Hm.", "signature": "Eq"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}


@pytest.mark.parametrize(
    ("request_", "place", "what"),
    [
        (answered(content="no", is_error=True), "messages.2.content.0.is_error", "this"),
        (answered(content=[IMAGE]), "messages.2.content.0.content.0", "`image` block"),
        (
            {
                "messages": [
                    {"role": "user", "content": "?"},
                    {"role": "assistant", "content": [THINKING, CALL]},
                ]
            },
            "messages.1.content.0",
            "`thinking` block",
        ),
        ({"messages": [], "thinking": {"type": "adaptive"}}, "thinking", "this"),
        ({"messages": [], "tools": [{"type": "web_search_20260318", "name": "web_search"}]}, "tools", "this"),
        (
            {"messages": [{"role": "assistant", "content": [CALL, {"type": "text", "text": "after"}]}]},
            "messages.0.content.0",
            "`tool_use` block",
        ),
    ],
    ids=["is_error", "image in a result", "thinking", "thinking field", "server tool", "text after a call"],
)
def test_what_has_no_place_is_named_or_kept(request_, place, what):
    with pytest.raises(ShapeError) as refused:
        to_chat(request_)
    assert str(refused.value).startswith(f"{place}: Chat Completions has no place for")
    assert what in str(refused.value)
    assert "kept={}" in str(refused.value)
    kept = {}
    assert from_chat(to_chat(request_, kept), kept) == request_
    assert kept


def test_what_says_nothing_is_neither_kept_by_force_nor_refused():
    request = answered(content="fine", is_error=False, cache_control={"type": "ephemeral"})
    assert from_chat(to_chat(request)) == answered(content="fine")


def test_kept_belongs_to_one_conversation():
    kept = {}
    to_chat(answered(content="no", is_error=True), kept)
    with pytest.raises(ShapeError, match="holds something already"):
        to_chat(WEATHER, kept)
    with pytest.raises(ShapeError, match="another conversation"):
        from_chat({"messages": [{"role": "user", "content": "?"}]}, kept)


@pytest.mark.parametrize("arguments", ['{"city": "Os', "Oslo", '["Oslo"]', "NaN", '{"n": Infinity}', None])
def test_arguments_that_are_no_object_are_refused_with_their_place(arguments):
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    chat = {"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]}
    with pytest.raises(ShapeError, match=r"messages\.0\.tool_calls\.0: the arguments are") as refused:
        from_chat(chat)
    assert "Answer this call" in str(refused.value) or "answer this call" in str(refused.value)


def test_no_arguments_may_be_an_empty_string():
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": ""}}
    message = from_chat({"messages": [{"role": "assistant", "tool_calls": [call]}]})["messages"][0]
    assert message["content"][0]["input"] == {}


def test_an_input_that_is_no_json_is_refused():
    call = {**CALL, "input": {"n": float("nan")}}
    with pytest.raises(ShapeError, match=r"messages\.0\.content\.0: the input of a call must be plain JSON"):
        to_chat({"messages": [{"role": "assistant", "content": [call]}]})


@pytest.mark.parametrize(
    ("chat", "place"),
    [
        ({"messages": [{"role": "function", "content": "x"}]}, "messages.0"),
        ({"messages": [{"role": "tool", "content": "x"}]}, "messages.0"),
        ({"messages": [{"role": "user", "content": [{"type": "input_audio"}]}]}, "messages.0.content.0"),
        ({"messages": [{"role": "user", "content": "x", "name": "Ann"}]}, "messages.0.name"),
        ({"messages": [], "response_format": {"type": "json_object"}}, "request.response_format"),
        ({"messages": [], "tools": [{"type": "custom", "custom": {"name": "f"}}]}, "tools.0.custom"),
        ({"messages": [], "tool_choice": "sometimes"}, "tool_choice"),
        ({"messages": [], "functions": [{"name": "f"}]}, "request.functions"),
    ],
)
def test_what_messages_has_no_place_for_is_named(chat, place):
    with pytest.raises(ShapeError) as refused:
        from_chat(chat)
    assert str(refused.value).startswith(f"{place}:")


def test_system_turns_and_developers():
    said = [
        {"role": "developer", "content": "a"},
        {"role": "system", "content": "b"},
        {"role": "user", "content": "c"},
    ]
    found = from_chat({"messages": [*said, {"role": "system", "content": "d"}]})
    assert found["system"] == [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert [message["role"] for message in found["messages"]] == ["user", "system"]


def completion(finish, **message):
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", **message}}
    usage = {"prompt_tokens": 30, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 10}}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


THEIR_CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"n": 1}'}}


@pytest.mark.parametrize(
    ("theirs", "reason", "kinds"),
    [
        (completion("stop", content="Hi."), "end_turn", ["text"]),
        (completion("length", content="Hi"), "max_tokens", ["text"]),
        (completion("content_filter", content=""), "refusal", []),
        (completion("stop", content=None, refusal="No."), "refusal", ["text"]),
        (completion("tool_calls", content="So:", tool_calls=[THEIR_CALL]), "tool_use", ["text", "tool_use"]),
        (completion("stop", content=None, tool_calls=[THEIR_CALL]), "tool_use", ["tool_use"]),
        (completion("stop", content="Hi.", reasoning_content="Hm.", audio=None), "end_turn", ["text"]),
    ],
    ids=["text", "cut", "filtered", "refusal", "calls", "a forced call says stop", "reasoning is not read"],
)
def test_a_reply_from_chat(theirs, reason, kinds):
    message = from_chat_reply(theirs)
    assert message["stop_reason"] == reason
    assert [block["type"] for block in message["content"]] == kinds
    assert message["usage"] == {"input_tokens": 20, "cache_read_input_tokens": 10, "output_tokens": 7}


@pytest.mark.parametrize(
    ("theirs", "what"),
    [
        ({"choices": []}, "choices"),
        ({"choices": [1, 2]}, "choices"),
        (completion("function_call", content=None), "choices.0.finish_reason"),
        (
            completion("length", tool_calls=[{**THEIR_CALL, "function": {"name": "f", "arguments": '{"n'}}]),
            "choices.0.message.tool_calls.0",
        ),
    ],
)
def test_a_reply_that_is_no_message_is_refused(theirs, what):
    with pytest.raises(ShapeError) as refused:
        from_chat_reply(theirs)
    assert str(refused.value).startswith(f"{what}:")


def test_a_reply_of_the_sdk_goes_there_as_it_is():
    """SDK objects are taken, and the SDK's own conversation can be translated with its blocks in it."""
    from clockhands import Script, call, connect

    client, model = connect(Script(["So: ", call("f", n=1)]), quiet=True)
    ask = {"role": "user", "content": "?"}
    reply = client.messages.create(model=model, max_tokens=99, messages=[ask])
    theirs = to_chat_reply(reply, created=7)
    assert theirs["created"] == 7
    assert theirs["choices"][0]["finish_reason"] == "tool_calls"
    made = theirs["choices"][0]["message"]["tool_calls"][0]
    assert (made["id"], json.loads(made["function"]["arguments"])) == (reply.content[1].id, {"n": 1})
    turn = to_chat({"messages": [ask, {"role": "assistant", "content": reply.content}]})["messages"][1]
    assert turn["tool_calls"] == [made]
