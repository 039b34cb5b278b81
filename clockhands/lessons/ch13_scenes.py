"""Chapter 13: two scenes its page plays: a payment with a note, and a day in service.

Both are scripted; their times run on a virtual clock and are assumptions.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

__all__ = ["a_day", "pay_and_note"]

START = "2026-11-05T14:10:15Z"
_TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
_ZONE = {
    "type": "object",
    "properties": {"timezone": {"type": "string"}},
    "required": ["timezone"],
    "additionalProperties": False,
}


def pay_and_note(*replies: Any) -> tuple[str, dict[str, Any]]:
    """Play the task "pay Ada and note it" with these replies of a scripted model on a fresh ledger.

    Gives back what the agent said last, and the end state: {"paid": [(to, units)], "notes": [text]}.
    """
    from ..agent import run
    from ..client import connect
    from ..mock import Script
    from ..tools import Tool
    from ..tools.ledger import Ledger
    from ..tools.payment import payment_tool, payments

    notes: list[str] = []

    def add_note(text: str) -> str:
        notes.append(text)
        return "kept"

    client, _ = connect(Script(*replies), quiet=True)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.sqlite")
        note = Tool("add_note", "Keep a note. Use it when the user wants one.", _TEXT, add_note, timeout_s=5)
        tools = [payment_tool(ledger, dangerous=False, timeout_s=5), note]
        said = run(client, tools, "Pay Ada 12.50 EUR for lunch and note it.").text
        paid = [(row["to"], row["units"]) for row in payments(ledger)]
    return said, {"paid": paid, "notes": notes}


def a_day() -> tuple[Any, list[Any]]:
    """The clock tool of one day in service and the outcomes of its 20 requests; a model call takes 0.6 s."""
    from .. import clock
    from ..agent import run
    from ..client import connect
    from ..mock import Script, call
    from ..tools import Tool, from_utc

    def read_clock(timezone: str) -> str:
        clock.sleep(3 if timezone == "Asia/Tokyo" else 0.02)
        return from_utc(clock.now().isoformat(timespec="seconds"), timezone)

    tool = Tool("get_time", "Get the time in a zone, in any format.", _ZONE, read_clock, timeout_s=5)
    lima, tokyo = call("get_time", timezone="America/Lima"), call("get_time", timezone="Asia/Tokyo")
    fancy = call("get_time", timezone="America/Lima", format="12h")
    day: list[list[Any]] = [[lima, "Here you are."]] * 10 + [[tokyo, "Here you are."]] * 4
    day += [[fancy, lima, "Here you are."]] * 4 + [[call("get_date"), lima, "Here you are."], [lima] * 20]
    outcomes = []
    for replies in day:
        client, _ = connect(Script(*replies), latency=0.6, quiet=True)
        with clock.virtual(START):
            outcomes.append(run(client, [tool], "What time is it there?"))
    return tool, outcomes
