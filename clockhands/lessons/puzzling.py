"""`puzzle("3.p2")`: the lines of a program to put in order, with buttons, or by letters.

`puzzle("3.p2")` shows the lines; `puzzle("3.p2", answer="dacb")` judges an order. With buttons, a line joins
the program at its end, and the line touched last can be moved.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from . import buttons, chapters, store
from .cards import BLUE, GREEN, ORANGE, Card, Part, belief, code, labelled, paragraph
from .parsons import LETTERS, Judged, Puzzle, judge

__all__ = ["PuzzleCard", "puzzle"]

_ASK = "Put the lines in order. Some hold a mistake and stay out. The indentation is given."


class PuzzleCard(Card):
    """What `puzzle` gives back. solved: whether the order given was right; None when none was given."""

    puzzle: Puzzle
    solved: bool | None = None

    def _ipython_display_(self) -> None:
        buttons.show_card(self, [lambda: _Board(self.puzzle).box] if self.solved is None else [])


def puzzle(id: str, answer: str | Sequence[str] | None = None) -> PuzzleCard:
    """The puzzle with this id, or what is to be said of an order of its lines.

    answer: the letters of the lines from first to last, "dacb". UnknownExerciseError when there is no such
    puzzle.
    """
    known = chapters.puzzle(id)
    if answer is None:
        card = PuzzleCard("Puzzle", f"{known.id}, {known.title}", _asked(known), BLUE)
        card.puzzle = known
        return card
    chosen, problem = _read(known, answer)
    if problem:
        card = PuzzleCard("Not read", known.id, [paragraph(problem), *_asked(known)], ORANGE)
        card.puzzle = known
        return card
    return _judged(known, chosen)


def _judged(known: Puzzle, chosen: Sequence[str]) -> PuzzleCard:
    """Judge, record, and say so."""
    found = judge(known, chosen)
    named = found.belief.id if found.belief else None
    trouble = store.record(
        "puzzle", known.id, state="solved" if found.solved else "not yet", misconception=named
    )
    parts = _said(known, chosen, found) + ([paragraph(trouble)] if trouble else [])
    state, color = ("In order", GREEN) if found.solved else ("Not yet", ORANGE)
    card = PuzzleCard(state, f"{known.id}, {known.title}", parts, color)
    card.puzzle, card.solved = known, found.solved
    return card


def _said(known: Puzzle, chosen: Sequence[str], found: Judged) -> list[Part]:
    if found.solved:
        return [
            paragraph(f"Each step stands where it belongs. Now write it yourself: exercise {known.solves}.")
        ]
    parts = []
    if found.place:
        parts.append(labelled(f"Line {found.place}", f"`{chosen[found.place - 1].strip()}`"))
    if found.belief:
        parts.append(belief(found.belief))
    return [*parts, labelled("Why", found.why)]


def _asked(known: Puzzle) -> list[Part]:
    lines = "\n".join(f"{letter}) {text}" for letter, text in zip(LETTERS, known.offered, strict=False))
    usage = f'Answer with the letters in order: puzzle("{known.id}", answer="…").'
    return [paragraph(_ASK), code(lines), paragraph(usage)]


def _read(known: Puzzle, answer: str | Sequence[str]) -> tuple[list[str], str]:
    """The lines behind the letters, or what is wrong with them."""
    offered = dict(zip(LETTERS, known.offered, strict=False))
    letters = [str(letter).lower() for letter in answer if str(letter).strip(" ,")]
    unknown = [letter for letter in letters if letter not in offered]
    if unknown:
        return [], f"There is no line {unknown[0][:10]!r}; the lines are a to {list(offered)[-1]}."
    if len(set(letters)) < len(letters):
        return [], "A line was named twice; each stands in the program once at most."
    if not letters:
        return [], "No line was named."
    return [offered[letter] for letter in letters], ""


class _Board:
    """The buttons. They keep their places, so the keyboard's focus stays where it is."""

    def __init__(self, known: Puzzle):
        import ipywidgets

        self.known = known
        self.program: list[str] = []
        self.touched = ""
        self.view = ipywidgets.HTML()
        self.status = ipywidgets.HTML()
        self.lines = {text: self._line_button(n, text) for n, text in enumerate(known.offered)}
        self.earlier = self._control("Move earlier", lambda: self._move(-1))
        self.later = self._control("Move later", lambda: self._move(1))
        self.out = self._control("Take out", self._take_out)
        again = self._control("Start again", self._clear)
        check = self._control("Check the order", self._check)
        controls = ipywidgets.HBox([self.earlier, self.later, self.out, again, check])
        controls.layout.flex_flow = "row wrap"
        self.box = ipywidgets.VBox(
            [
                ipywidgets.HTML(f"<strong>Lines of puzzle {html.escape(known.id)}</strong>"),
                *self.lines.values(),
                ipywidgets.HTML("<strong>Your program</strong>"),
                self.view,
                controls,
                self.status,
            ]
        )
        self._draw()

    def _line_button(self, number: int, text: str) -> Any:
        button = buttons.plain_button(f"{LETTERS[number]}) {text}", code=True)
        button.on_click(lambda _: self._touch(text))
        return button

    def _control(self, label: str, act: Any) -> Any:
        button = buttons.plain_button(label)

        def clicked(_: Any) -> None:
            act()
            self._draw()

        button.on_click(clicked)
        return button

    def _touch(self, text: str) -> None:
        """An unused line joins the program at its end; a used one is taken hold of."""
        if text not in self.program:
            self.program.append(text)
        self.touched = text
        self._draw()

    def _move(self, by: int) -> None:
        if self.touched in self.program:
            at = self.program.index(self.touched)
            to = min(max(at + by, 0), len(self.program) - 1)
            self.program.insert(to, self.program.pop(at))

    def _take_out(self) -> None:
        if self.touched in self.program:
            self.program.remove(self.touched)
            self.touched = self.program[-1] if self.program else ""

    def _clear(self) -> None:
        self.program, self.touched, self.status.value = [], "", ""

    def _check(self) -> None:
        if self.program:
            self.status.value = _judged(self.known, self.program)._repr_html_()
        else:
            self.status.value = Card(
                "Not yet", self.known.id, [paragraph("The program is empty.")]
            )._repr_html_()

    def _draw(self) -> None:
        for number, (text, button) in enumerate(self.lines.items()):
            used = f"  (line {self.program.index(text) + 1})" if text in self.program else ""
            button.description = buttons.visible_spaces(f"{LETTERS[number]}) {text}{used}")
        rows = [
            f"{'►' if text == self.touched else ' '}{n:2}  {text}" for n, text in enumerate(self.program, 1)
        ]
        body = html.escape("\n".join(rows)) or "No line so far: press one above."
        self.view.value = (
            '<pre role="status" aria-live="polite" tabindex="0" style="margin:0;padding:6px 8px;'
            f'overflow-x:auto;border:1px solid #767676">{body}</pre>'
        )
