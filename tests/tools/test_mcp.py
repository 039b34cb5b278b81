"""The clock tools over MCP: the messages as plain functions, the server as a process, the real client."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import clock
from clockhands.errors import ClockToolError
from clockhands.tools import CLOCK_TOOLS, Tool, mcp_client, mcp_server
from clockhands.tools.mcp_client import over_mcp
from clockhands.tools.mcp_messages import answer, call_tool, list_tools, spec_of
from clockhands.tools.mcp_server import main, serve_plain

COMMAND = [sys.executable, "-m", "clockhands.tools.mcp_server"]
TOKYO = {"usertime": "2026-11-05T14:10Z", "to_timezone": "Asia/Tokyo"}
needs_mcp = pytest.mark.skipif(
    importlib.util.find_spec("mcp_types") is None,
    reason='the real client is in an extra: pip install "clockhands[mcp]"',
)


def failing(**arguments):
    raise ValueError("no such city")


PAY = Tool("pay", "Pay.", {"type": "object"}, lambda **arguments: {"paid": 3}, side_effect=True)
FAIL = Tool("fail", "Fails.", {"type": "object"}, failing)
DANGER = Tool("danger", "Needs a person.", {"type": "object"}, lambda: "done", dangerous=True)


def request(method, id=1, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def test_a_list_holds_the_definitions_under_the_protocols_names():
    listed = list_tools()["tools"]
    assert [spec_of(entry) for entry in listed] == [tool.spec for tool in CLOCK_TOOLS]
    assert all(entry["annotations"] == {"readOnlyHint": True} for entry in listed)
    assert list_tools([PAY])["tools"][0]["annotations"] == {"readOnlyHint": False}


def test_a_call_gives_text():
    result = {"content": [{"type": "text", "text": "2026-11-05T23:10:00+09:00"}], "isError": False}
    assert call_tool("convert_time", TOKYO) == result
    assert call_tool("pay", None, [PAY])["content"][0]["text"] == '{"paid": 3}'


@pytest.mark.parametrize(
    ("name", "arguments", "tools", "words"),
    [
        ("get_time", {"timezone": "Mars/Olympus_Mons"}, None, "not the name of a time zone"),
        ("get_time", {"zone": "UTC"}, None, "`zone` is not accepted"),
        ("get_time", [], None, "must be a JSON object"),
        ("fail", {}, [FAIL], "ValueError: no such city"),
        ("danger", {}, [DANGER], "A person must approve"),
    ],
)
def test_what_fails_is_a_result_marked_as_an_error(name, arguments, tools, words):
    result = call_tool(name, arguments, tools)
    assert result["isError"] is True
    assert words in result["content"][0]["text"]


def test_the_handshake_takes_the_clients_revision_when_it_is_known():
    for asked, used in [("2025-06-18", "2025-06-18"), ("2099-01-01", "2025-11-25")]:
        result = answer(request("initialize", protocolVersion=asked))["result"]
        assert result["protocolVersion"] == used
        assert result["capabilities"] == {"tools": {}}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (request("tools/call", name="delete_file"), -32602),
        (request("resources/list"), -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]}, -32602),
        ({"id": 1}, -32600),
        ([], -32600),
    ],
)
def test_what_is_no_call_of_a_tool_is_a_protocol_error(message, code):
    assert answer(message)["error"]["code"] == code


def test_a_notification_gets_no_answer():
    assert answer({"jsonrpc": "2.0", "method": "notifications/initialized"}) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
METHODS = st.sampled_from(["initialize", "ping", "tools/list", "tools/call", "nope"])


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.fixed_dictionaries({}, optional={"id": JSON, "method": METHODS | JSON, "params": JSON}) | JSON)
def test_any_message_gets_an_answer_or_none(message):
    reply = answer(message, [PAY, FAIL])
    assert reply is None or {"result", "error"} & set(json.loads(json.dumps(reply)))


def test_the_plain_loop_answers_line_by_line():
    out = io.StringIO()
    lines = [json.dumps(request("tools/call", name="convert_time", arguments=TOKYO)), "", "{", "[]"]
    serve_plain((line + "\n" for line in lines), out.write)
    first, broken, no_request = [json.loads(line) for line in out.getvalue().splitlines()]
    assert first["result"]["content"][0]["text"] == "2026-11-05T23:10:00+09:00"
    assert broken["error"]["code"] == -32700
    assert no_request["error"]["code"] == -32600


def test_the_process_speaks_on_its_pipes_and_ends_with_its_input():
    lines = [request("initialize", 1, protocolVersion="2025-11-25"), request("tools/list", 2)]
    sent = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        [*COMMAND, "--plain"], input=sent, capture_output=True, encoding="utf-8", timeout=120, check=True
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [1, 2]
    assert replies[1]["result"] == list_tools()
    assert done.stderr == ""


def test_without_the_package_the_plain_loop_answers_and_says_so(monkeypatch, capsys):
    def missing():
        raise ImportError("No module named 'mcp'")

    line = json.dumps(request("ping", 7)) + "\n"
    monkeypatch.setattr(mcp_server, "server", missing)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    out = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, write_through=True))
    assert main([]) == 0
    assert json.loads(out.getvalue()) == {"jsonrpc": "2.0", "id": 7, "result": {}}
    assert "clockhands[mcp]" in capsys.readouterr().err


def test_an_unknown_option_is_told(capsys):
    assert main(["--port", "80"]) == 2
    assert "--plain" in capsys.readouterr().err


def test_the_tools_read_the_clock_in_force():
    with clock.frozen("2026-11-05T14:10:15+00:00"):
        text = call_tool("get_time", {"timezone": "Asia/Tokyo"})["content"][0]["text"]
    assert json.loads(text)["time"] == "23:10:15"


def test_one_question_to_a_server_process():
    assert over_mcp("tools/list") == list_tools()
    result = over_mcp("tools/call", {"name": "convert_time", "arguments": TOKYO})
    assert result == call_tool("convert_time", TOKYO)


@pytest.mark.parametrize(
    ("command", "method", "code", "words"),
    [
        (mcp_client.CLOCK_SERVER, "resources/list", "mcp_error", "Method not found"),
        (
            (sys.executable, "-c", "import sys; sys.exit('no tools today')"),
            "ping",
            "mcp_error",
            "no tools today",
        ),
        (("no-such-program-anywhere",), "ping", "mcp_error", "cannot be started"),
        ((sys.executable, "-c", "import time; time.sleep(60)"), "ping", "timeout", "within"),
    ],
    ids=["refuses", "ends", "is not there", "hangs"],
)
def test_a_server_that_does_not_answer_is_an_error(command, method, code, words):
    seconds = 0.5 if code == "timeout" else 60
    with pytest.raises(ClockToolError, match=words) as raised:
        over_mcp(method, command=command, timeout_s=seconds)
    assert raised.value.code == code


@needs_mcp
@pytest.mark.parametrize("option", [[], ["--plain"]], ids=["the mcp package", "plain"])
async def test_the_real_client_lists_and_calls(option):
    from mcp import Client, MCPError, StdioServerParameters

    process = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], *option])
    async with Client(process, read_timeout_seconds=120) as client:
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == [tool.name for tool in CLOCK_TOOLS]
        assert [tool.input_schema for tool in listed.tools] == [tool.input_schema for tool in CLOCK_TOOLS]
        good = await client.call_tool("convert_time", TOKYO)
        assert (good.content[0].text, good.is_error) == ("2026-11-05T23:10:00+09:00", False)
        bad = await client.call_tool("get_time", {"timezone": "Mars/Olympus_Mons"})
        assert bad.is_error
        with pytest.raises(MCPError, match="Unknown tool: delete_file"):
            await client.call_tool("delete_file", {})


@needs_mcp
async def test_the_clock_tools_over_mcp_run_in_the_course_s_loop():
    """MCP's definitions become tools of the app: the model asks the app, the app asks the server."""
    from mcp import Client

    from clockhands import Script, call
    from clockhands.agent import run_async
    from clockhands.client import connect_async
    from clockhands.tools.mcp_server import server

    async with Client(server()) as remote:
        listed = (await remote.list_tools()).tools

        def tool_of(entry):
            async def fn(**arguments):
                return (await remote.call_tool(entry.name, arguments)).content[0].text

            return Tool(entry.name, entry.description, entry.input_schema, fn, timeout_s=10)

        client, _ = connect_async(Script(call("convert_time", **TOKYO), "It is 23:10."), quiet=True)
        outcome = await run_async(client, [tool_of(entry) for entry in listed], "When?")
    assert outcome.status == "success"
    assert "2026-11-05T23:10:00+09:00" in json.dumps(outcome.messages, default=str)
