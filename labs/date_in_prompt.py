"""The facts page: date in the prompt or a tool? Tokens, round trips and staleness on the same questions.

    python labs/date_in_prompt.py          all of it, question by question

A conversation of a shop in Tokyo begins ten minutes before midnight, on a frozen clock. The same questions
are asked at once, 20 minutes later and a day later: with the date in the prompt in four forms, with a tool,
with both. Requests and tokens are counted on real exchanges with the offline toy model. Its tokens are
estimates; what it answers shows what a request *holds*, not how good a real model is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from clockhands import Tool, clock, connect, record, run
from clockhands.show import Chart, Picture, heat_map
from clockhands.tools import CLOCK_TOOLS, PromptTemplate, from_utc, timezone_variable

START = "2026-11-05T23:50:00+09:00"
ZONE = "Asia/Tokyo"
ABOUT = "You are the assistant of a shop in Tokyo. Be brief and friendly."
#: name -> what the prompt says about time, and whether the clock tool is offered.
WAYS = {
    "date": ("Today is {current_day}, {current_date} (Asia/Tokyo).", False),
    "date and time": ("Now: {current_datetime} (Asia/Tokyo).", False),
    "date and time, dynamic": ("Now: {current_datetime dynamic} (Asia/Tokyo).", False),
    "calendar of 14 days": ("Asia/Tokyo:\n{calendar}", False),
    "tool": ("", True),
    "date, dynamic, and tool": ("Today is {current_day dynamic}, {current_date dynamic} (Asia/Tokyo).", True),
}
QUESTIONS = {
    "date": "What is today's date?",
    "weekday": "Which day of the week is it?",
    "time": "What time is it?",
    "in London": "What time is it in Europe/London?",
    "no time": "Thank you, that was helpful.",
}
AGES = {"at once": 0, "20 min on": 20, "a day on": 24 * 60}
_GET_TIME = [tool for tool in CLOCK_TOOLS if tool.name == "get_time"]
_ORDERS = Tool(
    "list_orders",
    "The orders of a customer, newest first. Use it for any question about orders.",
    {"type": "object", "properties": {"customer": {"type": "string"}}, "required": ["customer"]},
    lambda customer: "[]",
)
_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905


@dataclass(frozen=True)
class Fact:
    """One question, asked one way. requests; tokens_in; reply; behind: minutes the reply is behind the truth,
    None when it tells no time and no date."""

    requests: int
    tokens_in: int
    reply: str
    behind: int | None

    @property
    def verdict(self) -> str:
        """right, stale or no answer."""
        return "no answer" if self.behind is None else "stale" if self.behind else "right"


@cache
def measure(way: str, question: str, age: int = 0, other_tools: bool = False) -> Fact:
    """Ask `question` (a key of QUESTIONS) `age` minutes after the conversation began.

    other_tools: the app offers another tool as well, so that the price of having tools at all is paid anyway.
    """
    line, with_tool = WAYS[way]
    tools = [*(_GET_TIME if with_tool else []), *([_ORDERS] if other_tools else [])]
    client, _ = connect(quiet=True)
    with clock.frozen(START), timezone_variable(ZONE):
        prompt = PromptTemplate(f"{ABOUT}\n{line}".strip())
        prompt()  # the conversation begins: what is not dynamic is fixed from here on
        clock.advance(60 * age)
        with record(client) as trace:
            reply = run(client, tools, QUESTIONS[question], system=prompt(), state_date=False).text
        return Fact(len(trace.exchanges), trace.tokens_in, reply, _behind(reply, question))


def _behind(reply: str, question: str) -> int | None:
    zone = "Europe/London" if "London" in question else ZONE
    now = datetime.fromisoformat(from_utc(clock.now().isoformat(), zone).replace("Z", "+00:00"))
    day, time = _date_in(reply), re.search(r"\b(\d\d):(\d\d)", reply)
    if question in ("time", "in London"):
        if not time or re.search(r"\b(?:can't|cannot|no tool)\b", reply):
            return None
        told = (day or now).replace(hour=int(time[1]), minute=int(time[2]), tzinfo=now.tzinfo)
        return round((now - told) / timedelta(minutes=1))
    return (now.date() - day.date()).days * 24 * 60 if day else None


def _date_in(text: str) -> datetime | None:
    iso = re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", text)
    if iso:
        return datetime(int(iso[1]), int(iso[2]), int(iso[3]))
    long = re.search(rf"\b(\d\d?) ({'|'.join(_MONTHS)}) (\d{{4}})\b", text)
    return datetime(int(long[3]), _MONTHS.index(long[2]) + 1, int(long[1])) if long else None


def facts(question: str, other_tools: bool = False) -> str:
    """Every way side by side for one question, as text."""
    ages = "".join(f"{name:>15}" for name in AGES)
    lines = [f"{QUESTIONS[question]!r}", f"  {'':23} requests  tokens in{ages}"]
    for way in WAYS:
        first = measure(way, question, 0, other_tools)
        found = [measure(way, question, age, other_tools) for age in AGES.values()]
        said = "".join(f"{_said(fact):>15}" for fact in found) if question != "no time" else ""
        lines.append(f"  {way:23} {first.requests:8} {first.tokens_in:10}{said}")
    return "\n".join(
        lines if question != "no time" else [lines[0], f"  {'':23} requests  tokens in", *lines[2:]]
    )


def _said(fact: Fact) -> str:
    if not fact.behind:
        return fact.verdict
    return f"{fact.behind // 1440} d behind" if fact.behind % 1440 == 0 else f"{fact.behind} min behind"


def tokens(other_tools: bool = False) -> Picture:
    """Input tokens until the reply: every way against every question."""
    values = [[measure(way, q, 0, other_tools).tokens_in for q in QUESTIONS] for way in WAYS]
    beside = ", beside another tool" if other_tools else ""
    return heat_map(
        values, list(WAYS), list(QUESTIONS), f"Input tokens until the reply{beside} (estimated)", low=0
    )


def staleness(question: str = "time") -> Picture:
    """How far behind the reply is, by the age of the conversation."""
    found = [[measure(way, question, age).behind for age in AGES.values()] for way in WAYS]
    values = [[float("nan") if minutes is None else minutes for minutes in row] for row in found]
    title = f"{QUESTIONS[question]} Minutes behind (blank: no answer)"
    return heat_map(values, list(WAYS), list(AGES), title, low=0, high=24 * 60)


def per_question(way: str, share: float, other_tools: bool = False) -> float:
    """Input tokens per question when `share` of the questions ask for the date and the others do not."""
    about, other = (measure(way, question, 0, other_tools).tokens_in for question in ("date", "no time"))
    return share * about + (1 - share) * other


def mix(other_tools: bool = False) -> Picture:
    """Input tokens per question against the share of questions about the date."""
    ways = ("date", "calendar of 14 days", "tool")
    lines = {way: [(n / 10, per_question(way, n / 10, other_tools)) for n in range(11)] for way in ways}
    chart = Chart(
        "Tokens per question, as more of them are about the date",
        x=(0, 1),
        y=(0, max(y for points in lines.values() for _, y in points) * 1.15),
        x_label="share of questions about the date",
        y_label="input tokens per question",
        x_form=lambda x: f"{x:.0%}",
        note="estimated · " + ("another tool is offered anyway" if other_tools else "no other tools"),
    )
    for series, (way, points) in enumerate(lines.items()):
        chart.line(points, way, (2, 0, 3)[series])
    said = "; ".join(f"{way}: {points[0][1]:,.0f} to {points[-1][1]:,.0f}" for way, points in lines.items())
    return chart.picture(f"The tool's line lies highest and rises, the others are level. {said}.", said)


def times_as_many(question: str = "date") -> float:
    """How many times the tokens of the date line the tool takes for one question."""
    return measure("tool", question).tokens_in / measure("date", question).tokens_in


def main() -> int:
    """Print the page."""
    print("Estimated tokens, toy model: what a request holds decides what can be answered.\n")
    for question in QUESTIONS:
        print(facts(question) + "\n")
    for other_tools in (False, True):
        print(f"per question, none to all about the date, other tools: {'yes' if other_tools else 'no'}")
        print(f"  {mix(other_tools)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
