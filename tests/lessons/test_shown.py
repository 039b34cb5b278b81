"""Values as text, and the first difference between two of them."""

from __future__ import annotations

import copy
from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.lessons.differences import ANYTHING, Where, first_difference
from clockhands.lessons.shown import plain, shown

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text(max_size=6), inner, max_size=5)
        | st.tuples(inner, inner)
        | st.frozensets(st.text(max_size=3), max_size=4)
    ),
    max_leaves=20,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, derandomize=True)
@given(VALUES, st.integers(20, 300))
def test_any_value_fits_one_printable_line(value, limit):
    text = shown(value, limit)
    assert len(text) <= limit and text.isprintable()
    text.encode("utf-8")
    assert shown(copy.deepcopy(value), limit) == text


def test_values_read_as_a_learner_writes_them():
    assert shown({"a": [1, "x"], "b": None}) == '{"a": [1, "x"], "b": None}'
    assert shown(("one",)) == '("one",)' and shown(set()) == "set()" and shown({2, 1}) == "{1, 2}"
    assert shown('say "hi"') == "'say \"hi\"'"
    assert shown(shown) == "<function shown>" and shown(dict) == "<class dict>"
    assert shown(object()) == "<object object>"


@settings(deadline=None, derandomize=True)
@given(JSON)
def test_a_value_does_not_differ_from_its_copy(value):
    assert first_difference(value, copy.deepcopy(value)) is None
    assert first_difference(value, ANYTHING) is None


@settings(deadline=None, derandomize=True)
@given(JSON, JSON)
def test_two_values_differ_exactly_when_they_are_unequal(a, b):
    found = first_difference(a, b)
    assert (found is None) == _same(a, b)
    if found:
        assert found.sentence and found.yours and found.expected


def _same(a, b) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and a == b


def difference(yours, expected) -> str:
    return first_difference(yours, expected).sentence


def test_the_first_difference_is_placed_and_worded():
    right = {"role": "user", "content": [{"id": "1"}, {"id": "2"}]}
    assert difference({"role": "user"}, right) == 'The key "content" is missing.'
    assert difference({**right, "x": 1}, right) == 'The key "x" does not belong there.'
    assert difference({**right, "role": "assistant"}, right) == 'At ["role"], the value differs.'
    assert (
        difference({**right, "content": [{"id": "1"}]}, right) == 'At ["content"], there are 1, not 2 items.'
    )
    swapped = {**right, "content": [{"id": "2"}, {"id": "1"}]}
    found = first_difference(swapped, right)
    assert found.path == ("content", 0, "id")
    assert (found.yours, found.expected) == ('{"id": "2", …}', '{"id": "1", …}')
    assert difference("user", right) == "This is text, not a dict."
    assert difference(True, 1) and difference(1, True) and first_difference(1.0, 1) is None


def test_a_condition_in_the_expected_value():
    words = Where("a non-empty text", lambda value: isinstance(value, str) and value)
    assert first_difference({"content": "x"}, {"content": words}) is None
    found = first_difference({"content": ""}, {"content": words})
    assert found.sentence == 'At ["content"], this should be a non-empty text.'
    assert found.expected == '{"content": <a non-empty text>, …}'
    assert first_difference(3, Where("text", lambda value: value.upper())) is not None


def test_sdk_objects_compare_as_what_they_stand_for():
    from anthropic.types import ToolUseBlock

    block = ToolUseBlock(id="toolu_01", name="get_time", input={"a": 1}, type="tool_use")
    as_dict = {"type": "tool_use", "id": "toolu_01", "name": "get_time", "input": {"a": 1}}
    assert plain([block]) == [as_dict]
    assert first_difference({"content": [block]}, {"content": [as_dict]}) is None
    assert shown(block) == "call to get_time, id toolu_01"


def test_what_makes_no_difference_to_the_api_is_none():
    from anthropic.types import TextBlock, ToolUseBlock

    result = {"type": "tool_result", "tool_use_id": "toolu_01", "content": "3"}
    said = [{"type": "text", "text": "3"}]
    for same in ({**result, "is_error": False}, {**result, "content": said}):
        assert first_difference([same], [result]) is None
    assert first_difference({**result, "is_error": True}, result)
    assert first_difference(result, {**result, "is_error": True})
    assert first_difference({**result, "content": ["3"]}, result)
    blocks = [
        TextBlock(type="text", text="Let me look."),
        ToolUseBlock(id="toolu_01", name="get_time", input={"a": 1}, type="tool_use"),
    ]
    for turn in ([b.model_dump() for b in blocks], [b.model_dump(exclude_none=True) for b in blocks], blocks):
        assert first_difference({"content": turn}, {"content": blocks}) is None
    assert first_difference({"content": [{**blocks[0].model_dump(), "extra": 1}]}, {"content": blocks[:1]})


def test_numbers_of_any_kind_are_numbers():
    assert first_difference(Decimal(3), 3) is None and first_difference(Fraction(1, 2), 0.5) is None
    assert first_difference("3", 3).sentence == "This is text, not a number."
    assert first_difference(Decimal(2), 3).sentence == "The value differs."


def test_a_reply_is_shown_by_its_blocks():
    from anthropic.types import Message, TextBlock, ToolUseBlock, Usage

    blocks = [
        TextBlock(type="text", text="Let me look."),
        ToolUseBlock(id="toolu_01", name="now", input={}, type="tool_use"),
    ]
    reply = Message(
        id="msg_01",
        content=blocks,
        model="m",
        role="assistant",
        type="message",
        stop_reason="tool_use",
        usage=Usage(input_tokens=1, output_tokens=1),
    )
    assert shown(reply) == (
        'Message(content=[text "Let me look.", call to now, id toolu_01], stop_reason="tool_use")'
    )
