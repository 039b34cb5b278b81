"""Puzzles: the lines are the taught code, each wrong order says what is wrong, the buttons do the same."""

from __future__ import annotations

import ast
import itertools

import pytest

from clockhands.errors import UnknownExerciseError
from clockhands.lessons import chapters, puzzle, puzzling, store
from clockhands.lessons.exercise import misconception
from clockhands.lessons.hinting import solution_text
from clockhands.lessons.parsons import LETTERS, judge

PUZZLES = [one for chapter in chapters.chapters() for one in chapter.puzzles]
ids = [one.id for one in PUZZLES]
BOARDS = pytest.mark.parametrize("known", PUZZLES, ids=ids)


def right(known):
    return [line.text for line in known.lines]


def letters(known, lines):
    return "".join(LETTERS[known.offered.index(text)] for text in lines)


def body_of(text):
    """The statements of a solution's function, without its docstring, as a syntax tree."""
    function = next(node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return ast.dump(ast.Module(function.body[1:], []))


def test_there_is_one_for_the_round_trip_the_loop_and_the_guard():
    assert {one.solves for one in PUZZLES} >= {"3.1b", "3.3", "6.3"}


@BOARDS
def test_the_lines_are_the_taught_code(known):
    own = "def f():\n    '''x'''\n" + "\n".join("    " + text for text in right(known))
    assert body_of(own) == body_of(solution_text(known.solves))


@BOARDS
def test_every_line_is_told_apart_and_offered_once(known):
    texts = [*right(known), *(trap.text for trap in known.traps)]
    assert len(set(texts)) == len(texts) <= len(LETTERS)
    assert sorted(known.offered) == sorted(texts) and known.offered == known.offered
    assert len(known.traps) >= 3


@BOARDS
def test_every_belief_has_a_name(known):
    named = [trap.misconception for trap in known.traps] + [line.early for line in known.lines if line.early]
    assert all(misconception(one) for one in named)


@BOARDS
def test_the_right_order_solves_it(known):
    card = puzzle(known.id, answer=letters(known, right(known)))
    assert card.solved and f"exercise {known.solves}" in repr(card)
    assert store.events("puzzle", known.id)[0][-1]["state"] == "solved"


@BOARDS
def test_a_line_that_holds_a_mistake_is_named(known):
    for trap in known.traps:
        for place in (0, len(known.lines) - 1):
            lines = right(known)
            lines[place] = trap.text
            found = judge(known, lines)
            assert not found.solved and found.place == place + 1
            assert found.belief == misconception(trap.misconception)


@BOARDS
def test_any_two_lines_exchanged_are_found_unless_that_order_works_too(known):
    working = [list(range(len(known.lines))), *map(list, known.orders)]
    for one, two in itertools.combinations(range(len(known.lines)), 2):
        order = list(range(len(known.lines)))
        order[one], order[two] = order[two], order[one]
        found = judge(known, [known.lines[n].text for n in order])
        assert found.solved is (order in working)
        assert found.solved or (one + 1 <= found.place <= two + 1 and found.why)


@BOARDS
def test_every_order_that_counts_as_right_defines_names_before_it_uses_them(known):
    for order in known.orders:
        lines = [known.lines[n].text for n in order]
        assert sorted(order) == list(range(len(known.lines))) and judge(known, lines).solved
        named = [node for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.Name)]
        stored = {n.id: (n.lineno, n.col_offset) for n in named if isinstance(n.ctx, ast.Store)}
        for node in named:
            in_comprehension = node.id in {"tool", "block"}
            first = stored.get(node.id)
            assert in_comprehension or first is None or first <= (node.lineno, node.col_offset)


@BOARDS
def test_a_right_beginning_says_how_much_is_missing(known):
    card = puzzle(known.id, answer=letters(known, right(known)[:2]))
    assert not card.solved and "So far it is right" in repr(card)


@pytest.mark.parametrize(
    ("answer", "words"),
    [("", "No line"), ("aa", "named twice"), ("a9", "no line '9'"), (["zz"], "no line 'zz'")],
)
def test_an_answer_that_cannot_be_read_says_what_is_allowed(answer, words):
    card = puzzle("3.p1", answer=answer)
    assert card.solved is None and words in repr(card) and "a) " in repr(card)


def test_an_unknown_puzzle_names_the_nearest():
    with pytest.raises(UnknownExerciseError, match=r"3\.p1"):
        puzzle("3.p9")


def test_the_board_builds_moves_and_takes_out_with_buttons_that_stay():
    known = chapters.puzzle("3.p2")
    board = puzzling._Board(known)
    before = list(board.box.children)
    for text in right(known):
        board.lines[text].click()
    assert board.program == right(known)
    board.earlier.click()
    assert board.program[-2] == right(known)[-1] and "►" in board.view.value
    board.later.click()
    board.later.click()
    assert board.program == right(known)
    board._check()
    assert "In order" in board.status.value
    board.out.click()
    assert board.program == right(known)[:-1]
    assert list(board.box.children) == before
    assert "(line 1)" in board.lines[right(known)[0]].description.replace("\u00a0", " ")


def test_an_empty_board_says_so():
    board = puzzling._Board(chapters.puzzle("3.p1"))
    board._check()
    assert "empty" in board.status.value
    board.earlier.click()
    board.out.click()
    assert board.program == []
