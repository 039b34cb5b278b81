"""The token lab: what resending costs, what a large result costs, and where the date goes.

    python labs/token_growth.py

Tokens are the offline model's estimates (they say so, with their error). The cache is the offline model's
too: it keeps the API's published rules. No prices.
"""

from __future__ import annotations

from typing import Any

from clockhands import connect
from clockhands.mock import Script
from clockhands.mock.tokens import estimate_input
from clockhands.show import Chart, Picture, token_growth

LIMIT = 200_000  # tokens: where the API answers "prompt is too long"
QUESTION = "What changed in the orders since the last time I asked?"
TOOL = {
    "name": "list_orders",
    "description": "The orders of this customer, newest first. Use it for any question about orders.",
    "input_schema": {
        "type": "object",
        "properties": {"customer": {"type": "string"}},
        "required": ["customer"],
    },
}
#: A stable part of some 6,000 tokens: above the size from which prefixes are stored.
HANDBOOK = "Answer from the orders. Quote the order number. Never promise a date you did not read. " * 400
PLACES = ("date first", "date after the handbook", "date in the last message")


def turn(number: int, result_chars: int) -> list[dict[str, Any]]:
    """One turn: question, call, result of that many characters, reply."""
    id_ = f"toolu_{number}"
    call = {"type": "tool_use", "id": id_, "name": "list_orders", "input": {"customer": "c-17"}}
    result = {"type": "tool_result", "tool_use_id": id_, "content": "x" * result_chars}
    return [
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": "Two orders were shipped and one was cancelled since yesterday."},
    ]


def input_tokens(turns: int, result_chars: int, keep: int | None = None) -> list[int]:
    """Input tokens of each model call, two a turn; keep: earlier turns beyond that many are dropped whole."""
    sizes, history = [], []
    for number in range(turns):
        now = turn(number, result_chars)
        kept = history if keep is None else history[len(history) - 4 * keep :] if keep else []
        for sent in (now[:1], now[:3]):
            sizes.append(estimate_input({"messages": kept + sent, "tools": [TOOL]}))
        history += now
    return sizes


def growth(turns: int = 20, result_chars: int = 2000, keep: int = 3) -> Picture:
    """Tokens added up over the calls: everything resent, and all but the last `keep` turns dropped."""
    turns, result_chars, keep = int(turns), int(result_chars), int(keep)
    return token_growth(
        {
            "everything resent": input_tokens(turns, result_chars),
            f"last {keep} turns kept": input_tokens(turns, result_chars, keep),
        },
        f"Input tokens of {turns} turns with results of {result_chars:,} characters",
    )


def doubling(turns: int = 10, result_chars: int = 2000) -> float:
    """How many times as many tokens twice the turns take."""
    return sum(input_tokens(2 * turns, result_chars)) / sum(input_tokens(turns, result_chars))


def turns_until_full(result_chars: int) -> int:
    """The first turn that no longer fits the window when everything is resent."""
    per_turn = input_tokens(2, result_chars)
    step, first = per_turn[3] - per_turn[1], per_turn[1]
    return max(1, -(-(LIMIT - first) // step) + 1)


def result_size(turns: int = 10, limit_chars: int = 2000) -> Picture:
    """Total input tokens against the size of each result, as it comes and cut to `limit_chars`."""
    turns, limit_chars = int(turns), int(limit_chars)
    sizes = [250 * i for i in range(1, 81)]
    whole = [(size, sum(input_tokens(turns, size))) for size in sizes]
    cut = [(size, sum(input_tokens(turns, min(size, limit_chars)))) for size in sizes]
    chart = Chart(
        f"Input tokens of {turns} turns, by the size of each result",
        x=(0, sizes[-1]),
        y=(0, whole[-1][1] * 1.1),
        x_label="characters in each result",
        y_label="tokens together",
        note="estimated; a result is paid again on every later call",
    )
    chart.line(whole, "results as they come", 3)
    chart.line(cut, f"cut to {limit_chars:,} characters", 2)
    times = whole[-1][1] / cut[-1][1]
    text = f"results of {sizes[-1]:,} characters take {times:.1f} times the tokens of cut ones"
    return chart.picture(f"One line rises, the other levels off at {limit_chars:,} characters; {text}.", text)


def request(place: str, number: int, history: list[dict[str, Any]]) -> dict[str, Any]:
    """The request of turn `number`: the time of day changes each turn, and stands where `place` says."""
    mark = {"cache_control": {"type": "ephemeral"}}
    now = {"type": "text", "text": f"Now: Thursday 2026-11-05 14:{10 + number}, UTC."}
    handbook = {"type": "text", "text": HANDBOOK} | mark
    system = {PLACES[0]: [now, handbook], PLACES[1]: [handbook, now], PLACES[2]: [handbook]}[place]
    question = [{"type": "text", "text": QUESTION} | mark]
    if place == PLACES[2]:
        question.append(now)
    return {"system": system, "messages": [*history, {"role": "user", "content": question}]}


def cached(place: str, turns: int = 8) -> list[tuple[int, int]]:
    """(read from the cache, processed anew) in tokens for each turn, as the usage of a real client says."""
    client, model = connect(Script(turn(0, 0)[3]["content"], loop=True), quiet=True)
    history: list[dict[str, Any]] = []
    measured = []
    for number in range(turns):
        body = request(place, number, history)
        usage = client.messages.create(model=model, max_tokens=200, **body).usage
        read = usage.cache_read_input_tokens or 0
        measured.append((read, (usage.cache_creation_input_tokens or 0) + usage.input_tokens))
        # What is marked must not stay marked: four breakpoints a request are allowed.
        plain = [{key: value for key, value in b.items() if key != "cache_control"} for b in _blocks(body)]
        history += [
            {"role": "user", "content": plain},
            {"role": "assistant", "content": "Two orders were shipped."},
        ]
    return measured


def _blocks(body: dict[str, Any]) -> list[dict[str, Any]]:
    return body["messages"][-1]["content"]


def prefix(turns: int = 8) -> Picture:
    """Tokens processed anew on each turn, for the three places of the date."""
    turns = int(turns)
    lines = {place: [new for _, new in cached(place, turns)] for place in PLACES}
    chart = Chart(
        "Tokens processed anew on each turn",
        x=(1, turns),
        y=(0, max(map(max, lines.values())) * 1.15),
        x_label="turn (the time of day changes each turn)",
        y_label="tokens not read from the cache",
        note="estimated · prefix cache of the offline model, by the API's published rules",
    )
    for series, (place, values) in enumerate(lines.items()):
        chart.line([(i + 1, value) for i, value in enumerate(values)], place, (3, 0, 2)[series])
    said = "; ".join(f"{place}: {values[0]:,}, then {values[-1]:,}" for place, values in lines.items())
    return chart.picture(
        f"All lines start high; only the line with the date first stays there. {said}.", said
    )


def main() -> int:
    """Print the lab's numbers."""
    print("Estimated tokens; no real model was measured.\n")
    print(growth())
    print(f"\ntwice the turns, {doubling():.1f} times the tokens")
    for size in (500, 5_000, 50_000):
        print(f"results of {size:>6,} characters: prompt is too long at turn {turns_until_full(size):,}")
    print(f"\n{result_size()}\n\n{prefix()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
