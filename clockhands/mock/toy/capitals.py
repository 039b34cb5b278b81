"""Names the tables do not know, recognised by their capital letters."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clockhands.mock.toy.entity import Entity, before
from clockhands.mock.toy.words import STOP

_RUN = re.compile(
    r"[^\W\d_a-z][\w'’&.-]*(?:\s+(?:(?:of|the|de|la|le|del|von|van"
    r"|&)\s+){0,2}(?:[^\W\d_a-z][\w'’&.-]*|\d{1,4}\b))*"
)
VERBS = frozenset(
    """add book call cancel check compute convert count create define delete dial draft email find fly get
    give look make message move note order pay ping play please post put read remind reserve roll run save
    schedule search send set show start stop tell text track translate turn update wake write buy sell open
    close flip reverse sort summarize generate pick calculate divide multiply subtract solve is are was will
    does do did can could would weather time lookup google today tomorrow pause skip invite transfer wire
    lock unlock dim switch compare explain describe flights flight hotels hotel directions news price prices
    stock stocks current latest how what who when where why which if after before yes no maybe sure great
    good thanks hello hi estimate determine evaluate analyze list name fetch retrieve identify measure
    assign apply use given using suppose assume my our your throw toss make plot draw print log record
    register report recommend suggest download upload import export download share submit put kill take
    bring keep let leave mark throw spell say whats what's how's where's who's it's i'm i'd""".split()  # noqa: SIM905
)


def capitals(text: str, entities: Iterable[Entity]) -> list[Entity]:
    """Runs of capitalised words that no other mention covers, a sentence's first word apart."""
    taken = [(e.start, e.end) for e in entities if e.kind != "number"]
    found = []
    for hit in _RUN.finditer(text):
        start = hit.start()
        if _starts_sentence(text, start):
            start = _after_first_word(text, hit)
            article = re.match(r"(?:the|a|an|of|my)\s+", text[start : hit.end()])
            start += article.end() if article else 0
        raw = _trim(text, start, hit.end())
        end = start + len(raw)
        if len(raw) < 2 or raw.lower() in STOP or any(left < end and start < right for left, right in taken):
            continue
        kind = "ticker" if re.fullmatch(r"[A-Z]{2,5}", raw) and not text.isupper() else "caps"
        if (
            kind == "caps"
            and re.search(r" \d+$", raw)
            and re.match(r"\s+(?!by\b|on\b|and\b|in\b|at\b)[a-z]", text[end:])
        ):
            raw = raw[: raw.rindex(" ")]
            end = start + len(raw)
        found.append(Entity(kind, raw, start, end, before(text, start), "", raw))
    return found


_PHRASE = re.compile(
    r"\b(from|to|in|at|near|for|with|by|of)\s+(?:the\s+|a\s+|an\s+|my\s+|our\s+)?"
    r"([a-z][a-z'-]+(?:\s+(?!from\b|to\b|in\b|at\b|near\b|for\b|with\b|by\b|of\b|and\b"
    r"|on\b|is\b)[a-z][a-z'-]+){0,2})"
)
_TRAILING = STOP | {
    "please",
    "today",
    "tomorrow",
    "tonight",
    "now",
    "right",
    "currently",
    "today's",
    "like",
}


def phrases_after(text: str, entities: Iterable[Entity]) -> list[Entity]:
    """Lower-case words behind a preposition: `to the airport`, `in timbuktu`. Weak evidence."""
    taken = [(e.start, e.end) for e in entities]
    found = []
    for hit in _PHRASE.finditer(text):
        words = hit[2].split()
        while words and words[-1] in _TRAILING:
            words.pop()
        if not words or words[0] in STOP or words[0] in VERBS:
            continue
        raw = " ".join(words)
        start = hit.start(2)
        if not any(left < start + len(raw) and start < right for left, right in taken):
            found.append(Entity("phrase", raw, start, start + len(raw), hit[1].lower(), "", raw))
    return found


_OBJECT = re.compile(
    r"^\W*(?:(?:please|can you|could you|would you|i(?:['’]d like| want| need) to|just|now|and|then)\s+)*"
    r"([a-z]+)\s+(?:up\s+|down\s+|out\s+)?(?:(?:the|a|an|my|our|this|that|some|\d+|another)\s+){0,2}"
    r"([a-z][\w'-]*(?:\s+(?!from\b|to\b|in\b|at\b|near\b|for\b|with\b|by\b|of\b|and\b|on\b"
    r"|is\b|into\b|that\b|under\b|before\b|off\b)[a-z][\w'-]*){0,2})",
    re.I,
)


def direct_object(text: str, entities: Iterable[Entity]) -> list[Entity]:
    """What the opening verb is done to: `restart nginx`, `return the lamp`. Weak, like `phrases_after`."""
    hit = _OBJECT.match(text)
    if not hit or hit[1].lower() in STOP - {"get", "show", "give", "make", "use", "take"}:
        return []
    words = hit[2].split()
    while words and words[-1].lower() in _TRAILING:
        words.pop()
    start = hit.start(2)
    raw = " ".join(words)
    if (
        not words
        or words[0].lower() in STOP
        or any(e.start < start + len(raw) and start < e.end for e in entities)
    ):
        return []
    return [Entity("object", raw, start, start + len(raw), hit[1].lower(), "", raw)]


def _after_first_word(text: str, hit: re.Match) -> int:
    """Where the name begins: past the sentence's first word when that is a word of its own."""
    first = re.match(r"[\w'’]+", hit.group())
    low = first.group().lower().replace("’", "'")
    alone = " " not in hit.group()
    upper = first.group().isupper() and len(first.group()) > 1
    ordinary = low in STOP or low in VERBS
    if not ordinary and re.search(r":\s*[\"'“]?$", hit.string[max(0, hit.start() - 4) : hit.start()]):
        return hit.start()
    if ordinary or (alone and not upper and not low.endswith("'s") and len(text.split()) > 1):
        start = hit.start() + first.end()
        while start < hit.end() and not text[start].isalnum():
            start += 1
        return start
    return hit.start()


def _trim(text: str, start: int, end: int) -> str:
    """The name without punctuation, or a possessive ending that belongs to the sentence."""
    raw = text[start:end].rstrip(".,'’-& ")
    possessive = raw.endswith(("'s", "’s"))
    follows = re.match(r"\s+\w", text[start + len(raw) :])
    closed = re.match(
        r"\s+(?:at|on|for|in|tomorrow|tonight|today|please|and|by|around)\b",
        text[start + len(raw) :],
    )
    return raw[:-2] if possessive and follows and not closed else raw


def _starts_sentence(text: str, start: int) -> bool:
    ahead = text[max(0, start - 3) : start].rstrip(" \"'“(")
    return not ahead or ahead[-1] in ".!?\n:;"
