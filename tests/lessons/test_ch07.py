"""Chapter 7: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

from pathlib import Path

from clockhands import Script, clock
from clockhands.lessons.ch07 import CHAPTER
from clockhands.mock import call

from .exercise_cases import Case, Wrong, case_tests, cell_of, changed

ROOT = Path(__file__).resolve().parents[2]


SETUP = "\n".join(
    [
        "from clockhands import connect",
        "client, MODEL = connect(quiet=True)",
        cell_of(7, "setup"),
        cell_of(7, "endless"),
        "import anthropic, copy",
        'def text_of(reply):\n    return "".join(block.text for block in reply.content if block.type == "text")',
        "long_run = [ask]",
        "for _ in range(20):\n    one_round(endless, [pages], long_run)",
    ]
)


ROUND_CLOCK = changed("7.3", "clock.monotonic()", "__import__('time').monotonic()")

CASES = [
    Case(
        "7.1",
        passes="run_capped",
        setup=SETUP,
        wrong=[
            Wrong(
                "one too many",
                changed("7.1", "range(max_steps)", "range(max_steps + 1)"),
                names="one-request-too-many",
            ),
            Wrong(
                "one too few",
                changed("7.1", "range(max_steps)", "range(max_steps - 1)"),
                names="stops-too-early",
            ),
            Wrong(
                "success after the limit",
                changed("7.1", '"step_limit", text', '"success", text'),
                says="step_limit",
            ),
            Wrong(
                "never stops",
                changed("7.1", "for _ in range(max_steps):", "while True:"),
                names="never-stops",
            ),
        ],
    ),
    Case(
        "7.2",
        passes="run_on_budget",
        setup=SETUP,
        wrong=[
            Wrong(
                "input only",
                changed("7.2", " + reply.usage.output_tokens", ""),
                names="counts-half-the-tokens",
            ),
            Wrong(
                "output counted, input not",
                changed("7.2", "reply.usage.input_tokens + ", ""),
                names="counts-half-the-tokens",
            ),
            Wrong(
                "over the budget",
                changed("7.2", "while spent < token_budget", "while spent <= token_budget"),
                names="one-request-too-many",
            ),
            Wrong("wrong status", changed("7.2", '"budget", text', '"step_limit", text'), says="budget"),
        ],
    ),
    Case(
        "7.3",
        passes="run_until",
        setup=SETUP,
        wrong=[
            Wrong("its own clock", ROUND_CLOCK, names="reads-another-clock"),
            Wrong(
                "looks after sending",
                changed("7.3", "< deadline_s", "< deadline_s + 40"),
                names="one-request-too-many",
            ),
            Wrong("stops early", changed("7.3", "< deadline_s", "< deadline_s / 3"), names="stops-too-early"),
        ],
    ),
    Case(
        "7.4a",
        passes="repeats_call",
        wrong=[
            Wrong(
                "name only",
                "def repeats_call(history, limit):\n    return bool(history) and sum(n == history[-1][0] for n, _, _ in history) >= limit",
                names="ignores-the-arguments",
            ),
            Wrong("off by one", changed("7.4a", ">= limit", ">= limit - 1"), names="stops-too-early"),
            Wrong(
                "no empty history",
                changed("7.4a", "if not history:\n        return False\n", "\n"),
                says="IndexError",
            ),
        ],
    ),
    Case(
        "7.4b",
        passes="repeats_result",
        wrong=[
            Wrong(
                "ignores the result",
                "def repeats_result(history, limit):\n    last = [e[:2] for e in history[-limit:]]\n    return len(last) == limit and all(e == last[0] for e in last)",
                names="ignores-the-result",
            ),
            Wrong(
                "counts anywhere",
                "def repeats_result(history, limit):\n    return bool(history) and history.count(history[-1]) >= limit",
                names="counts-anywhere",
            ),
            Wrong(
                "too short a run",
                "def repeats_result(history, limit):\n    last = history[-limit:]\n    return all(e == last[0] for e in last)",
                names="stops-too-early",
            ),
        ],
    ),
    Case(
        "7.5a",
        passes="compact",
        wrong=[
            Wrong(
                "splits a turn",
                changed("7.5a", "messages[starts[-keep] :]]", "messages[starts[-keep] + 1 :]]"),
                names="splits-a-turn",
            ),
            Wrong(
                "no note",
                changed("7.5a", '[{"role": "user", "content": content}, ', "[messages[0], "),
                names="silent-gap",
            ),
            Wrong(
                "loses the question",
                changed("7.5a", '"text": messages[0]["content"]', '"text": "Go on."'),
                names="loses-the-question",
            ),
            Wrong(
                "changes its input",
                "def compact(messages, keep):\n    del messages[1:3]\n    return messages",
                names="changes-its-input",
            ),
        ],
    ),
    Case(
        "7.5b",
        passes="test_compact",
        setup=SETUP,
        wrong=[
            Wrong(
                "asserts nothing",
                "def test_compact(compact):\n    compact(copy.deepcopy(long_run), 3)",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "only the length",
                "def test_compact(compact):\n    assert len(compact(copy.deepcopy(long_run), 3)) < 41",
                names="test-lets-mutant-live",
            ),
            Wrong(
                "too strict",
                "def test_compact(compact):\n    assert compact(copy.deepcopy(long_run), 3)[0] == long_run[0]",
                names="test-refuses-right-code",
            ),
        ],
    ),
    Case(
        "7.6",
        passes="run_to_outcome",
        setup=SETUP,
        wrong=[
            Wrong(
                "lets the error out",
                changed("7.6", "except anthropic.APIError:", "except ZeroDivisionError:"),
                names="transcript-lost",
            ),
            Wrong("forgets the earlier messages", changed("7.6", "[*messages, {", "[{"), names="not-resent"),
            Wrong(
                "gives back the question only",
                changed("7.6", '"messages": messages}', '"messages": messages[:1]}'),
                names="transcript-lost",
            ),
            Wrong(
                "no status",
                "def run_to_outcome(client, tools, prompt, max_steps, messages=()):\n    return text_of",
                says="a dict",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def test_prediction_c_is_what_the_page_computes():
    names: dict = {}
    exec(SETUP, names)
    sent = []
    messages = [names["ask"]]
    for _ in range(20):
        sent.append(names["one_round"](names["endless"], [names["pages"]], messages).usage.input_tokens)
    answer = next(p for p in CHAPTER.predictions if p.id == "7.c").answer
    assert round(sum(sent) / (20 * sent[0])) == answer == 7


def test_a_virtual_clock_plays_a_deadline_at_once():
    """What 7.3 relies on: a tool that sleeps on the course's clock moves it, and no real time passes."""
    script = Script([call("wait")], "done")
    with clock.virtual() as moved:
        clock.sleep(40)
        assert moved.elapsed == 40
    assert script.left == 2
