"""Every refusal has the API's status, type and exact words, and its well-formed twin is accepted."""

from __future__ import annotations

import copy

import pytest

from clockhands.mock import models
from clockhands.mock.api_error import ApiError
from clockhands.mock.protocol import check_conversation, check_request, check_shape, merge
from clockhands.mock.tokens import estimate_input

from .building import (
    ABSENT,
    ASK,
    NEW,
    NEW_MODEL,
    OLD,
    assistant,
    call,
    image,
    request,
    result,
    talk,
    text,
    tool,
    user,
)
from .conversation_cases import CONVERSATIONS, PREFILL, UNEXPECTED
from .option_cases import OPTIONS
from .shape_cases import SHAPES

CASES = {**SHAPES, **OPTIONS, **CONVERSATIONS}


def refusal(body, *, version=NEW, beta=None, **more) -> ApiError:
    with pytest.raises(ApiError) as caught:
        check_request(body, version=version, beta=beta, **more)
    return caught.value


def accepted(body, *, version=NEW, beta=None, **more) -> None:
    tokens = check_request(body, version=version, beta=beta, **more)
    assert tokens == estimate_input(body)


@pytest.mark.parametrize("version", [OLD, NEW])
@pytest.mark.parametrize("name", CASES)
def test_a_malformed_request_is_refused_in_the_apis_words_and_its_twin_is_accepted(name, version):
    wrong, right, message = CASES[name]
    before = copy.deepcopy(wrong)
    error = refusal(wrong, version=version)
    assert (error.status, error.type, error.message) == (400, "invalid_request_error", message)
    assert wrong == before
    accepted(right, version=version)


def test_there_are_at_least_sixty_of_them():
    assert len(CASES) >= 60
    assert len({message for _, _, message in CASES.values()}) >= 60


# --- order ---------------------------------------------------------------------------------------------

_FAULTS = {
    "model": (5, "model: Input should be a valid string"),
    "tool_choice": (7, "tool_choice: Input should be an object"),
    "tools": ("x", "tools: Input should be a valid array"),
    "messages": ("x", "messages: Input should be a valid array"),
    "system": (7, "system: Input should be a valid array"),
    "thinking": ("x", "thinking: Input should be an object"),
    "output_config": ("x", "output_config: Input does not match the expected shape."),
    "cache_control": ("x", "cache_control: Input should be an object"),
    "max_tokens": ("x", "max_tokens: Input should be a valid integer"),
    "metadata": ("x", "metadata: Input does not match the expected shape."),
    "stop_sequences": ("x", "stop_sequences: Input should be a valid array"),
    "temperature": ("x", "temperature: Input should be a valid number"),
    "service_tier": (7, "service_tier: Input should be 'auto' or 'standard_only'"),
    "top_k": ("x", "top_k: Input should be a valid integer"),
    "top_p": ("x", "top_p: Input should be a valid number"),
    "stream": ("x", "stream: Input should be a valid boolean"),
    "container": (7, "container.ContainerParams: Input does not match the expected shape."),
    "inference_geo": (7, "inference_geo: Input should be a valid string"),
    "zzz": (1, "zzz: Extra inputs are not permitted"),
}


@pytest.mark.parametrize("first", range(len(_FAULTS)))
def test_the_first_fault_in_the_apis_order_is_the_one_told(first):
    names = list(_FAULTS)[first:]
    wrong = {name: _FAULTS[name][0] for name in reversed(names)}
    assert refusal(request(**wrong), version=OLD).message == _FAULTS[names[0]][1]


def test_a_fault_in_the_conversation_is_told_after_any_fault_of_shape_or_option():
    unpaired = [ASK, user(result())]
    assert refusal(request(messages=unpaired)).message == UNEXPECTED.format(n=0, m=1, id="toolu_A")
    assert refusal(request(messages=unpaired, zzz=1)).message == "zzz: Extra inputs are not permitted"
    assert "max_tokens: 99999 > 64000" in refusal(request(messages=unpaired, max_tokens=99_999)).message


def test_a_wrong_id_is_told_before_a_missing_result_wherever_they_stand():
    messages = [ASK, assistant(call()), user("Well?"), assistant(call("toolu_B")), user(result("toolu_X"))]
    assert refusal(talk(*messages)).message == UNEXPECTED.format(n=4, m=0, id="toolu_X")


# --- models --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["claude-sonet-4-5", "gpt-5", "claude-haiku-4-5-20250101", " "])
def test_an_unknown_model_is_not_found_before_anything_else_is_looked_at(name):
    error = refusal({"model": name})
    assert (error.status, error.type, error.message) == (404, "not_found_error", f"model: {name}")


@pytest.mark.parametrize("name", ["claude-3-5-sonnet-20241022", "claude-3-opus-latest", "claude-opus-4-1"])
def test_a_retired_model_is_not_found_once_the_request_is_otherwise_right(name):
    assert refusal(request(model=name)).message == f"model: {name}"
    assert refusal(request(model=name, messages=[])).message == "messages: at least one message is required"
    assert refusal(request(model=name, max_tokens=200_000)).status == 400


# --- versions and betas --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, value", [("temperature", 1.0), ("temperature", 0), ("top_p", 0.9), ("top_k", 40)]
)
def test_sampling_parameters_are_known_to_the_old_version_only(name, value):
    accepted(request(**{name: value}), version=OLD)
    assert refusal(request(**{name: value})).message == f"{name}: Extra inputs are not permitted"


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("temperature", 1.5, "temperature: range: 0..1"),
        ("temperature", -0.1, "temperature: range: 0..1"),
        ("temperature", None, "temperature: Input should be a valid number"),
        ("top_p", 2, "top_p: range: 0..1"),
        ("top_k", 1.5, "top_k: Input should be a valid integer"),
    ],
)
def test_the_old_version_looks_at_their_values(name, value, message):
    assert refusal(request(**{name: value}), version=OLD).message == message


def test_a_thread_needs_its_beta_header():
    beta = "tools-2025-01-01, message-threads-2026-08-12"
    accepted(request(thread={"type": "create"}), beta=beta)
    accepted(request(thread={"type": "continue", "previous_message_id": "msg_1"}), beta=beta)
    wrong = refusal(request(thread={"type": "continue"}), beta=beta)
    assert wrong.message == "thread.continue.previous_message_id: Field required"


def test_a_beta_can_raise_the_largest_output_and_the_context():
    accepted(request(max_tokens=128_000), beta="output-128k-2025-02-19")
    long = request(model="claude-sonnet-4-5", messages=[user("tick " * 300_000)])
    assert refusal(long).message.endswith("> 200000 maximum")
    accepted(long, beta="context-1m-2025-08-07")


# --- length --------------------------------------------------------------------------------------------


def test_a_prompt_beyond_the_context_window_is_too_long():
    error = refusal(request(messages=[user("tick " * 300_000)]))
    assert error.message == "prompt is too long: 270008 tokens > 200000 maximum"
    accepted(request(model=NEW_MODEL, messages=[user("tick " * 300_000)]))


def test_pictures_do_not_count_by_their_bytes():
    accepted(request(messages=[user(image(type="base64", media_type="image/png", data="A" * 4_000_000))]))


# --- counting ------------------------------------------------------------------------------------------


def test_count_tokens_takes_no_max_tokens_and_is_checked_alike():
    counted = request(max_tokens=ABSENT, tools=[tool()], system="Be brief.", tool_choice={"type": "none"})
    accepted(counted, count_tokens=True)
    assert refusal(counted).message == "max_tokens: Field required"
    assert refusal(request(), count_tokens=True).message == "max_tokens: Extra inputs are not permitted"
    unpaired = request(max_tokens=ABSENT, messages=[ASK, user(result())])
    assert refusal(unpaired, count_tokens=True).message == UNEXPECTED.format(n=0, m=1, id="toolu_A")
    forced = {**counted, "model": "claude-opus-5-5", "tool_choice": {"type": "any"}}
    assert "are not supported for this model" in refusal(forced, count_tokens=True).message


# --- the parts -----------------------------------------------------------------------------------------


def test_merge_joins_neighbours_of_a_role_and_leaves_the_messages_alone():
    messages = [user("a"), user(text("b")), user(), assistant(""), user("c")]
    before = copy.deepcopy(messages)
    assert merge(messages) == [
        user(text("a"), text("b")),
        {"role": "assistant", "content": []},
        {"role": "user", "content": [text("c")]},
    ]
    assert messages == before


def test_the_shape_alone_says_nothing_about_the_conversation():
    body = request(messages=[user(result())])
    check_shape(body, version=NEW, beta=None)
    with pytest.raises(ApiError, match="unexpected `tool_use_id`"):
        check_conversation(body["messages"], models.KNOWN["claude-haiku-4-5"])


def test_the_newest_models_take_no_prefill_and_the_oldest_do():
    for name, facts in models.KNOWN.items():
        body = request(model=name, messages=[ASK, assistant("It is")])
        if facts.prefill:
            accepted(body)
        else:
            assert refusal(body).message == PREFILL


def test_an_error_knows_its_envelope_and_headers():
    error = refusal(request(messages=[]))
    assert error.envelope("req_1") == {
        "type": "error",
        "error": {
            "type": "invalid_request_error",
            "message": "messages: at least one message is required",
        },
        "request_id": "req_1",
    }
    assert error.headers == {"x-should-retry": "false"}
    assert ApiError(429, "rate_limit_error", "slow down").headers == {"x-should-retry": "true"}
    assert ApiError(529, "overloaded_error", "Overloaded").headers == {}
