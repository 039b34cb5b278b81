"""Random requests and replies for the translators, as hypothesis strategies, and hand-written exchanges."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

__all__ = ["ANY_REPLY", "ANY_REQUEST", "PLAIN_REQUEST", "WEATHER", "exact"]


def exact(one: Any, other: Any) -> bool:
    """Equal as JSON, types included; the order of keys says nothing."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(str.strip)
NAMES = st.text("abcXYZ019_-", min_size=1, max_size=5)
IDS = NAMES.map("toolu_{}".format)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
INPUTS = st.dictionaries(NAMES, JSON, max_size=3)
CACHED = st.none() | st.just({"type": "ephemeral"})


def block(type: str, optional: dict[str, Any] | None = None, **fields: Any) -> st.SearchStrategy[dict]:
    """Blocks of one type. optional: fields that may be left out."""
    return st.fixed_dictionaries({"type": st.just(type), **fields}, optional=optional or {})


TEXT = block("text", text=WORDS)
CALL = block("tool_use", id=IDS, name=NAMES, input=INPUTS)
SOURCES = block(
    "base64", media_type=st.sampled_from(["image/png", "image/jpeg"]), data=st.just("iVBORw0=")
) | block("url", url=st.just("https://example.com/a.png"))
IMAGE = block("image", source=SOURCES)
RESULT = block("tool_result", tool_use_id=IDS, content=WORDS | st.lists(TEXT, min_size=1, max_size=2))

ODD_TEXT = block("text", text=WORDS, optional={"cache_control": CACHED, "citations": st.none()})
ODD_CALL = block(
    "tool_use", id=IDS, name=NAMES, input=INPUTS,
    optional={"caller": st.just({"type": "direct"}), "cache_control": CACHED},
)  # fmt: skip
ODD_RESULT = block(
    "tool_result", tool_use_id=IDS,
    optional={
        "content": st.just("") | WORDS | st.lists(ODD_TEXT | IMAGE, max_size=3),
        "is_error": st.none() | st.booleans(),
        "cache_control": CACHED,
    },
)  # fmt: skip
THINKING = block("thinking", thinking=WORDS, signature=st.just("EqQBCkYIB")) | block(
    "redacted_thinking", data=WORDS
)
SERVER = block("server_tool_use", id=IDS, name=NAMES, input=INPUTS)
FILE = block("image", source=block("file", file_id=NAMES))


def message(role: str, content: Any) -> st.SearchStrategy[dict]:
    return st.fixed_dictionaries({"role": st.just(role), "content": content})


@st.composite
def plain_messages(draw: Any) -> list[dict]:
    """A question, then exchanges: text and calls, their results and perhaps text after them; an answer."""
    question = st.one_of(WORDS, st.lists(st.one_of(TEXT, IMAGE), min_size=1, max_size=2))
    out = [draw(message("user", question))]
    for _ in range(draw(st.integers(0, 3))):
        calls = draw(st.lists(CALL, min_size=1, max_size=3))
        said = draw(st.lists(TEXT, max_size=1))
        out.append({"role": "assistant", "content": [*said, *calls]})
        results = [{**draw(RESULT), "tool_use_id": call["id"]} for call in calls]
        out.append({"role": "user", "content": [*results, *draw(st.lists(TEXT | IMAGE, max_size=2))]})
    if draw(st.booleans()):
        out.append(draw(message("assistant", st.one_of(WORDS, st.lists(TEXT, min_size=1, max_size=3)))))
    return out


ODD_MESSAGES = st.lists(
    message("user", st.just("") | WORDS | st.lists(ODD_TEXT | ODD_RESULT | IMAGE | FILE, max_size=3))
    | message(
        "assistant", st.just("") | WORDS | st.lists(ODD_TEXT | ODD_CALL | THINKING | SERVER, max_size=4)
    )
    | message("system", WORDS | st.lists(ODD_TEXT, min_size=1, max_size=2)),
    min_size=1,
    max_size=6,
).filter(lambda messages: messages[0]["role"] != "system")

SCHEMAS = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(NAMES, st.just({"type": "string"}), max_size=2),
    },
    optional={"additionalProperties": st.just(False), "required": st.lists(NAMES, max_size=1)},
)
TOOL = st.fixed_dictionaries(
    {"name": NAMES, "input_schema": SCHEMAS}, optional={"description": WORDS, "strict": st.just(True)}
)
ODD_TOOL = st.fixed_dictionaries(
    {"name": NAMES, "input_schema": SCHEMAS},
    optional={
        "type": st.just("custom"),
        "description": WORDS,
        "strict": st.booleans(),
        "defer_loading": st.booleans(),
        "cache_control": CACHED,
        "input_examples": st.just([{"city": "Oslo"}]),
    },
) | st.just({"type": "web_search_20260318", "name": "web_search"})
CHOICE = (
    st.sampled_from([{"type": "auto"}, {"type": "any"}, {"type": "none"}])
    | st.fixed_dictionaries({"type": st.just("tool"), "name": NAMES})
    | st.just({"type": "auto", "disable_parallel_tool_use": True})
)

PLAIN_REQUEST = st.fixed_dictionaries(
    {"model": st.just("m"), "max_tokens": st.integers(1, 9999), "messages": plain_messages()},
    optional={
        "system": st.one_of(WORDS, st.lists(TEXT, min_size=2, max_size=2)),
        "tools": st.lists(TOOL, min_size=1, max_size=3),
        "tool_choice": CHOICE,
        "temperature": st.floats(0, 1),
        "stream": st.just(True),
    },
)
ANY_REQUEST = st.fixed_dictionaries(
    {"model": st.just("m"), "max_tokens": st.integers(1, 9999), "messages": plain_messages() | ODD_MESSAGES},
    optional={
        "system": st.just("") | WORDS | st.lists(ODD_TEXT, max_size=2),
        "tools": st.lists(TOOL | ODD_TOOL, max_size=3),
        "tool_choice": CHOICE | st.just({"type": "auto", "disable_parallel_tool_use": False}),
        "stop_sequences": st.lists(WORDS, max_size=2),
        "thinking": st.just({"type": "adaptive"}),
        "metadata": st.just({"user_id": "u1"}),
        "top_k": st.integers(1, 9),
        "cache_control": CACHED,
        "stream": st.booleans(),
    },
)
REPLY_BLOCKS = st.lists(ODD_TEXT | ODD_CALL | THINKING, max_size=4)
ANY_REPLY = st.fixed_dictionaries(
    {
        "id": st.just("msg_1"),
        "type": st.just("message"),
        "role": st.just("assistant"),
        "model": st.just("m"),
        "content": REPLY_BLOCKS,
        "stop_reason": st.sampled_from(
            ["end_turn", "tool_use", "max_tokens", "stop_sequence", "refusal", "pause_turn"]
        ),
        "stop_sequence": st.none() | WORDS,
        "usage": st.fixed_dictionaries(
            {"input_tokens": st.integers(0, 999), "output_tokens": st.integers(0, 999)},
            optional={
                "cache_read_input_tokens": st.none() | st.integers(0, 999),
                "cache_creation_input_tokens": st.none() | st.integers(0, 999),
            },
        ),
    },
    optional={"container": st.none(), "stop_details": st.none(), "diagnostics": st.none()},
)

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
RAIN = [{"type": "text", "text": "rain"}]
WEATHER = {
    "model": "m",
    "max_tokens": 500,
    "system": "Be brief.",
    "tools": [
        {
            "name": "get_weather",
            "description": "Weather in one city.",
            "input_schema": {
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
            },
        }
    ],
    "tool_choice": {"type": "any"},
    "messages": [
        {"role": "user", "content": "Oslo and Bergen?"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Both."},
                {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Oslo"}},
                {"type": "tool_use", "id": "toolu_2", "name": "get_weather", "input": {"city": "Bergen"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": "12 degrees"},
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_2",
                    "content": [{"type": "text", "text": "rain"}],
                },
                {"type": "text", "text": "In one line, please."},
            ],
        },
    ],
}
