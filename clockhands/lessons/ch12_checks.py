"""Chapter 12, shapes and shortcuts: the checkers behind its translators."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from .ch07_checks import STRICT_TEST, WEAK_TEST
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import Where, called, compared, result_of

ARGUMENTS_STAY_TEXT = Misconception(
    "arguments-stay-text",
    "In Chat Completions the arguments are a JSON string, and here they stayed one.",
    "Read them with `json.loads`; in Messages `input` is an object.",
)
RESULTS_IN_ONE = Misconception(
    "results-in-one-message",
    "In Chat Completions each result is a message of its own.",
    "Append one message of role `tool` per `tool_result` block.",
)
OTHER_ROLE = Misconception(
    "result-role-kept",
    "The result kept the role it has in Messages; in Chat Completions results have a role of their own.",
    'Write {"role": "tool", "tool_call_id": …, "content": …}.',
)
OTHER_WORDS = Misconception(
    "words-of-the-other-shape",
    "A field has the name it has in the other shape, where nobody looks for it.",
    "Compare with the table: `tool_use_id` is called `tool_call_id` there.",
)
TEXT_LOST = Misconception(
    "text-beside-lost",
    "Text that stood beside calls or results did not arrive.",
    "Join the text blocks of the message and pass them on.",
)
TRUSTS_FINISH = Misconception(
    "trusts-finish-reason",
    "A forced call comes with the finish reason `stop`; a loop that believes it never runs the tool.",
    "A reply that holds calls asks, unless it was cut or filtered.",
)
RUNS_CUT_CALL = Misconception(
    "runs-cut-call",
    "The reply was cut, so its last call may be half a call.",
    "Translate `length` as `max_tokens`, whatever the reply holds.",
)
SWALLOWS_ARGUMENTS = Misconception(
    "bad-arguments-swallowed",
    "The model's broken arguments were replaced, so a tool would run with something nobody asked for.",
    "Raise a `ValueError`; the app answers the call with an error, and the model can try again.",
)
NAMELESS_ERROR = Misconception(
    "error-names-no-call",
    "The error does not say which call it is about, so nobody can answer that call.",
    "Put the call's id into the message of the `ValueError`.",
)


# --- 12.1: there -------------------------------------------------------------------------------------------


def _call(id: str, name: str, **arguments: Any) -> dict:
    return {"type": "tool_use", "id": id, "name": name, "input": arguments}


def _result(id: str, content: str) -> dict:
    return {"type": "tool_result", "tool_use_id": id, "content": content}


def _text(words: str) -> dict:
    return {"type": "text", "text": words}


def _conversation(question: str, *turns: tuple[list, list]) -> list[dict]:
    out = [{"role": "user", "content": question}]
    for said, returned in turns:
        out += [{"role": "assistant", "content": said}, {"role": "user", "content": returned}]
    return [*out, {"role": "assistant", "content": "Done."}]


def right_chat_messages(messages: list[dict]) -> list[dict]:
    """What 12.1 must give; arguments as a test on the JSON string."""
    out: list[dict] = []
    for message in messages:
        content = message["content"]
        if isinstance(content, str):
            out.append(dict(message))
            continue
        text = "".join(block["text"] for block in content if block["type"] == "text")
        if message["role"] == "assistant":
            calls = [_made(block) for block in content if block["type"] == "tool_use"]
            out.append({"role": "assistant", "content": text or None, "tool_calls": calls})
            continue
        for block in content:
            if block["type"] == "tool_result":
                answer = {"role": "tool", "tool_call_id": block["tool_use_id"]}
                out.append({**answer, "content": block["content"]})
        if text:
            out.append({"role": "user", "content": text})
    return out


def _made(block: dict) -> dict:
    expected = json.dumps(block["input"])
    arguments = Where(f"the JSON string {expected}", lambda given: json.loads(given) == block["input"])
    function = {"name": block["name"], "arguments": arguments}
    return {"id": block["id"], "type": "function", "function": function}


def _there(to_chat_messages: Callable, cases: list) -> Verdict:
    for messages in cases:
        given, right = copy.deepcopy(messages), right_chat_messages(messages)
        yours, call = result_of(to_chat_messages, given), called(to_chat_messages, messages)
        if given != messages:
            return not_yet(call=call, yours=given, expected=messages, misconception="changes-its-input")
        wrong = compared(call, yours, right, misconception=_believed_there(yours, right))
        if wrong:
            return wrong
    return passed(f"Tried on conversations the page does not show, {len(cases)} in all.")


def _believed_there(yours: Any, right: list[dict]) -> Misconception | str | None:
    if not isinstance(yours, list) or not all(isinstance(message, dict) for message in yours):
        return None
    due = [message for message in right if message["role"] == "tool"]
    tools = [message for message in yours if message.get("role") == "tool"]
    if any("tool_result" in str(message.get("content")) or "tool_use_id" in message for message in yours):
        return OTHER_WORDS if tools else OTHER_ROLE
    if len(tools) < len(due):
        return RESULTS_IN_ONE if tools else OTHER_ROLE
    if sum(message.get("role") == "user" for message in yours) < sum(m["role"] == "user" for m in right):
        return TEXT_LOST
    ids, due_ids = [m.get("tool_call_id") for m in tools], [m["tool_call_id"] for m in due]
    if ids != due_ids:
        return "swapped-results" if sorted(map(str, ids)) == sorted(due_ids) else "invented-id"
    roles, due_roles = [m.get("role") for m in yours], [m["role"] for m in right]
    return (
        "text-before-results" if roles != due_roles and sorted(map(str, roles)) == sorted(due_roles) else None
    )


def check_to_chat_messages(to_chat_messages: Callable) -> Verdict:
    seoul = _call("toolu_a", "get_time", timezone="Asia/Seoul")
    both = [_text("Both."), _call("toolu_b", "get_time"), _call("toolu_c", "word_count", text="é é")]
    answers = [_result("toolu_b", "23:10"), _result("toolu_c", "2"), _text("Be "), _text("brief.")]
    return _there(
        to_chat_messages,
        [
            _conversation("Hello?"),
            _conversation("Time in Seoul?", ([seoul], [_result("toolu_a", "23:10")])),
            _conversation("Two things?", (both, answers)),
        ],
    )


def hidden_to_chat_messages(to_chat_messages: Callable) -> Verdict:
    first = ([_call("toolu_x", "roll", sides=6)], [_result("toolu_x", "4")])
    rolls = [_call(f"toolu_{n}", "roll", sides=n) for n in (7, 8, 9)]
    second = (rolls, [_result(f"toolu_{n}", str(n)) for n in (9, 8, 7)])
    return _there(to_chat_messages, [_conversation("Roll four times?", first, second)])


# --- 12.2a: and back ---------------------------------------------------------------------------------------


def completion(finish: str, *calls: tuple[str, str, str], text: str | None = None) -> dict:
    """A Chat Completions reply. calls: (id, name, arguments as text)."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
            for id, name, arguments in calls
        ]
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def _back(from_completion: Callable, good: list, bad: list) -> Verdict:
    for theirs, content, stop in good:
        given, right = copy.deepcopy(theirs), {"content": content, "stop_reason": stop}
        yours, call = result_of(from_completion, given), called(from_completion, theirs)
        wrong = compared(call, yours, right, misconception=_believed_back(yours, right, theirs))
        if wrong:
            return wrong
        if given != theirs:
            return not_yet(call=call, yours=given, expected=theirs, misconception="changes-its-input")
    for theirs, id in bad:
        wrong = _refuses(from_completion, theirs, id)
        if wrong:
            return wrong
    return passed(f"Tried on {len(good)} replies, and on {len(bad)} with arguments that are no JSON object.")


def _believed_back(yours: Any, right: dict, theirs: dict) -> Misconception | str | None:
    if not isinstance(yours, dict) or not isinstance(yours.get("content"), list):
        return None
    blocks = [block for block in yours["content"] if isinstance(block, dict)]
    made = [block for block in blocks if block.get("type") == "tool_use"]
    if any(isinstance(block.get("input"), str) for block in made):
        return ARGUMENTS_STAY_TEXT
    due = [block["id"] for block in right["content"] if block["type"] == "tool_use"]
    if len(made) == len(due) and [block.get("id") for block in made] != due:
        return "invented-id"
    if len(made) < len(due):
        return "missing-result" if not made else "half-the-results"
    if yours.get("stop_reason") == right["stop_reason"]:
        return None
    finish = theirs["choices"][0]["finish_reason"]
    return {"stop": TRUSTS_FINISH, "length": RUNS_CUT_CALL}.get(finish) if due else None


def _refuses(from_completion: Callable, theirs: dict, id: str) -> Verdict | None:
    call = called(from_completion, theirs)
    expected = f"a ValueError that names {id}"
    try:
        yours = result_of(from_completion, copy.deepcopy(theirs))
    except ValueError as error:
        if id in str(error):
            return None
        said = f"{type(error).__name__}: {error}"
        return not_yet(call=call, yours=said, expected=expected, misconception=NAMELESS_ERROR)
    except TypeError as error:
        return not_yet(
            call=call, yours=f"TypeError: {error}", expected=expected, misconception=NAMELESS_ERROR
        )
    return not_yet(call=call, yours=yours, expected=expected, misconception=SWALLOWS_ARGUMENTS)


def check_from_completion(from_completion: Callable) -> Verdict:
    text = _text("I look.")
    city = ("call_a", "get_weather", '{"city": "Bergen", "days": 3}')
    weather = _call("call_a", "get_weather", city="Bergen", days=3)
    empty = ("call_b", "get_home", "{}")
    return _back(
        from_completion,
        [
            (completion("stop", text="Hello."), [_text("Hello.")], "end_turn"),
            (completion("tool_calls", city, empty, text="I look."), [text, weather, _call("call_b", "get_home")], "tool_use"),
            (completion("stop", city), [weather], "tool_use"),
            (completion("length", city, text="I look."), [text, weather], "max_tokens"),
            (completion("content_filter", text=""), [], "refusal"),
        ],
        [
            (completion("tool_calls", city, ("call_c", "get_weather", '{"city": "Ber')), "call_c"),
            (completion("tool_calls", ("call_d", "get_weather", '["Bergen"]')), "call_d"),
        ],
    )  # fmt: skip


def hidden_from_completion(from_completion: Callable) -> Verdict:
    nested = ("call_z", "plan", '{"stops": ["Oslo", {"via": null}], "fast": true}')
    plan = _call("call_z", "plan", stops=["Oslo", {"via": None}], fast=True)
    return _back(
        from_completion,
        [
            (completion("length", text="Cut"), [_text("Cut")], "max_tokens"),
            (completion("stop", nested, text="So:"), [_text("So:"), plan], "tool_use"),
            (completion("tool_calls", nested, nested), [plan, plan], "tool_use"),
        ],
        [
            (completion("stop", ("call_y", "plan", "now")), "call_y"),
            (completion("tool_calls", ("call_x", "plan", "null")), "call_x"),
        ],
    )


# --- 12.2b: a test for it ----------------------------------------------------------------------------------


def right_from_completion(theirs: dict) -> dict:
    """The reference the learner's test must accept."""
    choice = theirs["choices"][0]
    message = choice["message"]
    content = [_text(message["content"])] if message.get("content") else []
    for made in message.get("tool_calls") or []:
        arguments = json.loads(made["function"]["arguments"])
        content.append(_call(made["id"], made["function"]["name"], **arguments))
    reasons = {"length": "max_tokens", "content_filter": "refusal"}
    asks = "tool_use" if message.get("tool_calls") else "end_turn"
    return {"content": content, "stop_reason": reasons.get(choice["finish_reason"], asks)}


def leaves_the_arguments_a_string(theirs: dict) -> dict:
    reply = right_from_completion(theirs)
    for block in reply["content"]:
        if block["type"] == "tool_use":
            block["input"] = json.dumps(block["input"])
    return reply


def loses_the_text(theirs: dict) -> dict:
    reply = right_from_completion(theirs)
    calls = [block for block in reply["content"] if block["type"] == "tool_use"]
    return {**reply, "content": calls or reply["content"]}


def makes_up_ids(theirs: dict) -> dict:
    reply = right_from_completion(theirs)
    for number, block in enumerate(reply["content"]):
        if block["type"] == "tool_use":
            block["id"] = f"toolu_{number}"
    return reply


def believes_stop(theirs: dict) -> dict:
    reply = right_from_completion(theirs)
    finish = theirs["choices"][0]["finish_reason"]
    return {**reply, "stop_reason": "end_turn"} if finish == "stop" else reply


def drops_the_arguments(theirs: dict) -> dict:
    reply = right_from_completion(theirs)
    return {**reply, "content": [{**b, "input": {}} if "input" in b else b for b in reply["content"]]}


MUTANTS = [leaves_the_arguments_a_string, loses_the_text, makes_up_ids, believes_stop]


def _tests(test: Callable, mutants: list[Callable]) -> Verdict:
    try:
        result_of(test, right_from_completion)
    except AssertionError as error:
        why = f"It raised: {shown(str(error), 120)}"
        return not_yet(
            call="test_from_completion(a right translator)",
            yours="AssertionError",
            expected="no error",
            why=why,
            misconception=STRICT_TEST,
        )
    for mutant in mutants:
        try:
            result_of(test, mutant)
        except Exception:  # an error ends a test, too
            continue
        return not_yet(
            call=f"test_from_completion(a translator that {mutant.__name__.replace('_', ' ')})",
            yours="no error",
            expected="AssertionError",
            misconception=WEAK_TEST,
        )
    return passed(f"It accepts a right translator and catches {len(mutants)} broken ones.")


def check_test_from_completion(test_from_completion: Callable) -> Verdict:
    return _tests(test_from_completion, MUTANTS)


def hidden_test_from_completion(test_from_completion: Callable) -> Verdict:
    return _tests(test_from_completion, [*MUTANTS[::-1], drops_the_arguments])
