"""The ledger and the payment on top: once for one key, whoever asks, however often, whatever is killed."""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clockhands import clock
from clockhands.errors import LedgerError
from clockhands.tools import Guard, Ledger, intent_key, payment_tool, payments, send_payment

EXAMPLES = int(os.environ.get("CLOCKHANDS_EXAMPLES", "16"))
BOB = {"to": "bob@example.com", "amount": 12.5, "currency": "EUR", "reference": "lunch"}


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.sqlite")


def test_the_second_time_gives_the_first_result(ledger):
    done = []
    with clock.frozen("2026-11-05T14:10:15Z"):
        first = ledger.once("k", lambda db: done.append(1) or {"n": 1}, request={"a": 1})
    again = ledger.once("k", lambda db: done.append(2) or {"n": 2}, request={"a": 1.0})
    assert done == [1] and (first.result, first.first, again.result, again.first) == (
        {"n": 1},
        True,
        {"n": 1},
        False,
    )
    assert first.at == again.at == "2026-11-05T14:10:15+00:00" and len(ledger) == 1


def test_whether_it_happened_can_be_asked(ledger):
    assert ledger.look("k") is None
    ledger.once("k", lambda db: "sent")
    assert ledger.look("k").result == "sent"


def test_an_action_that_fails_leaves_nothing_and_may_be_tried_again(ledger):
    def half(db):
        db.execute("CREATE TABLE money (n)")
        db.execute("INSERT INTO money VALUES (1)")
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError):
        ledger.once("k", half)
    with ledger.reading() as db:
        assert db.execute("SELECT name FROM sqlite_master WHERE name = 'money'").fetchall() == []
    assert ledger.once("k", lambda db: "sent").first


def test_a_key_belongs_to_one_action(ledger):
    ledger.once("k", lambda db: 1, request={"to": "bob"})
    with pytest.raises(LedgerError, match="another action"):
        ledger.once("k", lambda db: 1, request={"to": "eve"})
    for key in ("", "  ", None, 3):
        with pytest.raises(LedgerError, match="idempotency key"):
            ledger.once(key, lambda db: 1)


def test_the_key_stands_for_the_intended_action():
    key = intent_key("order-1", "pay", {"to": "bob", "amount": 5})
    assert key == intent_key("order-1", "pay", {"amount": 5.0, "to": "bob"}) and len(key) == 32
    others = [
        ("order-2", "pay", {}),
        ("order-1", "refund", {}),
        ("order-1", "pay", {"to": "eve", "amount": 5}),
    ]
    assert key not in {intent_key(*other) for other in others}
    intent_key("x", "y", {"half": "\ud800"})


def test_many_threads_one_payment(ledger):
    start, results = threading.Barrier(8), []

    def pay():
        start.wait()
        results.append(send_payment(ledger, **BOB, idempotency_key="k1"))

    threads = [threading.Thread(target=pay) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(payments(ledger)) == 1 and len(results) == 8 and all(r == results[0] for r in results)


def test_what_a_payment_says_and_what_is_kept(ledger):
    assert payments(ledger) == []
    said = send_payment(ledger, **BOB, idempotency_key="abcdef0123456789")
    assert said == {**BOB, "amount": "12.50", "payment_id": "pay_abcdef012345", "status": "sent"}
    (kept,) = payments(ledger)
    assert (kept["to"], kept["units"], kept["currency"]) == ("bob@example.com", 1250, "EUR")
    assert (
        send_payment(ledger, **{**BOB, "currency": "JPY", "amount": 300}, idempotency_key="k2")["amount"]
        == "300"
    )


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"amount": 0}, "more than 0"),
        ({"amount": 10_001}, "at most 10000"),
        ({"amount": 1.005}, "too many decimals"),
        ({"amount": 1.5, "currency": "JPY"}, "JPY has 0"),
        ({"amount": "much"}, "must be a number"),
        ({"amount": float("nan")}, "more than 0"),
        ({"currency": "XXX"}, "one of EUR"),
        ({"to": "x\u202ey"}, "name or an e-mail"),
        ({"to": ""}, "name or an e-mail"),
    ],
)
def test_a_wrong_payment_is_refused_with_the_fix(ledger, wrong, words):
    with pytest.raises(ValueError, match=words):
        send_payment(ledger, **{**BOB, **wrong}, idempotency_key="k")
    assert payments(ledger) == []


def test_the_tool_asks_a_person_and_checks_the_meaning(ledger):
    tool = payment_tool(ledger)
    guard = Guard([tool], allow=["send_payment"])
    assert guard.decide("send_payment", BOB).check == "human"
    assert "too many decimals" in guard.decide("send_payment", {**BOB, "amount": 0.001}).message
    assert "idempotency_key" not in tool.input_schema["properties"] and tool.side_effect and tool.dangerous


def test_every_intended_payment_is_made_exactly_once_whatever_is_killed(tmp_path):
    ledger = Ledger(tmp_path / "a folder" / "ledger.sqlite")
    ledger.path.parent.mkdir()
    dice = random.Random(20261105)
    waiting, deaths, patience = [f"intent-{n}" for n in range(EXAMPLES)], 0, 0.3
    while waiting:
        ended, died = one_life(ledger.path, dice, waiting[:20], patience)
        # A slow machine gets more time, or nothing would ever end; a fast one less, or nobody would die.
        patience *= 0.8 if len(ended) > 5 else 1.5 if not ended else 1
        waiting, deaths = [intent for intent in waiting if intent not in ended], deaths + died
    made = payments(ledger)
    assert deaths > EXAMPLES // 20
    assert sorted(payment["reference"] for payment in made) == sorted(f"intent-{n}" for n in range(EXAMPLES))
    assert all(payment["units"] == 100 + 25 * len(payment["reference"]) for payment in made)


def one_life(path, dice, intents, patience):
    """Start a payer and kill it after a random while, if it has not died by then.

    Gives back the intents whose runs ended, and whether it died.
    """
    command = [sys.executable, str(Path(__file__).parent / "payer.py"), str(path), str(dice.random())[2:]]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    process = subprocess.Popen([*command, *intents], **pipes)
    assert process.stdout.readline().strip() == "ready", process.communicate()
    try:
        said, complained = process.communicate(timeout=dice.uniform(0, patience))
    except subprocess.TimeoutExpired:
        process.kill()
        said, complained = process.communicate()
    assert complained == ""
    return said.split(), process.returncode != 0
