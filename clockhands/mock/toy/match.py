"""Which tool a piece of the question is about: words shared with name, description and parameters."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache

from clockhands.mock.toy import enums
from clockhands.mock.toy.params import Param, ToolView, describes
from clockhands.mock.toy.words import STOP, content_stems, families, stem, words_of

# What a phrase asks for, where single words would mislead.
_ASKS: list[tuple[str, re.Pattern]] = [
    ("now", re.compile(
        r"\bwhat(?:'s|’s| is)?(?: the)?(?: current| exact| local)? time\b(?! travel| zone)|\btime is it\b|\bcurrent time\b|\btime (?:right )?now\b|\blocal time\b|"
        r"\bhow late\b|\b(?:tell|give) me the (?:current |local |exact )?time\b|\b(?:got|have) the time\b|\bthe time (?:in|at|for|of day)\b|^\W*time (?:in|at|for)\b|\bwhat hour\b|"
        r"\btime\b[^.?!]{0,20}\b(?:please|here)\b|\bo'?clock (?:is it|now)|\bthe clock\b|\b(?:and|,) (?:the )?time\b|\bcheck the time\b|\bexact time\b", re.I)),
    ("today", re.compile(
        r"\bwhat(?:'s|’s| is)?(?: the)?(?: current| today's)? (?:date|day|weekday|month|year)\b|\btoday'?s date\b|\bday (?:is it|of the week)\b|\bthe date\b(?! of)|\bwhich (?:day|date|weekday|month|year)\b|"
        r"\bwhat day\b|\bcurrent (?:date|year|day|month)\b|\bis (?:it|today) (?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun|weekend)|\bdate today\b", re.I)),
    ("distance", re.compile(r"\bhow far\b|\bhow (?:many|long)\b.{0,20}\b(?:km|miles|kilomet)|\bdistance\b", re.I)),
    ("translate", re.compile(r"\bhow (?:do|would|can) (?:you|i|we|they) (?:say|write)\b|\bwhat is .{1,60} in (?:french|german|spanish|italian|japanese|chinese|russian|dutch|korean|latin|portuguese)\b", re.I)),
    ("weather", re.compile(r"\bhow (?:hot|cold|warm|humid|windy)\b|\b(?:is|will) it (?:be )?(?:going to )?(?:rain|snow|sunny|cold|hot|warm|raining|snowing|windy)|\bumbrella\b|\bdegrees (?:is it )?(?:in|outside)\b", re.I)),
    ("count", re.compile(r"\bhow many\b|\bcount\b|\bnumber of\b", re.I)),
    ("price", re.compile(r"\bhow much (?:is|are|does|do)\b|\btrading at\b|\bworth\b", re.I)),
    ("remind", re.compile(r"\bwake me\b|\bremind\b|\bdon't let me forget\b", re.I)),
    ("roll", re.compile(r"\b\d*d\d+\b", re.I)),
    ("track", re.compile(r"\bwhere(?:'s|’s| is) my\b|\bhas my .{0,20}(?:arrived|shipped|been)\b|\bwhen will my\b", re.I)),
    ("nearest", re.compile(r"\bnear(?:est|by| me)\b|\bclosest\b", re.I)),
    ("location", re.compile(r"\bwhere am i\b|\bmy (?:location|city)\b|\bwhich city am i\b", re.I)),
    ("user", re.compile(r"\bwho am i\b|\bmy (?:account|profile)\b", re.I)),
]  # fmt: skip
_BROAD = frozenset({"time", "date", "number", "text", "word", "place", "location", "search", "create", "read", "send", "set", "count", "message", "find", "check", "new", "add", "list", "update"})  # fmt: skip
_GENERIC_STEMS = frozenset(stem(w) for w in _BROAD) | {
    "lookup",
    "look",
    "up",
    "compute",
    "calculate",
    "run",
    "do",
    "day",
    "user",
    "my",
    "all",
}


@dataclass
class Profile:
    """The words a tool answers to, with how much each counts."""

    name: dict[str, set[str]]
    words: dict[str, float] = field(default_factory=dict)
    groups: dict[str, float] = field(default_factory=dict)
    quality: float = 0.5


@dataclass
class Match:
    """A tool's score on a piece of text; hits are the question's stems that spoke for it."""

    tool: ToolView
    score: float
    hits: frozenset[str]


@lru_cache(maxsize=256)
def _profile(name: str, description: str, signature: tuple) -> Profile:
    own = [w for w in name.split() if w not in STOP and not w.isdigit()]
    profile = Profile({stem(w): set(families(stem(w))) for w in own})
    for word in content_stems(description):
        profile.words[word] = max(profile.words.get(word, 0), 0.45)
    for param_name, param_words in signature:
        for word in param_name.split():
            if word not in STOP:
                profile.words.setdefault(stem(word), 0.4)
        for word in param_words.split():
            if word not in STOP:
                profile.words.setdefault(stem(word), 0.2)
    for word in profile.name:
        profile.words[word] = 1.0
    for word, weight in profile.words.items():
        for family in families(word):
            profile.groups[family] = max(profile.groups.get(family, 0), weight * 0.85)
    return profile


def profile_of(tool: ToolView) -> Profile:
    """The tool's words; its quality says how clearly the definition tells what it is for."""
    signature = tuple(
        (p.noun, p.description + " " + " ".join(enums.all_words(p.schema.get("enum") or [])))
        for p in tool.params
    )
    profile = _profile(" ".join(tool.name_words), tool.description, signature)
    profile.quality = quality(tool)
    return profile


def quality(tool: ToolView) -> float:
    """0 (says nothing) to 1 (says what it does and when to reach for it)."""
    said = words_of(tool.description)
    own = {stem(w) for w in tool.name_words}
    fresh = {stem(w) for w in said if w not in STOP and stem(w) not in own}
    when = bool(
        re.search(
            r"\b(?:use (?:this|it|when|whenever|for)|when(?:ever)?\b|if the user|call (?:this|it)|reach for|asks?\b|needs?\b|useful for)",
            tool.description,
            re.I,
        )
    )
    score = min(len(fresh), 5) * 0.12 + 0.35 * (when and len(said) >= 6)
    if tool.params:
        score += 0.2 * sum(describes(p) for p in tool.params) / len(tool.params)
    else:
        score += 0.05
    return min(1.0, score)


def rank(text: str, tools: list[ToolView], kinds: frozenset[str]) -> list[Match]:
    """Every tool with its score on `text`, best first. kinds: entity kinds that the text mentions."""
    asked = {family for family, pattern in _ASKS if pattern.search(text)}
    spoken = list(dict.fromkeys(content_stems(text)))
    profiles = [profile_of(tool) for tool in tools]
    matches = []
    for tool, profile in zip(tools, profiles, strict=True):
        score, hits = _score(spoken, asked, tool, profile, profiles, kinds)
        matches.append(Match(tool, score, frozenset(hits)))
    return sorted(matches, key=lambda m: -m.score)


def _score(
    spoken: list[str],
    asked: set[str],
    tool: ToolView,
    profile: Profile,
    profiles: list[Profile],
    kinds: frozenset[str],
) -> tuple[float, set[str]]:
    total, hits = 0.0, set()
    for word in spoken:
        weight = profile.words.get(word, 0.0)
        related = families(word)
        weight = max(
            [
                weight,
                *(
                    profile.groups.get(f, 0.0) * 0.9
                    for f in related
                    if f not in ("time", "date") or word in profile.words
                ),
            ]
        )
        if word in ("time", "tim", "date", "dat", "day", "today", "hour"):
            weight = weight if asked & {"now", "today"} else weight * 0.3
        if weight > 0.1:
            total += weight * _rarity(word, related, profiles)
            hits.add(word)
    names = profile.name
    covered = [w for w in names if w in hits or any(names[w] & families(s) for s in spoken)]
    total += _phrases(asked, profile, names, hits)
    total += _mentions(tool, kinds)
    if names:
        strong = [w for w in names if w not in _GENERIC_STEMS] or list(names)
        share = len([w for w in strong if w in covered]) / len(strong)
        total += 0.5 * share
        if not share and not hits:
            total = min(total, 0.55)
    return total, hits


def _phrases(asked: set[str], profile: Profile, names: dict[str, set[str]], hits: set[str]) -> float:
    bonus = 0.0
    clock = (
        {"time", "datetime", "clock", "now", "tim", "datetim"} & set(names)
        or ("time" in profile.groups
        and profile.groups["time"] >= 0.3)
    )
    calendar = {"date", "dat", "day", "today", "datetime", "datetim"} & set(names) or profile.groups.get(
        "date", 0
    ) >= 0.3
    if "now" in asked and clock:
        bonus += 1.2 if profile.groups.get("time", 0) > 0.8 else 0.8
        hits.add("?now")
    if "today" in asked and (calendar or clock):
        bonus += 1.2 if calendar else 0.7
        hits.add("?today")
    for family in asked - {"now", "today"}:
        weight = profile.groups.get(family, 0)
        if weight:
            bonus += (0.25 if family in _BROAD or family == "price" else 1.0) * weight
            hits.add("?" + family)
    return bonus


def _mentions(tool: ToolView, kinds: frozenset[str]) -> float:
    """Telling things in the text that some parameter was made for: dice, an expression, an id, money."""
    score = 0.0
    for param in tool.params:
        kind = param.item.kind if param.item else param.kind
        if kind == "expr" and "expr" in kinds:
            score += 1.0
        elif kind in ("dice", "ip", "ticker") and kind in kinds:
            score += 0.9
        elif kind in ("currency", "email", "url", "language", "unit", "path", "colour") and kind in kinds:
            score += 0.3
        elif kind == "id" and "id" in kinds:
            score += 0.35
        elif kind in ("zone", "place") and kinds & {"place", "zone"}:
            score += 0.1
    return min(score, 1.2)


def _rarity(word: str, related: frozenset[str], profiles: list[Profile]) -> float:
    holders = sum(word in p.words or any(f in p.groups for f in related) for p in profiles)
    scale = 1.0 if len(profiles) < 2 else 1.0 - 0.5 * math.log(max(holders, 1)) / math.log(len(profiles) + 1)
    return scale * (0.6 if word in _GENERIC_STEMS or (related and related <= _BROAD) else 1.0)


def relates(param: Param, tool: ToolView) -> float:
    """Whether `tool` plausibly supplies a value for `param`: its words speak of the same thing."""
    profile = profile_of(tool)
    score = 0.0
    for word in (stem(w) for w in param.noun.split()):
        if word in STOP or word in ("id", "name", "to", "from"):
            continue
        score = max(score, profile.words.get(word, 0.0))
    linked = {
        "zone": ("timezone", "location", "user"), "place": ("location", "user"), "email": ("email", "contact"),
        "phone": ("phone", "contact"), "date": ("date", "time"), "currency": ("currency",),
    }.get(param.kind, ())  # fmt: skip
    return max([score, *(profile.groups.get(f, 0.0) for f in linked)])
