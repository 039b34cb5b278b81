"""The guard decides, never runs, denies by default; each denial names the fix in under 500 characters."""

import math

import pytest

from clockhands import clock
from clockhands.tools import Guard, Rate, Tool

ZONE = {
    "type": "object",
    "properties": {
        "timezone": {
            "type": "string",
            "description": "IANA name",
            "pattern": "^[A-Z][A-Za-z_]+/[A-Za-z_]+$",
            "examples": ["Asia/Tokyo"],
        },
        "format": {"type": "string", "enum": ["short", "long"]},
        "days": {"type": "integer", "minimum": 0, "maximum": 7},
    },
    "required": ["timezone"],
    "additionalProperties": False,
}


def explode(**given):
    raise AssertionError(f"the guard ran the tool with {given}")


def zone_exists(given):
    if given["timezone"] not in ("Asia/Tokyo", "Europe/London"):
        return f"there is no zone {given['timezone']}; use one such as Asia/Tokyo"


def tools():
    return [
        Tool("get_time", "Time in a zone.", ZONE, explode, meaning=zone_exists),
        Tool("delete_file", "Delete.", {"type": "object"}, explode, permission="files"),
        Tool("send_email", "Send.", {"type": "object"}, explode, side_effect=True, dangerous=True),
    ]


def guard(**kwargs):
    return Guard(tools(), **{"allow": ["get_time", "delete_file", "send_email"], **kwargs})


def test_an_honest_call_passes_with_its_terms():
    given_ = {"timezone": "Asia/Tokyo"}
    decision = guard(result_chars=123).decide("get_time", given_)
    assert decision.ok and decision.verdict == "run" and decision.check == "" and decision.message == ""
    assert decision.input == given_ and decision.input is not given_
    assert (decision.timeout_s, decision.result_chars) == (0.3, 123)


@pytest.mark.parametrize(
    ("name", "input", "check", "words"),
    [
        ("get_tme", {}, "known", ["get_tme", "Did you mean `get_time`?", "send_email"]),
        (None, {}, "known", ["null", "get_time"]),
        (["get_time"], {}, "known", ["get_time"]),
        ("delete_file", {}, "allowed", ["`delete_file` is not allowed", "get_time"]),
        (
            "get_time",
            '{"timezone": "Asia/Tokyo"}',
            "valid",
            ["must be a JSON object, not a text", "timezone"],
        ),
        ("get_time", ["Asia/Tokyo"], "valid", ["not a list", "timezone"]),
        ("get_time", None, "valid", ["not null", "timezone"]),
        ("get_time", {}, "valid", ["`timezone` is missing", 'such as "Asia/Tokyo"']),
        ("get_time", {"timezone": 9}, "valid", ["`timezone` must be a text", "not 9"]),
        ("get_time", {"timezone": "Tokyo"}, "valid", ["`timezone`", "Tokyo", "Asia/Tokyo"]),
        (
            "get_time",
            {"timezone": "Asia/Tokyo", "zone": 1},
            "valid",
            ["`zone` is not accepted", "`timezone`"],
        ),
        ("get_time", {"timezone": "Asia/Tokyo", "format": "wide"}, "valid", ["`format`", '"short", "long"']),
        ("get_time", {"timezone": "Asia/Tokyo", "days": 9}, "valid", ["`days` is 9", "at most 7"]),
        ("get_time", {"timezone": "Asia/Tokyo", "days": "two"}, "valid", ["`days`", "whole number", '"two"']),
        ("get_time", {"timezone": "Mars/Olympus_Mons"}, "valid", ["Mars/Olympus_Mons", "such as Asia/Tokyo"]),
        ("get_time", {"timezone": "Asia/Tokyo\x00"}, "valid", ["NUL", "remove it"]),
        ("get_time", {"timezone": "\ud800"}, "valid", ["lone surrogate", "whole characters"]),
        ("get_time", {"timezone": math.nan}, "valid", ["not a finite number"]),
        ("get_time", {"timezone": object()}, "valid", ["object", "send text"]),
        ("get_time", {"timezone": 10**5000}, "valid", ["too many digits"]),
        ("get_time", {3: 4}, "valid", ["field name is not text"]),
        ("send_email", {}, "human", ["approve", "tell the user"]),
    ],
)
def test_each_denial_comes_from_its_check_and_names_the_fix(name, input, check, words):
    decision = guard().decide(name, input)
    assert not decision.ok and decision.check == check
    assert len(decision.message) < 500
    for word in words:
        assert word in decision.message


def test_nothing_is_allowed_unless_somebody_said_so():
    decision = Guard(tools()).decide("get_time", {"timezone": "Asia/Tokyo"})
    assert decision.check == "allowed" and "No tool is available" in decision.message
    assert Guard(tools()).offered() == []


def test_a_permission_opens_the_tool_and_only_then_it_is_offered():
    assert [tool.name for tool in guard().offered()] == ["get_time", "send_email"]
    opened = guard(permissions=["files"])
    assert opened.decide("delete_file", {}).ok
    assert [tool.name for tool in opened.offered()] == ["get_time", "delete_file", "send_email"]


@pytest.mark.parametrize("answer", [False, None, 1, "yes", [True]])
def test_only_true_is_a_yes(answer):
    assert guard(approve=lambda tool, input: answer).decide("send_email", {}).check == "human"


def test_the_person_sees_the_exact_arguments_and_cannot_change_what_runs():
    seen = []

    def approve(tool, input):
        seen.append((tool.name, dict(input)))
        input["to"] = "somebody else"
        return True

    decision = guard(approve=approve).decide("send_email", {"to": "bob@example.com"})
    assert decision.ok and decision.input == {"to": "bob@example.com"}
    assert seen == [("send_email", {"to": "bob@example.com"})]


def test_a_broken_callback_is_a_no():
    def approve(tool, input):
        raise RuntimeError("no terminal")

    assert guard(approve=approve).decide("send_email", {}).check == "human"


def test_nobody_is_asked_about_a_call_that_is_wrong_anyway():
    asked = []
    tool = Tool("send_email", "", {"type": "object", "required": ["to"]}, explode, dangerous=True)
    Guard([tool], allow=["send_email"], approve=lambda *a: asked.append(a) or True).decide("send_email", {})
    assert asked == []


def test_a_rate_holds_a_tool_back_and_lets_it_go_again():
    limited = guard(rates={"get_time": Rate(2, 60.0)})
    tokyo = {"timezone": "Asia/Tokyo"}
    with clock.virtual():
        assert limited.decide("get_time", tokyo).ok and limited.decide("get_time", tokyo).ok
        clock.sleep(10)
        held = limited.decide("get_time", tokyo)
        assert held.check == "limits" and "again in 50 s" in held.message
        clock.sleep(50)
        assert limited.decide("get_time", tokyo).ok


def test_a_rate_for_all_counts_each_tool_alone():
    limited = guard(rates={"*": Rate(1, 60.0)}, permissions=["files"])
    with clock.virtual():
        assert limited.decide("get_time", {"timezone": "Asia/Tokyo"}).ok
        assert limited.decide("delete_file", {}).ok
        assert not limited.decide("delete_file", {}).ok


def test_no_call_may_run_longer_than_the_guard_allows():
    slow = Tool("slow", "", {"type": "object"}, explode, timeout_s=3600)
    assert Guard([slow], allow=["slow"], most_s=5).decide("slow", {}).timeout_s == 5


@pytest.mark.parametrize("timeout_s", [0, -1, math.nan, None, "1", True])
def test_a_tool_without_a_sane_timeout_does_not_run(timeout_s):
    tool = Tool("slow", "", {"type": "object"}, explode, timeout_s=timeout_s)
    decision = Guard([tool], allow=["slow"]).decide("slow", {})
    assert decision.check == "limits" and "timeout_s" in decision.message


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        "object",
        {"type": "nonsense"},
        {"type": "object", "properties": []},
        {"$ref": "#"},
        {"$ref": "https://example.com/schema.json"},
        {"$ref": "#/nowhere"},
        {"properties": {"x": {"pattern": "("}}},
        {"properties": {"x": {"type": "string", "enum": 3}}},
    ],
)
def test_a_broken_schema_denies_and_says_who_must_mend_it(schema):
    decision = Guard([Tool("odd", "", schema, explode)], allow=["odd"]).decide("odd", {"x": "y"})
    assert decision.check == "valid" and "input_schema is broken" in decision.message
    assert "whoever wrote the tool" in decision.message and len(decision.message) < 500


@pytest.mark.parametrize("verdict", [False, "", 3, "x" * 10_000, "bad\u202e\ud800"])
def test_a_meaning_check_that_says_no_in_any_way_denies(verdict):
    tool = Tool("odd", "", {"type": "object"}, explode, meaning=lambda given: verdict)
    decision = Guard([tool], allow=["odd"]).decide("odd", {})
    assert decision.check == "valid" and len(decision.message) < 500
    decision.message.encode("utf-8")


def test_a_meaning_check_that_breaks_denies():
    tool = Tool("odd", "", {"type": "object"}, explode, meaning=lambda given: 1 // 0)
    assert "ZeroDivisionError" in Guard([tool], allow=["odd"]).decide("odd", {}).message


def test_a_meaning_check_cannot_change_what_runs():
    tool = Tool("odd", "", {"type": "object"}, explode, meaning=lambda given: given.clear())
    assert Guard([tool], allow=["odd"]).decide("odd", {"a": 1}).input == {"a": 1}
