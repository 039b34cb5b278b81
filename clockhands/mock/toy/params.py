"""What a tool's parameter is about: its kind, its role (from, to), how well it is described."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clockhands.mock.toy.schema import cleaned, resolve, type_of
from clockhands.mock.toy.words import STOP, content_stems, name_parts, stem, words_of


@dataclass
class Param:
    """One parameter. kind: what sort of value it wants, such as `zone`, `place`, `number`, `text`."""

    name: str
    schema: dict
    raw: Any
    required: bool
    type: str
    kind: str
    role: str = ""
    description: str = ""
    stems: frozenset[str] = frozenset()
    item: Param | None = None
    fields: list[Param] = field(default_factory=list)

    @property
    def noun(self) -> str:
        """The parameter in words, for a question to the user."""
        return " ".join(name_parts(self.name)) or self.name


@dataclass
class ToolView:
    """A tool definition, read: words of its name and description, parameters in order."""

    name: str
    description: str
    schema: dict
    params: list[Param]
    name_words: list[str]
    position: int = 0


_BY_NAME: list[tuple[str, str]] = [
    ("email", r"e?mails?|email_address|recipients?_email"),
    ("zone", r"timezones?|tz|time_zones?|zones?|tzname|iana"),
    ("latlon", r"lat|latitude|lon|lng|long|longitude"),
    ("currency", r"currenc(?:y|ies)|ccy|coins?|crypto(?:currency)?"),
    ("language", r"lang|languages?|locale"),
    ("unit", r"units?"),
    ("ip", r"ip"),
    ("url", r"urls?|uri|link|website|webpage|site|domain|page_url"),
    ("phone", r"phone|telephone|mobile"),
    ("id", r"ids?|identifier|reference|ref|sku|uuid|number|code|tracking|isbn|pnr|serial|zip|postcode|postal"),
    ("ticker", r"symbols?|tickers?|stock"),
    ("dice", r"dice|notation"),
    ("expr", r"expressions?|formula|equation|calculation|expr|math"),
    ("datetime", r"datetime|timestamp|when|usertimes?|moment|deadline|due|start|end|start_time|end_time|at|since|until"),
    ("date", r"dates?|days?|check_?in|check_?out|departure_date|return_date|birthday|birthdate|dob"),
    ("time", r"times?|hour|clock"),
    ("path", r"paths?|files?|filename|file_name|file_path|folder|directory|dir"),
    ("colour", r"colou?rs?"),
    ("place", r"cit(?:y|ies)|locs?|locations?|places?|towns?|country|countries|region|airport|station|where|destinations?|"
              r"origins?|departure|arrival|address|capital|state|area|pickup|dropoff|nation"),
    ("query", r"query|queries|q|keywords?|terms?|topics?|search|question|phrase_to_search|category|genre|subject_matter"),
    ("title", r"subject|titles?|heading|headline|name_of_event|summary|label"),
    ("word", r"words?|nouns?|verbs?|adjectives?|term|lemma|letter"),
    ("text", r"texts?|messages?|body|content|contents|sentences?|paragraph|string|str|phrase|input|notes?|comment|"
             r"description|memo|reminder|task|todo|prompt|review|value|s|data|document|caption|reason|item|items"),
    ("name", r"names?|persons?|people|contacts?|users?|username|recipients?|guests?|attendees?|customer|restaurant|hotel|"
             r"artist|song|movie|film|book|product|dish|ingredients?|company|sender|author|team|player|room|device|brand|"
             r"to_user|payee|to_person|venue|theater|track|playlist|animal|pet|model"),
]  # fmt: skip
_BY_NAME_RE = [(kind, re.compile(rf"(?:{pattern})$")) for kind, pattern in _BY_NAME]

_BY_DESCRIPTION: list[tuple[str, re.Pattern]] = [
    ("zone", re.compile(r"\biana\b|\btime ?zone\b|Europe/|America/|Asia/", re.I)),
    ("currency", re.compile(r"\bcurrency\b|\biso[ -]?4217\b|\bUSD\b|\bEUR\b", re.I)),
    ("email", re.compile(r"\be-?mail address|\S+@\S+\.\w+", re.I)),
    ("language", re.compile(r"\blanguage\b|\biso[ -]?639", re.I)),
    ("ticker", re.compile(r"\bticker\b|\bAAPL\b|stock symbol", re.I)),
    ("date", re.compile(r"YYYY-?MM-?DD|\biso[ -]?8601 date|\bdate\b", re.I)),
    ("time", re.compile(r"\bHH:MM\b|\btime of day\b|\b24[- ]hour\b", re.I)),
    ("url", re.compile(r"\burl\b|https?://|web address", re.I)),
    ("expr", re.compile(r"\bexpression\b|\bformula\b", re.I)),
    ("unit", re.compile(r"\bunit\b", re.I)),
    (
        "place",
        re.compile(
            r"\bcity\b|\bcountry\b|\bairport\b|\blocation\b|\bplace\b|\btown\b|\bIATA\b",
            re.I,
        ),
    ),
    (
        "id",
        re.compile(r"\bidentifier\b|\bid\b|\border number\b|\b[A-Z]{2,5}-\d+", re.I),
    ),
    ("name", re.compile(r"\bname of\b|\bperson\b|\bwho\b", re.I)),
    (
        "query",
        re.compile(r"\bsearch for\b|\bquery\b|\bkeywords?\b|\blook (?:up|for)\b", re.I),
    ),
    ("text", re.compile(r"\btext\b|\bsentence\b|\bwords?\b|\bmessage\b", re.I)),
]
_FORMATS = {
    "date": "date", "time": "time", "date-time": "datetime", "email": "email", "uri": "url", "url": "url",
    "uuid": "id", "ipv4": "ip",
}  # fmt: skip
_ROLES = {
    "from": r"from|origin|source|src|departure|start|sender|begin|first|base|old|pickup|a|x|minuend|dividend|numerator",
    "to": r"to|dest|destination|target|end|arrival|recipient|receiver|finish|second|new|into|dropoff|b|y|subtrahend|divisor|denominator",
}  # fmt: skip
_ROLE_RE = {role: re.compile(rf"(?:{pattern})$") for role, pattern in _ROLES.items()}
_WORKS = frozenset(
    {"song", "movy", "movie", "film", "book", "album", "track", "music", "artist", "author", "show", "gam"}
)
_DIRECTIONS = (
    "to",
    "from",
    "source",
    "target",
    "destination",
    "origin",
    "recipient",
    "dest",
    "src",
    "input",
    "output",
    "base",
    "quote",
    "a",
    "b",
    "start",
    "end",
    "first",
    "second",
    "receiver",
    "sender",
)


def view_tools(request: dict) -> list[ToolView]:
    """The custom tools a request offers, in order; tools of other types and odd entries are left out."""
    tools = request.get("tools")
    seen: list[ToolView] = []
    for tool in tools if isinstance(tools, list) else []:
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
            continue
        if not isinstance(tool.get("input_schema"), dict):
            continue
        try:
            key = json.dumps([tool["name"], tool.get("description"), tool["input_schema"]])
        except (TypeError, ValueError):
            continue
        seen.append(_view(key))
    return seen


@lru_cache(maxsize=256)
def _view(key: str) -> ToolView:
    name, description, schema = json.loads(key)
    schema = cleaned(schema)
    description = description if isinstance(description, str) else ""
    parts = name_parts(name)
    hints = {stem(w) for w in parts} | set(content_stems(description))
    return ToolView(name, description, schema, params_of(schema, schema, hints), parts)


def params_of(schema: dict, root: dict, hints: set[str], depth: int = 0) -> list[Param]:
    """The properties of an object schema as `Param`s, in order, required ones marked."""
    properties = schema.get("properties")
    required = schema.get("required")
    required = required if isinstance(required, list) else []
    if not isinstance(properties, dict) or depth > 4:
        return []
    return [_param(n, s, n in required, root, hints, depth) for n, s in properties.items()]


def _param(name: str, raw: Any, required: bool, root: dict, hints: set[str], depth: int) -> Param:
    schema = resolve(raw, root)
    description = str(schema.get("description") or schema.get("title") or "")
    kind_type = type_of(schema)
    parts = name_parts(name)
    param = Param(name, schema, raw, required, kind_type, "text", _role(parts), description)
    param.stems = frozenset(stem(p) for p in parts) | frozenset(content_stems(description))
    param.kind = _kind(parts, description, schema, kind_type, hints)
    if kind_type == "array" and depth < 4:
        param.item = _param(
            name,
            schema.get("items") or {"type": "string"},
            True,
            root,
            hints,
            depth + 1,
        )
        param.kind = "list"
    if kind_type == "object":
        param.fields = params_of(schema, root, hints | param.stems, depth + 1)
        param.kind = "object"
    return param


def _role(parts: list[str]) -> str:
    for part in (parts[0], parts[-1]) if parts else ():
        for role, pattern in _ROLE_RE.items():
            if pattern.match(part):
                return role
    return ""


def _kind(parts: list[str], description: str, schema: dict, kind_type: str, hints: set[str]) -> str:
    if isinstance(schema.get("enum"), list) or "const" in schema:
        return "enum"
    if kind_type in ("boolean", "null"):
        return kind_type
    if schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    if kind_type in ("number", "integer"):
        return "number"
    if re.search(
        r"\\d\{4\}-\\d\{2\}-\\d\{2\}\$?$|\[0-9\]\{4\}-\[0-9\]\{2\}-\[0-9\]\{2\}\$?$",
        str(schema.get("pattern")),
    ):
        return "date"
    joined = "_".join(parts)
    if joined in _DIRECTIONS or joined in ("to", "from"):
        return _direction_kind(joined, description, hints)
    if joined == "subject" and "email" not in hints and "mail" not in hints:
        joined = "topic"
    for text in (joined, *reversed(parts)):
        if len(parts) > 1 and text in (
            "start",
            "end",
            "at",
            "due",
            "to",
            "from",
            "s",
            "q",
        ):
            continue
        for kind, pattern in _BY_NAME_RE:
            if pattern.match(text):
                return _refine(kind, parts, description, hints)
    for kind, pattern in _BY_DESCRIPTION:
        if pattern.search(description):
            return kind
    return "any"


def _refine(kind: str, parts: list[str], description: str, hints: set[str]) -> str:
    """Second thoughts on a kind that the name suggested, from the description and the tool."""
    if kind in ("time", "datetime", "text", "name", "place", "query", "id"):
        if re.search(r"\biana\b|time ?zone", description, re.I) and kind in (
            "place",
            "id",
            "name",
            "text",
        ):
            return "zone"
        if kind in ("text", "name") and re.search(r"\S+@\S+\.\w+|e-?mail address", description, re.I):
            return "email"
    if kind == "id" and parts[-1] == "code":
        for other, word in (
            ("currency", "currency"),
            ("language", "language"),
            ("place", "country"),
            ("place", "airport"),
        ):
            if word in parts:
                return other
    if kind == "id" and "phone" in parts:
        return "phone"
    if (
        kind == "zone"
        and parts[-1].startswith("zone")
        and not {"time", "tim", "clock", "hour"} & (hints | set(parts))
        and "iana" not in description.lower()
    ):
        return "name"
    if kind == "title" and hints & _WORKS:
        return "name"
    if kind == "datetime" and re.search(r"YYYY-MM-DD(?!T| HH)|\bdate\b(?! and| ?time)", description, re.I):
        return "date"
    if kind == "ticker" and parts == ["symbol"] and {"currency", "convert"} & hints:
        return "currency"
    return kind


def _direction_kind(name: str, description: str, hints: set[str]) -> str:
    """`to`, `from`, `target` and the like mean what the tool is about."""
    if name in ("recipient", "receiver", "sender"):
        hints = hints & {"email", "mail", "sms", "phone"}
    for kind, pattern in _BY_DESCRIPTION:
        if pattern.search(description):
            return kind
    about = (
        ("currency", {"currency", "exchange", "money", "forex"}), ("language", {"translat", "translate", "language"}),
        ("unit", {"unit", "measurement", "temperature", "length"}),
        ("email", {"email", "mail"}), ("phone", {"sms", "phone"}),
        ("place", {"flight", "fly", "train", "rout", "route", "distanc", "travel", "city", "trip", "direction", "taxi", "rid", "bu", "driv"}),
        ("zone", {"timezon", "zon", "tz", "time", "tim", "clock"}),
        ("name", {"message", "messag", "pay", "payment", "money", "transfer", "send"}),
    )  # fmt: skip
    for kind, words in about:
        if words & hints or {stem(w) for w in words} & hints:
            return kind
    return "name" if name in ("recipient", "receiver", "sender", "to", "from") else "any"


def describes(param: Param) -> bool:
    """Whether the parameter says more than its name: a description, an enum, a format or a pattern."""
    said = [w for w in words_of(param.description) if w not in STOP]
    told = any(key in param.schema for key in ("enum", "format", "pattern", "const", "examples"))
    return len(said) >= 2 or told
