"""The reference loop itself, and nothing else.

`conversation` does nothing on its own: it *asks* for what it needs (a reply, an approval, a pause, some
calls run), and whoever drives it, `run` or `run_async`, does that. So one loop serves both worlds.

    send → ask → check → run → return, again and again, until the model replies or something says stop
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from clockhands.agent.blocks import Turn
from clockhands.agent.execute import Job, batches
from clockhands.agent.failures import failure_text, scrubbed
from clockhands.agent.once import AGAIN, UNKNOWN
from clockhands.agent.outcome import Outcome, Stop
from clockhands.agent.retry import backoff, fault_of
from clockhands.agent.session import Session
from clockhands.errors import SpendingCapError
from clockhands.tools.guard import Decision
from clockhands.tools.tool import Tool

__all__ = ["Approve", "Linger", "Pause", "Send", "Work", "conversation"]


@dataclass
class Send:
    """Send this request; the answer is a `Turn`."""

    body: dict[str, Any]


@dataclass
class Pause:
    """Wait so many seconds."""

    seconds: float


@dataclass
class Approve:
    """Put this call to a person; the answer is what they said."""

    tool: Tool
    input: dict[str, Any]


@dataclass
class Work:
    """Run these calls side by side, and settle each."""

    jobs: list[Job]


@dataclass
class Linger:
    """Give these calls, which were told to stop, a moment to do so."""

    jobs: list[Job]


Steps = Generator[Any, Any, Any]


def conversation(session: Session, stream: bool = False) -> Generator[Any, Any, Outcome]:
    """The whole run, as a generator of requests to its driver; it returns the outcome."""
    try:
        while True:
            turn = yield from ask(session, stream)
            calls = understand(session, turn)
            ran = yield from act(session, calls)
            note, stuck = session.judge(calls, ran) if calls else ("", "")
            session.give_back(note)
            if stuck:
                raise Stop("stuck", stuck)
    except Stop as stop:
        end = stop
    except KeyboardInterrupt:
        end = Stop("cancelled", "the run was interrupted")
    left_behind = [job for job in session.jobs if job.running]
    if left_behind:
        yield Linger(left_behind)
    return session.outcome(end.status, end.reason)


def ask(session: Session, stream: bool) -> Steps:
    """send, ask: one reply of the model. Failures that may pass are tried again, within the limits."""
    failures = 0
    while True:
        session.meter.check()
        session.meter.check_steps()
        body, t0 = session.body(), session.trace.now()
        try:
            turn: Turn = yield Send(body)
        except SpendingCapError as cap:
            raise Stop("budget", str(cap)) from cap
        except Exception as error:
            failures += 1
            wait = after_failure(session, error, failures, body, t0, stream)
            if wait is not None:
                yield Pause(wait)
        else:
            session.heard(turn, body, t0, stream)
            return turn


def after_failure(
    session: Session, error: Exception, failures: int, body: dict[str, Any], t0: float, stream: bool
) -> float | None:
    """Seconds to wait before the next try; None to go on at once, with a shorter conversation.

    Raises Stop when another try is pointless, and the exception itself when it is no failure of the API.
    """
    fault = fault_of(error)
    if fault is None or isinstance(error, Stop):
        raise error
    session.failed(fault.status, fault.envelope, body, t0, stream)
    if fault.too_long:
        session.compact()
        return None
    told = scrubbed(f"{fault.status} {fault.message}" if fault.status else fault.message)[:500]
    if not fault.again:
        raise Stop("error", f"the API refused the request: {told}")
    if failures >= session.limits.attempts:
        raise Stop("error", f"the API failed {failures} times in a row, at last with: {told}")
    wait = backoff(failures) if fault.wait_s is None else fault.wait_s
    if wait >= session.meter.left_s:
        raise Stop("error", f"the API asks to wait {wait:g} s, longer than the deadline allows: {told}")
    return wait


def understand(session: Session, turn: Turn) -> list[dict[str, Any]]:
    """What the reply asks for: the calls to run, [] to go on without any; Stop at every kind of end.

    Only `tool_use` runs something: a call in any other reply may be half a call.
    """
    reason, calls = turn.stop_reason, turn.calls
    if turn.problem:
        raise Stop("error", turn.problem)
    if reason == "tool_use" and calls:
        session.append(turn)
        return calls
    if reason == "pause_turn":
        session.paused()
        session.append(turn)
        refuse(session, calls, "Not run: the turn was paused. Call it again if it is still needed.")
        return []
    if reason == "max_tokens" and calls:
        session.grow()
        return []
    if reason == "model_context_window_exceeded":
        session.compact()
        return []
    raise ended(session, turn)


def ended(session: Session, turn: Turn) -> Stop:
    """The end the model chose, with its turn in the transcript where that can be gone on from."""
    reason, calls = turn.stop_reason, turn.calls
    if reason == "refusal":
        return Stop("refused", "the model refused to answer")
    if reason in ("end_turn", "max_tokens", "stop_sequence", "tool_use"):
        session.append(turn)
    if reason in ("end_turn", "stop_sequence") and calls:
        refuse(session, calls, f"Not run: the reply ended with {reason}, so the call may not be meant.")
        return Stop("error", f"the reply holds a tool call but ended with {reason}")
    if reason == "end_turn":
        return Stop("success")
    if reason == "max_tokens":
        return Stop("truncated", "the reply was cut at max_tokens")
    if reason == "stop_sequence":
        return Stop("truncated", "the reply was cut at a stop sequence")
    if reason == "tool_use":
        return Stop("error", "the reply announced a tool call (stop_reason tool_use) but holds none")
    return Stop("error", f"the reply ended with stop_reason {reason!r}, which this loop does not know")


def refuse(session: Session, calls: list[dict[str, Any]], message: str) -> None:
    for call in calls:
        session.deny(call, message)


def act(session: Session, calls: list[dict[str, Any]]) -> Steps:
    """check, run: every call gets an answer; gives back whether any was fit to run."""
    if calls:
        session.meter.check_steps()
        session.meter.check()
    jobs: list[Job] = []
    for call in calls:
        decision = yield from check(session, call)
        if decision.ok:
            jobs.append(session.job(call, decision))
        else:
            session.deny(call, decision.message)
    for batch in batches(jobs):
        session.meter.check()
        batch = [job for job in batch if may_start(session, job)]
        session.starting(batch)
        if batch:
            yield from work(session, batch)
    return bool(jobs)


def work(session: Session, batch: list[Job]) -> Steps:
    """run, return: a batch of calls side by side, each reported, even when somebody pressed stop."""
    interrupted = ""
    try:
        yield Work(batch)
    except KeyboardInterrupt:
        interrupted = "the run was interrupted"
    for job in batch:
        report(session, job)
        if isinstance(job.error, KeyboardInterrupt):
            interrupted = f"{job.tool.name} was interrupted"
    if interrupted:
        raise Stop("cancelled", interrupted)


def check(session: Session, call: dict[str, Any]) -> Steps:
    """The guard's decision on one call, after asking a person where one is needed."""
    if session.reused(call):
        return Decision("deny", message="This call id was used before, so nothing ran. Make the call again.")
    decision = session.guard.examine(call.get("name"), call.get("input"))
    if decision.verdict == "ask":
        approved = yield Approve(decision.tool, decision.input)
        decision = session.guard.settle(decision, approved)
    return decision


def may_start(session: Session, job: Job) -> bool:
    """False, with the call answered, when its side effect has happened already or may have."""
    verdict, before = session.once.earlier(job)
    if verdict == "run":
        return True
    job.ended, job.t0 = "denied", session.trace.now()
    job.t1 = job.t0
    if verdict == "unknown":
        session.answer(job, UNKNOWN.format(tool=job.tool.name), is_error=True)
    else:
        content = before.value
        again = (
            [{"type": "text", "text": AGAIN}, *content] if isinstance(content, list) else f"{AGAIN}{content}"
        )
        session.answer(job, again)
    return False


def report(session: Session, job: Job) -> None:
    """One job's result or error, in plain words."""
    if job.ended == "ok":
        session.answer(job, job.value)
        return
    if job.ended == "raise":
        session.answer(job, failure_text(job.error), is_error=True)
        return
    what = f"timed out after {job.timeout_s:g} s" if job.ended == "hung" else "was cancelled while it ran"
    happened = " It may have happened all the same." if job.tool.side_effect else ""
    session.answer(job, f"{job.tool.name} {what}; its result is not known.{happened}", is_error=True)
