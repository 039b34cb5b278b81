"""Chapter 7, limits: the checkers behind its exercises."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ..mock import call as tool_call
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import called, compared, refusal, result_of, scripted

STOPS_LATE = Misconception(
    "one-request-too-many",
    "A request went out after the limit was reached.",
    "Look at the limit before you send, not after.",
)
STOPS_EARLY = Misconception(
    "stops-too-early",
    "The run ended although the limit was not reached.",
    "Compare with the limit itself; the last allowed reply still counts.",
)
COUNTS_HALF = Misconception(
    "counts-half-the-tokens",
    "Only a part of the tokens was counted.",
    "Add input and output tokens of every reply.",
)
OTHER_CLOCK = Misconception(
    "reads-another-clock",
    "The time came from another clock than the one that was handed in.",
    "Read `clock.monotonic()` from clockhands, at the start and before each request.",
)
ANY_ENTRIES = Misconception(
    "counts-anywhere",
    "Entries anywhere in the run were counted, though something else happened in between.",
    "Look only at the last entries, up to the limit.",
)
IGNORES_RESULT = Misconception(
    "ignores-the-result",
    "Calls whose results differ were taken for the same.",
    "Compare name, arguments and result.",
)
IGNORES_ARGUMENTS = Misconception(
    "ignores-the-arguments",
    "Calls with different arguments were taken for the same.",
    "Compare the name and the arguments.",
)
SILENT_GAP = Misconception(
    "silent-gap",
    "Turns are gone and nothing says so; the model will take what is left for all there was.",
    "Add a text block to the question that says how many turns were left out.",
)
SPLITS_A_TURN = Misconception(
    "splits-a-turn",
    "A call was cut from its result.",
    "Cut only where an assistant's message begins.",
)
LOSES_THE_QUESTION = Misconception(
    "loses-the-question",
    "The question is gone, so the model no longer knows what it is doing.",
    "Keep the first message.",
)
WEAK_TEST = Misconception(
    "test-lets-mutant-live",
    "The test accepts a function that is broken.",
    "Assert what the broken function gets wrong.",
)
STRICT_TEST = Misconception(
    "test-refuses-right-code",
    "The test fails a function that is right.",
    "Assert what the contract says and nothing more.",
)
LOSES_TRANSCRIPT = Misconception(
    "transcript-lost",
    "What happened before the failure is gone, so nobody can go on from there.",
    "Catch the error around the loop and give back the messages collected so far.",
)


def _endless(words: str = "") -> Any:
    """A model that asks for one more page, for ever."""
    from ..mock import Script, text

    def ask(request: dict) -> list:
        asked = tool_call("read_page", page=len(request["messages"]))
        return [text(words), asked] if words else [asked]

    return Script(ask, loop=True)


def _pages(fn: Callable | None = None) -> list:
    from ..tools import Tool

    return [Tool("read_page", "Read a page.", {"type": "object"}, fn or (lambda page: f"page {page}"))]


def _stopped(call: str, yours: Any, expected: tuple, requests: int, allowed: int) -> Verdict | None:
    """Right pair, and exactly the requests the limit allows."""
    if isinstance(yours, tuple) and yours[:1] == expected[:1] and requests != allowed:
        belief = STOPS_LATE if requests > allowed else STOPS_EARLY
        return not_yet(call=call, yours=f"{requests} requests", expected=f"{allowed}", misconception=belief)
    return compared(call, list(yours) if isinstance(yours, tuple) else yours, list(expected))


def _finishes(function: Callable, limit: Any) -> Verdict | None:
    """An answer that comes within the limit is a success, text joined over blocks."""
    call = f"{function.__name__}(client, tools, 'Sum up?', {limit})"
    with scripted([tool_call("read_page", page=1)], ["All ", "read."]) as lab:
        yours = result_of(function, lab.client, _pages(), "Sum up?", limit)
    return _stopped(call, yours, ("success", "All read."), len(lab.requests), 2)


# --- 7.1: steps --------------------------------------------------------------------------------------------


def _capped(run_capped: Callable, limits: list[int], words: str) -> Verdict:
    for limit in limits:
        with scripted(model=_endless(words), cap=40, spinning="never-stops") as lab:
            yours = result_of(run_capped, lab.client, _pages(), "Sum up?", limit)
        call = f"run_capped(client, tools, 'Sum up?', {limit})"
        wrong = _stopped(call, yours, ("step_limit", words), len(lab.requests), limit)
        if wrong:
            return wrong
    return _finishes(run_capped, 2) or passed(f"Stopped at {len(limits)} limits, and let an answer through.")


def check_run_capped(run_capped: Callable) -> Verdict:
    return _capped(run_capped, [1, 4], "Still reading.")


def hidden_run_capped(run_capped: Callable) -> Verdict:
    return _capped(run_capped, [3, 7], "One more.")


# --- 7.2: tokens -------------------------------------------------------------------------------------------


def _spending(input_tokens: int, output_tokens: int) -> Any:
    from ..mock import Reply, Script

    usage = {"input_tokens": input_tokens, "output_tokens": output_tokens}
    return Script(
        lambda request: Reply([tool_call("read_page", page=len(request["messages"]))], usage=usage), loop=True
    )


def _budgeted(run_on_budget: Callable, cases: list[tuple[int, int, int, int]]) -> Verdict:
    for input_tokens, output_tokens, budget, allowed in cases:
        with scripted(model=_spending(input_tokens, output_tokens), cap=40, spinning=COUNTS_HALF) as lab:
            yours = result_of(run_on_budget, lab.client, _pages(), "Sum up?", budget)
        call = f"run_on_budget(client, tools, 'Sum up?', {budget}); {input_tokens} in, {output_tokens} out a reply"
        wrong = _stopped(call, yours, ("budget", ""), len(lab.requests), allowed)
        if wrong:
            return wrong
    return _finishes(run_on_budget, 10**6) or passed(
        "Counted input and output, and stopped before the next request."
    )


def check_run_on_budget(run_on_budget: Callable) -> Verdict:
    return _budgeted(run_on_budget, [(1_000, 0, 2_500, 3), (0, 1_000, 3_000, 3), (400, 600, 5_000, 5)])


def hidden_run_on_budget(run_on_budget: Callable) -> Verdict:
    return _budgeted(run_on_budget, [(900, 100, 4_000, 4), (10, 5_000, 5_010, 1)])


# --- 7.3: time ---------------------------------------------------------------------------------------------


def _until(run_until: Callable, cases: list[tuple[float, float, int]]) -> Verdict:
    from .. import clock

    for tool_s, deadline_s, allowed in cases:
        call = f"run_until(client, tools, 'Sum up?', {deadline_s:g}), with a tool of {tool_s:g} s"
        slow = _pages(lambda page, tool_s=tool_s: clock.sleep(tool_s) or f"page {page}")
        with clock.virtual(), scripted(model=_endless(), cap=12, spinning=OTHER_CLOCK) as lab:
            yours = result_of(run_until, lab.client, slow, "Sum up?", deadline_s)
        wrong = _stopped(call, yours, ("deadline", ""), len(lab.requests), allowed)
        if wrong:
            return wrong
    with clock.virtual():
        wrong = _finishes(run_until, 60)
    return wrong or passed(f"{len(cases)} deadlines on a virtual clock; no request after any of them.")


def check_run_until(run_until: Callable) -> Verdict:
    return _until(run_until, [(40, 100, 3), (30, 10, 1)])


def hidden_run_until(run_until: Callable) -> Verdict:
    return _until(run_until, [(7, 20, 3), (3, 14, 5)])


# --- 7.4: repeats ------------------------------------------------------------------------------------------

CLOCK = [("now", {}, f"10:0{n}") for n in range(5)]
STUCK = [("ls", {"path": "."}, "[]")] * 4
PAGES = [("read", {"page": n}, "words") for n in range(5)]
ALTERNATING = [("open", {}, "ok"), ("close", {}, "ok")] * 3
LATE = [*STUCK[:2], ("now", {}, "10:00"), *STUCK[:1]]
OTHER_TOOL = [("ls", {}, "[]"), ("now", {}, "[]"), ("pwd", {}, "[]")]


def _detector(detect: Callable, rows: list[tuple[list, int, bool, Misconception | None]]) -> Verdict:
    for history, limit, right, belief in rows:
        yours = result_of(detect, copy.deepcopy(history), limit)
        if yours is not right:
            return not_yet(
                call=called(detect, history, limit),
                yours=shown(yours),
                expected=shown(right),
                misconception=belief,
            )
    return passed(f"Tried on {len(rows)} runs: the clock, polling, pages, circles and an empty one.")


def check_repeats_call(repeats_call: Callable) -> Verdict:
    rows = [
        (CLOCK, 3, True, None),
        (STUCK, 5, False, STOPS_EARLY),
        (STUCK, 4, True, None),
        (PAGES, 3, False, IGNORES_ARGUMENTS),
        (ALTERNATING, 3, True, None),
        (OTHER_TOOL, 2, False, None),
        ([], 1, False, None),
    ]
    return _detector(repeats_call, rows)


def hidden_repeats_call(repeats_call: Callable) -> Verdict:
    rows = [
        ([*STUCK, ("now", {}, "1")], 3, False, None),
        (LATE, 3, True, None),
        (PAGES[:1], 1, True, None),
        ([], 3, False, None),
    ]
    return _detector(repeats_call, rows)


def check_repeats_result(repeats_result: Callable) -> Verdict:
    rows = [
        (STUCK, 4, True, None),
        (STUCK, 5, False, STOPS_EARLY),
        (CLOCK, 3, False, IGNORES_RESULT),
        (PAGES, 3, False, IGNORES_ARGUMENTS),
        (LATE, 3, False, ANY_ENTRIES),
        (ALTERNATING, 3, False, ANY_ENTRIES),
        ([], 2, False, None),
    ]
    return _detector(repeats_result, rows)


def hidden_repeats_result(repeats_result: Callable) -> Verdict:
    rows = [
        ([*PAGES, *STUCK], 4, True, None),
        ([*STUCK, *PAGES], 3, False, ANY_ENTRIES),
        (STUCK[:2], 3, False, None),
    ]
    return _detector(repeats_result, rows)


# --- 7.5: compaction ---------------------------------------------------------------------------------------


def _conversation(turns: int, question: str, final: bool = False) -> list[dict]:
    messages: list[dict] = [{"role": "user", "content": question}]
    for n in range(turns):
        block = {"type": "tool_use", "id": f"toolu_{n}", "name": "read_page", "input": {"page": n}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": f"page {n} " * 20}
        messages += [{"role": "assistant", "content": [block]}, {"role": "user", "content": [result]}]
    if final:
        messages += [{"role": "assistant", "content": "So far."}, {"role": "user", "content": "Go on."}]
    return messages


def _compacted(compact: Callable, cases: list[tuple[list[dict], int]]) -> Verdict:
    for messages, keep in cases:
        given = copy.deepcopy(messages)
        yours, call = result_of(compact, given, keep), called(compact, messages, keep)
        if given != messages:
            return not_yet(call=call, yours=given, expected=messages, misconception="changes-its-input")
        wrong = _short_enough(call, yours, messages, keep)
        if wrong:
            return wrong
    return passed(f"{len(cases)} conversations, each accepted by the API afterwards.")


def _short_enough(call: str, yours: Any, messages: list[dict], keep: int) -> Verdict | None:
    starts = [n for n, message in enumerate(messages) if message["role"] == "assistant"]
    if len(starts) <= keep:
        return compared(call, yours, messages, why="There is nothing to leave out.")
    if not isinstance(yours, list) or not yours or not all(isinstance(message, dict) for message in yours):
        return compared(call, yours, messages[starts[-keep] :]) or not_yet(
            call=call, yours=yours, expected="messages"
        )
    if messages[0]["content"] not in str(yours[0].get("content")):
        return not_yet(call=call, yours=yours[0], expected=messages[0], misconception=LOSES_THE_QUESTION)
    if yours[0] == messages[0]:
        return not_yet(
            call=call, yours=yours[0], expected="the question and a note", misconception=SILENT_GAP
        )
    wording = refusal(yours)
    if wording:
        return not_yet(call=call, yours=wording, expected="accepted by the API", misconception=SPLITS_A_TURN)
    return compared(f"{call}, after the first message", yours[1:], messages[starts[-keep] :])


def check_compact(compact: Callable) -> Verdict:
    return _compacted(
        compact,
        [
            (_conversation(6, "Sum up?"), 2),
            (_conversation(3, "Sum up?"), 3),
            (_conversation(4, "Sum?", True), 2),
        ],
    )


def hidden_compact(compact: Callable) -> Verdict:
    return _compacted(compact, [(_conversation(9, "What for?"), 1), (_conversation(0, "Hm?"), 2)])


def right_compact(messages: list[dict], keep: int) -> list[dict]:
    """The reference the learner's test must accept."""
    starts = [n for n, message in enumerate(messages) if message["role"] == "assistant"]
    if len(starts) <= keep:
        return list(messages)
    note = {"type": "text", "text": f"({len(starts) - keep} turns left out)"}
    question = {"type": "text", "text": messages[0]["content"]}
    return [{"role": "user", "content": [question, note]}, *messages[starts[-keep] :]]


def cuts_in_the_middle(messages: list[dict], keep: int) -> list[dict]:
    whole = right_compact(messages, keep)
    return [whole[0], *whole[2:]]


def loses_the_question(messages: list[dict], keep: int) -> list[dict]:
    whole = right_compact(messages, keep)
    return [{"role": "user", "content": [{"type": "text", "text": "(turns left out)"}]}, *whole[1:]]


def shortens_nothing(messages: list[dict], keep: int) -> list[dict]:
    return copy.deepcopy(messages)


def changes_the_list(messages: list[dict], keep: int) -> list[dict]:
    whole = copy.deepcopy(right_compact(messages, keep))
    messages.clear()
    return whole


def loses_the_last_result(messages: list[dict], keep: int) -> list[dict]:
    return right_compact(messages, keep)[:-1]


MUTANTS = [cuts_in_the_middle, loses_the_question, shortens_nothing, changes_the_list]


def _tests(test_compact: Callable, mutants: list[Callable]) -> Verdict:
    try:
        result_of(test_compact, right_compact)
    except AssertionError as error:
        why = f"It raised: {shown(str(error), 120)}"
        call = "test_compact(a right compact)"
        return not_yet(
            call=call, yours="AssertionError", expected="no error", why=why, misconception=STRICT_TEST
        )
    for mutant in mutants:
        try:
            result_of(test_compact, mutant)
        except AssertionError:
            continue
        name = mutant.__name__.replace("_", " ")
        return not_yet(
            call=f"test_compact(a compact that {name})",
            yours="no error",
            expected="AssertionError",
            misconception=WEAK_TEST,
        )
    return passed(f"It accepts a right function and catches {len(mutants)} broken ones.")


def check_test_compact(test_compact: Callable) -> Verdict:
    return _tests(test_compact, MUTANTS)


def hidden_test_compact(test_compact: Callable) -> Verdict:
    return _tests(test_compact, [*MUTANTS[::-1], loses_the_last_result])


# --- 7.6: the outcome --------------------------------------------------------------------------------------


def _outcome(run_to_outcome: Callable, steps: int, error: Any) -> Verdict:
    wrong = _ends_with(run_to_outcome, [[tool_call("read_page", page=1)], "Done."], "success", "Done.", steps)
    wrong = wrong or _ends_with(run_to_outcome, None, "step_limit", "Reading.", steps)
    wrong = wrong or _ends_with(
        run_to_outcome, [["Reading.", tool_call("read_page", page=1)], error], "error", "Reading.", steps
    )
    return wrong or _resumes(run_to_outcome, steps) or passed("Three endings, and a second run that went on.")


def _ends_with(
    function: Callable, replies: list | None, status: str, text: str, steps: int
) -> Verdict | None:
    model = _endless("Reading.") if replies is None else None
    call = f"run_to_outcome(client, tools, 'Sum up?', {steps})"
    with scripted(*(replies or []), model=model, cap=30, spinning="never-stops") as lab:
        client = lab.client.with_options(max_retries=0)
        try:
            yours = result_of(function, client, _pages(), "Sum up?", steps)
        except Exception as error:
            if status != "error":
                raise
            said = f"{type(error).__name__} left the function"
            return not_yet(call=call, yours=said, expected="status error", misconception=LOSES_TRANSCRIPT)
    if not isinstance(yours, dict) or set(yours) != {"status", "text", "messages"}:
        return not_yet(call=call, yours=yours, expected="a dict with status, text and messages")
    wrong = compared(f"{call}, its status and text", [yours["status"], yours["text"]], [status, text])
    return wrong or _usable(call, yours["messages"], status)


def _usable(call: str, messages: Any, status: str) -> Verdict | None:
    if not isinstance(messages, list) or len(messages) < 3:
        expected = "the question, the turn and its result at least"
        return not_yet(
            call=f"{call}, its messages", yours=messages, expected=expected, misconception=LOSES_TRANSCRIPT
        )
    wording = refusal([*messages, {"role": "user", "content": "Go on."}])
    if wording:
        return not_yet(
            call=f"{call}, its messages, sent again",
            yours=wording,
            expected="accepted",
            why=f"After {status}.",
        )
    return None


def _resumes(function: Callable, steps: int) -> Verdict | None:
    with scripted(*[[tool_call("read_page", page=n)] for n in range(steps)], "Done.") as lab:
        first = result_of(function, lab.client, _pages(), "Sum up?", steps)
        earlier = copy.deepcopy(first["messages"])
        second = result_of(function, lab.client, _pages(), "Go on.", steps, first["messages"])
    call = "run_to_outcome(…, messages=first['messages'])"
    wrong = compared(call, second["status"], "success")
    if wrong:
        return wrong
    if second["messages"][: len(earlier)] != earlier:
        return not_yet(call=call, yours=second["messages"], expected=earlier, misconception="not-resent")
    if first["messages"] != earlier:
        return not_yet(
            call=call, yours=first["messages"], expected=earlier, misconception="changes-its-input"
        )
    return None


def check_run_to_outcome(run_to_outcome: Callable) -> Verdict:
    from ..mock import faults

    return _outcome(run_to_outcome, 3, faults.overloaded())


def hidden_run_to_outcome(run_to_outcome: Callable) -> Verdict:
    from ..mock import faults

    return _outcome(run_to_outcome, 2, faults.server_error())
