"""Validator and invariants: each rule sees its fault, and nothing else."""

import copy

import pytest

from clockhands.gauntlet.invariants import hold, sendable
from clockhands.gauntlet.played import Failed, Ran, Run
from clockhands.gauntlet.sent import Sent
from clockhands.gauntlet.subject import Ended, Subject
from clockhands.gauntlet.validator import notes, refused, violations

CALL = {"type": "tool_use", "id": "A", "name": "add", "input": {"a": 1}}
RESULT = {"type": "tool_result", "tool_use_id": "A", "content": "1"}
ASK = {"role": "user", "content": "Go."}
TALK = [ASK, {"role": "assistant", "content": [CALL]}, {"role": "user", "content": [RESULT]}]


def image(data):
    source = {"type": "base64", "media_type": "image/png", "data": data}
    return {**RESULT, "content": [{"type": "image", "source": source}]}


def after(*results):
    return [*TALK[:2], {"role": "user", "content": list(results)}]


@pytest.mark.parametrize(
    ("rule", "messages"),
    [
        ("V2", [*after(RESULT), {"role": "user", "content": [{**RESULT, "tool_use_id": "B"}]}]),
        ("V8", after({**RESULT, "is_error": True, "content": ""})),
        ("V8", after({**image("QUJD"), "is_error": True})),
        ("V10", after(image("not base64!"))),
        ("V11", [ASK, {"role": "assistant", "content": "Well"}]),
    ],
)
def test_what_the_api_lets_pass_is_seen(rule, messages):
    assert [found.split(":")[0] for found in violations(messages)] == [rule]


def test_an_honest_conversation_has_no_violation():
    assert violations(TALK) == [] and notes(TALK) == []
    assert violations([*after(image("QUJD"))]) == []
    assert violations([ASK, {"role": "assistant", "content": [{"type": "server_tool_use", "id": "s"}]}]) == []


def test_what_is_legal_and_not_good_is_a_note():
    assert notes(TALK[1:])[0].startswith("V1")
    assert notes(after(RESULT, {"type": "text", "text": "So?"}))[0].startswith("V5")


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: A.", "V2: "),
        ("messages.1.content.1: `tool_use` ids must be unique", "V4: "),
        ("messages.1.content.0.tool_use.input: Input should be an object", "V7: "),
        ("something else", "the API refused"),
    ],
)
def test_a_refusal_names_its_rule(said, rule):
    assert refused(said).startswith(rule)


# --- invariants ---


def a_run(**changes):
    """A run without any fault: one call, one result, one answer. changes: `fault(run)` by its name."""
    reply = {"id": "m1", "content": [CALL], "stop_reason": "tool_use"}
    answer = {"id": "m2", "content": [{"type": "text", "text": "1"}], "stop_reason": "end_turn"}
    body = {"system": "S", "tools": [{"name": "add"}]}
    sent = [
        Sent(1, 0.0, {**body, "messages": TALK[:1]}, reply, 200, "", "", 100),
        Sent(2, 0.0, {**body, "messages": TALK}, answer, 200, "", "", 200),
    ]
    ran = [Ran("add", {"a": 1}, 0.0, 0.0, "ok")]
    return Run(Subject(print, []), Ended("success", "1", TALK, ["A"]), copy.deepcopy(sent), ran, 0.0)


def test_a_run_without_faults_holds():
    run = a_run()
    hold(run)
    assert not run.notes


def refuse(run):
    run.sent[1].status, run.sent[1].error = 400, "messages.1: no"


def split_results(run):
    run.sent[1].messages.append({"role": "user", "content": [RESULT]})


def rewrite(run):
    run.sent[1].messages[0] = {"role": "user", "content": "Gone."}


def reword(run):
    run.sent[1].messages[1]["content"] = [{**CALL, "name": "sub"}]


def drop_a_block(run):
    run.sent[0].reply["content"] = [{"type": "text", "text": "Hm."}, CALL]


def tell_an_id_twice(run):
    run.ended.executed = ["A", "A"]


def run_twice(run):
    run.ran.append(Ran("add", {"a": 1}, 0.0))


def run_something_else(run):
    run.ran[0] = Ran("add", {"a": 2}, 0.0)


def run_half_a_call(run):
    run.sent[0].reply["stop_reason"] = "max_tokens"


def change_the_system_prompt(run):
    run.sent[1].body["system"] = "T"


def change_the_tools(run):
    run.sent[1].body["tools"] = [{"name": "sub"}]


def succeed_too_early(run):
    run.sent[1].reply["stop_reason"] = "max_tokens"


def lose_the_transcript(run):
    run.ended = Ended("error")


def leave_a_call_open(run):
    run.ended = Ended("error", messages=TALK[:2])


def tell_the_model(run):
    run.sent[0].fault, run.sent[0].error = "overloaded", "Overloaded, sorry"
    run.sent[1].messages[2]["content"] = [{**RESULT, "content": "529 Overloaded, sorry"}]


@pytest.mark.parametrize(
    ("fault", "invariant"),
    [
        (refuse, "I1"),
        (split_results, "I1"),
        (rewrite, "I2"),
        (reword, "I2"),
        (drop_a_block, "I2"),
        (tell_an_id_twice, "I3"),
        (run_twice, "I4"),
        (run_something_else, "I4"),
        (run_half_a_call, "I4"),
        (change_the_system_prompt, "I6"),
        (change_the_tools, "I6"),
        (succeed_too_early, "I7"),
        (lose_the_transcript, "I8"),
        (leave_a_call_open, "I8"),
        (tell_the_model, "I9"),
    ],
)
def test_each_invariant_sees_its_fault(fault, invariant):
    run = a_run()
    fault(run)
    with pytest.raises(Failed, match=rf"^{invariant}\b"):
        hold(run)


def test_the_tools_may_be_missing_later():
    run = a_run()
    del run.sent[1].body["tools"]
    hold(run)


def test_empty_text_and_what_was_not_served_to_be_sent_need_not_come_back():
    run = a_run()
    run.sent[0].reply["content"] = [{"type": "text", "text": ""}, {**CALL, "caller": {"type": "direct"}}]
    hold(run)


def test_an_input_that_is_no_object_may_come_back_as_one():
    run = a_run()
    run.sent[0].reply["content"] = [{**CALL, "input": "one"}]
    run.ran.clear()
    hold(run)


def test_a_paused_turn_goes_on_in_the_same_place():
    search = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    run = a_run()
    first, second = run.sent
    first.reply = {"id": "m1", "content": [search], "stop_reason": "pause_turn"}
    second.body["messages"] = [ASK, {"role": "assistant", "content": [search]}]
    second.reply = {"id": "m2", "content": [CALL], "stop_reason": "tool_use"}
    third = copy.deepcopy(second)
    third.n, third.reply = 3, {"id": "m3", "content": [], "stop_reason": "end_turn"}
    third.body["messages"] = [ASK, {"role": "assistant", "content": [search, CALL]}, TALK[2]]
    run.sent.append(third)
    hold(run)


def test_what_can_be_gone_on_from():
    assert sendable(TALK) == "" and "tool_use" in sendable(TALK[:2])
    assert sendable([{"role": "user", "content": object()}]).startswith("it is not JSON")
