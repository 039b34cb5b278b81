"""`step_through(trace)`: walk through a run, step by step, and fork it anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from clockhands.show.draw_sequence import as_trace, sequence
from clockhands.show.step_html import draw_step, summary
from clockhands.show.steps import marks_of, steps_of
from clockhands.show.widgets import usable, view
from clockhands.trace import Trace

__all__ = ["StepThrough", "step_through"]

MOST = 40


def step_through(
    trace: Trace | Iterable[dict],
    *,
    tools: Iterable[Any] = (),
    run: Callable[..., Any] | None = None,
    client: Any = None,
) -> StepThrough:
    """The run as a picture and, below it, a player: first, back, play, forward, last, and a fork at any step.

    trace: a `Trace`, recorded or loaded from a file, or a list of messages; TypeError for anything else.
    tools: Tools or functions that answer calls after a fork; without them the recorded answers do. run: the
    loop a fork goes on with, called as run(client, tools, None, messages=messages), such as `clockhands.run`;
    without it a short one. client: who answers a fork; without it a toy model, always offline.

    Without a kernel or widgets it is the picture, with every step below it to open.
    """
    return StepThrough(as_trace(trace), {"tools": list(tools), "run": run, "client": client})


class StepThrough:
    """What `step_through` gives back. trace: the run; steps: what it is walked through in."""

    def __init__(self, trace: Trace, fork: dict[str, Any]):
        self.trace, self.fork_with = trace, fork
        self.steps, self.story = steps_of(trace)
        self.picture = sequence(trace)
        self.player: Any = None

    def __repr__(self) -> str:
        return self.picture.text

    @property
    def html(self) -> str:
        """The picture, and every step folded below it: for pages without a kernel."""
        total, marks = len(self.steps), marks_of(self.story)
        shown = self.steps if total <= MOST else [*self.steps[: MOST // 2], *self.steps[-MOST // 2 :]]
        folded = [
            f"<details><summary>{escape(summary(step, total))}</summary>"
            f"{draw_step(step, total, marks, timed=self.trace.exact, live=False)}</details>"
            for step in shown
        ]
        if total > MOST:
            folded.insert(MOST // 2, f"<p>… {total - MOST} more steps …</p>")
        if not folded:
            return self.picture.html
        name = f"<summary>All {total} steps, to open one by one</summary>"
        return f"{self.picture.html}<details>{name}{''.join(folded)}</details>"

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": self.picture.text, "text/html": self.html}

    def _ipython_display_(self) -> None:
        """The picture as one output and the player as another: a saved notebook keeps the first for ever."""
        from IPython.display import display

        if not (usable() and self.steps):
            display(self._repr_mimebundle_(), raw=True)
            return
        from clockhands.show.step_player import Player

        self.player = self.player or Player(self.trace, self.fork_with)
        display(self._repr_mimebundle_(), raw=True)
        display(view(self.player.box), raw=True)
