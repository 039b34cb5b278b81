"""Plain answers: small talk, what the toy is, what the conversation already said, simple sums."""

from __future__ import annotations

import re

from clockhands.mock.toy.chance import pick
from clockhands.mock.toy.dialogue import Dialogue

_THANKS = re.compile(
    r"^\W*(?:(?:ok|okay|great|perfect|cool|nice|awesome|wonderful|many"
    r"|no)[\s,!.]*)*(?:thanks?|thank you|thx|cheers|ta)\b",
    re.I,
)
_HELLO = re.compile(
    r"^\W*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|greetings|howdy)\b[\s\w,]{0,20}[!.?]*$",
    re.I,
)
_BYE = re.compile(r"^\W*(?:bye|goodbye|see you|good night|farewell|ciao)\b", re.I)
_WHO = re.compile(
    r"\b(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bare you (?:an? )?(?:ai|human"
    r"|bot|robot|person|real|model|toy)\b|\bwhich model\b|\bwho (?:made|built"
    r"|created) you\b",
    re.I,
)
_CAN = re.compile(
    r"\bwhat can you do\b|\bhow can you help\b|\bwhat are you able\b|\bwhat tools\b"
    r"|\bwhich tools\b|\byour (?:capabilities|abilities|tools)\b",
    re.I,
)
_HOW = re.compile(r"\bhow are you\b|\bhow's it going\b|\bwhat's up\b", re.I)
_MINE = re.compile(
    r"\bwhat(?:'s|’s| is| was)\s+my\s+([\w ]{2,40}?)\s*\??$|\bwhat did i (?:say"
    r"|tell you) my ([\w ]{2,40}?) (?:is|was)|\bdo you (?:know"
    r"|remember) my ([\w ]{2,40}?)\s*\??$",
    re.I,
)
_NAME = re.compile(r"\b(?:[Mm]y name is|[Mm]y name's|I am called|[Cc]all me|I'm|I am)\s+([A-Z][\w'-]+)")
_AGAIN = re.compile(
    r"\bwhat did i (?:just )?(?:ask|say)\b|\bmy (?:last|previous|first) (?:question|message)\b",
    re.I,
)
_SUM = re.compile(
    r"(-?\d+(?:\.\d+)?)\s*(?:([-+*/x×÷])|(plus|minus|times|divided by))\s*(-?\d+(?:\.\d+)?)",
    re.I,
)


def small_talk(ask: str, tools: list[str], seed: object) -> str | None:
    """An answer to greetings, thanks and questions about the toy itself; None for anything else."""
    text = ask[:400]
    if _WHO.search(text):
        return (
            "I am the toy model of this course: a small set of rules in place of a language"
            " model. I read the request I am sent and nothing else."
        )
    if _CAN.search(text):
        if tools:
            return (
                f"I can answer in plain text, and in this request I may ask for these tools:"
                f" {', '.join(tools)}."
            )
        return (
            "I can answer in plain text. This request offers me no tools, so I cannot look"
            " anything up or act."
        )
    if _THANKS.search(text):
        return pick(("You're welcome!", "Glad to help.", "Any time."), seed, "thanks", ask)
    if _HELLO.search(text):
        return pick(("Hello! What can I do for you?", "Hi! How can I help?"), seed, "hello", ask)
    if _BYE.search(text):
        return "Goodbye!"
    if _HOW.search(text):
        return "I'm a toy model, so always the same. How can I help?"
    return None


def remembered(ask: str, talk: Dialogue) -> str | None:
    """An answer that stands in the conversation itself; the only memory a stateless model has."""
    if _AGAIN.search(ask):
        return (
            f"You asked: {talk.earlier[-1][:300]}"
            if talk.earlier
            else "Nothing before this: it is the first message I can see."
        )
    hit = _MINE.search(ask[:400])
    if not hit:
        return None
    thing = next(g for g in hit.groups() if g).strip().lower()
    said = "\n".join([*(t[:2000] for t in talk.earlier[-20:]), ask[: hit.start()]])
    if thing == "name":
        names = _NAME.findall(said)
        return f"Your name is {names[-1]}." if names else _unknown(thing)
    found = re.findall(rf"\bmy {re.escape(thing)}\s+(?:is|was|=)\s+([^.!?\n]{{1,80}})", said, re.I)
    return f"Your {thing} is {found[-1].strip()}." if found else _unknown(thing)


def _unknown(thing: str) -> str:
    return f"I don't know your {thing}: this conversation doesn't say, and I keep nothing between requests."


def plain_answer(ask: str, talk: Dialogue, seed: object) -> str:
    """The toy's answer when no tool fits: a sum when it is one, else an honest shrug."""
    total = _sum(ask[:300])
    if total is not None:
        return f"The answer is {total}."
    if not ask.strip():
        seen = f" I see {len(talk.attachments)} attachment(s)." if talk.attachments else ""
        return "There is no question in this message." + seen
    return pick(_SHRUGS, seed, "shrug", ask)


_SHRUGS = (
    "I am a toy model and answer without knowledge of my own: none of the tools I was offered fits this.",
    "That needs knowledge a toy model does not have, and no tool I was offered covers it.",
    "I can't say much about that: I am a toy model, and this is not a job for any tool I have here.",
)


def _sum(text: str) -> str | None:
    hits = _SUM.findall(text)
    if len(hits) != 1 or re.search(r"\d{4}-\d\d-\d\d", text):
        return None
    left, symbol, word, right = hits[0]
    a, b = float(left), float(right)
    sign = symbol or word.lower()
    if sign in ("/", "÷", "divided by"):
        if b == 0:
            return None
        value = a / b
    else:
        value = {"+": a + b, "plus": a + b, "-": a - b, "minus": a - b}.get(sign, a * b)
    return f"{value:.10g}"
