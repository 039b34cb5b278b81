"""`send_payment`: money that moves once for one intended payment, on top of the ledger.

The bank is a table beside the ledger, so the payment and its key are written in one transaction.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from clockhands import clock
from clockhands.tools.ledger import Ledger
from clockhands.tools.tool import Tool

__all__ = ["payment_tool", "payments", "send_payment"]

CURRENCIES = {"EUR": 2, "GBP": 2, "JPY": 0, "USD": 2}
MOST = 10_000
_NAME = re.compile(r"[\w .@+-]{1,80}")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS payments (
    key TEXT PRIMARY KEY NOT NULL,
    payee TEXT NOT NULL,
    units INTEGER NOT NULL,
    currency TEXT NOT NULL,
    reference TEXT NOT NULL,
    at TEXT NOT NULL
)
"""


def send_payment(
    ledger: Ledger, to: str, amount: float | str, currency: str, reference: str = "", *, idempotency_key: str
) -> dict[str, Any]:
    """Pay `amount` to `to`, once for each `idempotency_key`; the same key gives the same answer back.

    amount: in whole units of the currency, such as 12.50; kept as a whole number of its smallest unit.
    Returns payment_id, to, amount (text), currency, reference and status "sent". ValueError names what is
    wrong with the arguments; LedgerError when the key was used for another payment.
    """
    asked = {"to": to, "amount": amount, "currency": currency, "reference": reference}
    problem = payment_problem(asked)
    if problem:
        raise ValueError(problem)
    units = int(Decimal(str(amount)).scaleb(CURRENCIES[currency]))
    words = f"{Decimal(units).scaleb(-CURRENCIES[currency]):.{CURRENCIES[currency]}f}"
    result = {"payment_id": f"pay_{idempotency_key[:12]}", **asked, "amount": words, "status": "sent"}

    def pay(db: sqlite3.Connection) -> dict[str, Any]:
        db.execute(_SCHEMA)
        row = (idempotency_key, to, units, currency, reference, clock.now().isoformat())
        db.execute("INSERT INTO payments VALUES (?, ?, ?, ?, ?, ?)", row)
        return result

    return ledger.once(idempotency_key, pay, request={**asked, "amount": words}).result


def payments(ledger: Ledger) -> list[dict[str, Any]]:
    """Every payment that was made, oldest first: the end state to check, whatever the conversation says.

    Each has key, to, units (of the currency's smallest unit), currency, reference and at.
    """
    names = ("key", "to", "units", "currency", "reference", "at")
    with ledger.reading() as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'payments'").fetchone():
            return []
        rows = db.execute("SELECT key, payee, units, currency, reference, at FROM payments ORDER BY rowid")
        return [dict(zip(names, row, strict=True)) for row in rows]


def payment_problem(asked: dict[str, Any]) -> str | None:
    """What no schema can say about a payment: None, or one sentence that names the fix."""
    currency = asked.get("currency")
    if currency not in CURRENCIES:
        return f"`currency` must be one of {', '.join(CURRENCIES)}"
    if not _NAME.fullmatch(str(asked.get("to", "")).strip()):
        return "`to` must be a name or an e-mail address of at most 80 characters"
    try:
        amount = Decimal(str(asked.get("amount")))
    except InvalidOperation:
        return "`amount` must be a number, such as 12.50"
    if not amount.is_finite() or not 0 < amount <= MOST:
        return f"`amount` must be more than 0 and at most {MOST}"
    if amount != round(amount, CURRENCIES[currency]):
        return f"`amount` has too many decimals; {currency} has {CURRENCIES[currency]}"
    return None


def payment_tool(
    ledger: Ledger,
    *,
    timeout_s: float = 2.0,
    dangerous: bool = True,
    after_commit: Callable[[], None] | None = None,
) -> Tool:
    """`send_payment` as a Tool on this ledger; a person must approve each call unless dangerous=False.

    after_commit: called when the money has moved and before anybody hears of it. That is where a timeout
    hurts: pass `lambda: clock.sleep(5)` to see it.
    """

    def pay(
        to: str, amount: float, currency: str, reference: str = "", *, idempotency_key: str
    ) -> dict[str, Any]:
        result = send_payment(ledger, to, amount, currency, reference, idempotency_key=idempotency_key)
        if after_commit is not None:
            after_commit()
        return result

    return Tool(
        "send_payment",
        "Send money to somebody. Use it only when the user asks for a payment and says to whom and how much.",
        {
            "type": "object",
            "properties": {
                "to": {"type": "string", "description": "name or e-mail address of the payee"},
                "amount": {"type": "number", "exclusiveMinimum": 0, "maximum": MOST, "examples": [12.5]},
                "currency": {"type": "string", "enum": list(CURRENCIES)},
                "reference": {"type": "string", "maxLength": 80, "description": "what the payment is for"},
            },
            "required": ["to", "amount", "currency"],
            "additionalProperties": False,
        },
        pay,
        timeout_s=timeout_s,
        side_effect=True,
        dangerous=dangerous,
        meaning=payment_problem,
    )
