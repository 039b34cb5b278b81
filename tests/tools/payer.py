"""A process that pays and is killed at any moment; test_ledger.py runs it.

    python payer.py LEDGER SEED INTENT [INTENT ...]

Each intent is one run of the agent. Its model asks for the payment twice in one turn and once more in the
next; the money moves, and then the answer may never come. The process may die by its own hand before,
within or after the transaction; the parent kills it too. It prints each intent whose run has ended.
"""

import os
import random
import sys
import threading
from types import SimpleNamespace

from clockhands.agent import run
from clockhands.tools import Ledger, intent_key, payment_tool
from clockhands.tools.payment import send_payment

DIES = 0.08


class Model:
    """A scripted client without the SDK, whose import would take longer than everything else here."""

    def __init__(self, intent):
        pay = {"to": intent, "amount": 1 + len(intent) / 4, "currency": "EUR", "reference": intent}
        self.turns = [[pay, pay], [pay], []]
        self.messages = self

    def create(self, **body):
        turn = self.turns.pop(0)
        number = len(self.turns)
        calls = [
            {"type": "tool_use", "id": f"call_{number}_{n}", "name": "send_payment", "input": pay}
            for n, pay in enumerate(turn)
        ]
        return SimpleNamespace(
            content=calls or [{"type": "text", "text": "Paid."}],
            stop_reason="tool_use" if calls else "end_turn",
        )


class Mortal(Ledger):
    """A ledger whose process may die within the transaction."""

    def __init__(self, path, dice):
        super().__init__(path)
        self.dice = dice

    def once(self, key, action, **said):
        def act(db):
            self.perhaps_die()
            result = action(db)
            self.perhaps_die()
            return result

        receipt = super().once(key, act, **said)
        self.perhaps_die()
        return receipt

    def perhaps_die(self):
        if self.dice.random() < DIES:
            os._exit(9)


def main(path, seed, *intents):
    dice = random.Random(int(seed))
    ledger = Mortal(path, dice)
    never = threading.Event()
    print("ready", flush=True)
    for intent in intents:
        slow = payment_tool(
            ledger,
            timeout_s=5.0,
            dangerous=False,
            after_commit=lambda: never.wait(0.02 if dice.random() < 0.3 else 0),
        )
        if dice.random() < 0.3:
            slow.timeout_s = 0.01
        outcome = run(Model(intent), [slow], "Pay.", intent=intent)
        assert outcome.ok, outcome
        with_twin(ledger, intent, dice)
        print(intent, flush=True)


def with_twin(ledger, intent, dice):
    """Sometimes two threads send the very same request at once, as two copies of an app would."""
    if dice.random() < 0.5:
        return
    arguments = {"to": intent, "amount": 1 + len(intent) / 4, "currency": "EUR", "reference": intent}
    key = intent_key(intent, "send_payment", arguments)
    threads = [
        threading.Thread(
            target=send_payment, args=(Ledger(ledger.path),), kwargs={**arguments, "idempotency_key": key}
        )
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
