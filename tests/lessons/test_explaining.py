"""`explain` on the real SDK's errors: the mock's refusals, replies of every status, local errors."""

from __future__ import annotations

import asyncio
import json

import anthropic
import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import connect
from clockhands.errors import ConfigurationError
from clockhands.lessons import explain
from clockhands.lessons.diagnosis import diagnose
from clockhands.mock import Script

Q = {"role": "user", "content": "What time is it in Tokyo?"}
TOOL = {
    "name": "get_time",
    "description": "The time in a zone.",
    "input_schema": {"type": "object", "properties": {"timezone": {"type": "string"}}},
}


def say(*blocks, role="user"):
    return {"role": role, "content": list(blocks)}


def use(id="toolu_01A", **more):
    return {"type": "tool_use", "id": id, "name": "get_time", "input": {"timezone": "Asia/Tokyo"}, **more}


def res(id="toolu_01A", **more):
    return {"type": "tool_result", "tool_use_id": id, "content": "23:10", **more}


def txt(words="here"):
    return {"type": "text", "text": words}


def asks(*blocks):
    return say(*blocks, role="assistant")


def refusal(messages=(Q,), **more) -> anthropic.BadRequestError:
    """The error the offline API answers this request with."""
    client, model = connect(Script("fine", loop=True), quiet=True)
    request = {"model": model, "max_tokens": 50, "messages": list(messages), "tools": [TOOL], **more}
    with pytest.raises(anthropic.APIStatusError) as caught:
        client.messages.create(**{key: value for key, value in request.items() if value is not None})
    return caught.value


CONVERSATIONS = {
    "no result": ([Q, asks(use()), say(txt())], "missing-result", 'messages[1], role "assistant", block 0'),
    "ends with the call": ([Q, asks(use())], "missing-result", "messages[1]"),
    "a summary": ([Q, asks(txt("I called it.")), say(res())], "summary-instead-of-content", "messages[2]"),
    "no assistant turn": ([Q, say(res())], "assistant-turn-missing", 'messages[1], role "user", block 0'),
    "first of all": ([say(res())], "assistant-turn-missing", "messages[0]"),
    "as assistant": ([Q, asks(use()), asks(res())], "result-as-assistant", "messages[2]"),
    "as assistant, not joined": (
        [Q, asks(use()), say(res()), asks(res())],
        "result-as-assistant",
        "messages[3]",
    ),
    "call as user": ([Q, say(use())], "call-as-user", "messages[1]"),
    "the tool's name": ([Q, asks(use()), say(res("get_time"))], "id-is-name", "messages[2]"),
    "an invented id": ([Q, asks(use()), say(res("toolu_99"))], "invented-id", "messages[2]"),
    "half": ([Q, asks(use(), use("toolu_01B")), say(res())], "half-the-results", "block 1"),
    "split": (
        [Q, asks(use(), use("toolu_01B")), say(res()), asks(txt()), say(res("toolu_01B"))],
        "split-results",
        "messages[4]",
    ),
    "text first": ([Q, asks(use()), say(txt(), res())], "text-before-results", "messages[2]"),
    "text first, in a message of its own": (
        [Q, asks(use()), {"role": "user", "content": "Here:"}, say(res())],
        "text-before-results",
        "messages[2]",
    ),
    "twice": ([Q, asks(use()), say(res(), res())], "double-result", "block 1"),
    "twice, split": ([Q, asks(use()), say(res()), say(res())], "double-result", "messages[3]"),
    "same id twice": ([Q, asks(use(), use()), say(res())], "duplicate-call-id", "block 1"),
    "empty results": ([Q, asks(txt()), say()], "empty-results-message", "messages[2]"),
    "thinking edited": (
        [
            Q,
            asks({"type": "thinking", "thinking": "A clock.", "signature": "EclkAAAA"}, use()),
            say(res()),
        ],
        "thinking-changed",
        'messages[1], role "assistant", block 0',
    ),
    "blank text": ([say(txt(" \n"))], "blank-text", "messages[0]"),
    "no messages": ([], "no-messages", "messages"),
    "role tool": ([Q, {"role": "tool", "content": "x"}], "role-tool", "messages[1]"),
    "input as text": ([Q, asks(use(input='{"a": 1}')), say(res())], "input-is-json-string", "messages[1]"),
    "no id": (
        [Q, asks(use()), say({"type": "tool_result", "content": "x"})],
        "missing-field",
        "messages[2]",
    ),
    "an unknown field": ([{**Q, "name": "me"}], "unknown-field", "messages[0]"),
}


@pytest.mark.parametrize(
    ("messages", "named", "where"), CONVERSATIONS.values(), ids=[n.replace(" ", "-") for n in CONVERSATIONS]
)
def test_a_refused_conversation_is_named_and_placed(messages, named, where):
    found = diagnose(refusal(messages))
    assert found.misconception.id == named, found
    assert where in found.place.words


REQUESTS = {
    "tool name": ({"tools": [{**TOOL, "name": "get time"}]}, "bad-tool-name", "tools[0]"),
    "two alike": ({"tools": [TOOL, TOOL]}, "duplicate-tool-name", "tools[1]"),
    "no schema": ({"tools": [TOOL, {"name": "b", "description": ""}]}, "schema-missing", "tools[1]"),
    "schema of text": (
        {"tools": [{**TOOL, "input_schema": {"type": "string"}}]},
        "schema-not-object",
        "tools[0]",
    ),
    "schema without type": ({"tools": [{**TOOL, "input_schema": {}}]}, "schema-not-object", "tools[0]"),
    "oneOf": (
        {"tools": [{**TOOL, "input_schema": {"type": "object", "oneOf": []}}]},
        "schema-top-level-choice",
        "tools[0]",
    ),
    "strict": ({"tools": [{**TOOL, "strict": True}]}, "strict-needs-closed-object", "tools[0]"),
    "unknown tool": ({"tool_choice": {"type": "tool", "name": "fly"}}, "tools-not-sent", "tool_choice"),
    "any without tools": ({"tools": None, "tool_choice": {"type": "any"}}, "tools-not-sent", "tool_choice"),
    "odd choice": ({"tool_choice": {"type": "always"}}, "bad-tool-choice", "tool_choice"),
    "max_tokens": ({"max_tokens": -1}, "max-tokens-out-of-range", "max_tokens"),
    "temperature": ({"extra_body": {"temperature": 0.5}}, "unknown-field", "temperature"),
    "model": ({"model": "claude-nobody"}, "unknown-model", "model"),
}


@pytest.mark.parametrize(
    ("more", "named", "where"), REQUESTS.values(), ids=[n.replace(" ", "-") for n in REQUESTS]
)
def test_a_refused_request_is_named_and_placed(more, named, where):
    found = diagnose(refusal(**more))
    assert found.misconception.id == named, found
    assert where in found.place.words


def test_the_card_tells_message_place_block_mistake_and_cure():
    text = repr(explain(refusal([Q, asks(use()), say(res("get_time"))])))
    assert text.splitlines() == [
        "Refused (400): invalid_request_error",
        "  The API said  messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks:",
        "                get_time. Each `tool_result` block must have a corresponding `tool_use` block in",
        "                the previous message.",
        '  Where         messages[2], role "user", block 0',
        '  You sent      {"type": "tool_result", "tool_use_id": "get_time", "content": "23:10"}',
        '      messages[0]  user       text "What time is it in Tokyo?"',
        "      messages[1]  assistant  tool_use get_time, toolu_01A",
        '    ► messages[2]  user       tool_result for get_time, "23:10"',
        "  Mistake       The id names the call, not the tool: two calls of one tool would be",
        "                indistinguishable. (id-is-name)",
        "  Cure          Copy `block.id` into `tool_use_id`.",
    ]


def test_numbers_are_those_of_the_learners_own_list():
    messages = [Q, say(txt("Please.")), asks(use()), say(res()), say(res("toolu_77"))]
    error = refusal(messages)
    assert "messages.2.content.1" in str(error)
    text = repr(explain(error))
    assert 'messages[4], role "user", block 0' in text
    assert "the API counts neighbours of one role as one" in " ".join(text.split())


def answered(
    status: int, kind: str = "", message: str = "", body="default", **headers
) -> anthropic.APIStatusError:
    """The SDK's own error for a reply with this status."""
    if body == "default":
        body = {"type": "error", "error": {"type": kind, "message": message}}
    content = json.dumps(body).encode() if not isinstance(body, bytes) else body
    transport = httpx2.MockTransport(
        lambda request: httpx2.Response(status, content=content, headers=headers)
    )
    client = anthropic.Anthropic(
        api_key="k", max_retries=0, base_url="http://here", http_client=httpx2.Client(transport=transport)
    )
    with pytest.raises(anthropic.APIStatusError) as caught:
        client.messages.create(model="m", max_tokens=5, messages=[Q])
    return caught.value


STATUSES = [
    (401, "authentication_error", "invalid x-api-key", "wrong-key"),
    (403, "permission_error", "not yours", "no-permission"),
    (404, "not_found_error", "model: claude-x", "unknown-model"),
    (404, "not_found_error", "Not Found", "not-found"),
    (413, "request_too_large", "Request too large", "conversation-too-long"),
    (429, "rate_limit_error", "This request would exceed your organization's rate limit of …", "rate-limit"),
    (500, "api_error", "Internal server error", "server-error"),
    (502, "", "", "server-error"),
    (504, "timeout_error", "Timed out", "timed-out"),
    (529, "overloaded_error", "Overloaded", "overloaded"),
    (400, "", "prompt is too long: 3333404 tokens > 200000 maximum", "conversation-too-long"),
    (
        400,
        "",
        'tool_choice: type "tool" and "any" are not supported for this model.',
        "forcing-not-supported",
    ),
    (
        400,
        "",
        "This model does not support assistant message prefill. The conversation must end …",
        "prefill",
    ),
    (400, "", "messages.0: use the top-level 'system' parameter for the initial …", "system-as-message"),
    (400, "", "This model does not support effort level 'xhigh'. Supported levels: high, low", "wrong-shape"),
]


@pytest.mark.parametrize(("status", "kind", "message", "named"), STATUSES)
def test_every_status_has_its_name(status, kind, message, named):
    error = answered(status, kind, message)
    assert diagnose(error).misconception.id == named
    assert str(status) in repr(explain(error))


def test_an_unknown_wording_is_said_to_be_unknown():
    text = repr(explain(answered(400, "invalid_request_error", "flux: capacitor missing")))
    assert "flux: capacitor missing" in text and "has no name here" in text


@pytest.mark.parametrize(
    "body", [b"", b"<html>busy</html>", b"[]", b'"x"', b"{}", b'{"error": 3}', b'{"error": {}}']
)
@pytest.mark.parametrize("status", [400, 418, 500])
def test_bodies_that_are_not_the_apis(status, body):
    text = repr(explain(answered(status, body=body)))
    assert str(status) in text.splitlines()[0]


def test_a_server_error_shows_the_request_id_for_a_report():
    assert "req_011C" in repr(explain(answered(500, "api_error", "oops", **{"request-id": "req_011C"})))


def test_connection_and_timeout_errors():
    def fail(request):
        raise httpx2.ConnectError("no route", request=request)

    def late(request):
        raise httpx2.ReadTimeout("late", request=request)

    for handler, named in ((fail, "no-connection"), (late, "timed-out")):
        http = httpx2.Client(transport=httpx2.MockTransport(handler))
        client = anthropic.Anthropic(api_key="k", max_retries=0, http_client=http)
        with pytest.raises(anthropic.APIConnectionError) as caught:
            client.messages.create(model="m", max_tokens=5, messages=[Q])
        assert diagnose(caught.value).misconception.id == named
        assert repr(explain(caught.value)).startswith("Error: API")


def test_an_error_in_the_middle_of_a_stream():
    events = (
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    )
    handler = httpx2.MockTransport(
        lambda request: httpx2.Response(
            200, content=events.encode(), headers={"content-type": "text/event-stream"}
        )
    )
    client = anthropic.Anthropic(api_key="k", http_client=httpx2.Client(transport=handler))
    with (
        pytest.raises(anthropic.APIStatusError) as caught,
        client.messages.stream(model="m", max_tokens=5, messages=[Q]) as stream,
    ):
        list(stream)
    text = repr(explain(caught.value))
    assert text.startswith("Broken off: overloaded_error, after the reply had begun")
    assert "(overloaded)" in text


def test_an_error_without_request_or_body():
    request = httpx2.Request("POST", "http://here")
    bare = anthropic.BadRequestError("odd", response=httpx2.Response(400, request=request), body=None)
    assert "odd" in repr(explain(bare))
    unread = anthropic.APIConnectionError(request=httpx2.Request("POST", "http://here", content=iter([b"x"])))
    assert diagnose(unread).misconception.id == "no-connection"
    assert repr(explain(anthropic.AnthropicError("plain"))).startswith("Error: AnthropicError")


def test_the_sdks_own_refusal_of_long_replies():
    client, model = connect(Script("x"), quiet=True)
    with pytest.raises(ValueError) as caught:
        client.messages.create(model=model, max_tokens=60_000, messages=[Q])
    assert diagnose(caught.value).misconception.id == "needs-streaming"


async def test_asyncio_run_inside_a_running_loop():
    async def nothing(): ...

    work = nothing()
    with pytest.raises(RuntimeError) as caught:
        asyncio.run(work)
    work.close()
    assert diagnose(caught.value).misconception.id == "asyncio-run-in-notebook"


def caught(work) -> Exception:
    try:
        work()
    except Exception as error:
        return error
    raise AssertionError("it did not raise")


def test_errors_a_loop_runs_into():
    client, model = connect(Script("hello", loop=True), quiet=True)
    reply = client.messages.create(model=model, max_tokens=5, messages=[Q])
    cases = {
        "first-block-only": lambda: reply.content[0].input,
        "block-as-dict": lambda: reply.content[0]["text"],
        "dict-as-block": lambda: {"type": "text"}.type,
        "input-is-json-string": lambda: json.loads({"a": 1}),
        "arguments-do-not-fit": lambda: (lambda timezone: 1)(zone="UTC"),
        "unknown-name": lambda: {}["fly"],
        "result-not-text": lambda: json.dumps(reply),
        "cell-not-run": lambda: undefined_here,  # noqa: F821
    }
    for named, work in cases.items():
        assert diagnose(caught(work)).misconception.id == named


def test_our_own_errors_speak_for_themselves():
    text = repr(explain(ConfigurationError("CLOCKHANDS_CAP is not a number; set it to one")))
    assert "CLOCKHANDS_CAP is not a number" in text and "has no name" not in text


def test_an_error_nobody_knows():
    text = repr(explain(ZeroDivisionError("division by zero")))
    assert text.startswith("Error: ZeroDivisionError") and "has no name here" in text


def test_what_is_no_error_is_refused():
    with pytest.raises(TypeError, match="explain takes an exception"):
        explain("messages: at least one message is required")


def test_html_is_escaped():
    html = explain(answered(400, "invalid_request_error", "<script>alert(1)</script>"))._repr_html_()
    assert "<script>" not in html and 'role="status"' in html


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
WORDINGS = st.sampled_from(
    [
        "messages.{}: `tool_use` ids were found without `tool_result` blocks immediately after: a, b. Each",
        "messages.{}.content.{}: unexpected `tool_use_id` found in `tool_result` blocks: a. Each",
        "messages.{}.content.{}.tool_result.tool_use_id: Field required",
        "messages.{}: user messages must have non-empty content",
        "tools.{}.custom.name: String should have at least 1 character",
        'messages: Unexpected role "x". Allowed roles are "user" or "assistant"',
        "tools: Tool names must be unique.",
        "messages.{}.{}: Extra inputs are not permitted",
    ]
)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(WORDINGS, st.integers(0, 9), st.integers(0, 9), JSON, JSON)
def test_no_request_however_odd_breaks_it(wording, n, m, messages, tools):
    body = json.dumps({"messages": messages, "tools": tools}).encode()
    request = httpx2.Request("POST", "http://here", content=body)
    envelope = {"error": {"type": "invalid_request_error", "message": wording.format(n, m)}}
    response = httpx2.Response(400, request=request)
    card = explain(anthropic.BadRequestError("x", response=response, body=envelope))
    assert max(map(len, repr(card).splitlines())) <= 100
    assert card._repr_html_()
