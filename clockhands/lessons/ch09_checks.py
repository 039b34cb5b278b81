"""Chapter 9, what a call costs: the checkers behind its exercises."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .exercise import Misconception, Verdict, not_yet, passed, shown
from .trials import Calls, called, compared, result_of, scripted

FORGETS_LAST_CALL = Misconception(
    "forgets-last-call",
    "The model call that reads the last results was not counted.",
    "k tool steps cost k + 1 model calls.",
)
ADDS_PARALLEL = Misconception(
    "adds-parallel-calls",
    "Tools that run together were added up.",
    "A parallel step costs its slowest tool.",
)
SILENT_CUT = Misconception(
    "silent-cut",
    "Entries were left out and nothing says so; the model takes the rest for all there is.",
    "Count what was left out and say it under `more`.",
)
SENDS_TOO_MUCH = Misconception(
    "sends-too-much",
    "The result holds more than the question needs, and is paid for with each request.",
    "Send the day, the start times and the count, nothing else.",
)
CACHES_THE_CLOCK = Misconception(
    "caches-the-clock",
    "A name that must never be kept was answered from the cache.",
    "Look at `never` first, before you look into the cache.",
)
IGNORES_ARGUMENTS = Misconception(
    "ignores-the-arguments",
    "One result was given for different arguments.",
    "Make name and arguments the key.",
)
NEVER_FORGETS = Misconception(
    "never-forgets",
    "A result was given after its time was up.",
    "Keep the time beside the value, and compare it with `ttl_s`.",
)
CACHES_NOTHING = Misconception(
    "caches-nothing",
    "The function ran again although its result was still good.",
    "Keep the value under its key, and look there first.",
)
CACHES_FAILURES = Misconception(
    "caches-failures",
    "A failure was kept, so a second try was never made.",
    "Store the value only after the function has come back.",
)
WEAK_TEST = Misconception(
    "test-lets-mutant-live",
    "The test accepts a cache that is broken.",
    "Assert what the broken cache gets wrong.",
)
STRICT_TEST = Misconception(
    "test-refuses-right-code",
    "The test fails a cache that is right.",
    "Assert what the contract says and nothing more.",
)
DATE_FIRST = Misconception(
    "date-before-the-stable-part",
    "The date stands in front, so the prompt differs from its first words on and nothing is read from the cache.",
    "Put the rules first and the date line last.",
)
MARK_TOO_LATE = Misconception(
    "mark-on-what-changes",
    "The mark stands on a block that changes, so what was kept never fits again.",
    "Put `cache_control` on the rules, the last block that stays equal.",
)
NO_MARK = Misconception(
    "no-cache-mark",
    "Nothing says where the reusable part ends, so nothing is kept.",
    'Add "cache_control": {"type": "ephemeral"} to the block with the rules.',
)


# --- 9.1: time ---------------------------------------------------------------------------------------------


def _measured(steps: list[list[float]], model_s: float) -> float:
    """Seconds of a run whose tools go one after the other, on a virtual clock."""
    from .. import clock
    from ..agent import run
    from ..client import connect
    from ..mock import Script, call
    from ..tools import Tool

    schema = {"type": "object", "properties": {"seconds": {"type": "number"}}}
    wait = Tool(
        "wait",
        "Wait.",
        schema,
        fn=lambda seconds: clock.sleep(seconds) or "ok",
        side_effect=True,
        timeout_s=60,
    )
    script = Script(*[[call("wait", seconds=s) for s in step] for step in steps], "Done.")
    client, _ = connect(script, latency=model_s, quiet=True)
    with clock.virtual("2026-11-05T14:10:15Z") as moved:
        run(client, [wait], "Wait for me.")
        return moved.elapsed


def _total(total_seconds: Callable, cases: list[tuple[list, float]]) -> Verdict:
    for steps, model_s in cases:
        for parallel in (False, True):
            right = (len(steps) + 1) * model_s + sum((max if parallel else sum)(step) for step in steps)
            yours, call = (
                result_of(total_seconds, steps, model_s, parallel),
                called(total_seconds, steps, model_s, parallel),
            )
            if isinstance(yours, bool) or not isinstance(yours, (int, float)):
                return compared(call, yours, round(right, 3)) or not_yet(
                    call=call, yours=yours, expected=right
                )
            if abs(yours - right) > 1e-6:
                return not_yet(
                    call=call,
                    yours=f"{yours:g}",
                    expected=f"{right:g}",
                    misconception=_time_belief(yours, right, steps, model_s),
                )
        played = _measured(steps, model_s)
        yours = result_of(total_seconds, steps, model_s, False)
        if abs(played - yours) > 0.01:
            return not_yet(
                call=f"a run of {steps}, played on a virtual clock",
                yours=f"{yours:g}",
                expected=f"{played:g}",
            )
    return passed(f"Right for {len(cases)} runs, and equal to what a virtual clock measured.")


def _time_belief(yours: float, right: float, steps: list, model_s: float) -> Misconception | None:
    if abs(yours - (right - model_s)) < 1e-6:
        return FORGETS_LAST_CALL
    added = (len(steps) + 1) * model_s + sum(sum(step) for step in steps)
    return ADDS_PARALLEL if abs(yours - added) < 1e-6 else None


def check_total_seconds(total_seconds: Callable) -> Verdict:
    return _total(total_seconds, [([[0.02, 0.3]], 0.6), ([], 0.5), ([[0.1], [0.2, 0.05]], 0.4)])


def hidden_total_seconds(total_seconds: Callable) -> Verdict:
    return _total(total_seconds, [([[0.5, 0.25, 1.0], [0.125], [2.0]], 0.75)])


# --- 9.2: size ---------------------------------------------------------------------------------------------


def _entries(count: int, days: int, every: int) -> list[dict]:
    return [
        {
            "id": n,
            "day": f"2027-03-{n % days + 1:02d}",
            "start": f"{8 + n % 12:02d}:15",
            "title": f"Talk {n}",
            "notes": "long " * 20,
            "free": n % every == 0,
        }
        for n in range(count)
    ]


def _slots(free_slots: Callable, cases: list[tuple[list[dict], str, int]]) -> Verdict:
    for entries, day, limit in cases:
        starts = [entry["start"] for entry in entries if entry["day"] == day and entry["free"]]
        right = {"day": day, "free": starts[:limit], "more": max(0, len(starts) - limit)}
        yours, call = (
            result_of(free_slots, entries, day, limit),
            f"free_slots({len(entries)} entries, {day!r}, {limit})",
        )
        if not isinstance(yours, str):
            return compared(call, yours, json.dumps(right)) or not_yet(call=call, yours=yours, expected=right)
        try:
            read = json.loads(yours)
        except ValueError:
            return not_yet(
                call=call,
                yours=yours,
                expected=json.dumps(right),
                why="This is not JSON; str() is not json.dumps.",
            )
        if isinstance(read, dict) and "more" not in read and "free" in read:
            return not_yet(call=call, yours=yours, expected=json.dumps(right), misconception=SILENT_CUT)
        big = len(yours) > 40 + 12 * limit + len(day)
        wrong = compared(call, read, right, misconception=SENDS_TOO_MUCH if big else None)
        if wrong:
            return wrong
    return passed("The day, the free starts and the count: a few dozen bytes in place of 50 KB.")


def check_free_slots(free_slots: Callable) -> Verdict:
    return _slots(
        free_slots,
        [
            (_entries(300, 5, 3), "2027-03-02", 4),
            (_entries(300, 5, 3), "2027-03-09", 4),
            (_entries(30, 5, 2), "2027-03-01", 20),
        ],
    )


def hidden_free_slots(free_slots: Callable) -> Verdict:
    return _slots(free_slots, [(_entries(500, 7, 2), "2027-03-04", 3), ([], "2027-03-04", 3)])


# --- 9.3: a cache ------------------------------------------------------------------------------------------


class _Trial:
    """A cache under test: what ran, and the card for the first thing that is wrong."""

    def __init__(self, make_cache: Callable, ttl_s: float):
        self.seen = Calls()
        self.ttl_s = ttl_s
        self.cached = result_of(make_cache, ttl_s, {"get_current_time"})

    def ask(self, name: str, **arguments: Any) -> Any:
        fn = self.seen.watch(lambda **given: f"{name} {len(self.seen.made)}", name)
        return self.cached(name, fn, arguments)

    def runs(self, count: int, after: str, belief: Misconception) -> Verdict | None:
        ran = len(self.seen.made)
        if ran == count:
            return None
        return not_yet(call=after, yours=f"{ran} runs", expected=f"{count}", misconception=belief)


def _cache(make_cache: Callable, ttl_s: float) -> Verdict:
    from .. import clock

    with clock.virtual():
        trial = _Trial(make_cache, ttl_s)
        if not callable(trial.cached):
            why = "make_cache gives back the function that caches."
            return not_yet(call="make_cache(…)", yours=trial.cached, expected="a function", why=why)
        for look in (_same_twice, _other_arguments, _never_kept, _forgotten, _failure):
            wrong = look(trial)
            if wrong:
                return wrong
    return passed("Kept what may be kept, for as long as it may be; the clock and failures never.")


def _same_twice(trial: _Trial) -> Verdict | None:
    from .. import clock

    first = trial.ask("rate", pair="EUR/JPY", side="buy")
    clock.sleep(trial.ttl_s * 0.9)
    again = trial.cached(
        "rate",
        lambda **given: trial.seen.watch(lambda **g: "new", "rate")(**given),
        {"side": "buy", "pair": "EUR/JPY"},
    )
    call = 'cached("rate", rate, …) twice, arguments in another order the second time'
    return trial.runs(1, call, CACHES_NOTHING) or compared(call, again, first)


def _other_arguments(trial: _Trial) -> Verdict | None:
    trial.ask("rate", pair="EUR/USD", side="buy")
    trial.ask("weather", pair="EUR/USD", side="buy")
    return trial.runs(3, "other arguments, then another name", IGNORES_ARGUMENTS)


def _never_kept(trial: _Trial) -> Verdict | None:
    trial.ask("get_current_time", timezone="UTC")
    trial.ask("get_current_time", timezone="UTC")
    return trial.runs(5, 'cached("get_current_time", …) twice; the name is in `never`', CACHES_THE_CLOCK)


def _forgotten(trial: _Trial) -> Verdict | None:
    from .. import clock

    clock.sleep(trial.ttl_s * 1.1)
    trial.ask("rate", pair="EUR/JPY", side="buy")
    return trial.runs(6, f"the same call after {trial.ttl_s * 1.1:g} s more", NEVER_FORGETS)


def _failure(trial: _Trial) -> Verdict | None:
    def fails(**given: Any) -> Any:
        raise ValueError("no such pair")

    call = "cached(…) on a function that fails, then on one that works"
    try:
        trial.cached("shaky", fails, {"n": 1})
    except ValueError:
        pass
    else:
        return not_yet(
            call=call,
            yours="no exception",
            expected="the ValueError, passed through",
            misconception="hidden-error",
        )
    try:
        yours = trial.cached("shaky", lambda n: "fine", {"n": 1})
    except ValueError:
        yours = "ValueError again"
    return compared(call, yours, "fine", misconception=CACHES_FAILURES)


def check_make_cache(make_cache: Callable) -> Verdict:
    return _cache(make_cache, 60)


def hidden_make_cache(make_cache: Callable) -> Verdict:
    return _cache(make_cache, 7.5)


def _reference(
    ttl_s: float, never: Any, *, keep_never=False, plain_key=False, for_ever=False, off=False, failures=False
):
    """A right cache, or a broken one by one switch: the mutants the learner's test must catch."""
    from .. import clock

    kept: dict = {}

    def cached(name: str, fn: Callable, arguments: dict) -> Any:
        if (name in never and not keep_never) or off:
            return fn(**arguments)
        key = name if plain_key else (name, json.dumps(arguments, sort_keys=True))
        if key in kept and (for_ever or clock.monotonic() - kept[key][0] < ttl_s):
            if isinstance(kept[key][1], Exception):
                raise kept[key][1]
            return kept[key][1]
        try:
            value = fn(**arguments)
        except Exception as error:
            if failures:
                kept[key] = (clock.monotonic(), error)
            raise
        kept[key] = (clock.monotonic(), value)
        return value

    return cached


MUTANTS = {
    "keeps the clock": {"keep_never": True},
    "mixes up arguments": {"plain_key": True},
    "never forgets": {"for_ever": True},
    "keeps nothing": {"off": True},
    "keeps failures": {"failures": True},
}


def _tests(test_cache: Callable, names: list[str]) -> Verdict:
    try:
        result_of(test_cache, _reference)
    except AssertionError as error:
        why = f"It raised: {shown(str(error), 120)}" if str(error) else ""
        return not_yet(
            call="test_cache(a right make_cache)",
            yours="AssertionError",
            expected="no error",
            why=why,
            misconception=STRICT_TEST,
        )
    for name in names:
        switches = MUTANTS[name]
        try:
            result_of(test_cache, lambda ttl_s, never, s=switches: _reference(ttl_s, never, **s))
        except Exception:
            continue
        return not_yet(
            call=f"test_cache(a make_cache that {name})",
            yours="no error",
            expected="AssertionError",
            misconception=WEAK_TEST,
        )
    return passed(f"It accepts a right cache and catches {len(names)} broken ones.")


def check_test_cache(test_cache: Callable) -> Verdict:
    return _tests(test_cache, list(MUTANTS))


def hidden_test_cache(test_cache: Callable) -> Verdict:
    return _tests(test_cache, list(MUTANTS)[::-1])


# --- 9.4: the prefix ---------------------------------------------------------------------------------------


def _blocks(system_blocks: Callable, rules: str, lines: list[str], dates: list[str]) -> Verdict:
    from ..mock import ToyModel

    with scripted(model=ToyModel()) as lab:
        for number, (line, date) in enumerate(zip(lines, dates, strict=True)):
            yours = result_of(system_blocks, rules, line)
            call = f"system_blocks(RULES, {line!r})"
            if not isinstance(yours, list) or not all(isinstance(block, dict) for block in yours):
                return not_yet(call=call, yours=yours, expected="a list of text blocks")
            texts = [str(block.get("text")) for block in yours]
            if not any(rules in text for text in texts) or not any(line in text for text in texts):
                return not_yet(
                    call=call, yours=yours, expected="both texts", why="One of the two texts is missing."
                )
            ask = [{"role": "user", "content": "What is today's date?"}]
            reply = lab.client.messages.create(model=lab.model, max_tokens=50, system=yours, messages=ask)
            if number and not reply.usage.cache_read_input_tokens:
                return not_yet(
                    call=f"{call}, on day {number + 1}",
                    yours="0 tokens read from the cache",
                    expected="the rules",
                    misconception=_prefix_belief(yours, line),
                )
            said = "".join(block.text for block in reply.content if block.type == "text")
            if date not in said:
                return not_yet(
                    call=call, yours=said, expected=f"a reply with {date}", misconception="no-clock"
                )
    return passed("Day two read the rules from the cache, and the model still knew the date.")


def _prefix_belief(blocks: list[dict], line: str) -> Misconception:
    if not any("cache_control" in block for block in blocks):
        return NO_MARK
    marked = next(n for n, block in enumerate(blocks) if "cache_control" in block)
    dated = next(n for n, block in enumerate(blocks) if line in str(block.get("text")))
    return MARK_TOO_LATE if marked == dated and dated > 0 else DATE_FIRST


def check_system_blocks(system_blocks: Callable) -> Verdict:
    dates = ["5 November 2026", "6 November 2026", "7 November 2026"]
    return _blocks(
        system_blocks, "Be brief and exact, and polite. " * 1000, [f"Today is {d}." for d in dates], dates
    )


def hidden_system_blocks(system_blocks: Callable) -> Verdict:
    dates = ["31 December 2027", "1 January 2028"]
    return _blocks(
        system_blocks, "Answer in one sentence only. " * 900, [f"Today is {d}." for d in dates], dates
    )
