"""The palette and the matplotlib style of the course: `style.use()` before, `figure(fig, ...)` after.

A plot is given back as a `Picture`: text that carries the numbers, a PNG, and alt text that states what
it shows.
"""

from __future__ import annotations

import io
import sys
from typing import Any

from clockhands.show.palette import CALLS, GREY, INK, LINE, MODEL, PAPER, STOP, TOOL, USER
from clockhands.show.picture import Picture

__all__ = ["CALLS", "GREY", "INK", "LINE", "MODEL", "PAPER", "STOP", "TOOL", "USER", "figure", "new", "use"]

COLOURS = (USER, MODEL, TOOL, STOP, GREY)
MARKERS = ("o", "s", "^", "D", "P")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))


def use() -> None:
    """Set matplotlib's defaults: palette with a marker and a dash per colour, white paper, no chart junk."""
    import matplotlib
    from cycler import cycler

    matplotlib.rcParams.update(
        {
            "axes.axisbelow": True,
            "axes.edgecolor": GREY,
            "axes.grid": True,
            "axes.labelcolor": INK,
            "axes.prop_cycle": cycler(color=COLOURS) + cycler(linestyle=DASHES) + cycler(marker=MARKERS),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlepad": 12,
            "axes.titlesize": 13,
            "axes.titleweight": "bold",
            "figure.constrained_layout.h_pad": 0.12,
            "figure.constrained_layout.use": True,
            "figure.constrained_layout.w_pad": 0.12,
            "figure.dpi": 110,
            "figure.facecolor": PAPER,
            "figure.figsize": (8.4, 4.0),
            "font.family": ["DejaVu Sans"],
            "font.size": 11,
            "grid.color": LINE,
            "grid.linewidth": 0.8,
            "legend.frameon": False,
            "lines.linewidth": 2.0,
            "lines.markersize": 6,
            "savefig.facecolor": PAPER,
            "svg.hashsalt": "clockhands",
            "text.color": INK,
            "xtick.color": GREY,
            "ytick.color": GREY,
        }
    )


def new(width: float = 8.4, height: float = 4.0) -> Any:
    """A fresh figure in the course's style, in inches, that no window or notebook shows by itself."""
    use()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def figure(fig: Any, alt: str, text: str | None = None) -> Picture:
    """A matplotlib figure as a `Picture`; text defaults to the alt text. Closes a figure that pyplot made."""
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png", dpi=fig.dpi, metadata={"Software": None})
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close(fig)
    width = round(fig.get_figwidth() * fig.dpi)
    return Picture(text or alt, alt, png=buffer.getvalue(), width=min(width, 960))
