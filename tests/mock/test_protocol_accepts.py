"""What the API accepts is accepted: recorded ways to use it, written anew."""

from __future__ import annotations

import pytest

from clockhands.mock.protocol import check_request

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
    system,
    talk,
    text,
    tool,
    user,
)

_SEARCHED = assistant(
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "time"}},
    {
        "type": "web_search_tool_result",
        "tool_use_id": "srvtoolu_1",
        "content": [],
        "caller": {"type": "direct"},
    },
)
_ACCEPTED = {
    "the assistant first": request(messages=[assistant("Hello."), ASK]),
    "the same role twice": request(
        messages=[ASK, user("Well?"), assistant("It"), assistant("is"), user("two?")]
    ),
    "history with calls and no tools": request(messages=[ASK, assistant(call()), user(result())]),
    "an empty assistant turn": request(model=NEW_MODEL, messages=[ASK, assistant()]),
    "an empty result": talk(ASK, assistant(call()), user(result(content=""))),
    "a result without content": talk(ASK, assistant(call()), user(result(content=ABSENT))),
    "a result of no blocks": talk(ASK, assistant(call()), user(result(content=[]))),
    "the same id in two turns": talk(
        ASK, assistant(call()), user(result()), assistant(call()), user(result(), text("Thanks."))
    ),
    "an echoed caller": talk(ASK, assistant(call(caller={"type": "direct"})), user(result())),
    "an echoed reply": talk(
        ASK, assistant({**text("Let me look."), "citations": None}, call()), user(result())
    ),
    "a call before a system message": request(
        model=NEW_MODEL,
        messages=[
            ASK,
            assistant(call()),
            user(result()),
            system({"type": "tool_addition", "tool": {"type": "tool_reference", "name": "now"}}),
        ],
        tools=[tool(), tool("now", defer_loading=True)],
    ),
    "settings in a system message, first": request(
        model=NEW_MODEL, messages=[{"role": "system", "output_config": {"effort": "low"}}, ASK]
    ),
    "a tool of type null": request(tools=[tool(type=None)]),
    "a custom tool with all fields": request(
        tools=[
            tool(
                type="custom",
                cache_control={"type": "ephemeral", "ttl": "5m"},
                allowed_callers=["direct"],
                eager_input_streaming=True,
                input_examples=[{"zone": "UTC"}],
            )
        ]
    ),
    "the API's own tools": request(
        tools=[
            {"type": "web_search_20250305", "name": "web_search", "max_uses": None, "allowed_domains": None},
            {"type": "code_execution_20260120", "name": "code_execution"},
            {"type": "tool_search_tool_bm25", "name": "tool_search_tool_bm25"},
            {"type": "mcp_toolset", "mcp_server_name": "clock"},
        ]
    ),
    "forcing a tool of the API": request(
        tools=[{"type": "web_search_20250305", "name": "web_search"}],
        tool_choice={"type": "tool", "name": "web_search"},
    ),
    "forcing a tool from a toolset": request(
        tools=[{"type": "mcp_toolset", "mcp_server_name": "clock"}],
        tool_choice={"type": "tool", "name": "clock_get"},
        mcp_servers=[{"type": "url", "name": "clock", "url": "https://example.org/mcp"}],
    ),
    "a paused search": request(model=NEW_MODEL, messages=[ASK, _SEARCHED]),
    "a paused search after text": request(
        model=NEW_MODEL, messages=[ASK, assistant(text("Looking. "), *_SEARCHED["content"])]
    ),
    "thinking in history": talk(
        ASK,
        assistant({"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, call()),
        user(result()),
        thinking={"type": "enabled", "budget_tokens": 1024, "display": "omitted"},
        max_tokens=4096,
    ),
    "a document and a search result": request(
        messages=[
            user(
                {
                    "type": "document",
                    "source": {"type": "text", "media_type": "text/plain", "data": "x"},
                    "title": "t",
                    "citations": {"enabled": True},
                },
                {"type": "search_result", "source": "s", "title": "t", "content": [text("x")]},
                text("Sum up."),
            )
        ]
    ),
    "pictures": request(
        messages=[
            user(
                image(type="url", url="https://example.org/a.png"),
                image(type="file", file_id="file_1"),
                text("What is it?"),
            )
        ]
    ),
    "a picture in a result": talk(
        ASK,
        assistant(call()),
        user(
            result(
                content=[
                    text("Here:"),
                    image(type="base64", media_type="image/png", data="AA"),
                    text("Done."),
                ]
            )
        ),
    ),
    "tool references in a result": talk(
        ASK, assistant(call()), user(result(content=[{"type": "tool_reference", "tool_name": "now"}]))
    ),
    "all other fields": request(
        model=NEW_MODEL,
        cache_control={"type": "ephemeral", "ttl": "1h"},
        container={"skills": []},
        context_management={"edits": [{"type": "clear_tool_uses_20250919"}]},
        diagnostics={"previous_message_id": None},
        fallbacks="default",
        inference_geo=None,
        metadata={"user_id": None},
        output_config={"effort": "low", "format": {"type": "json_schema", "schema": {}}},
        service_tier="standard_only",
        speed="standard",
        stop_sequences=None,
        stream=False,
        system=[{**text("Be brief."), "cache_control": {"type": "ephemeral"}}],
        thinking={"type": "adaptive", "display": "summarized"},
    ),
    "the older name of an output format": request(output_format={"type": "json_schema", "schema": {}}),
    "a container by name": request(container="container_1"),
    "no parallel calls": request(
        tools=[tool()], tool_choice={"type": "auto", "disable_parallel_tool_use": True}
    ),
}


@pytest.mark.parametrize("name", _ACCEPTED)
def test_what_the_api_accepts_is_accepted(name):
    assert check_request(_ACCEPTED[name], version=NEW, beta=None) > 0
    assert check_request(_ACCEPTED[name], version=OLD, beta="anything-2026-01-01") > 0
