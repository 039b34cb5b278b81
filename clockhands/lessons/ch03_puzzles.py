"""The puzzles of chapter 3: one round trip, then the loop, each just before the learner writes it."""

from __future__ import annotations

from itertools import permutations

from .parsons import Line, Puzzle, Trap

ROUND_TRIP = Puzzle(
    "3.p1",
    "one round trip",
    solves="3.1b",
    lines=[
        Line('call = next(block for block in reply.content if block.type == "tool_use")', "ask"),
        Line("output = functions[call.name](**call.input)", "run", early="model-runs-the-tool"),
        Line('asked = {"role": "assistant", "content": reply.content}', "return"),
        Line(
            'result = {"type": "tool_result", "tool_use_id": call.id, "content": str(output)}',
            "return",
            early="empty-result",
        ),
        Line(
            'return [*messages, asked, {"role": "user", "content": [result]}]',
            "return",
            early="returns-too-early",
        ),
    ],
    orders=[(2, 0, 1, 3, 4), (0, 2, 1, 3, 4), (0, 1, 3, 2, 4)],
    traps=[
        Trap("call = reply.content[0]", "first-block-only"),
        Trap("output = functions[call.name](call.input)", "input-not-unpacked"),
        Trap(
            'result = {"type": "tool_result", "tool_use_id": call.name, "content": str(output)}', "id-is-name"
        ),
        Trap('return [*messages, asked, {"role": "assistant", "content": [result]}]', "result-as-assistant"),
        Trap('return [*messages, {"role": "user", "content": [result]}]', "assistant-turn-missing"),
    ],
)

LOOP = Puzzle(
    "3.p2",
    "the loop",
    solves="3.3",
    lines=[
        Line("functions = {tool.name: tool for tool in tools}", "send"),
        Line("specs = [tool.spec for tool in tools]", "send"),
        Line('messages = [{"role": "user", "content": prompt}]', "send"),
        Line("for _ in range(10):", "send"),
        Line(
            "    reply = client.messages.create(model=MODEL, max_tokens=1024, tools=specs, messages=messages)",
            "send",
            early="no-messages",
        ),
        Line('    messages.append({"role": "assistant", "content": reply.content})', "ask"),
        Line('    if reply.stop_reason != "tool_use":', "reply", early="assistant-turn-missing"),
        Line(
            '        return "".join(block.text for block in reply.content if block.type == "text")',
            "reply",
            early="returns-too-early",
        ),
        Line('    calls = [block for block in reply.content if block.type == "tool_use"]', "ask"),
        Line("    results = [run_tool(block, functions) for block in calls]", "run"),
        Line(
            '    messages.append({"role": "user", "content": results})',
            "return",
            early="empty-results-message",
        ),
        Line('raise RuntimeError("no answer after 10 rounds")', "reply", early="returns-too-early"),
    ],
    traps=[
        Trap("while True:", "never-stops"),
        Trap('    if reply.stop_reason == "end_turn":', "stops-only-on-end-turn"),
        Trap("        return reply.content[0].text", "first-block-only"),
        Trap('    messages.append({"role": "assistant", "content": results})', "result-as-assistant"),
        Trap('    messages.append({"role": "user", "content": results[:1]})', "half-the-results"),
    ],
    orders=[(*first, *range(3, 12)) for first in permutations(range(3))],
)

PUZZLES = [ROUND_TRIP, LOOP]
