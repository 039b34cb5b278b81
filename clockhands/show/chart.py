"""A small chart on the SVG canvas: axes, lines, bars, intervals, markers; the same bytes on every machine.

Hand-made rather than drawn by a plotting library, so that a notebook's picture carries alt text where it is
shown, and does not change with a library's version.

    chart = Chart("Squares", x=(0, 10), y=(0, 100), x_label="n", y_label="n²")
    chart.line([(n, n * n) for n in range(11)], "n²")
    chart.picture(alt="n² bends upwards", text="0 1 4 9 …")
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from clockhands.show.palette import GREY, INK, LINE, MODEL, STOP, TOOL, USER
from clockhands.show.picture import Picture
from clockhands.show.svg import Canvas, text_width

__all__ = ["COLOURS", "Chart", "nice_ticks", "plain_number"]

COLOURS = (USER, MODEL, TOOL, STOP, GREY)
DASHES = ("", "9 5", "3 4", "12 4 3 4", "1 5")
MARKS = ("circle", "square", "triangle", "diamond", "cross")


def nice_ticks(low: float, high: float, most: int = 7) -> list[float]:
    """At most `most` round numbers (1, 2 or 5 times a power of ten apart) from low to high."""
    if not high > low:
        return [low]
    power = 10.0 ** math.floor(math.log10((high - low) / (most - 1)))
    steps = (power * m for m in (1, 2, 5, 10, 20))
    step = next(s for s in steps if math.floor(high / s + 1e-9) - math.ceil(low / s - 1e-9) < most)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) + 0.0 for i in range(first, math.floor(high / step + 1e-9) + 1)]


def plain_number(x: float) -> str:
    """`12,500`, `0.25`, `3`."""
    return f"{x:,.0f}" if abs(x) >= 1000 else f"{x:g}"


class Chart:
    """Axes over [x] × [y] in data units; every series has a colour, a dash and a mark of its own."""

    def __init__(
        self,
        title: str,
        *,
        x: tuple[float, float],
        y: tuple[float, float],
        x_label: str = "",
        y_label: str = "",
        x_form: Callable[[float], str] = plain_number,
        y_form: Callable[[float], str] = plain_number,
        x_ticks: Sequence[float] | None = None,
        y_ticks: Sequence[float] | None = None,
        width: int = 960,
        height: int = 400,
        left: int = 90,
        note: str = "",
    ):
        self.canvas, self.width, self.height = Canvas(width), width, height
        top = 58 + (18 if note else 0) + (22 if y_label else 0)
        self.x0, self.x1, self.y0, self.y1 = left, width - 40, height - 62, top
        # A range of one value would divide by zero; it gets a little room instead.
        self.x = x if x[1] > x[0] else (x[0], x[0] + 1)
        self.y = y if y[1] > y[0] else (y[0], y[0] + 1)
        self.names: list[tuple[str, int, str]] = []
        self.canvas.text(24, 34, title, size=17, weight=650, room=width - 48)
        if note:
            self.canvas.text(24, 55, note, colour=GREY, room=width - 48)
        self._axes(x_label, y_label, x_form, y_form, x_ticks, y_ticks)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Data units to pixels; values outside the axes stay on their edge."""
        fx = min(1.0, max(0.0, (x - self.x[0]) / (self.x[1] - self.x[0])))
        fy = min(1.0, max(0.0, (y - self.y[0]) / (self.y[1] - self.y[0])))
        return self.x0 + fx * (self.x1 - self.x0), self.y0 + fy * (self.y1 - self.y0)

    def _axes(self, x_label, y_label, x_form, y_form, x_ticks, y_ticks) -> None:
        for tick in nice_ticks(*self.y, most=6) if y_ticks is None else y_ticks:
            _, py = self.at(self.x[0], tick)
            self.canvas.line(self.x0, py, self.x1, py, LINE, width=1)
            self.canvas.text(self.x0 - 8, py + 4, y_form(tick), size=12, colour=GREY, anchor="end")
        for tick in nice_ticks(*self.x) if x_ticks is None else x_ticks:
            px, _ = self.at(tick, self.y[0])
            self.canvas.line(px, self.y0, px, self.y0 + 5, GREY, width=1)
            self.canvas.text(px, self.y0 + 20, x_form(tick), size=12, colour=GREY, anchor="middle")
        self.canvas.line(self.x0, self.y0, self.x1, self.y0, GREY, width=1.2)
        if x_label:
            middle = (self.x0 + self.x1) / 2
            self.canvas.text(middle, self.y0 + 42, x_label, colour=INK, anchor="middle")
        if y_label:
            # Above the axis and level: turned text is hard to read.
            self.canvas.text(24, self.y1 - 14, y_label, colour=INK)

    def line(
        self, points: Sequence[tuple[float, float]], name: str = "", series: int = 0, marks: int = 10
    ) -> None:
        """A line through points (x, y); about `marks` marks on it; name goes into the legend."""
        colour, dash = COLOURS[series % 5], DASHES[series % 5]
        places = [self.at(x, y) for x, y in points]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in places)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.canvas.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.2"{dashed}/>'
        )
        step = max(1, math.ceil(len(places) / marks)) if marks else len(places) or 1
        for px, py in places[::-step] if marks else []:
            self.canvas.shape(px, py, MARKS[series % 5], colour)
        if name:
            self.names.append((name, series, "line" if marks else "plain"))

    def bars(self, edges: Sequence[float], heights: Sequence[float], name: str = "", series: int = 0) -> None:
        """A histogram: heights[i] stands between edges[i] and edges[i + 1]."""
        for left, right, height in zip(edges, edges[1:], heights, strict=False):
            (px, py), (qx, qy) = self.at(left, height), self.at(right, self.y[0])
            if qy - py > 0:
                self.canvas.bar(px + 0.5, py, max(0.6, qx - px - 1), qy - py, COLOURS[series % 5], radius=0)
        if name:
            self.names.append((name, series, "bar"))

    def point(self, x: float, y: float, series: int = 0, label: str = "", side: str = "above") -> None:
        """One mark, with a label above it, at its left or at its right."""
        px, py = self.at(x, y)
        self.canvas.shape(px, py, MARKS[series % 5], COLOURS[series % 5], size=1.3)
        if label and side == "above":
            self._label(px, py - 12, label, COLOURS[series % 5])
        elif label:
            style = {"size": 12.5, "weight": 600, "colour": COLOURS[series % 5]}
            left = side == "left"
            self.canvas.text(
                px + (-11 if left else 11), py + 4, label, anchor="end" if left else "start", **style
            )

    def mark(self, x: float, y: float, shape: str, series: int = 0, size: float = 1.0) -> None:
        """One shape without a label, for maps and clouds of points."""
        self.canvas.shape(*self.at(x, y), shape, COLOURS[series % 5], size)

    def legend(self, name: str, series: int, shape: str) -> None:
        """A name for marks that `mark` drew."""
        self.names.append((name, series, shape))

    def interval(self, low: float, high: float, y: float, series: int = 0) -> None:
        """A horizontal interval with end strokes."""
        (px, py), (qx, _) = self.at(low, y), self.at(high, y)
        self.canvas.line(px, py, qx, py, COLOURS[series % 5], width=2.4)
        for end in (px, qx):
            self.canvas.line(end, py - 6, end, py + 6, COLOURS[series % 5], width=2)

    def rule(self, x: float, label: str, series: int = 3, row: int = 0) -> None:
        """A vertical line at x with its label beside it, `row` lines below the top."""
        px, _ = self.at(x, self.y[0])
        colour = COLOURS[series % 5]
        self.canvas.line(px, self.y1, px, self.y0, colour, width=2, dash=DASHES[series % 5] or "1 0")
        room = text_width(label, 13, bold=True)
        fits = px + room + 14 < self.x1
        self.canvas.plate(px + 6 if fits else px - 6 - room, self.y1 + 2 + 20 * row, room, 19)
        self.canvas.text(
            px + 8 if fits else px - 8,
            self.y1 + 16 + 20 * row,
            label,
            weight=600,
            colour=colour,
            anchor="start" if fits else "end",
        )

    def _label(self, px: float, py: float, label: str, colour: str) -> None:
        half = text_width(label, 12.5, bold=True) / 2
        px = min(max(px, self.x0 + half), self.x1 + 30 - half)
        self.canvas.text(px, py, label, size=12.5, weight=600, colour=colour, anchor="middle")

    def _legend(self) -> None:
        x = self.x0 + 0.0
        for name, series, kind in self.names:
            colour, y = COLOURS[series % 5], self.height - 14
            if kind == "bar":
                self.canvas.bar(x, y - 10, 14, 11, colour, radius=0)
            elif kind in MARKS:
                self.canvas.shape(x + 8, y - 4, kind, colour)
            else:
                self.canvas.line(x, y - 4, x + 30, y - 4, colour, width=2.2, dash=DASHES[series % 5])
                if kind == "line":
                    self.canvas.shape(x + 15, y - 4, MARKS[series % 5], colour)
            x += 38 if kind in ("line", "plain") else 22
            self.canvas.text(x, y, name, colour=colour, weight=600)
            x += text_width(name, 13, bold=True) + 26

    def picture(self, alt: str, text: str) -> Picture:
        """The finished chart; alt states what it shows, text carries its numbers."""
        height = self.height
        if self.names:
            self.height += 22
            self._legend()
        svg = self.canvas.svg(self.height, alt)
        self.height = height
        return Picture(text, alt, svg, width=self.width)
