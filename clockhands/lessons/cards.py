"""How a result looks: plain text first, the same words as an HTML card.

A card is a headline (a state word, a title) and parts: labelled values, paragraphs, list items. Both forms
are made from the same parts, so neither says more than the other. Nothing here decides anything.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from .misconceptions import Misconception

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "MARK",
    "ORANGE",
    "Card",
    "Part",
    "belief",
    "code",
    "heading",
    "html_of",
    "item",
    "labelled",
    "marked",
    "paragraph",
    "rich",
]

WIDTH = 96
BLUE, GREEN, ORANGE, GREY = "#0072B2", "#00785A", "#B84F00", "#595959"
MARK = "►"
"""What a line of `marked` text begins with when it is set off."""


@dataclass(frozen=True)
class Part:
    """One piece of a card. kind: "labelled", "paragraph", "heading", "item", "code" or "marked"."""

    kind: str
    text: str
    label: str = ""


def labelled(label: str, text: str) -> Part:
    """A value with its name, such as Yours or Expected."""
    return Part("labelled", text, label)


def paragraph(text: str) -> Part:
    return Part("paragraph", text)


def belief(named: Misconception) -> Part:
    """A misconception with its id and its cure."""
    return labelled("Belief", f"{named.message} ({named.id}) {named.cure}")


def heading(text: str) -> Part:
    return Part("heading", text)


def item(label: str, text: str) -> Part:
    """One entry of a list; label: its number or letter."""
    return Part("item", text, label)


def code(text: str) -> Part:
    """Program text, shown line by line as it is."""
    return Part("code", text)


def marked(text: str) -> Part:
    """Lines shown as they are; those that begin with `MARK` are set off."""
    return Part("marked", text)


@dataclass
class Card:
    """A result on the page: `repr` is plain text, the notebook shows HTML.

    state: the word on the badge; headline: what stands beside it; color: of badge and edge.
    """

    state: str
    headline: str
    parts: Sequence[Part] = field(default_factory=tuple)
    color: str = BLUE

    def __repr__(self) -> str:
        head = f"{self.state}: {self.headline}" if self.headline else f"{self.state}."
        return "\n".join([*_wrapped(head, "", "  "), *_text_parts(self.parts)])

    def _repr_html_(self) -> str:
        badge = (
            f'<strong style="background:{self.color};color:#fff;padding:1px 8px;border-radius:3px">'
            f"{html.escape(self.state)}</strong>"
        )
        head = f"{badge} {rich(self.headline)}".strip()
        return (
            f'<div role="status" aria-live="polite" style="border-left:4px solid {self.color};'
            f'padding:6px 12px;margin:4px 0;max-width:46em;line-height:1.45">'
            f'<p style="margin:0 0 4px">{head}</p>{self._html_body()}</div>'
        )

    def _html_body(self) -> str:
        return html_of(self.parts)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    lines = textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return lines or [first.rstrip()]


def _text_parts(parts: Sequence[Part]) -> list[str]:
    width = max((len(part.label) for part in parts if part.kind == "labelled"), default=0) + 2
    lines: list[str] = []
    for part in parts:
        if part.kind == "labelled":
            lines += _wrapped(part.text, "  " + part.label.ljust(width), " " * (width + 2))
        elif part.kind == "item":
            label = f"  {part.label}  "
            lines += _wrapped(part.text, label, " " * len(label))
        elif part.kind in ("code", "marked"):
            lines += ["    " + line for line in part.text.splitlines()]
        elif part.kind == "heading":
            lines += ["", *_wrapped(part.text, "  ", "     ")]
        else:
            lines += _wrapped(part.text, "  ", "  ")
    return lines


def rich(text: str) -> str:
    """Escaped text, with `code` between backticks and **bold** marked up."""
    pieces = html.escape(text).split("`")
    if len(pieces) % 2 == 0:
        return html.escape(text)
    for n in range(1, len(pieces), 2):
        pieces[n] = f"<code>{pieces[n]}</code>"
    return "".join(pieces)


def _set_off(line: str) -> str:
    """A line of `marked` text; the mark is a sign as well as a colour."""
    if not line.startswith(MARK):
        return html.escape(line)
    return f'<mark style="background:{ORANGE};color:#fff;padding:1px 2px">{html.escape(line)}</mark>'


def html_of(parts: Sequence[Part]) -> str:
    """The parts as HTML, without the headline."""
    out: list[str] = []
    previous = ""
    for part in parts:
        if part.kind != previous:
            out += [_CLOSE.get(previous, ""), _OPEN.get(part.kind, "")]
        out.append(_HTML[part.kind](part))
        previous = part.kind
    return "".join([*out, _CLOSE.get(previous, "")])


_OPEN = {
    "labelled": '<dl style="display:grid;grid-template-columns:max-content 1fr;gap:2px 12px;margin:4px 0">',
    "item": '<ul style="list-style:none;margin:4px 0;padding-left:4px">',
}
_CLOSE = {"labelled": "</dl>", "item": "</ul>"}
_HTML = {
    "labelled": lambda part: (
        f'<dt style="font-weight:bold;margin:0;white-space:nowrap">{html.escape(part.label)}</dt>'
        f'<dd style="margin:0;overflow-wrap:anywhere">{rich(part.text)}</dd>'
    ),
    "item": lambda part: f"<li><strong>{html.escape(part.label)}</strong> {rich(part.text)}</li>",
    "paragraph": lambda part: f'<p style="margin:4px 0">{rich(part.text)}</p>',
    "heading": lambda part: f'<p style="margin:10px 0 2px;font-weight:bold">{rich(part.text)}</p>',
    "marked": lambda part: (
        '<pre tabindex="0" style="margin:4px 0;padding:6px 8px;overflow-x:auto">'
        + "\n".join(map(_set_off, part.text.splitlines()))
        + "</pre>"
    ),
    "code": lambda part: (
        '<pre tabindex="0" style="margin:4px 0;padding:6px 8px;overflow-x:auto">'
        f"<code>{html.escape(part.text)}</code></pre>"
    ),
}
