"""The loops the kit comes with, and the two of the course, against all 42 scenarios."""

from clockhands import gauntlet
from clockhands.agent import run, run_async

from .chapter3 import chapter3

ALL = [f"G{n:02}" for n in range(1, 43)]
SKIPPED = ["G23", "G33", "G34", "G37", "G38", "G39"]
# What a beginner's loop gets right: the list of section 5 of the specification, in the other direction.
BEGINNER = ["G01", "G02", "G18", "G28", "G36", "G40"]


def test_there_are_42_scenarios():
    assert list(gauntlet.SCENARIOS) == ALL


def test_the_courses_loop_passes_all():
    report = gauntlet.run(run)
    assert report.passed == ALL, report.explain()
    assert report.survives and report.quality == (12, 12)
    assert report.capabilities == sorted(set(gauntlet.CAPABILITIES) - {"idempotency"})


def test_the_async_loop_passes_all():
    report = gauntlet.run(run_async, capabilities=gauntlet.CAPABILITIES)
    assert report.passed == ALL, report.explain()


def test_the_beginners_loop_fails_what_is_listed():
    report = gauntlet.run(gauntlet.beginner)
    assert report.skipped == SKIPPED
    assert report.passed == BEGINNER
    assert len(report.failed) == 30 and not report.survives


def test_the_habit_of_taking_the_last_block_costs_what_comes_in_twos():
    # Beside G02 also G36, whose charges come two in a reply: one of them is never answered.
    report = gauntlet.run(gauntlet.last_block, only=[*BEGINNER, "G03"])
    assert report.failed == ["G02", "G03", "G36"]


def test_chapter_3_fails_less():
    # It joins all text (G03), names the tools there are (G06) and lives with empty replies (G26). It stops
    # after ten rounds, but with an exception that loses the transcript, so what asks for an end still fails.
    # The rest is what later chapters are for.
    report = gauntlet.run(chapter3())
    assert report.skipped == SKIPPED
    assert report.passed == sorted([*BEGINNER, "G03", "G06", "G26"])
    lost = [r.scenario.id for r in report.results if any("no answer after 10" in f[1] for f in r.failures)]
    assert lost == ["G20", "G21", "G22"]
    # Its unasked call of G04 stays unrun; what fails there is an empty message of results.
    assert "V6" in report["G04"].failures[0][1]
