"""k steps cost k + 1 model calls; a step costs its slowest tool."""

from statistics import median

import pytest

from .loading import lab

latency = lab("latency")
Work = latency.Work


@pytest.mark.parametrize("steps", range(5))
def test_steps_cost_one_model_call_more(steps):
    run = latency.typical(Work(steps, 2, 600, 20))
    assert len(run.model) == steps + 1
    assert run.total(together=False) == 600 * (steps + 1) + 40 * steps
    assert run.total(together=True) == 600 * (steps + 1) + 20 * steps


def test_the_answers_the_notebook_gives():
    three = latency.typical(Work(3, 3, 600, 20))
    assert round(100 * sum(three.model) / three.total(False)) == 93
    assert "0.60" in latency.table()
    slow = latency.typical(Work(2, 3, 600, 300))
    assert (slow.total(False), slow.total(True)) == (3600, 2400)
    sixteen = [run.tool_time(True) for run in latency.sample(Work(1, 16, tool_ms=200), 4000, seed=16)]
    assert 780 < median(sixteen) < 880


def test_samples_have_the_medians_and_tails_they_claim():
    runs = latency.sample(Work(1, 1, tool_ms=200, tail=3.0), 20_000)
    tools = [run.tools[0][0] for run in runs]
    assert 190 < median(tools) < 210
    assert 0.18 < sum(t > 600 for t in tools) / len(tools) < 0.22


def test_no_tail_means_no_spread():
    assert set(latency.sample(Work(1, 1, tail=1.0), 5)[0].model) == {600}


def test_a_trace_of_a_run_lasts_as_long_as_the_run():
    run = latency.sample(Work(2, 3), 1)[0]
    for together in (True, False):
        trace = latency.trace_of(run, together)
        assert trace.elapsed * 1000 == pytest.approx(run.total(together))
        assert (len(trace.exchanges), len(trace.executions)) == (3, 6)


def test_pictures_state_their_relation():
    assert "Tools run at the same time" in latency.timelines(1, 3, 600, 300).alt
    assert "of which the model 92%" in latency.shares().alt
    assert "together median" in latency.spread().alt
    assert "about 4 times as long with 16 tools" in latency.slowest().alt
    assert latency.shares(0, 1, True).svg
    assert latency.timelines(4, 4, 3000, 2000).svg


def test_it_runs_as_a_script(capsys):
    assert latency.main() == 0
    assert "together" in capsys.readouterr().out
