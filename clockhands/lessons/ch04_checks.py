"""Chapter 4, four mistakes: the checkers behind its exercises."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ..mock import call as tool_call
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import Calls, called, compared, refusal, result_of, scripted, watched_tools

CLOCK = {"name": "clock", "description": "The time.", "input_schema": {"type": "object"}}
ASK = {"role": "user", "content": "A question?"}
LOSES_RESULT = Misconception(
    "throws-results-away",
    "A result that was there is gone from the mended conversation.",
    "Take the results that exist, by id, and write new ones only for the calls that have none.",
)
REASON_LOST = Misconception(
    "reason-not-told",
    "The caller cannot tell a finished answer from one that was cut off.",
    "Give back `reply.stop_reason` beside the text.",
)
READS_NUMBERS = Misconception(
    "diagnoses-by-number",
    "The name was chosen by an index or an id, which differ in every conversation.",
    "Choose by the words of the message that never change.",
)


# --- 4.1: four loops ---------------------------------------------------------------------------------------


def _repaired(loop: Callable, replies: list, expected: Any, ran: int, spinning: str | None = None) -> Any:
    """None when the loop answers this script as expected; else what it did."""
    seen = Calls()
    with scripted(*replies, cap=12, spinning=spinning) as lab:
        yours = result_of(
            loop, lab.client, watched_tools(seen, clock="23:10", home="Asia/Tokyo"), "A question?"
        )
    call = f"{getattr(loop, '__name__', 'loop')}(client, tools, 'A question?')"
    if isinstance(expected, tuple) and isinstance(yours, str):
        return not_yet(call=call, yours=shown(yours), expected=expected, misconception=REASON_LOST)
    wrong = compared(call, yours, expected)
    if wrong:
        return wrong
    if len(seen.made) != ran:
        why = "Each call of a reply runs once, and nothing else runs."
        return not_yet(call=call, yours=f"{len(seen.made)} tool runs", expected=f"{ran}", why=why)
    return None


CONVERSATIONS = [
    ([["Let me look. ", ("clock", {"timezone": "Asia/Tokyo"})], "It is 23:10."], "It is 23:10.", 1),
    ([[("home", {}), ("clock", {"timezone": "Asia/Tokyo"})], "Both done."], "Both done.", 2),
    ([[("home", {})], [("clock", {"timezone": "Asia/Tokyo"})], ["Two ", "steps."]], "Two steps.", 2),
]
HIDDEN_CONVERSATIONS = [
    ([[("clock", {"timezone": "Asia/Seoul"}), ("clock", {"timezone": "UTC"})], "Same."], "Same.", 2),
    ([["One. ", ("home", {})], ["Two. ", ("home", {})], "Three."], "Three.", 2),
]


def _scripted_replies(replies: list) -> list:
    """Tuples (name, arguments) in the tables above become tool calls."""
    return [
        [tool_call(part[0], **part[1]) if isinstance(part, tuple) else part for part in reply]
        if isinstance(reply, list)
        else reply
        for reply in replies
    ]


def _loop_answers(loop: Callable, conversations: list) -> Verdict:
    for replies, text, ran in conversations:
        wrong = _repaired(loop, _scripted_replies(replies), text, ran)
        if wrong:
            return wrong
    return passed(f"Accepted by the API in {len(conversations)} conversations, one with two calls at once.")


def check_loop(loop: Callable) -> Verdict:
    return _loop_answers(loop, CONVERSATIONS)


def hidden_loop(loop: Callable) -> Verdict:
    return _loop_answers(loop, HIDDEN_CONVERSATIONS)


def _ends(loop: Callable, endings: list[tuple[str, str]]) -> Verdict:
    from ..mock import Reply, text

    for said, reason in endings:
        replies = [
            [tool_call("clock", timezone="UTC")],
            Reply([text(said)] if said else [], stop_reason=reason),
        ]
        wrong = _repaired(loop, replies, (said, reason), 1, spinning="stops-only-on-end-turn")
        if wrong:
            return wrong
    spin = [[tool_call("clock", timezone=f"Etc/GMT+{n}")] for n in range(10)]
    wrong = _repaired(loop, spin, ("", "too many rounds"), 10, spinning="never-stops")
    return wrong or passed(f"Tried on {len(endings)} ways to end, and on a model that asks for ever.")


def check_loop_d(loop_d: Callable) -> Verdict:
    return _ends(loop_d, [("It is", "max_tokens"), ("It is 23:10.", "end_turn"), ("I will not.", "refusal")])


def hidden_loop_d(loop_d: Callable) -> Verdict:
    return _ends(
        loop_d, [("", "end_turn"), ("Half of it", "model_context_window_exceeded"), ("Wait", "pause_turn")]
    )


# --- 4.2: diagnose -----------------------------------------------------------------------------------------


def _two_calls(ids: tuple[str, str]) -> dict:
    blocks = [{"type": "tool_use", "id": id, "name": "clock", "input": {"timezone": "UTC"}} for id in ids]
    return {"role": "assistant", "content": blocks}


def _results(*ids: str) -> list[dict]:
    return [{"type": "tool_result", "tool_use_id": id, "content": "23:10"} for id in ids]


def _specimens(a: str, b: str, before: list[dict]) -> list[tuple[str, list, dict]]:
    turn, ask = _two_calls((a, b)), [*before, ASK]
    said = {"role": "assistant", "content": "I looked."}
    user = lambda *blocks: {"role": "user", "content": list(blocks)}  # noqa: E731
    forced = {"tool_choice": {"type": "tool", "name": "fly"}}
    return [
        ("no partner", [*ask, said, user(*_results(a))], {}),
        ("no result", [*ask, turn, user(*_results(b))], {}),
        ("no result", [*ask, turn, ASK], {}),
        ("wrong role", [*ask, turn, {"role": "assistant", "content": _results(a, b)}, ASK], {}),
        ("empty message", [*before, user()] if not before else [*before, said, user()], {}),
        ("answered twice", [*ask, turn, user(*_results(a, b, b))], {}),
        ("unknown tool", ask, forced),
    ]


def _diagnosed(diagnose: Callable, a: str, b: str, before: list[dict]) -> Verdict:
    for name, messages, extra in _specimens(a, b, before):
        wording = refusal(messages, tools=[CLOCK], **extra)
        try:
            yours = result_of(diagnose, wording)
        except (StopIteration, KeyError) as error:
            return not_yet(
                call=called(diagnose, wording),
                yours=f"{type(error).__name__}: no name found",
                expected=repr(name),
                misconception=READS_NUMBERS,
            )
        if yours != name:
            unlike = None if yours in {row[0] for row in _specimens(a, b, [])} else READS_NUMBERS
            return not_yet(
                call=called(diagnose, wording), yours=repr(yours), expected=repr(name), misconception=unlike
            )
    return passed("Seven refusals of six kinds, with ids and indexes the page does not show.")


def check_diagnose(diagnose: Callable) -> Verdict:
    return _diagnosed(diagnose, "toolu_01Kq", "toolu_01Xy", [])


def hidden_diagnose(diagnose: Callable) -> Verdict:
    before = [ASK, {"role": "assistant", "content": "Yes?"}]
    return _diagnosed(diagnose, "toolu_7", "toolu_8", before)


# --- 4.3: mend ---------------------------------------------------------------------------------------------


def _broken(a: str, b: str) -> list[tuple[str, list[dict]]]:
    turn = _two_calls((a, b))
    words = {"type": "text", "text": "Here you are."}
    return [
        ("a call without any result, at the end", [ASK, turn]),
        ("half of the results", [ASK, turn, {"role": "user", "content": _results(b)}]),
        ("text before the results", [ASK, turn, {"role": "user", "content": [words, *_results(b, a)]}]),
        ("a question in place of the results", [ASK, turn, ASK]),
        ("an assistant turn after the calls", [ASK, turn, {"role": "assistant", "content": "Well?"}, ASK]),
        ("nothing broken", [ASK, {"role": "assistant", "content": "Hello."}, ASK]),
    ]


def _mended(mend: Callable, a: str, b: str) -> Verdict:
    for what, messages in _broken(a, b):
        given = copy.deepcopy(messages)
        yours, call = result_of(mend, given), called(mend, messages)
        if given != messages:
            return not_yet(call=call, yours=given, expected=messages, misconception="changes-its-input")
        if not isinstance(yours, list) or not all(isinstance(message, dict) for message in yours):
            return compared(call, yours, messages) or not_yet(
                call=call, yours=yours, expected="a list of messages"
            )
        wrong = _still_refused(what, call, yours) or _kept(what, call, messages, yours)
        if wrong:
            return wrong
    return passed("Six conversations, five of them broken, all accepted now; every good result kept.")


def _still_refused(what: str, call: str, mended: list[dict]) -> Verdict | None:
    sendable = mended if mended and mended[-1].get("role") == "user" else [*mended, ASK]
    wording = refusal(sendable, tools=[CLOCK])
    if not wording:
        return None
    return not_yet(
        call=call, yours=mended, expected="a conversation the API accepts", why=f"{what}: {wording}"
    )


def _kept(what: str, call: str, before: list[dict], after: list[dict]) -> Verdict | None:
    """Assistant turns unchanged, good results kept, missing ones marked as errors."""
    turns = [message for message in before if message["role"] == "assistant"]
    wrong = compared(f"{call}, the assistant's turns", [m for m in after if m["role"] == "assistant"], turns)
    if wrong:
        return wrong
    good = {block["tool_use_id"]: block for block in _result_blocks(before)}
    for block in _result_blocks(after):
        id = block["tool_use_id"]
        if id in good and block != good[id]:
            return not_yet(call=call, yours=block, expected=good[id], why=what, misconception=LOSES_RESULT)
        if id not in good and (
            block.get("is_error") is not True or not str(block.get("content") or "").strip()
        ):
            expected = "an is_error result that says so"
            return not_yet(
                call=call, yours=block, expected=expected, why=what, misconception="error-not-marked"
            )
    words, kept = _texts(before), _texts(after)
    if words != kept:
        return not_yet(call=call, yours=kept, expected=words, why="The words of the user must stay.")
    return None


def _result_blocks(messages: list[dict]) -> list[dict]:
    blocks = [block for m in messages if isinstance(m["content"], list) for block in m["content"]]
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]


def _texts(messages: list[dict]) -> list[str]:
    texts: list[str] = []
    for message in messages:
        content = message["content"]
        if isinstance(content, str):
            texts.append(content)
        else:
            texts += [block.get("text", "") for block in content if block.get("type") == "text"]
    return texts


def check_mend(mend: Callable) -> Verdict:
    return _mended(mend, "toolu_01Kq", "toolu_01Xy")


def hidden_mend(mend: Callable) -> Verdict:
    return _mended(mend, "toolu_one", "toolu_two")
