"""Chapter 13: the loops a learner's tests are tried on, right ones and broken ones, each with one fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import settings

__all__ = ["BROKEN", "RIGHT", "Loop", "raises"]

Loop = Callable[[Any, list, str], str]
MOST = 10
TOO_MANY = 40


def _joined(reply: Any) -> str:
    return "".join(block.text for block in reply.content if block.type == "text")


def _talk(
    client: Any,
    tools: list,
    prompt: str,
    answer: Callable[[list, dict], list[dict]],
    most: int = MOST,
    words: Callable[[Any], str] = _joined,
) -> str:
    """The course's loop in short. answer: calls and name -> tool in, `tool_result` blocks out."""
    functions = {tool.name: tool for tool in tools}
    messages: list[dict] = [{"role": "user", "content": prompt}]
    text = ""
    for _ in range(most):
        reply = client.messages.create(
            model=settings.model_id(), max_tokens=1024, tools=[tool.spec for tool in tools], messages=messages
        )
        messages.append({"role": "assistant", "content": reply.content})
        text = words(reply) or text
        calls = [block for block in reply.content if block.type == "tool_use"]
        if reply.stop_reason != "tool_use" or not calls:
            break
        messages.append({"role": "user", "content": answer(calls, functions)})
    return text


def _result(id: str, output: Any, **more: Any) -> dict:
    return {"type": "tool_result", "tool_use_id": id, "content": str(output), **more}


def _run(block: Any, functions: dict) -> dict:
    if block.name not in functions:
        return _result(block.id, f"unknown tool {block.name!r}; known: {', '.join(functions)}", is_error=True)
    try:
        return _result(block.id, functions[block.name](**block.input))
    except Exception as error:
        return _result(block.id, f"{type(error).__name__}: {error}", is_error=True)


def _all(calls: list, functions: dict) -> list[dict]:
    return [_run(block, functions) for block in calls]


# --- right -------------------------------------------------------------------------------------------------


def answers_every_call(client: Any, tools: list, prompt: str) -> str:
    return _talk(client, tools, prompt, _all)


def answers_in_another_order(client: Any, tools: list, prompt: str) -> str:
    """Right: each result carries its id, so their order is free."""
    return _talk(client, tools, prompt, lambda calls, functions: _all(calls, functions)[::-1])


def is_the_course_s_own(client: Any, tools: list, prompt: str) -> str:
    from ..agent import run

    patient = [replace(tool, timeout_s=5) for tool in tools]  # a busy machine is no fault of the test
    return run(client, patient, prompt, max_steps=MOST).text


# --- broken ------------------------------------------------------------------------------------------------


def answers_half_the_calls(client: Any, tools: list, prompt: str) -> str:
    return _talk(client, tools, prompt, lambda calls, functions: _all(calls[:1], functions))


def swaps_the_results(client: Any, tools: list, prompt: str) -> str:
    def swapped(calls: list, functions: dict) -> list[dict]:
        results = _all(calls, functions)
        ids = [result["tool_use_id"] for result in results]
        return [{**one, "tool_use_id": id} for one, id in zip(results, ids[1:] + ids[:1], strict=True)]

    return _talk(client, tools, prompt, swapped)


def returns_nothing(client: Any, tools: list, prompt: str) -> str:
    def emptied(calls: list, functions: dict) -> list[dict]:
        return [{**result, "content": ""} for result in _all(calls, functions)]

    return _talk(client, tools, prompt, emptied)


def gives_all_calls_one_result(client: Any, tools: list, prompt: str) -> str:
    def shared(calls: list, functions: dict) -> list[dict]:
        results = _all(calls, functions)
        return [{**result, "content": results[0]["content"]} for result in results]

    return _talk(client, tools, prompt, shared)


def lets_a_tool_error_escape(client: Any, tools: list, prompt: str) -> str:
    def bare(calls: list, functions: dict) -> list[dict]:
        return [_result(block.id, functions[block.name](**block.input)) for block in calls]

    return _talk(client, tools, prompt, bare)


def never_gives_up(client: Any, tools: list, prompt: str) -> str:
    """Gives up at last, so that a test comes to its end."""
    return _talk(client, tools, prompt, _all, most=TOO_MANY)


def runs_each_call_twice(client: Any, tools: list, prompt: str) -> str:
    def twice(calls: list, functions: dict) -> list[dict]:
        _all(calls, functions)
        return _all(calls, functions)

    return _talk(client, tools, prompt, twice)


def keeps_the_first_text_only(client: Any, tools: list, prompt: str) -> str:
    def first(reply: Any) -> str:
        return next((block.text for block in reply.content if block.type == "text"), "")

    return _talk(client, tools, prompt, _all, words=first)


def leaves_errors_unmarked(client: Any, tools: list, prompt: str) -> str:
    def unmarked(calls: list, functions: dict) -> list[dict]:
        return [_result(result["tool_use_id"], result["content"]) for result in _all(calls, functions)]

    return _talk(client, tools, prompt, unmarked)


def raises(test: Callable[[Loop], Any], loop: Loop) -> bool:
    """Whether a test raises on a loop, whatever it raises."""
    try:
        test(loop)
    except Exception:
        return True
    return False


RIGHT: list[Loop] = [answers_every_call, answers_in_another_order, is_the_course_s_own]
PAIRING: list[Loop] = [answers_half_the_calls, swaps_the_results, returns_nothing]
CONDUCT: list[Loop] = [
    lets_a_tool_error_escape,
    never_gives_up,
    runs_each_call_twice,
    keeps_the_first_text_only,
]
BROKEN: dict[str, Loop] = {loop.__name__.replace("_", " "): loop for loop in (*PAIRING, *CONDUCT)}
"""The broken loops of the page, by what they do."""
