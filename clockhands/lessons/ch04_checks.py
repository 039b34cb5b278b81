"""Chapter 4, four mistakes: the checkers behind 4.1, four loops, and 4.2, reading refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..mock import Reply, text
from ..mock import call as tool_call
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import Calls, called, compared, refusal, result_of, scripted

CLOCK = {"name": "clock", "description": "The time.", "input_schema": {"type": "object"}}
ASK = {"role": "user", "content": "A question?"}
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
WRONG_CALL = Misconception(
    "another-call-ran",
    "What ran is not what the reply asked for.",
    "For each call look up the function by `block.name` and give it `block.input`.",
)
CRIES_ERROR = Misconception(
    "success-marked-as-error",
    "A good result was marked as an error, so the model takes it for a failure.",
    "Leave `is_error` out, or set it to False; True only where the tool failed.",
)
RUNS_CUT_CALL = Misconception(
    "runs-a-cut-call",
    "The reply did not end with `tool_use`, and its call ran all the same; it may be half a call.",
    "Let `stop_reason` decide whether to go on, not the blocks.",
)


# --- 4.1: four loops ---------------------------------------------------------------------------------------


def _output(name: str, given: dict) -> str:
    """What a tool of these checks gives back: another text for each call."""
    return f"{name} says {json.dumps(given, sort_keys=True)}"


def _tools(seen: Calls) -> list:
    from ..tools import Tool

    return [
        Tool(
            name,
            f"Toy tool {name}.",
            {"type": "object"},
            seen.watch(lambda name=name, **given: _output(name, given), name),
        )
        for name in ("home", "clock")
    ]


def _repaired(
    loop: Callable, replies: list, expected: Any, ran: int | None = None, spinning: str | None = None
) -> Any:
    """None when the loop answers this script as expected; else what it did. ran: calls that should run, if
    not all of them."""
    from .. import record

    seen = Calls()
    with scripted(*replies, cap=12, spinning=spinning) as lab, record(lab.client) as trace:
        yours = result_of(loop, lab.client, _tools(seen), "A question?")
    call = f"{getattr(loop, '__name__', 'loop')}(client, tools, 'A question?')"
    if isinstance(expected, tuple) and isinstance(yours, str):
        return not_yet(call=call, yours=shown(yours), expected=expected, misconception=REASON_LOST)
    answered = [exchange.response["content"] for exchange in trace.exchanges if exchange.response]
    asked = [_ran(block) for blocks in answered for block in blocks if block["type"] == "tool_use"]
    return (
        _made(call, [_output(made.name, _given(made)) for made in seen.made], asked[:ran])
        or _history(call, lab.requests, answered)
        or compared(call, yours, expected)
    )


def _given(made: Any) -> dict:
    """The arguments of a call by name: the watched function takes them all as `given`."""
    return made.input.get("given", made.input)


def _ran(block: dict) -> str:
    return _output(block["name"], block["input"])


def _made(call: str, made: list[str], asked: list[str]) -> Verdict | None:
    """Whether each call of the replies ran once, and nothing else."""
    if made == asked:
        return None
    if len(made) == len(asked):
        wrong = next(n for n, one in enumerate(asked) if made[n] != one)
        return not_yet(call=call, yours=made[wrong], expected=asked[wrong], misconception=WRONG_CALL)
    belief = RUNS_CUT_CALL if made[: len(asked)] == asked else None
    why = "Each call of a reply that ends with tool_use runs once, and nothing else runs."
    return not_yet(
        call=call, yours=f"{len(made)} tool runs", expected=f"{len(asked)}", why=why, misconception=belief
    )


def _history(call: str, requests: list[dict], answered: list[list[dict]]) -> Verdict | None:
    """Whether the last request holds each reply as it came, and behind it each call's own result."""
    messages = requests[-1]["messages"] if requests else []
    turns = [message for message in messages if message["role"] == "assistant"]
    for turn, blocks in zip(turns, answered, strict=False):
        yours, came = _essence(turn["content"]), _essence(blocks)
        if yours != came:
            return not_yet(
                call=f"{call}, the assistant's turn in the next request",
                yours=yours,
                expected=came,
                misconception="summary-instead-of-content",
            )
    asked = {block["id"]: _ran(block) for blocks in answered for block in blocks if "input" in block}
    for message in messages:
        for block in message["content"] if isinstance(message["content"], list) else ():
            wrong = _own_result(call, block, asked) if block["type"] == "tool_result" else None
            if wrong:
                return wrong
    return None


def _own_result(call: str, block: dict, asked: dict[str, str]) -> Verdict | None:
    content = block.get("content")
    said = content if isinstance(content, str) else "".join(part.get("text", "") for part in content or [])
    expected = asked.get(block["tool_use_id"], said)
    if said != expected:
        belief = "swapped-results" if said in asked.values() else None if said else "empty-result"
        where = f"{call}, the result for {expected.partition(' says')[0]}"
        return not_yet(call=where, yours=shown(said), expected=shown(expected), misconception=belief)
    if block.get("is_error"):
        return not_yet(call=call, yours=block, expected="no is_error: True", misconception=CRIES_ERROR)
    return None


def _essence(content: Any) -> list:
    """The blocks without the fields a reply may carry beside what counts."""
    if isinstance(content, str):
        return [content]
    keys = ("text", "id", "name", "input")
    return [{key: block[key] for key in keys if key in block} for block in content]


CONVERSATIONS = [
    ([["Let me look. ", ("clock", {"timezone": "Asia/Tokyo"})], "It is 23:10."], "It is 23:10."),
    ([[("home", {}), ("clock", {"timezone": "Asia/Tokyo"})], "Both done."], "Both done."),
    ([[("home", {})], [("clock", {"timezone": "Asia/Tokyo"})], ["Two ", "steps."]], "Two steps."),
]
HIDDEN_CONVERSATIONS = [
    ([[("clock", {"timezone": "Asia/Seoul"}), ("clock", {"timezone": "UTC"})], "Same."], "Same."),
    ([["One. ", ("home", {})], ["Two. ", ("home", {})], "Three."], "Three."),
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
    for replies, said in conversations:
        wrong = _repaired(loop, _scripted_replies(replies), said)
        if wrong:
            return wrong
    return passed(f"{len(conversations)} conversations: every turn as it came, every result with its call.")


def check_loop(loop: Callable) -> Verdict:
    return _loop_answers(loop, CONVERSATIONS)


def hidden_loop(loop: Callable) -> Verdict:
    return _loop_answers(loop, HIDDEN_CONVERSATIONS)


def _ends(loop: Callable, endings: list[tuple[list, str, str]]) -> Verdict:
    """endings: (blocks of the last reply, its text, its stop_reason)."""
    both = [tool_call("clock", timezone="UTC"), tool_call("home")]
    for blocks, said, reason in endings:
        blocks = [text(block) if isinstance(block, str) else block for block in blocks]
        replies = [both, Reply(blocks, stop_reason=reason)]
        if CUT in blocks:
            replies.append("It goes on.")  # for a loop that runs the cut call
        wrong = _repaired(loop, replies, (said, reason), 2, spinning="stops-only-on-end-turn")
        if wrong:
            return wrong
    spin = [[tool_call("clock", timezone=f"Etc/GMT+{n}")] for n in range(10)]
    wrong = _repaired(loop, spin, ("", "too many rounds"), spinning="never-stops")
    return wrong or passed(f"Tried on {len(endings)} ways to end, and on a model that asks for ever.")


CUT = tool_call("clock", timezone="Europe/Lis")


def check_loop_d(loop_d: Callable) -> Verdict:
    endings: list[tuple[list, str, str]] = [
        (["It is"], "It is", "max_tokens"),
        (["It is ", "23:10."], "It is 23:10.", "end_turn"),
        (["I will not."], "I will not.", "refusal"),
        ([], "", "end_turn"),
        (["Let me ", CUT], "Let me ", "max_tokens"),
    ]
    return _ends(loop_d, endings)


def hidden_loop_d(loop_d: Callable) -> Verdict:
    endings: list[tuple[list, str, str]] = [
        (["Half of it"], "Half of it", "model_context_window_exceeded"),
        (["Wait", CUT], "Wait", "pause_turn"),
        ([], "", "refusal"),
    ]
    return _ends(loop_d, endings)


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


NAMES = ("no partner", "no result", "wrong role", "empty message", "answered twice", "unknown tool")
ROUNDS = [
    ("toolu_01Kq", "toolu_01Xy", []),
    ("toolu_7", "toolu_8", [ASK, {"role": "assistant", "content": "Yes?"}]),
]


def _diagnosed(diagnose: Callable, rounds: list[tuple[str, str, list[dict]]]) -> Verdict:
    """Each refusal in two conversations: other ids, other indexes."""
    for n, (a, b, before) in enumerate(rounds):
        for name, messages, extra in _specimens(a, b, before):
            wrong = _one_diagnosis(diagnose, refusal(messages, tools=[CLOCK], **extra), name, known=n > 0)
            if wrong:
                return wrong
    return passed("Seven refusals of six kinds, with ids and indexes the page does not show.")


def _one_diagnosis(diagnose: Callable, wording: str, name: str, known: bool) -> Verdict | None:
    """known: every kind was told apart in another conversation, so only numbers can have misled."""
    call, belief = called(diagnose, wording), READS_NUMBERS if known else None
    try:
        yours = result_of(diagnose, wording)
    except (StopIteration, LookupError) as error:
        found = f"{type(error).__name__}: no name found"
        return not_yet(call=call, yours=found, expected=repr(name), misconception=belief)
    if yours is None or not isinstance(yours, str):
        return compared(call, yours, name)
    if yours not in NAMES:
        return not_yet(
            call=call, yours=repr(yours), expected=repr(name), why=f"The names are: {', '.join(NAMES)}."
        )
    if yours != name:
        return not_yet(call=call, yours=repr(yours), expected=repr(name), misconception=belief)
    return None


def check_diagnose(diagnose: Callable) -> Verdict:
    return _diagnosed(diagnose, ROUNDS)


def hidden_diagnose(diagnose: Callable) -> Verdict:
    before = [ASK, {"role": "assistant", "content": "Yes?"}, ASK, {"role": "assistant", "content": "And?"}]
    return _diagnosed(diagnose, [ROUNDS[0], ("toolu_z", "toolu_y", before)])
