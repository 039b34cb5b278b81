"""Invented tools and wrong arguments: the function is not entered, and the model learns how to mend it."""

import pytest

from clockhands.mock import call

from .scripted import ADD, tool


def test_an_invented_tool_is_answered_with_the_names_there_are(play):
    other = tool(lambda: 1, "other")
    played = play([call("subtract", a=1), "sorry"], [ADD, other])
    result = played.result()
    assert result["is_error"] and "add" in result["content"] and "other" in result["content"]
    assert played.ran == [] and played.outcome.ok


def test_an_invented_tool_again_and_again_ends_the_run(play):
    played = play([call("subtract", n=n) for n in range(8)])
    assert played.outcome.status == "stuck" and 3 <= len(played.requests) <= 6
    assert "one more call like this" in played.result(len(played.requests) - 1)["content"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"a": 1}, "`b`"), ({"a": 1, "b": "three"}, "`b`"), ({"a": 1, "b": 2, "c": 3}, "`c`")],
)
def test_wrong_arguments_name_the_field_and_the_next_try_counts(play, wrong, field):
    played = play([call("add", **wrong), call("add", a=1, b=3), "4"])
    assert field in played.result(1)["content"] and played.result(1)["is_error"]
    assert played.ran == [("add", {"a": 1, "b": 3})]


@pytest.mark.parametrize("input", ['{"a": 1, "b": 2}', "garbage", [1, 2], None])
def test_an_input_that_is_no_object_is_echoed_as_one(play, input):
    played = play([{**call("add"), "input": input}, call("add", a=1, b=2), "3"])
    echoed = played.requests[1]["messages"][-2]["content"][0]
    assert echoed["input"] == {}
    assert played.result(1)["is_error"] and "object" in played.result(1)["content"]
    assert played.ran == [("add", {"a": 1, "b": 2})]


def test_denied_calls_stand_in_the_trace(play):
    played = play([call("subtract"), "sorry"])
    (denied,) = played.outcome.trace.executions
    assert (denied.tool, denied.ended) == ("subtract", "denied") and "no tool" in denied.result
    assert played.outcome.executed == []


def test_what_runs_is_what_was_checked(play):
    seen = []

    def keep(items):
        items.append("changed")
        seen.append(items)
        return "ok"

    played = play([call("keep", items=["a"]), "done"], [tool(keep)])
    assert seen == [["a", "changed"]]
    assert played.requests[1]["messages"][1]["content"][0]["input"] == {"items": ["a"]}
