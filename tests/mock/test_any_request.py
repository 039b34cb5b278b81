"""Whatever JSON comes in, a valid reply or a valid error envelope goes out, and the SDK can read it.

CLOCKHANDS_EXAMPLES sets how many requests are tried (100 by default).
"""

from __future__ import annotations

import anthropic
from hypothesis import event, given, settings
from hypothesis import strategies as st

from clockhands.client import transport_of
from clockhands.mock import Reply, call, text, thinking

from .talk import EXAMPLES, GET_TIME, OTHER, client_for

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
IDS = st.sampled_from(["toolu_1", "toolu_2", "bad id"])
BLOCK = st.one_of(
    st.builds(text, st.text(max_size=20)),
    st.builds(lambda i, given: {**call("get_time"), "id": i, "input": given}, IDS, JSON),
    st.builds(
        lambda i, c: {"type": "tool_result", "tool_use_id": i, "content": c}, IDS, st.text(max_size=20)
    ),
    st.builds(lambda w: {"type": "thinking", "thinking": w, "signature": "x"}, st.text(max_size=5)),
    JSON,
)
MESSAGE = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant", "system", "tool"]),
        "content": st.text(max_size=30) | st.lists(BLOCK, max_size=3) | JSON,
    }
)
LIKELY = {
    "model": st.sampled_from(["claude-haiku-4-5", "claude-opus-5", "claude-sonnet-5-5", "nobody"]),
    "max_tokens": st.integers(-1, 300) | JSON,
    "messages": st.lists(MESSAGE, max_size=4) | JSON,
}
MORE = {
    "system": st.text(max_size=20) | JSON,
    "stream": st.booleans() | JSON,
    "tools": st.lists(st.sampled_from([GET_TIME, OTHER]) | JSON, max_size=3) | JSON,
    "tool_choice": st.sampled_from(["auto", "any", "tool", "none"]).map(lambda kind: {"type": kind}) | JSON,
    "stop_sequences": st.lists(st.text(min_size=1, max_size=3), max_size=2) | JSON,
    "thinking": st.just({"type": "enabled", "budget_tokens": 1024}) | JSON,
    "cache_control": st.just({"type": "ephemeral"}) | JSON,
    "thread": st.just({"type": "create"}) | JSON,
    "bogus": JSON,
}
ANY_BODY = st.fixed_dictionaries(LIKELY, optional=MORE) | JSON


class Talkative:
    """Thinks, talks and calls whatever it is offered."""

    def reply(self, body):
        calls = [call("get_time", timezone="Asia/Tokyo"), call("other")]
        return Reply([thinking("hm"), text("Let me see. " * 5), *calls])


def ask(client, body, beta=None):
    """Send any JSON through the SDK; its answer is valid, or its refusal has a whole envelope. The status."""
    headers = {"anthropic-beta": beta} if beta else {}
    stream = isinstance(body, dict) and body.get("stream") is True
    events = anthropic.Stream[anthropic.types.RawMessageStreamEvent]
    more = {"stream": True, "stream_cls": events} if stream else {}
    try:
        got = client.post(
            "/v1/messages", body=body, cast_to=anthropic.types.Message, options={"headers": headers}, **more
        )
        if stream:
            kinds = [each.type for each in got]
            assert kinds[0] == "message_start" and kinds[-1] == "message_stop"
        else:
            anthropic.types.Message.model_validate(got.model_dump())
            assert got.stop_reason is not None
    except anthropic.APIStatusError as refused:
        assert 400 <= refused.status_code < 500
        assert refused.body["error"]["type"] == refused.type
        assert refused.body["error"]["message"]
        assert refused.body["request_id"] == refused.request_id
    return transport_of(client).log[-1].status


@settings(deadline=None, derandomize=True, max_examples=EXAMPLES)
@given(ANY_BODY, st.sampled_from([None, "message-threads-2026-08-12"]))
def test_any_body_gets_a_valid_reply_or_a_valid_envelope(body, beta):
    status = ask(client_for(Talkative()), body, beta)
    event(f"status {status}")
    assert status in (200, 400, 404)


WORDS = st.text(min_size=1, max_size=60).filter(str.strip)
QUESTIONS = WORDS | st.sampled_from(
    [
        "What time is it in Tokyo?",
        "Convert 9:30 from Berlin to New York.",
        "Hello!",
        "Compare Paris, Oslo and Lima.",
    ]
)
RESULTS = WORDS | st.sampled_from(["23:10", '{"time": "2026-11-05T23:10:15+09:00"}', "Error: unknown zone"])
CHOICES = st.sampled_from(
    [
        None,
        {"type": "auto"},
        {"type": "auto", "disable_parallel_tool_use": True},
        {"type": "any"},
        {"type": "none"},
    ]
)


@st.composite
def conversations(draw):
    """A body the API accepts: questions, calls with their results, answers; and options."""
    messages = []
    for n in range(draw(st.integers(0, 3))):
        messages.append({"role": "user", "content": draw(QUESTIONS)})
        ids = [f"toolu_{n}_{i}" for i in range(draw(st.integers(0, 2)))]
        if ids:
            zone = {"timezone": draw(WORDS)}
            calls = [{"type": "tool_use", "id": i, "name": "get_time", "input": zone} for i in ids]
            results = [{"type": "tool_result", "tool_use_id": i, "content": draw(RESULTS)} for i in ids]
            messages += [{"role": "assistant", "content": calls}, {"role": "user", "content": results}]
        messages.append({"role": "assistant", "content": draw(WORDS)})
    messages.append({"role": "user", "content": draw(QUESTIONS)})
    body = {"model": "claude-haiku-4-5", "max_tokens": draw(st.integers(0, 400)), "messages": messages}
    choice = draw(CHOICES)
    if choice:
        body |= {"tools": [GET_TIME, OTHER], "tool_choice": choice}
    if draw(st.booleans()):
        body["system"] = draw(WORDS)
    if draw(st.booleans()):
        body["stop_sequences"] = draw(
            st.lists(st.text("aeiou \n", min_size=1, max_size=3).filter(str.strip), max_size=2)
        )
    return body | {"stream": draw(st.booleans())}


@settings(deadline=None, derandomize=True, max_examples=EXAMPLES)
@given(conversations(), st.integers(0, 9))
def test_any_conversation_is_answered_and_can_go_on(body, seed):
    client = client_for(None, seed=seed)
    assert ask(client, body) == 200
    reply = transport_of(client).log[-1].response
    calls = [block for block in reply["content"] if block["type"] == "tool_use"]
    answer = [{"type": "tool_result", "tool_use_id": block["id"], "content": "23:10"} for block in calls]
    turns = [{"role": "assistant", "content": reply["content"]}] if reply["content"] else []
    follow = {"role": "user", "content": [*answer, text("And in Osaka?")]}
    assert ask(client, {**body, "messages": [*body["messages"], *turns, follow]}) == 200
