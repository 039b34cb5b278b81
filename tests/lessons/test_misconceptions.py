"""The shared registry: one wording per belief."""

from __future__ import annotations

import re

import pytest

from clockhands.lessons.beliefs_loop import EXCHANGE, LOOP
from clockhands.lessons.beliefs_request import OUTSIDE, REQUEST
from clockhands.lessons.diagnosis import _BY_STATUS, _BY_TYPE, _LOCAL
from clockhands.lessons.misconceptions import MISCONCEPTIONS, Misconception, misconception

ROWS = (*EXCHANGE, *LOOP, *REQUEST, *OUTSIDE)


def test_no_id_is_used_twice():
    assert len(MISCONCEPTIONS) == len(ROWS)


@pytest.mark.parametrize("one", MISCONCEPTIONS.values(), ids=list(MISCONCEPTIONS))
def test_each_has_a_kebab_case_id_and_two_plain_sentences(one):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", one.id)
    assert one.message[0].isupper() or one.message.startswith("`")
    for text in (one.message, one.cure):
        assert text.endswith((".", "?", "]", "}")) and len(text.split()) <= 30
    for word in ("simply", "just", "obviously"):
        assert not re.search(rf"\b{word}\b", f"{one.message} {one.cure}")


def test_every_name_explain_uses_is_registered():
    for id in {*_BY_TYPE.values(), *_BY_STATUS.values(), *(named for _, _, named in _LOCAL)}:
        assert misconception(id).id == id


def test_looking_up():
    own = Misconception("mine", "M.", "C.")
    assert misconception(own) is own and misconception(None) is None
    with pytest.raises(LookupError, match="nearest: id-is-name"):
        misconception("id-is-the-name")
