"""The three lanes above a step: app, model and tools, and the arrow between the two that speak now."""

from __future__ import annotations

from html import escape

from clockhands.show.palette import MODEL, STOP, TOOL, USER
from clockhands.show.steps import Step

__all__ = ["lanes"]

WIDTH, HEIGHT = 760, 74
_X = {"app": 110, "model": 380, "tools": 650}
_COLOURS = {"app": USER, "model": MODEL, "tools": TOOL}
_NAMES = {"app": "app · your code", "model": "model", "tools": "tools"}
_HALF = 78
#: label -> (who speaks, to whom)
_WAY = {
    "send": ("app", "model"),
    "return": ("app", "model"),
    "ask": ("model", "app"),
    "reply": ("model", "app"),
    "check": ("app", "app"),
    "run": ("app", "tools"),
}

_FONT = "system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"


def lanes(step: Step) -> str:
    """An inline SVG. The sentence above it says the same, so it is hidden from screen readers."""
    start, end = _way(step)
    parts = [_lane(name, name in (start, end)) for name in _X]
    colour = STOP if step.label == "stop" else _COLOURS[start]
    marks = [call.mark for call in step.row.calls] or [r.call.mark for r in step.row.results if r.call]
    letters = "  ".join(str(mark) for mark in marks[:6]) + (" …" if len(marks) > 6 else "")
    parts.append(_arrow(start, end, colour, f"{step.label}  {letters}".strip()))
    return (
        f'<svg aria-hidden="true" viewBox="0 0 {WIDTH} {HEIGHT}" style="display:block;width:100%;'
        f'max-width:{WIDTH}px;height:auto;margin:6px 0" font-family="{_FONT}">{"".join(parts)}</svg>'
    )


def _way(step: Step) -> tuple[str, str]:
    if step.label == "stop":
        return ("model", "app") if step.row.exchange is not None else ("app", "app")
    return _WAY.get(step.label, ("app", "app"))


def _lane(name: str, active: bool) -> str:
    x, colour = _X[name], _COLOURS[name]
    fill, text = (colour, "#fff") if active else ("none", "currentColor")
    return (
        f'<line x1="{x}" y1="30" x2="{x}" y2="{HEIGHT}" stroke="{colour}" stroke-width="2"/>'
        f'<rect x="{x - _HALF}" y="2" width="{2 * _HALF}" height="28" rx="6" fill="{fill}" '
        f'stroke="{colour}" stroke-width="2"/>'
        f'<text x="{x}" y="21" text-anchor="middle" font-size="14" font-weight="600" fill="{text}">'
        f"{escape(_NAMES[name])}</text>"
    )


def _arrow(start: str, end: str, colour: str, label: str) -> str:
    """From lane to lane; a dot and the label beside it where nothing leaves the lane."""
    y, x1, x2 = HEIGHT - 10, _X[start], _X[end]
    if x1 == x2:
        return (
            f'<circle cx="{x1}" cy="{y - 4}" r="6" fill="{colour}"/>'
            f'<text x="{x1 + 14}" y="{y + 1}" font-size="14" fill="currentColor">{escape(label)}</text>'
        )
    step = 1 if x2 > x1 else -1
    x1, x2 = x1 + 6 * step, x2 - 4 * step
    middle = (_X["app"] + _X["model"]) / 2
    return (
        f'<line x1="{x1}" y1="{y}" x2="{x2 - 10 * step}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
        f'<path d="M {x2} {y} l {-12 * step} -6 l 0 12 z" fill="{colour}"/>'
        f'<text x="{middle:g}" y="{y - 8}" text-anchor="middle" font-size="14" fill="currentColor" '
        f'xml:space="preserve">{escape(label)}</text>'
    )
