"""A Tool is a record: what the model reads, what the app runs, and nothing callable in the spec."""

import json

from clockhands.tools import Cancel, Cancelled, Tool

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


def test_it_calls_its_function_with_the_arguments_by_name():
    assert Tool("double", "Double.", SCHEMA, lambda a: 2 * a)(a=4) == 8


def test_the_spec_is_json_and_holds_what_the_api_knows():
    tool = Tool("double", "Double.", SCHEMA, lambda a: 2 * a, dangerous=True, meaning=lambda given: None)
    assert json.loads(json.dumps(tool.spec)) == {
        "name": "double",
        "description": "Double.",
        "input_schema": SCHEMA,
    }


def test_the_terms_are_careful_by_default():
    tool = Tool("double", "Double.", SCHEMA, lambda a: 2 * a)
    assert (tool.timeout_s, tool.side_effect, tool.dangerous, tool.permission) == (0.3, False, False, None)


def test_a_cancel_knows_its_deadline_and_raises_once_set():
    from clockhands import clock

    with clock.virtual():
        cancel = Cancel(2.0)
        clock.sleep(0.5)
        assert cancel.remaining() == 1.5
        cancel.check()
        cancel.set()
        assert cancel.remaining() == 0.0
        try:
            cancel.check()
        except Cancelled as told:
            assert "stopped waiting" in str(told)
        else:
            raise AssertionError("a set cancel must raise")
    assert Cancel().remaining() == float("inf")
