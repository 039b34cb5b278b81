"""The loop in one file: six prompts, on a bare interpreter, with each part on its own."""

import json
import os
import subprocess
import sys
import threading
from datetime import datetime, timedelta

import pytest

from .loading import LABS, lab

loop = lab("agent_loop")


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(loop, "MODEL_DELAY_S", 0.0)


def ask(number: int) -> dict:
    return loop.run(loop.PROMPTS[number - 1][1], log=lambda line: None)


def results(done: dict) -> list[dict]:
    return [
        b
        for m in done["messages"]
        if m["role"] == "user" and isinstance(m["content"], list)
        for b in m["content"]
    ]


def counts(done: dict) -> tuple[str, int, int]:
    return done["status"], done["model_calls"], done["tool_calls"]


def test_no_zone_is_asked_back_without_a_clock():
    done = ask(1)
    assert counts(done) == ("success", 1, 0)
    assert "time zone?" in done["text"]


def test_tokyo_takes_two_calls_and_shows_both_times_nine_hours_apart():
    done = ask(2)
    assert counts(done) == ("success", 2, 1)
    seen = json.loads(results(done)[0]["content"])
    local, utc = (datetime.fromisoformat(seen[key]) for key in ("local", "utc"))
    assert local - utc == timedelta(hours=9)


def test_two_cities_are_one_step_and_run_together(monkeypatch):
    both = threading.Barrier(2, timeout=5)
    plain = loop.get_current_time

    def meets_the_other(timezone_name):
        both.wait()
        return plain(timezone_name)

    monkeypatch.setitem(loop.REGISTRY["get_current_time"], "fn", meets_the_other)
    monkeypatch.setattr(loop, "TOOL_TIMEOUT_S", 5.0)
    done = ask(3)
    assert counts(done) == ("success", 2, 2)
    assert len(done["messages"][2]["content"]) == 2
    assert "Asia/Tokyo" in done["text"]
    assert "Europe/London" in done["text"]


def test_mars_passes_the_pattern_and_fails_the_lookup():
    done = ask(4)
    assert counts(done) == ("success", 2, 1)
    (result,) = results(done)
    assert result["is_error"]
    assert result["content"].startswith("no zone is called 'Mars/Olympus_Mons'; use an IANA name")


def test_delete_exists_is_not_offered_and_not_run():
    assert "delete_file" in loop.REGISTRY
    assert [tool["name"] for tool in loop.offered()] == ["get_current_time"]
    done = ask(5)
    assert results(done)[0]["content"] == "delete_file is not allowed here; allowed: get_current_time"


def test_forever_stops_after_four_calls_with_a_defined_message():
    done = ask(6)
    assert counts(done) == ("step_limit", 4, 4)
    assert done["text"] == "Stopped after 4 model calls without an answer: the step limit was reached."
    assert done["messages"][-1]["role"] == "user"  # every call answered: the transcript can be resumed
    ids = [result["tool_use_id"] for result in results(done)]
    assert len(set(ids)) == 4


def test_a_hung_tool_becomes_an_error_result_and_the_other_is_kept(monkeypatch):
    never = threading.Event()
    plain = loop.get_current_time
    monkeypatch.setattr(loop, "TOOL_TIMEOUT_S", 0.05)
    monkeypatch.setitem(
        loop.REGISTRY["get_current_time"],
        "fn",
        lambda timezone_name: never.wait(30) and "" if "London" in timezone_name else plain(timezone_name),
    )
    first, second = results(ask(3))
    never.set()
    assert not first["is_error"]
    assert (second["is_error"], second["content"]) == (True, "no answer within 50 ms; go on without it")


def test_a_bug_in_a_tool_is_a_result_too(monkeypatch):
    monkeypatch.setitem(loop.REGISTRY["get_current_time"], "fn", lambda timezone_name: 1 / 0)
    assert results(ask(2))[0]["content"] == ("get_current_time failed: ZeroDivisionError('division by zero')")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"name": "rm", "input": {}}, "there is no tool 'rm'; there are: get_current_time"),
        ({"name": "get_current_time", "input": {}}, "input.timezone_name is missing"),
        ({"name": "get_current_time", "input": {"timezone_name": 5}}, "must be a string, not 5"),
        ({"name": "get_current_time", "input": {"timezone_name": "UTC"}}, "does not match"),
        (
            {"name": "get_current_time", "input": {"timezone_name": "America/Port-au-Prince"}},
            "does not match",
        ),
        ({"name": "get_current_time", "input": {"timezone_name": "../etc/passwd"}}, "does not match"),
        (
            {"name": "get_current_time", "input": {"timezone_name": "Asia/Tokyo", "x": 1}},
            "input.x is not an argument",
        ),
        ({"name": "get_current_time", "input": "Asia/Tokyo"}, "input must be a object"),
    ],
)
def test_the_guard_names_the_fix(call, says):
    assert says in loop.refusal(call)


def test_the_guard_lets_an_honest_call_through():
    assert loop.refusal({"name": "get_current_time", "input": {"timezone_name": "Mars/Olympus_Mons"}}) is None


@pytest.mark.parametrize(
    ("value", "schema", "wrong"),
    [
        (True, {"type": "integer"}, 1),
        (3, {"type": "integer"}, 0),
        (3, {"type": "number"}, 0),
        ("b", {"enum": ["a"]}, 1),
        (["a", 1], {"type": "array", "items": {"type": "string"}}, 1),
        ({"a": {"b": 1}}, {"type": "object", "properties": {"a": {"type": "object", "required": ["c"]}}}, 1),
        ({"z": 1}, {"type": "object", "properties": {}}, 0),
    ],
)
def test_the_validator(value, schema, wrong):
    assert len(loop.problems(value, schema)) == wrong


def test_it_runs_on_a_bare_interpreter():
    done = subprocess.run(
        [sys.executable, "-S", "-I", str(LABS / "agent_loop.py")], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("reply   ") == 6
    assert "step_limit: 4 model calls, 4 tool calls" in done.stdout


def test_it_says_what_is_missing_without_zone_data():
    # Without site-packages and with an empty search path there is no zone data, as on a bare Windows.
    done = subprocess.run(
        [sys.executable, "-S", str(LABS / "agent_loop.py")],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONTZPATH": "", "PYTHONPATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Note: no zone data on this system: install the tzdata package")
    assert "error: no zone data on this system" in done.stdout
    assert done.stdout.count("reply   ") == 6
