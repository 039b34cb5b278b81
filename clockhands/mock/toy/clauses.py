"""A question cut into stretches, each about one tool or several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from clockhands.mock.toy import values
from clockhands.mock.toy.asks import DEEP, PROSE, QUESTION, STATEMENT, explains
from clockhands.mock.toy.fill import fill
from clockhands.mock.toy.match import Match, acts, profile_of, rank
from clockhands.mock.toy.params import ToolView
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.words import families, stem

BAR = 0.78  # a stretch asks for a tool when the match reaches this
_SECOND, _STATED, _EXPLAINED = (
    0.25,
    0.5,
    1.3,
)  # what more it takes beside another tool, in a statement, in a "why"

_JOINTS = "and then|and also|then|and|also|plus|as well as|but"
_NEXT = r"(?=(\S+)(?:\s+\S+)?)"
_BREAK = re.compile(rf"(?<=[.!?;])\s+|\n+|,?\s+(?:{_JOINTS})\s+{_NEXT}|,\s+{_NEXT}", re.I)
_STARTERS = frozenset(
    """what what's what’s whats when where where's how how's who who's which whether is are was will does do
    did can could tell give show find get check look search send email text call set start create make add
    book reserve order buy convert translate calculate compute roll flip generate write read open delete
    remove cancel schedule remind play turn switch lock track transfer pay list count reverse sort summarize
    define wake save note put update rename move copy post print run fetch pick draw toss measure mark stop
    pause lookup multiply divide subtract please also then i'd i""".split()  # noqa: SIM905
)
_WHOLE = (
    "quote",
    "expr",
    "date",
    "place",
    "url",
    "email",
    "datetime",
    "moment",
)  # never cut inside one of these
_KNOWLEDGE = frozenset(
    """search define joke news recipe quiz write summarize weather translate population wikipedia wiki answer
    knowledge story poem""".split()  # noqa: SIM905
)
_ANY_VERB = frozenset(stem(w) for w in ("write", "make", "create", "add", "save", "put"))
_WRITERS = frozenset(stem(w) for w in ("write", "writer", "compose", "draft", "generate"))
_SEARCHERS = frozenset({"search", "wikipedia", "wiki", "answer", "knowledge", "ask"})
_NEGATED = re.compile(r"\b(?:don['’]t|do not|never|no need to|stop|without)\s+$", re.I)
_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|those|these|there)\b", re.I)
_SAID = re.compile(r"\b(?:saying|that says|telling (?:him|her|them)|to say|reminding)\b|(?<=\w):\s", re.I)


@dataclass
class Group:
    """A stretch of the question that is about one tool."""

    start: int
    end: int
    match: Match


def groups_of(text: str, tools: list[ToolView]) -> list[Group]:
    """The stretches of `text`, each with its tool, in order; what fits no tool joins the one before.

    Each step of a loop brings the same question back, so the last ones are kept.
    """
    return list(_groups_of(text, tuple(tools)))


@lru_cache(maxsize=128)
def _groups_of(text: str, tools: tuple[ToolView, ...]) -> list[Group]:
    reading = Reading.of(text)
    groups: list[Group] = []
    opening: int | None = None
    last = (0, 0)
    for start, end in pieces(text, reading, tools):
        found = _tools_for(text[start:end], tools, reading, start, last, opening is not None)
        if found:
            groups += [Group(start if opening is None else opening, end, match) for match in found]
            opening = None
        elif groups and not explains(text[start:end]):
            groups[-1].end = end
        elif not groups and not re.search(r"[.!?]\s*$", text[start:end]):
            opening = start if opening is None else opening
        last = (start, end)
    return _merge(groups, text)


def pieces(text: str, reading: Reading, tools: Sequence[ToolView]) -> list[tuple[int, int]]:
    """Where to cut: after a sentence, and before an `and` that a new request follows."""
    verbs = {t.name_words[0] for t in tools if t.name_words} | _STARTERS
    whole = [(e.start, e.end) for e in reading.entities if e.kind in _WHOLE]
    cuts, start = [], 0
    for hit in _BREAK.finditer(text):
        if any(left < hit.end() and hit.start() < right for left, right in whole):
            continue
        follower = (hit[1] or hit[2] or "").lower().strip(",.?!:")
        sentence = hit[1] is None and hit[2] is None
        if sentence or follower in verbs:
            cuts.append((start, hit.start()))
            start = hit.end()
    cuts.append((start, len(text)))
    return [(a, b) for a, b in cuts if text[a:b].strip()]


def _merge(groups: list[Group], text: str) -> list[Group]:
    """Two stretches about one tool are one request when the second cannot stand alone."""
    merged: list[Group] = []
    for group in groups:
        before = next((g for g in reversed(merged) if g.match.tool is group.match.tool), None)
        if before and fill(group.match.tool, Reading.of(text[group.start : group.end])).missing:
            before.end = max(before.end, group.end)
            continue
        merged.append(group)
    return merged


def _tools_for(
    piece: str,
    tools: Sequence[ToolView],
    reading: Reading,
    start: int,
    last: tuple[int, int],
    text_open: bool = False,
) -> list[Match]:
    """Tools one stretch asks for, in its own order. last: the stretch before, which `it` may mean.

    text_open: the stretch before asked for nothing yet and belongs to this one.
    """
    mentions = [e for e in reading.entities if start <= e.start < start + len(piece)]
    bare = piece
    for left, right in [(e.start - start, e.end - start) for e in mentions if e.kind == "quote"]:
        bare = bare[:left] + " " * (right - left) + bare[right:]
    if _POINTS_BACK.search(piece) and (not mentions or (last[1] and text_open)):
        mentions = [e for e in reading.entities if last[0] <= e.start < last[1]] + mentions
    kinds = frozenset(e.kind for e in mentions)
    explain = explains(piece)
    bar = BAR + (_STATED if STATEMENT.search(piece) and "?" not in piece else 0)
    acting = bool(QUESTION.search(piece))
    chosen: list[Match] = []
    spent: set[str] = set()
    prose, deep = PROSE.search(piece), DEEP.search(piece)
    for match in rank(_command(bare), tools, mentions):
        if (prose and not _writes(match, prose[1])) or (deep and not _searches(match)):
            continue
        if explain and acts(match.tool) and not _knows(match):
            continue
        general = acting and acts(match.tool)
        general = general or (explain and not (_knows(match) or _concrete(match, kinds)))
        if match.score < bar + (_SECOND if chosen else 0) + (_EXPLAINED if general else 0):
            continue
        if _negated(piece, match) or (chosen and not (match.hits - spent and _own_ground(match, chosen))):
            continue
        chosen.append(match)
        spent |= match.hits
        if len(chosen) == 4:
            break
    return sorted(chosen, key=lambda m: _where(piece, m))


def _command(piece: str) -> str:
    """The piece without what is merely said in a message: `… saying the weather is fine`."""
    cut = _SAID.search(piece)
    return piece[: cut.end()] if cut and len(piece[: cut.start()].split()) > 2 else piece


def _knows(match: Match) -> bool:
    """A tool whose business is knowledge or prose may be called for a `why` or a `write me`."""
    names = set(match.tool.name_words)
    wide = {f for w in names for f in families(stem(w))} | names
    return bool(wide & _KNOWLEDGE)


def _writes(match: Match, work: str) -> bool:
    """A tool for the very work asked for (`poem`), or one that writes: no weather for a haiku."""
    names = {stem(w) for w in match.tool.name_words}
    return stem(work) in names | profile_of(match.tool).words.keys() or bool(names & _WRITERS)


def _searches(match: Match) -> bool:
    return bool(_SEARCHERS & set(match.tool.name_words))


def _concrete(match: Match, kinds: frozenset[str]) -> bool:
    """The text holds what the required parameters are made for: more than a general question."""
    needed = [p for p in match.tool.params if p.required]
    wanted = {k for p in needed for k in values.FITS.get(p.kind, {})} - {"phrase", "room"}
    if match.named < 0.5:
        wanted -= {"quote", "caps", "ticker"}
    return bool(needed and wanted & kinds)


def _own_ground(match: Match, chosen: list[Match]) -> bool:
    """A second tool for the same words must be named by a word that the first was not chosen for."""
    taken = {w for c in chosen for w in c.hits}
    return any(w not in taken and w not in _ANY_VERB and _names(match, w) for w in match.hits)


def _names(match: Match, word: str) -> bool:
    profile = profile_of(match.tool)
    groups = {f for related in profile.name.values() for f in related}
    return word in profile.name or word.startswith("?") or bool(families(word) & groups)


def _negated(piece: str, match: Match) -> bool:
    for word in re.finditer(r"[^\W\d_]+", piece):
        if stem(word.group()) in match.hits:
            return bool(_NEGATED.search(piece[: word.start()]))
    return False


def _where(piece: str, match: Match) -> int:
    words = ((m.start(), stem(m.group())) for m in re.finditer(r"[^\W\d_]+", piece))
    return min((at for at, word in words if word in match.hits and _names(match, word)), default=len(piece))
