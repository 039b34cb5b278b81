"""Side effects happen once for one intended action, however often the model asks in a run.

The policy, in one place:

- The same tool with the same arguments, in one run, is the same intended action; also twice in one turn.
- It succeeded: the call is answered with the earlier result and not run again.
- It failed with an exception: it may be tried again, under the same key.
- Nobody knows (it timed out or was cancelled): it is tried again only when the tool takes an
  `idempotency_key`, by which it can tell that it has been here before. Otherwise the call is refused.
"""

from __future__ import annotations

import uuid

from clockhands.agent.execute import Job, parameters_of
from clockhands.tools.intent import intent_key
from clockhands.tools.tool import Tool

__all__ = ["Once"]

AGAIN = (
    "Not run again: this call was made before in this run and succeeded. Its result follows. If it is meant "
    "to happen a second time, change an argument, such as a reference.\n"
)
UNKNOWN = (
    "Not run again: an earlier call of {tool} with these arguments did not come back in time, and it may "
    "have happened. Check whether it did, or tell the user that it is not known."
)


class Once:
    """Remembers the side effects of one run. intent: the scope of the keys; a new one by default."""

    def __init__(self, intent: str | None = None):
        self.intent = intent or uuid.uuid4().hex
        self._jobs: dict[str, Job] = {}

    def key(self, tool: Tool, input: dict) -> str:
        """The idempotency key of this call; "" for a tool without side effects."""
        return intent_key(self.intent, tool.name, input) if tool.side_effect else ""

    def earlier(self, job: Job) -> tuple[str, Job | None]:
        """("run", None), ("again", the job whose result answers this one) or ("unknown", that job)."""
        before = self._jobs.get(job.key) if job.key else None
        if before is None:
            return "run", None
        if before.happened == "ok":
            return "again", before
        if before.happened == "raise" or "idempotency_key" in parameters_of(job.tool):
            return "run", None
        return "unknown", before

    def remember(self, job: Job) -> None:
        """`job` is about to run."""
        if job.key:
            self._jobs[job.key] = job
