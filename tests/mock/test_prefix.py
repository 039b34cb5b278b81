"""Messages in shape are looked at once; faults in the rest are told as ever."""

from __future__ import annotations

import anthropic
import pytest

from clockhands.mock import Script
from clockhands.mock.prefix import KEPT, KnownMessages

from .talk import QUESTION, client_for, request

ANSWER = {"role": "assistant", "content": "It is 23:10."}


def test_a_longer_conversation_knows_its_beginning():
    known = KnownMessages()
    assert known.count([QUESTION]) == 0
    known.keep([QUESTION])
    assert known.count([QUESTION, ANSWER, QUESTION]) == 1
    known.keep([QUESTION, ANSWER, QUESTION])
    assert known.count([QUESTION, ANSWER, QUESTION]) == 3
    assert known.count([QUESTION, QUESTION]) == 0
    assert known.count("no list") == 0


def test_only_the_last_few_conversations_are_kept():
    known = KnownMessages()
    talks = [[{"role": "user", "content": str(n)}] for n in range(KEPT + 1)]
    for talk in talks:
        known.keep(talk)
    assert [known.count(talk) for talk in talks] == [0] + [1] * KEPT


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([{"role": "user", "content": 3}], r"messages\.1\.content: "),
        ([ANSWER, {"role": "user"}], r"messages\.2\.content: Field required"),
        ([ANSWER, {**QUESTION, "name": "x"}], r"messages\.2\.name: Extra inputs are not permitted"),
    ],
)
def test_a_fault_behind_known_messages_is_told_with_its_place(more, message):
    client = client_for(Script("fine", loop=True))
    client.messages.create(**request())
    with pytest.raises(anthropic.BadRequestError, match=message):
        client.messages.create(**request(messages=[QUESTION, *more]))


def test_a_known_conversation_with_another_fault_is_refused():
    client = client_for(Script("fine", loop=True))
    client.messages.create(**request())
    with pytest.raises(anthropic.BadRequestError, match="bogus: Extra inputs are not permitted"):
        client.messages.create(**request(extra_body={"bogus": 1}))
    with pytest.raises(anthropic.BadRequestError, match="at least one message is required"):
        client.messages.create(**request(messages=[]))
