"""What a model object may give back."""

from __future__ import annotations

import pytest

from clockhands.mock import Reply, call, text, thinking
from clockhands.mock.reply import as_reply


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("hi", [text("hi")]),
        (call("get_time", timezone="UTC"), [call("get_time", timezone="UTC")]),
        (["let me see", call("f")], [text("let me see"), call("f")]),
        ((text("a"), text("b")), [text("a"), text("b")]),
        ([], []),
        (Reply([thinking("hm")]), [thinking("hm")]),
    ],
)
def test_many_things_are_a_reply(said, content):
    assert as_reply(said).content == content


NO_REPLIES = [None, 3, b"hi", {"type": "text"}, {"text": "hi"}, [3], Reply([{"type": "tool_use"}])]


@pytest.mark.parametrize("said", NO_REPLIES)
def test_anything_else_says_what_a_reply_is(said):
    with pytest.raises(TypeError, match=r"text\(\.\.\.\)|call\(\.\.\.\)"):
        as_reply(said)


def test_a_call_takes_arguments_of_any_name():
    assert call("f", name="x", self=1)["input"] == {"name": "x", "self": 1}
