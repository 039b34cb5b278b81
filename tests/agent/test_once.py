"""Side effects happen once for one intended action, however often they are asked for."""

import threading

import pytest

from clockhands import Script, connect, run
from clockhands.mock import call, faults

from .scripted import tool


class Bank:
    """Charges that commit and then may never answer; `moved` is the end state that counts."""

    def __init__(self, with_key):
        self.moved, self.keys, self.slow, self.over = [], [], 0, threading.Event()
        fn = self.charge_with_key if with_key else self.charge
        self.tool = tool(fn, "charge", side_effect=True, timeout_s=0.1)

    def charge(self, amount):
        self.moved.append(amount)
        return self.answer()

    def charge_with_key(self, amount, idempotency_key):
        if idempotency_key not in self.keys:
            self.keys.append(idempotency_key)
            self.moved.append(amount)
        return self.answer()

    def answer(self):
        self.slow -= 1
        if self.slow >= 0:
            self.over.wait(30)
        return "charged"


@pytest.fixture(params=[True, False], ids=["key", "no key"])
def bank(request):
    made = Bank(request.param)
    yield made
    made.over.set()


def test_a_timeout_after_the_commit_charges_once(play, bank):
    bank.slow = 1
    played = play([call("charge", amount=5), call("charge", amount=5), "paid"], [bank.tool])
    assert bank.moved == [5] and played.outcome.ok
    assert "may have happened" in played.result(1)["content"]


def test_without_a_key_the_second_try_is_refused_until_it_is_known():
    bank = Bank(with_key=False)
    bank.slow = 1
    client, _ = connect(Script(call("charge", amount=5), call("charge", amount=5), "unknown"), quiet=True)
    outcome = run(client, [bank.tool], "Pay.")
    bank.over.set()
    assert "Not run again" in outcome.messages[4]["content"][0]["content"]
    assert outcome.messages[4]["content"][0]["is_error"]


def test_a_late_success_answers_the_second_try():
    bank = Bank(with_key=False)
    bank.slow = 1

    def let_go(request):
        bank.over.set()
        for thread in threading.enumerate():
            if thread.name == "tool charge":
                thread.join(5)
        return call("charge", amount=5)

    client, _ = connect(Script(call("charge", amount=5), let_go, "paid"), quiet=True)
    outcome = run(client, [bank.tool], "Pay.")
    assert bank.moved == [5] and "succeeded" in outcome.messages[4]["content"][0]["content"]


def test_a_second_try_after_success_gets_the_first_result(play, bank):
    played = play([call("charge", amount=5), call("charge", amount=5.0), "paid"], [bank.tool])
    assert bank.moved == [5] and played.outcome.ok
    assert played.result(2)["content"].endswith("charged") and "is_error" not in played.result(2)
    assert len(played.outcome.executed) == 1


def test_twins_in_one_turn_are_one_action_and_both_are_answered(play, bank):
    played = play([[call("charge", amount=5), call("charge", amount=5)], "paid"], [bank.tool])
    assert bank.moved == [5]
    assert [result["content"].endswith("charged") for result in played.results()] == [True, True]


def test_other_arguments_are_another_action(play, bank):
    play([[call("charge", amount=5), call("charge", amount=6)], "paid"], [bank.tool])
    assert bank.moved == [5, 6]


def test_a_failed_action_may_be_tried_again(play):
    tries = []

    def pay(amount, idempotency_key):
        tries.append(idempotency_key)
        if len(tries) == 1:
            raise ConnectionError("refused")
        return "paid"

    played = play([call("pay", amount=5), call("pay", amount=5), "ok"], [tool(pay, side_effect=True)])
    assert len(tries) == 2 and len(set(tries)) == 1 and played.outcome.ok


def test_finished_work_is_not_redone_when_the_api_fails(play, bank):
    over = threading.Event()
    hang = tool(lambda: over.wait(30), "hang", timeout_s=0.1)
    replies = [[call("charge", amount=5), call("hang")], faults.overloaded(), "paid"]
    played = play(replies, [bank.tool, hang], refused=[529])
    over.set()
    assert bank.moved == [5] and played.outcome.ok and len(played.ran) == 2


def test_the_key_stays_when_a_run_is_resumed_with_its_intent():
    bank = Bank(with_key=True)
    client, _ = connect(
        Script(call("charge", amount=5), "paid", call("charge", amount=5), "paid"), quiet=True
    )
    first = run(client, [bank.tool], "Pay.")
    run(client, [bank.tool], "Did it work?", messages=first.messages, intent=first.intent)
    assert bank.moved == [5]


def test_a_new_request_of_the_user_is_a_new_intent():
    bank = Bank(with_key=True)
    client, _ = connect(
        Script(call("charge", amount=5), "paid", call("charge", amount=5), "paid"), quiet=True
    )
    first = run(client, [bank.tool], "Pay.")
    run(client, [bank.tool], "Pay again.", messages=first.messages)
    assert bank.moved == [5, 5]
