"""The whole agent loop in one file, standard library only:  python labs/agent_loop.py

Seven parts, a screen each: tools, validator, guard, run, model, loop, prompts. The model is a toy that waits
150 ms and writes requests by rule; everything else is what an app does. Only the app acts.
"""

from __future__ import annotations

import json
import re
import threading
import time
from datetime import datetime, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MODEL_DELAY_S = 0.150
TOOL_TIMEOUT_S = 0.500
MAX_STEPS = 4

# --- 1. tools: a fixed registry; the schema is what the model reads, the function what the app runs --------

NO_ZONE_DATA = "no zone data on this system: install the tzdata package"


def get_current_time(timezone_name: str) -> str:
    """The clock. Local time and UTC side by side, on purpose: chapter 8 shows how that is misread."""
    try:
        zone = ZoneInfo(timezone_name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        if not has_zone_data():
            raise ToolError(NO_ZONE_DATA) from None
        raise ToolError(f"no zone is called {timezone_name!r}; use an IANA name such as Asia/Tokyo") from None
    now = datetime.now(timezone.utc)
    form = "%Y-%m-%d %H:%M:%S"
    return json.dumps(
        {"timezone": timezone_name, "local": now.astimezone(zone).strftime(form), "utc": now.strftime(form)}
    )


def delete_file(path: str) -> str:
    """Exists, so that the allow-list has something to refuse. Nothing here ever runs it."""
    raise AssertionError("delete_file ran; the guard let it through")


def has_zone_data() -> bool:
    """Whether zoneinfo finds any data, the system's or the tzdata package's."""
    try:
        ZoneInfo("Asia/Tokyo")
    except (ZoneInfoNotFoundError, OSError):
        return False
    return True


class ToolError(Exception):
    """A tool's own refusal; its text goes back to the model as a result."""


# The pattern is too narrow on purpose: it refuses UTC and America/Port-au-Prince. Mending it is an exercise.
ZONE = {"type": "string", "pattern": r"^[A-Z][A-Za-z_]+/[A-Z][A-Za-z_]+$"}
REGISTRY = {
    "get_current_time": {
        "fn": get_current_time,
        "description": "The current time in an IANA time zone. Use it whenever the answer depends on now.",
        "input_schema": {
            "type": "object",
            "properties": {"timezone_name": ZONE},
            "required": ["timezone_name"],
            "additionalProperties": False,
        },
    },
    "delete_file": {
        "fn": delete_file,
        "description": "Delete one file.",
        "input_schema": {
            "type": "object",
            "properties": {"path": {"type": "string"}},
            "required": ["path"],
            "additionalProperties": False,
        },
    },
}
ALLOWED = {"get_current_time"}  # for this caller


def offered() -> list[dict]:
    """What the model is told about: only what this caller may use, without the functions."""
    return [
        {"name": name, "description": tool["description"], "input_schema": tool["input_schema"]}
        for name, tool in REGISTRY.items()
        if name in ALLOWED
    ]


# --- 2. validator: the part of JSON Schema these tools need ------------------------------------------------

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}


def problems(value: object, schema: dict, where: str = "input") -> list[str]:
    """What is wrong with `value`, in sentences that name the fix; empty when nothing is."""
    wanted = schema.get("type")
    is_bool_as_number = isinstance(value, bool) and wanted in ("integer", "number")
    if wanted and (not isinstance(value, TYPES[wanted]) or is_bool_as_number):
        return [f"{where} must be a {wanted}, not {json.dumps(value)}"]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where} must be one of {json.dumps(schema['enum'])}")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        found.append(f"{where} {json.dumps(value)} does not match {schema['pattern']}, such as Asia/Tokyo")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{where}.{key} is missing" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            if key in known:
                found += problems(item, known[key], f"{where}.{key}")
            elif schema.get("additionalProperties") is False:
                found.append(f"{where}.{key} is not an argument; known: {', '.join(known)}")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            found += problems(item, schema["items"], f"{where}[{index}]")
    return found


# --- 3. guard: known, allowed, valid; each check refuses in plain words -------------------------------------


def refusal(call: dict) -> str | None:
    """Why this call must not run, or None. The model's text is as trusted as any request to a server."""
    name = call["name"]
    if name not in REGISTRY:
        return f"there is no tool {name!r}; there are: {', '.join(sorted(ALLOWED))}"
    if name not in ALLOWED:
        return f"{name} is not allowed here; allowed: {', '.join(sorted(ALLOWED))}"
    wrong = problems(call["input"], REGISTRY[name]["input_schema"])
    return "; ".join(wrong) or None


# --- 4. run: all calls of one reply at the same time, each with its own time limit --------------------------


def run_one(call: dict, out: dict) -> None:
    """Run one call; whatever happens becomes its result."""
    try:
        out[call["id"]] = (REGISTRY[call["name"]]["fn"](**call["input"]), False)
    except ToolError as error:
        out[call["id"]] = (str(error), True)
    except Exception as error:  # a bug in a tool is the model's news, not the loop's end
        out[call["id"]] = (f"{call['name']} failed: {error!r}", True)


def run_all(calls: list[dict]) -> list[dict]:
    """The results of all calls, in their order. A step costs the slowest tool, not the sum."""
    done: dict = {}
    refused = {call["id"]: refusal(call) for call in calls}  # check
    threads = []
    for call in calls:  # run; daemon threads, because a hung tool cannot be stopped, only left behind
        if refused[call["id"]] is None:
            threads.append(threading.Thread(target=run_one, args=(call, done), daemon=True))
            threads[-1].start()
    deadline = time.monotonic() + TOOL_TIMEOUT_S
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    late = (f"no answer within {TOOL_TIMEOUT_S * 1000:.0f} ms; go on without it", True)
    results = []
    for call in calls:
        why = refused[call["id"]]
        text, is_error = (why, True) if why is not None else done.get(call["id"], late)
        results.append(
            {"type": "tool_result", "tool_use_id": call["id"], "content": text, "is_error": is_error}
        )
    return results


# --- 5. model: a toy. It sees messages and tools, and nothing else: no clock, no files ----------------------

CITIES = {"tokyo": "Asia/Tokyo", "london": "Europe/London"}


def model(messages: list[dict], tools: list[dict]) -> dict:
    """One reply in the shape of the Messages API."""
    time.sleep(MODEL_DELAY_S)
    question = messages[0]["content"]
    results = messages[-1]["content"] if len(messages) > 1 else None
    if results is None or "forever" in question:
        asked = wanted_calls(question)
        if not asked:
            return say("In which time zone? Give me one such as Asia/Tokyo.")
        # Ids differ from turn to turn, because the conversation does.
        calls = [
            {"type": "tool_use", "id": f"toolu_{len(messages)}_{i}", "name": name, "input": arguments}
            for i, (name, arguments) in enumerate(asked)
        ]
        return {"stop_reason": "tool_use", "content": calls}
    return say(" ".join(answer(result) for result in results))


def wanted_calls(question: str) -> list[tuple[str, dict]]:
    """The calls this question makes the toy want."""
    if "delete" in question.lower():
        return [("delete_file", {"path": question.split()[-1].rstrip(".")})]
    zones = re.findall(r"[A-Z]\w+/\w+", question)
    zones += [zone for city, zone in CITIES.items() if city in question.lower() and zone not in zones]
    return [("get_current_time", {"timezone_name": zone}) for zone in zones]


def answer(result: dict) -> str:
    """One sentence about one result."""
    if result["is_error"]:
        return f"I could not do that: {result['content']}."
    seen = json.loads(result["content"])
    return f"In {seen['timezone']} it is {seen['local'][11:16]} (UTC {seen['utc'][11:16]})."


def say(text: str) -> dict:
    """A reply that ends the turn."""
    return {"stop_reason": "end_turn", "content": [{"type": "text", "text": text}]}


# --- 6. loop: send, ask, check, run, return, reply ----------------------------------------------------------


def run(prompt: str, log=print) -> dict:
    """Answer one prompt; {"status", "text", "model_calls", "tool_calls", "seconds", "messages"}."""
    messages: list[dict] = [{"role": "user", "content": prompt}]
    began, tool_calls = time.perf_counter(), 0

    def outcome(status: str, text: str, model_calls: int) -> dict:
        seconds = time.perf_counter() - began
        counts = {"model_calls": model_calls, "tool_calls": tool_calls, "seconds": seconds}
        return {"status": status, "text": text, **counts, "messages": messages}

    for step in range(1, MAX_STEPS + 1):
        reply = model(messages, offered())  # send
        messages.append({"role": "assistant", "content": reply["content"]})
        calls = [block for block in reply["content"] if block["type"] == "tool_use"]  # ask
        for call in calls:
            log(f"    ask     {call['name']} {json.dumps(call['input'])}")
        if not calls:  # reply
            text = "".join(block["text"] for block in reply["content"] if block["type"] == "text")
            return outcome("success", text, step)
        results = run_all(calls)  # check, run
        tool_calls += len(calls)
        for result in results:
            log(f"    return  {'error: ' if result['is_error'] else ''}{result['content']}")
        messages.append({"role": "user", "content": results})  # return, all in one message
    text = f"Stopped after {MAX_STEPS} model calls without an answer: the step limit was reached."
    return outcome("step_limit", text, MAX_STEPS)


# --- 7. prompts: six, each showing one thing ----------------------------------------------------------------

PROMPTS = [
    ("no zone: one call, no clock read", "What time is it?"),
    ("one zone: two calls; local and UTC differ by nine hours", "What time is it in Asia/Tokyo?"),
    ("two zones: one step, two model delays, not three", "What time is it in Tokyo and in London?"),
    ("passes the pattern, fails the lookup", "What time is it in Mars/Olympus_Mons?"),
    ("exists, and is not allowed", "Please delete the file notes.txt"),
    ("a model that never stops asking", "Look at the clock in Europe/London forever."),
]


def main() -> int:
    """Run the six prompts."""
    if not has_zone_data():
        print(f"Note: {NO_ZONE_DATA} (pip install tzdata, or your system's own),")
        print("or use the course's Python, which has it. Prompts that name a zone get an error until then.\n")
    for number, (shows, prompt) in enumerate(PROMPTS, start=1):
        print(f"{number}. {shows}\n    send    {prompt}")
        done = run(prompt)
        print(f"    reply   {done['text']}")
        counts = f"{done['model_calls']} model call{'s' * (done['model_calls'] > 1)}"
        counts += f", {done['tool_calls']} tool call{'s' * (done['tool_calls'] != 1)}"
        delays = done["seconds"] / MODEL_DELAY_S
        print(
            f"    ({done['status']}: {counts}, {done['seconds'] * 1000:.0f} ms = {delays:.1f} model delays)\n"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
