"""Chapter 12, shapes and shortcuts: the checker behind the runner."""

from __future__ import annotations

from collections.abc import Callable

from .ch07_checks import STOPS_EARLY, STOPS_LATE
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import Calls, compared, result_of, scripted

CAP_IS_ANSWER = Misconception(
    "cap-is-answer",
    "At its cap the runner gives back a message that still asks; it is not an answer.",
    "Look at the `stop_reason` of the last message before you call it a success.",
)
OWN_LOOP = Misconception(
    "loop-without-runner",
    "The requests came from a loop of your own.",
    "Build a runner with `client.beta.messages.tool_runner(…)` and let it send them.",
)


def _runner_tools(seen: Calls) -> list:
    from anthropic import beta_tool

    def look_up(word: str) -> str:
        """Look up a word."""
        return f"{word}: found"

    return [beta_tool(seen.watch(look_up), name="look_up", description="Look up a word.")]


def _one_run(function: Callable, replies: list, steps: int, right: tuple, requests: int) -> Verdict | None:
    from ..client import transport_of

    seen = Calls()
    call = f"{getattr(function, '__name__', 'function')}(client, tools, 'A question?', {steps})"
    with scripted(*replies, cap=steps + 6, spinning="never-stops") as lab:
        yours = result_of(function, lab.client, _runner_tools(seen), "A question?", steps)
        sent, log = len(lab.requests), transport_of(lab.client).log
        by_runner = all("beta=true" in entry.path or "beta" in str(entry.headers) for entry in log)
    if sent != requests:
        named = STOPS_LATE if sent > requests else STOPS_EARLY
        return not_yet(call=f"{call}, its requests", yours=sent, expected=requests, misconception=named)
    yours = list(yours) if isinstance(yours, tuple) else yours
    named = None
    if isinstance(yours, list) and len(yours) == 2:
        if right[0] == "step_limit" and yours[0] == "success":
            named = CAP_IS_ANSWER
        elif yours[0] == right[0] and isinstance(yours[1], str) and yours[1] != right[1]:
            named = "first-block-only" if yours[1] in right[1] else None
    wrong = compared(call, yours, list(right), misconception=named)
    if wrong or by_runner:
        return wrong
    return not_yet(call=call, yours="plain requests", expected="requests of a runner", misconception=OWN_LOOP)


def _runs(function: Callable, cases: list) -> Verdict:
    for case in cases:
        wrong = _one_run(function, *case)
        if wrong:
            return wrong
    return passed(f"{len(cases)} runs, two of which did not end by themselves.")


def _asks(*words: str) -> list[list]:
    from ..mock import call

    return [[call("look_up", word=word)] for word in words]


def check_run_with_runner(run_with_runner: Callable) -> Verdict:
    from ..mock import Reply, text

    return _runs(
        run_with_runner,
        [
            (["At once."], 3, ("success", "At once."), 1),
            ([*_asks("one", "two"), ["In two ", "pieces."]], 5, ("success", "In two pieces."), 3),
            (_asks(*"abcdefghi"), 3, ("step_limit", ""), 3),
            ([Reply([text("Half a")], "max_tokens")], 3, ("max_tokens", "Half a"), 1),
        ],
    )


def hidden_run_with_runner(run_with_runner: Callable) -> Verdict:
    from ..mock import Reply, text

    return _runs(
        run_with_runner,
        [
            ([["Wait. ", *_asks("one")[0]], *_asks("two")], 2, ("step_limit", ""), 2),
            ([["Wait. ", *_asks("one")[0]]], 1, ("step_limit", "Wait. "), 1),
            ([*_asks("one"), Reply([text("No.")], "refusal")], 4, ("refusal", "No."), 2),
            ([*_asks("one"), "Done."], 2, ("success", "Done."), 2),
        ],
    )
