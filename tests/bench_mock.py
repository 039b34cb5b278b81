"""What a call through the mock costs, beside the smallest transport that returns a canned reply.

    python tests/bench_mock.py [ROUNDS]

Prints one line per length of history: microseconds of processor time per `client.messages.create` through
the canned transport, through the mock with a model object that always says the same, and through the mock
with the toy model, each with its ratio to the first. The three alternate in one process and the lowest of
many rounds counts, so that a busy machine disturbs all alike. The aim is that the mock costs at most twice
the canned transport at every length; the exit status says whether it does. The toy sees the same question
in every call, as it does in the steps of a loop.
"""

from __future__ import annotations

import gc
import json
import sys
import time

import anthropic
import httpx2

from clockhands.client import connect
from clockhands.mock import Reply, text

LENGTHS = (1, 10, 100)
AIM = 2.0
TOOL = {
    "name": "get_time",
    "description": "The current time in a zone.",
    "input_schema": {
        "type": "object",
        "properties": {"timezone": {"type": "string", "description": "IANA name"}},
        "required": ["timezone"],
    },
}


class Canned(httpx2.BaseTransport):
    """The least a transport can do."""

    def __init__(self, body: bytes):
        self.body = body

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "application/json"}, content=self.body)


class Constant:
    """A model object that always says the same, so that the mock alone is measured."""

    def reply(self, request: dict) -> Reply:
        return Reply([text("It is 23:10 in Tokyo.")])


def conversation(length: int) -> list[dict]:
    """`length` messages: questions, tool calls, results and answers, ending with the user's."""
    turns: list[dict] = []
    for n in range(0, length, 4):
        call_id = f"toolu_{n:024d}"
        call = {"type": "tool_use", "id": call_id, "name": "get_time", "input": {"timezone": "Asia/Tokyo"}}
        result = {"type": "tool_result", "tool_use_id": call_id, "content": f"23:{n % 60:02d}"}
        turns += [
            {"role": "user", "content": f"What time is it in Tokyo now, for the {n}th time?"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
            {"role": "assistant", "content": f"It is 23:{n % 60:02d} in Tokyo."},
        ]
    # Two user messages in a row keep the user last when the length is even.
    return turns[:length] if length % 2 else [{"role": "user", "content": "Hello"}, *turns][:length]


def microseconds(client: anthropic.Anthropic, model: str, messages: list[dict], calls: int) -> float:
    """Mean processor time of one call, over `calls` calls."""
    begin = time.process_time()
    for _ in range(calls):
        client.messages.create(model=model, max_tokens=256, tools=[TOOL], messages=messages)
    return (time.process_time() - begin) / calls * 1e6


def main(rounds: int = 30) -> int:
    """Print the curve; 0 when every ratio is within the aim."""
    within = True
    print(f"{'messages':>8} {'canned µs':>10} {'mock µs':>10} {'ratio':>6} {'toy µs':>10} {'ratio':>6}")
    for length in LENGTHS:
        messages = conversation(length)
        mock, model = connect(Constant(), quiet=True)
        toy, _ = connect(quiet=True)
        first = mock.messages.create(model=model, max_tokens=256, tools=[TOOL], messages=messages)
        canned = anthropic.Anthropic(
            api_key="offline",
            http_client=httpx2.Client(transport=Canned(json.dumps(first.model_dump(mode="json")).encode())),
        )
        best = [float("inf")] * 3
        calls = max(5, 100 // length)
        for _ in range(rounds):
            gc.collect()
            for i, client in enumerate((canned, mock, toy)):
                best[i] = min(best[i], microseconds(client, model, messages, calls))
        ratios = best[1] / best[0], best[2] / best[0]
        within = within and max(ratios) <= AIM
        mocked, toyed = (f"{t:>10.0f} {r:>6.2f}" for t, r in zip(best[1:], ratios, strict=True))
        print(f"{length:>8} {best[0]:>10.0f} {mocked} {toyed}")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:])))
