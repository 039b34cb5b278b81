"""Chapter 3, the loop: the checker behind exercise 3.3, the loop itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..mock import Reply
from ..mock import call as tool_call
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import Calls, compared, kept_as_was, result_of, scripted, watched_tools

__all__ = ["check_run_loop", "hidden_run_loop"]

WRONG_ANSWER_TYPE = Misconception(
    "loop-returns-reply",
    "The caller asked for the final text and got an SDK object.",
    "Join the text of all text blocks of the last reply and return that.",
)
PROMPT_IGNORED = Misconception(
    "prompt-ignored",
    "The question that was sent is not the one passed in.",
    'Begin the conversation with {"role": "user", "content": prompt}.',
)
HISTORY_LEAKS = Misconception(
    "history-leaks",
    "A run begins with messages of the run before: a default list, or a global one, lives on between calls.",
    "Make the list of messages inside the function.",
)
ENDLESS_MODEL = "run_loop on a model that never stops asking"


def _one_loop(
    run_loop: Callable, prompt: str, replies: list, text: str, ran: list[str], outputs: dict
) -> Verdict | None:
    seen = Calls()
    call = f"{getattr(run_loop, '__name__', 'run_loop')}(client, tools, {prompt!r})"
    with scripted(*replies, cap=len(replies) + 12) as lab:
        tools = watched_tools(seen, **outputs)
        try:
            yours = result_of(run_loop, lab.client, tools, prompt)
        except Exception as error:
            wrong = _started_wrong(call, lab.requests, prompt) or _raised(call, error, replies, outputs)
            if wrong:
                return wrong
            raise
    return (
        _started_wrong(call, lab.requests, prompt)
        or _loop_text(call, yours, text)
        or compared(
            f"{call}, the tools that ran", [made.name for made in seen.made], ran, why=_ran_why(seen, ran)
        )
        or _loop_requests(call, lab.requests, outputs)
        or _loop_results(call, lab.messages, outputs)
        or kept_as_was(call, "tools", [tool.name for tool in tools], list(outputs))
    )


def _started_wrong(call: str, requests: list[dict], prompt: str) -> Verdict | None:
    """The first request holds the question that was passed in, and nothing of an earlier run."""
    if not requests:
        return None
    first, right = requests[0]["messages"], [{"role": "user", "content": prompt}]
    if prompt in str(first[0].get("content")):
        return None
    if len(first) > 1 and prompt in str(first[-1].get("content")):
        held = f"the first request holds {len(first)} messages"
        return not_yet(call=call, yours=held, expected=right, misconception=HISTORY_LEAKS)
    return not_yet(call=call, yours=first, expected=right, misconception=PROMPT_IGNORED)


def _raised(call: str, error: Exception, replies: list, outputs: dict) -> Verdict | None:
    """The exceptions that a case is there to bring out."""
    last, described = replies[-1], f"{type(error).__name__}: {error}"
    if isinstance(last, Reply):
        return not_yet(
            call=call,
            yours=described,
            expected="the text of the reply",
            why=f'The reply ended with stop_reason "{last.stop_reason}" and asked for no tool.',
            misconception="stops-only-on-end-turn",
        )
    unknown = _asked_for(replies) - set(outputs)
    if unknown and not _of_the_api(error):
        return not_yet(
            call=call,
            yours=described,
            expected="a result with is_error True, and the loop goes on",
            why=f"The model asked for {', '.join(sorted(unknown))}, which is not in `tools`.",
            misconception="unknown-name",
        )
    return None


def _of_the_api(error: BaseException) -> bool:
    return type(error).__module__.startswith("anthropic")


def _asked_for(replies: list) -> set[str]:
    blocks = [block for reply in replies for block in (reply if isinstance(reply, list) else [reply])]
    return {block["name"] for block in blocks if isinstance(block, dict) and block["type"] == "tool_use"}


def _loop_text(call: str, yours: Any, text: str) -> Verdict | None:
    if not isinstance(yours, str) and hasattr(yours, "content"):
        return not_yet(call=call, yours=yours, expected=text, misconception=WRONG_ANSWER_TYPE)
    if isinstance(yours, str) and yours and yours != text and yours in text:
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


def _loop_results(call: str, messages: list[dict], outputs: dict) -> Verdict | None:
    """Each result of the conversation holds what its own call gave."""
    lists = [message["content"] for message in messages if isinstance(message["content"], list)]
    blocks = [block for content in lists for block in content]
    asked = {block["id"]: block for block in blocks if block["type"] == "tool_use"}
    for block in blocks:
        made = asked.get(block.get("tool_use_id"))
        if made is None:
            continue
        if made["name"] not in outputs:
            if block.get("is_error") is not True:
                return not_yet(
                    call=call, yours=block, expected="is_error True", misconception="error-not-marked"
                )
            continue
        output = outputs[made["name"]]
        right = str(output(**made["input"]) if callable(output) else output)
        if right not in str(block.get("content")):
            return not_yet(
                call=call,
                yours=f"the result of {made['name']}({made['input']}) says {block.get('content')!r}",
                expected=repr(right),
                misconception="swapped-results",
            )
    return None


def _never_ends(run_loop: Callable) -> Verdict | None:
    asks = [tool_call("get_current_time", timezone=f"Etc/GMT+{n}") for n in range(12)]
    tools, wanted = watched_tools(Calls(), get_current_time="23:10"), "RuntimeError after 10 requests"
    with scripted(*asks, cap=12, spinning="never-stops") as lab:
        try:
            yours = result_of(run_loop, lab.client, tools, "For ever?")
        except Exception as error:
            if _of_the_api(error):
                raise
            sent = len(lab.requests)
            ended = f"{type(error).__name__} after {sent} requests"
            why = "Ten rounds are ten requests." if sent != 10 else ""
            if not isinstance(error, RuntimeError):
                why = "The caller waits for a RuntimeError and would not catch this."
            return not_yet(call=ENDLESS_MODEL, yours=ended, expected=wanted, why=why) if why else None
    return not_yet(call=ENDLESS_MODEL, yours=yours, expected=wanted, misconception="never-stops")


def _loop(run_loop: Callable, cases: list) -> Verdict:
    for case in cases:
        wrong = _one_loop(run_loop, *case)
        if wrong:
            return wrong
    return _never_ends(run_loop) or passed(
        f"Tried on {len(cases)} conversations and on a model that never stops asking."
    )


def _cut(words: str, reason: str) -> Reply:
    """A reply that ends neither with a call nor with the end of a turn."""
    return Reply([{"type": "text", "text": words}], stop_reason=reason)


def _clock(timezone: str = "", **given: Any) -> str:
    return f"23:10 in {timezone}"


def _dice(sides: int = 0, **given: Any) -> int:
    return 100 + sides


def check_run_loop(run_loop: Callable) -> Verdict:
    clock = {"get_current_time": _clock}
    tokyo = tool_call("get_current_time", timezone="Asia/Tokyo")
    seoul = tool_call("get_current_time", timezone="Asia/Seoul")
    once, story = ["get_current_time"], _cut("Once upon a", "max_tokens")
    here = [tool_call("home"), tokyo, "There it is 23:10."]
    return _loop(
        run_loop,
        [
            ("Say something.", ["No tool needed."], "No tool needed.", [], clock),
            ("Tokyo?", [["Let me look. ", tokyo], ["It is ", "23:10."]], "It is 23:10.", once, clock),
            ("Tokyo and Seoul?", [[tokyo, seoul], "Both 23:10."], "Both 23:10.", once * 2, clock),
            ("And here?", here, "There it is 23:10.", ["home", *once], {"home": "Asia/Tokyo", **clock}),
            ("A long story?", [story], "Once upon a", [], clock),
            ("Fly to Oslo.", [tool_call("fly", to="Oslo"), "I cannot."], "I cannot.", [], clock),
        ],
    )


def hidden_run_loop(run_loop: Callable) -> Verdict:
    dice = {"roll": _dice}
    mixed = ["Rolling. ", tool_call("roll", sides=6), tool_call("hover")]
    five = [[tool_call("roll", sides=n)] for n in range(2, 7)]
    return _loop(
        run_loop,
        [
            ("Roll, then hover.", [mixed, ["A ", "six."]], "A six.", ["roll"], dice),
            ("Roll five dice.", [*five, "Done."], "Done.", ["roll"] * 5, {**dice, "spare": 0}),
            ("Something bad?", [_cut("I will not.", "refusal")], "I will not.", [], dice),
        ],
    )
