"""Responses: the shape itself, and what it has no place for."""

from __future__ import annotations

import pytest

from clockhands.errors import ShapeError
from clockhands.shapes import from_responses, from_responses_reply, to_responses, to_responses_reply

from .building import WEATHER
from .test_chat import IMAGE, THINKING, answered

RESPONSES = {
    "model": "m",
    "instructions": "Be brief.",
    "input": [
        {"role": "user", "content": "Oslo and Bergen?"},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Both."}]},
        {
            "type": "function_call",
            "call_id": "toolu_1",
            "name": "get_weather",
            "arguments": '{"city": "Oslo"}',
        },
        {
            "type": "function_call",
            "call_id": "toolu_2",
            "name": "get_weather",
            "arguments": '{"city": "Bergen"}',
        },
        {"type": "function_call_output", "call_id": "toolu_1", "output": "12 degrees"},
        {
            "type": "function_call_output",
            "call_id": "toolu_2",
            "output": [{"type": "input_text", "text": "rain"}],
        },
        {"role": "user", "content": [{"type": "input_text", "text": "In one line, please."}]},
    ],
    "tools": [
        {
            "type": "function",
            "name": "get_weather",
            "description": "Weather in one city.",
            "parameters": WEATHER["tools"][0]["input_schema"],
            "strict": False,
        }
    ],
    "tool_choice": "required",
    "max_output_tokens": 500,
}


def test_an_exchange_in_both_shapes():
    assert to_responses(WEATHER) == RESPONSES
    assert from_responses(RESPONSES) == WEATHER


def test_text_between_calls_keeps_its_place():
    call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    content = [call, {"type": "text", "text": "and"}, {**call, "id": "toolu_2"}]
    request = {"messages": [{"role": "assistant", "content": content}]}
    assert from_responses(to_responses(request)) == request


def test_a_result_may_be_an_image():
    request = answered(content=[IMAGE])
    theirs = to_responses(request)
    url = "data:image/png;base64,iVBORw0="
    assert theirs["input"][-1]["output"] == [{"type": "input_image", "image_url": url}]
    assert from_responses(theirs) == request


def test_a_tool_is_strict_unless_it_says_otherwise():
    tool = {"type": "function", "name": "f", "parameters": {"type": "object"}}
    assert from_responses({"input": "?", "tools": [tool]})["tools"][0]["strict"] is True
    assert "strict" not in from_responses({"input": "?", "tools": [{**tool, "strict": False}]})["tools"][0]


@pytest.mark.parametrize(
    ("request_", "place"),
    [
        (answered(content="no", is_error=True), "messages.2.content.0.is_error"),
        ({"messages": [{"role": "assistant", "content": [THINKING]}]}, "messages.0.content.0"),
        ({"messages": [], "stop_sequences": ["###"]}, "stop_sequences"),
    ],
)
def test_what_has_no_place_is_named_or_kept(request_, place):
    with pytest.raises(ShapeError) as refused:
        to_responses(request_)
    assert str(refused.value).startswith(f"{place}: Responses has no place for")
    kept = {}
    assert from_responses(to_responses(request_, kept), kept) == request_


@pytest.mark.parametrize(
    ("theirs", "place"),
    [
        ({"input": [{"type": "reasoning", "id": "rs_1", "summary": []}]}, "input.0"),
        ({"input": [{"type": "message", "role": "tool", "content": "x"}]}, "input.0"),
        ({"input": "?", "previous_response_id": "resp_1"}, "request.previous_response_id"),
        ({"input": "?", "tools": [{"type": "web_search"}]}, "tools.0"),
        ({"input": "?", "tool_choice": {"type": "web_search"}}, "tool_choice"),
    ],
)
def test_what_messages_has_no_place_for_is_named(theirs, place):
    with pytest.raises(ShapeError) as refused:
        from_responses(theirs)
    assert str(refused.value).startswith(f"{place}:")


CALLED = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]}


@pytest.mark.parametrize(
    ("response", "reason", "kinds"),
    [
        ({"status": "completed", "output": [SAID]}, "end_turn", ["text"]),
        ({"status": "completed", "output": [SAID, CALLED]}, "tool_use", ["text", "tool_use"]),
        ({"status": "completed", "output": [{"type": "reasoning"}, CALLED]}, "tool_use", ["tool_use"]),
        (
            {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": [SAID]},
            "max_tokens",
            ["text"],
        ),
        (
            {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": []},
            "refusal",
            [],
        ),
    ],
)
def test_a_reply_from_responses(response, reason, kinds):
    message = from_responses_reply(response)
    assert message["stop_reason"] == reason
    assert [block["type"] for block in message["content"]] == kinds


@pytest.mark.parametrize(
    ("response", "place"),
    [
        ({"status": "failed", "output": []}, "status"),
        ({"status": "in_progress", "output": []}, "status"),
        ({"status": "incomplete", "incomplete_details": {"reason": "steered"}}, "incomplete_details.reason"),
        ({"output": [{"type": "web_search_call"}]}, "output.0"),
    ],
)
def test_a_reply_that_is_no_message_is_refused(response, place):
    with pytest.raises(ShapeError) as refused:
        from_responses_reply(response)
    assert str(refused.value).startswith(f"{place}:")


def test_a_pause_has_no_word_here():
    message = {"type": "message", "role": "assistant", "content": [], "stop_reason": "pause_turn"}
    with pytest.raises(ShapeError, match="stop_reason"):
        to_responses_reply(message)
