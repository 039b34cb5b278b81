"""A small SVG canvas: text, lines, arrows, bars and marks on a white card.

The drawing is shown through `<img>`, so no font can be loaded: widths are estimated on the generous side and
every text is cut to the room it has before it is drawn.
"""

from __future__ import annotations

from html import escape

from clockhands.show.palette import GREY, INK, LINE, PAPER, Mark
from clockhands.show.words import clean, columns

__all__ = ["MONO", "SANS", "Canvas", "text_width"]

SANS = "system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"
MONO = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"


def text_width(text: str, size: float, mono: bool = False, bold: bool = False) -> float:
    """Pixels `text` takes at most in the usual fonts (DejaVu is the widest of them)."""
    if mono:
        return columns(text) * size * 0.605
    narrow = sum(c in "ijlt.,:;|!'()[] ·I" for c in text)
    wide = sum(c in "mwMW@%—…" or c.isupper() for c in text)
    width = (columns(text) - narrow - wide) * 0.62 + narrow * 0.4 + wide * 0.8
    return width * size * (1.08 if bold else 1.0)


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
    ) -> None:
        """One line with its baseline at y; anchor start, middle or end."""
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-family="{MONO if mono else SANS}" font-size="{_n(size)}" '
            f'font-weight="{weight}" fill="{colour}" text-anchor="{anchor}" xml:space="preserve">'
            f"{escape(clean(text))}</text>"
        )

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
        thick = f'stroke="{mark.colour}" stroke-width'
        shapes = {
            "circle": f'<circle cx="{_n(x)}" cy="{_n(y)}" r="5" fill="{mark.colour}"/>',
            "ring": f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4" fill="{PAPER}" {thick}="2.4"/>',
            "square": f'<rect x="{_n(x - 5)}" y="{_n(y - 5)}" width="10" height="10" fill="{mark.colour}"/>',
            "triangle": f'<path d="M {_n(x)} {_n(y - 6)} l 6 11 l -12 0 z" fill="{mark.colour}"/>',
            "diamond": f'<path d="M {_n(x)} {_n(y - 6)} l 6 6 l -6 6 l -6 -6 z" fill="{mark.colour}"/>',
            "cross": f'<path d="M {_n(x)} {_n(y - 6)} l 0 12 m -6 -6 l 12 0" {thick}="4"/>',
        }
        self.parts.append(shapes[mark.shape])
        if letter:
            self.text(x + 9, y + 4.5, mark.letter, size=12.5, weight=700, colour=mark.colour)

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
