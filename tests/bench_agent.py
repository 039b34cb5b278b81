"""What a step of the reference loop costs, beside the bare loop of chapter 3 and the SDK's own tool runner.

    python tests/bench_agent.py [ROUNDS]

Prints one line per number of steps (10, 100, 1,000): microseconds of processor time per step, the ratio to
the bare loop, and the peak of memory. All loops run the same tool against the same offline model in one
process and alternate; the lowest of the rounds counts, so that a busy machine disturbs all alike. The aim
is that a step of the reference loop costs at most 1.5 times a bare one at every length; the exit status
says whether it does.
"""

from __future__ import annotations

import gc
import sys
import time
import tracemalloc

from anthropic import beta_tool

from clockhands import run
from clockhands.client import connect
from clockhands.mock import Reply, call, text
from clockhands.tools import Tool

STEPS = (10, 100, 1000)
AIM = 1.5
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
    "additionalProperties": False,
}
ADD = Tool("add", "Add two whole numbers.", SCHEMA, lambda a, b: a + b)


@beta_tool
def add(a: int, b: int) -> str:
    """Add two whole numbers."""
    return str(a + b)


class Steps:
    """A model object that asks for `steps - 1` sums, each a new one, and then answers."""

    def __init__(self, steps: int):
        self.steps, self.asked = steps, 0

    def reply(self, request: dict) -> Reply:
        self.asked += 1
        if self.asked % self.steps == 0:
            return Reply([text("Done.")])
        return Reply([call("add", a=self.asked % self.steps, b=1)])


def bare(client, model: str, steps: int) -> None:
    """The loop of chapter 3: no guard, no limit, no timeout."""
    functions = {"add": ADD.fn}
    messages = [{"role": "user", "content": "Go."}]
    while True:
        reply = client.messages.create(model=model, max_tokens=1024, tools=[ADD.spec], messages=messages)
        messages.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                value = functions[block.name](**block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": str(value)})
        messages.append({"role": "user", "content": results})


def reference(client, model: str, steps: int) -> None:
    outcome = run(client, [ADD], "Go.", max_steps=steps + 1, token_budget=None)
    assert outcome.ok and outcome.steps == steps, outcome


def runner(client, model: str, steps: int) -> None:
    start = [{"role": "user", "content": "Go."}]
    client.beta.messages.tool_runner(
        model=model, max_tokens=1024, tools=[add], messages=start, thread=False
    ).until_done()


LOOPS = {"bare loop": bare, "clockhands": reference, "tool_runner": runner}


def measured(loop, steps: int) -> float:
    """Microseconds of processor time per step, for one run."""
    client, model = connect(Steps(steps), quiet=True)
    gc.collect()
    began = time.process_time()
    loop(client, model, steps)
    return (time.process_time() - began) / steps * 1e6


def peak(loop, steps: int) -> float:
    """The most memory one run holds beyond what was there before, in MB; the mock's log is part of it."""
    client, model = connect(Steps(steps), quiet=True)
    gc.collect()
    tracemalloc.start()
    loop(client, model, steps)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def main(rounds: int) -> int:
    for loop in LOOPS.values():
        measured(loop, 5)
    kept = True
    print("processor time per step, ratio to the bare loop, peak of memory")
    for steps in STEPS:
        times = {name: [] for name in LOOPS}
        for _ in range(rounds if steps < 1000 else 1):
            for name, loop in LOOPS.items():
                times[name].append(measured(loop, steps))
        best = {name: min(values) for name, values in times.items()}
        kept = kept and best["clockhands"] <= AIM * best["bare loop"]
        cells = [
            f"{name} {best[name]:,.0f} us (x{best[name] / best['bare loop']:.2f}, {peak(loop, steps):.1f} MB)"
            for name, loop in LOOPS.items()
        ]
        print(f"{steps:5} steps: " + " · ".join(cells))
    print(f"aim: at most {AIM} times the bare loop. {'Kept.' if kept else 'Missed.'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8))
