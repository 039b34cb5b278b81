"""Chapter 3, the loop: the checkers behind its exercises."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ..mock import call as tool_call
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import Calls, Where, called, compared, result_of, scripted, watched_tools

WHOLE_DICT = "input-not-unpacked"
WRONG_ANSWER_TYPE = Misconception(
    "loop-returns-reply",
    "The caller asked for the final text and got an SDK object.",
    "Join the text of all text blocks of the last reply and return that.",
)
CALL_NOT_COUNTED = Misconception(
    "counts-results",
    "Results were counted, or messages of the user. Only the model makes calls.",
    "Look at messages with role `assistant` only, and in them at blocks of type `tool_use`.",
)


def _reply(*blocks: Any) -> Any:
    """A real SDK reply that holds these blocks."""
    with scripted(list(blocks)) as lab:
        return lab.client.messages.create(
            model=lab.model, max_tokens=200, messages=[{"role": "user", "content": "Go on."}]
        )


def _tool_use(reply: Any) -> Any:
    return next(block for block in reply.content if block.type == "tool_use")


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
        functions = {name: seen.watch(lambda output=output, **arguments: output, name), "other": str}
        messages = [{"role": "user", "content": "A question."}]
        before = copy.deepcopy(messages)
        yours = result_of(extend, messages, reply, functions)
        call = called(extend, messages, reply, functions)
        if messages != before:
            return not_yet(call=call, yours=messages, expected=before, misconception="changes-its-input")
        wrong = _extended_fault(call, yours, reply, block, output) or _not_run(call, seen, block)
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} replies, one with text before the call.")


def _extended_fault(call: str, yours: Any, reply: Any, block: Any, output: Any) -> Verdict | None:
    result = {
        "type": "tool_result",
        "tool_use_id": block.id,
        "content": Where(repr(str(output)), _is(output)),
    }
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


def _is(output: Any) -> Callable[[Any], bool]:
    return lambda content: content == str(output)


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
        ],
    )


def hidden_extend(extend: Callable) -> Verdict:
    return _extend(
        extend, [(["Rolling.", tool_call("roll", sides=8)], "roll", 5), ([tool_call("now")], "now", "noon")]
    )


# --- 3.2: check and run ------------------------------------------------------------------------------------


def _run_tool(run_tool: Callable, known: list, unknown: str) -> Verdict:
    for name, arguments, output in known:
        block, seen = _tool_use(_reply(tool_call(name, **arguments))), Calls()
        functions = {name: seen.watch(lambda output=output, **arguments: output, name), "spare": str}
        yours, call = result_of(run_tool, block, functions), called(run_tool, block, functions)
        right = {
            "type": "tool_result",
            "tool_use_id": block.id,
            "content": Where(repr(str(output)), _is(output)),
        }
        wrong = (
            _result_fault(call, yours, right, block)
            or compared(call, yours, right)
            or _not_run(call, seen, block)
        )
        if wrong:
            return wrong
    return _unknown_tool(run_tool, unknown) or passed(
        f"Tried on {len(known) + 1} calls, one of a tool that does not exist."
    )


def _result_fault(call: str, yours: Any, right: dict, block: Any) -> Verdict | None:
    if not isinstance(yours, dict) or "tool_use_id" not in yours:
        return None
    if yours["tool_use_id"] == block.id:
        return None
    belief = "id-is-name" if yours["tool_use_id"] == block.name else "invented-id"
    return not_yet(call=call, yours=yours, expected=right, misconception=belief)


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
    if not all(known in str(yours.get("content")) for known in functions):
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


# --- 3.3: the loop -----------------------------------------------------------------------------------------


def _one_loop(run_loop: Callable, replies: list, text: str, ran: list[str], outputs: dict) -> Verdict | None:
    seen = Calls()
    with scripted(*replies, cap=len(replies) + 12) as lab:
        yours = result_of(run_loop, lab.client, watched_tools(seen, **outputs), "A question?")
    call = f"{getattr(run_loop, '__name__', 'run_loop')}(client, tools, 'A question?')"
    return (
        _loop_text(call, yours, text)
        or compared(
            f"{call}, the tools that ran", [made.name for made in seen.made], ran, why=_ran_why(seen, ran)
        )
        or _loop_requests(call, lab.requests, outputs)
    )


def _loop_text(call: str, yours: Any, text: str) -> Verdict | None:
    if not isinstance(yours, str) and hasattr(yours, "content"):
        return not_yet(call=call, yours=yours, expected=text, misconception=WRONG_ANSWER_TYPE)
    if isinstance(yours, str) and yours != text and yours in text:
        return not_yet(
            call=call,
            yours=repr(yours),
            expected=repr(text),
            why="The last reply holds more than one text block.",
            misconception="first-block-only",
        )
    return compared(call, yours, text)


def _ran_why(seen: Calls, ran: list[str]) -> str:
    few = len(seen.made) < len(ran)
    return "A call was left out." if few else "A tool ran more often than the model asked for."


def _loop_requests(call: str, requests: list[dict], outputs: dict) -> Verdict | None:
    for number, request in enumerate(requests, 1):
        names = [tool.get("name") for tool in request.get("tools", [])]
        if names != list(outputs):
            return not_yet(
                call=call,
                yours=f"request {number} offers {names}",
                expected=f"{list(outputs)} in every request",
                misconception="not-resent",
            )
    return None


def _never_ends(run_loop: Callable) -> Verdict | None:
    asks = [tool_call("get_current_time", timezone=f"Etc/GMT+{n}") for n in range(12)]
    with scripted(*asks, cap=12, spinning="never-stops") as lab:
        try:
            yours = result_of(
                run_loop, lab.client, watched_tools(Calls(), get_current_time="23:10"), "For ever?"
            )
        except RuntimeError:
            sent = len(lab.requests)
            if sent == 10:
                return None
            why = "Ten rounds are ten requests."
            return not_yet(yours=f"RuntimeError after {sent} requests", expected="after 10 requests", why=why)
    return not_yet(
        call="run_loop on a model that never stops asking",
        yours=yours,
        expected="RuntimeError after 10 requests",
        misconception="never-stops",
    )


def _loop(run_loop: Callable, cases: list) -> Verdict:
    for case in cases:
        wrong = _one_loop(run_loop, *case)
        if wrong:
            return wrong
    return _never_ends(run_loop) or passed(
        f"Tried on {len(cases)} conversations and on a model that never stops asking."
    )


def check_run_loop(run_loop: Callable) -> Verdict:
    two = [
        tool_call("get_current_time", timezone="Asia/Tokyo"),
        tool_call("get_current_time", timezone="Asia/Seoul"),
    ]
    return _loop(
        run_loop,
        [
            (["No tool needed."], "No tool needed.", [], {"get_current_time": "23:10"}),
            (
                [["Let me look. ", two[0]], ["It is ", "23:10."]],
                "It is 23:10.",
                ["get_current_time"],
                {"get_current_time": "23:10"},
            ),
            ([two, "Both 23:10."], "Both 23:10.", ["get_current_time"] * 2, {"get_current_time": "23:10"}),
            (
                [
                    tool_call("home"),
                    tool_call("get_current_time", timezone="Asia/Tokyo"),
                    "There it is 23:10.",
                ],
                "There it is 23:10.",
                ["home", "get_current_time"],
                {"home": "Asia/Tokyo", "get_current_time": "23:10"},
            ),
        ],
    )


def hidden_run_loop(run_loop: Callable) -> Verdict:
    return _loop(
        run_loop,
        [
            (
                [["Rolling. ", tool_call("roll", sides=6), tool_call("fly")], ["A ", "four."]],
                "A four.",
                ["roll"],
                {"roll": 4},
            ),
            (
                [[tool_call("roll", sides=n)] for n in range(2, 7)] + ["Done."],
                "Done.",
                ["roll"] * 5,
                {"roll": 1, "spare": 0},
            ),
        ],
    )


# --- 3.4: count the calls ----------------------------------------------------------------------------------


def _count(count_calls: Callable, cases: list) -> Verdict:
    for messages, right in cases:
        yours, call = result_of(count_calls, copy.deepcopy(messages)), called(count_calls, messages)
        named = None
        if isinstance(yours, dict) and yours.get("tool") != right["tool"]:
            named = CALL_NOT_COUNTED
        wrong = compared(call, yours, right, misconception=named)
        if wrong:
            return wrong
    return passed(f"Tried on {len(cases)} conversations, with text, dicts and SDK blocks.")


def _result_of(*ids: str) -> dict:
    results = [{"type": "tool_result", "tool_use_id": id, "content": "x"} for id in ids]
    return {"role": "user", "content": results}


def _conversations(names: tuple[str, str, str]) -> list:
    a, b, c = names
    ask = {"role": "user", "content": "A question."}
    done = {"role": "assistant", "content": "Done."}
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
    ]


def check_count_calls(count_calls: Callable) -> Verdict:
    return _count(count_calls, _conversations(("now", "zone", "city")))


def hidden_count_calls(count_calls: Callable) -> Verdict:
    return _count(count_calls, _conversations(("roll", "roll", "word_count"))[::-1])
