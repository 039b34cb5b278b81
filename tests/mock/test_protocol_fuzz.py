"""Whatever JSON comes in, either it is accepted or the API's error comes out: never another exception."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.mock.api_error import ApiError
from clockhands.mock.protocol import check_request

from .building import ASK, NEW, OLD, assistant, call, image, request, result, system, talk, text, tool, user

_WORDS = [
    "", " ", "a", "user", "assistant", "system", "tool", "type", "text", "role", "content", "id", "name",
    "auto", "any", "tool_use", "tool_result", "tool_use_id", "input", "image", "source", "base64", "custom",
    "object", "#blocks", "#text", "#other", "#object", "claude-haiku-4-5", "claude-3-opus", "ephemeral",
    "enabled",
]  # fmt: skip
_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**400)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(_WORDS)
)
_KEYS = st.sampled_from(_WORDS) | st.text(max_size=3)
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=12,
)
_WHOLE = talk(
    ASK,
    assistant(text("Let me look."), call(), call("toolu_B", caller={"type": "direct"})),
    user(result(), result("toolu_B", content=[text("x"), image(type="url", url="u")], is_error=True)),
    system("Be brief.", clear_at="never"),
    assistant({"type": "thinking", "thinking": "Hm.", "signature": "s"}, text("Two.")),
    user(text("Thanks."), {"type": "document", "source": {"type": "text", "data": "d"}}),
    model="claude-opus-4-8",
    system=[{**text("Be kind."), "cache_control": {"type": "ephemeral"}}],
    tool_choice={"type": "auto"},
    thinking={"type": "adaptive"},
    output_config={"effort": "low"},
    metadata={"user_id": "u"},
    stop_sequences=["x"],
)


def verdict(body: Any, **more: Any) -> int:
    """200, or the status of the error; anything else that is raised fails the test."""
    try:
        assert check_request(body, **more) > 0
    except ApiError as error:
        assert error.status in (400, 404)
        assert error.message and isinstance(error.message, str)
        assert error.type == ("invalid_request_error" if error.status == 400 else "not_found_error")
        return error.status
    return 200


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every part of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def changed(body: Any, path: tuple[Any, ...], new: Any, remove: bool) -> Any:
    """A copy of `body` with the part at `path` replaced or taken out."""
    if not path:
        return new
    body = copy.deepcopy(body)
    holder = body
    for key in path[:-1]:
        holder = holder[key]
    if remove:
        del holder[path[-1]]
    else:
        holder[path[-1]] = new
    return body


_ALL_PLACES = places(_WHOLE)


def test_the_request_that_is_changed_is_right():
    assert verdict(_WHOLE, version=NEW, beta=None) == 200


@given(_JSON, st.sampled_from([OLD, NEW, ""]), st.booleans())
@settings(deadline=None, derandomize=True)
def test_any_json_gets_a_verdict(body, version, count_tokens):
    verdict(body, version=version, beta=None, count_tokens=count_tokens)


@given(
    st.dictionaries(
        st.sampled_from([*request(), "tools", "tool_choice", "system", "thinking", "thread"]), _JSON
    )
)
@settings(deadline=None, derandomize=True)
def test_any_values_of_the_known_fields_get_a_verdict(changes):
    verdict(request(**changes), version=OLD, beta="message-threads-2026-08-12")


@given(st.sampled_from(_ALL_PLACES), _JSON, st.booleans(), st.sampled_from(_ALL_PLACES), _JSON)
@settings(deadline=None, derandomize=True, max_examples=300)
def test_a_request_changed_in_two_places_gets_a_verdict(first, new, remove, second, newer):
    body = changed(_WHOLE, first, new, remove)
    if second in places(body):
        body = changed(body, second, newer, False)
    verdict(body, version=NEW, beta=None)
    verdict(body, version=OLD, beta=None, parsed=True)


@pytest.mark.parametrize("place", _ALL_PLACES[1:], ids=lambda place: ".".join(map(str, place)))
def test_every_part_may_be_null_or_missing(place):
    for remove in (True, False):
        verdict(changed(_WHOLE, place, None, remove), version=NEW, beta=None)


@given(
    st.permutations([ASK, assistant("Two."), assistant(call()), user(result()), system("Be brief."), user()])
)
@settings(deadline=None, derandomize=True)
def test_messages_in_any_order_get_a_verdict(messages):
    for model in ("claude-haiku-4-5", "claude-opus-4-8"):
        verdict(request(model=model, messages=messages), version=NEW, beta=None)


# --- what Python takes for JSON, and JSON does not ---------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, "\ud800", {"\udfff": 1}, {1, 2}, b"bytes", object()],
    ids=["nan", "inf", "surrogate", "surrogate key", "set", "bytes", "object"],
)
@pytest.mark.parametrize("field", ["messages", "input", "metadata", "tools"])
def test_what_is_no_json_is_refused(field, value):
    inside = talk(ASK, assistant(call(input={"x": value})), user(result()))
    body = inside if field == "input" else request(**{field: value})
    with pytest.raises(ApiError, match="The request body is not valid JSON") as caught:
        check_request(body, version=NEW, beta=None)
    assert caught.value.status == 400


@pytest.mark.parametrize("depth", [50, 500, 900, 100_000])
@pytest.mark.parametrize("field", ["messages", "input", "schema", "metadata", "document", "type"])
def test_nesting_of_any_depth_gets_a_verdict(field, depth):
    deep: Any = {}
    for _ in range(depth):
        deep = {"x": deep} if field != "messages" else [deep]
    body = {
        "messages": lambda: request(messages=deep),
        "input": lambda: talk(ASK, assistant(call(input=deep)), user(result())),
        "schema": lambda: request(tools=[tool(schema={"type": "object", "properties": deep}, strict=True)]),
        "metadata": lambda: request(metadata=deep),
        "type": lambda: request(tools=[{"type": deep, "name": "t"}], messages=[user({"type": deep})]),
        "document": lambda: request(messages=[user({"type": "document", "source": deep})]),
    }[field]()
    verdict(body, version=NEW, beta=None)
    if depth < 1000:  # Python's parser goes no deeper
        verdict(body, version=NEW, beta=None, parsed=True)
    while isinstance(deep, (dict, list)) and deep:  # taken apart by hand: Python would recurse
        deep = deep.pop("x") if isinstance(deep, dict) else deep.pop()


def test_a_request_that_contains_itself_is_refused():
    body = request()
    body["metadata"] = body
    assert verdict(body, version=NEW, beta=None) == 400


def test_a_large_conversation_gets_a_verdict():
    turns = [ASK]
    for n in range(2000):
        turns += [assistant(call(f"toolu_{n}")), user(result(f"toolu_{n}"))]
    assert verdict(talk(*turns), version=NEW, beta=None) == 200
    assert verdict(talk(*turns[:-1]), version=NEW, beta=None) == 400
    assert len(json.dumps(turns)) > 400_000
