"""Properties of the translators: nothing is lost, nothing is kept without need, nothing given is changed."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings

from clockhands import shapes
from clockhands.errors import ShapeError
from clockhands.shapes.kept import read

from .building import ANY_REPLY, ANY_REQUEST, PLAIN_REQUEST, exact

REQUESTS = {
    "chat": (shapes.to_chat, shapes.from_chat, "messages"),
    "responses": (shapes.to_responses, shapes.from_responses, "input"),
}
REPLIES = {
    "chat": (shapes.to_chat_reply, shapes.from_chat_reply),
    "responses": (shapes.to_responses_reply, shapes.from_responses_reply),
}
each_request = pytest.mark.parametrize(("there", "back", "said"), REQUESTS.values(), ids=REQUESTS)
each_reply = pytest.mark.parametrize(("there", "back"), REPLIES.values(), ids=REPLIES)
examples = settings(max_examples=80, deadline=None, derandomize=True)


def over_the_wire(value):
    return json.loads(json.dumps(value))


@each_request
@examples
@given(request=ANY_REQUEST)
def test_with_kept_a_request_comes_back_to_the_last_field(there, back, said, request):
    before, kept = copy.deepcopy(request), {}
    theirs = there(request, kept)
    assert exact(request, before)
    assert exact(back(over_the_wire(theirs), over_the_wire(kept)), request)


@each_reply
@examples
@given(reply=ANY_REPLY)
def test_with_kept_a_reply_comes_back_to_the_last_field(there, back, reply):
    before, kept = copy.deepcopy(reply), {}
    theirs = there(reply, kept)
    assert exact(reply, before)
    assert exact(back(over_the_wire(theirs), over_the_wire(kept)), reply)


@each_request
@examples
@given(request=PLAIN_REQUEST)
def test_a_plain_exchange_needs_nothing_kept(there, back, said, request):
    kept = {}
    assert exact(back(there(request, kept)), request)
    assert kept == {}
    assert there(request) == there(request, {})


@each_request
@examples
@given(request=ANY_REQUEST)
def test_without_kept_it_reads_the_same_or_is_refused(there, back, said, request):
    try:
        found = back(there(request))
    except ShapeError as error:
        assert "kept" in str(error)
    else:
        assert exact(read(found), read(request))


@each_reply
@examples
@given(reply=ANY_REPLY)
def test_without_kept_a_reply_reads_the_same_or_is_refused(there, back, reply):
    try:
        found = back(there(reply))
    except ShapeError as error:
        assert "kept" in str(error)
    else:
        assert exact(read(found), read(reply))


@each_request
@examples
@given(request=ANY_REQUEST, more=PLAIN_REQUEST)
def test_kept_fits_a_conversation_that_went_on(there, back, said, request, more):
    kept = {}
    theirs = there(request, kept)
    if request["messages"][-1]["role"] == more["messages"][0]["role"]:
        more["messages"].insert(0, {"role": "assistant", "content": "Go on."})
    more = {"messages": more["messages"]}
    longer = {**theirs, said: theirs[said] + there(more)[said]}
    found = back(longer, kept)["messages"]
    assert exact(found, request["messages"] + back(there(more))["messages"])


@each_request
@examples
@given(request=PLAIN_REQUEST)
def test_their_request_comes_back_as_it_was(there, back, said, request):
    theirs = there(request)
    assert exact(there(back(theirs)), theirs)


@each_reply
@examples
@given(reply=ANY_REPLY)
def test_their_reply_comes_back_as_it_was(there, back, reply):
    asks = any(block["type"] == "tool_use" for block in reply["content"])
    theirs = there({**reply, "stop_reason": "tool_use" if asks else "end_turn"}, {})
    assert exact(there(back(theirs), {}), theirs)
