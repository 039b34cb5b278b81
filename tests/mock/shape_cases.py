"""Requests of the wrong shape beside their well-formed twins: name -> (wrong, right, the API's message)."""

from __future__ import annotations

from typing import Any

from .building import (
    ABSENT,
    ASK,
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

CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}
OPEN = {"type": "object", "properties": {}}


SHAPES: dict[str, tuple[Any, dict[str, Any], str]] = {
    "model is missing": (request(model=ABSENT), request(), "model: Field required"),
    "model is null": (request(model=None), request(), "model: Input should be a valid string"),
    "model is empty": (request(model=""), request(), "model: String should have at least 1 character"),
    "max_tokens is missing": (request(max_tokens=ABSENT), request(), "max_tokens: Field required"),
    "max_tokens is a string": (
        request(max_tokens="64"),
        request(max_tokens=64),
        "max_tokens: Input should be a valid integer",
    ),
    "max_tokens is true": (
        request(max_tokens=True),
        request(max_tokens=1),
        "max_tokens: Input should be a valid integer",
    ),
    "max_tokens is below zero": (
        request(max_tokens=-1),
        request(max_tokens=0),
        "max_tokens: must be greater than or equal to 0",
    ),
    "messages are missing": (request(messages=ABSENT), request(), "messages: Field required"),
    "messages are null": (request(messages=None), request(), "messages: Input should be a valid array"),
    "messages are a string": (request(messages="hi"), request(), "messages: Input should be a valid array"),
    "no message": (request(messages=[]), request(), "messages: at least one message is required"),
    "a message is a string": (
        request(messages=["hi"]),
        request(messages=[user("hi")]),
        "messages.0: Input does not match the expected shape.",
    ),
    "a role is missing": (
        request(messages=[{"content": "hi"}]),
        request(messages=[user("hi")]),
        "messages.0.role: Field required",
    ),
    "role tool": (
        talk(ASK, assistant(call()), {"role": "tool", "content": "14:10"}),
        talk(ASK, assistant(call()), user(result())),
        'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
    ),
    "role developer": (
        request(messages=[{"role": "developer", "content": "Be brief."}, ASK]),
        request(messages=[ASK], system="Be brief."),
        'messages: Unexpected role "developer". Allowed roles are "user" or "assistant"',
    ),
    "content is missing": (
        request(messages=[{"role": "user"}]),
        request(messages=[user("hi")]),
        "messages.0.content: Field required",
    ),
    "content is null": (
        request(messages=[{"role": "user", "content": None}]),
        request(messages=[user("hi")]),
        "messages.0.content: Input should be a valid array",
    ),
    "content is one block": (
        request(messages=[{"role": "user", "content": text("hi")}]),
        request(messages=[user(text("hi"))]),
        "messages.0.content: Input should be a valid array",
    ),
    "a message has a name": (
        request(messages=[{**ASK, "name": "Ana"}]),
        request(messages=[ASK]),
        "messages.0.name: Extra inputs are not permitted",
    ),
    "a block is a string": (
        request(messages=[user(text("hi"), "there")]),
        request(messages=[user(text("hi"), text("there"))]),
        "messages.0.content.1: Input should be an object",
    ),
    "a block has no type": (
        request(messages=[user({"text": "hi"})]),
        request(messages=[user(text("hi"))]),
        "messages.0.content.0.type: Field required",
    ),
    "a text block has no text": (
        request(messages=[user({"type": "text"})]),
        request(messages=[user(text("hi"))]),
        "messages.0.content.0.text.text: Field required",
    ),
    "a text block has an id": (
        request(messages=[user({**text("hi"), "id": "x"})]),
        request(messages=[user(text("hi"))]),
        "messages.0.content.0.text.id: Extra inputs are not permitted",
    ),
    "a result has no id": (
        talk(ASK, assistant(call()), user(result(tool_use_id=ABSENT))),
        talk(ASK, assistant(call()), user(result())),
        "messages.2.content.0.tool_result.tool_use_id: Field required",
    ),
    "a result is an object": (
        talk(ASK, assistant(call()), user(result(content={"time": "14:10"}))),
        talk(ASK, assistant(call()), user(result(content='{"time": "14:10"}'))),
        "messages.2.content.0.tool_result.content: Input should be a valid array",
    ),
    "a result is a number": (
        talk(ASK, assistant(call()), user(result(content=14))),
        talk(ASK, assistant(call()), user(result(content="14"))),
        "messages.2.content.0.tool_result.content: Input should be a valid array",
    ),
    "a result calls its error `error`": (
        talk(ASK, assistant(call()), user(result(error=True))),
        talk(ASK, assistant(call()), user(result(is_error=True))),
        "messages.2.content.0.tool_result.error: Extra inputs are not permitted",
    ),
    "is_error is a string": (
        talk(ASK, assistant(call()), user(result(is_error="yes"))),
        talk(ASK, assistant(call()), user(result(is_error=True))),
        "messages.2.content.0.tool_result.is_error: Input should be a valid boolean",
    ),
    "a picture of an unknown kind": (
        talk(
            ASK,
            assistant(call()),
            user(result(content=[image(type="base64", media_type="image/bmp", data="AAAA")])),
        ),
        talk(
            ASK,
            assistant(call()),
            user(result(content=[image(type="base64", media_type="image/png", data="AAAA")])),
        ),
        "messages.2.content.0.tool_result.content.0.image.source.base64.media_type: Input should be "
        "'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ),
    "an input is a string": (
        talk(ASK, assistant(call(input='{"zone": "UTC"}')), user(result())),
        talk(ASK, assistant(call()), user(result())),
        "messages.1.content.0.tool_use.input: Input should be an object",
    ),
    "an input is missing": (
        talk(ASK, assistant(call(input=ABSENT)), user(result())),
        talk(ASK, assistant(call(input={})), user(result())),
        "messages.1.content.0.tool_use.input: Field required",
    ),
    "a call id with a colon": (
        talk(ASK, assistant(call("functions:0")), user(result("functions:0"))),
        talk(ASK, assistant(call("functions_0")), user(result("functions_0"))),
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    "tools are null": (request(tools=None), request(tools=[]), "tools: Input should be a valid array"),
    "one tool instead of a list": (
        request(tools=tool()),
        request(tools=[tool()]),
        "tools: Input should be a valid array",
    ),
    "a tool is a name": (
        request(tools=["get_time"]),
        request(tools=[tool()]),
        "tools.0: Input should be an object",
    ),
    "a tool has no name": (
        request(tools=[tool(name=ABSENT)]),
        request(tools=[tool()]),
        "tools.0.custom.name: Field required",
    ),
    "a tool name with a space": (
        request(tools=[tool("get time")]),
        request(tools=[tool("get_time")]),
        "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ),
    "a tool name with a dot": (
        request(tools=[tool(), tool("clock.get_time")]),
        request(tools=[tool(), tool("clock_get_time")]),
        "tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ),
    "an empty tool name": (
        request(tools=[tool("")]),
        request(tools=[tool("t")]),
        "tools.0.custom.name: String should have at least 1 character",
    ),
    "a tool name of 129 characters": (
        request(tools=[tool("t" * 129)]),
        request(tools=[tool("t" * 128)]),
        "tools.0.custom.name: String should have at most 128 characters",
    ),
    "a tool without a schema": (
        request(tools=[tool(input_schema=ABSENT)]),
        request(tools=[tool()]),
        "tools.0.custom.input_schema: Field required",
    ),
    "a tool with `parameters`": (
        request(tools=[tool(parameters=OPEN)]),
        request(tools=[tool()]),
        "tools.0.custom.parameters: Extra inputs are not permitted",
    ),
    "a schema without a type": (
        request(tools=[tool(schema={"properties": {}})]),
        request(tools=[tool(schema=OPEN)]),
        "tools.0.custom.input_schema.type: Field required",
    ),
    "a schema of strings": (
        request(tools=[tool(schema={"type": "string"})]),
        request(tools=[tool(schema={"type": "object"})]),
        "tools.0.custom.input_schema.type: Input should be 'object'",
    ),
    "a schema of alternatives": (
        request(tools=[tool(schema={**OPEN, "anyOf": [{"required": ["a"]}]})]),
        request(tools=[tool(schema={**OPEN, "required": []})]),
        "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
    ),
    "an open schema, strictly": (
        request(tools=[tool(schema=OPEN, strict=True)]),
        request(tools=[tool(schema=CLOSED, strict=True)]),
        "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ),
    "an open schema within, strictly": (
        request(tools=[tool(schema={**CLOSED, "properties": {"at": OPEN}}, strict=True)]),
        request(tools=[tool(schema={**CLOSED, "properties": {"at": CLOSED}}, strict=True)]),
        "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ),
    "two tools of one name": (
        request(tools=[tool(), tool()]),
        request(tools=[tool(), tool("now")]),
        "tools: Tool names must be unique.",
    ),
    "tool_choice is a string": (
        request(tools=[tool()], tool_choice="auto"),
        request(tools=[tool()], tool_choice={"type": "auto"}),
        "tool_choice: Input should be an object",
    ),
    "tool_choice required": (
        request(tools=[tool()], tool_choice={"type": "required"}),
        request(tools=[tool()], tool_choice={"type": "any"}),
        "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: "
        "'auto', 'any', 'tool', 'none'",
    ),
    "tool_choice without a type": (
        request(tools=[tool()], tool_choice={"name": "get_time"}),
        request(tools=[tool()], tool_choice={"type": "tool", "name": "get_time"}),
        "tool_choice.type: Field required",
    ),
    "tool_choice without the name": (
        request(tools=[tool()], tool_choice={"type": "tool"}),
        request(tools=[tool()], tool_choice={"type": "tool", "name": "get_time"}),
        "tool_choice.tool.name: Field required",
    ),
    "system is null": (request(system=None), request(), "system: Input should be a valid array"),
    "a system block without a type": (
        request(system=[{"text": "Be brief."}]),
        request(system=[text("Be brief.")]),
        "system.0.type: Field required",
    ),
    "a system block is a string": (
        request(system=["Be brief."]),
        request(system=[text("Be brief.")]),
        "system.0: Input does not match the expected shape.",
    ),
    "thinking too briefly": (
        request(thinking={"type": "enabled", "budget_tokens": 1023}, max_tokens=4096),
        request(thinking={"type": "enabled", "budget_tokens": 1024}, max_tokens=4096),
        "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    ),
    "a cache that lives for a day": (
        request(messages=[user({**text("hi"), "cache_control": {"type": "ephemeral", "ttl": "1d"}})]),
        request(messages=[user({**text("hi"), "cache_control": {"type": "ephemeral", "ttl": "1h"}})]),
        "messages.0.content.0.text.cache_control.ttl: Input should be '5m' or '1h'",
    ),
    "stop_sequences is a string": (
        request(stop_sequences="END"),
        request(stop_sequences=["END"]),
        "stop_sequences: Input should be a valid array",
    ),
    "metadata with a field of one's own": (
        request(metadata={"course": "clocks"}),
        request(metadata={"user_id": "u-1"}),
        "metadata.course: Extra inputs are not permitted",
    ),
    "a service tier of one's own": (
        request(service_tier="priority"),
        request(service_tier="auto"),
        "service_tier: Input should be 'auto' or 'standard_only'",
    ),
    "stream is a string": (
        request(stream="yes"),
        request(stream=True),
        "stream: Input should be a valid boolean",
    ),
    "an unknown field": (
        request(max_completion_tokens=64),
        request(),
        "max_completion_tokens: Extra inputs are not permitted",
    ),
    "a thread without its beta": (
        request(thread={"type": "create"}),
        request(),
        "thread: Extra inputs are not permitted",
    ),
}
