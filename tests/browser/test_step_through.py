"""The step-through in the hands of a learner: forward, back, play, jump, fork."""

from __future__ import annotations

import pytest

SETUP = '''from clockhands import connect, record, run, show


def get_current_time(timezone: str) -> str:
    """Get the current time in one time zone.

    Args:
        timezone: IANA zone name, such as Asia/Tokyo
    """
    return "2026-11-05T23:10:15+09:00"


client, MODEL = connect(quiet=True)
with record(client) as trace:
    run(client, trace.watch([get_current_time]), "What time is it in Asia/Tokyo and in Europe/London?")'''


@pytest.fixture
def stepping(notebook):
    return notebook(SETUP, "show.step_through(trace, tools=[get_current_time])")


def at(output, text: str) -> None:
    """Wait until the player says this."""
    output.locator(".jupyter-widgets [role=status]", has_text=text).first.wait_for()


def test_step_through_a_run_and_fork_it(stepping):
    output = stepping.output("cell-1")
    at(output, "1 of 6 send")
    for name, says in (("Forward", "2 of 6 ask"), ("Forward", "3 of 6 check"), ("Back", "2 of 6 ask")):
        output.get_by_role("button", name=name).click()
        at(output, says)
    assert output.locator(".jupyter-widgets").get_by_text("stop_reason: tool_use").first.is_visible()
    output.get_by_label("Step").fill("5")
    output.get_by_label("Step").press("Enter")
    at(output, "5 of 6 return")
    output.get_by_role("button", name="Fork here").click()
    output.get_by_label("to read").fill("2026-11-05T03:33:33+09:00")
    output.get_by_role("button", name="Run on from here").click()
    at(output, "fork 1: 2 model calls. It ends with reply")
    output.get_by_role("button", name="Last").click()
    at(output, "03:33:33")
    output.get_by_role("button", name="the recorded run").click()
    at(output, "23:10:15")
    assert stepping.errors() == []


def test_play_walks_on_until_paused(stepping):
    output = stepping.output("cell-1")
    output.get_by_role("button", name="Play").press("Enter")
    at(output, "2 of 6 ask")
    output.get_by_role("button", name="Pause").press("Space")
    output.get_by_role("button", name="Play").wait_for()
    assert stepping.errors() == []
