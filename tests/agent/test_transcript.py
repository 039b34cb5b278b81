"""Whatever transcript comes in, the API accepts what goes out; compaction cuts no call from its result."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.agent.blocks import clean, echo
from clockhands.agent.compact import compacted
from clockhands.agent.transcript import repaired

from .scripted import sendable

SURE = settings(deadline=None, derandomize=True, max_examples=150)
IDS = st.sampled_from(["a", "b", "c"])
TEXT = st.builds(lambda words: {"type": "text", "text": words}, st.sampled_from(["hello", "", "more"]))
RESULT = st.builds(lambda i: {"type": "tool_result", "tool_use_id": i, "content": "ok"}, IDS)
USER = st.one_of(st.sampled_from(["hi", ""]), st.lists(TEXT | RESULT, max_size=4))
CALL = st.builds(lambda i: {"type": "tool_use", "id": i, "name": "add", "input": {}}, IDS)
ASSISTANT = st.one_of(
    st.sampled_from(["sure", ""]),
    st.lists(TEXT | CALL, max_size=4, unique_by=lambda b: b.get("id") or str(b)),
)
MESSAGES = st.lists(
    st.builds(lambda c: {"role": "user", "content": c}, USER)
    | st.builds(lambda c: {"role": "assistant", "content": c}, ASSISTANT),
    max_size=8,
)


@SURE
@given(MESSAGES)
def test_a_broken_transcript_becomes_one_that_can_be_sent(messages):
    before = json.dumps(messages)
    whole = repaired(messages)
    sendable(whole)
    assert json.dumps(messages) == before
    assert repaired(whole) == whole


def turns(sizes):
    messages = [{"role": "user", "content": "the question"}]
    for n, size in enumerate(sizes):
        call = {"type": "tool_use", "id": f"id{n}", "name": "read", "input": {"n": n}}
        messages.append({"role": "assistant", "content": [{"type": "text", "text": "I read."}, call]})
        result = {"type": "tool_result", "tool_use_id": f"id{n}", "content": "x" * size}
        messages.append({"role": "user", "content": [result]})
    return messages


EARLIER = [{"role": "user", "content": "before"}, {"role": "assistant", "content": "said"}]


@SURE
@given(st.lists(st.integers(1, 9000), max_size=9), st.integers(0, 3))
def test_compaction_keeps_the_question_the_last_turn_and_every_pair(sizes, chats):
    messages, at = [*EARLIER * chats, *turns(sizes)], 2 * chats
    last, rounds = messages[-2:], 0
    while (made := compacted(messages, at)) is not None:
        shorter, at = made
        assert len(json.dumps(shorter)) < len(json.dumps(messages))
        assert "the question" in json.dumps(shorter[at])
        sendable(shorter)
        messages, rounds = shorter, rounds + 1
        assert rounds < 30
    if sizes:
        assert messages[-2] == last[0] and messages[-1]["content"][0]["tool_use_id"] == f"id{len(sizes) - 1}"
    assert len(json.dumps(messages)) < 6000


def test_what_was_dropped_is_named_where_it_pays():
    shorter, at = compacted(turns([5000] * 6), 0)
    note = shorter[at]["content"][1]["text"]
    assert 'read({"n": 0}) gave xxx' in note and len(shorter) == 7


def test_earlier_exchanges_go_before_the_current_ones():
    shorter, at = compacted([*EARLIER * 2, *turns([10] * 2)], 4)
    assert "the question" in json.dumps(shorter[at]) and len(shorter) == 5


def test_a_picture_in_a_result_is_dropped_when_nothing_else_helps():
    messages = turns([1])
    messages[-1]["content"][0]["content"] = [
        {"type": "image", "source": {"type": "base64", "data": "x" * 9000}}
    ]
    shorter, _ = compacted(messages, 0)
    assert "(image)" in shorter[-1]["content"][0]["content"]


def test_an_echo_is_the_same_object_where_nothing_is_wrong():
    block = {"type": "tool_use", "id": "a", "name": "n", "input": {"deep": ["é", {"x": 1}]}}
    assert echo([block])[0] is block
    assert clean({"a": ["\ud800"]}) == {"a": ["?"]}


def test_an_input_nested_beyond_all_measure_is_emptied():
    deep = {}
    for _ in range(100_000):
        deep = {"a": deep}
    block = {"type": "tool_use", "id": "a", "name": "n", "input": deep}
    assert echo([block])[0]["input"] == {}
    while deep:  # taken apart by hand: the interpreter would run out of stack
        deep = deep.pop("a")
