"""Conversations with the toy model, for its tests: messages, results, a whole exchange."""

from __future__ import annotations

import json

import jsonschema

from clockhands.mock.toy import ToyModel

TIMES = {"Asia/Tokyo": "2026-11-05T23:10:15+09:00", "Europe/London": "2026-11-05T14:10:15+00:00"}


def user(content) -> dict:
    return {"role": "user", "content": content}


def reply(messages, tools=(), *, seed=0, choice=None, system=None, **rates):
    request = {"model": "claude-haiku-4-5", "max_tokens": 500, "messages": messages, "tools": list(tools)}
    if choice:
        request["tool_choice"] = choice
    if system:
        request["system"] = system
    return ToyModel(seed, **rates).reply(request)


def calls(answer) -> list[tuple[str, dict]]:
    return [(b["name"], b["input"]) for b in answer.content if b["type"] == "tool_use"]


def words(answer) -> str:
    return "\n".join(b["text"] for b in answer.content if b["type"] == "text")


def turn(*made: tuple[str, dict], start: int = 1) -> dict:
    blocks = [
        {"type": "tool_use", "id": f"toolu_{start + i}", "name": n, "input": a}
        for i, (n, a) in enumerate(made)
    ]
    return {"role": "assistant", "content": blocks}


def results(*contents, start: int = 1, error: bool = False) -> dict:
    blocks = [
        {
            "type": "tool_result",
            "tool_use_id": f"toolu_{start + i}",
            "content": c,
            **({"is_error": True} if error else {}),
        }
        for i, c in enumerate(contents)
    ]
    return user(blocks)


def converse(prompt, tools, answers, *, steps=8, **rates):
    """Run the exchange to its end. answers: name -> result, or a function of the input."""
    messages, made, count = [user(prompt)], [], 0
    for _ in range(steps):
        answer = reply(messages, tools, **rates)
        asked = calls(answer)
        if not asked:
            assert answer.stop_reason == "end_turn"
            return made, words(answer)
        assert answer.stop_reason == "tool_use"
        messages.append(turn(*asked, start=count))
        given = [answers[n](a) if callable(answers[n]) else answers[n] for n, a in asked]
        messages.append(results(*given, start=count))
        made.append(asked)
        count += len(asked)
    raise AssertionError(f"no end after {steps} steps: {made}")


def after(first, made, result, then, tools, **more):
    history = [
        user(first),
        turn(made),
        results(result),
        {"role": "assistant", "content": "Here you are."},
        user(then),
    ]
    return reply(history, tools, **more)


def check_calls(answer, tools) -> int:
    schemas = {t["name"]: t["input_schema"] for t in tools}
    made = [b for b in answer.content if b["type"] == "tool_use"]
    for block in made:
        jsonschema.validate(block["input"], schemas[block["name"]], jsonschema.Draft202012Validator)
    assert answer.content and answer.stop_reason == ("tool_use" if made else "end_turn")
    json.dumps(answer.content)
    return len(made)
