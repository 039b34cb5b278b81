"""Resending grows with the square, compaction with the line, and a date at the front empties the cache."""

import pytest

from .loading import lab

lab_ = lab("token_growth")


def test_resending_grows_with_the_square_and_compaction_does_not():
    assert 3.5 < lab_.doubling(20) < 4.1
    kept = [sum(lab_.input_tokens(turns, 2000, keep=3)) for turns in (20, 40)]
    assert kept[1] / kept[0] < 2.2


def test_compaction_sends_whole_turns():
    sizes = lab_.input_tokens(8, 2000, keep=2)
    assert sizes[-1] == sizes[-3]  # once the window is full, turns cost the same
    assert lab_.input_tokens(1, 100, keep=0) == lab_.input_tokens(1, 100)


@pytest.mark.parametrize("size", [500, 5_000, 50_000])
def test_the_turn_that_no_longer_fits(size):
    turn = lab_.turns_until_full(size)
    sizes = lab_.input_tokens(turn, size)
    assert sizes[-1] > lab_.LIMIT
    assert turn == 1 or sizes[-3] <= lab_.LIMIT


def test_where_the_date_sits_decides_what_is_read_from_the_cache():
    first, after, last = (lab_.cached(place, 4) for place in lab_.PLACES)
    assert [read for read, _ in first] == [0, 0, 0, 0]
    assert after[1][0] == after[3][0] > 5_000  # the handbook, never the conversation
    assert last[3][0] > last[2][0] > last[1][0] > 5_000  # the conversation too
    assert first[3][1] > 20 * after[3][1] > 20 * last[3][1]


def test_pictures_state_their_relation():
    assert "everything resent reaches" in lab_.growth().alt
    assert "8.0 times the tokens" in lab_.result_size().alt
    assert "only the line with the date first stays there" in lab_.prefix(3).alt


def test_it_runs_as_a_script(capsys):
    assert lab_.main() == 0
    assert "prompt is too long at turn" in capsys.readouterr().out
