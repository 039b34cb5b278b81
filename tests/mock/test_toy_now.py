"""What the toy model takes for today: the date line, wherever it stands, and nothing that only looks like it."""

from __future__ import annotations

import pytest

from clockhands.mock import ToyModel

LINE = "Today is Thursday, 5 November 2026, in Asia/Tokyo (UTC+09:00)."


def said(question: str, system) -> str:
    request = {
        "model": "m",
        "max_tokens": 99,
        "system": system,
        "messages": [{"role": "user", "content": question}],
    }
    return "".join(block.get("text", "") for block in ToyModel().reply(request).content)


@pytest.mark.parametrize("before", [0, 10, 1_000, 4_000])
def test_a_date_line_is_read_after_a_long_stable_part(before):
    assert "5 November 2026" in said("What is today's date?", "Be brief and exact. " * before + LINE)


def test_a_date_line_is_read_in_front_of_a_long_stable_part():
    assert "5 November 2026" in said("What is today's date?", LINE + " Be brief and exact." * 4_000)


def test_an_offset_is_no_time_of_day():
    assert "9:00" not in said("What time is it now?", LINE)
