"""Prompt-cache accounting in `usage`."""

from __future__ import annotations

import pytest

from clockhands import clock
from clockhands.mock import Script
from clockhands.mock.cache import minimum_tokens

from .talk import GET_TIME, QUESTION, client_for, request

LONG = "The hands of a clock turn once in twelve hours. " * 800  # about 6,900 tokens by the estimate
EPHEMERAL = {"type": "ephemeral"}


def marked(words, ttl=None):
    return {"type": "text", "text": words, "cache_control": {**EPHEMERAL, **({"ttl": ttl} if ttl else {})}}


def usages(*requests):
    """(uncached, written, read) of each request in turn, through one transport."""
    client = client_for(Script("hi", loop=True))
    out = []
    for more in requests:
        usage = client.messages.create(**request(**more)).usage
        out.append((usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens))
    return out


def test_without_cache_control_nothing_is_cached():
    for plain, written, read in usages({"system": LONG}, {"system": LONG}):
        assert (written, read) == (0, 0) and plain > 4096


def test_the_first_request_writes_and_the_next_ones_read():
    (a, written, none), (b, zero, read) = usages({"system": [marked(LONG)]}, {"system": [marked(LONG)]})
    assert (none, zero) == (0, 0)
    assert written == read > 4096
    assert a == b < 100


def test_a_changed_prefix_is_written_anew():
    *_, (_, written, read) = usages({"system": [marked(LONG)]}, {"system": [marked("New. " + LONG)]})
    assert written > 4096 and read == 0


def test_changed_tools_invalidate_the_system_prompt_behind_them():
    *_, (_, written, read) = usages(
        {"system": [marked(LONG)]}, {"system": [marked(LONG)], "tools": [GET_TIME]}
    )
    assert written > 4096 and read == 0


def test_what_follows_the_breakpoint_may_change():
    *_, (plain, written, read) = usages(
        {"system": [marked(LONG)]},
        {"system": [marked(LONG)], "messages": [{"role": "user", "content": "Another question"}]},
    )
    assert written == 0 and read > 4096 and plain > 0


@pytest.mark.parametrize(("model", "minimum"), [("claude-haiku-4-5", 4096), ("claude-sonnet-5", 1024)])
def test_a_prefix_below_the_minimum_is_not_cached_and_no_error(model, minimum):
    assert minimum_tokens(model) == minimum
    words = "It is ten past two now. " * (minimum // 9)
    for _, written, read in usages(*[{"system": [marked(words)], "model": model}] * 2):
        assert (written, read) == (0, 0)


def test_a_growing_conversation_reads_what_was_written_and_writes_the_rest():
    history = [{"role": "user", "content": [marked(LONG)]}]
    longer = [
        {"role": "user", "content": [{"type": "text", "text": LONG}]},
        {"role": "assistant", "content": "Yes."},
        {"role": "user", "content": [marked("And then? " * 50)]},
    ]
    (_, first, _), (_, second, read) = usages({"messages": history}, {"messages": longer})
    assert read == first
    assert 0 < second < 200


def test_a_prefix_more_than_twenty_blocks_back_is_not_found():
    blocks = [{"type": "text", "text": f"block {n}"} for n in range(30)]
    far = [{"type": "text", "text": LONG}, *blocks, marked("end")]
    *_, (_, written, read) = usages(
        {"messages": [{"role": "user", "content": [marked(LONG)]}]},
        {"messages": [{"role": "user", "content": far}]},
    )
    assert read == 0 and written > 4096


def test_a_changed_tool_choice_keeps_the_system_prompt_but_no_message():
    long_question = [{"role": "user", "content": [marked(LONG)]}]
    base = {"system": [marked(LONG)], "tools": [GET_TIME], "messages": long_question}
    (_, whole, _), (_, written, read) = usages(base, {**base, "tool_choice": {"type": "none"}})
    assert 0 < read < whole
    assert abs(read + written - whole) <= 1


def test_cache_control_at_the_top_marks_the_last_block():
    (_, written, _), (_, _, read) = usages(*[{"system": LONG, "cache_control": EPHEMERAL}] * 2)
    assert written == read > 4096


@pytest.mark.parametrize(("ttl", "kept"), [(None, 300), ("5m", 300), ("1h", 3600)])
def test_an_entry_lives_for_its_ttl_from_its_last_use(ttl, kept):
    client = client_for(Script("hi", loop=True))

    def read():
        usage = client.messages.create(**request(system=[marked(LONG, ttl)])).usage
        return usage.cache_read_input_tokens, usage.cache_creation

    with clock.virtual() as virtual:
        _, created = read()
        spans = {"5m": created.ephemeral_5m_input_tokens, "1h": created.ephemeral_1h_input_tokens}
        assert spans.pop(ttl or "5m") > 4096 and set(spans.values()) == {0}
        for _ in range(3):
            virtual.advance(kept - 1)
            assert read()[0] > 4096
        virtual.advance(kept + 1)
        assert read()[0] == 0


def test_the_cache_is_the_transports_not_the_models():
    ((_, written, _),) = usages({"system": [marked(LONG)]})
    assert usages({"system": [marked(LONG)]})[0][1] == written


def test_max_tokens_0_fills_the_cache_without_a_reply():
    client = client_for(Script("unused"))
    reply = client.messages.create(**request(max_tokens=0, system=[marked(LONG)]))
    assert (reply.content, reply.stop_reason, reply.usage.output_tokens) == ([], "max_tokens", 0)
    assert reply.usage.cache_creation_input_tokens > 4096
    then = client.messages.create(**request(system=[marked(LONG)]))
    assert then.usage.cache_read_input_tokens == reply.usage.cache_creation_input_tokens
    assert then.content[0].text == "unused"


def test_the_parts_add_up_to_what_count_tokens_says():
    client = client_for(Script("hi", loop=True))
    asked = {"system": [marked(LONG)], "messages": [QUESTION], "model": "claude-haiku-4-5"}
    total = client.messages.count_tokens(**asked).input_tokens
    for _ in range(2):
        usage = client.messages.create(**asked, max_tokens=10).usage
        parts = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
        assert parts == total
