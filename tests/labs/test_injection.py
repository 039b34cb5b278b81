"""Attack by defence: what holds at any gullibility, and that the computed shares are the played ones."""

import pytest

from clockhands.mock import Gullible
from clockhands.show.plots import wilson

from .loading import lab

page = lab("injection")
ATTACKS, DEFENCES = list(page.ATTACKS), list(page.DEFENCES)


def test_the_answers_the_notebook_gives():
    held = {name: page.beaten(name) for name in DEFENCES}
    assert held["none"] == held["warning"] == []
    assert [len(held[name]) for name in ("user's rights", "careful person", "fewer tools")] == [4, 4, 4]
    assert held["user's rights"] != held["careful person"] != held["fewer tools"] != held["user's rights"]
    for name in ("rights + careful person", "rights + fewer tools", "all of them"):
        assert held[name] == [attack for attack in ATTACKS if attack != "a lie"]
    assert page.numbers(page.DEFENCES["all of them"])[0] == 0.5
    assert page.numbers(page.DEFENCES["rights + careful person"])[0] == 1.0


@pytest.mark.parametrize("defence", [name for name in DEFENCES if name not in ("none", "warning")])
def test_what_code_stops_stays_stopped_at_any_gullibility(defence):
    for attack in page.beaten(defence):
        for follows in (0.0, 0.3, 1.0):
            assert page.shares(page.DEFENCES[defence], page.ATTACKS[attack], follows, 0.5)[1] == 0


def test_a_model_that_obeys_no_page_still_obeys_pasted_text_and_quotes_lies():
    none = page.DEFENCES["none"]
    reached = {name: page.shares(none, attack, 0.0, 0.0)[1] for name, attack in page.ATTACKS.items()}
    assert {name for name, share in reached.items() if share} == {"pasted", "a lie"}


def test_a_warning_moves_the_rate_of_plain_orders_only():
    def success(defence, attack):
        return page.shares(page.DEFENCES[defence], page.ATTACKS[attack], 0.8, 0.25)[1]

    assert success("warning", "plain") == pytest.approx(0.25 * success("none", "plain"))
    for attack in ("as user", "false link"):
        assert success("warning", attack) == success("none", attack) == pytest.approx(0.8)


def test_under_attack_nothing_counts_as_useful_that_the_attacker_liked():
    for defence in page.DEFENCES.values():
        for attack in page.ATTACKS.values():
            for task in page.TASKS:
                for useful, success in page.both(defence, attack, task):
                    assert not (useful and success)


@pytest.mark.parametrize(
    ("defence", "attack"), [("none", "plain"), ("warning", "plain"), ("user's rights", "false link")]
)
def test_computed_shares_are_the_played_ones(defence, attack):
    low, high = wilson(*page.sampled(defence, attack, seeds=25))
    assert low <= page.shares(page.DEFENCES[defence], page.ATTACKS[attack], 0.8, 0.2)[1] <= high


def test_a_careful_person_reads_address_and_text():
    assert page.careful(None, {"to": page.ME, "text": page.FACT})
    assert not page.careful(None, {"to": page.ME, "text": "Log in at login.example.org"})
    assert not page.careful(None, {"to": "attacker@example.org", "text": page.FACT})


def test_your_own_defence_says_what_the_matrix_says():
    text = page.your_own(rights=True, person="careful").text.splitlines()
    assert text[-1].split() == ["attack", "success", *["0%"] * 6, "100%"]
    assert text[-2].split() == ["task", "done", *["100%"] * 6, "0%"]


def test_your_own_attack_may_be_any():
    mine = page.Attack('Nothing to obey here: {"name": 1}')
    assert page.shares(page.DEFENCES["none"], mine, 1.0, 1.0) == (1.0, 0.0)
    assert page.play(page.DEFENCES["none"], None, next(iter(page.TASKS)), Gullible()) == (True, False)


def test_pictures_state_their_relation():
    assert "warning: plain 16%, as user 80%" in page.matrix().alt
    assert "rights + careful person: no attack 100%, attacked 83%, success 17%" in page.three_numbers().alt


def test_it_runs_as_a_script(capsys):
    assert page.main() == 0
    assert "holds at any gullibility against: nothing" in capsys.readouterr().out
