"""`confirm`: a person says yes or no to a dangerous call, by a button in a notebook, else at a prompt.

    run(client, tools, "Pay Ada 40 euros.", approve=show.confirm)

The loop waits for the answer. JupyterLab hands clicks to a second thread of the kernel (a subshell), so they
arrive while the cell still runs. Where nobody answers in time, or nobody can be asked, the answer is no.
"""

from __future__ import annotations

import html
import json
import threading
from typing import Any

from clockhands.show.palette import STOP
from clockhands.show.widgets import usable, view

__all__ = ["Question", "confirm"]

_PALE = f"padding:6px 10px;margin:4px 0;border-left:4px solid {STOP}"


def confirm(tool: Any, input: dict[str, Any], *, wait_s: float = 120.0) -> bool:
    """Ask a person whether `tool` may run with exactly these arguments; True for a yes, False for all else.

    tool: a `Tool`, or its name. input: the arguments of the call, shown as they are. wait_s: how long a
    button is waited for.
    """
    name = getattr(tool, "name", tool)
    arguments = json.dumps(input, ensure_ascii=False, indent=1, default=str)
    words = f"{_asked(name)}\n{arguments}"
    if not usable():
        return _prompted(words)
    from IPython.display import display

    question = Question(str(name), arguments)
    display({"text/plain": words, **view(question.box)}, raw=True)
    return question.answer(wait_s)


class Question:
    """A question with two buttons. box: the widget; `answer(wait_s)` waits for the first press."""

    def __init__(self, name: str, arguments: str):
        import ipywidgets

        asked = ipywidgets.HTML(
            f'<div role="alert" style="{_PALE}"><strong>{html.escape(_asked(name))}</strong>'
            f'<pre tabindex="0" style="margin:4px 0;overflow-x:auto">{html.escape(arguments)}</pre></div>'
        )
        self.yes, self.no = (
            ipywidgets.Button(description=label, tooltip=f"{label}: {name}") for label in ("Run it", "Refuse")
        )
        self.status = ipywidgets.HTML()
        self.box = ipywidgets.VBox([asked, ipywidgets.HBox([self.yes, self.no]), self.status])
        self._pressed = threading.Event()
        self._said: bool | None = None
        self.yes.on_click(self._press)
        self.no.on_click(self._press)

    def _press(self, button: Any) -> None:
        # The first press counts: a second one may have been meant for what came next.
        if self._said is None:
            self._said = button is self.yes
            self._close("You said yes: it runs." if self._said else "You said no: refused.")
            self._pressed.set()

    def answer(self, wait_s: float) -> bool:
        """Whether a person said yes within `wait_s` seconds; the buttons are out of use afterwards."""
        self._pressed.wait(wait_s)
        if self._said is None:
            self._said = False
            self._close("Nobody answered in time: refused.")
        return self._said

    def _close(self, words: str) -> None:
        self.yes.disabled = self.no.disabled = True
        self.status.value = f'<p role="status" aria-live="polite">{words}</p>'


def _asked(name: Any) -> str:
    return f"Run {name} with these arguments?"


def _prompted(words: str) -> bool:
    """Ask at the terminal. Only the word yes is a yes; without a terminal nobody said it."""
    try:
        return input(f"{words}\nType yes to run it: ").strip().lower() == "yes"
    except (EOFError, RuntimeError, OSError):  # a kernel without input raises a RuntimeError
        return False
