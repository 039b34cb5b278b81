"""Chapter 13, measure your agent: the checkers behind its exercises."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from . import ch13_loops, ch13_measure
from .ch13_runs import FAULTS
from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import called, result_of

WEAK_TEST = Misconception(
    "test-lets-mutant-live",
    "The test accepts a loop that is broken.",
    "Assert what this loop gets wrong, in the requests it sent or in the text it gave back.",
)
STRICT_TEST = Misconception(
    "test-refuses-right-code",
    "The test fails a loop that is right.",
    "Assert what the contract says and nothing more; pair results with calls by id.",
)
LUCK_COUNTS = Misconception(
    "lucky-guess-counts",
    "The right time without a source was taken for a right answer.",
    "Look for a result first: no result, no fact.",
)
BACKED_IS_RIGHT = Misconception(
    "backed-is-right",
    "A time that stands in some result was taken for the right one.",
    "Compare with the golden answer as well: a slip reads the wrong field of a true result.",
)
ERROR_IS_SOURCE = Misconception(
    "error-as-source",
    "A failed call was taken for a source.",
    "Count results without `is_error` only.",
)
ONE_TIME_ONLY = Misconception(
    "one-time-only",
    "A right reply was refused because it names a second time that has a source.",
    "Ask whether the expected time is among those in the reply.",
)
SYMPTOM = Misconception(
    "symptom-for-cause",
    "That row is not where it begins: it shows a consequence, or did what it should.",
    "Read from the top and stop at the first row that says something false or does not fit the row before.",
)
OTHER_FAULT = Misconception(
    "another-fault",
    "The row does not show the fault you name.",
    "Say what the row says, then what it should say; the difference has a name in the list.",
)
RATE_TO_THE_POWER = Misconception(
    "rate-to-the-power",
    "One overall rate was raised to the power k, as if all questions were alike.",
    "Work out each question by itself, then average.",
)
FIRST_K_ONLY = Misconception(
    "first-k-only",
    "Only the first k runs were looked at, so another order of the same runs gives another number.",
    "Count all ways to pick k of the n runs.",
)
AT_LEAST_ONE = Misconception(
    "pass-at-k",
    "That is the chance of at least one pass in k runs.",
    "Count the picks in which all k runs passed.",
)


# --- 13.1: tests on mutants --------------------------------------------------------------------------------


def _name(loop: Callable) -> str:
    return loop.__name__.replace("_", " ").replace("course s", "course's")


def _graded(test: Callable, mutants: Sequence[ch13_loops.Loop]) -> Verdict:
    named = test.__name__
    for right in ch13_loops.RIGHT:
        try:
            result_of(test, right)
        except AssertionError as error:
            why = f"It raised: {shown(str(error), 120)}" if str(error) else ""
            call = f"{named}(a loop that {_name(right)})"
            return not_yet(
                call=call, yours="AssertionError", expected="no error", why=why, misconception=STRICT_TEST
            )
    for mutant in mutants:
        try:
            result_of(test, mutant)
        except Exception:
            continue
        return not_yet(
            call=f"{named}(a loop that {_name(mutant)})",
            yours="no error",
            expected="an exception",
            misconception=WEAK_TEST,
        )
    return passed(f"It accepts {len(ch13_loops.RIGHT)} right loops and catches {len(mutants)} broken ones.")


def check_test_two_calls(test_two_calls: Callable) -> Verdict:
    return _graded(test_two_calls, ch13_loops.PAIRING)


def hidden_test_two_calls(test_two_calls: Callable) -> Verdict:
    return _graded(test_two_calls, [*ch13_loops.PAIRING[::-1], ch13_loops.gives_all_calls_one_result])


def check_test_conduct(test_conduct: Callable) -> Verdict:
    return _graded(test_conduct, ch13_loops.CONDUCT)


def hidden_test_conduct(test_conduct: Callable) -> Verdict:
    return _graded(test_conduct, [*ch13_loops.CONDUCT[::-1], ch13_loops.leaves_errors_unmarked])


# --- 13.2: the checker -------------------------------------------------------------------------------------


def _transcript(reply: str, *results: str, error: str = "") -> list[dict]:
    """Question, one turn of calls with their results (the last one an error, if given), reply."""
    messages: list[dict] = [{"role": "user", "content": "What time is it there?"}]
    contents = [(text, {}) for text in results] + ([(error, {"is_error": True})] if error else [])
    if contents:
        calls, answers = [], []
        for number, (text, more) in enumerate(contents):
            id = f"toolu_{number}"
            calls.append({"type": "tool_use", "id": id, "name": "get_time", "input": {}})
            answers.append({"type": "tool_result", "tool_use_id": id, "content": text, **more})
        messages += [{"role": "assistant", "content": calls}, {"role": "user", "content": answers}]
    return [*messages, {"role": "assistant", "content": [{"type": "text", "text": reply}]}]


BOTH = '{"utc": "2026-03-02T05:20:00Z", "local": "2026-03-02T14:20:00+09:00"}'
_Row = tuple[list[dict], str, "Misconception | None"]

ROWS: list[_Row] = [
    (_transcript("It is 14:20 in Tokyo.", BOTH), "14:20", None),
    (_transcript("It is 05:20 in Tokyo.", BOTH), "14:20", BACKED_IS_RIGHT),
    (_transcript("It is 14:20 in Tokyo."), "14:20", LUCK_COUNTS),
    (_transcript("It is 11:55 in Tokyo."), "14:20", None),
    (_transcript("It is 14:20 in Tokyo, 05:20 UTC.", BOTH), "14:20", ONE_TIME_ONLY),
    (_transcript("It is 14:20 there.", error="the last good answer was 14:20"), "14:20", ERROR_IS_SOURCE),
    (_transcript("It is 14:25 in Tokyo.", BOTH), "14:20", None),
    (_transcript("I could not find out.", BOTH), "14:20", None),
    (_transcript("I have no clock."), "14:20", None),
]
HIDDEN_ROWS: list[_Row] = [
    (_transcript("19:50 in Lima.", "Lima 19:50", error="no such zone"), "19:50", None),
    (_transcript("00:50 in Lima.", "UTC 00:50, Lima 19:50"), "19:50", BACKED_IS_RIGHT),
    (_transcript("19:50 in Lima, 02:50 in Paris.", "Lima 19:50"), "19:50", None),
    (_transcript("19:50 in Lima, 01:50 in Paris.", "Lima 19:50", "Paris 01:50"), "19:50", ONE_TIME_ONLY),
    (_transcript("19:50 in Lima."), "19:50", LUCK_COUNTS),
    (_transcript("Ask me later.", error="19:50"), "19:50", ERROR_IS_SOURCE),
]


def _judged(judge: Callable, rows: list[_Row]) -> Verdict:
    for messages, expected, belief in rows:
        yours, right = (
            result_of(judge, copy.deepcopy(messages), expected),
            ch13_measure.judge(messages, expected),
        )
        if yours != right:
            said = ch13_measure.said_last(messages)
            results = ch13_measure.results_of(messages)
            why = f"Results: {shown(' | '.join(results), 160)}." if results else "No call gave a result."
            return not_yet(
                call=f"judge(a run that replies {said!r}, {expected!r})",
                yours=shown(yours),
                expected=shown(right),
                why=why if yours is not None else "Your function gave back None.",
                misconception=belief if yours is not None else "prints-instead-of-returns",
            )
    return passed(f"{len(rows)} transcripts: right, slipped, guessed, lucky, failed and silent ones.")


def check_judge(judge: Callable) -> Verdict:
    return _judged(judge, ROWS)


def hidden_judge(judge: Callable) -> Verdict:
    return _judged(judge, HIDDEN_ROWS)


# --- 13.3: reading traces ----------------------------------------------------------------------------------

_ANSWERS = {
    "A": (5, "swapped results"),
    "B": (6, "error passed over"),
    "C": (2, "wrong argument"),
    "D": (2, "stale result"),
}
_LOOK_AT = {
    "A": "Two calls, two results, and the letters a and b that pair them.",
    "B": "What the tool gave back, and what was made of it.",
    "C": "What the user wants to know, and what was asked for.",
    "D": "Where the time comes from: look at the earlier messages.",
}


def check_found(A, B, C, D) -> Verdict:
    for (letter, (row, fault)), yours in zip(_ANSWERS.items(), (A, B, C, D), strict=True):
        call = f"the run {letter}"
        pair = isinstance(yours, (tuple, list)) and len(yours) == 2
        if not pair or not isinstance(yours[0], int):
            return not_yet(
                call=call, yours=shown(yours), expected="a pair: row and fault, such as (1, 'slip')"
            )
        if yours[1] not in FAULTS:
            return not_yet(call=call, yours=shown(yours[1]), expected=f"one of: {', '.join(FAULTS)}")
        if yours[1] != fault or yours[0] != row:
            belief = OTHER_FAULT if yours[1] != fault else SYMPTOM
            what = "another fault" if yours[1] != fault else "the first row that shows it"
            return not_yet(
                call=call,
                yours=shown(tuple(yours)),
                expected=what,
                why=_LOOK_AT[letter],
                misconception=belief,
            )
    return passed("Four runs read, four faults found where they begin.")


# --- 13.4: pass^k ------------------------------------------------------------------------------------------


def _runs(**passes_of: tuple[int, int]) -> dict[str, list[bool]]:
    return {name: [True] * c + [False] * (n - c) for name, (c, n) in passes_of.items()}


MIXED = _runs(always=(4, 4), sometimes=(3, 4), never=(0, 4))
POWERS: list[tuple[dict[str, list[bool]], int]] = [
    (MIXED, 1),
    (MIXED, 2),
    (_runs(only=(8, 10)), 3),
    (_runs(short=(3, 5), long=(16, 20)), 4),
]
MORE_POWERS: list[tuple[dict[str, list[bool]], int]] = [
    (_runs(a=(1, 8), b=(8, 8)), 2),
    (_runs(a=(19, 20), b=(20, 20), c=(10, 20)), 5),
    (_runs(a=(2, 6)), 3),
]


def _hatted(pass_hat: Callable, cases: list[tuple[dict[str, list[bool]], int]]) -> Verdict:
    for results, k in cases:
        yours, right = result_of(pass_hat, copy.deepcopy(results), k), ch13_measure.pass_hat(results, k)
        if not isinstance(yours, (int, float)) or abs(yours - right) > 1e-9:
            return not_yet(
                call=called(
                    pass_hat, {name: f"{sum(r)} of {len(r)} passed" for name, r in results.items()}, k
                ),
                yours=shown(yours),
                expected=f"{right:.4f}",
                misconception=_belief(yours, results, k),
            )
    return passed(f"{len(cases)} sets of runs, with questions that always, sometimes and never pass.")


def _belief(yours: Any, results: dict[str, list[bool]], k: int) -> Misconception | str | None:
    if yours is None:
        return "prints-instead-of-returns"
    if not isinstance(yours, (int, float)):
        return None
    runs = [run for line in results.values() for run in line]
    powers = [sum(runs) / len(runs), sum(sum(r) / len(r) for r in results.values()) / len(results)]
    if any(abs(yours - rate**k) < 1e-9 for rate in powers):
        return RATE_TO_THE_POWER
    failed = {name: [not run for run in line] for name, line in results.items()}
    if abs(yours - (1 - ch13_measure.pass_hat(failed, k))) < 1e-9:
        return AT_LEAST_ONE
    first = sum(all(line[:k]) for line in results.values()) / len(results)
    return FIRST_K_ONLY if abs(yours - first) < 1e-9 else None


def check_pass_hat(pass_hat: Callable) -> Verdict:
    return _hatted(pass_hat, POWERS)


def hidden_pass_hat(pass_hat: Callable) -> Verdict:
    return _hatted(pass_hat, MORE_POWERS)
