"""From a question and tools to the calls it asks for: clauses, tools per clause, one call per thing asked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from clockhands.mock.toy import values
from clockhands.mock.toy.asks import NO_TOOLS, STATEMENT, explains
from clockhands.mock.toy.fill import Filled, fill
from clockhands.mock.toy.match import Match, profile_of, rank
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.reading import Reading
from clockhands.mock.toy.spread import spread
from clockhands.mock.toy.words import families, stem

BAR = 0.78  # a clause asks for a tool when the match reaches this

_BREAK = re.compile(
    r"(?<=[.!?;])\s+|\n+|,?\s+(?:and then|and also|then|and|also|plus|as well as|but)\s+(?=(\S+)(?:\s+(\S+))?)|,\s+(?=(\S+)(?:\s+(\S+))?)",
    re.I,
)
_STARTERS = frozenset(
    """what what's what’s whats when where where's how how's who who's which whether is are was will do does did can could tell
    give show find get check look search send email text call set start create make add book reserve order buy convert translate
    calculate compute roll flip generate write read open delete remove cancel schedule remind play turn switch lock track
    transfer pay list count reverse sort summarize define wake save note put update rename move copy post print run fetch
    pick draw toss measure mark stop pause lookup multiply divide subtract please also then i'd i also""".split()  # noqa: SIM905
)
_KNOWLEDGE = frozenset(
    {
        "search",
        "define",
        "joke",
        "news",
        "recipe",
        "quiz",
        "write",
        "summarize",
        "weather",
        "translate",
        "population",
    }
)
_NEGATED = re.compile(
    r"\b(?:don't|do not|never|no need to|please don't|stop)\s+$", re.I
)


@dataclass
class Item:
    """One call wanted: the tool, the arguments found, the required parameters still missing."""

    tool: ToolView
    args: dict
    missing: list[Param] = field(default_factory=list)
    score: float = 1.0
    text: str = ""
    direct: bool = True
    imperative: bool = False


@dataclass
class Group:
    """A stretch of the question that is about one tool."""

    start: int
    end: int
    match: Match | None = None


def wants_no_tools(text: str) -> bool:
    """The user asked to leave tools alone."""
    return bool(NO_TOOLS.search(text))


def plan(
    text: str, tools: list[ToolView], today: str | None = None, context: str = ""
) -> list[Item]:
    """The calls `text` asks for, in order. context: earlier words that may hold a missing argument."""
    if not text.strip() or not tools or wants_no_tools(text):
        return []
    text = _unwrapped(text)
    reading = Reading.of(text)
    groups = _groups(text, tools, reading)
    items: list[Item] = []
    for group in groups:
        part = Reading.of(text[group.start : group.end])
        done = fill(group.match.tool, part, today)
        if done.missing:
            _borrow(
                group.match.tool,
                done,
                reading,
                today,
                [g for g in groups if g is not group],
            )
        if done.missing and context:
            _complete(group.match.tool, done, Reading.of(context), today)
        direct, imperative = (
            group.match.named > 0.99,
            _commands(part.text, group.match.tool),
        )
        items += [
            Item(
                group.match.tool,
                args,
                done.missing,
                group.match.score,
                part.text,
                direct,
                imperative,
            )
            for args in spread(group.match.tool, done, part, today)
        ]
    return _unique(items)


def _unwrapped(text: str) -> str:
    """A question that stands in quotation marks as a whole is not a quotation."""
    bare = text.strip()
    if (
        len(bare) > 2
        and bare[0] in "\"“'«"
        and bare[-1] in "\"”'»"
        and not set('"“”«»') & set(bare[1:-1])
    ):
        return bare[1:-1]
    return text


def _commands(text: str, tool: ToolView) -> bool:
    """The request begins with the tool's own verb: `flip a coin` for `flip_coin`."""
    first = re.match(
        r"\W*(?:(?:please|can you|could you|would you|just|now|and|then|hey)\W+)*([^\W\d_]+)",
        text,
        re.I,
    )
    word = stem(first[1]) if first else ""
    names = {stem(w) for w in tool.name_words}
    return bool(word) and (
        word in names or bool(families(word) & {f for n in names for f in families(n)})
    )


def _unique(items: list[Item]) -> list[Item]:
    kept: list[Item] = []
    for item in items:
        twin = next(
            (
                k
                for k in kept
                if k.tool is item.tool and (k.args == item.args or item.missing)
            ),
            None,
        )
        if twin is None:
            kept = [
                k
                for k in kept
                if not (k.tool is item.tool and k.missing and not item.missing)
            ] + [item]
    return kept


def _borrow(
    tool: ToolView, done: Filled, whole: Reading, today: str | None, others: list[Group]
) -> None:
    """Missing arguments from the rest of the question: `My order is ORD-12. Where is it?`"""
    outside = [
        e
        for e in whole.entities
        if not any(
            g.start <= e.start < g.end
            for g in others
            if g.match and g.match.tool is tool
        )
    ]
    _complete(tool, done, Reading(whole.text, outside), today)


def _complete(
    tool: ToolView, done: Filled, reading: Reading, today: str | None
) -> None:
    extra = fill(tool, reading, today, typed_only=True)
    for param in list(done.missing):
        if param.name in extra.args and param.kind not in ("text", "title", "query"):
            done.args[param.name] = extra.args[param.name]
            done.missing.remove(param)
            if param.name in extra.slots:
                done.slots.setdefault("+" + param.name, extra.slots[param.name])


def _pieces(
    text: str, reading: Reading, tools: list[ToolView]
) -> list[tuple[int, int]]:
    verbs = {t.name_words[0] for t in tools if t.name_words} | _STARTERS
    quotes = [
        (e.start, e.end)
        for e in reading.entities
        if e.kind in ("quote", "expr", "date", "place", "url", "email", "datetime")
    ]
    cuts, start = [], 0
    for hit in _BREAK.finditer(text):
        if any(left < hit.end() and hit.start() < right for left, right in quotes):
            continue
        follower = (hit[1] or hit[3] or "").lower().strip(",.?!:")
        sentence = hit[1] is None and hit[3] is None
        if sentence or follower in verbs:
            cuts.append((start, hit.start()))
            start = hit.end()
    cuts.append((start, len(text)))
    return [(a, b) for a, b in cuts if text[a:b].strip()]


def _groups(text: str, tools: list[ToolView], reading: Reading) -> list[Group]:
    groups: list[Group] = []
    opening: int | None = None
    last = (0, 0)
    for start, end in _pieces(text, reading, tools):
        found = _tools_for(text[start:end], tools, reading, start, end, last)
        if found:
            groups += [
                Group(start if opening is None else opening, end, match)
                for match in found
            ]
            opening = None
        elif groups and not explains(text[start:end]):
            groups[-1].end = end
        elif not groups and not re.search(r"[.!?]\s*$", text[start:end]):
            opening = start if opening is None else opening
        last = (start, end)
    return _merge(groups, text)


def _merge(groups: list[Group], text: str) -> list[Group]:
    """Two stretches about one tool are one request when the second cannot stand alone."""
    merged: list[Group] = []
    for group in groups:
        before = next(
            (g for g in reversed(merged) if g.match.tool is group.match.tool), None
        )
        if (
            before
            and fill(
                group.match.tool, Reading.of(text[group.start : group.end])
            ).missing
        ):
            before.end = max(before.end, group.end)
            continue
        merged.append(group)
    return merged


_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|those|these|there)\b", re.I)


def _tools_for(
    piece: str,
    tools: list[ToolView],
    reading: Reading,
    start: int,
    end: int,
    last: tuple[int, int],
) -> list[Match]:
    """Tools one stretch asks for, in the order it speaks of them. last: the stretch before, which `it` may mean."""
    mentions = [e for e in reading.entities if start <= e.start < end]
    if not mentions and _POINTS_BACK.search(piece):
        mentions = [e for e in reading.entities if last[0] <= e.start < last[1]]
    kinds = frozenset(e.kind for e in mentions)
    quoted = [
        (e.start - start, e.end - start)
        for e in reading.entities
        if e.kind == "quote" and start <= e.start < end
    ]
    bare = piece
    for left, right in quoted:
        bare = bare[:left] + " " * (right - left) + bare[right:]
    ranked = rank(_command_part(bare), tools, mentions)
    explain, statement = (
        explains(piece),
        bool(STATEMENT.search(piece)) and "?" not in piece,
    )
    chosen: list[Match] = []
    spent: set[str] = set()
    for match in ranked:
        bar = BAR + (0.25 if chosen else 0) + (0.5 if statement else 0)
        if explain and not _knows(match.tool) and not _concrete(match, kinds):
            bar += 0.9
        if match.score < bar or _negated(piece, match):
            continue
        fresh = match.hits - spent
        if chosen and (
            not fresh or not _name_hit(match, fresh) or not _own_ground(match, chosen)
        ):
            continue
        chosen.append(match)
        spent |= match.hits
        if len(chosen) == 4:
            break
    order = {id(m): _where(piece, m) for m in chosen}
    return sorted(chosen, key=lambda m: order[id(m)])


def _command_part(piece: str) -> str:
    """The piece without what is merely said in a message: `… saying the weather is fine`."""
    cut = re.search(
        r"\b(?:saying|that says|telling (?:him|her|them)|to say|reminding)\b|(?<=\w):\s",
        piece,
        re.I,
    )
    return piece[: cut.end()] if cut and cut.start() > 8 else piece


def _knows(tool: ToolView) -> bool:
    names = {f for w in tool.name_words for f in families(stem(w))}
    return bool(names & _KNOWLEDGE) or bool(
        {"wikipedia", "wiki", "answer", "knowledge"} & set(tool.name_words)
    )


def _concrete(match: Match, kinds: frozenset[str]) -> bool:
    """The text holds what the tool's required parameters are made for, so it is more than a general question."""
    needed = [p for p in match.tool.params if p.required]
    wanted = {k for p in needed for k in values.FITS.get(p.kind, {})} - {
        "phrase",
        "room",
    }
    if match.named < 0.5:
        wanted -= {"quote", "caps", "ticker"}
    return bool(needed and wanted & kinds)


def _name_hit(match: Match, fresh: frozenset[str]) -> bool:
    profile = profile_of(match.tool)
    groups = {f for fs in profile.name.values() for f in fs}
    return any(
        w in profile.name or families(w) & groups or w.startswith("?") for w in fresh
    )


def _own_ground(match: Match, chosen: list[Match]) -> bool:
    """A second tool for the same words must speak of something the first does not."""
    mine = {f for fs in profile_of(match.tool).name.values() for f in fs} | set(
        profile_of(match.tool).name
    )
    taken = {w for c in chosen for w in c.hits}
    return any(
        w not in taken and (w in mine or families(w) & mine or w.startswith("?"))
        for w in match.hits
    )


def _negated(piece: str, match: Match) -> bool:
    for word in re.finditer(r"[^\W\d_]+", piece):
        if stem(word.group()) in match.hits:
            return bool(_NEGATED.search(piece[: word.start()]))
    return False


def _where(piece: str, match: Match) -> int:
    spots = [
        m.start()
        for m in re.finditer(r"[^\W\d_]+", piece)
        if stem(m.group()) in match.hits
        and _name_hit(match, frozenset({stem(m.group())}))
    ]
    return min(spots, default=len(piece))
