"""Play a script against the loop and hold the invariants of every run against what really was sent."""

import asyncio
import json
from dataclasses import dataclass, field
from itertools import pairwise

from clockhands import Script, clock, connect, connect_async, run
from clockhands.agent import STATUSES, Outcome, run_async
from clockhands.client import transport_of
from clockhands.mock.protocol import check_request
from clockhands.tools import Tool

WAYS = ("plain", "async", "streamed", "async streamed")
ANY = {"type": "object"}


@dataclass
class Played:
    """What a run did, as seen from outside: requests that arrived, tools that ran, virtual seconds."""

    outcome: Outcome
    requests: list
    log: list
    elapsed: float
    executions: list = field(default_factory=list)

    @property
    def ran(self):
        """(tool, input) of each execution that began, in the order of the trace."""
        return [(e.tool, e.input) for e in self.outcome.trace.executions if e.ended != "denied"]

    def results(self, n=1):
        """The tool_result blocks in the last message of request n."""
        content = self.requests[n]["messages"][-1]["content"]
        return [block for block in content if block["type"] == "tool_result"]

    def result(self, n=1):
        (only,) = self.results(n)
        return only


def tool(fn, name=None, schema=ANY, **fields):
    """A Tool around `fn`, open to any arguments unless a schema says otherwise."""
    return Tool(name or fn.__name__, "A tool.", schema, fn, **fields)


def add(a, b):
    return a + b


ADD = Tool(
    "add",
    "Add two whole numbers.",
    {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
        "additionalProperties": False,
    },
    add,
)


def play(
    way,
    replies,
    tools=(ADD,),
    prompt="Go.",
    *,
    refused=(),
    shrinks=False,
    start="2031-03-05T12:00:00Z",
    **options,
):
    """Run the script `way` says, under a virtual clock, and check what must hold of any run.

    refused: statuses of the requests that are expected to fail, in order; any other failure is a violation.
    shrinks: the transcript is expected to be compacted.
    """
    streamed = "streamed" in way
    with clock.virtual(start):
        began = clock.monotonic()
        script = Script(*replies)
        if "async" in way:
            client, _ = connect_async(script, quiet=True)
            outcome = asyncio.run(run_async(client, tools, prompt, stream=streamed, **options))
        else:
            client, _ = connect(script, quiet=True)
            outcome = run(client, tools, prompt, stream=streamed, **options)
        elapsed = clock.monotonic() - began
        log = list(transport_of(client).log)
    played = Played(outcome, [entry.request for entry in log], log, elapsed)
    failures = [entry.status for entry in log if entry.status != 200 or entry.error]
    assert failures == list(refused), [entry.error for entry in log if entry.error]
    hold(played, append_only=not shrinks)
    return played


def hold(played, append_only=True):
    """The invariants: the transcript only grows, no id runs twice, the prefix stays, the end is defined."""
    outcome, requests = played.outcome, played.requests
    assert outcome.status in STATUSES
    for before, after in pairwise(requests):
        if append_only:
            assert after["messages"][: len(before["messages"])] == before["messages"]
        assert {k: before.get(k) for k in ("system", "tools")} == {
            k: after.get(k) for k in ("system", "tools")
        }
    ids = [e.tool_use_id for e in outcome.trace.executions if e.ended != "denied"]
    assert len(ids) == len(set(ids)) and set(ids) <= set(outcome.executed)
    offered = [call for entry in played.log for call in _calls(entry.response, "tool_use")]
    assert set(ids) <= {call["id"] for call in offered}
    if outcome.status == "success":
        assert played.log[-1].response["stop_reason"] == "end_turn"
    else:
        assert outcome.reason
    sendable(outcome.messages)


def sendable(messages):
    """Whether the conversation can go on: the API would take it with one more question."""
    body = {
        "model": "claude-haiku-4-5",
        "max_tokens": 100,
        "messages": json.loads(json.dumps([*messages, {"role": "user", "content": "Go on."}])),
    }
    check_request(body, version="2026-10-21", beta=None)


def _calls(response, stop_reason):
    if not response or response["stop_reason"] != stop_reason:
        return []
    return [block for block in response["content"] if block["type"] == "tool_use"]
