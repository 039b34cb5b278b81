"""The player of a run in widgets: plain buttons, a text field and `HTML.value`, nothing else.

These survive strict output comparison, are reached with Tab and pressed with Space or Enter.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from html import escape
from typing import Any

from clockhands.show.fork import edited, fork, texts_in
from clockhands.show.palette import Mark
from clockhands.show.step_html import draw_step
from clockhands.show.steps import Piece, Step, marks_of, steps_of
from clockhands.show.words import count, fit
from clockhands.trace import Trace

__all__ = ["Player"]

PAUSE_S = 1.5


@dataclass
class _Branch:
    """The recorded run, or one fork of it."""

    name: str
    trace: Trace
    steps: list[Step]
    marks: dict[str, Mark]
    timed: bool


def _branch(name: str, trace: Trace) -> _Branch:
    steps, story = steps_of(trace)
    return _Branch(name, trace, steps, marks_of(story), trace.exact or trace.elapsed > 0)


class Player:
    """Widgets that walk through a trace. box: what to show; at: the step shown, from 0.

    fork_with: arguments of `fork.fork`.
    """

    def __init__(self, trace: Trace, fork_with: dict[str, Any]):
        import ipywidgets

        self.fork_with = fork_with
        self.branches, self.branch, self.at = [_branch("the recorded run", trace)], 0, 0
        self.playing: asyncio.Task | None = None
        self.view = ipywidgets.HTML()
        self.field = _NumberField(self._jump)
        self.play = _button("▶ Play", self._play)
        moves = [("First", 0), ("◀ Back", -1), ("Forward ▶", 1), ("Last", len)]
        first, back, forward, last = (_button(name, self._mover(way)) for name, way in moves)
        bar = ipywidgets.HBox([first, back, self.play, forward, last, self.field.widget], layout=_wrapping())
        self.forking = _Forking(self)
        self.switch = ipywidgets.HBox([], layout=_wrapping())
        self.box = ipywidgets.VBox([bar, self.view, self.forking.box, self.switch])
        self.show(0)

    @property
    def now(self) -> _Branch:
        return self.branches[self.branch]

    @property
    def step(self) -> Step:
        return self.now.steps[self.at]

    def show(self, at: int) -> None:
        """Show the step at this place; a place outside the run is its nearest end."""
        self.at = min(max(0, at), len(self.now.steps) - 1)
        total = len(self.now.steps)
        self.view.value = draw_step(self.step, total, self.now.marks, timed=self.now.timed)
        self.field.tell(self.at + 1, total)
        self.forking.follow()

    def go_on_with(self, trace: Trace, at: int) -> None:
        """Add a fork and show it at this place."""
        self.branches.append(_branch(f"fork {len(self.branches)}", trace))
        self._choose(len(self.branches) - 1, at)

    def stop(self) -> None:
        """End playing."""
        if self.playing is not None:
            self.playing.cancel()
        self.playing, self.play.description = None, "▶ Play"

    def _mover(self, way: Any):
        def move(_button: Any) -> None:
            self.stop()
            self.show(self.at + way if way in (1, -1) else 0 if way == 0 else len(self.now.steps) - 1)

        return move

    def _jump(self, number: int) -> None:
        if number != self.at + 1:
            self.stop()
            self.show(number - 1)

    def _play(self, _button: Any) -> None:
        if self.playing is not None:
            self.stop()
            return
        if self.at == len(self.now.steps) - 1:
            self.show(0)
        self.play.description = "Pause"
        self.playing = asyncio.get_running_loop().create_task(self._advance())

    async def _advance(self) -> None:
        while self.at < len(self.now.steps) - 1:
            await asyncio.sleep(PAUSE_S)
            self.show(self.at + 1)
        self.playing = None
        self.stop()

    def _choose(self, branch: int, at: int) -> None:
        self.stop()
        self.branch = branch
        self.show(at)
        buttons = []
        for n, one in enumerate(self.branches):
            shown = "● " if n == branch else ""
            buttons.append(_button(f"{shown}{one.name}", lambda _, n=n: self._choose(n, self.at)))
        self.switch.children = buttons


class _NumberField:
    """`Step [3] of 12`: says where one is, and takes one elsewhere."""

    def __init__(self, jump: Any):
        import ipywidgets

        layout = ipywidgets.Layout(width="190px")
        self.widget = ipywidgets.BoundedIntText(value=1, min=1, max=1, description="Step", layout=layout)
        self.widget.observe(lambda change: jump(change["new"]), names="value")

    def tell(self, number: int, total: int) -> None:
        self.widget.max = total
        self.widget.description = f"Step, 1 to {total}"
        self.widget.value = number


class _Forking:
    """The part that changes a text and runs on; folded until asked for."""

    def __init__(self, player: Player):
        import ipywidgets

        self.player, self.pieces = player, []
        wide = ipywidgets.Layout(width="620px", max_width="100%")
        style = {"description_width": "90px"}
        self.choice = ipywidgets.Dropdown(options=[], description="Change", layout=wide, style=style)
        self.text = ipywidgets.Textarea(description="to read", rows=3, layout=wide, style=style)
        self.status = ipywidgets.HTML()
        self.choice.observe(self._chosen, names="value")
        self.toggle = _button("Fork here …", self._toggle)
        run = _button("Run on from here", self._run)
        self.inner = ipywidgets.VBox([self.choice, self.text, run, self.status])
        self.inner.layout.width = "100%"
        self.inner.layout.align_items = "flex-start"
        self.inner.layout.display = "none"
        self.box = ipywidgets.VBox(
            [self.toggle, self.inner], layout=ipywidgets.Layout(align_items="flex-start")
        )

    @property
    def open(self) -> bool:
        return self.inner.layout.display != "none"

    def follow(self) -> None:
        """Offer the texts of the step shown; nothing to do while folded."""
        if not self.open:
            return
        request = self.player.step.request
        self.pieces = texts_in(request) if request is not None else []
        self.choice.options = [(_name(piece), n) for n, piece in enumerate(self.pieces)]
        self.choice.index = 0 if self.pieces else None
        self._chosen(None)
        self._say("" if self.pieces else "There is no text to change in this step.")

    def _toggle(self, _button: Any) -> None:
        self.inner.layout.display = "none" if self.open else "flex"
        self.toggle.description = "Fork here, close" if self.open else "Fork here …"
        self.follow()

    def _chosen(self, _change: Any) -> None:
        n = self.choice.value
        self.text.value = self.pieces[n].text if n is not None and n < len(self.pieces) else ""

    def _run(self, _button: Any) -> None:
        request, n = self.player.step.request, self.choice.value
        if request is None or n is None:
            return
        self._say("Running …")
        messages = edited(request.messages, self.pieces[n], self.text.value)
        try:
            trace = fork(self.player.now.trace, request, messages, **self.player.fork_with)
        except Exception as error:  # a loop of the learner's: say what it said
            self._say(f"The fork stopped: {fit(f'{type(error).__name__}: {error}', 400)}")
            return
        sent = next(s for s in self.player.now.steps if s.row.exchange is request.exchange)
        self.player.go_on_with(trace, sent.number - 1)
        self._say(_ending(self.player.now, self.player.fork_with))

    def _say(self, text: str) -> None:
        said = escape(text)
        self.status.value = f'<div role="status" aria-live="polite">{said}</div>' if text else ""


def _ending(branch: _Branch, fork_with: dict[str, Any]) -> str:
    """What became of a fork, in one or two sentences."""
    last = branch.steps[-1]
    calls = count(len(branch.trace.exchanges), "model call")
    said = f"{branch.name}: {calls}. It ends with {last.label}: {fit(last.row.text, 200)}"
    nobody = last.label == "stop" and last.row.exchange is None
    if nobody and not fork_with["tools"]:
        said += " No recorded answer fits: give step_through the tools, as tools=[…], and they will run."
    return said


def _name(piece: Piece) -> str:
    what = f"the result for {piece.id}" if piece.kind == "tool_result" else f"the {piece.role}'s text"
    return fit(f"messages[{piece.place[0]}]: {what}: {piece.text}", 90)


def _button(name: str, pressed: Any) -> Any:
    import ipywidgets

    button = ipywidgets.Button(description=name, layout=ipywidgets.Layout(width="auto"))
    button.on_click(pressed)
    return button


def _wrapping() -> Any:
    import ipywidgets

    return ipywidgets.Layout(flex_flow="row wrap", align_items="center")
