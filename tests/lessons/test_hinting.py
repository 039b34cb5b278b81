"""`hint` one by one, `solution` with its reason."""

from __future__ import annotations

import pytest

from clockhands.errors import UnknownExerciseError
from clockhands.lessons import hint, hinting, solution, store

pytestmark = pytest.mark.usefixtures("example")


def test_each_run_shows_one_more_of_three():
    assert repr(hint("97.1")).splitlines() == [
        "Hint: 97.1, 1 of 3",
        "  1.  Look at the block.",
        "  Ask again for more.",
    ]
    assert "2.  It carries an id." in repr(hint("97.1")) and "3." not in repr(hint("97.2"))
    third = repr(hint("97.1"))
    assert "1.  Look" in third and "3.  A dict of three keys." in third
    assert 'solution("97.1") shows one way' in third
    assert repr(hint("97.1")) == third
    assert [e["level"] for e in store.events("hint", "97.1")[0]] == [1, 2, 3, 3]


def test_a_solution_is_shown_with_its_reason_and_recorded(monkeypatch):
    text = "def run_tool(block):\n    return {'x': '<b>'}"
    monkeypatch.setattr(hinting, "_solutions", lambda: {"97.1": text})
    card = solution("97.1")
    assert repr(card).splitlines() == [
        "Solution: 97.1, run what was asked",
        "    def run_tool(block):",
        "        return {'x': '<b>'}",
        "  Why: The id pairs them.",
    ]
    assert "&lt;b&gt;" in card._repr_html_() and "<b>" not in card._repr_html_()
    assert [e["ref"] for e in store.events("solution")[0]] == ["97.1"]


def test_a_solution_not_written_yet_says_so():
    assert "not written yet" in repr(solution("97.2"))


def test_unknown_ids_name_the_nearest():
    for call in (hint, solution):
        with pytest.raises(UnknownExerciseError, match=r"97\.1"):
            call("97.9")
