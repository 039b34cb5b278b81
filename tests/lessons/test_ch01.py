"""Chapter 1: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

from pathlib import Path

from clockhands.lessons.ch01 import CHAPTER

from .exercise_cases import Case, Wrong, case_tests, cell_of, changed, run_cell

ROOT = Path(__file__).resolve().parents[2]


SETUP = "from clockhands import connect\nclient, MODEL = connect(quiet=True)\n" + cell_of(
    1, "stale-assistant"
)


def choices(**wrong: str) -> str:
    right = {"A": "prompt", "B": "tool", "C": "tool", "D": "prompt", "E": "tool", "F": "prompt"}
    return f"choices = {right | wrong!r}"


CASES = [
    Case(
        "1.1",
        passes="date_line",
        wrong=[
            Wrong(
                "with the time",
                changed("1.1", "in {now.tzinfo}", "{now:%H:%M}, in {now.tzinfo}"),
                names="time-in-the-prompt",
            ),
            Wrong("no zone", changed("1.1", ", in {now.tzinfo}", ""), names="no-zone"),
            Wrong("no weekday", changed("1.1", "{now:%A}, ", ""), names="no-weekday"),
            Wrong(
                "hard-coded",
                "def date_line(now):\n    return 'Today is Thursday, 5 November 2026, in Asia/Tokyo.'",
                says="2027",
            ),
            Wrong("prints", "def date_line(now):\n    print(now)", names="prints-instead-of-returns"),
        ],
    ),
    Case(
        "1.2",
        passes="make_assistant",
        setup=SETUP,
        wrong=[
            Wrong("stale", "make_assistant = stale_assistant", says="STABLE first"),
            Wrong(
                "read once",
                """
def make_assistant(client, now):
    moment = now()
    def answer(question):
        line = f"Today is {moment:%A}, {moment.day} {moment:%B %Y}, in {moment.tzinfo}."
        reply = client.messages.create(model=MODEL, max_tokens=200, system=STABLE + line, messages=[{"role": "user", "content": question}])
        return "".join(b.text for b in reply.content if b.type == "text")
    return answer
""",
                names="stale-date",
            ),
            Wrong(
                "date first",
                changed("1.2", 'STABLE + "\\n\\n" + line', 'line + "\\n\\n" + STABLE'),
                names="date-before-the-stable-part",
            ),
            Wrong(
                "its own clock",
                changed(
                    "1.2",
                    "moment = now()",
                    "from datetime import datetime, timezone\n        moment = datetime(2020, 1, 1, tzinfo=timezone.utc)",
                ),
                names="own-clock",
            ),
            Wrong("no function", "def make_assistant(client, now):\n    return 'hello'", says="a function"),
        ],
    ),
    Case(
        "1.3",
        passes="choices",
        wrong=[
            Wrong("a tool for a weekday", choices(A="tool"), names="tool-for-a-day"),
            Wrong("the prompt for a time", choices(B="prompt"), names="day-for-a-time"),
            Wrong("both", choices(C="both"), says='"prompt" or "tool"'),
        ],
        stub="choices = ...",
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def test_prediction_a_the_fifteen_line_model_is_a_function_of_its_input():
    names: dict = {}
    run_cell(cell_of(1, "mini"), names)
    ask = [{"role": "user", "content": "What is today's date?"}]
    answers = {names["mini_model"](ask, seed=seed) for seed in range(30)}
    assert names["mini_model"](ask, seed=4) == names["mini_model"](ask, seed=4)
    assert len(answers) > 5 and all(text.startswith(("I ", "It is 2025-")) for text in answers)


def test_prediction_c_a_stale_date_is_caught_by_the_checker():
    """The planted stale date: right before midnight, yesterday's after it."""
    from datetime import datetime, timezone

    from clockhands import connect

    names: dict = {}
    run_cell(SETUP, names)
    moments = iter([datetime(2026, 11, 5, 23, 50, tzinfo=timezone.utc)] * 4)
    client, _ = connect(quiet=True)
    answer = names["stale_assistant"](client, lambda: next(moments))
    assert "5 November 2026" in answer("What is today's date?")
