"""Which tool a piece of the question is about: words shared with name, description and parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from clockhands.mock.toy import enums
from clockhands.mock.toy.asks import asked
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.evidence import PLAIN_CHOICES, evidence
from clockhands.mock.toy.params import Param, ToolView, describes
from clockhands.mock.toy.words import (
    STOP,
    WEAK,
    content_stems,
    families,
    stem,
    words_of,
)

_BROAD = frozenset(
    """time date number text word place location search create read send set count message find check new add
    list update price name type get user track order play run task store note book table show""".split()  # noqa: SIM905
)
_GENERIC = frozenset(stem(w) for w in _BROAD) | {
    "lookup",
    "look",
    "up",
    "comput",
    "calculat",
    "do",
    "day",
    "my",
    "all",
}
_GENERIC_VERBS = frozenset(
    stem(w)
    for w in """create read send set find check new add update lookup look up compute calculate do run get
    make fetch search list show tell give query load open manage perform process handle""".split()  # noqa: SIM905
)
_CLOCK_STEMS = frozenset(stem(w) for w in ("time", "date", "day", "today", "hour", "clock"))
_EMPTY_WORDS = frozenset(
    """get gets getting fetch fetches return returns retrieve retrieves give gives current the a an of for to
    in and or tool function this that is it does do provides provide given by with from user's users api
    call""".split()  # noqa: SIM905
)
_WHEN = re.compile(
    r"\b(?:use (?:this|it|when|whenever|for|to)|when(?:ever)?\b|if the user|call (?:this"
    r"|it)|reach for|asks?\b|useful)",
    re.I,
)


@dataclass
class Profile:
    """The words a tool answers to, with how much each counts."""

    name: dict[str, frozenset[str]]
    words: dict[str, float] = field(default_factory=dict)
    groups: dict[str, float] = field(default_factory=dict)


@dataclass
class Match:
    """A tool's score on a text. hits: the question's stems that spoke for it; named: share of its name."""

    tool: ToolView
    score: float
    hits: frozenset[str]
    named: float


def _profile(name: str, description: str, signature: tuple) -> Profile:
    own = [w for w in name.split() if w not in STOP and not w.isdigit()]
    profile = Profile({stem(w): families(stem(w)) for w in own})
    for word in words_of(description):
        if word not in STOP:
            profile.words[stem(word)] = 0.1 if word in WEAK else 0.45
    for param_name, param_words, choices in signature:
        for word in param_name.split():
            if word not in STOP:
                profile.words.setdefault(stem(word), 0.4)
        for words, weight in ((param_words, 0.2), (choices, 0.45)):
            for word in words_of(words):
                if word not in STOP and word not in PLAIN_CHOICES:
                    profile.words[stem(word)] = max(weight, profile.words.get(stem(word), 0.0))
    for word in profile.name:
        profile.words[word] = 1.0
    for word, weight in profile.words.items():
        for family in families(word):
            profile.groups[family] = max(profile.groups.get(family, 0), weight * 0.85)
    return profile


@lru_cache(maxsize=256)
def profile_of(tool: ToolView) -> Profile:
    """The tool's words."""
    signature = tuple(
        (p.noun, p.description, " ".join(enums.all_words(p.schema.get("enum") or []))) for p in tool.params
    )
    return _profile(" ".join(tool.name_words), tool.description, signature)


@lru_cache(maxsize=256)
def quality(tool: ToolView) -> float:
    """How clearly a definition tells what it is for: 0 (no more than its name) to 1 (what, and when)."""
    said = words_of(tool.description)
    own = {stem(w) for w in tool.name_words}
    fresh = {stem(w) for w in said if w not in _EMPTY_WORDS and stem(w) not in own}
    if _WHEN.search(tool.description) and len(said) >= 8:
        return 1.0
    described = sum(describes(p) for p in tool.params) / len(tool.params) if tool.params else 0
    return min(0.9, 0.25 * min(len(fresh), 3) + 0.2 * described)


_EFFECTS = frozenset(
    """send create delete book set pay cancel update post buy order remove play turn transfer schedule start
    stop reserve save move rename lock unlock open close switch log record mute feed lend merge restart dim
    apply request charge skip pause resume write add register submit upload""".split()  # noqa: SIM905
)
_COMPUTES = frozenset("""convert translate generate make run encode decode format render draw""".split())  # noqa: SIM905


def acts(tool: ToolView) -> bool:
    """Whether a tool changes something in the world, rather than finds something out."""
    said = words_of(tool.description)
    first = said[0] if said else tool.name_words[0] if tool.name_words else ""
    return first in _EFFECTS and not set(said) & {"numbers", "integers", "sum"}


def informs(tool: ToolView) -> bool:
    """Whether a tool may supply a value: it neither acts nor only transforms what it is given."""
    return not acts(tool) and not (tool.name_words and tool.name_words[0] in _COMPUTES | _EFFECTS)


_OPENING = re.compile(
    r"\W*(?:(?:please|can you|could you|would you|will you|just|now|and|then|hey|i want to|i'd like to"
    r"|let's|kindly)\W+)*"
    r"([^\W\d_]+)",
    re.I,
)
_VERB = 0.8  # what it is worth that the request begins with the tool's own verb
_COMMON_VERBS = frozenset(
    stem(w)
    for w in [
        "get",
        "give",
        "show",
        "find",
        "search",
        "list",
        "check",
        "tell",
        "look",
        "make",
        "do",
        "set",
        "use",
    ]
)


def commands(text: str, tool: ToolView) -> float:
    """How much the opening verb is the tool's own: 1 for `flip a coin` and `flip_coin`, less for `get`."""
    first = _OPENING.match(text)
    word = stem(first[1]) if first else ""
    if not word:
        return 0.0
    said = words_of(tool.description)[:1]
    for own, weight in ((tool.name_words[:1], 1.0), (said, 0.7), (tool.name_words[1:], 0.7)):
        for one in own:
            if word == stem(one) or families(word) & families(stem(one)):
                return weight * (0.45 if word in _COMMON_VERBS else 1.0)
    return 0.0


def rank(text: str, tools: Sequence[ToolView], mentions: list[Entity]) -> list[Match]:
    """Every tool with its score on `text`, best first. mentions: what the text names."""
    wanted = asked(text)
    spoken = list(dict.fromkeys(content_stems(text)))
    profiles = [profile_of(tool) for tool in tools]
    matches = []
    for tool, profile in zip(tools, profiles, strict=True):
        match = _match(spoken, wanted, mentions, tool, profile, profiles)
        matches.append(replace(match, score=match.score + _VERB * commands(text, tool)))
    return sorted(matches, key=lambda m: -m.score)


def _match(
    spoken: list[str],
    wanted: set[str],
    mentions: list[Entity],
    tool: ToolView,
    profile: Profile,
    profiles: list[Profile],
) -> Match:
    total, hits = 0.0, set()
    for word in spoken:
        related = families(word)
        weight = max(profile.words.get(word, 0.0), _prefixed(word, profile))
        weight = max(
            [
                weight,
                *(profile.groups.get(f, 0.0) * 0.9 for f in related - {"time", "date"}),
            ]
        )
        if word in _CLOCK_STEMS and not wanted & {"now", "today"}:
            weight *= 0.3
        if weight > 0.1:
            total += weight * _rarity(word, related, profiles)
            hits.add(word)
    bonus, reasons = _phrases(wanted, profile)
    met = [w for w in profile.name if _is_met(w, profile.name[w], hits, spoken, wanted)]
    whole = sum(_weight_in_name(w) for w in profile.name)
    share = sum(_weight_in_name(w) for w in met) / whole if whole else 0.0
    if len(profile.name) > 1 and share < 0.51:
        total *= 0.85
    if not met and not bonus and (len(hits) < 3 or len(hits) < 0.5 * len(spoken)):
        total = min(total, 0.7)
    score = total + bonus + 0.5 * share + evidence(tool, mentions, spoken)
    return Match(tool, score, frozenset(hits | reasons), share)


def _weight_in_name(word: str) -> float:
    return 0.35 if word in _GENERIC_VERBS else 0.7 if word in _GENERIC else 1.0


def _prefixed(word: str, profile: Profile) -> float:
    """`plural` speaks for `pluralize`, `count` for `counter`, `hexadecimal` for `to_hex`."""
    if len(word) < 5:
        return 0.0
    if any(len(n) >= 5 and (n.startswith(word) or word.startswith(n)) for n in profile.name):
        return 0.9
    short = word in profile.words and any(len(n) >= 3 and word.startswith(n) for n in profile.name)
    return 0.9 if short else 0.0


def _is_met(
    word: str,
    related: frozenset[str],
    hits: set[str],
    spoken: list[str],
    wanted: set[str],
) -> bool:
    if word in hits or related & wanted or ({"now", "today"} & wanted and related & {"time", "date"}):
        return True
    return any(related & families(s) - {"time", "date"} for s in spoken)


def _phrases(wanted: set[str], profile: Profile) -> tuple[float, set[str]]:
    bonus, reasons = 0.0, set()
    time, date = profile.groups.get("time", 0.0), profile.groups.get("date", 0.0)
    if "now" in wanted and max(time, date * 0.7) >= 0.3:
        bonus += 1.2 if time > 0.8 else 0.8
        reasons.add("?now")
    if "today" in wanted and max(time, date) >= 0.3:
        bonus += 1.2 if date > 0.8 else 0.8
        reasons.add("?today")
    for family in wanted - {"now", "today"}:
        weight = max(profile.groups.get(family, 0.0), profile.words.get(family, 0.0))
        if weight:
            bonus += (
                0.25 if family in ("count", "price", "buy", "user") else 0.5 if family == "search" else 1.0
            ) * weight
            reasons.add("?" + family)
    return bonus, reasons


def _rarity(word: str, related: frozenset[str], profiles: list[Profile]) -> float:
    holders = sum(word in p.words or any(f in p.groups for f in related) for p in profiles)
    scale = 1.0
    if len(profiles) > 1:
        scale -= 0.5 * math.log(max(holders, 1)) / math.log(len(profiles) + 1)
    broad = word in _GENERIC or (bool(related) and related <= _BROAD)
    return scale * (0.6 if broad else 1.0)


def relates(param: Param, tool: ToolView) -> float:
    """Whether `tool` plausibly supplies a value for `param`: its words speak of the same thing."""
    profile = profile_of(tool)
    score = 0.0
    for word in (stem(w) for w in param.noun.split()):
        if word not in STOP and word not in ("id", "name", "to", "from"):
            score = max(score, profile.words.get(word, 0.0))
    linked = {
        "zone": ("timezone", "location", "user"), "place": ("location", "user"),
        "email": ("email", "contact"),
        "phone": ("phone", "contact"), "date": ("date", "time"), "currency": ("currency",),
    }.get(param.kind, ())  # fmt: skip
    return max([score, *(profile.groups.get(f, 0.0) for f in linked)])
