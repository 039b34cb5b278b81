"""Chapter 9: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

from clockhands import Script, Tool, clock, connect, record, run
from clockhands.lessons.ch09 import CHAPTER
from clockhands.mock import call

from .exercise_cases import Case, Wrong, case_tests, changed

SETUP = "import json\nfrom clockhands import clock"


CASES = [
    Case(
        "9.1",
        passes="total_seconds",
        wrong=[
            Wrong(
                "forgets the last call",
                changed("9.1", "len(steps) + 1", "len(steps)"),
                names="forgets-last-call",
            ),
            Wrong(
                "always adds", changed("9.1", "max if parallel else sum", "sum"), names="adds-parallel-calls"
            ),
            Wrong("hard-coded", "def total_seconds(steps, model_s, parallel): return 1.5", says="1.52"),
        ],
    ),
    Case(
        "9.2",
        passes="free_slots",
        setup=SETUP,
        wrong=[
            Wrong(
                "says nothing of the rest",
                changed("9.2", ', "more": max(0, len(starts) - limit)', ""),
                names="silent-cut",
            ),
            Wrong(
                "whole entries", changed("9.2", '[entry["start"] for', "[entry for"), names="sends-too-much"
            ),
            Wrong("repr, not JSON", changed("9.2", "json.dumps(", "str("), says="not JSON"),
            Wrong("not only the free ones", changed("9.2", ' and entry["free"]', ""), says='"free"'),
        ],
    ),
    Case(
        "9.3a",
        passes="make_cache",
        setup=SETUP,
        wrong=[
            Wrong(
                "keeps the clock", changed("9.3a", "if name in never:", "if False:"), names="caches-the-clock"
            ),
            Wrong(
                "name as key",
                changed("9.3a", "(name, json.dumps(arguments, sort_keys=True))", "name"),
                names="ignores-the-arguments",
            ),
            Wrong(
                "arguments as key",
                changed(
                    "9.3a",
                    "(name, json.dumps(arguments, sort_keys=True))",
                    "json.dumps(arguments, sort_keys=True)",
                ),
                names="ignores-the-arguments",
            ),
            Wrong("unsorted arguments", changed("9.3a", ", sort_keys=True", ""), names="caches-nothing"),
            Wrong(
                "never forgets", changed("9.3a", " and now - kept[key][0] < ttl_s", ""), names="never-forgets"
            ),
            Wrong(
                "keeps nothing", changed("9.3a", "kept[key] = (now, value)", "pass"), names="caches-nothing"
            ),
            Wrong(
                "keeps failures",
                changed(
                    "9.3a",
                    "value = fn(**arguments)",
                    "try:\n            value = fn(**arguments)\n        except ValueError as error:\n            kept[key] = (now, str(error))\n            raise",
                ),
                names="caches-failures",
            ),
        ],
    ),
    Case(
        "9.3b",
        passes="test_cache",
        setup=SETUP,
        wrong=[
            Wrong(
                "asserts nothing",
                "def test_cache(make_cache):\n    make_cache(60, set())",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "no failures",
                changed("9.3b", 'assert cached("shaky", lambda: next(answers), {}) == "fine"', "pass"),
                names="test-lets-mutant-live",
            ),
            Wrong(
                "too strict",
                "def test_cache(make_cache):\n    assert make_cache(60, set())('a', lambda: 1, {}) == 2",
                names="test-refuses-right-code",
            ),
        ],
    ),
    Case(
        "9.4",
        passes="system_blocks",
        wrong=[
            Wrong(
                "date first",
                "def system_blocks(rules, line):\n    return [{'type': 'text', 'text': line}, {'type': 'text', 'text': rules, 'cache_control': {'type': 'ephemeral'}}]",
                names="date-before-the-stable-part",
            ),
            Wrong(
                "mark at the end",
                "def system_blocks(rules, line):\n    return [{'type': 'text', 'text': rules}, {'type': 'text', 'text': line, 'cache_control': {'type': 'ephemeral'}}]",
                names="mark-on-what-changes",
            ),
            Wrong(
                "no mark",
                "def system_blocks(rules, line):\n    return [{'type': 'text', 'text': rules}, {'type': 'text', 'text': line}]",
                names="no-cache-mark",
            ),
            Wrong(
                "no date",
                "def system_blocks(rules, line):\n    return [{'type': 'text', 'text': rules, 'cache_control': {'type': 'ephemeral'}}]",
                says="missing",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def elapsed(tool_s: float, steps: int) -> float:
    """Seconds of a run with this many one-call steps, 0.6 s a model call, on a virtual clock."""
    tool = Tool("wait", "Wait.", {"type": "object"}, fn=lambda: clock.sleep(tool_s) or "ok")
    client, _ = connect(Script(*[[call("wait")] for _ in range(steps)], "Done."), latency=0.6, quiet=True)
    with clock.virtual("2026-11-05T14:10:15Z"), record(client) as trace:
        run(client, [tool], "Go.")
    return round(trace.elapsed, 6)


def test_prediction_a_a_tool_ten_times_as_fast_saves_less_than_two_percent():
    slow, fast = elapsed(0.020, 1), elapsed(0.002, 1)
    assert (slow, fast) == (1.22, 1.202)
    assert (slow - fast) / slow < 0.02


def test_prediction_b_a_chain_of_three_is_four_model_calls():
    assert elapsed(0.020, 3) == 2.46
