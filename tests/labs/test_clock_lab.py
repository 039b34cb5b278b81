"""The clock lab's figures, to the digit, and the many seeds equal to the one."""

import math
from dataclasses import replace
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .loading import lab

clock_lab = lab("clock_lab")
seeds_lab = lab("clock_lab_seeds")
charts = lab("clock_lab_charts")


@pytest.fixture(scope="module")
def run():
    return clock_lab.simulate()


@pytest.fixture(scope="module")
def many():
    return seeds_lab.many(100_000)


def test_the_random_stream_is_mulberry32():
    # First numbers of the reference implementation in JavaScript, seed 1.
    draw = clock_lab.mulberry32(1)
    assert [draw() for _ in range(3)] == [0.6270739405881613, 0.002735721180215478, 0.5274470399599522]


def test_integers_round_half_up_within_their_bounds():
    assert [clock_lab.between((1, 5), r) for r in (0.0, 0.1249, 0.125, 0.999999)] == [1, 1, 2, 5]


def test_a(run):
    assert (run.refusals, len(run.guess_errors)) == (11, 9)
    minutes = median(run.guess_errors) / 60_000
    assert math.floor(minutes * 1000) == 752_644_517
    assert clock_lab.half_up(minutes) == "752,645"
    assert clock_lab.half_up(minutes / 1440, 1) == "522.7"


def test_b(run):
    assert (len(run.calls), run.within_a_minute, run.slips) == (20, 20, 0)
    assert median(call.error for call in run.calls) / 1000 == 29.1425
    assert median(call.tool for call in run.calls) == 2
    assert median(call.follow_up for call in run.calls) == 481.5
    assert median(call.added for call in run.calls) == 483.5


def test_the_printed_trace(run):
    lines = clock_lab.first_trace(run)
    assert "992 ms" in lines[0]
    assert "in 1 ms: 2026-11-05 23:10:15.459 +09:00 (14:10:15.459Z)" in lines[1]
    assert lines[2].endswith('585 ms: "23:10"')


def test_the_script_prints_every_figure(capsys):
    assert clock_lab.main(["--seeds", "20000"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("SIMULATED")
    for figure in (
        "11 / 9 of 20",
        "752,645 min (752,644.517…) = 522.7 days",
        "20 / 20, 20 / 20",
        "29.1 s (29.1425)",
        "B median tool                     2 ms",
        "482 ms (481.5)",
        "484 ms (483.5)",
        "B slips                           0",
        "exactly 12.9%",
        "540 min off, plus the usual error",
    ):
        assert figure in said


def test_without_numpy_the_figures_still_come(capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "clock_lab_seeds", None)
    assert clock_lab.main([]) == 0
    assert "B median added                    484 ms" in (said := capsys.readouterr().out)
    assert "need numpy" in said


def test_half_up_rounds_halves_away_from_zero():
    assert [clock_lab.half_up(x) for x in (0.5, 1.5, 2.4999, -0.5, 752644.517)] == [
        "1",
        "2",
        "2",
        "-1",
        "752,645",
    ]


def test_a_slip_is_nine_hours_plus_the_usual_error():
    call = clock_lab.WithTool(500, 2, 1_000 * 60_000 + 59_500, 600, slip=True)
    honest = replace(call, slip=False)
    assert call.error - honest.error == 540 * 60_000
    assert honest.error == 60_100  # correct, and over a minute off


# --- many seeds --------------------------------------------------------------------------------------------


def test_a_thousand_seeds_agree_with_the_plain_version(many):
    for seed in range(1_000):
        assert seeds_lab.row_at(many, seed) == seeds_lab.row_of(clock_lab.simulate(seed)), seed


def test_the_published_seed_agrees_too(run):
    one = seeds_lab.many(1, first_seed=clock_lab.SEED)
    assert seeds_lab.row_at(one, 0) == seeds_lab.row_of(run)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 8),
    refuse=st.floats(0, 1),
    skip=st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    slip=st.floats(0, 1),
    runs=st.integers(1, 33),
    slowest=st.integers(1, 5_000),
)
def test_any_assumptions_agree_with_the_plain_version(seed, refuse, skip, slip, runs, slowest):
    chosen = clock_lab.Settings(runs, refuse, skip, slip, first=(10, 10 + slowest), tool=(1, slowest))
    many = seeds_lab.many(3, chosen, first_seed=seed)
    for i in range(3):
        assert seeds_lab.row_at(many, i) == seeds_lab.row_of(clock_lab.simulate(seed + i, chosen))


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    values=st.lists(
        st.lists(st.integers(-(2**31), 2**31 - 1), min_size=4, max_size=4), min_size=1, max_size=40
    )
)
def test_the_network_sorts(values):
    array = np.array(values, dtype=np.int32)
    assert (seeds_lab._sorted(array) == np.sort(array, axis=0)).all()


def test_the_published_run_among_the_others(many):
    lucky = ((many.called == 20) & (many.slips == 0)).mean()
    assert round(0.95**40, 3) == 0.129
    assert abs(lucky - 0.95**40) < 0.005
    assert round(np.median(many.median_added)) == 553
    assert 0.09 < seeds_lab.place(483.5, many.median_added) < 0.11
    assert round(charts.late_share(many), 3) == 0.011


def test_the_judgement_says_all_of_it(run, many):
    said = seeds_lab.judgement(run, many)
    for part in (
        "exactly 12.9%: luck",
        "percentile 10; typical 553 ms",
        "1.1% of correct",
        "by coincidence",
        "540 min",
    ):
        assert part in said


def test_place_counts_ties_half():
    assert seeds_lab.place(2, np.array([1.0, 2.0, 3.0, np.nan])) == pytest.approx(0.5)


def test_pictures_carry_what_they_show(many):
    assert "20 calls, 20 within 1 min, slips: 0, median 29.1 s" in charts.one_seed().alt
    assert "published 484 ms lies at percentile 10" in charts.added_time(many, 483.5, "published").alt
    assert "exactly 12.9%" in charts.all_right(many).alt
    assert "540 min + " in charts.one_seed(7).svg
    assert "no calls" in charts.one_seed(1, replace(clock_lab.PUBLISHED, skip=1.0)).text
    assert charts.sweep(0.5, 0.5, 300, seeds=200).svg
    assert charts.sweep_added(1, 300, seeds=200).svg
