"""A small SVG canvas: text, lines, arrows, bars and marks on a white card.

The drawing is shown through `<img>`, so no font can be loaded: widths are estimated on the generous side and
every text is cut to the room it has before it is drawn.
"""

from __future__ import annotations

from functools import cache, partial
from html import escape
from typing import Any

from clockhands.show.palette import GREY, INK, LINE, PAPER, Mark
from clockhands.show.words import clean, columns, fit, wrapped

__all__ = ["MONO", "SANS", "Canvas", "text_width"]

SANS = "system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"
MONO = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"


def text_width(text: str, size: float, mono: bool = False, bold: bool = False) -> float:
    """Pixels `text` takes at most in the usual fonts (DejaVu is the widest); adds up over characters."""
    ems = sum(0.605 * columns(c) if mono else _em(c) for c in text)
    return ems * size * (1.0 if mono else 1.08 if bold else 1.0)


@cache
def _em(c: str) -> float:
    if c in "ijlt.,:;|!'()[] ·I":
        return 0.4
    wide = c in "mwMW@%—…" or c.isupper()
    return columns(c) * (0.98 if c in "mwMW@%—…" else 0.78 if wide else 0.62)


def _n(x: float) -> str:
    return f"{x:.1f}".rstrip("0").rstrip(".")


class Canvas:
    """Collects shapes; `svg(height, alt)` gives the document. Coordinates in pixels, y downwards."""

    def __init__(self, width: int = 960):
        self.width = width
        self.parts: list[str] = []
        self.under: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 13,
        colour: str = INK,
        weight: int = 400,
        mono: bool = False,
        anchor: str = "start",
        room: float | None = None,
    ) -> None:
        """One line with its baseline at y; anchor start, middle or end; cut to `room` pixels."""
        text = clean(text)
        if room is not None:
            text = fit(text, room, partial(text_width, size=size, mono=mono, bold=weight > 500))
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-family="{MONO if mono else SANS}" font-size="{_n(size)}" '
            f'font-weight="{weight}" fill="{colour}" text-anchor="{anchor}" xml:space="preserve">'
            f"{escape(text)}</text>"
        )

    def lines(
        self, x: float, y: float, text: str, room: float, most: int, size: float = 13, **style: Any
    ) -> float:
        """Text in at most `most` lines of `room` pixels, the first baseline at y; gives the next free one."""
        bold = style.get("weight", 400) > 500
        measure = partial(text_width, size=size, mono=style.get("mono", False), bold=bold)
        for line in wrapped(text, room, most, measure):
            self.text(x, y, line, size=size, **style)
            y += size + 5
        return y

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str, *, width: float = 2, dash: str = ""
    ) -> None:
        """A straight line; dash as in SVG, such as "4 4"."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="{colour}" '
            f'stroke-width="{_n(width)}"{dashed}/>'
        )

    def arrow(self, x1: float, x2: float, y: float, colour: str, *, dash: str = "") -> None:
        """A horizontal arrow from x1 to x2."""
        back = -8 if x2 > x1 else 8
        self.line(x1, y, x2 + back, y, colour, dash=dash)
        self.parts.append(f'<path d="M {_n(x2)} {_n(y)} l {_n(back * 1.25)} -5 l 0 10 z" fill="{colour}"/>')

    def bar(self, x: float, y: float, width: float, height: float, colour: str, *, radius: float = 3) -> None:
        """A filled rectangle with round corners."""
        self.parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}" '
            f'fill="{colour}"/>'
        )

    def box(
        self, x: float, y: float, width: float, height: float, colour: str, *, radius: float = 11
    ) -> None:
        """An outlined rectangle with a light tint of its colour."""
        self.parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}" '
            f'fill="{colour}" fill-opacity=".07" stroke="{colour}" stroke-width="1.5"/>'
        )

    def lane(self, x: float, y1: float, y2: float, colour: str) -> None:
        """A pale vertical line behind everything else."""
        self.under.append(
            f'<line x1="{_n(x)}" y1="{_n(y1)}" x2="{_n(x)}" y2="{_n(y2)}" stroke="{colour}" '
            f'stroke-width="1.5" opacity=".35"/>'
        )

    def number(self, x: float, y: float, n: int | str, colour: str = GREY) -> None:
        """A number in a circle centred on (x, y)."""
        self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="11" fill="{PAPER}" stroke="{colour}"/>')
        self.text(
            x,
            y + 4.5,
            str(n),
            size=12.5 if len(str(n)) < 3 else 10.5,
            weight=600,
            colour=colour,
            anchor="middle",
        )

    def octagon(self, x: float, y: float, colour: str) -> None:
        """A stop sign centred on (x, y)."""
        points = " ".join(
            f"{_n(x + dx)},{_n(y + dy)}"
            for dx, dy in ((-5, -11), (5, -11), (11, -5), (11, 5), (5, 11), (-5, 11), (-11, 5), (-11, -5))
        )
        self.parts.append(f'<polygon points="{points}" fill="{colour}"/>')
        self.line(x - 5, y, x + 5, y, PAPER, width=3)

    def mark(self, x: float, y: float, mark: Mark, *, letter: bool = True) -> None:
        """The shape of a call centred on (x, y), its letter at the right."""
        self.shape(x, y, mark.shape, mark.colour)
        if letter:
            size = 12.5 if len(mark.letter) == 1 else 10
            self.text(x + 9, y + 4.5, mark.letter, size=size, weight=700, colour=mark.colour)

    def shape(self, x: float, y: float, shape: str, colour: str, size: float = 1.0) -> None:
        """A circle, ring, square, triangle, diamond or cross, some ten pixels wide, centred on (x, y)."""
        s, thick = size, f'stroke="{colour}" stroke-width'
        shapes = {
            "circle": f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(5 * s)}" fill="{colour}"/>',
            "ring": f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(4 * s)}" fill="{PAPER}" {thick}="2.4"/>',
            "square": f'<path d="M {_n(x - 5 * s)} {_n(y - 5 * s)} h {_n(10 * s)} v {_n(10 * s)} '
            f'h {_n(-10 * s)} z" fill="{colour}"/>',
            "triangle": f'<path d="M {_n(x)} {_n(y - 6 * s)} l {_n(6 * s)} {_n(11 * s)} '
            f'l {_n(-12 * s)} 0 z" fill="{colour}"/>',
            "diamond": f'<path d="M {_n(x)} {_n(y - 6 * s)} l {_n(6 * s)} {_n(6 * s)} '
            f'l {_n(-6 * s)} {_n(6 * s)} l {_n(-6 * s)} {_n(-6 * s)} z" fill="{colour}"/>',
            "cross": f'<path d="M {_n(x)} {_n(y - 6 * s)} v {_n(12 * s)} m {_n(-6 * s)} {_n(-6 * s)} '
            f'h {_n(12 * s)}" {thick}="{_n(4 * s)}"/>',
        }
        self.parts.append(shapes[shape])

    def plate(self, x: float, y: float, width: float, height: float) -> None:
        """White behind a text that stands on lines."""
        self.parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{PAPER}" '
            'fill-opacity=".85"/>'
        )

    def svg(self, height: float, alt: str) -> str:
        """The whole document on a white card with a thin border, so that it reads on dark pages too."""
        card = (
            f'<rect x=".5" y=".5" width="{self.width - 1}" height="{_n(height - 1)}" rx="8" fill="{PAPER}" '
            f'stroke="{LINE}"/>'
        )
        alt = escape(clean(alt))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {_n(height)}" '
            f'width="{self.width}" height="{_n(height)}" role="img" aria-label="{escape(clean(alt))}">'
            f"<title>{escape(clean(alt))}</title>"
            + card
            + "".join(self.under)
            + "".join(self.parts)
            + "</svg>\n"
        )
