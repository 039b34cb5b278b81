"""Chapter 3, the loop: the checkers behind its exercises."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ..mock import call as tool_call
from .exercise import Misconception, Verdict, not_yet, passed
from .shown import plain
from .trials import Calls, called, compared, kept_as_was, result_of, scripted

CALL_NOT_COUNTED = Misconception(
    "counts-results",
    "Results were counted, or messages of the user. Only the model makes calls.",
    "Look at messages with role `assistant` only, and in them at blocks of type `tool_use`.",
)
SEARCHED_AS_TEXT = Misconception(
    "searched-as-text",
    "The words `tool_use` were counted, and a text may hold them, too.",
    "Look at the type of each block, not at the message printed as text.",
)
HIDES_TOOL_ERROR = Misconception(
    "hides-tool-error",
    "A tool that exists raised KeyError, and it was reported as unknown: the model would mend the wrong thing.",
    "Test `block.name in functions` before you call, and keep the call out of `except KeyError`.",
)


def _reply(*blocks: Any) -> Any:
    """A real SDK reply that holds these blocks."""
    with scripted(list(blocks)) as lab:
        return lab.client.messages.create(
            model=lab.model, max_tokens=200, messages=[{"role": "user", "content": "Go on."}]
        )


def _tool_use(reply: Any) -> Any:
    return next(block for block in reply.content if block.type == "tool_use")


def _giving(output: Any) -> Callable:
    """A function that takes arguments by name only and gives back this output."""

    def tool(**arguments: Any) -> Any:
        return output

    return tool


# --- 3.1a: return ------------------------------------------------------------------------------------------


def _results_message(results_message: Callable, cases: list) -> Verdict:
    for name, arguments, output in cases:
        block = _tool_use(_reply(tool_call(name, **arguments)))
        yours = result_of(results_message, block, output)
        call = called(results_message, block, output)
        right = {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": block.id, "content": output}],
        }
        wrong = _named_fault(call, yours, right, block) or compared(call, yours, right)
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} calls the page does not show.")


def _named_fault(call: str, yours: Any, right: dict, block: Any) -> Verdict | None:
    """The wrong beliefs about a results message that have a name."""
    if not isinstance(yours, dict):
        return None
    if yours.get("role") == "assistant":
        return not_yet(call=call, yours=yours, expected=right, misconception="result-as-assistant")
    content = yours.get("content")
    first = content[0] if isinstance(content, list) and content else None
    if not isinstance(first, dict) or "tool_use_id" not in first or first["tool_use_id"] == block.id:
        return None
    belief = "id-is-name" if first["tool_use_id"] == block.name else "invented-id"
    return not_yet(call=call, yours=yours, expected=right, misconception=belief)


def check_results_message(results_message: Callable) -> Verdict:
    return _results_message(
        results_message,
        [
            ("get_current_time", {"timezone": "Asia/Tokyo"}, "23:10"),
            ("word_count", {"text": "one two"}, "2"),
        ],
    )


def hidden_results_message(results_message: Callable) -> Verdict:
    return _results_message(results_message, [("roll", {"sides": 20}, "17"), ("roll", {"sides": 6}, "4")])


# --- 3.1b: run and return ----------------------------------------------------------------------------------


def _extend(extend: Callable, cases: list) -> Verdict:
    for blocks, name, output in cases:
        reply, seen = _reply(*blocks), Calls()
        block = _tool_use(reply)
        functions = {name: seen.watch(_giving(output), name), "other": str}
        messages = [{"role": "user", "content": "A question."}]
        before, call = copy.deepcopy(messages), called(extend, messages, reply, functions)
        yours = result_of(extend, messages, reply, functions)
        wrong = (
            kept_as_was(call, "messages", messages, before)
            or _extended_fault(call, yours, reply, block, output)
            or _not_run(call, seen, block)
        )
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} replies, some with text around the call.")


def _extended_fault(call: str, yours: Any, reply: Any, block: Any, output: Any) -> Verdict | None:
    result = {"type": "tool_result", "tool_use_id": block.id, "content": str(output)}
    right = [
        {"role": "user", "content": "A question."},
        {"role": "assistant", "content": reply.content},
        {"role": "user", "content": [result]},
    ]
    if isinstance(yours, list) and len(yours) == 2 and yours[-1].get("role") == "user":
        return not_yet(
            call=call, yours=yours, expected="three messages", misconception="assistant-turn-missing"
        )
    if isinstance(yours, list) and len(yours) == 3 and all(isinstance(m, dict) for m in yours):
        if isinstance(yours[1].get("content"), str):
            return not_yet(
                call=call,
                yours=yours[1],
                expected="reply.content, as it came",
                misconception="summary-instead-of-content",
            )
        fault = _named_fault(call, yours[2], right[2], block)
        if fault:
            return fault
    return compared(call, yours, right)


def _not_run(call: str, seen: Calls, block: Any) -> Verdict | None:
    inputs = [made.input.get("arguments", {}) for made in seen.made]
    if inputs == [block.input]:
        return None
    return not_yet(
        call=call,
        yours=f"the function ran {len(inputs)} times, with {inputs}",
        expected=f"once, with {block.input}",
        why="The function must run once, with the arguments of the call.",
        misconception="model-runs-the-tool" if not inputs else None,
    )


def check_extend(extend: Callable) -> Verdict:
    return _extend(
        extend,
        [
            ([tool_call("get_current_time", timezone="Asia/Seoul")], "get_current_time", "23:10"),
            (["Let me look.", tool_call("word_count", text="a b c")], "word_count", 3),
            ([tool_call("word_count", text="a b"), "One moment."], "word_count", 2),
        ],
    )


def hidden_extend(extend: Callable) -> Verdict:
    return _extend(
        extend,
        [
            (["Rolling.", tool_call("roll", sides=8), "Wait."], "roll", 5),
            ([tool_call("now")], "now", "noon"),
        ],
    )


# --- 3.2: check and run ------------------------------------------------------------------------------------


def _run_tool(run_tool: Callable, known: list, unknown: str) -> Verdict:
    for name, arguments, output in known:
        block, seen = _tool_use(_reply(tool_call(name, **arguments))), Calls()
        functions = {name: seen.watch(_giving(output), name), "spare": str}
        before, call = list(functions), called(run_tool, block, functions)
        yours = result_of(run_tool, block, functions)
        right = {"type": "tool_result", "tool_use_id": block.id, "content": str(output)}
        wrong = (
            kept_as_was(call, "functions", list(functions), before)
            or _result_fault(call, yours, right, block)
            or compared(call, yours, right)
            or _not_run(call, seen, block)
        )
        if wrong:
            return wrong
    return (
        _unknown_tool(run_tool, unknown)
        or _failing_tool(run_tool)
        or passed(f"Tried on {len(known) + 2} calls: of known tools, of an unknown one, of one that fails.")
    )


def _failing_tool(run_tool: Callable) -> Verdict | None:
    """A known tool that raises KeyError: the exercise leaves open what happens, except to call it unknown."""
    block = _tool_use(_reply(tool_call("capital_of", country="Atlantis")))

    def capital_of(country: str) -> str:
        return {"Peru": "Lima"}[country]

    functions = {"capital_of": capital_of, "word_count": len}
    call = called(run_tool, block, functions)
    try:
        yours = result_of(run_tool, block, functions)
    except KeyError:
        return None
    said = str(yours.get("content")) if isinstance(yours, dict) else ""
    if ("KeyError" in said and "Atlantis" in said) or not all(name in said for name in functions):
        return None
    return not_yet(
        call=call,
        yours=yours,
        expected="the tool's own KeyError, or a result that tells of it",
        misconception=HIDES_TOOL_ERROR,
    )


def _result_fault(call: str, yours: Any, right: dict, block: Any) -> Verdict | None:
    if not isinstance(yours, dict) or "tool_use_id" not in yours:
        return None
    if yours["tool_use_id"] == block.id:
        return None
    belief = "id-is-name" if yours["tool_use_id"] == block.name else "invented-id"
    return not_yet(call=call, yours=yours, expected=right, misconception=belief)


def _said(content: Any) -> str | None:
    """The text of a result's content; None when the API would not take it."""
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else [None]
    if not all(isinstance(block, dict) and isinstance(block.get("text"), str) for block in blocks):
        return None
    return "".join(block["text"] for block in blocks)


def _unknown_tool(run_tool: Callable, name: str) -> Verdict | None:
    block = _tool_use(_reply(tool_call(name, path="notes.txt")))
    functions = {"word_count": len, "get_current_time": str}
    call = called(run_tool, block, functions)
    right = "a tool_result with is_error True and the known names in its text"
    try:
        yours = result_of(run_tool, block, functions)
    except KeyError as error:
        return not_yet(
            call=call, yours=f"KeyError: {error}", expected=right, misconception="exception-escapes"
        )
    if not isinstance(yours, dict) or yours.get("tool_use_id") != block.id:
        return not_yet(call=call, yours=yours, expected=right, why="An unknown name gets a result, too.")
    if yours.get("is_error") is not True:
        return not_yet(call=call, yours=yours, expected=right, misconception="error-not-marked")
    said = _said(yours.get("content"))
    if said is None:
        return not_yet(
            call=call,
            yours=yours,
            expected=right,
            why="`content` is one text, or a list of blocks; the API takes nothing else.",
            misconception="result-not-text",
        )
    if not all(known in said for known in functions):
        return not_yet(call=call, yours=yours, expected=right, misconception="hidden-error")
    return None


def check_run_tool(run_tool: Callable) -> Verdict:
    return _run_tool(
        run_tool,
        [
            ("get_current_time", {"timezone": "Asia/Seoul"}, "2026-11-05T23:10:15+09:00"),
            ("word_count", {"text": "one two three"}, 3),
        ],
        "delete_file",
    )


def hidden_run_tool(run_tool: Callable) -> Verdict:
    return _run_tool(
        run_tool, [("roll", {"sides": 6, "dice": 2}, 9), ("ping", {}, "pong")], "get_current_tme"
    )


# --- 3.4: count the calls ----------------------------------------------------------------------------------


def _count(count_calls: Callable, cases: list) -> Verdict:
    for messages, right in cases:
        given, call = copy.deepcopy(messages), called(count_calls, messages)
        yours = result_of(count_calls, given)
        wrong = kept_as_was(call, "messages", given, messages) or compared(
            call, yours, right, misconception=_miscounted(yours, right, messages)
        )
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} conversations, with text, dicts and SDK blocks.")


def _miscounted(yours: Any, right: dict, messages: list[dict]) -> Misconception | None:
    """What was counted in place of the calls, where that can be told."""
    if not isinstance(yours, dict) or yours.get("tool") == right["tool"]:
        return None
    contents = [plain(message["content"]) for message in messages if message["role"] == "user"]
    answers = [content for content in contents if isinstance(content, list)]
    if yours.get("tool") in (len(answers), sum(map(len, answers))):
        return CALL_NOT_COUNTED
    said = "".join(str(m["content"]) for m in messages if m["role"] == "assistant")
    return SEARCHED_AS_TEXT if yours.get("tool") == said.count("tool_use") else None


def _result_of(*ids: str) -> dict:
    results = [{"type": "tool_result", "tool_use_id": id, "content": "x"} for id in ids]
    return {"role": "user", "content": results}


def _conversations(names: tuple[str, str, str]) -> list:
    a, b, c = names
    ask = {"role": "user", "content": "A question."}
    done = {"role": "assistant", "content": 'Done; before, stop_reason was "tool_use".'}
    two = _reply("Both. ", tool_call(a), tool_call(b))
    as_dicts = [{"type": "tool_use", "id": "toolu_9", "name": c, "input": {}}]
    ids = [block.id for block in two.content if block.type == "tool_use"]
    return [
        ([ask, done], {"model": 1, "tool": 0}),
        (
            [ask, {"role": "assistant", "content": two.content}, _result_of(*ids), done],
            {"model": 2, "tool": 2},
        ),
        (
            [
                ask,
                {"role": "assistant", "content": as_dicts},
                _result_of("toolu_9"),
                {"role": "assistant", "content": two.content},
                _result_of(*ids),
                done,
                ask,
                done,
            ],
            {"model": 4, "tool": 3},
        ),
        # Nobody answered the last two calls: this loop had given up.
        ([ask, {"role": "assistant", "content": two.content}], {"model": 1, "tool": 2}),
    ]


def check_count_calls(count_calls: Callable) -> Verdict:
    return _count(count_calls, _conversations(("now", "zone", "city")))


def hidden_count_calls(count_calls: Callable) -> Verdict:
    return _count(count_calls, _conversations(("roll", "roll", "word_count"))[::-1])
