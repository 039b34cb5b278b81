"""`check` on every kind of answer a learner may pass."""

from __future__ import annotations

import pytest

from clockhands.errors import CheckFailed, UnknownExerciseError
from clockhands.lessons import check

from .exercise_cases import Case, Wrong, case_tests, run_cell
from .example_chapter import CHAPTER

pytestmark = pytest.mark.usefixtures("example")

RUN_TOOL = '''
def run_tool(block):
    """tool_use block in, tool_result block out."""
    if block.name not in FUNCTIONS:
        return {"type": "tool_result", "tool_use_id": block.id, "content": "unknown tool", "is_error": True}
    return {"type": "tool_result", "tool_use_id": block.id, "content": FUNCTIONS[block.name](**block.input)}
'''

LOOP = """
def loop(client, functions, prompt):
    messages = [{"role": "user", "content": prompt}]
    while True:
        reply = client.messages.create(model="claude-haiku-4-5", max_tokens=100, messages=messages)
        if reply.stop_reason != "tool_use":
            return "".join(b.text for b in reply.content if b.type == "text")
        messages.append({"role": "assistant", "content": reply.content})
        messages.append({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": b.id, "content": functions[b.name](**b.input)}
            for b in reply.content if b.type == "tool_use"]})
"""

CASES = [
    Case(
        "97.1",
        passes="run_tool",
        setup="FUNCTIONS = {'get_time': lambda timezone: '23:10'}",
        stub='def run_tool(block):\n    """tool_use in."""\n    raise NotImplementedError  # your code here',
        solution=RUN_TOOL,
        wrong=[
            Wrong("the id is the name", RUN_TOOL.replace("block.id", "block.name"), names="id-is-name"),
            Wrong("prints", "def run_tool(block):\n    print(block.name)", names="prints-instead-of-returns"),
            Wrong(
                "not marked", RUN_TOOL.replace(', "is_error": True', ""), says='The key "is_error" is missing'
            ),
            Wrong("raises", RUN_TOOL.replace("block.id", "block.ident"), says="AttributeError"),
            Wrong("async", "async def run_tool(block):\n    return 3", says="This is a number, not a dict"),
        ],
    ),
    Case(
        "97.2",
        passes="loop",
        stub="def loop(client, functions, prompt):\n    raise NotImplementedError",
        solution=LOOP,
        wrong=[
            Wrong("never appends", LOOP.replace("messages.append(", "str("), names="same-request-again"),
            Wrong("spins", "def loop(*a):\n    while True:\n        pass", names="endless-loop"),
            Wrong(
                "summary",
                LOOP.replace('"content": reply.content}', '"content": "I will look."}'),
                says="unexpected `tool_use_id`",
            ),
        ],
    ),
    Case(
        "97.3",
        passes="answer",
        stub="answer = ...",
        solution="answer = 3",
        wrong=[
            Wrong("forgets one", "answer = 2", names="counts-only-tools"),
            Wrong("text", "answer = 'three'", says="a whole number"),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)
