"""The clock tools as an MCP server on standard input and output.

    python -m clockhands.tools.mcp_server           any MCP client can start this and list and call the tools

Where the `mcp` package is installed (`pip install "clockhands[mcp]"`), it speaks the protocol, all its
revisions. Without it, or with `--plain`, a loop of a few lines does, for the revisions that begin with
`initialize`: one JSON-RPC message a line, one answer a line, one call at a time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from clockhands.tools.mcp_messages import NOT_JSON, WRONG_PARAMS, answer, call_tool, list_tools
from clockhands.tools.tool import Tool

__all__ = ["main", "serve_plain", "server"]

USAGE = "usage: python -m clockhands.tools.mcp_server [--plain]"


def serve_plain(
    lines: Iterable[str], write: Callable[[str], Any], tools: Sequence[Tool] | None = None
) -> None:
    """Answer JSON-RPC messages until there are none left. lines: one message each. write: takes each answer,
    one line of JSON with its newline."""
    for line in lines:
        if not line.strip():
            continue
        try:
            reply = answer(json.loads(line), tools)
        except (ValueError, RecursionError) as bad:
            error = {"code": NOT_JSON, "message": f"Parse error: {bad}"}
            reply = {"jsonrpc": "2.0", "id": None, "error": error}
        if reply is not None:
            write(json.dumps(reply) + "\n")


def server(tools: Sequence[Tool] | None = None) -> Any:
    """An `mcp.server.Server` that offers `tools`; ImportError without the `mcp` package (2.x)."""
    import anyio
    from mcp import MCPError
    from mcp.server import Server
    from mcp.types import CallToolResult, ListToolsResult

    async def on_list(context: Any, params: Any) -> Any:
        return ListToolsResult.model_validate(list_tools(tools))

    async def on_call(context: Any, params: Any) -> Any:
        try:  # in a thread: other messages are answered meanwhile
            found = await anyio.to_thread.run_sync(call_tool, params.name, params.arguments, tools)
        except LookupError as error:
            raise MCPError(code=WRONG_PARAMS, message=str(error.args[0])) from None
        return CallToolResult.model_validate(found)

    return Server("clockhands", version="1", on_list_tools=on_list, on_call_tool=on_call)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until standard input ends; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given not in ([], ["--plain"]):
        print(f"{USAGE}; not {' '.join(given)}", file=sys.stderr)
        return 2
    if not given:
        try:
            made = server()
        except ImportError:
            note = 'the mcp package (2.x) is not here: answering plainly; pip install "clockhands[mcp]"'
            print(f"clockhands: {note}", file=sys.stderr)
        else:
            _serve(made)
            return 0
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    serve_plain(sys.stdin, _write)
    return 0


def _write(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def _serve(made: Any) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await made.run(read, write, made.create_initialization_options())

    anyio.run(serve)


if __name__ == "__main__":
    raise SystemExit(main())
