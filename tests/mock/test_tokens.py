"""The estimate against counts the API gave, and how it grows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.mock.tokens import estimate_input, estimate_output, estimate_text

from .building import ASK, NEW_MODEL, assistant, call, image, request, result, text, tool, user

_GET_WEATHER = {
    "name": "get_weather",
    "description": "Lookup the weather for a given city in either celsius or fahrenheit",
    "input_schema": {
        "additionalProperties": False,
        "properties": {
            "location": {
                "description": "The city and state, e.g. San Francisco, CA",
                "title": "Location",
                "type": "string",
            },
            "units": {
                "description": "Unit for the output, either 'c' for celsius or 'f' for fahrenheit",
                "enum": ["c", "f"],
                "title": "Units",
                "type": "string",
            },
        },
        "required": ["location", "units"],
        "type": "object",
    },
}


@pytest.mark.parametrize(
    "body, least, most",
    [
        (request(messages=[user("Hello")]), 8, 9),
        (request(messages=[]), 1, 1),
        ({}, 1, 1),
        (request(system="Be brief."), 17, 18),
        (request(model=NEW_MODEL, messages=[user("tick " * 1000)]), 1170, 1190),
        (request(tools=[tool()]), 540, 580),
        (request(tools=[tool()], tool_choice={"type": "any"}), 632, 672),
        (request(tools=[_GET_WEATHER]), 600, 680),
    ],
)
def test_the_estimate_is_that_of_the_formula(body, least, most):
    assert least <= estimate_input(body) <= most


def test_each_part_adds_what_it_should():
    base = estimate_input(request(tools=[tool()]))
    forced = estimate_input(request(tools=[tool()], tool_choice={"type": "any"}))
    assert forced - base == 588 - 496
    turns = [ASK, assistant(call()), user(result(content="x" * 100))]
    assert estimate_input(request(messages=turns)) - estimate_input(request(messages=[ASK])) == pytest.approx(
        2 * 8 + 2 * 28 + 0.31 * (len('{"zone": "UTC"}') + 100), abs=1
    )


def test_what_the_prompt_does_not_hold_does_not_count():
    plain = estimate_input(request())
    assert estimate_input(request(metadata={"user_id": "u" * 1000})) == plain
    assert estimate_input(request(tools=[tool(defer_loading=True)])) == plain
    thought = assistant({"type": "thinking", "thinking": "x" * 1000, "signature": "y" * 1000}, text("Two."))
    assert estimate_input(request(messages=[ASK, thought])) == estimate_input(
        request(messages=[ASK, assistant("Two.")])
    )


def test_a_picture_counts_as_a_picture_whatever_its_bytes():
    small, large = (
        estimate_input(request(messages=[user(image(type="base64", media_type="image/png", data="A" * n))]))
        for n in (10, 1_000_000)
    )
    assert small == large > 1000


def test_blocks_nobody_knows_count_by_their_text():
    block = {"type": "document", "source": {"type": "text", "data": "ZZ"}, "title": "x" * 1000}
    shorter = {**block, "title": ""}
    longer = estimate_input(request(messages=[user(block)]))
    assert longer - estimate_input(request(messages=[user(shorter)])) == 180


@given(st.text(max_size=200), st.text(max_size=200))
@settings(deadline=None, derandomize=True)
def test_more_text_is_never_fewer_tokens(a, b):
    assert estimate_text(a) <= estimate_text(a + b)
    assert estimate_input(request(messages=[user(a)])) <= estimate_input(request(messages=[user(a + b)]))
    assert estimate_output([text(a)]) <= estimate_output([text(a), call(input={"b": b})])


def test_a_reply_counts_its_texts_and_calls():
    assert estimate_text("") == 0
    assert estimate_text("a") == 1
    assert estimate_output([]) == 6
    assert estimate_output([text("x" * 100)]) == 29
    assert estimate_output([call(input={})]) == 45
    assert estimate_output([text("x" * 100)], NEW_MODEL) == 38


def test_the_time_it_takes_grows_with_the_request_and_no_faster():
    """Counted in the strings it reads, since a clock would say nothing here."""

    class Counted(str):
        read = 0

        def __len__(self):
            Counted.read += 1
            return super().__len__()

    def reads(turns: int) -> int:
        Counted.read = 0
        estimate_input(request(messages=[user(Counted("hi")) for _ in range(turns)]))
        return Counted.read

    assert reads(100) == 100
    assert reads(1000) == 1000
