"""The toy model turns results of any shape into an answer."""

from __future__ import annotations

import json

import pytest

from .toy_cases import FITTING
from .toy_talk import TIMES, converse, reply, results, turn, user, words
from .toy_tools import CLOCK, WEATHER, S, tool


@pytest.mark.parametrize("tools, question, expected", [c for c in FITTING if isinstance(c[2], list)])
def test_every_result_is_quoted_once_all_are_there(tools, question, expected):
    answers = {t["name"]: lambda a: "value " + json.dumps(a, sort_keys=True) for t in tools}
    made, text = converse(question, tools, answers, vague_call_rate=1.0)
    for _, arguments in made[-1]:
        assert "value " + json.dumps(arguments, sort_keys=True) in text


@pytest.mark.parametrize(
    "result, expected",
    [
        ("2026-11-05T23:10:15+09:00", "23:10:15"),
        (
            '{"time": "23:10:15", "date": "2026-11-05", "day_of_week": "Thursday", "tzname": "Asia/Tokyo"}',
            "23:10:15",
        ),
        ("It is ten past eleven.", "It is ten past eleven."),
        ('["a", "b"]', "a, b"),
        ("42", "42"),
        ([{"type": "text", "text": "23:10"}], "23:10"),
        ('{"say": "It is 23:10 in Tokyo, Thursday"}', "It is 23:10 in Tokyo, Thursday"),
    ],
)
def test_results_of_any_shape(result, expected):
    made, text = converse("What time is it in Tokyo?", [CLOCK], {"get_current_time": result})
    assert made == [[("get_current_time", {"timezone": "Asia/Tokyo"})]]
    assert expected in text


@pytest.mark.parametrize("nothing", ["", "None", "null", "{}", "[]", [], None])
def test_an_empty_result_is_admitted(nothing):
    _, text = converse("What time is it in Tokyo?", [CLOCK], {"get_current_time": nothing})
    assert "cannot tell" in text and "get_current_time" in text


@pytest.mark.parametrize("result", ["0", "false", "0.0"])
def test_zero_and_false_are_results(result):
    _, text = converse("What is 2 + -2?", [tool("add", "Add two numbers.", a=S, b=S)], {"add": result})
    assert "cannot tell" not in text and result in text


def test_two_cities_are_told_apart():
    _, text = converse(
        "What time is it in Tokyo and London?", [CLOCK], {"get_current_time": lambda a: TIMES[a["timezone"]]}
    )
    tokyo, london = text.splitlines()
    assert "Tokyo" in tokyo and "23:10:15" in tokyo and "London" in london and "14:10:15" in london


def test_swapped_results_are_read_as_they_were_sent():
    asked = [("get_current_time", {"timezone": z}) for z in TIMES]
    swapped = results(*reversed(TIMES.values()))
    text = words(reply([user("What time is it in Tokyo and London?"), turn(*asked), swapped], [CLOCK]))
    assert "14:10:15" in text.splitlines()[0] and "Tokyo" in text.splitlines()[0]


def test_an_image_result():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    _, text = converse("What's the weather in Paris?", [WEATHER], {"get_weather": [image]})
    assert "image" in text and "cannot tell" not in text


def test_what_was_asked_comes_first():
    result = '{"pressure": 1013, "humidity": 40, "temperature": 21}'
    _, text = converse("What's the temperature in Paris?", [WEATHER], {"get_weather": result})
    assert text.startswith("Temperature: 21")


@pytest.mark.parametrize("rate, shown", [(0.0, "23:10:15"), (1.0, "14:10:15")])
def test_the_timezone_slip(rate, shown):
    both = '{"utc": "2026-11-05T14:10:15Z", "local": "2026-11-05T23:10:15+09:00"}'
    _, text = converse("What time is it in Tokyo?", [CLOCK], {"get_current_time": both}, slip_rate=rate)
    assert shown in text and "Tokyo" in text


def test_the_slip_comes_at_its_rate():
    both = '{"utc_time": "2026-11-05T14:10:15Z", "local_time": "2026-11-05T23:10:15+09:00"}'
    messages = [
        user("What time is it in Tokyo?"),
        turn(("get_current_time", {"timezone": "Asia/Tokyo"})),
        results(both),
    ]
    slips = sum("14:10" in words(reply(messages, [CLOCK], seed=s, slip_rate=0.3)) for s in range(300))
    assert 60 <= slips <= 120
