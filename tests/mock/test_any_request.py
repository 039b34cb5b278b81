"""Whatever JSON comes in, a valid reply or a valid error envelope goes out, and the SDK can read it.

CLOCKHANDS_EXAMPLES sets how many requests are tried (100 by default).
"""

from __future__ import annotations

import anthropic
from hypothesis import given, settings
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
        return Reply(
            [thinking("hm"), text("Let me see. " * 5), call("get_time", timezone="Asia/Tokyo"), call("other")]
        )


@settings(deadline=None, derandomize=True, max_examples=EXAMPLES)
@given(ANY_BODY, st.sampled_from([None, "message-threads-2026-08-12"]))
def test_any_body_gets_a_valid_reply_or_a_valid_envelope(body, beta):
    client = client_for(Talkative())
    headers = {"anthropic-beta": beta} if beta else {}
    stream = isinstance(body, dict) and body.get("stream") is True
    more = (
        {"stream": True, "stream_cls": anthropic.Stream[anthropic.types.RawMessageStreamEvent]}
        if stream
        else {}
    )
    try:
        got = client.post(
            "/v1/messages", body=body, cast_to=anthropic.types.Message, options={"headers": headers}, **more
        )
        if stream:
            kinds = [event.type for event in got]
            assert kinds[0] == "message_start" and kinds[-1] == "message_stop"
        else:
            anthropic.types.Message.model_validate(got.model_dump())
            assert got.stop_reason is not None
    except anthropic.APIStatusError as refused:
        assert 400 <= refused.status_code < 500
        assert refused.body["error"]["type"] == refused.type
        assert refused.body["error"]["message"]
        assert refused.body["request_id"] == refused.request_id
    assert transport_of(client).log[0].status in (200, 400, 404)
