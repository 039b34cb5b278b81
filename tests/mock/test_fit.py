"""A reply obeys the request: tool_choice, stop sequences, max_tokens."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.errors import ScriptError
from clockhands.mock import Reply, call, text, thinking
from clockhands.mock.fit import fit
from clockhands.mock.tokens import estimate_output

from .talk import body

BOTH = [text("Let me look."), call("get_time", timezone="Asia/Tokyo"), call("other")]


def kinds(fitted):
    return [block["type"] for block in fitted.content]


def test_without_a_choice_everything_goes_out():
    fitted = fit(Reply(BOTH), body())
    assert fitted.content == BOTH
    assert (fitted.stop_reason, fitted.stop_sequence) == ("tool_use", None)
    assert fit(Reply([text("hi")]), body()).stop_reason == "end_turn"


def test_none_drops_every_call():
    fitted = fit(Reply(BOTH), body(tool_choice={"type": "none"}))
    assert kinds(fitted) == ["text"]
    assert fitted.stop_reason == "end_turn"
    assert fit(Reply(BOTH, "tool_use"), body(tool_choice={"type": "none"})).stop_reason == "end_turn"


def test_any_drops_the_text_before_the_call_and_keeps_thinking():
    fitted = fit(Reply([thinking("hm"), *BOTH]), body(tool_choice={"type": "any"}))
    assert kinds(fitted) == ["thinking", "tool_use", "tool_use"]


def test_tool_keeps_only_calls_of_that_tool():
    fitted = fit(Reply(BOTH), body(tool_choice={"type": "tool", "name": "other"}))
    assert [block["name"] for block in fitted.content] == ["other"]


@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "other"}])
def test_a_forced_call_that_is_not_there_is_an_error_of_the_model_object(choice):
    with pytest.raises(ScriptError, match=r"forces .*call\(\.\.\.\)"):
        fit(Reply([text("no")]), body(tool_choice=choice))


@pytest.mark.parametrize("kind", ["auto", "any"])
def test_at_most_one_call_without_parallel_tool_use(kind):
    fitted = fit(Reply(BOTH), body(tool_choice={"type": kind, "disable_parallel_tool_use": True}))
    assert [b["name"] for b in fitted.content if b["type"] == "tool_use"] == ["get_time"]
    assert fitted.stop_reason == "tool_use"


def test_an_explicit_stop_reason_may_contradict_the_content():
    assert fit(Reply([], "tool_use"), body()).stop_reason == "tool_use"
    assert fit(Reply(BOTH, "end_turn"), body()).stop_reason == "end_turn"
    for reason in ("pause_turn", "refusal", "model_context_window_exceeded"):
        assert fit(Reply([text("so far")], reason), body()).stop_reason == reason


def test_the_first_stop_sequence_cuts_the_text_and_ends_the_reply():
    fitted = fit(Reply([text("one two three"), call("other")]), body(stop_sequences=["three", "two"]))
    assert fitted.content == [text("one ")]
    assert (fitted.stop_reason, fitted.stop_sequence) == ("stop_sequence", "two")


def test_a_stop_sequence_at_the_start_leaves_nothing():
    fitted = fit(Reply([text("stop here")]), body(stop_sequences=["stop"]))
    assert (fitted.content, fitted.stop_sequence) == ([], "stop")


def test_max_tokens_cuts_a_text():
    long = "It is ten past eleven in the evening in Tokyo. " * 20
    fitted = fit(Reply([text(long)]), body(max_tokens=20))
    assert fitted.stop_reason == "max_tokens"
    assert fitted.output_tokens == 20
    cut = fitted.content[0]["text"]
    assert long.startswith(cut)
    assert 40 < len(cut) < 140


def test_max_tokens_cuts_inside_a_call_and_keeps_whole_members():
    write = call("write", path="notes.txt", amount=100, text="word " * 200)
    fitted = fit(Reply([text("I will write."), write]), body(max_tokens=80))
    assert fitted.stop_reason == "max_tokens"
    assert kinds(fitted) == ["text", "tool_use"]
    assert fitted.content[1]["input"] == {"path": "notes.txt", "amount": 100}
    raw = fitted.raw_inputs[1]
    assert json.dumps(write["input"]).startswith(raw) and len(raw) > 40


def test_what_does_not_even_begin_is_left_out():
    fitted = fit(Reply([text("I will look."), call("get_time")]), body(max_tokens=5))
    assert kinds(fitted) == ["text"]
    assert fit(Reply([call("get_time")]), body(max_tokens=5)).content == []


def test_an_input_that_is_no_object_can_be_cut_too():
    cut = {"type": "tool_use", "name": "get_time", "input": "a very long text " * 50}
    assert fit(Reply([cut]), body(max_tokens=100)).content[0]["input"] == {}


def test_no_room_in_the_context_window_has_its_own_stop_reason():
    fitted = fit(Reply([text("word " * 500)]), body(max_tokens=1000), room=50)
    assert fitted.stop_reason == "model_context_window_exceeded"
    assert fitted.output_tokens == 50


def test_max_tokens_0_leaves_no_reply_even_of_a_forced_call():
    fitted = fit(Reply([]), body(max_tokens=0, tool_choice={"type": "any"}))
    assert (fitted.content, fitted.stop_reason, fitted.output_tokens) == ([], "max_tokens", 0)


def test_a_short_reply_is_never_cut():
    assert fit(Reply([text("23:10")]), body(max_tokens=10)).stop_reason == "end_turn"


BLOCKS = st.lists(
    st.one_of(
        st.text(min_size=1, max_size=300).filter(str.strip).map(text),
        st.dictionaries(st.text(max_size=8), st.text(max_size=40), max_size=4).map(
            lambda given: {"type": "tool_use", "name": "get_time", "input": given}
        ),
    ),
    max_size=5,
)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(BLOCKS, st.integers(1, 400))
def test_a_cut_reply_is_a_beginning_of_the_whole_and_within_its_tokens(content, limit):
    fitted = fit(Reply(content), body(max_tokens=limit))
    assert fitted.output_tokens <= limit
    framing = estimate_output([], "claude-haiku-4-5")
    assert estimate_output(fitted.content, "claude-haiku-4-5") - framing <= limit
    assert len(fitted.content) <= len(content)
    for got, whole in zip(fitted.content[:-1], content, strict=False):
        assert got == whole
    if fitted.content and fitted.content[-1]["type"] == "text":
        last = fitted.content[-1]["text"]
        assert content[len(fitted.content) - 1]["text"].startswith(last) and last.strip()
