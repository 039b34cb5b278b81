"""The sequence as SVG: three lanes, numbered steps, a time bar at the bottom."""

from __future__ import annotations

from clockhands.show.palette import GREY, INK, MODEL, STOP, TOOL, USER
from clockhands.show.story import STOPPED, Call, Row, Story, together, verdict
from clockhands.show.svg import Canvas, text_width
from clockhands.show.timing import Times
from clockhands.show.words import arguments, columns, shorter

__all__ = ["draw_svg", "time_bar"]

WIDTH, LEFT, RIGHT = 960, 40, 920
APP, MODEL_X, TOOLS_X = 190, 590, 810
INNER = APP + 10
ROOM = MODEL_X - 10 - INNER
OKAY = (None, "end_turn", "tool_use", "stop_sequence")


def draw_svg(story: Story, head: str, times: Times | None, alt: str) -> str:
    """The whole drawing as an SVG document."""
    canvas = Canvas(WIDTH)
    canvas.text(LEFT, 40, story.title, size=19, weight=650, room=870)
    canvas.text(LEFT, 62, head, colour=GREY, room=870)
    lanes = ((APP, USER, "app · your code"), (MODEL_X, MODEL, "model"), (TOOLS_X, TOOL, "tools"))
    for x, colour, name in lanes:
        canvas.text(x, 100, name, size=14, weight=650, colour=colour, anchor="middle")
    drawing = _Drawing(canvas, times)
    for row in story.rows:
        drawing.row(row)
    bottom = drawing.y + 6
    for x, colour, _ in lanes:
        canvas.lane(x, 112, bottom, colour)
    if times is not None and times.segments():
        time_bar(canvas, times, bottom + 40)
        bottom += 56
    return canvas.svg(bottom + 22, alt)


class _Drawing:
    """Draws rows from the top down; `y` is where the next one begins."""

    def __init__(self, canvas: Canvas, times: Times | None):
        self.canvas, self.times, self.y, self.count = canvas, times, 118.0, 0
        self.sent: float | None = None
        self.waited: str = ""

    def row(self, row: Row) -> None:
        draw = {"send": self.send, "return": self.send, "check": self.check, "ask": self.ask, "run": self.run}
        draw |= {"reply": self.reply, "stop": self.stop}
        draw.get(row.label, self.note)(row)

    def tag(self, label: str, y: float) -> None:
        """The number in its circle and the subgoal label, on the line at y; a stop has a stop sign."""
        if label == "stop":
            self.canvas.octagon(58, y, STOP)
        else:
            self.count += 1
            self.canvas.number(58, y, self.count)
        self.canvas.text(78, y + 5, label, size=14, weight=600, colour=STOP if label == "stop" else INK)

    def send(self, row: Row) -> None:
        y = self.y + 22
        self.tag(row.label, y)
        self.on_arrow(y, row.text, USER, weight=500)
        self.canvas.arrow(APP + 8, MODEL_X - 8, y, USER)
        if row.exchange is not None and row.exchange.status:
            self.sent = y
            self.waited = self.times.say(row.exchange.seconds) if self.times is not None else ""
        self.y = y + 10
        for result in row.results:
            self.result(result)

    def result(self, result) -> None:
        y = self.y + 12
        colour = STOP if result.is_error or result.call is None else TOOL
        x = INNER + 35
        if result.call is None:
            self.canvas.octagon(INNER + 11, y, STOP)
        else:
            self.canvas.mark(INNER + 9, y, result.call.mark)
        text = result.text or "(empty)"
        text = f"error: {text}" if result.is_error else text
        text = f"{shorter(result.id, 16)} answers no call" if result.call is None else text
        self.canvas.text(x, y + 4.5, text, size=12.5, mono=True, weight=600, colour=colour, room=ROOM - 35)
        self.y = y + 10

    def waiting(self, y: float) -> None:
        """The bar on the model's lane from the last request to y, with how long the app waited."""
        if self.sent is not None:
            self.canvas.bar(MODEL_X - 5, self.sent, 10, max(8.0, y - self.sent), MODEL)
            if self.waited:
                self.canvas.text(MODEL_X + 14, (self.sent + y) / 2 + 4, self.waited, size=12.5, colour=MODEL)
        self.sent = None

    def ask(self, row: Row) -> None:
        self.y += 16
        if row.text:
            self.canvas.text(INNER, self.y + 14, f"“{row.text}”", room=ROOM)
            self.y += 22
        y = self.y + 14
        for index, call in enumerate(row.calls):
            self.chip(call, self.y)
            self.y += 28
            if index == 0:
                y = self.y + 3
                self.y = y + 6
        self.tag("ask", y)
        self.canvas.arrow(MODEL_X - 8, APP + 8, y, MODEL)
        self.waiting(y)
        if row.stop_reason:
            colour = MODEL if row.stop_reason in OKAY else STOP
            place, text = (INNER + 44, self.y + 12), f"stop_reason: {row.stop_reason}"
            self.canvas.text(*place, text, size=12.5, mono=True, weight=500, colour=colour, room=ROOM - 44)
            self.y += 18

    def chip(self, call: Call, y: float) -> None:
        self.canvas.mark(INNER + 9, y + 11, call.mark)
        name = shorter(call.name or "(no name)", 29)
        text = f"{name} {arguments(call.input, 41 - columns(name))}" if call.input else f"{name} {{}}"
        width = text_width(text, 12.5, mono=True) + 20
        self.canvas.box(INNER + 34, y, width, 22, MODEL)
        self.canvas.text(INNER + 44, y + 15.5, text, size=12.5, mono=True, weight=600, colour=MODEL)

    def check(self, row: Row) -> None:
        y = self.y + 26
        self.tag("check", y)
        if all(verdict(call) == "unwatched" for call in row.calls):
            self.canvas.text(INNER, y + 5, "your code decides: known? allowed? valid?", colour=USER)
        else:
            x = INNER + 9.0
            for call in row.calls:
                said = verdict(call)
                stopped = said in STOPPED
                start = 42 if stopped else 26
                width = start + text_width(said, 13, bold=stopped)
                style = {"colour": STOP if stopped else USER, "weight": 600 if stopped else 400}
                if x > INNER + 9 and x + width > MODEL_X - 10:
                    x, y = INNER + 9.0, y + 22
                self.canvas.mark(x, y, call.mark)
                for up in (-4, 4) if stopped else ():
                    self.canvas.line(x + 26, y + up, x + 34, y - up, STOP, width=2.4)
                self.canvas.text(x + start, y + 4.5, said, **style)
                x += width + 18
        self.y = y + 10

    def run(self, row: Row) -> None:
        y = self.y + 24
        self.tag("run", y)
        for index, call in enumerate(row.calls):
            watched = call.execution is not None
            bad = watched and call.execution.ended != "ok"
            self.canvas.arrow(APP + 8, TOOLS_X - 8, y, USER, dash="" if watched else "5 4")
            self.canvas.bar(TOOLS_X - 5, y - 7, 10, 14, STOP if bad else TOOL)
            self.canvas.plate(TOOLS_X - 72, y - 9, 40, 18)
            self.canvas.mark(TOOLS_X - 62, y, call.mark)
            said = self.ran(call, index == 0 and together(row.calls))
            self.canvas.text(TOOLS_X + 14, y + 4.5, said, size=12.5, colour=STOP if bad else TOOL)
            y += 20
        self.y = y - 8

    def ran(self, call: Call, first_of_several: bool) -> str:
        if call.execution is None:
            return "not watched"
        ended = {"ok": "", "raise": "raised"}.get(call.execution.ended, call.execution.ended)
        seconds = self.times.say(call.execution.seconds) if self.times is not None else ""
        return ", ".join(x for x in (seconds, ended, "together" if first_of_several else "") if x)

    def reply(self, row: Row) -> None:
        y = self.y + 42
        self.tag("reply", y)
        colour = MODEL if row.stop_reason in OKAY else STOP
        if row.stop_reason:
            self.on_arrow(y, row.stop_reason, colour, mono=True)
        self.canvas.arrow(MODEL_X - 8, APP + 8, y, colour)
        self.waiting(y)
        said = f"“{row.text}”" if row.text else "(no text)"
        self.lines(said, 4, y + 24, INK, 14)

    def stop(self, row: Row) -> None:
        y = self.y + (42 if row.exchange is not None else 26)
        self.tag("stop", y)
        if row.exchange is None:
            self.lines(row.text, 3, y + 5, STOP, 13)
            return
        self.on_arrow(y, row.text, STOP)
        self.canvas.arrow(MODEL_X - 8, APP + 8, y, STOP, dash="5 4")
        self.waiting(y)
        self.lines(row.detail, 6, y + 22, STOP, 13)

    def on_arrow(self, y: float, text: str, colour: str, *, weight: int = 600, mono: bool = False) -> None:
        """Text above the arrow between app and model."""
        place = (APP + MODEL_X) / 2, y - 8
        style = {"colour": colour, "weight": weight, "mono": mono, "anchor": "middle"}
        self.canvas.text(*place, text, room=ROOM - 20, **style)

    def note(self, row: Row) -> None:
        self.canvas.text(INNER, self.y + 26, row.text, colour=GREY, weight=600)
        self.canvas.text(58, self.y + 26, "…", colour=GREY, weight=600, anchor="middle")
        self.y += 34

    def lines(self, text: str, most: int, y: float, colour: str, size: float) -> None:
        self.y = self.canvas.lines(INNER, y, text, ROOM, most, size, colour=colour) - 8


def time_bar(canvas: Canvas, times: Times, y: float) -> None:
    """Where the time went, to scale, from left to right; a label stands where it has room."""
    colours = {"model": MODEL, "tools": TOOL, "app": GREY}
    segments = times.segments()
    whole = sum(segment.seconds for segment in segments)
    canvas.text(LEFT, y - 8, f"where the {times.say(whole)} went", size=12.5, colour=GREY)
    free = LEFT + text_width(f"where the {times.say(whole)} went", 12.5) + 8
    x = float(LEFT)
    labels = []
    for segment in segments:
        width = segment.seconds / whole * (RIGHT - LEFT)
        canvas.bar(x, y, max(2.0, width - 2), 10, colours[segment.kind], radius=min(5.0, width / 2))
        text = f"{segment.kind} {times.say(segment.seconds)}"
        half = text_width(text, 12.5, bold=True) / 2
        # Centred on its stretch, or moved right of the heading where the stretch is long enough.
        middle = max(x + width / 2, min(free + half + 8, x + width - half))
        labels.append((segment.kind != "tools", middle, half, text, colours[segment.kind]))
        x += width
    taken = [(0.0, free)]
    # Tools first: their stretches are the short ones, and the reader looks for them.
    for _, middle, half, text, colour in sorted(labels, key=lambda label: label[:2]):
        middle = min(max(middle, LEFT + half), RIGHT - half)
        if all(middle + half + 6 < a or middle - half - 6 > b for a, b in taken):
            canvas.text(middle, y - 8, text, size=12.5, weight=600, colour=colour, anchor="middle")
            taken.append((middle - half, middle + half))
