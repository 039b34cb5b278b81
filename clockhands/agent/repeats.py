"""Is the run going in circles? Three ways to see it, each blind to what the others see.

By call *and* result, turn after turn: spares honest polling whose answer changes, misses a clock that is
asked again and again. By call alone, over the whole run: catches the clock, so it must be patient with
polling. By
pattern: A-B-A-B, which neither of them sees in two turns that follow each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from clockhands.agent.limits import Limits

__all__ = ["Repeats"]

# How often a circle is seen before the model is told, one step before the run ends.
_NOTE = "[Note from the app: {what}. Repeating it will not help; answer now, or do something else.]"


class Repeats:
    """Fed each turn's calls and results; gives back a note for the model, and says when to stop.

    `see(calls, results)`: calls, one hashable per call (name and arguments); results, what each gave back.
    The note is "" when nothing repeats; `stuck` then says why the run should end, or is "".
    """

    def __init__(self, limits: Limits):
        self._limits = limits
        self._turns: list[Hashable] = []
        self._calls: Counter[Hashable] = Counter()
        self.stuck = ""

    def see(self, calls: Sequence[Hashable], results: Sequence[Hashable]) -> str:
        limits = self._limits
        self._turns.append((tuple(calls), tuple(results)))
        self._calls.update(set(calls))
        same = self._periods(1)
        if same >= limits.same_result - 1:
            return self._judge(
                same, limits.same_result, f"the same call has given the same result {same} times"
            )
        for length in (2, 3):
            rounds = self._periods(length)
            if rounds >= max(2, limits.oscillations - 1):
                return self._judge(
                    rounds, limits.oscillations, f"the same {length} calls have come round {rounds} times"
                )
        most = max((self._calls[call] for call in calls), default=0)
        if most >= limits.same_call - 2:
            return self._judge(
                most, limits.same_call, f"this call was made {most} times with the same arguments"
            )
        return ""

    def _judge(self, seen: int, most: int, what: str) -> str:
        if seen >= most:
            self.stuck = what
        return _NOTE.format(what=what)

    def _periods(self, length: int) -> int:
        """How many times the last `length` turns have just come in a row."""
        turns = self._turns
        last = turns[-length:]
        if len(last) < length or (length > 1 and len(set(last)) == 1):
            return 0
        rounds, end = 1, len(turns) - length
        while end >= length and turns[end - length : end] == last:
            rounds, end = rounds + 1, end - length
        return rounds
