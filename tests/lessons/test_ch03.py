"""Chapter 3: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

from clockhands import Script, Tool, connect, record, run
from clockhands.lessons.ch03 import CHAPTER
from clockhands.mock import call

from .exercise_cases import Case, Wrong, case_tests

RUN_TOOL = """
def run_tool(block, functions):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in functions:
        return {**result, "is_error": True, "content": f"known: {', '.join(functions)}"}
    return {**result, "content": str(functions[block.name](**block.input))}
"""
SETUP = f"from clockhands import connect\nclient, MODEL = connect(quiet=True)\n{RUN_TOOL}"
LOOP = """
def run_loop(client, tools, prompt):
    functions = {{tool.name: tool for tool in tools}}
    messages = [{{"role": "user", "content": prompt}}]
    {rounds}
        reply = client.messages.create(
            model=MODEL, max_tokens=1024, tools={specs}, messages=messages
        )
        {append}
        if {stop}:
            return {text}
        calls = [block for block in reply.content if block.type == "tool_use"]
        {results}
    raise RuntimeError("no answer")
"""
PARTS = {
    "rounds": "for _ in range(10):",
    "specs": "[tool.spec for tool in tools]",
    "append": 'messages.append({"role": "assistant", "content": reply.content})',
    "stop": 'reply.stop_reason != "tool_use"',
    "text": '"".join(block.text for block in reply.content if block.type == "text")',
    "results": 'messages.append({"role": "user", "content": [run_tool(c, functions) for c in calls]})',
}


def loop(**changed: str) -> str:
    return LOOP.format(**PARTS | changed)


def results_message(role="user", id="call.id", content="output") -> str:
    return (
        "def results_message(call, output):\n"
        f'    return {{"role": "{role}", "content": [{{"type": "tool_result", "tool_use_id": {id}, '
        f'"content": {content}}}]}}'
    )


def extend(
    *, turn='{"role": "assistant", "content": reply.content}', start="*messages", id="call.id", extra=""
) -> str:
    return f"""
def extend(messages, reply, functions):
    call = next(block for block in reply.content if block.type == "tool_use")
    output = functions[call.name](**call.input)
    {extra}
    result = {{"type": "tool_result", "tool_use_id": {id}, "content": str(output)}}
    return [{start}, {turn}, {{"role": "user", "content": [result]}}]
"""


COUNT = """
def count_calls(messages):
    def kinds(role):
        lists = [m["content"] for m in messages if m["role"] == role and not isinstance(m["content"], str)]
        return [b["type"] if isinstance(b, dict) else b.type for content in lists for b in content]
    replies = [m for m in messages if m["role"] == {model}]
    return {{"model": len(replies), "tool": kinds({tool}).count("{kind}")}}
"""

CASES = [
    Case(
        "3.1a",
        passes="results_message",
        wrong=[
            Wrong("spoken by the assistant", results_message(role="assistant"), names="result-as-assistant"),
            Wrong("id is the name", results_message(id="call.name"), names="id-is-name"),
            Wrong("invented id", results_message(id="'toolu_1'"), names="invented-id"),
            Wrong("hard-coded output", results_message(content="'23:10'"), says='"content"'),
            Wrong("prints", "def results_message(call, output): print(output)", says="gave back None"),
            Wrong("async", f"async {results_message()}", names="async-unasked"),
            Wrong(
                "one parameter",
                "def results_message(call): return {}",
                says="Write `def results_message(call, output):`",
            ),
            Wrong("call as a dict", results_message(id='call["id"]'), names="block-as-dict"),
            Wrong("a typing error", results_message(id="cal.id"), says="Did you mean `call`?"),
            Wrong("no such attribute", results_message(id="call.ident"), says="or `.id`?"),
            Wrong("asks", results_message(content="input('?')"), names="asks-the-keyboard"),
        ],
        also={
            "is_error False": results_message(content='output, "is_error": False'),
            "a text block": results_message(content='[{"type": "text", "text": output}]'),
        },
    ),
    Case(
        "3.1b",
        passes="extend",
        wrong=[
            Wrong(
                "summary",
                extend(turn='{"role": "assistant", "content": "I call the clock."}'),
                names="summary-instead-of-content",
            ),
            Wrong("invented id", extend(id="'toolu_1'"), names="invented-id"),
            Wrong(
                "appends to the list it was given",
                "def extend(messages, reply, functions):\n    messages.append(1)\n    return messages",
                names="changes-its-input",
            ),
            Wrong(
                "leaves out the turn",
                """
def extend(messages, reply, functions):
    call = next(b for b in reply.content if b.type == "tool_use")
    result = {"type": "tool_result", "tool_use_id": call.id, "content": str(functions[call.name](**call.input))}
    return [*messages, {"role": "user", "content": [result]}]
""",
                names="assistant-turn-missing",
            ),
            Wrong(
                "takes the first block",
                extend().replace(
                    'next(block for block in reply.content if block.type == "tool_use")', "reply.content[0]"
                ),
                names="first-block-only",
            ),
            Wrong(
                "takes the last block",
                extend().replace(
                    'next(block for block in reply.content if block.type == "tool_use")', "reply.content[-1]"
                ),
                names="first-block-only",
            ),
            Wrong(
                "says which list is which",
                extend(extra="messages.append(1)"),
                says="`messages` as it was before",
            ),
            Wrong("one dict", extend().replace("**call.input", "call.input"), names="input-not-unpacked"),
            Wrong(
                "json",
                extend(extra="import json; json.loads(call.input)"),
                names="input-is-json-string",
            ),
        ],
        also={
            "dumped": extend(
                turn='{"role": "assistant", "content": [b.model_dump() for b in reply.content]}'
            ),
            "dumped without defaults": extend(
                turn='{"role": "assistant", "content": [b.model_dump(exclude_none=True) for b in reply.content]}'
            ),
        },
    ),
    Case(
        "3.2",
        passes="run_tool",
        wrong=[
            Wrong("id is the name", RUN_TOOL.replace("block.id", "block.name"), names="id-is-name"),
            Wrong("error not marked", RUN_TOOL.replace('"is_error": True, ', ""), names="error-not-marked"),
            Wrong(
                "error names nothing",
                RUN_TOOL.replace("known: {', '.join(functions)}", "no"),
                names="hidden-error",
            ),
            Wrong(
                "unknown name raises",
                """
def run_tool(block, functions):
    return {"type": "tool_result", "tool_use_id": block.id, "content": str(functions[block.name](**block.input))}
""",
                names="exception-escapes",
            ),
            Wrong(
                "a list of names",
                RUN_TOOL.replace("f\"known: {', '.join(functions)}\"", "list(functions)"),
                names="result-not-text",
            ),
            Wrong(
                "KeyError of the tool called unknown",
                """
def run_tool(block, functions):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        return {**result, "content": str(functions[block.name](**block.input))}
    except KeyError:
        return {**result, "is_error": True, "content": f"unknown {block.name}; known: {list(functions)}"}
""",
                names="hides-tool-error",
            ),
            Wrong(
                "empties the dict",
                RUN_TOOL.replace(
                    "def run_tool(block, functions):",
                    "def run_tool(block, given):\n    functions = dict(given); given.clear()",
                ),
                names="changes-its-input",
            ),
        ],
        also={
            "is_error False": RUN_TOOL.replace(
                '{**result, "content": str', '{**result, "is_error": False, "content": str'
            ),
            "every error told": """
def run_tool(block, functions):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in functions:
        return {**result, "is_error": True, "content": [{"type": "text", "text": f"known: {list(functions)}"}]}
    try:
        content, failed = str(functions[block.name](**block.input)), False
    except Exception as error:
        content, failed = f"{type(error).__name__}: {error}", True
    return {**result, "is_error": failed, "content": [{"type": "text", "text": content}]}
""",
        },
    ),
    Case(
        "3.3",
        passes="run_loop",
        setup=SETUP,
        wrong=[
            Wrong(
                "never stops by itself",
                loop(rounds="while True:", stop="False"),
                names="empty-results-message",
            ),
            Wrong(
                "text by position",
                loop(text="next(b.text for b in reply.content if b.type == 'text')"),
                names="first-block-only",
            ),
            Wrong("returns the reply", loop(text="reply"), names="loop-returns-reply"),
            Wrong(
                "first call only",
                loop(results='messages.append({"role": "user", "content": [run_tool(calls[0], functions)]})'),
                says="tool_use",
            ),
            Wrong("tools sent once", loop(specs="[t.spec for t in tools[:1]]"), names="not-resent"),
            Wrong("no bound", loop(rounds="while True:"), names="never-stops"),
            Wrong("three rounds", loop(rounds="for _ in range(12):"), says="Ten rounds"),
            Wrong(
                "turn left out",
                loop(append="pass"),
                says="tool_use_id",
            ),
            Wrong(
                "prompt ignored",
                loop().replace('"content": prompt', '"content": "What time is it?"'),
                names="prompt-ignored",
            ),
            Wrong(
                "only end_turn", loop(stop='reply.stop_reason == "end_turn"'), names="stops-only-on-end-turn"
            ),
            Wrong(
                "a default list",
                loop()
                .replace("tools, prompt)", "tools, prompt, messages=[])")
                .replace(
                    'messages = [{"role": "user", "content": prompt}]',
                    'messages += [{"role": "user", "content": prompt}]',
                ),
                names="history-leaks",
            ),
            Wrong(
                "a global list",
                "messages = []\n"
                + loop().replace(
                    'messages = [{"role": "user", "content": prompt}]',
                    'messages.append({"role": "user", "content": prompt})',
                ),
                names="history-leaks",
            ),
            Wrong(
                "clears the tools",
                loop(
                    append="messages.append({'role': 'assistant', 'content': reply.content}); tools.clear()",
                    specs="specs",
                ).replace("    functions =", "    specs = [t.spec for t in tools]\n    functions ="),
                names="changes-its-input",
            ),
            Wrong(
                "unknown name",
                loop(
                    results='messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, '
                    '"content": str(functions[c.name](**c.input))} for c in calls]})'
                ),
                names="unknown-name",
            ),
            Wrong(
                "swapped ids",
                loop(
                    results='messages.append({"role": "user", "content": [{**run_tool(c, functions), "tool_use_id": '
                    "calls[-1 - n].id} for n, c in enumerate(calls)]})"
                ),
                names="swapped-results",
            ),
            Wrong(
                "another exception", loop().replace("RuntimeError", "Exception"), says="would not catch this"
            ),
            Wrong("async", loop().replace("def run_loop", "async def run_loop"), names="async-unasked"),
            Wrong("a name gone", "del run_tool\n" + loop(), says="Run the cell of exercise 3.2"),
            Wrong("the model gone", "del MODEL\n" + loop(), says="Run the first code cell"),
        ],
        also={
            "ends when nothing is asked": loop(
                stop='not any(block.type == "tool_use" for block in reply.content)'
            ),
            "own kind of RuntimeError": "class TooLong(RuntimeError): pass\n"
            + loop().replace("raise RuntimeError", "raise TooLong"),
        },
    ),
    Case(
        "3.4",
        passes="count_calls",
        wrong=[
            Wrong(
                "counts messages",
                "def count_calls(messages): return {'model': len(messages), 'tool': 0}",
                says="model",
            ),
            Wrong(
                "counts results",
                """
def count_calls(messages):
    replies = [m for m in messages if m["role"] == "assistant"]
    users = [m for m in messages if m["role"] == "user" and not isinstance(m["content"], str)]
    return {"model": len(replies), "tool": len(users)}
""",
                names="counts-results",
            ),
            Wrong(
                "counts tool_result blocks",
                COUNT.format(model='"assistant"', tool='"user"', kind="tool_result"),
                names="counts-results",
            ),
            Wrong(
                "searches the text",
                """
def count_calls(messages):
    replies = [str(m["content"]) for m in messages if m["role"] == "assistant"]
    return {"model": len(replies), "tool": sum(text.count("tool_use") for text in replies)}
""",
                names="searched-as-text",
            ),
            Wrong(
                "empties the list",
                COUNT.format(model='"assistant"', tool='"assistant"', kind="tool_use").replace(
                    "    return {", "    messages.clear()\n    return {"
                ),
                names="changes-its-input",
            ),
            Wrong(
                "text in place of numbers",
                "def count_calls(m): return {'model': '2', 'tool': '1'}",
                says="this is text, not a number",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


def test_prediction_e_counts_the_model_calls_of_a_dependent_pair():
    """3.e says 3: k dependent tool steps cost k + 1 model calls."""
    script = Script([call("home")], [call("clock", timezone="Europe/Lisbon")], "14:10")
    client, _ = connect(script, quiet=True)
    tools = [
        Tool("home", "Where the user lives.", {"type": "object"}, lambda: "Europe/Lisbon"),
        Tool("clock", "The time in a zone.", {"type": "object"}, lambda timezone: "14:10"),
    ]
    with record(client) as trace:
        run(client, tools, "What time is it where I am?")
    answer = next(p.answer for p in CHAPTER.predictions if p.id == "3.e")
    assert len(trace.exchanges) == answer == 3
