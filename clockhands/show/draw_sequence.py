"""`sequence(trace)`: who said what to whom, as three lanes: app, model, tools."""

from __future__ import annotations

from collections.abc import Iterable

from clockhands.show.picture import Picture
from clockhands.show.sequence_svg import draw_svg
from clockhands.show.sequence_text import draw_text
from clockhands.show.story import Row, Story, tell, together, verdict
from clockhands.show.timing import Times
from clockhands.show.words import count, fit, joined
from clockhands.trace import Trace

__all__ = ["as_trace", "say", "sequence", "subtitle"]

MOST = 12


def sequence(trace: Trace | Iterable[dict], unit: float | None = None) -> Picture:
    """Three lanes, app, model and tools, with the steps *send, ask, check, run, return, reply*.

    trace: a `Trace` or a list of messages. unit: the step in seconds that times are rounded to; without it a
    run measured on the real clock shows no times, so that a drawing is the same each time, however busy the
    machine; a run on a virtual clock shows milliseconds. More than 12 model calls: the middle ones are
    counted, not drawn.
    """
    trace = as_trace(trace)
    story = tell(trace)
    timed = unit is not None or trace.exact
    times = Times(trace, unit) if timed and trace.elapsed > 0 else None
    story.rows = _without_the_middle(story.rows)
    head = subtitle(story, times)
    alt = _alt(story, head)
    return Picture(draw_text(story, head, times), alt, draw_svg(story, head, times, alt))


def as_trace(trace: Trace | Iterable[dict]) -> Trace:
    """A trace as it is; a list of messages as a trace; TypeError for anything else."""
    if isinstance(trace, Trace):
        return trace
    if isinstance(trace, (str, bytes, dict)) or not hasattr(trace, "__iter__"):
        raise TypeError(f"pass a Trace or a list of messages, not {type(trace).__name__}")
    return Trace.from_messages(trace)


def subtitle(story: Story, times: Times | None) -> str:
    """`2 model calls · 2 tool calls in one step · 1,312 tokens in, 118 out · 1.24 s`."""
    trace = story.trace
    asks = [row for row in story.rows if row.label == "ask"]
    parts = [count(sum(1 for x in trace.exchanges if x.status or x.error), "model call")]
    if story.calls:
        one_step = " in one step" if len(asks) == 1 and len(story.calls) > 1 else ""
        parts.append(count(len(story.calls), "tool call") + one_step)
        denied = sum(verdict(call) in ("denied", "not run") for call in story.calls)
        parts += [f"{denied} not run"] if denied else []
    if trace.tokens_in or trace.tokens_out:
        parts.append(f"{trace.tokens_in:,} tokens in, {trace.tokens_out:,} out")
    if times is not None:
        parts.append(times.head())
    return " · ".join(parts)


def _without_the_middle(rows: list[Row]) -> list[Row]:
    starts = [i for i, row in enumerate(rows) if row.label in ("send", "return")]
    if len(starts) <= MOST:
        return rows
    first, last = starts[MOST // 2], starts[-(MOST // 2)]
    dropped = sum(first <= i < last for i in starts)
    note = Row("…", f"{count(dropped, 'more model call')}, the same way")
    note.results, note.calls = [], []
    return [*rows[:first], note, *rows[last:]]


def _alt(story: Story, head: str) -> str:
    parts = [f"Three lanes: app, model, tools. {fit(story.title, 120)} {head}."]
    for number, row in enumerate(story.rows, start=1):
        parts.append(f"{number} {row.label}: {say(row)}")
    return " ".join(parts)


def say(row: Row) -> str:
    if row.label in ("send", "return"):
        answers = joined([f"{r.call.mark.letter}" if r.call else "an unknown call" for r in row.results])
        return f"the app sends the model {row.text}" + (f", answering {answers}." if answers else ".")
    if row.label == "ask":
        asked = joined([f"{fit(c.name, 64) or 'no name'} (call {c.mark.letter})" for c in row.calls])
        return f"the model asks the app for {asked}."
    if row.label == "check":
        return "the app decides about " + joined([f"{c.mark.letter} ({verdict(c)})" for c in row.calls]) + "."
    if row.label == "run":
        at_once = " at the same time" if together(row.calls) else ""
        return f"the app runs {joined([c.mark.letter for c in row.calls])}{at_once}."
    if row.label == "reply":
        reason = f" ({row.stop_reason})" if row.stop_reason else ""
        return f"the model replies{reason}: {fit(row.text, 160) or 'nothing'}"
    return fit(f"{row.text}{': ' if row.detail else ''}{row.detail}", 240)
