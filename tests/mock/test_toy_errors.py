"""The toy model repairs a call when the error names the fix, and gives up politely otherwise."""

from __future__ import annotations

import pytest

from .toy_talk import calls, reply, results, turn, user, words
from .toy_tools import CLOCK, ORDER, PAY, WEATHER, S, tool


def attempt(question, tools, made, error, **more):
    history = [user(question)]
    for index, (one, said) in enumerate(zip(made, error, strict=True)):
        history += [turn(one, start=index), results(said, start=index, error=True)]
    return reply(history, tools, **more)


LAMP = tool("set_lamp", "Switch a lamp.", room=S, state=S)
ZONE = ("get_current_time", {"timezone": "Asia/Tokio"})


@pytest.mark.parametrize(
    "question, tools, made, error, expected",
    [
        (
            "Turn on the lamp in the attic",
            [LAMP],
            ("set_lamp", {"room": "attic", "state": "ON"}),
            "state must be one of: on, off",
            ("set_lamp", {"room": "attic", "state": "on"}),
        ),
        (
            "Turn on the lamp in the attic",
            [LAMP],
            ("set_lamp", {"room": "attic", "state": "enabled"}),
            "Invalid value 'enabled' for state. Allowed values: 'on', 'off'.",
            ("set_lamp", {"room": "attic", "state": "on"}),
        ),
        (
            "Time in Asia/Tokio?",
            [CLOCK],
            ZONE,
            "unknown zone 'Asia/Tokio', did you mean 'Asia/Tokyo'?",
            ("get_current_time", {"timezone": "Asia/Tokyo"}),
        ),
        (
            "Time in Asia/Tokio?",
            [CLOCK],
            ZONE,
            '{"error": {"code": "unknown_timezone", "message": "unknown zone", "suggestions":'
            ' ["Asia/Tokyo", "Asia/Taipei"]}}',
            ("get_current_time", {"timezone": "Asia/Tokyo"}),
        ),
        (
            "Where is order ord-1234?",
            [ORDER],
            ("lookup_order", {"order_id": "ord-1234"}),
            "order_id should match pattern ^ORD-[0-9]{4}$",
            ("lookup_order", {"order_id": "ORD-1234"}),
        ),
        (
            "What's the weather in Oslo, in celsius?",
            [WEATHER],
            ("get_weather", {"city": "Oslo"}),
            "missing required field: unit",
            ("get_weather", {"city": "Oslo", "unit": "celsius"}),
        ),
        (
            "What time is it in Tokyo?",
            [CLOCK],
            ("current_time", {"timezone": "Asia/Tokyo"}),
            "unknown tool 'current_time'; known: get_current_time",
            ("get_current_time", {"timezone": "Asia/Tokyo"}),
        ),
        (
            "What time is it in Tokyo?",
            [CLOCK],
            ("get_current_time", {"timezone": "Asia/Tokyo", "style": "long"}),
            "unexpected field: style",
            ("get_current_time", {"timezone": "Asia/Tokyo"}),
        ),
        (
            "Pay Bob 5 euros",
            [PAY],
            ("send_payment", {"recipient": "Bob", "amount": 5, "currency": "EUR"}),
            "timed out after 0.3 s",
            ("send_payment", {"recipient": "Bob", "amount": 5, "currency": "EUR"}),
        ),
    ],
)
def test_an_error_that_names_the_fix_is_repaired(question, tools, made, error, expected):
    assert calls(attempt(question, tools, [made], [error])) == [expected]


@pytest.mark.parametrize(
    "error",
    [
        "unknown zone 'Mars/Olympus_Mons'; give an IANA name such as 'Europe/Paris'",
        "not allowed for this user",
        "The user declined this call.",
        "something broke",
        "",
    ],
)
def test_what_cannot_be_repaired_ends_politely(error):
    made = ("get_current_time", {"timezone": "Mars/Olympus_Mons"})
    answer = attempt("What time is it on Mars/Olympus_Mons?", [CLOCK], [made], [error])
    assert not calls(answer) and "sorry" in words(answer)


def test_repairs_stop():
    made, errors = [("set_lamp", {"room": "attic", "state": "ON"})], ["state must be one of: on, off"]
    for _ in range(6):
        answer = attempt("Turn on the lamp in the attic", [LAMP], made, errors)
        if not calls(answer):
            break
        made, errors = made + calls(answer), [*errors, "state must be one of: off, on"]
    assert len(made) <= 3 and not calls(answer)


def test_the_good_results_survive_a_failed_one():
    asked = [
        ("get_current_time", {"timezone": "Asia/Tokyo"}),
        ("get_current_time", {"timezone": "Mars/Olympus_Mons"}),
    ]
    mixed = user(
        [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": "23:10"},
            {"type": "tool_result", "tool_use_id": "toolu_2", "content": "no such zone", "is_error": True},
        ]
    )
    text = words(
        reply([user("What time is it in Asia/Tokyo and Mars/Olympus_Mons?"), turn(*asked), mixed], [CLOCK])
    )
    assert "23:10" in text and "no such zone" in text
