"""`timeline(trace)`: what ran when, one bar for each model call and each tool call."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from clockhands.show.draw_sequence import as_trace
from clockhands.show.palette import GREY, LINE, MODEL, STOP, TOOL, Mark
from clockhands.show.picture import Picture
from clockhands.show.story import tell
from clockhands.show.svg import Canvas, text_width
from clockhands.show.timing import Times
from clockhands.show.words import count, fit, shorter
from clockhands.trace import Trace

__all__ = ["timeline"]

MOST = 30
LEFT, BARS, END = 40, 270, 830


@dataclass(frozen=True)
class _Bar:
    name: str
    kind: str
    start: float
    end: float
    mark: Mark | None = None
    ended: str = "ok"


def timeline(trace: Trace | Iterable[dict], unit: float | None = None) -> Picture:
    """One bar per model call and per tool call, to scale.

    unit: the step in seconds that times are rounded to; default 0.2 on the real clock, so that the drawing is
    the same each time it is made, and 0.001 on a virtual clock. Of more than 30 bars the first 30 are drawn.
    """
    trace = as_trace(trace)
    times = Times(trace, unit)
    bars = _bars(trace, times)
    shown = bars[:MOST]
    note = f"… {count(len(bars) - MOST, 'more bar')}" if len(bars) > MOST else ""
    alt = _alt(bars, times)
    return Picture(_text(shown, times, note), alt, _svg(shown, times, note, alt))


def _bars(trace: Trace, times: Times) -> list[_Bar]:
    marks = {id(call.execution): call.mark for call in tell(trace).calls if call.execution is not None}
    items = [(x.t0, 0, x) for x in trace.exchanges] + [
        (x.t0, 1, x) for x in trace.executions if x.ended != "denied"
    ]
    first = min((t0 for t0, _, _ in items), default=0.0)
    bars = []
    for t0, kind, x in sorted(items, key=lambda item: item[:2]):
        start, length = times.steps(t0 - first), times.steps(x.seconds)
        if kind == 0:
            ended = "ok" if x.error is None and x.status in (0, 200) else f"{x.status or 'no answer'}"
            bars.append(_Bar(f"model call {x.n}", "model", start, start + length, None, ended))
        else:
            bars.append(_Bar(x.tool, "tools", start, start + length, marks.get(id(x)), x.ended))
    return bars


def _spent(bar: _Bar, times: Times) -> str:
    ended = {"ok": "", "raise": "raised"}.get(bar.ended, bar.ended)
    return f"{times.say(bar.end - bar.start)} {ended}".strip()


def _whole(bars: list[_Bar]) -> float:
    return max((bar.end for bar in bars), default=0.0)


def _text(bars: list[_Bar], times: Times, note: str) -> str:
    lines = [f"timeline: {times.head()}"]
    whole, width = _whole(bars), 50
    for bar in bars:
        at = round(bar.start / whole * width) if whole else 0
        length = max(1, round((bar.end - bar.start) / whole * width)) if whole else 1
        at = min(at, width - length)
        sign = str(bar.mark) if bar.mark else "·" if bar.kind == "tools" else " "
        drawn = " " * at + ("█" if bar.kind == "model" else "▒") * length
        lines.append(f"{sign:<4} {shorter(bar.name, 22):<22} {drawn:<51}{_spent(bar, times)}")
    return "\n".join([*lines, note] if note else lines)


def _ticks(whole: float) -> list[float]:
    """Up to seven round numbers of seconds from 0 to `whole`."""
    if whole <= 0:
        return []
    power = 10.0 ** math.floor(math.log10(whole / 6))
    step = next(power * m for m in (1, 2, 5, 10) if whole / (power * m) <= 6)
    return [round(i * step, 6) for i in range(int(whole / step + 1e-9) + 1)]


def _svg(bars: list[_Bar], times: Times, note: str, alt: str) -> str:
    canvas = Canvas()
    canvas.text(LEFT, 36, "Timeline", size=17, weight=650)
    canvas.text(LEFT + 96, 36, times.head(), colour=GREY)
    whole, y = _whole(bars), 64.0
    bottom = y + 30 * len(bars)
    for seconds in _ticks(whole):
        x = BARS + (END - BARS) * seconds / whole
        canvas.line(x, y - 4, x, bottom, LINE, width=1)
        canvas.text(x, bottom + 18, f"{seconds:g} s", size=12, colour=GREY, anchor="middle")
    for bar in bars:
        colour = STOP if bar.ended != "ok" else MODEL if bar.kind == "model" else TOOL
        if bar.mark is not None:
            canvas.mark(LEFT + 8, y + 10, bar.mark)
        canvas.text(
            LEFT + 36, y + 14.5, shorter(bar.name, 24), size=12.5, mono=True, weight=600, colour=colour
        )
        x = BARS + (bar.start / whole if whole else 0) * (END - BARS)
        width = max(4.0, (bar.end - bar.start) / whole * (END - BARS) if whole else 4.0)
        canvas.bar(x, y, width, 20, colour)
        said = _spent(bar, times)
        room = text_width(said, 12.5) + 10
        inside = x + width + room > 945
        canvas.text(
            x + width - 8 if inside else x + width + 8,
            y + 14.5,
            said,
            size=12.5,
            weight=600,
            colour="#ffffff" if inside else colour,
            anchor="end" if inside else "start",
        )
        y += 30
    if note:
        canvas.text(LEFT + 36, bottom + 18, note, colour=GREY)
    return canvas.svg(bottom + 38, alt)


def _alt(bars: list[_Bar], times: Times) -> str:
    if not bars:
        return "An empty timeline: nothing ran."
    said = [
        f"{bar.name}{f' ({bar.mark.letter})' if bar.mark else ''} {_spent(bar, times)}" for bar in bars[:MOST]
    ]
    return f"Timeline of {times.head()}. {'; '.join(said)}. {_relation(bars, times)}".strip()


def _relation(bars: list[_Bar], times: Times) -> str:
    """The one thing to see: whether the tools ran together, and what a step then costs."""
    tools = [bar for bar in bars if bar.kind == "tools"]
    if len(tools) < 2:
        model = sum(bar.end - bar.start for bar in bars if bar.kind == "model")
        return f"Waiting for the model takes {times.say(model)} of it." if model else ""
    overlap = any(a.end > b.start and b.end > a.start for a in tools for b in tools if a is not b)
    total = sum(bar.end - bar.start for bar in tools)
    slowest = max(tools, key=lambda bar: bar.end - bar.start)
    if overlap:
        return (
            f"Tools run at the same time: their times add up to {times.say(total)}, "
            f"the slowest takes {times.say(slowest.end - slowest.start)}."
        )
    return f"Tools run one after another: they add up to {fit(times.say(total), 20)}."
