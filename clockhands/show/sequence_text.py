"""The sequence as text: three lanes in at most 100 columns."""

from __future__ import annotations

from clockhands.show.story import STOPPED, Call, Row, Story, together, verdict
from clockhands.show.timing import Times
from clockhands.show.words import arguments, columns, count, fit, shorter, wrapped

__all__ = ["draw_text"]

APP, MODEL, TOOLS, WIDTH = 12, 66, 82, 100


def draw_text(story: Story, head: str, times: Times | None) -> str:
    """The whole picture as lines of text."""
    lines = [fit(story.title, WIDTH), fit(head, WIDTH), ""]
    lines.append(_line([(APP - 3, "app · your code"), (MODEL - 2, "model"), (TOOLS - 2, "tools")], bare=True))
    number = 0
    for row in story.rows:
        number += row.label != "…"
        tag = f"{number:>2} {row.label}" if row.label != "…" else ""
        drawn = _DRAW.get(row.label, _note)(row, times)
        for index, places in enumerate(drawn):
            lines.append(_line([(0, tag), *places] if index == 0 else places))
    if times is not None:
        lines += ["", _where(times)]
    return "\n".join(lines)


def _line(places: list[tuple[int, str]], bare: bool = False) -> str:
    """Texts at their columns over the lanes; `places` run from left to right and do not overlap."""
    lane = [" "] * (WIDTH + 1)
    if not bare:
        for at in (APP, MODEL, TOOLS):
            lane[at] = "│"
    out, at = "", 0
    for start, text in places:
        text = fit(text, max(1, WIDTH - start))
        out += "".join(lane[at:start]) + text
        at = start + columns(text)
    return (out + "".join(lane[at:])).rstrip()


def _arrow(left: int, right: int, text: str, back: bool = False) -> tuple[int, str]:
    """An arrow between two lanes with `text` on it."""
    room = right - left - 1
    text = f" {fit(text, room - 6)} " if text else ""
    tail = "─" * (room - columns(text) - 3)
    return (left + 1, f"◀─{text}─{tail}" if back else f"──{text}{tail}▶")


def _send(row: Row, times: Times | None) -> list:
    first = [_arrow(APP, MODEL, row.text)]
    if times is not None and row.exchange is not None and row.exchange.status:
        first.append((MODEL + 2, times.say(row.exchange.seconds)))
    lines = [first]
    for result in row.results:
        who = str(result.call.mark) if result.call else f"? {shorter(result.id, 14)}"
        error = "error: " if result.is_error else ""
        text = f"{error}{result.text}" if result.text else "(empty)"
        lines.append([(APP + 3, f"{who}  {fit(text, MODEL - APP - 9)}")])
    return lines


def _ask(row: Row, times: Times | None) -> list:
    lines = [[_arrow(APP, MODEL, fit(row.text, 40), back=True)]]
    for call in row.calls:
        lines.append([(APP + 3, f"{call.mark} {_call(call, MODEL - APP - 8)}")])
    if row.stop_reason:
        lines.append([(APP + 3, f"stop_reason: {row.stop_reason}")])
    return lines


def _call(call: Call, room: int) -> str:
    name = shorter(call.name, room - 12)
    return (
        f"{name} {arguments(call.input, max(8, room - columns(name) - 1))}" if call.input else f"{name} {{}}"
    )


def _check(row: Row, times: Times | None) -> list:
    if all(verdict(call) == "unwatched" for call in row.calls):
        return [[(APP + 2, "your code decides: known? allowed? valid?")]]
    said = " · ".join(f"{call.mark} {'✖ ' * (verdict(call) in STOPPED)}{verdict(call)}" for call in row.calls)
    return [[(APP + 2, line)] for line in wrapped(said, MODEL - APP - 4, 3)]


def _run(row: Row, times: Times | None) -> list:
    lines = []
    for index, call in enumerate(row.calls):
        lines.append(
            [_arrow(APP, TOOLS, f"{call.mark} {shorter(call.name, 40)}"), (TOOLS + 2, _spent(call, times))]
        )
        if index == 0 and together(row.calls):
            lines[0][1] = (TOOLS + 2, f"{_spent(call, times)} together".strip())
    return lines


def _spent(call: Call, times: Times | None) -> str:
    if call.execution is None:
        return ""
    ended = (
        ""
        if call.execution.ended == "ok"
        else {"raise": "raised"}.get(call.execution.ended, call.execution.ended)
    )
    seconds = times.say(call.execution.seconds) if times is not None else ""
    return f"{seconds} {ended}".strip()


def _reply(row: Row, times: Times | None) -> list:
    lines = [[_arrow(APP, MODEL, row.stop_reason or "", back=True)]]
    said = f"“{row.text}”" if row.text else "(no text)"
    return lines + [[(APP + 3, line)] for line in wrapped(said, MODEL - APP - 5, 4)]


def _stop(row: Row, times: Times | None) -> list:
    if row.exchange is None:
        return [
            [(APP + 2, f"✖ {line}" if i == 0 else line)] for i, line in enumerate(wrapped(row.text, 46, 3))
        ]
    lines = [[_arrow(APP, MODEL, f"✖ {row.text}", back=True)]]
    return lines + [[(APP + 3, line)] for line in wrapped(row.detail, MODEL - APP - 5, 6) if line]


def _note(row: Row, times: Times | None) -> list:
    return [[(APP + 2, row.text)]]


_DRAW = {
    "send": _send,
    "return": _send,
    "ask": _ask,
    "check": _check,
    "run": _run,
    "reply": _reply,
    "stop": _stop,
}


def _where(times: Times) -> str:
    """Where the time went, in words, at most one line."""
    totals: dict[str, float] = {}
    for segment in times.segments():
        totals[segment.kind] = totals.get(segment.kind, 0.0) + segment.seconds
    said = ", ".join(f"{kind} {times.say(seconds)}" for kind, seconds in totals.items())
    calls = count(len(times.trace.exchanges), "model call")
    return fit(f"where the time went: {said or 'too little to tell'} ({calls})", WIDTH)
