"""G20 to G27: endings and limits."""

from __future__ import annotations

from typing import Any

from clockhands import clock
from clockhands.gauntlet.invariants import essence
from clockhands.gauntlet.played import Run
from clockhands.gauntlet.ring import Ring, takes
from clockhands.gauntlet.scenario import Scenario, add
from clockhands.gauntlet.validator import blocks_of
from clockhands.mock.reply import Reply, call, text, thinking

__all__ = ["SCENARIOS"]

TWO = takes(a="integer", b="integer")
BUDGET, EACH = 150_000, 60_000
DEADLINE_S, TOOL_S = 100.0, 40.0
# What a loop's own default may be, where it does not take the limit as an argument.
MOST_STEPS, MOST_TOKENS, MOST_S = 60, 1_000_000, 600.0


def runaway(ring: Ring) -> None:
    """a call with ever new arguments, without end"""
    run = ring.play(lambda n: ["Step.", call("add", a=n, b=1)], [ring.tool(add, TWO)], max_steps=6)
    limited = "max_steps" in ring.subject.options({"max_steps": 6})
    run.sends(1, 6 if limited else MOST_STEPS)
    run.must(run.ended.status != "success", "it reports success, and the model had not finished")
    run.quality("the text so far is kept", "Step." in run.ended.text)


def the_same_for_ever(ring: Ring) -> None:
    """the same call with the same result, for ever"""

    def find() -> list[Any]:
        """Find the files."""
        return []

    run = ring.play(lambda n: call("find"), [ring.tool(find)])
    run.must(len(run.ran) <= 4, f"it ran the same call {len(run.ran)} times")
    run.ends("stuck")


def honest_polling(ring: Ring) -> None:
    """the same call, whose result changes at last: not to be stopped"""
    answers = iter(["pending", "pending", "pending", "done"])

    def poll() -> str:
        """Ask whether the job is done."""
        return next(answers)

    run = ring.play([call("poll")] * 4 + ["It is done."], [ring.tool(poll)])
    run.ends("success")
    run.must(len(run.ran) == 4, f"it ran the call {len(run.ran)} times; four were due")


def tokens(ring: Ring) -> None:
    """60,000 output tokens a reply, and a budget of 150,000"""
    run = ring.play(
        lambda n: Reply([call("add", a=n, b=1)], usage={"output_tokens": EACH}),
        [ring.tool(add, TWO)],
        token_budget=BUDGET,
    )
    limited = "token_budget" in ring.subject.options({"token_budget": 1})
    spent = sum(sent.reply["usage"]["output_tokens"] for sent in run.sent if sent.reply)
    most = BUDGET + EACH if limited else MOST_TOKENS
    run.must(spent <= most, f"it spent {spent:,} tokens; {most:,} is the most")
    run.ends("budget")


def time_is_up(ring: Ring) -> None:
    """40 seconds a tool, and a deadline of 100"""

    def slow(n: int) -> int:
        """Compute for a while."""
        clock.sleep(TOOL_S)
        return n

    tool = ring.tool(slow, takes(n="integer"), timeout_s=60.0)
    run = ring.play(lambda n: call("slow", n=n), [tool], deadline_s=DEADLINE_S)
    limited = "deadline_s" in ring.subject.options({"deadline_s": 1})
    most = (DEADLINE_S if limited else MOST_S) + TOOL_S
    run.must(run.elapsed <= most, f"it went on for {run.elapsed:,.0f} s; {most:g} s is the most")
    run.ends("budget")


def forced(ring: Ring) -> None:
    """a tool is forced at the beginning"""

    def answer(request: dict[str, Any]) -> Any:
        is_forced = (request.get("tool_choice") or {}).get("type") in ("any", "tool")
        return call("add", a=len(request["messages"]), b=2) if is_forced else "3"

    run = ring.play(lambda n: answer, [ring.tool(add, TWO)], tool_choice={"type": "any"})
    first, *later = [(sent.body.get("tool_choice") or {}).get("type") for sent in run.sent]
    run.must(first == "any", f"the first request's tool_choice is {first!r}, not 'any'")
    run.must(all(kind in ("auto", "none", None) for kind in later), "it went on forcing the tool")
    run.ends("success")


def _cut(ring: Ring, run: Run) -> None:
    run.runs()
    run.sends(1, 3)
    run.ends("truncated")
    half = run.request(1).reply
    for before, after in zip(run.sent, run.sent[1:], strict=False):
        grew = after.body["max_tokens"] > before.body["max_tokens"]
        run.must(grew, "it asked again with the same max_tokens")
        kept = [b for m in after.messages for b in blocks_of(m) if half and b in half["content"]]
        run.must(not kept, "half a turn stands in the history")


def cut_before_an_optional_field(ring: Ring) -> None:
    """max_tokens in a call, before an optional field"""

    def write(path: str, text: str = "") -> str:
        """Write a file."""
        return "written"

    tool = ring.tool(write, takes(path="string", text="string?"), side_effect=True)
    half = Reply([text("ok"), call("write", path="a")], "max_tokens")
    _cut(ring, ring.play([half] * 4, [tool]))


def cut_inside_a_number(ring: Ring) -> None:
    """max_tokens in a call: 1 of 100"""

    def charge(amount: int) -> str:
        """Charge the card."""
        return "charged"

    tool = ring.tool(charge, takes(amount="integer"), side_effect=True)
    _cut(ring, ring.play([Reply([call("charge", amount=1)], "max_tokens")] * 4, [tool]))


SEARCH = {"type": "server_tool_use", "id": "srvtoolu_01A", "name": "web_search", "input": {"query": "x"}}


def _no_server_results(run: Run) -> None:
    for sent in run.sent:
        ids = [str(result.get("tool_use_id")) for result in sent.results]
        run.must(not any(i.startswith("srvtoolu_") for i in ids), "it answered a call of the server's own")


def pause(ring: Ring) -> None:
    """pause_turn, then the answer"""
    run = ring.play([Reply([SEARCH], "pause_turn"), "Found it."], [ring.tool(add, TWO)])
    run.ends("success")
    run.must(run.ended.text.strip() == "Found it.", f"its text is {run.ended.text[:60]!r}")
    run.sends(2)
    last = run.request(2).messages[-1]
    same = last.get("role") == "assistant" and essence(blocks_of(last)) == essence([SEARCH])
    run.must(same, "the paused turn does not come back as it was")
    _no_server_results(run)


def pauses(ring: Ring) -> None:
    """pause_turn without end"""
    run = ring.play([Reply([SEARCH], "pause_turn")] * 20, [ring.tool(add, TWO)])
    run.sends(2, 12)
    run.must(run.ended.status != "success", "it reports success, and the model had only paused")
    _no_server_results(run)


def pause_with_a_call(ring: Ring) -> None:
    """pause_turn with a call of the app's in it"""
    turn = Reply([SEARCH, call("add", a=1, b=2)], "pause_turn")
    run = ring.play([turn, "Found it."], [ring.tool(add, TWO)])
    run.must(not run.ran, "it ran a call of a paused turn")
    run.ends("success")
    _no_server_results(run)


def _empty(ring: Ring, content: list[Any]) -> None:
    run = ring.play([call("add", a=1, b=2), Reply(content, "end_turn"), "3"], [ring.tool(add, TWO)])
    run.sends(2, 3)
    run.ends("success")


def says_nothing(ring: Ring) -> None:
    """after a tool: no content at all"""
    _empty(ring, [])


def says_empty_text(ring: Ring) -> None:
    """after a tool: an empty text"""
    _empty(ring, [text("")])


def only_thinks(ring: Ring) -> None:
    """after a tool: thinking alone"""
    _empty(ring, [thinking("All said.")])


def _refused(ring: Ring, before: list[Any], content: list[Any]) -> None:
    run = ring.play([*before, Reply(content, "refusal")], [ring.tool(add, TWO)])
    run.sends(len(before) + 1)
    run.ends("refused")
    empty = [m for m in run.ended.messages or [] if m.get("role") == "assistant" and not m.get("content")]
    run.must(not empty, "an empty turn stands in the transcript")


def refuses(ring: Ring) -> None:
    """a refusal at once"""
    _refused(ring, [], [])


def refuses_after_a_tool(ring: Ring) -> None:
    """a refusal after a tool"""
    _refused(ring, [call("add", a=1, b=2)], [])


def refuses_in_the_middle(ring: Ring) -> None:
    """a refusal after some text"""
    _refused(ring, [], [text("I will not")])


SCENARIOS = (
    Scenario(
        "G20",
        "runaway",
        "S",
        7,
        "Stopping is the app's job: a model that never ends its turn spends until somebody notices.",
        (runaway,),
    ),
    Scenario(
        "G21",
        "same call for ever",
        "S",
        7,
        "The same question with the same answer brings nothing new; a poll whose answer changes must go on.",
        (the_same_for_ever, honest_polling),
    ),
    Scenario(
        "G22",
        "budget",
        "S",
        7,
        "Steps are not money and not time: ten long replies cost more than a hundred short ones.",
        (tokens, time_is_up),
    ),
    Scenario(
        "G23",
        "forced tool_choice",
        "S",
        12,
        "A tool that stays forced can never be followed by an answer: the run cannot end.",
        (forced,),
        "tool_choice",
    ),
    Scenario(
        "G24",
        "max_tokens inside a call",
        "S",
        4,
        "Half a call can look whole: a charge of 1 that was to be 100, a file written empty.",
        (cut_before_an_optional_field, cut_inside_a_number),
    ),
    Scenario(
        "G25",
        "pause_turn",
        "P",
        4,
        "A pause is no answer. Sent back as it came, the server goes on; anything else is refused or lost.",
        (pause, pauses, pause_with_a_call),
    ),
    Scenario(
        "G26",
        "empty answer",
        "P",
        4,
        "An empty reply is real. `content[0]` raises on it, and echoed empty text is refused.",
        (says_nothing, says_empty_text, only_thinks),
    ),
    Scenario(
        "G27",
        "refusal",
        "P",
        4,
        "A refusal that looks like success, or is asked again and again, misleads whoever called the loop.",
        (refuses, refuses_after_a_tool, refuses_in_the_middle),
    ),
)
