"""Plots carry their numbers as text, their relation as alt text, and keep every label on the card."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import show
from clockhands.show.chart import Chart, nice_ticks
from clockhands.show.plots import wilson

from .boxes import outside, overlaps, parse
from .runs import two_cities

PLOTS = {
    "rates": show.call_rates(
        {"vague: Get current time.": (3, 10), "clear": (10, 10), "never called": (0, 20)}
    ),
    "growth": show.token_growth({"resend all": [500 + 200 * i for i in range(20)], "compacted": [900] * 20}),
    "runs": show.compare_timelines({"one after another": two_cities(), "together": two_cities()}),
    "map": show.heat_map(
        [[0.1, 0.9], [1, math.nan]], ["naive", "guarded"], ["ignore", "pay"], "Attacks", "{:.0%}"
    ),
}


@pytest.mark.parametrize("name", PLOTS)
def test_labels_lie_on_the_card_and_apart(name):
    picture = PLOTS[name]
    parse(picture.svg)
    assert outside(picture.svg) == []
    assert overlaps(picture.svg) == []
    assert picture.alt in picture.html.replace("&quot;", '"')


def test_numbers_and_relation_are_said():
    assert "3 of 10 (95 % interval 11% to 60%)" in PLOTS["rates"].text
    assert "resend all reaches 48,000 tokens after 20 calls" in PLOTS["growth"].alt
    assert "guarded: ignore 100%, pay no value" in PLOTS["map"].alt
    assert "Tools run at the same time" in PLOTS["runs"].alt


def test_a_trace_is_a_series_of_tokens():
    assert "2 calls, last 712, together 1,312 tokens" in show.token_growth({"run": two_cities()}).text


@pytest.mark.parametrize("draw", [show.call_rates, show.token_growth, show.compare_timelines])
def test_nothing_to_draw_is_said(draw):
    with pytest.raises(ValueError, match="pass something like"):
        draw({})


def test_a_map_needs_a_value_for_each_field():
    with pytest.raises(ValueError, match="2 lines of 1 numbers"):
        show.heat_map([[1]], ["a", "b"], ["c"], "t")


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 20, 0.0, 0.161),
        (9, 20, 0.258, 0.658),
        (10, 10, 0.722, 1.0),
        (20, 20, 0.839, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_matches_published_values(hits, n, low, high):
    assert [round(x, 3) for x in wilson(hits, n)] == [low, high]


def test_wilson_refuses_what_is_no_share():
    with pytest.raises(ValueError, match="5 of 3 is not a share"):
        wilson(5, 3)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(low=st.floats(-1e6, 1e6), span=st.floats(1e-3, 1e6), most=st.integers(2, 9))
def test_ticks_are_few_round_and_inside(low, span, most):
    ticks = nice_ticks(low, low + span, most)
    assert len(ticks) <= most
    assert all(low - 1e-6 * span - 1e-9 <= t <= low + span * (1 + 1e-6) + 1e-9 for t in ticks)


def test_a_chart_of_one_value_does_not_divide_by_zero():
    chart = Chart("Flat", x=(1, 1), y=(0, 0))
    chart.line([(1, 0)], "one")
    parse(chart.picture("flat", "flat").svg)


def test_matplotlib_figures_get_the_style_a_png_and_alt_text():
    fig = show.style.new()
    fig.add_subplot().plot([1, 2], [3, 4])
    picture = show.style.figure(fig, "it rises from 3 to 4")
    data, metadata = picture._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png"}
    assert metadata["image/png"]["alt"] == data["text/plain"] == "it rises from 3 to 4"
    assert picture.png.startswith(b"\x89PNG")
    import matplotlib

    assert matplotlib.rcParams["svg.hashsalt"] == "clockhands"
