"""The Model Context Protocol's messages about tools, as plain functions: dict in, dict out.

MCP is how one process offers its tools to another: JSON-RPC 2.0, `tools/list` and `tools/call`. A definition
is the one the Messages API takes, with the schema under `inputSchema`; a result is a list of content blocks
and `isError`. Nothing here reads or writes; `mcp_server` does. Source: the protocol's revision 2025-11-25.

    >>> answer({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    {'jsonrpc': '2.0', 'id': 1, 'result': {}}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from clockhands.tools.guard import Guard
from clockhands.tools.tool import Tool

__all__ = ["PROTOCOLS", "answer", "call_tool", "definition", "list_tools", "spec_of"]

PROTOCOLS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""The revisions that begin with `initialize`, newest first. The tool messages are the same in all."""

NOT_JSON, NOT_A_REQUEST, NO_SUCH_METHOD, WRONG_PARAMS = -32700, -32600, -32601, -32602


def definition(tool: Tool) -> dict[str, Any]:
    """A tool as `tools/list` shows it. The hint says whether running it changes something."""
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": {"readOnlyHint": not tool.side_effect},
    }


def spec_of(listed: dict[str, Any]) -> dict[str, Any]:
    """The other way: an entry of `tools/list` as the definition `messages.create` takes."""
    spec = {"name": listed["name"], "input_schema": listed["inputSchema"]}
    return {**spec, "description": listed["description"]} if listed.get("description") else spec


def list_tools(tools: Sequence[Tool] | None = None) -> dict[str, Any]:
    """The result of `tools/list`. tools: the clock tools when not given."""
    return {"tools": [definition(tool) for tool in _tools(tools)]}


def call_tool(name: Any, arguments: Any = None, tools: Sequence[Tool] | None = None) -> dict[str, Any]:
    """The result of `tools/call`: `{"content": [text block], "isError": bool}`.

    A call that fails is a result, for the model to read: arguments that do not fit the schema, an exception
    of the tool, an answer that is an error. LookupError when there is no such tool, as the protocol has it.
    """
    offered = _tools(tools)
    names = [tool.name for tool in offered]
    if name not in names:
        raise LookupError(f"Unknown tool: {name}. There are: {', '.join(names)}")
    decision = Guard(offered, allow=names).decide(name, {} if arguments is None else arguments)
    if not decision.ok or decision.tool is None:
        return _result(decision.message, True)
    try:
        output = decision.tool.fn(**decision.input)
    except Exception as error:
        return _result(f"{type(error).__name__}: {error}", True)
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False, default=str)
    return _result(text, _says_error(text))


def answer(message: Any, tools: Sequence[Tool] | None = None) -> dict[str, Any] | None:
    """The response to one JSON-RPC message; None for a notification, which gets none. Never raises."""
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return _error(None, NOT_A_REQUEST, "Invalid Request: an object with jsonrpc, id and method is wanted")
    if message.get("id") is None:
        return None
    id, method, params = message["id"], message["method"], message.get("params") or {}
    if not isinstance(params, dict):
        return _error(id, WRONG_PARAMS, "Invalid params: an object is wanted")
    if method == "tools/call":
        try:
            return _response(id, call_tool(params.get("name"), params.get("arguments"), tools))
        except LookupError as error:
            return _error(id, WRONG_PARAMS, str(error.args[0]))
    results = {
        "initialize": _initialize,
        "ping": lambda params: {},
        "tools/list": lambda p: list_tools(tools),
    }
    if method not in results:
        return _error(id, NO_SUCH_METHOD, f"Method not found: {method}")
    return _response(id, results[method](params))


def _initialize(params: dict[str, Any]) -> dict[str, Any]:
    """The handshake: the client's revision when it is known here, else the newest one of ours."""
    asked = params.get("protocolVersion")
    return {
        "protocolVersion": asked if asked in PROTOCOLS else PROTOCOLS[0],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "clockhands", "version": "1"},
    }


def _tools(tools: Sequence[Tool] | None) -> Sequence[Tool]:
    if tools is not None:
        return tools
    from clockhands.tools.clock_tools import CLOCK_TOOLS

    return CLOCK_TOOLS


def _result(text: str, is_error: bool) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def _says_error(text: str) -> bool:
    """Whether this is the envelope in which the clock tools report an error."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and list(found) == ["error"]


def _response(id: Any, result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def _error(id: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}
