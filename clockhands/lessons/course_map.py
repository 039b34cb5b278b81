"""The course map: a row for each chapter, with its exercises as squares, its points, and where you are."""

from __future__ import annotations

import html
from collections.abc import Sequence

from . import chapters
from .standing import Standing

__all__ = ["as_html", "link"]

_CELL = "padding:2px 14px 2px 0;text-align:left;vertical-align:top"


def as_html(stands: Sequence[Standing], next_number: int | None) -> str:
    """The table. next_number: the chapter to go on with, which is marked."""
    head = "".join(
        f'<th scope="col" style="{_CELL}">{name}</th>'
        for name in ("", "Chapter", "Exercises", "Points", "State")
    )
    rows = "".join(_row(standing, standing.number == next_number) for standing in stands)
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse;margin:4px 0;font-size:inherit">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def link(number: int, words: str) -> str:
    """`words` as a link to the chapter's notebook, which lies beside this one; else words alone."""
    if number >= len(chapters.NOTEBOOKS):
        return html.escape(words)
    return f'<a href="{chapters.NOTEBOOKS[number]}.ipynb">{html.escape(words)}</a>'


def _row(standing: Standing, is_next: bool) -> str:
    title = link(standing.number, standing.title) if standing.there else html.escape(standing.title)
    cells = [
        f"{standing.number:02d}",
        title,
        _squares(standing),
        _points(standing),
        _state(standing, is_next),
    ]
    weight = ";font-weight:bold" if is_next else ""
    return "<tr>" + "".join(f'<td style="{_CELL}{weight}">{cell}</td>' for cell in cells) + "</tr>"


def _squares(standing: Standing) -> str:
    """A filled square for each exercise passed, an empty one for each left; the words say the same."""
    done, left = len(standing.passed), len(standing.open)
    if not done + left:
        return ""
    drawn = f'<span aria-hidden="true" style="letter-spacing:2px">{"■" * done}{"□" * left}</span>'
    return f"{drawn} {done} of {done + left}"


def _points(standing: Standing) -> str:
    return f"{standing.points} of {standing.most}" if standing.there else ""


def _state(standing: Standing, is_next: bool) -> str:
    if not standing.there:
        return "not there yet"
    if standing.finished:
        return "✓ finished"
    if is_next:
        return "► next"
    return "begun" if standing.passed else ""
