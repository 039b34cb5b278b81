"""Chapter 13: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import pytest

from clockhands import gauntlet
from clockhands.lessons import ch13_loops, ch13_measure, ch13_runs, ch13_scenes
from clockhands.lessons.ch13 import CHAPTER
from clockhands.lessons.ch13_checks import _ANSWERS
from clockhands.show.plots import wilson

from .exercise_cases import Case, Wrong, case_tests, cell_of, changed, run_cell, solution_of

SETUP = "\n".join(
    [
        "from clockhands import connect",
        "client, MODEL = connect(quiet=True)",
        cell_of(13, "agent"),
        cell_of(13, "one-call"),
        "from clockhands.lessons.ch13_measure import results_of, said_last, times",
    ]
)


def found(**changes) -> str:
    return "\n".join(f"{letter} = {answer!r}" for letter, answer in {**_ANSWERS, **changes}.items())


HEAD = """
def test_two_calls(loop):
    both = [call("get_time", timezone=zone) for zone in TIMES]
    _, requests = try_on(loop, Script(both, "23:10 and 14:10."), [get_time])
    asked, returned = requests[1]["messages"][-2:]
"""

CASES = [
    Case(
        "13.1a",
        passes="test_two_calls",
        setup=SETUP,
        wrong=[
            Wrong("asserts nothing", HEAD, names="test-lets-mutant-live"),
            Wrong(
                "counts the results only",
                HEAD + "    assert len(returned['content']) == 2",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "compares the ids only",
                changed("13.1a", "assert TIMES[zone] in results[id]", "assert results"),
                names="test-lets-mutant-live",
            ),
            Wrong(
                "pairs by position",
                HEAD
                + "    for zone, block in zip(TIMES, returned['content']):\n"
                + "        assert TIMES[zone] in str(block['content'])",
                names="test-refuses-right-code",
            ),
            Wrong("raises by itself", HEAD + "    raise ValueError('hm')", says="ValueError"),
        ],
    ),
    Case(
        "13.1b",
        passes="test_conduct",
        setup=SETUP,
        wrong=[
            Wrong("the test of the page", "test_conduct = test_one_call", names="test-lets-mutant-live"),
            Wrong(
                "allows one hundred requests",
                changed("13.1b", "<= 10", "<= 100"),
                names="test-lets-mutant-live",
            ),
            Wrong(
                "does not look how often",
                changed("13.1b", 'ran == ["Asia/Tokyo"]', "ran"),
                names="test-lets-mutant-live",
            ),
            Wrong(
                "wants exactly ten requests",
                changed("13.1b", "<= 10", "== 10"),
                names="test-refuses-right-code",
            ),
        ],
    ),
    Case(
        "13.2",
        passes="judge",
        setup=SETUP,
        wrong=[
            Wrong(
                "the golden answer alone",
                "def judge(messages, expected):\n"
                "    return 'right' if expected in times(said_last(messages)) else 'slip'",
                names="lucky-guess-counts",
            ),
            Wrong(
                "the source alone",
                changed("13.2", '"right" if expected in said else "slip"', '"right"'),
                names="backed-is-right",
            ),
            Wrong(
                "no second time allowed",
                changed("13.2", "expected in said", "said == {expected}"),
                names="one-time-only",
            ),
            Wrong(
                "errors count as results",
                changed(
                    "13.2",
                    "if not results_of(messages)",
                    "if not any(isinstance(m['content'], list) and 'tool_result' in str(m) for m in messages)",
                ),
                names="error-as-source",
            ),
            Wrong(
                "prints",
                "def judge(messages, expected): print('right')",
                names="prints-instead-of-returns",
            ),
        ],
    ),
    Case(
        "13.3",
        passes="A, B, C, D",
        stub="A = B = C = D = ...",
        solution=found(),
        wrong=[
            Wrong("the last row", found(A=(6, "swapped results")), names="symptom-for-cause"),
            Wrong("the reply of C", found(C=(6, "wrong argument")), names="symptom-for-cause"),
            Wrong("a slip", found(D=(2, "slip")), names="another-fault"),
            Wrong("a name of its own", found(B=(6, "lies")), says="one of:"),
            Wrong("a row as text", found(B=("6", "error passed over")), says="a pair"),
            Wrong("no call, but a source", found(D=(2, "skipped the tool")), names="another-fault"),
            Wrong("names only", found(B="slip"), says="a pair"),
        ],
    ),
    Case(
        "13.4",
        passes="pass_hat",
        setup="from math import comb",
        wrong=[
            Wrong(
                "one rate to the power",
                "def pass_hat(results, k):\n"
                "    runs = [run for line in results.values() for run in line]\n"
                "    return (sum(runs) / len(runs)) ** k",
                names="rate-to-the-power",
            ),
            Wrong(
                "at least one",
                "def pass_hat(results, k):\n"
                "    shares = [1 - comb(len(r) - sum(r), k) / comb(len(r), k) for r in results.values()]\n"
                "    return sum(shares) / len(shares)",
                names="pass-at-k",
            ),
            Wrong(
                "prints",
                "def pass_hat(results, k): print(0.75)",
                names="prints-instead-of-returns",
            ),
            Wrong(
                "the first k runs",
                "def pass_hat(results, k):\n"
                "    return sum(all(r[:k]) for r in results.values()) / len(results)",
                names="first-k-only",
            ),
            Wrong("the example's value", "def pass_hat(results, k): return 0.75", says="Expected"),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def test_the_solution_of_13_3_is_what_the_checker_knows():
    names: dict = {"display": lambda *shown: None, "show": __import__("clockhands.show").show}
    run_cell(solution_of("13.3"), names)
    assert {letter: names[letter] for letter in ch13_runs.runs_to_read()} == _ANSWERS


def test_every_right_loop_passes_both_tests_and_every_mutant_dies():
    names: dict = {}
    for source in (SETUP, solution_of("13.1a"), solution_of("13.1b")):
        run_cell(source, names)
    for loop in ch13_loops.RIGHT:
        names["test_one_call"](loop)
        names["test_two_calls"](loop)
        names["test_conduct"](loop)
    died = [
        name
        for name, loop in ch13_loops.BROKEN.items()
        if ch13_loops.raises(names["test_two_calls"], loop) or ch13_loops.raises(names["test_conduct"], loop)
    ]
    assert died == list(ch13_loops.BROKEN) and len(died) == 7


def test_prediction_b_the_worked_test_lets_the_half_loop_live():
    names: dict = {}
    run_cell(SETUP, names)
    caught = [
        name for name, loop in ch13_loops.BROKEN.items() if ch13_loops.raises(names["test_one_call"], loop)
    ]
    assert caught == ["returns nothing"]


def test_prediction_a_between_15_and_19_of_20():
    names: dict = {}
    run_cell(SETUP, names)
    replies = [names["before"]("Asia/Tokyo", seed).text for seed in range(20)]
    assert "23:10" in replies[1], "the colleague's own run was right"
    assert 15 <= sum("23:10" in reply for reply in replies) <= 19


def test_prediction_d_the_rule_of_sources_accepts_a_slip():
    names: dict = {}
    run_cell(SETUP, names)
    slip, skip = (names["before"]("Asia/Tokyo", seed).messages for seed in (7, 0))
    assert (ch13_measure.judge(slip, "23:10"), ch13_measure.judge(skip, "23:10")) == ("slip", "skipped")
    backed = ch13_measure.times(" ".join(ch13_measure.results_of(slip)))
    assert ch13_measure.times(ch13_measure.said_last(slip)) <= backed


def test_prediction_e_five_in_a_row():
    assert round(100 * 0.9**5) == next(p.answer for p in CHAPTER.predictions if p.id == "13.e")


@pytest.mark.parametrize(("text", "wanted"), [
    ("2026-11-05T23:10:15+09:00", {"23:10"}),
    ("from 09:10 to 19:40", {"09:10", "19:40"}),
    ("-05:00", set()),
    ("no time", set()),
])  # fmt: skip
def test_times(text, wanted):
    assert ch13_measure.times(text) == wanted


def test_a_note_and_a_payment_are_the_end_state():
    said, state = ch13_scenes.pay_and_note("Paid!")
    assert said == "Paid!" and state == {"paid": [], "notes": []}


def test_the_day_has_what_the_page_reads_off_it():
    tool, outcomes = ch13_scenes.a_day()
    assert len(outcomes) == 20 and [o.status for o in outcomes].count("stuck") == 1
    assert "in any format" in tool.description


def test_question_4_the_intervals_overlap():
    assert [round(100 * x) for x in wilson(18, 20)] == [70, 97]
    assert [round(100 * x) for x in wilson(20, 20)] == [84, 100]


def test_question_5_where_the_failures_are_matters():
    x = {str(n): [n > 0] * 10 for n in range(10)}
    y = {str(n): [True] * 90 + [False] * 10 for n in range(10)}
    assert ch13_measure.pass_hat(x, 5) == 0.9
    assert abs(ch13_measure.pass_hat(y, 5) - 0.59) < 0.02


def test_one_change_passes_three_more_scenes():
    scenes = ["G06", "G11", "G14"]
    assert gauntlet.run(ch13_loops.lets_a_tool_error_escape, only=scenes).passed == []
    assert gauntlet.run(ch13_loops.answers_every_call, only=scenes).passed == scenes
