"""Asking an MCP server on standard input and output, one question a process: enough to see what travels.

A real client keeps the process and asks again and again; the `mcp` package has one. Standard library only.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from clockhands.errors import ClockToolError
from clockhands.tools.mcp_messages import PROTOCOLS

__all__ = ["over_mcp"]

CLOCK_SERVER = (sys.executable, "-m", "clockhands.tools.mcp_server", "--plain")


def over_mcp(
    method: str,
    params: dict[str, Any] | None = None,
    *,
    command: Sequence[str] = CLOCK_SERVER,
    timeout_s: float = 60.0,
) -> dict[str, Any]:
    """Start a server, shake hands, ask one thing; the `result` of its response.

    method, params: such as "tools/call" with name and arguments. command: the server's command line, by
    default the clock tools. timeout_s: real seconds until the process is ended.
    ClockToolError: `mcp_error` when the server refuses or does not answer, `timeout` when it takes too long.
    """
    hello = {"protocolVersion": PROTOCOLS[0], "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    messages = [
        {"id": 0, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 1, "method": method, "params": params or {}},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    try:
        done = subprocess.run(
            list(command), input=lines, capture_output=True, encoding="utf-8", timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        raise ClockToolError("timeout", f"The server did not answer within {timeout_s:g} s.") from None
    except OSError as error:
        raise ClockToolError(
            "mcp_error", f"The server cannot be started ({error}); check command=."
        ) from None
    return _result(done.stdout, done.stderr)


def _result(out: str, complaints: str) -> dict[str, Any]:
    replies = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    reply = next((reply for reply in replies if reply.get("id") == 1), None)
    if reply is None:
        raise ClockToolError(
            "mcp_error", f"The server ended without an answer. It said: {complaints[-200:] or 'nothing'}"
        )
    if "error" in reply:
        raise ClockToolError("mcp_error", f"The server refused: {reply['error'].get('message')}")
    return reply["result"]
