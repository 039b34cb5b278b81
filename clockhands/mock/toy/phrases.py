"""Free text out of a request: what to say, search, note down or name."""

from __future__ import annotations

import re

from clockhands.mock.toy.capitals import VERBS
from clockhands.mock.toy.entity import Entity
from clockhands.mock.toy.params import Param, ToolView
from clockhands.mock.toy.words import STOP, content_stems, families, stem

Span = tuple[int, int]
Phrase = tuple[str, float, Span]

_END = (
    r"(?=\s+(?:and then|then|and (?:set|send|tell|also|add|make|book|create|put|give)"
    r"|with (?:subject|body|title|the)|titled|to \w+@|subject|body|please)\b|[.!?;]\s"
    r"|[.!?;]?$|\n)"
)
_CUES: dict[str, list[str]] = {
    "text": [
        r"\b((?-i:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\s.+)$",
        r"\b(?:tell|inform|let|notify|text|message|ask)\s+[\w .'-]{1,40}?\b(?:know\s+)?that\s+(.+?)(?=$|\n)",
        r"\b(?:saying|says?|reading|reads|telling (?:him|her|them|everyone|\w+) that"
        r"|telling (?:him|her|them|everyone)|tell(?:s)? (?:him|her|them) that|"
        r"let(?:ting)? (?:him|her|them|\w+) know(?: that)?|to say(?: that)?|which says"
        r"|that (?:says|reads))\s*[:,]?\s*(?:that\s+)?(.+?)(?=$|\n)",
        r"[,;.]\s*(?:body|message|text|contents?)\s+(?!is\b)(.+)$",
        r"\b(?:with|and)\s+(?:the\s+|a\s+)?(?:body|message|text|contents?|note"
        r"|description)\s*(?:is|of|=|:|saying)?\s+(.+?)" + _END,
        r"\b(?:body|message|text|content|note|memo)\s*(?:is|of|=|:)\s*(.+?)" + _END,
        r"(?:^|[a-z])(?<!subject)(?<!title)\s*:\s+(.+?)(?=$|\n\n)",
        r"\b(?:remind me|remember|don't (?:let me )?forget)\s+(?:to\s+)?(.+?)" + _END,
        r"\b(?:add|put)\s+(.+?)\s+(?:to|on|in(?:to)?)\s+(?:my|the|our)\b",
        r"\b(?:note|memo|down|jot|write)\s+(?:down\s+)?(?:that|about|to)\s+(.+?)" + _END,
        r"\b(?:words?|characters?|letters?|sentiment|vowels?|syllables?|mood"
        r"|tone)\b[\w ]{0,12}\b(?:of|in|are there in)\s+(?:the (?:word|text|phrase|sentence"
        r"|string)\s+)?(.+?)(?=[?!.]?$)",
    ],
    "letter": [
        r"\bletters?\s+['\"“]?([^\W\d_])\b",
        r"\bhow many\s+['\"“]?([^\W\d_])(?:['’]?s)?['\"”]?\s",
        r"\b(?:every|each|all)\s+['\"“]?([^\W\d_])\b",
    ],
    "word": [
        r"^\W*is\s+(?:the word\s+)?([^\W\d_][\w'-]*)\s+an?\b",
        r"\b(?:synonyms?|antonyms?|definitions?|meaning|plural|singular|spelling|rhymes?"
        r"|opposite|origin|etymology|past tense|pronunciation)"
        r"(?:\s+form)?\s+(?:for|of|with)\s+(?:the\s+)?(?:word\s+|verb\s+|noun\s+)?([^\W\d_][\w'-]*)",
        r"\b(?:word|noun|verb|adjective|term)\s+(?:for\s+)?([^\W\d_][\w'-]+)(?=\W*$|\s+(?:mean|in|to|and)\b)",
        r"\b(?:define|spell|pluralize|pronounce|conjugate|repeat|echo|reverse)\s+(?:the\s+word\s+)?([^\W\d_][\w'-]+)",
        r"\bwhat does\s+([^\W\d_][\w'-]+)\s+mean\b",
        r"\brhymes? with\s+([^\W\d_][\w'-]+)",
        r"\b(?:in|of|for)\s+(?:the word\s+)?([^\W\d_][\w'-]*)\W*$",
    ],
    "query": [
        r"\b(?:search|look|google|hunt|browse|check)\w*\s+(?:\w+ ){0,3}?(?:for|up|about|on)\s+(.+?)" + _END,
        r"\b(?:find|google|search|look up|lookup|locate)\s+(?:me\s+)?(?:information (?:on"
        r"|about)\s+|some\s+|articles (?:on|about)\s+|a\s+|an\s+)?(.+?)" + _END,
        r"\b(?:about|regarding|concerning|related to|mention(?:ing)?|on the topic of)\s+(.+?)" + _END,
        r"\b(?:news|recipes?|articles|papers|documents|docs|videos|results|jokes?|facts?"
        r"|trivia|quotes?)\s+(?:for|on|of|with|containing|from)\s+(.+?)" + _END,
        r"\b(?:definition|meaning|synonyms?|antonyms?|spelling|pronunciation)\s+(?:of"
        r"|for)\s+(?:the word\s+)?(.+?)" + _END,
    ],
    "title": [
        r"\b(?:with )?(?:the )?(?:subject|title|heading|headline)(?: line)?\s*(?:is|of|="
        r"|:)?\s+(.+?)(?=\s+(?:and|with|body|saying|to)\b|[.!?,;]|$|\n)",
        r"\b(?:titled|called|named|entitled|labelled|labeled)\s+(.+?)(?=\s+(?:and|with|saying"
        r"|that|on|at|to|for)\b|[.!?,;:]|$|\n)",
        r"\b(?:about|regarding|re:)\s+(.+?)(?=\s+(?:and|with|saying|to \w+@|on|at)\b|[.!?,;:]|$|\n)",
    ],
    "name": [
        r"\b(?:called|named|titled|name is|known as|by the name of)\s+(.+?)(?=\s+(?:and|with"
        r"|in|on|at|to|for|from)\b|[.!?,;:]|$|\n)",
    ],
}  # fmt: skip
_CUES_RE = {kind: [re.compile(p, re.I) for p in patterns] for kind, patterns in _CUES.items()}
_POLITE = re.compile(
    r"^\W*(?:(?:please|kindly|hey|hi|hello|ok(?:ay)?|so|now|also|and|then|can|could|would"
    r"|will|you|i|we|i'd|i'm|want|need|like|to|"
    r"go ahead and|help me|help|let's|just|first|finally|plus|what(?:'s| is| are| was"
    r"| does)?|how|many|much|do|does|did|is|are|was|"
    r"who|which|when|where|the|a|an|this|that|my|me|for|of|in|on|there|say|tell|give|show"
    r"|get|us|you'd|it|up|out|some|have)\b[\s,:]*)+",
    re.I,
)
_TAIL = re.compile(
    r"(?:[\s,]+(?:please|thanks|thank you|for me|to|in|into|from|on|at|for|by|and|with|the"
    r"|a|now|is|mean|means|it|using|of)|[\s,.;:?!]+)+$",
    re.I,
)
_NAME_LEADS = {
    "place": ("in", "at", "near", "to", "from", "for", "around", "of", "between", "and", "outside"),
    "restaurant": ("at",), "hotel": ("at", "in"), "venue": ("at",), "artist": ("by", "from"),
    "author": ("by",), "sender": ("from",),
    "ingredient": ("with", "using"),
    "name": ("with", "to", "for", "from", "by", "at", "of", "in", "call", "email", "text", "ping", "invite",
             "contact", "message", "pay", "is", "are"),
}  # fmt: skip


_WORKS = frozenset({"song", "track", "title", "album", "movie", "film", "book", "poem"})


def caps_fit(param: Param, entity: Entity) -> float:
    """How well the word in front of a capitalised name suits the parameter."""
    names = set(param.name.lower().replace("-", "_").split("_"))
    if entity.before == "by" and not names & {
        "artist",
        "author",
        "by",
        "director",
        "singer",
        "band",
        "writer",
    }:
        return -0.5
    if entity.before == "from" and names & _WORKS:
        return -0.5
    for key, leads in _NAME_LEADS.items():
        if key in names or key == param.kind:
            return 1 if entity.before in leads else 0 if not entity.before else -0.3
    return 0.3 if entity.before in _NAME_LEADS["name"] else 0


_CALLED = re.compile(
    r"\b(?:called|titled|named|entitled|labell?ed)\s+(?:it\s+)?([^\s\"'“].*?)"
    r"(?=\s+(?:with|saying|that|on|at|to|for|from|in|by|and|tomorrow|today|next)\b|[.!?,;:]|$|\n)",
    re.I,
)


def called(text: str) -> Phrase | None:
    """What the text says something is to be called."""
    hit = _CALLED.search(text)
    return (hit[1].strip(), 2.5, hit.span(1)) if hit and len(hit[1]) <= 120 else None


def named_value(param: Param, text: str) -> Phrase | None:
    """A value the text assigns outright: `city: Paris`, `city=Paris`, `the city is Paris`."""
    noun = re.escape(param.noun.replace(" ", "_")).replace("_", r"[ _-]")
    hit = re.search(
        rf"(?<!\w){noun}\s*(=|:|\bis\b|\bset to\b)\s*[\"'“]?([^\"'”\n,;?!]{{1,200}}?)[\"'”]?"
        r"(?=[,;?!]|\.\s|\.?$|\n|\s+and\s|\s+with\s)",
        text,
        re.I,
    )
    value = hit[2].strip() if hit else ""
    if not value or (hit[1].lower() == "is" and value.split()[0].lower() in STOP):
        return None
    return value, 2.8, hit.span(2)


def cued(param: Param, text: str, used: list[Span]) -> list[Phrase]:
    """Phrases after a cue such as `saying`, `about`, `titled`, cut where other arguments begin."""
    found: list[Phrase] = []
    for rank, pattern in enumerate(_CUES_RE.get(param.kind, ())):
        hit = pattern.search(text)
        if hit:
            start, end = _cut(text, *hit.span(1), used)
            phrase = _trim(text[start:end])
            if phrase:
                found.append((phrase, 2 - 0.1 * rank, (start, end)))
    return found


_JOINS = r"(?:in|into|to|from|on|at|for|by|with|as|of|and|using)"


def _cut(text: str, start: int, end: int, used: list[Span]) -> Span:
    """The span without other arguments' words at either end: `in 20 minutes to take the pizza out`."""
    for _ in range(3):
        for left, right in used:
            if (
                start < left < end
                and re.fullmatch(r"[\s.?!,]*(?:\w+[\s.?!]*)?", text[right:end])
                and right <= end
            ):
                lead = re.search(rf"[\s,]*\b{_JOINS}\s+(?:the\s+)?$", text[start:left], re.I)
                end = start + lead.start() if lead else left
            elif (
                left < end
                and right > start
                and re.fullmatch(
                    rf"(?:\s*{_JOINS}\s+)?(?:the\s+)?",
                    text[start : max(start, left)],
                    re.I,
                )
            ):
                tail = re.match(
                    r"\W*(?:(?:minutes?|hours?|seconds?|days?|weeks?)\b)?\W*(?:(?:to|that|about|saying)\s+)?",
                    text[right:end],
                    re.I,
                )
                start = right + tail.end()
    return start, max(start, end)


_WHERE_TAIL = re.compile(
    r"\s+(?:on|in|from|at|using|via|through|with)\s+(?:the\s+|my\s+)?(?:web|internet"
    r"|wikipedia|google|net|online|database|library"
    r"|search engine|app|calendar|notes?)$|\s+(?:online|please|for me|for us)$",
    re.I,
)


def _trim(phrase: str) -> str:
    phrase = phrase.strip()
    phrase = _WHERE_TAIL.sub("", phrase.rstrip(" ?!")) if _WHERE_TAIL.search(phrase.rstrip(" ?!")) else phrase
    if phrase.endswith((".", "?")) and phrase.count(phrase[-1]) == 1 and "\n" not in phrase:
        phrase = phrase[:-1]
    return phrase.strip(" \t\"'“”")


def remainder(tool: ToolView, param: Param, text: str, used: list[Span]) -> Phrase | None:
    """What is left of a request without politeness, the tool's own words and other arguments."""
    start, end = 0, len(text)
    chars = list(text)
    for left, right in used:
        lead = re.search(
            r"\b(?:in|into|to|from|on|at|for|by|with|as|of)\s+(?:the\s+)?$",
            text[max(0, left - 12) : left],
            re.I,
        )
        begin = left - (len(lead.group()) if lead else 0)
        chars[begin:right] = "\x00" * (right - begin)
    pieces = [p for p in re.finditer(r"[^\x00]+", "".join(chars)[start:end])]
    own = _own_words(tool, param)
    best: Phrase | None = None
    for piece in pieces:
        stripped = _strip_command(piece.group(), own)
        if all(stem(w) in own or families(stem(w)) & own for w in re.findall(r"[^\W\d_]+", stripped)):
            continue
        if stripped and (best is None or len(stripped) > len(best[0])):
            at = text.find(stripped, piece.start())
            best = (stripped, 0.6, (max(at, 0), max(at, 0) + len(stripped)))
    return best


def _own_words(tool: ToolView, param: Param) -> set[str]:
    words = {stem(w) for w in tool.name_words} | {stem(w) for w in param.name.lower().split("_")}
    verbs = set(content_stems(tool.description)[:2])
    return words | verbs | {f for w in words for f in families(w)}


def _strip_command(piece: str, own: set[str]) -> str:
    piece = _TAIL.sub("", piece).strip(" \t\n,.;:?!\"'“”()")
    for _ in range(12):
        shorter = _POLITE.sub("", piece)
        first = re.match(r"[^\W\d_]+(?:['’][a-z]+)?|\d+", shorter)
        if first and (
            stem(first.group()) in own
            or families(stem(first.group())) & own
            or first.group().lower() in VERBS
        ):
            shorter = shorter[first.end() :].lstrip(" ,:")
        if shorter == piece:
            break
        piece = shorter
    words = piece.split()
    while (
        words
        and len(words) > 1
        and (stem(words[-1].strip("?!.,")) in own or words[-1].lower() in ("on", "off"))
    ):
        words.pop()
    return _TAIL.sub("", " ".join(words) if "\n" not in piece else piece).strip(" \t\n,;:?!\"'“”")
