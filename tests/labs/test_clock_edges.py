"""Where offsets change, checked against the rules of well-known zones."""

from datetime import datetime, timedelta, timezone

import pytest

from .loading import lab

edges_lab = lab("clock_edges")


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Europe/Berlin", ["31 Mar 02:00 to 03:00 do not exist", "27 Oct 02:00 to 03:00 happen twice"]),
        ("America/New_York", ["10 Mar 02:00 to 03:00 do not exist", "03 Nov 01:00 to 02:00 happen twice"]),
        ("Australia/Lord_Howe", ["07 Apr 01:30 to 02:00 happen twice", "06 Oct 02:00 to 02:30 do not exist"]),
        ("Asia/Almaty", ["29 Feb 23:00 to 00:00 happen twice"]),
        ("Asia/Tokyo", []),
    ],
)
def test_the_edges_of_2024(zone, said):
    assert [str(edge) for edge in edges_lab.edges(zone)] == [f"{zone}: {text}" for text in said]


def test_an_edge_is_the_first_instant_of_the_new_offset():
    for name, _, _ in edges_lab.places()[::7]:
        for edge in edges_lab.edges(name):
            assert edges_lab.offset(name, edge.at) == edge.after
            assert edges_lab.offset(name, edge.at - timedelta(minutes=1)) == edge.before


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/Santiago", "Asia/Almaty", "Asia/Tokyo", "Africa/Casablanca"]
)
def test_how_long_a_fixed_offset_lies(zone):
    start = datetime(2024, 1, 1, tzinfo=timezone.utc)
    first = edges_lab.offset(zone, start)
    hours = [edges_lab.offset(zone, start + timedelta(hours=h)) != first for h in range(366 * 24)]
    assert edges_lab.lie(zone) == pytest.approx(sum(hours) / len(hours), abs=2e-4)


def test_counts_over_the_places():
    counts = edges_lab.counts([name for name, _, _ in edges_lab.places()])
    assert counts["zones"] == 418
    assert counts["stand off the whole hour"] == 14
    assert counts["change by other than an hour"] == 2  # Lord Howe, and Troll's two hours


def test_every_name_has_edges_or_none():
    names = edges_lab.names()
    assert len(names) > 590
    assert {"Europe/Berlin", "US/Pacific", "Asia/Calcutta"} <= set(names)
    assert edges_lab.counts(names[:40])["zones"] == 40


def test_pictures_state_their_relation():
    assert "30 Jun: wrong in 131 of 418 zones" in edges_lab.world().alt
    assert "hardly any is wrong" in edges_lab.world(10).alt
    assert "Europe (58): Jan 0%" in edges_lab.seasons().alt
    assert "265 changes on 20 days" in edges_lab.calendar().alt
    for where in edges_lab.EDGES:
        assert edges_lab.edge_picture(where).alt.startswith("Two rising lines")


@pytest.mark.parametrize(
    ("minutes", "said"), [(345, "+05:45"), (-570, "-09:30"), (0, "+00:00"), (-30, "-00:30")]
)
def test_offsets_are_written_with_their_sign(minutes, said):
    assert edges_lab.say_offset(minutes) == said


def test_it_runs_as_a_script(capsys):
    assert edges_lab.main(["2025"]) == 0
    said = capsys.readouterr().out
    assert "The tz database here, 2025:" in said
    assert "+05:45  Asia/Kathmandu" in said
