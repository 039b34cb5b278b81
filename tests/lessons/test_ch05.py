"""Chapter 5: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from clockhands import Script, Tool, connect, record, run
from clockhands.lessons.ch05 import CHAPTER
from clockhands.lessons.ch05_checks import asked
from clockhands.lessons.ch05_measuring import HIDDEN_MUTANTS, MUTANTS
from clockhands.mock import call

from .exercise_cases import Case, Wrong, case_tests, solution_of

MESSAGE = """
def results_message(reply, finished):
    outputs = dict(finished)
    calls = [block for block in reply.content if block.type == "tool_use"]
    results = [
        {{"type": "tool_result", "tool_use_id": {id}, "content": {content}}} for {each}
    ]
    return {returned}
"""


def message(
    id="call.id",
    content="str(outputs[call.id])",
    each="call in calls",
    returned='{"role": "user", "content": results}',
) -> str:
    return MESSAGE.format(id=id, content=content, each=each, returned=returned)


TOGETHER = """
import asyncio, inspect

async def run_together(calls, functions):
    async def run_one(call):
        function = functions[call.name]
        if inspect.iscoroutinefunction(function):
            output = await function(**call.input)
        else:
            output = await asyncio.to_thread(function, **call.input)
        return {"type": "tool_result", "tool_use_id": call.id, "content": str(output)}

    return await asyncio.gather(*[run_one(call) for call in calls])
"""
GATHER = "return await asyncio.gather(*[run_one(call) for call in calls])"

HELPER = """
import asyncio, inspect

async def call_tool(tool, arguments):
    is_async = inspect.iscoroutinefunction(tool.fn)
    return await (tool.fn(**arguments) if is_async else asyncio.to_thread(tool.fn, **arguments))
"""
ANSWER = solution_of("5.3a")
STEP = solution_of("5.3b")
ONE = "await asyncio.wait_for(call_tool(tool, call.input), timeout=tool.timeout_s)"

NOTEBOOK = """
import asyncio

from clockhands import Script, Tool, Trace, connect
from clockhands.mock import call as scripted

client, MODEL = connect(quiet=True)
ask = {"role": "user", "content": "Go on."}
"""
TEST = solution_of("5.4")
ASSERTIONS = [line for line in TEST.splitlines() if line.strip().startswith("assert ")]


def without(number: int, source: str = TEST) -> str:
    """The learner's test without one of its assertions."""
    return source.replace(ASSERTIONS[number] + "\n", "").removesuffix(ASSERTIONS[number])


CASES = [
    Case(
        "5.1",
        passes="results_message",
        wrong=[
            Wrong(
                "finishing order",
                message(id="id", content="str(output)", each="id, output in finished"),
                names="results-in-finish-order",
            ),
            Wrong(
                "zipped by position",
                message(content="str(pair[1])", each="call, pair in zip(calls, finished)"),
                names="swapped-results",
            ),
            Wrong("id is the name", message(id="call.name"), names="id-is-name"),
            Wrong("first call only", message(each="call in calls[:1]"), names="half-the-results"),
            Wrong(
                "a message each",
                message(returned='[{"role": "user", "content": [result]} for result in results]'),
                names="split-results",
            ),
            Wrong(
                "spoken by the assistant",
                message(returned='{"role": "assistant", "content": results}'),
                names="result-as-assistant",
            ),
            Wrong(
                "words first",
                message(
                    returned='{"role": "user", "content": [{"type": "text", "text": "Here."}, *results]}'
                ),
                names="text-before-results",
            ),
            Wrong("not text", message(content="outputs[call.id]"), says="not text"),
            Wrong("first block", message().replace("if block.type", "if True or block.type"), says="TextBlock"),
        ],
    ),
    Case(
        "5.2",
        passes="run_together",
        setup="import asyncio",
        wrong=[
            Wrong(
                "one by one",
                TOGETHER.replace(GATHER, "return [await run_one(call) for call in calls]"),
                names="one-after-the-other",
            ),
            Wrong(
                "plain function in the loop",
                TOGETHER.replace("await asyncio.to_thread(function, **call.input)", "function(**call.input)"),
                names="blocks-the-loop",
            ),
            Wrong(
                "as they finish",
                TOGETHER.replace(
                    GATHER,
                    "return [await done for done in asyncio.as_completed([run_one(call) for call in calls])]",
                ),
                names="results-in-finish-order",
            ),
            Wrong(
                "not async",
                "def run_together(calls, functions):\n    return []",
                names="not-async",
            ),
            Wrong(
                "plain functions only",
                TOGETHER.replace("if inspect.iscoroutinefunction(function)", "if False"),
                names="forgot-await",
            ),
            Wrong(
                "one call twice",
                TOGETHER.replace(GATHER, f"await run_one(calls[0])\n    {GATHER}"),
                says="runs",
            ),
        ],
    ),
    Case(
        "5.3a",
        passes="answer",
        setup=HELPER,
        wrong=[
            Wrong("no timeout", ANSWER.replace(ONE, "await call_tool(tool, call.input)"), names="waits-for-ever"),
            Wrong("own timeout", ANSWER.replace("timeout=tool.timeout_s", "timeout=0.3"), names="timeout-not-the-tools"),
            Wrong("silent timeout", ANSWER.replace('"content": said', '"content": ""'), names="silent-timeout"),
            Wrong(
                "not marked",
                ANSWER.replace('"is_error": True, "content": f"{type', '"content": f"{type'),
                names="error-not-marked",
            ),
            Wrong(
                "says nothing",
                ANSWER.replace('f"{type(error).__name__}: {error}"', '"the tool failed"'),
                names="hidden-error",
            ),
            Wrong("exceptions escape", ANSWER.replace("except Exception", "except OSError"), names="exception-escapes"),
            Wrong("unknown name", ANSWER.replace("if call.name not in tools", "if False"), names="exception-escapes"),
            Wrong("plain", "def answer(call, tools):\n    return {}", names="not-async"),
        ],
    ),
    Case(
        "5.3b",
        passes="run_step",
        setup=HELPER + ANSWER,
        wrong=[
            Wrong("all together", STEP.replace("alone = ", "alone = False and "), names="parallel-unasked"),
            Wrong("one by one", STEP.replace("alone = ", "alone = True or "), names="one-after-the-other"),
            Wrong(
                "effects last",
                """
async def run_step(calls, tools):
    effect = lambda call: call.name in tools and tools[call.name].side_effect
    done = {}
    safe = [call for call in calls if not effect(call)]
    for call, result in zip(safe, await asyncio.gather(*[answer(call, tools) for call in safe])):
        done[call.id] = result
    for call in calls:
        if effect(call):
            done[call.id] = await answer(call, tools)
    return [done[call.id] for call in calls]
""",
                names="effect-out-of-place",
            ),
            Wrong("results in groups", STEP.replace("return results + ", "return results[::-1] + "), names="results-in-finish-order"),
            Wrong("forgets what waits", STEP.replace("return results + ", "return results or "), names="half-the-results"),
            Wrong("unknown name", STEP.replace("call.name in tools and ", ""), names="one-failure-loses-all"),
        ],
    ),
    Case(
        "5.4",
        passes="test_step",
        setup=NOTEBOOK,
        wrong=[
            Wrong("no ids", without(0), names="misses-the-ids"),
            Wrong("no contents", without(1), names="misses-the-mix-up"),
            Wrong("no mark", without(2), names="misses-the-mark"),
            Wrong("no time", without(3), names="misses-the-sum"),
            Wrong("too tight", TEST.replace("(max(naps) + sum(naps)) / 2", "max(naps) + 0.04"), names="test-too-tight"),
            Wrong("demands too much", TEST.replace('results[3]["is_error"]', 'results[0]["is_error"]'), names="test-fails-the-good"),
            Wrong("nothing asked to fail", TEST.replace(', scripted("broken")', "").replace(ASSERTIONS[2], "    pass"), names="misses-the-loss"),
            Wrong("tests nothing", "async def test_step(step):\n    return None", names="misses-the-sum"),
            Wrong("own loop", "import asyncio\nasync def test_step(step):\n    asyncio.run(step([], {}))", names="asyncio-run-in-notebook"),
            Wrong("gives back a word", "async def test_step(step):\n    return 'fine'", says="gives back nothing"),
        ],
    ),
]  # fmt: skip

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)

pytestmark = pytest.mark.filterwarnings(
    "ignore:coroutine .* was never awaited:RuntimeWarning"  # a wrong answer forgets to await
)


def test_every_mutant_has_a_name_of_its_own():
    names = [named.id for named in HIDDEN_MUTANTS.values()]
    assert len(set(names)) == len(names) == len(MUTANTS) + 1


# --- predictions -------------------------------------------------------------------------------------------

ZONE = {"type": "object", "properties": {"timezone": {"type": "string"}}, "required": ["timezone"]}
CLOCK = Tool(
    "get_current_time",
    "Get the current date and time in one time zone. Use it whenever the answer depends on the time or day.",
    ZONE,
    lambda timezone: "12:00",
)
ASK = {"role": "user", "content": "What time is it in Asia/Tokyo, Europe/London and America/New_York?"}


def answer_to(id: str):
    return next(one.answer for one in CHAPTER.predictions if one.id == id)


def ask_toy(*messages, **extra):
    client, model = connect(quiet=True)
    return client.messages.create(
        model=model, max_tokens=500, tools=[CLOCK.spec], messages=[ASK, *messages], **extra
    )


def test_prediction_a_neighbours_of_one_role_count_as_one_message():
    reply = ask_toy()
    calls = [block for block in reply.content if block.type == "tool_use"]
    assert len(calls) == 3
    results = [{"type": "tool_result", "tool_use_id": one.id, "content": "12:00"} for one in calls]
    apart = [{"role": "user", "content": [result]} for result in results]
    assert ask_toy({"role": "assistant", "content": reply.content}, *apart).stop_reason == "end_turn"
    assert answer_to("5.a").startswith("accepts: neighbours")


def test_prediction_b_threads_that_wait_overlap():
    everybody = threading.Barrier(3)
    with ThreadPoolExecutor(max_workers=3) as pool:
        list(pool.map(lambda n: everybody.wait(10), range(3)))
    assert answer_to("5.b") == "0.8 s: the slowest call"


async def test_prediction_c_gathered_calls_without_await_run_one_by_one():
    events = []

    async def blocking(n):
        events.append(("begin", n))
        events.append(("end", n))

    await asyncio.gather(blocking(1), blocking(2))
    assert events == [("begin", 1), ("end", 1), ("begin", 2), ("end", 2)]
    assert answer_to("5.c") == "1.6 s: nothing can switch"


async def test_prediction_d_gather_hands_on_the_exception_alone():
    finished = []

    async def look_up(n):
        await asyncio.sleep(0)
        if n == 1:
            raise KeyError(n)
        await asyncio.sleep(0)
        finished.append(n)

    with pytest.raises(KeyError):
        await asyncio.gather(*[look_up(n) for n in range(3)])
    await asyncio.sleep(0.01)
    assert finished == [0, 2]
    assert answer_to("5.d") == "the exception alone"


async def test_prediction_e_both_look_before_either_takes():
    plane = {"free": 1}

    async def book_seat():
        free = plane["free"]
        await asyncio.sleep(0)
        plane["free"] = free - 1
        return "confirmed" if free else "sold out"

    assert await asyncio.gather(book_seat(), book_seat()) == ["confirmed"] * 2
    assert answer_to("5.e") == "two"


# --- what quiz and table claim -----------------------------------------------------------------------------


def test_three_cities_take_one_tool_step_and_two_model_calls():
    client, _ = connect(quiet=True)
    with record(client) as trace:
        outcome = run(client, [CLOCK], ASK["content"])
    assert len(trace.exchanges) == 2
    assert len(outcome.executed) == 3


def test_parallel_calls_can_be_switched_off():
    reply = ask_toy(tool_choice={"type": "auto", "disable_parallel_tool_use": True})
    assert [block.type for block in reply.content].count("tool_use") == 1


def test_the_reference_runs_a_side_effect_alone_and_in_its_place():
    """The page shows it on a picture; here the order of events says so."""
    log, meeting = [], threading.Barrier(2)

    def read(n):
        meeting.wait(10)
        log.append("read")
        return n

    def write():
        log.append("write")
        return "written"

    tools = [
        Tool("read", "Read.", {"type": "object"}, read, timeout_s=20),
        Tool("write", "Write.", {"type": "object"}, write, timeout_s=20, side_effect=True),
    ]
    wanted = [call("read", n=1), call("read", n=2), call("write"), call("read", n=3), call("read", n=4)]
    client, _ = connect(Script(wanted, "Done."), quiet=True)
    outcome = run(client, tools, "Go on.")
    assert log == ["read", "read", "write", "read", "read"]
    results = outcome.messages[2]["content"]
    assert [one["content"] for one in results] == ["1", "2", "written", "3", "4"]


def test_asked_gives_the_calls_as_the_sdk_does():
    reply, calls = asked("Let me look. ", call("read", n=1), call("read", n=1))
    assert [block.type for block in reply.content] == ["text", "tool_use", "tool_use"]
    assert calls[0].id != calls[1].id
