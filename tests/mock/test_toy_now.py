"""What the toy model knows of now: what the request tells it, else it refuses or guesses."""

from __future__ import annotations

import re

import pytest

from clockhands.mock.toy import ToyModel

from .toy_tools import CLOCK, tool


def ask(question, *, system=None, seed=0, earlier=(), tools=(), **rates):
    request = {"messages": [*earlier, {"role": "user", "content": question}], "tools": list(tools)}
    if system:
        request["system"] = system
    reply = ToyModel(seed, **rates).reply(request)
    assert reply.stop_reason == (
        "tool_use" if any(b["type"] == "tool_use" for b in reply.content) else "end_turn"
    )
    return " ".join(b.get("text") or b["name"] for b in reply.content)


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-05",
        "Today is 2026-11-05.",
        "Current date: Thursday, 5 November 2026",
        "Today is Thursday, 5 November 2026 (Asia/Tokyo).",
        "Today is Thu 5 Nov 2026",
        "It is Thursday, November 5, 2026 in Europe/Paris.",
        "The date is November 5th, 2026.",
        "Now: 2026-11-05T14:10:15Z",
        "Current time: 2026-11-05T23:10:15+09:00",
        "You are helpful.\nYour training ended on 2025-06-30.\nToday's date is 2026-11-05.\nBe brief.",
        "Thu 2026-11-05 (today) +01:00\nFri 2026-11-06 (tomorrow) +01:00\nSat 2026-11-07 +01:00",
    ],
)
@pytest.mark.parametrize("question", ["What day is it?", "What's the date today?", "Which weekday is it?"])
def test_the_date_in_the_prompt(line, question):
    for seed in range(3):
        answer = ask(question, system=line, seed=seed)
        assert "Thursday, 5 November 2026" in answer


def test_the_system_prompt_as_blocks():
    assert "5 November 2026" in ask(
        "What day is it?", system=[{"type": "text", "text": "Today is 2026-11-05."}]
    )


def test_a_date_is_no_clock_time():
    answer = ask("What time is it?", system="Today is Thursday, 5 November 2026.")
    assert not re.search(r"\d\d:\d\d", answer) and "exact time" in answer


@pytest.mark.parametrize(
    "line", ["Now: 2026-11-05T14:10:15Z", "It is 14:10 on Thursday, 5 November 2026 (UTC)."]
)
def test_a_time_in_the_prompt(line):
    assert "14:10" in ask("What time is it?", system=line)


def test_another_zone_is_not_computed():
    answer = ask(
        "What time is it in Tokyo?", system="It is 14:10 on Thursday, 5 November 2026 (Europe/London)."
    )
    assert "no tool" in answer and "Europe/London" in answer


def test_tomorrow():
    assert "Friday, 6 November 2026" in ask("What day is tomorrow?", system="Today is 2026-11-05.")


def test_a_date_from_the_conversation_is_borrowed_stale_or_not():
    earlier = [
        {"role": "user", "content": "Today is Monday, 2 November 2026. Plan my week."},
        {"role": "assistant", "content": "Done."},
    ]
    answer = ask("What day is it?", earlier=earlier)
    assert "2 November 2026" in answer and "earlier" in answer


def test_without_anything_it_refuses_or_guesses():
    answers = [ask("What day is it today?", seed=s) for s in range(400)]
    guesses = [a for a in answers if a.startswith("Today is")]
    assert 0.45 <= len(guesses) / len(answers) <= 0.65
    assert all(re.search(r"(May|June|July) 2025", a) for a in guesses)
    assert len(set(guesses)) > 30
    assert all("can't" in a or "no way" in a for a in answers if a not in guesses)


@pytest.mark.parametrize("rate, refused", [(0.0, 0), (1.0, 50)])
def test_the_refusal_rate(rate, refused):
    answers = [ask("What time is it?", seed=s, refuse_rate=rate) for s in range(50)]
    assert sum(not re.search(r"\d\d:\d\d", a) for a in answers) == refused


def test_a_date_question_needs_no_tool_when_the_prompt_holds_the_date():
    clock = tool("get_time", "Current date and time. Use it whenever the answer depends on now.")
    assert "5 November" in ask(
        "What day is it today?", system="Today is Thursday, 5 November 2026.", tools=[clock]
    )
    assert "get_time" in ask("What time is it?", system="Today is Thursday, 5 November 2026.", tools=[clock])
    assert "get_current_time" in ask(
        "What day is it in Auckland?", system="Today is Thursday, 5 November 2026.", tools=[CLOCK]
    )


@pytest.mark.parametrize(
    "question, expected",
    [
        ("Who are you?", "toy model"),
        ("What can you do?", "no tools"),
        ("Thanks!", ""),
        ("Hello", ""),
        ("What is 12 * 7?", "84"),
        ("What is the capital of France?", "toy model"),
        ("", "no question"),
    ],
)
def test_plain_answers(question, expected):
    answer = ask(question)
    assert answer and expected in answer


def test_the_offered_tools_are_named():
    assert "get_current_time" in ask("What can you do?", tools=[CLOCK])


def test_memory_is_what_the_request_holds():
    earlier = [{"role": "user", "content": "My name is Ada."}, {"role": "assistant", "content": "Hello Ada."}]
    assert "Ada" in ask("What is my name?", earlier=earlier)
    assert "don't know" in ask("What is my name?")
    earlier = [
        {"role": "user", "content": "My favourite colour is teal."},
        {"role": "assistant", "content": "Noted."},
    ]
    assert "teal" in ask("What is my favourite colour?", earlier=earlier)


def test_what_was_asked_before():
    earlier = [{"role": "user", "content": "How tall is K2?"}, {"role": "assistant", "content": "8,611 m."}]
    assert "How tall is K2?" in ask("What did I just ask?", earlier=earlier)


LINE = "Today is Thursday, 5 November 2026, in Asia/Tokyo (UTC+09:00)."


@pytest.mark.parametrize("before", [0, 10, 1_000, 4_000])
def test_a_date_line_is_read_after_a_long_stable_part(before):
    assert "5 November 2026" in ask("What is today's date?", system="Be brief and exact. " * before + LINE)


def test_a_date_line_is_read_in_front_of_a_long_stable_part():
    assert "5 November 2026" in ask("What is today's date?", system=LINE + " Be brief and exact." * 4_000)


def test_an_offset_is_no_time_of_day():
    assert "9:00" not in ask("What time is it now?", system=LINE)
