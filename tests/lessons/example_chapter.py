"""A chapter module as a writer makes one, small and complete; not shipped, it serves the engine's tests.

Its number, 97, belongs to no chapter of the course.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from clockhands.lessons.exercise import (
    Chapter,
    Choice,
    Exercise,
    Misconception,
    Prediction,
    Question,
    not_yet,
    passed,
)
from clockhands.lessons.trials import ANYTHING, Calls, called, compared, result_of, scripted

# --- 97.1: one function, compared by structure -----------------------------------------------------------

CLOCK = SimpleNamespace(type="tool_use", id="toolu_01Kq", name="get_time", input={"timezone": "Asia/Tokyo"})
UNKNOWN = SimpleNamespace(type="tool_use", id="toolu_02Xy", name="fly", input={})


def check_run_tool(run_tool: Callable):
    for block in (CLOCK, UNKNOWN):
        call = called(run_tool, block)
        yours = result_of(run_tool, block)  # the learner's exceptions pass through on purpose
        expected = {"type": "tool_result", "tool_use_id": block.id, "content": ANYTHING}
        if block is UNKNOWN:
            expected["is_error"] = True
        if isinstance(yours, dict) and yours.get("tool_use_id") == block.name:
            # A wrong answer we know gets its name; `why` may add what is special about this case.
            return not_yet(call=call, yours=yours, expected=expected, misconception="id-is-name")
        wrong = compared(call, yours, expected)
        if wrong:
            return wrong
    return passed("Tried on two calls, one of a tool that does not exist.")


# --- 97.2: a loop, run on a scripted model with a cap -----------------------------------------------------


def check_loop(loop: Callable):
    from clockhands.mock import call  # the mock loads where it is used, not when the chapter is imported

    def model(request):  # asks until a result comes back
        answered = "tool_result" in str(request["messages"][-1]["content"])
        return "It is 23:10." if answered else call("get_time", timezone="Asia/Tokyo")

    calls = Calls()
    functions = {"get_time": calls.watch(lambda timezone: "23:10", "get_time")}
    with scripted(model, loop=True, cap=4) as lab:
        yours = result_of(loop, lab.client, functions, "What time is it in Tokyo?")
    wrong = compared("loop(client, functions, prompt)", yours, "It is 23:10.")
    if wrong:
        return wrong
    if len(lab.requests) != 2:
        return not_yet(yours=f"{len(lab.requests)} requests", expected="2 requests")
    return passed("Tried on one question that needs the clock.")


# --- 97.3: a value, not a function ------------------------------------------------------------------------

COUNTS_ONLY_TOOLS = Misconception(
    "counts-only-tools", "The first send was not counted.", "Count sends: one per reply, tool or not."
)


def check_count(answer: int):
    if answer == 2:
        return not_yet(yours=answer, expected="one more", misconception=COUNTS_ONLY_TOOLS)
    return passed() if answer == 3 else not_yet(yours=answer, why="Count the replies in the trace.")


HINTS = ("Look at the block.", "It carries an id.", "A dict of three keys.")

CHAPTER = Chapter(
    97,
    "An example",
    exercises=[
        Exercise(
            "97.1", "run what was asked", 2, check_run_tool, HINTS, "The id pairs them.", keep="run_tool"
        ),
        Exercise("97.2", "the loop", 3, check_loop, HINTS, "It stops on its own.", limit_s=2.0),
        Exercise("97.3", "count the calls", 1, check_count, HINTS, "k tool steps are k+1 calls."),
    ],
    predictions=[
        Prediction(
            "97.a",
            "neither",
            because="The reply is a request; nothing ran.",
            misconceptions={"client.messages.create(...)": "model-runs-the-tool"},
        ),
        Prediction("97.b", 600, because="Each tool costs tokens.", within=0.25),
    ],
    questions=[
        Question(
            "97.q1",
            "beginner",
            "Who runs the tool?",
            [
                Choice("the app", True, "The model only asks."),
                Choice("the model", False, "It has no computer.", "model-runs-the-tool"),
            ],
        ),
        Question(
            "97.q2",
            "advanced",
            "How many requests do two dependent steps take?",
            [
                Choice("two", False, "One more is needed for the answer.", COUNTS_ONLY_TOOLS),
                Choice("three", True, "Each step, and the final reply."),
            ],
        ),
    ],
)
