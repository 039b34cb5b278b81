"""`timeline(trace)`: what ran when, one bar per model call and tool call; several runs on one scale."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from clockhands.show.draw_sequence import as_trace
from clockhands.show.palette import GREY, LINE, MODEL, PAPER, STOP, TOOL, Mark
from clockhands.show.picture import Picture
from clockhands.show.story import tell
from clockhands.show.svg import Canvas, text_width
from clockhands.show.timing import Times
from clockhands.show.words import count, fit, shorter
from clockhands.trace import Trace

__all__ = ["compare_timelines", "timeline"]

MOST = 30
LEFT, BARS, END, EDGE = 40, 270, 830, 945


@dataclass(frozen=True)
class _Bar:
    name: str
    kind: str
    start: float
    end: float
    mark: Mark | None = None
    ended: str = "ok"


@dataclass(frozen=True)
class _Panel:
    """One run: its name, its bars and its times."""

    name: str
    bars: list[_Bar]
    times: Times

    @property
    def shown(self) -> list[_Bar]:
        return self.bars[:MOST]

    @property
    def whole(self) -> float:
        return max((bar.end for bar in self.bars), default=0.0)

    @property
    def head(self) -> str:
        return self.times.head(None if self.times.exact else self.whole)

    @property
    def note(self) -> str:
        return f"… {count(len(self.bars) - MOST, 'more bar')}" if len(self.bars) > MOST else ""


def timeline(trace: Trace | Iterable[dict], unit: float | None = None) -> Picture:
    """One bar per model call and per tool call, to scale.

    unit: the step in seconds that times are rounded to; default 0.2 on the real clock, so that the drawing is
    the same each time it is made, and 0.001 on a virtual clock. Of more than 30 bars the first 30 are drawn.
    """
    return _picture([_panel("Timeline", as_trace(trace), unit)])


def compare_timelines(traces: Mapping[str, Trace], unit: float | None = None) -> Picture:
    """name -> trace, under each other on one scale: a longer bar is a longer wait. unit as in `timeline`."""
    if not traces:
        raise ValueError('no traces given; pass something like {"one by one": first, "together": second}')
    return _picture([_panel(name, as_trace(trace), unit) for name, trace in traces.items()])


def _picture(panels: list[_Panel]) -> Picture:
    whole = max(panel.whole for panel in panels)
    alt = " ".join(_alt(panel) for panel in panels)
    if len(panels) > 1:
        longest = max(panels, key=lambda panel: panel.whole)
        alt += f" The longest is {longest.name}."
    text = "\n\n".join(_text(panel, whole) for panel in panels)
    return Picture(text, alt, _svg(panels, whole, alt))


def _panel(name: str, trace: Trace, unit: float | None) -> _Panel:
    times = Times(trace, unit)
    marks = {id(call.execution): call.mark for call in tell(trace).calls if call.execution is not None}
    ran = [x for x in trace.executions if x.ended != "denied"]
    items = [(x.t0, 0, x) for x in trace.exchanges] + [(x.t0, 1, x) for x in ran]
    bars: list[_Bar] = []
    ends: list[tuple[float, float]] = [(min((t0 for t0, _, _ in items), default=0.0), 0.0)]
    for t0, kind, x in sorted(items, key=lambda item: item[:2]):
        # A bar begins after the last thing that had ended by then, plus the pause in whole steps: so the few
        # milliseconds between things never add up to a step that is there on one machine only.
        since, place = max(end for end in ends if end[0] <= t0)
        start = place + times.steps(t0 - since)
        end = start + times.steps(x.seconds)
        ends.append((x.t1, end))
        if kind:
            bars.append(_Bar(x.tool, "tools", start, end, marks.get(id(x)), x.ended))
        else:
            ended = "ok" if x.error is None and x.status in (0, 200) else str(x.status or "no answer")
            bars.append(_Bar(f"model call {x.n}", "model", start, end, None, ended))
    return _Panel(name, _in_call_order(bars), times)


def _in_call_order(bars: list[_Bar]) -> list[_Bar]:
    """Tools that begin together, in the order of their calls: which thread comes first is chance."""
    groups = itertools.groupby(bars, key=lambda bar: (bar.kind, bar.start))
    return [bar for _, group in groups for bar in sorted(group, key=_place)]


def _place(bar: _Bar) -> tuple[int, str]:
    return (len(bar.mark.letter), bar.mark.letter) if bar.mark else (0, "")


def _spent(bar: _Bar, times: Times) -> str:
    ended = {"ok": "", "raise": "raised"}.get(bar.ended, bar.ended)
    return f"{times.say(bar.end - bar.start)} {ended}".strip()


def _text(panel: _Panel, whole: float, width: int = 50) -> str:
    lines = [f"{fit(panel.name, 60)}: {panel.head}"]
    for bar in panel.shown:
        length = max(1, round((bar.end - bar.start) / whole * width)) if whole else 1
        at = min(round(bar.start / whole * width) if whole else 0, width - length)
        sign = str(bar.mark) if bar.mark else "·" if bar.kind == "tools" else " "
        drawn = " " * at + ("█" if bar.kind == "model" else "▒") * length
        lines.append(f"{sign:<4} {shorter(bar.name, 22):<22} {drawn:<51}{_spent(bar, panel.times)}")
    return "\n".join([*lines, panel.note] if panel.note else lines)


def _svg(panels: list[_Panel], whole: float, alt: str) -> str:
    canvas, y = Canvas(), 14.0
    for panel in panels:
        name = fit(panel.name, 400, partial(text_width, size=16, bold=True))
        canvas.text(LEFT, y + 22, name, size=16, weight=650)
        beside = LEFT + text_width(name, 16, bold=True) + 16
        canvas.text(beside, y + 22, panel.head, colour=GREY)
        top = y + 42
        y = top + 30 * len(panel.shown)
        for seconds in _ticks(whole):
            x = BARS + (END - BARS) * seconds / whole
            canvas.line(x, top - 4, x, y, LINE, width=1)
            canvas.text(x, y + 16, f"{seconds:g} s", size=12, colour=GREY, anchor="middle")
        for index, bar in enumerate(panel.shown):
            _draw_bar(canvas, bar, panel.times, whole, top + 30 * index)
        if panel.note:
            canvas.text(LEFT + 36, y + 16, panel.note, colour=GREY)
        y += 30
    return canvas.svg(y + 8, alt)


def _draw_bar(canvas: Canvas, bar: _Bar, times: Times, whole: float, y: float) -> None:
    colour = STOP if bar.ended != "ok" else MODEL if bar.kind == "model" else TOOL
    if bar.mark is not None:
        canvas.mark(LEFT + 8, y + 10, bar.mark)
    name = shorter(bar.name, 24)
    canvas.text(LEFT + 36, y + 14.5, name, size=12.5, mono=True, weight=600, colour=colour, room=190)
    scale = (END - BARS) / whole if whole else 0.0
    x, width = BARS + bar.start * scale, max(4.0, (bar.end - bar.start) * scale)
    canvas.bar(x, y, width, 20, colour)
    said = _spent(bar, times)
    end = x + width
    if end + text_width(said, 12.5, bold=True) + 10 > EDGE:
        canvas.text(end - 8, y + 14.5, said, size=12.5, weight=600, colour=PAPER, anchor="end")
    else:
        canvas.text(end + 8, y + 14.5, said, size=12.5, weight=600, colour=colour)


def _ticks(whole: float) -> list[float]:
    """Up to seven round numbers of seconds from 0 to `whole`."""
    if whole <= 0:
        return []
    power = 10.0 ** math.floor(math.log10(whole / 6))
    step = next((power * m for m in (1, 2, 5, 10) if whole / (power * m) <= 6), power * 10)
    return [round(i * step, 6) for i in range(int(whole / step + 1e-9) + 1)]


def _alt(panel: _Panel) -> str:
    if not panel.bars:
        return f"{panel.name}: empty, nothing ran."
    said = []
    for bar in panel.shown:
        call = f" (call {bar.mark.letter})" if bar.mark else ""
        said.append(f"{bar.name}{call} {_spent(bar, panel.times)}")
    return f"{panel.name}, {panel.head}: {'; '.join(said)}. {_relation(panel)}".strip()


def _relation(panel: _Panel) -> str:
    """The one thing to see: whether the tools ran together, and what a step then costs."""
    tools, say = [bar for bar in panel.bars if bar.kind == "tools"], panel.times.say
    if len(tools) < 2:
        model = sum(bar.end - bar.start for bar in panel.bars if bar.kind == "model")
        return f"Waiting for the model takes {say(model)} of it." if model else ""
    total = say(sum(bar.end - bar.start for bar in tools))
    if any(a.end > b.start and b.end > a.start for a in tools for b in tools if a is not b):
        slowest = say(max(bar.end - bar.start for bar in tools))
        return f"Tools run at the same time: they add up to {total}, the slowest takes {slowest}."
    return f"Tools run one after another: they add up to {total}."
