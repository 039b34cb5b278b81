"""`run_async`: the same loop, driven inside an event loop.

Tools written with `async def` run in the caller's event loop, so they may share its connections; plain
functions run in threads, so they cannot hold it up. Cancelling the task that awaits `run_async` cancels its
tools.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import inspect
from typing import Any

from clockhands import clock
from clockhands.agent.blocks import Turn, read_reply
from clockhands.agent.conversation import Approve, Linger, Pause, Send, Work, conversation
from clockhands.agent.execute import Job, arguments_for
from clockhands.agent.loop import approval, run, session_of, without_retries
from clockhands.agent.outcome import Outcome, Stop
from clockhands.agent.session import Session
from clockhands.agent.stream import Collector

__all__ = ["run_async"]

_SLICE = 0.02
_GRACE = 0.05


async def run_async(client: Any, tools: Any, prompt: Any, **options: Any) -> Outcome:
    """The async twin of `run`, with the same options; `client` is an `AsyncAnthropic` or alike.

    approve may be `async def`. cancel_event may be an `asyncio.Event` or a `threading.Event`.
    """
    bound = inspect.signature(run).bind(client, tools, prompt, **options)
    bound.apply_defaults()
    given = dict(bound.arguments)
    client, stream, on_text = given.pop("client"), given.pop("stream"), given.pop("on_text")
    hands = _Hands(client, given["approve"], given["cancel_event"], stream, on_text)
    hands.session = session = session_of(given)
    steps = conversation(session, stream)
    try:
        step = next(steps)
        while True:
            try:
                answer = await hands.do(step)
            except asyncio.CancelledError:
                raise
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        return end.value
    finally:
        steps.close()


# Whoever asks what it takes (an editor, a test kit) is told, though it hands everything on.
run_async.__signature__ = inspect.signature(run)  # type: ignore[attr-defined]


class _Hands:
    """Does what the conversation asks for, without ever blocking the event loop."""

    session: Session

    def __init__(self, client: Any, approve: Any, cancel_event: Any, stream: bool, on_text: Any):
        self.client = without_retries(client)
        self.timed = self.client is not client
        self.approve, self.stream, self.on_text = approve, stream, on_text
        self.cancelled = cancel_event.is_set if cancel_event is not None else None

    async def do(self, step: Any) -> Any:
        if isinstance(step, Send):
            return await self.send(step.body)
        if isinstance(step, Work):
            return await _run_batch(step.jobs, self.cancelled)
        if isinstance(step, Pause):
            return await self.pause(step.seconds)
        if isinstance(step, Approve):
            return await self.ask(step)
        if isinstance(step, Linger):
            return await _linger(step.jobs)
        raise TypeError(f"the loop asked for {step!r}, which nobody knows how to do")

    async def send(self, body: dict[str, Any]) -> Turn:
        if self.cancelled is None:
            return await self.post(body)
        task = asyncio.ensure_future(self.post(body))
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=_SLICE)
                if not task.done() and self.cancelled():
                    raise Stop("cancelled", "the run was cancelled while it waited for the model")
            return task.result()
        finally:
            task.cancel()

    async def post(self, body: dict[str, Any]) -> Turn:
        if self.timed:
            body = {**body, "timeout": max(1.0, min(600.0, self.session.meter.left_s))}
        if not self.stream:
            return read_reply(await self.client.messages.create(**body))
        collector = Collector(self.on_text)
        if self.timed:
            opened = await self.client.messages.create(stream=True, **body)
        else:
            opened = self.client.messages.stream(**body)
        async with opened as events:
            async for event in events:
                collector.feed(event)
        return collector.turn()

    async def pause(self, seconds: float) -> None:
        if clock.is_virtual():
            clock.advance(seconds)
            return
        while seconds > 0 and not (self.cancelled and self.cancelled()):
            step = seconds if self.cancelled is None else min(seconds, _SLICE)
            await asyncio.sleep(step)
            seconds -= step

    async def ask(self, step: Approve) -> bool:
        try:
            said = approval(self.session, self.approve)(step.tool, copy.deepcopy(step.input))
            return (await said if inspect.isawaitable(said) else said) is True
        except Exception:
            return False


async def _run_batch(jobs: list[Job], cancelled: Any) -> None:
    """The async twin of `run_batch`: start the jobs, wait for each until its timeout, settle them all."""
    loop = asyncio.get_running_loop()
    started = clock.monotonic()
    backs: list[asyncio.Event] = []
    try:
        for job in jobs:
            backs.append(asyncio.Event())
            _start(job, loop, backs[-1])
        for job, back in zip(jobs, backs, strict=True):
            await _wait_for(job, back, started, cancelled)
            job.settle("abandoned" if cancelled and cancelled() else "hung")
    except (asyncio.CancelledError, KeyboardInterrupt):
        for job in jobs:
            job.settle("abandoned")
        raise


def _start(job: Job, loop: asyncio.AbstractEventLoop, back: asyncio.Event) -> None:
    if inspect.iscoroutinefunction(job.tool.fn):
        job.on_done = back.set
        job.t0 = job.t1 = job.now()
        job.task = loop.create_task(_run(job), name=f"tool {job.tool.name}")
        # A task cancelled before its first step never gets to say so itself.
        job.task.add_done_callback(lambda task: job.done.set())
        return

    def wake() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(back.set)

    job.on_done = wake
    job.start()


async def _run(job: Job) -> None:
    try:
        job.returned(await job.tool.fn(**arguments_for(job.tool, job.input, job.cancel, job.key)))
    except BaseException as error:  # a tool that raises CancelledError by itself has failed, and that is all
        job.raised(error)


async def _wait_for(job: Job, back: asyncio.Event, started: float, cancelled: Any) -> None:
    virtual = clock.is_virtual()
    left = whole = job.timeout_s if virtual else job.timeout_s - (clock.monotonic() - started)
    while left > 0 and not (cancelled and cancelled()):
        step = min(left, _SLICE) if cancelled else left
        try:
            await asyncio.wait_for(back.wait(), step)
            return
        except asyncio.TimeoutError:
            left -= step
    if virtual and not job.done.is_set():
        clock.advance(whole - max(0.0, left))


async def _linger(jobs: list[Job]) -> None:
    left = _GRACE
    while left > 0 and any(job.running for job in jobs):
        await asyncio.sleep(0.005)
        left -= 0.005
