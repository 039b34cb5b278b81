"""Chapter 4, four mistakes: the checker behind 4.3, mend a conversation."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ..agent.blocks import plain_content
from ..mock import ApiError
from ..mock.protocol import check_request, merge
from ..settings import model_id
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import called, compared, refusal, result_of

VERSION = "2023-06-01"
CLOCK = {"name": "clock", "description": "The time.", "input_schema": {"type": "object"}}
ASK = {"role": "user", "content": "A question?"}
LOSES_RESULT = Misconception(
    "throws-results-away",
    "A result that was there is gone from the mended conversation.",
    "Take the results that exist, by id, wherever they stood; write new ones only for calls that have none.",
)
SAYS_NOTHING = Misconception(
    "error-says-nothing",
    "The new result is marked as an error, and its content is empty.",
    "Say in a few words that no result was recorded.",
)


def _use(id: str) -> dict:
    return {"type": "tool_use", "id": id, "name": "clock", "input": {"timezone": "UTC"}}


def _result(id: str, content: str = "23:10") -> dict:
    return {"type": "tool_result", "tool_use_id": id, "content": content}


def _user(*blocks: Any) -> dict:
    return {"role": "user", "content": list(blocks)}


def _assistant(*blocks: Any) -> dict:
    return {"role": "assistant", "content": list(blocks)}


def _sdk(*ids: str) -> dict:
    """A turn as a loop keeps it: `reply.content`, whose blocks are objects of the SDK."""
    from anthropic.types import ToolUseBlock

    return _assistant(*(ToolUseBlock(**_use(id)) for id in ids))


def _broken(a: str, b: str) -> list[tuple[str, list[dict]]]:
    """(what is wrong, conversation). Those of `_sound` follow: nothing is wrong there."""
    turn, one, words = _assistant(_use(a), _use(b)), _assistant(_use(a)), {"type": "text", "text": "Here."}
    late = [ASK, one, ASK, _user(_result(a))]
    return [
        ("a call without any result, at the end", [ASK, turn]),
        ("half of the results", [ASK, turn, _user(_result(b))]),
        ("text before the results", [ASK, turn, _user(words, _result(b), _result(a))]),
        ("a question in place of the results", [ASK, turn, ASK]),
        ("an assistant turn after the calls", [ASK, turn, {"role": "assistant", "content": "Well?"}, ASK]),
        ("a result one message late", late),
        ("a result one turn late", [ASK, one, ASK, _assistant(words), _user(_result(a))]),
        ("results spoken by the assistant", [ASK, turn, _assistant(_result(a), _result(b)), ASK]),
        ("a call answered twice", [ASK, turn, _user(_result(a), _result(b), _result(b, "again"))]),
        ("a call answered again, later", [ASK, one, _user(_result(a)), _assistant(words), _user(_result(a))]),
        ("a result without its call", [ASK, _assistant(words), _user(_result(b), words)]),
        ("a result without its call, alone", [ASK, one, _user(_result(b))]),
        ("blocks of the SDK", [ASK, _sdk(a, b), _user(_result(a))]),
        (
            "two turns with calls",
            [ASK, one, _user(words), _assistant(_use(b)), _user(_result(b), _result(a))],
        ),
    ]


def _sound(a: str, b: str) -> list[tuple[str, list[dict]]]:
    turn, one = _assistant(_use(a), _use(b)), _assistant(_use(a))
    words = {"role": "assistant", "content": "Hello."}
    return [
        ("nothing broken", [ASK, words, ASK]),
        ("nothing broken: results in two messages", [ASK, turn, _user(_result(a)), _user(_result(b))]),
        (
            "nothing broken: two assistant messages, one turn",
            [ASK, one, words, _user(_result(a)), words, ASK],
        ),
        ("nothing broken: blocks of the SDK", [ASK, _sdk(a, b), _user(_result(a), _result(b)), words, ASK]),
    ]


def _mended(mend: Callable, a: str, b: str) -> Verdict:
    broken, sound = _broken(a, b), _sound(a, b)
    for what, messages in [*broken, *sound]:
        wrong = _one(mend, what, messages)
        if wrong:
            return wrong
    return passed(
        f"{len(broken)} broken conversations and {len(sound)} sound ones, all accepted now; every good result kept."
    )


def _one(mend: Callable, what: str, messages: list[dict]) -> Verdict | None:
    given = copy.deepcopy(messages)
    yours, call = result_of(mend, given), called(mend, messages)
    if _plain(given) != _plain(messages):
        return not_yet(
            call=call,
            why=f"{what}: the list you were given is another one now.",
            misconception="changes-its-input",
        )
    if not isinstance(yours, list) or not all(isinstance(message, dict) for message in yours):
        return compared(call, yours, messages) or not_yet(
            call=call, yours=yours, expected="a list of messages"
        )
    return _still_refused(what, call, yours) or _kept(what, call, _plain(messages), _plain(yours))


def _still_refused(what: str, call: str, mended: list[dict]) -> Verdict | None:
    wording = _refusal([*mended, ASK])
    if not wording:
        return None
    return not_yet(
        call=call, yours=mended, expected="a conversation the API accepts", why=f"{what}: {wording}"
    )


def _refusal(messages: list[dict]) -> str:
    """The API's words, or "": asked of its rules directly, since there are many conversations to try."""
    body = {"model": model_id(), "max_tokens": 50, "tools": [CLOCK]}
    try:
        plain = [{**message, "content": plain_content(message["content"])} for message in messages]
        check_request({**body, "messages": plain}, version=VERSION, beta=None)
    except ApiError as error:
        return error.message
    except Exception:  # no messages at all: the SDK has words for those
        return refusal(messages, tools=[CLOCK])
    return ""


def _plain(messages: list[dict]) -> list[dict]:
    """Turns as the API sees them, of dicts: neighbours of one role are one."""
    return merge([{"role": m["role"], "content": plain_content(m["content"])} for m in messages])


def _kept(what: str, call: str, before: list[dict], after: list[dict]) -> Verdict | None:
    """Words and calls unchanged; results that answer a call kept, the first of each; missing ones marked."""
    wrong = compared(f"{call}, all but the results", _others(after), _others(before))
    if wrong:
        return wrong
    good: dict[str, dict] = {}
    for block in _of_kind(before, "tool_result"):
        good.setdefault(block["tool_use_id"], block)
    for block in _of_kind(after, "tool_result"):
        wrong = _right_result(what, call, block, good.get(block["tool_use_id"]))
        if wrong:
            return wrong
    return None


def _right_result(what: str, call: str, block: dict, good: dict | None) -> Verdict | None:
    if good is not None:
        if block == good:
            return None
        return not_yet(call=call, yours=block, expected=good, why=f"{what}.", misconception=LOSES_RESULT)
    expected = "an is_error result that says so"
    if block.get("is_error") is not True:
        return not_yet(
            call=call, yours=block, expected=expected, why=f"{what}.", misconception="error-not-marked"
        )
    if not str(block.get("content") or "").strip():
        return not_yet(call=call, yours=block, expected=expected, why=f"{what}.", misconception=SAYS_NOTHING)
    return None


def _of_kind(messages: list[dict], kind: str) -> list[dict]:
    return [block for message in messages for block in message["content"] if block["type"] == kind]


def _others(messages: list[dict]) -> list[dict]:
    """Every block that is no result, with who says it."""
    return [
        {"role": message["role"], **block}
        for message in messages
        for block in message["content"]
        if block["type"] != "tool_result"
    ]


def check_mend(mend: Callable) -> Verdict:
    return _mended(mend, "toolu_01Kq", "toolu_01Xy")


def hidden_mend(mend: Callable) -> Verdict:
    return _mended(mend, "toolu_one", "toolu_two")
