"""The toy model on a table of tools and questions: is the tool called, with exactly these arguments?"""

from __future__ import annotations

import pytest

from clockhands.mock import ToyModel

from .toy_cases import FITTING, UNFIT
from .toy_kind_cases import DAYS, KINDS, UNFIT_KINDS
from .toy_tools import ASK


def answer(tools, question, seed=0, **rates):
    request = {
        "model": "claude-haiku-4-5",
        "max_tokens": 300,
        "messages": [{"role": "user", "content": question}],
        "tools": tools,
    }
    return ToyModel(seed, **rates).reply(request)


def split(reply):
    made = [(b["name"], b["input"]) for b in reply.content if b["type"] == "tool_use"]
    text = " ".join(b["text"] for b in reply.content if b["type"] == "text")
    return made, text


def ordered(calls):
    return sorted(calls, key=repr)


def test_the_table_is_large_enough():
    assert len(FITTING) + len(UNFIT) >= 120
    assert len(UNFIT) >= 25


@pytest.mark.parametrize("tools, question, expected", FITTING + KINDS, ids=[q for _, q, _ in FITTING + KINDS])
def test_called_with_exactly_these_arguments(tools, question, expected):
    for seed in range(3):
        made, text = split(answer(tools, question, seed))
        if expected == ASK:
            assert not made and text.rstrip().endswith("?")
        else:
            assert ordered(made) == ordered((n, dict(sorted(a.items()))) for n, a in expected) or ordered(
                made
            ) == ordered(expected)


@pytest.mark.parametrize(
    "tools, question", UNFIT + UNFIT_KINDS, ids=[q or "nothing" for _, q in UNFIT + UNFIT_KINDS]
)
def test_nothing_is_called_when_nothing_fits(tools, question):
    for seed in range(3):
        made, text = split(answer(tools, question, seed, vague_call_rate=1.0))
        assert not made and text.strip()


def test_a_date_that_can_be_read_two_ways_is_named_in_the_question():
    _, text = split(answer([DAYS], "days between 3/4/2024 and 5/4/2024"))
    assert "Does 3/4/2024 name the day or the month first?" in text


def test_text_before_a_call_comes_at_its_rate():
    tools, question, _ = FITTING[0]
    spoken = sum(bool(split(answer(tools, question, seed))[1]) for seed in range(200))
    assert 45 <= spoken <= 95
    assert not any(split(answer(tools, question, seed, preamble_rate=0))[1] for seed in range(20))
    first = answer(tools, question, 0, preamble_rate=1).content
    assert [b["type"] for b in first] == ["text", "tool_use"]


# --- the description decides ---

TEN = [
    "What time is it now?",
    "How late is it?",
    "What day is it today?",
    "What is today's date?",
    "Which year is it?",
    "Which weekday is it today?",
    "Do you know the time?",
    "What month is it now?",
    "What's the date today, please?",
    "Can you tell me the current hour?",
]
CLEAR = (
    "Get the current date, weekday and time in UTC. Use it whenever the answer depends on"
    " now: the time, day or date."
)


def rate(description: str, seeds: int = 40) -> float:
    clock = {
        "name": "get_current_time",
        "description": description,
        "input_schema": {"type": "object", "properties": {}},
    }
    made = [bool(split(answer([clock], question, seed))[0]) for question in TEN for seed in range(seeds)]
    return sum(made) / len(made)


def test_a_vague_description_is_called_much_less_often():
    assert 0.3 <= rate("Get current time.") <= 0.65


def test_a_clear_one_practically_always():
    assert rate(CLEAR) >= 0.99


def test_what_it_does_without_when_lies_between_or_at_the_top():
    assert rate("Get current time.") < rate("Get the current date, weekday and time in UTC.") <= 1.0


def test_words_that_match_nothing_are_passed_over():
    clock = {
        "name": "tool_7",
        "description": "Does something useful.",
        "input_schema": {"type": "object", "properties": {}},
    }
    assert not any(split(answer([clock], question, seed))[0] for question in TEN for seed in range(10))


def test_a_bad_description_makes_it_guess_a_good_one_makes_it_ask():
    bad = {
        "name": "get_weather",
        "description": "Weather.",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    }
    good = {
        **bad,
        "description": "Current weather in a city. Use it for any question about the weather there.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "City name, as the user said it"}},
            "required": ["city"],
        },
    }
    guessed = [
        split(answer([bad], "How is the weather?", seed, vague_call_rate=1.0))[0] for seed in range(60)
    ]
    assert 20 <= sum(map(bool, guessed)) <= 50
    for seed in range(20):
        made, text = split(answer([good], "How is the weather?", seed))
        assert not made and "city" in text and text.endswith("?")
