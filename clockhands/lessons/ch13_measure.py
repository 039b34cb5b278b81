"""Chapter 13: measuring a run. The page's own `times` and `judge`, and `pass_hat`, as its text uses them."""

from __future__ import annotations

import re
from itertools import pairwise
from math import comb

from ..trace import Trace

__all__ = ["judge", "pass_hat", "results_of", "said_last", "step_seconds", "times"]

_TIME = re.compile(r"(?<![\d:+-])(\d\d):(\d\d)")


def times(text: str) -> set[str]:
    """The clock times in a text as HH:MM; an offset such as +09:00 is none.

    >>> sorted(times("23:10:15, so 2026-11-05T23:10:15+09:00; UTC 14:10"))
    ['14:10', '23:10']
    """
    return {f"{hour}:{minute}" for hour, minute in _TIME.findall(text)}


def results_of(messages: list[dict]) -> list[str]:
    """The content of every tool result in a transcript that is no error, as text."""
    blocks = [b for m in messages if isinstance(m["content"], list) for b in m["content"]]
    return [str(b["content"]) for b in blocks if b["type"] == "tool_result" and not b.get("is_error")]


def said_last(messages: list[dict]) -> str:
    """The text of the last message."""
    content = messages[-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(block["text"] for block in content if block["type"] == "text")


def judge(messages: list[dict], expected: str) -> str:
    """A transcript and the golden time (HH:MM): skipped, no answer, invented, slip or right."""
    said, results = times(said_last(messages)), results_of(messages)
    if not results:
        return "skipped"
    if not said:
        return "no answer"
    if said - times(" ".join(results)):
        return "invented"
    return "right" if expected in said else "slip"


def pass_hat(results: dict[str, list[bool]], k: int) -> float:
    """pass^k: the chance that k runs drawn from a question's runs all passed, averaged over the questions.

    >>> pass_hat({"Tokyo": [True, True, False, True], "Lima": [True] * 4}, 2)
    0.75
    """
    shares = [comb(sum(runs), k) / comb(len(runs), k) for runs in results.values()]
    return sum(shares) / len(shares)


def step_seconds(trace: Trace) -> list[float]:
    """Seconds of each step of a run: from one send to the next, and from the last one to the end."""
    marks = [exchange.t0 for exchange in trace.exchanges]
    end = max((x.t1 for x in [*trace.exchanges, *trace.executions]), default=0.0)
    return [after - before for before, after in pairwise([*marks, end])]
