"""The toy model over several steps: one call needs another, a follow-up changes what was asked."""

from __future__ import annotations

import pytest

from .toy_talk import TIMES, after, calls, converse, reply, results, turn, user, words
from .toy_tools import CITY, CLOCK, EMAIL, FLIGHTS, MONEY, TABLE, WEATHER, S, tool


def test_one_call_a_step_when_parallel_calls_are_off():
    messages, seen = [user("What time is it in Tokyo and London?")], []
    for step in range(2):
        answer = reply(messages, [CLOCK], choice={"type": "auto", "disable_parallel_tool_use": True})
        assert len(calls(answer)) == 1
        seen += calls(answer)
        messages += [turn(*calls(answer), start=step), results(TIMES[seen[-1][1]["timezone"]], start=step)]
    assert [a["timezone"] for _, a in seen] == list(TIMES)
    final = reply(messages, [CLOCK], choice={"type": "auto", "disable_parallel_tool_use": True})
    assert not calls(final) and "23:10:15" in words(final) and "14:10:15" in words(final)


def test_a_missing_zone_comes_from_another_tool():
    made, text = converse(
        "What time is it for me?", [CLOCK, CITY], {"get_user_city": "Tokyo", "get_current_time": "23:10"}
    )
    assert made == [[("get_user_city", {})], [("get_current_time", {"timezone": "Asia/Tokyo"})]]
    assert "23:10" in text


@pytest.mark.parametrize(
    "city", ['{"city": "Berlin"}', '{"user": {"city": "Berlin", "country": "DE"}}', "The user is in Berlin."]
)
def test_the_value_is_found_in_the_result(city):
    made, _ = converse(
        "How's the weather where I am?", [WEATHER, CITY], {"get_user_city": city, "get_weather": "sunny"}
    )
    assert made[1] == [("get_weather", {"city": "Berlin"})]


def test_an_address_comes_from_the_contacts():
    contacts = tool("find_contact", "Find a person's e-mail address in the contacts.", name=S)
    made, _ = converse(
        "Email Ada with subject Lunch saying it is at noon",
        [EMAIL, contacts],
        {"find_contact": "ada@example.org", "send_email": "sent"},
    )
    assert made[0] == [("find_contact", {"name": "Ada"})]
    assert made[1][0][1]["to"] == "ada@example.org"


def test_tomorrow_needs_today_first():
    clock = tool("get_time", "Current date and time. Use it when the answer depends on today's date.")
    made, _ = converse(
        "Find flights from Oslo to Rome tomorrow",
        [FLIGHTS, clock],
        {"get_time": "2026-11-05T14:10:15Z", "search_flights": "none left"},
    )
    assert made == [
        [("get_time", {})],
        [("search_flights", {"origin": "Oslo", "destination": "Rome", "date": "2026-11-06"})],
    ]


def test_tomorrow_with_today_in_the_prompt():
    answer = reply(
        [user("Find flights from Oslo to Rome tomorrow")],
        [FLIGHTS],
        system="Today is Thursday, 5 November 2026.",
    )
    assert calls(answer) == [
        ("search_flights", {"origin": "Oslo", "destination": "Rome", "date": "2026-11-06"})
    ]


def test_what_cannot_be_found_out_is_asked():
    made, text = converse("What time is it for me?", [CLOCK, CITY], {"get_user_city": ""})
    assert made == [[("get_user_city", {})]]
    assert text.rstrip().endswith("?") and "timezone" in text


def test_asking_names_what_is_missing():
    text = words(reply([user("Convert some dollars to euros")], [MONEY]))
    assert "amount" in text and text.endswith("?")


def test_and_in_london():
    answer = after(
        "What time is it in Tokyo?",
        ("get_current_time", {"timezone": "Asia/Tokyo"}),
        "23:10",
        "And in London?",
        [CLOCK],
    )
    assert calls(answer) == [("get_current_time", {"timezone": "Europe/London"})]


def test_what_about_two_more():
    answer = after(
        "What time is it in Tokyo?",
        ("get_current_time", {"timezone": "Asia/Tokyo"}),
        "23:10",
        "What about Paris and Lima?",
        [CLOCK],
    )
    assert [a["timezone"] for _, a in calls(answer)] == ["Europe/Paris", "America/Lima"]


def test_only_what_is_said_anew_changes():
    made = ("convert_currency", {"amount": 100, "from_currency": "USD", "to_currency": "EUR"})
    answer = after("Convert 100 USD to EUR", made, "92", "and to yen?", [MONEY])
    assert calls(answer) == [
        ("convert_currency", {"amount": 100, "from_currency": "USD", "to_currency": "JPY"})
    ]


def test_the_weather_there():
    answer = after(
        "What time is it in Tokyo?",
        ("get_current_time", {"timezone": "Asia/Tokyo"}),
        "23:10",
        "And how is the weather there?",
        [CLOCK, WEATHER],
    )
    assert calls(answer) == [("get_weather", {"city": "Tokyo"})]


def test_asked_anew_is_called_anew():
    answer = after(
        "What time is it in Tokyo?",
        ("get_current_time", {"timezone": "Asia/Tokyo"}),
        "23:10",
        "What time is it in Tokyo now?",
        [CLOCK],
    )
    assert calls(answer) == [("get_current_time", {"timezone": "Asia/Tokyo"})]


def test_thanks_calls_nothing():
    answer = after(
        "What time is it in Tokyo?",
        ("get_current_time", {"timezone": "Asia/Tokyo"}),
        "23:10",
        "Thanks!",
        [CLOCK],
    )
    assert not calls(answer)


def test_an_answer_to_the_question_back():
    asked = words(reply([user("What time is it?")], [CLOCK]))
    history = [user("What time is it?"), {"role": "assistant", "content": asked}, user("Tokyo")]
    assert calls(reply(history, [CLOCK])) == [("get_current_time", {"timezone": "Asia/Tokyo"})]


def test_an_answer_with_several_parts():
    first = "Can you book a table for 3?"
    asked = words(reply([user(first)], [TABLE]))
    history = [user(first), {"role": "assistant", "content": asked}, user("At Nobu, 8pm")]
    assert calls(reply(history, [TABLE])) == [
        ("book_table", {"people": 3, "restaurant": "Nobu", "time": "20:00"})
    ]


def test_split_results_merge():
    asked = [("get_current_time", {"timezone": z}) for z in TIMES]
    one, two = results(TIMES["Asia/Tokyo"]), results(TIMES["Europe/London"], start=2)
    answer = reply([user("What time is it in Tokyo and London?"), turn(*asked), one, two], [CLOCK])
    assert not calls(answer) and "23:10" in words(answer) and "14:10" in words(answer)
