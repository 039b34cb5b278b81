"""The toy keeps to a shape the request asks for, so that `messages.parse` works offline."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from clockhands import connect
from clockhands.mock import ToyModel


class City(BaseModel):
    name: str
    population: int


class Order(BaseModel):
    items: list[str]
    total: float
    express: bool
    note: str | None = None


@pytest.mark.parametrize("shape", [City, Order])
@pytest.mark.parametrize("question", ["Hello", "Two pizzas, please.", "Oslo has 700000 people.", ""])
def test_the_sdk_parses_what_the_toy_says(shape, question):
    client, model = connect(quiet=True)
    messages = [{"role": "user", "content": question or "?"}]
    reply = client.messages.parse(model=model, max_tokens=300, messages=messages, output_format=shape)
    assert isinstance(reply.parsed_output, shape)
    again = client.messages.parse(model=model, max_tokens=300, messages=messages, output_format=shape)
    assert again.parsed_output == reply.parsed_output


def test_numbers_of_the_question_find_their_field():
    client, model = connect(quiet=True)
    ask = [{"role": "user", "content": "Oslo has a population of 700000."}]
    reply = client.messages.parse(model=model, max_tokens=300, messages=ask, output_format=City)
    assert reply.parsed_output.population == 700000


@pytest.mark.parametrize("shape", [None, 5, {}, {"format": 5}, {"format": {"schema": "x"}}])
def test_an_odd_shape_is_no_shape(shape):
    request = {"messages": [{"role": "user", "content": "Hello"}], "output_config": shape}
    assert ToyModel().reply(request).content[0]["text"]
