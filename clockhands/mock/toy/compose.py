"""Final answers out of tool results: values quoted as they came, matched to what was asked."""

from __future__ import annotations

import json
import re
from typing import Any

from clockhands.mock.toy.chance import draw
from clockhands.mock.toy.dialogue import Call
from clockhands.mock.toy.words import families, name_parts, stem, words_of

LONGEST = 600  # characters of one result that are repeated


def answer(calls: list[Call], ask: str, seed: object, slip_rate: float) -> str:
    """Text for the results of `calls`; several are told apart by their arguments."""
    told = [_tell(call, ask, seed, slip_rate) for call in calls]
    if len(calls) == 1:
        return told[0]
    labels = _labels(calls)
    return "\n".join(f"{label}: {text}" if label else text for label, text in zip(labels, told, strict=True))


def _labels(calls: list[Call]) -> list[str]:
    same = len({c.name for c in calls}) == 1
    labels = []
    for call in calls:
        own = [
            v for k, v in call.input.items() if (same and any(o.input.get(k) != v for o in calls)) or not same
        ]
        spoken = ", ".join(_spoken(v) for v in own[:3])
        title = " ".join(p for p in name_parts(call.name) if p not in ("get", "fetch", "lookup", "find"))
        labels.append(
            spoken if same and spoken else f"{title.capitalize()}" + (f" ({spoken})" if spoken else "")
        )
    return labels


def _spoken(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if re.fullmatch(r"[A-Z][a-z]+(?:/[A-Z][\w+-]+)+", text):
        text = text.rsplit("/", 1)[1].replace("_", " ")
    return text if len(text) <= 60 else text[:57] + "…"


def _tell(call: Call, ask: str, seed: object, slip_rate: float) -> str:
    result = call.result
    title = " ".join(name_parts(call.name))
    if result is None:
        return f"I have no result of {title}."
    if result.is_error:
        return _failed(call, title)
    if result.empty:
        return f"I cannot tell: the tool {call.name} ran, but gave back nothing I can use."
    if result.images and not result.text.strip():
        count = "an image" if result.images == 1 else f"{result.images} images"
        return f"The tool {call.name} returned {count}."
    if isinstance(result.value, dict):
        return _from_dict(result.value, call, ask, seed, slip_rate)
    if isinstance(result.value, list):
        return _from_list(result.value)
    text = result.text.strip().strip('"')
    return _from_text(text, call, ask)


def _failed(call: Call, title: str) -> str:
    said = call.result.text if call.result else ""
    value = call.result.value if call.result else None
    if isinstance(value, dict) and isinstance(value.get("error"), dict):
        said = str(value["error"].get("message") or said)
    elif isinstance(value, dict) and isinstance(value.get("error"), str):
        said = value["error"]
    said = re.sub(r"^(?:error|exception)\s*:?\s*", "", said.strip(), flags=re.I)
    reason = said if len(said) <= 300 else said[:297] + "…"
    return f"I'm sorry, I could not do that: {call.name} reported {reason or 'an error without a message'}"


def _from_text(text: str, call: Call, ask: str) -> str:
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rsplit(" ", 1)[0] + " …"
    if re.fullmatch(
        r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[A-Z]{3,4}|[+-]\d\d:?\d\d)?",
        text,
    ):
        return _moment_text(text, call)
    if re.fullmatch(r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?", text):
        return f"It is {text}{_where(call)}."
    if re.fullmatch(r"[-+]?[\d.,]+(?:e[-+]?\d+)?", text):
        return f"The result is {text}."
    if text in ("true", "false", "True", "False"):
        return ("Yes" if text.lower() == "true" else "No") + f" ({call.name} says {text})."
    if re.search(r"[.!?]$", text) or "\n" in text:
        return text
    return f"{_noun(call)}: {text}." if len(text.split()) <= 8 else f"{text}."


def _moment_text(text: str, call: Call) -> str:
    clock = re.search(r"[T ](\d\d:\d\d(?::\d\d)?)", text)[1]
    return f"It is {clock}{_where(call)} ({text})."


def _where(call: Call) -> str:
    for key, value in call.input.items():
        if isinstance(value, str) and value and re.search(r"zone|tz|city|place|location|country", key, re.I):
            return f" in {_spoken(value)}"
    return ""


def _noun(call: Call) -> str:
    words = [p for p in name_parts(call.name) if p not in ("get", "fetch", "lookup", "find", "the", "read")]
    return (" ".join(words) or call.name).capitalize()


def _from_list(items: list) -> str:
    if all(not isinstance(i, (dict, list)) for i in items):
        shown = ", ".join(_plain(i) for i in items[:30])
        return f"{shown}{' …' if len(items) > 30 else ''}"
    lines = []
    for item in items[:12]:
        lines.append(
            "- "
            + (
                ", ".join(f"{k}: {_plain(v)}" for k, v in item.items())
                if isinstance(item, dict)
                else _plain(item)
            )
        )
    more = f"\n(and {len(items) - 12} more)" if len(items) > 12 else ""
    return f"I found {len(items)}:\n" + "\n".join(lines) + more


def _plain(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:299] + "…"


def _from_dict(value: dict, call: Call, ask: str, seed: object, slip_rate: float) -> str:
    utc, local = _clock_keys(value)
    if utc and local:
        slips = draw(seed, "slip", ask, json.dumps(value, sort_keys=True, default=str)) < slip_rate
        return _clock_text(value[utc if slips or _asks_utc(ask, call) else local], call, value)
    if isinstance(value.get("say"), str):
        return value["say"] if value["say"].endswith(".") else value["say"] + "."
    if local and len(value) <= 8 and _ABOUT_TIME.search(f"{ask} {call.name}"):
        return _clock_text(value[local], call, value)
    if len(value) == 1:
        key, one = next(iter(value.items()))
        return f"{_label(key)}: {_from_list(one) if isinstance(one, list) else _plain(one) + '.'}"
    pairs = _asked_first(value, ask)
    return "; ".join(f"{_label(k, n == 0)}: {_plain(v)}" for n, (k, v) in enumerate(pairs[:12])) + "."


_ABOUT_TIME = re.compile(r"time|clock|now|o'clock|late|hour", re.I)
_UTC_KEY = re.compile(r"utc|gmt|zulu", re.I)
_LOCAL_KEY = re.compile(r"local|time|iso|now", re.I)


def _clock_keys(value: dict) -> tuple[Any, Any]:
    """The keys of a UTC time and of a local time in a result, each None when there is none."""
    clocks = [k for k, v in value.items() if isinstance(v, str) and re.search(r"\d\d:\d\d", v)]
    utc = next((k for k in clocks if _UTC_KEY.search(str(k))), None)
    rest = [k for k in clocks if k != utc]
    return utc, next((k for k in rest if utc or _LOCAL_KEY.search(str(k))), None)


def _asks_utc(ask: str, call: Call) -> bool:
    return bool(re.search(r"\b(?:UTC|GMT)\b", ask)) or any(
        v in ("UTC", "Etc/UTC") for v in call.input.values()
    )


def _clock_text(text: str, call: Call, value: dict) -> str:
    if re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", text):
        return _moment_text(text, call)
    day = next(
        (
            str(v)
            for k, v in value.items()
            if re.search(r"weekday|day_of_week|^day$", str(k)) and isinstance(v, str)
        ),
        "",
    )
    date = next((str(v) for k, v in value.items() if str(k) == "date"), "")
    beside = ", ".join(p for p in (day, date) if p)
    return f"It is {text}{_where(call)}" + (f" ({beside})." if beside else ".")


def _label(key: Any, first: bool = True) -> str:
    words = str(key).replace("_", " ")
    return words[:1].upper() + words[1:] if first else words


def _asked_first(value: dict, ask: str) -> list[tuple[Any, Any]]:
    """The pairs the question names come first."""
    spoken = {stem(w) for w in words_of(ask)}
    wider = spoken | {f for w in spoken for f in families(w)}

    def strangeness(key: Any) -> int:
        own = {stem(p) for p in name_parts(str(key))}
        return 0 if own & spoken else 1 if any(families(w) & wider for w in own) else 2

    return sorted(value.items(), key=lambda pair: strangeness(pair[0]))
