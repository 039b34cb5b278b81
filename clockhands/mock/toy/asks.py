"""What a phrase asks for where single words mislead: `how far`, `what time is it`, `2 + 3`."""

from __future__ import annotations

import re

from clockhands.mock.toy.spoken import COMPUTED


def _any(*alternatives: str) -> re.Pattern:
    return re.compile("|".join(alternatives), re.I)


_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_LANGUAGES = (
    "french|german|spanish|italian|japanese|chinese|russian|dutch"
    "|korean|latin|portuguese|arabic|hindi|greek|polish"
    "|swedish|turkish|finnish|danish|norwegian|czech|hungarian|we"
    "lsh|irish|ukrainian|hebrew|thai|vietnamese|english"
)
_PARCELS = r"(?:my|the|parcel|package|shipment|number)"
_CODE = r"(?=[\w-]*\d)[\w-]{4,}"
ASKS: dict[str, re.Pattern] = {
    "now": _any(
        r"\bwhat(?:'s|’s| is)?(?: the)?(?: current| exact| local| right)? time\b(?! travel"
        r"| zone| does| do| will| should| is (?:the|my|our))",
        r"\btime is it\b|\bcurrent (?:local )?time\b|\btime (?:right )?now\b|\blocal time\b|\bexact time\b",
        r"\bhow late\b|\b(?:tell|give|show) me the (?:\w+ )?time\b|\b(?:got|have) the time\b",
        r"\bthe time (?:in|at|for|of day|now|over|there|here)\b|^\W*time (?:in|at|for|now)\b|\bwhat hour\b",
        r"\btime\b[^.?!]{0,20}\b(?:please|here)\b|\bo'?clock (?:is it|now)\b|\bthe clock\b"
        r"|\bcheck the time\b",
        r"\b(?:and|,|&) (?:the )?(?:local )?time\b|\btimes? (?:in|there)\b|\bwhat(?: is"
        r"|'s)? time\b(?= (?:in|there))",
        r"\bis it (?:already |still )?(?:morning|afternoon|evening|night|midnight|noon|late|early|dark)\b",
        r"\b(?:know|have) the (?:current )?time\b|\b(?:current|what(?:['’]s| is) the) (?:hour"
        r"|minute)\b|\bhour is it\b",
        r"\b(?:what|how) about the time\b|\band the time\b",
        r"\b(?:know|wonder|tell me) what time\b|\btime (?:does|do) (?:it|they|people|clocks) (?:show|have)\b",
    ),
    "today": _any(
        r"\bwhat(?:'s|’s| is)?(?: the)?(?: current| today's| today’s)? (?:date|day|weekday"
        r"|month|year)\b(?! (?:of|did|was))",
        r"\btoday['’]?s date\b|\bday (?:is it|is today)\b|\bthe date\b(?! (?:of|for|when))|\bdate today\b",
        r"\bwhich (?:day|date|weekday|month|year) (?:is|are)\b|\bcurrent (?:date|year|day|month|week)\b",
        rf"\b(?:is|are) (?:it|today|we) (?:still |already |yet )?(?:a |the )?(?:{_DAY}|weekend"
        rf"|weekday|{_MONTHS})\b|\bday of the week is (?:it|today)\b",
    ),
    "distance": _any(
        r"\bhow far\b|\bfar apart\b|\bdistance\b"
        r"|\bhow many (?:km|kilomet\w+|miles)\b.{0,20}\b(?:between|from)\b"
    ),
    "translate": _any(
        r"\bhow (?:do|does|would|can|should) (?:you|i|we|they|one) (?:say|write)\b"
        r"|\bin (?:my )?native tongue\b",
        rf"\bwhat(?:'s| is| would) .{{1,80}} in (?:{_LANGUAGES})\b|\bsay\b.{{1,200}}\bin (?:{_LANGUAGES})\b",
        rf"\b(?:{_LANGUAGES}) (?:word|translation|version) (?:for|of)\b|\b(?:in|to|into) (?:{_LANGUAGES})\b",
    ),
    "weather": _any(
        r"\bhow (?:hot|cold|warm|humid|windy|sunny) (?:is|will|are)\b|\bdegrees (?:is it )?(?:in|outside)\b",
        r"\b(?:is|will) it (?:be )?(?:going to )?(?:rain|snow|sunny|cold|hot|warm|windy|nice out|wet|cloudy)",
        r"\bumbrella\b|\braincoat\b|\bneed (?:a|my) (?:coat|jacket)\b|\bwhat(?:'s"
        r"| is) it like (?:outside|in)\b",
    ),
    "message": _any(
        r"\b(?:tell|let|inform|notify)\s+(?!me\b|us\b|you\b)[\w.]+(?: know)? (?:that|about|to|:|,)"
    ),
    "folder": _any(r"\bwhat(?:['’]s| is| files are)? (?:in|inside)\b"),
    "discount": _any(r"\d\s?(?:%|percent) off\b"),
    "count": _any(r"\bhow many\b|\bcount\b|\bnumber of\b"),
    "price": _any(r"\bhow much (?:is|are|does|do|for)\b(?! (?:that|this|it) in\b)|\btrading at\b|\bworth\b"),
    "remind": _any(r"\bremind\b|\bdon['’]t let me forget\b"),
    "alarm": _any(r"\bwake me\b|\bget me up\b"),
    "timer": _any(r"\b(?:let me know|tell me|ping me|alert me) in \w+ (?:minutes|seconds|hours?)\b"),
    "roll": _any(r"\b\d*d\d+\b"),
    "search": _any(r"\blook (?:\w+ )?up\b|\blook for\b|\bfind out\b|\bgoogle\b|\bsearch\b"),
    "track": _any(
        r"\bwhere(?:'s|’s| is| are) my\b|\bhas (?:my|it|the) .{0,20}(?:arrived|shipped|been)\b"
        r"|\bwhen will (?:my|it)\b"
        rf"|\bwhere(?:['’]s| is) (?:{_PARCELS} )*{_CODE}|\bhas (?:{_PARCELS} )*{_CODE} (?:\w+ )?"
        r"(?:arrived|shipped|been|come|left)\b"
    ),
    "order": _any(r"\b(?:where|when|what).{0,20} my (?:\w+ )?(?:order|package|parcel|delivery|shipment)\b"),
    "letter": _any(r"\bhow many ['\"“]?[a-z]['\"”]?(?:['’]?s)? (?:are|is|does|in)\b"),
    "countdown": _any(
        r"\bhow (?:many days|long) (?:until|till|to|is it until|before)\b|\bdays (?:until|till|left|to go)\b"
    ),
    "elevation": _any(r"\bhow (?:high|tall)\b"),
    "shorten": _any(r"\bshorter\b"),
    "translation": _any(rf"\bthe (?:{_LANGUAGES})\b(?: word)? for\b"),
    "contact": _any(r"\b(?:phone|telephone|mobile) number\b|\be-?mail address of\b"),
    "nearest": _any(r"\bnear(?:est|by| me)\b|\bclosest\b"),
    "location": _any(r"\bwhere am i\b|\bmy (?:location|city)\b|\b(?:which|what) city am i\b"),
    "user": _any(r"\bwho am i\b|\bmy (?:account|profile)\b"),
    "add": _any(r"\d\s*\+\s*-?\d|\bplus\b|\bsum of\b"),
    "subtract": _any(r"(?<![\d-])\d+(?:\.\d+)?\s+[-−]\s*\d|\bminus\b|\btake away\b"),
    "multiply": _any(r"\d\s*[*×]\s*-?\d|\d\s+x\s+\d|\btimes\b(?= \w+)|\bproduct of\b"),
    "divide": _any(r"(?<![/\d])\d+\s*[/÷]\s*-?\d+\b(?!\s*/)|\bdivided by\b|\bover\b(?= \d)"),
    "power": _any(r"\d\s*(?:\^|\*\*)\s*-?\d|\bto the power\b|\bsquared\b|\bcubed\b"),
    "route": _any(
        r"\bhow (?:do|can|should) (?:i|we) get (?:from|to)\b|\bway to get\b|\bbest way (?:from|to)\b"
    ),
    "reverse": _any(r"\bbackwards?\b"),
    "flip": _any(r"\bheads or tails\b"),
    "play": _any(r"\bput on\b|\blisten to\b|\b(?:want|like|love) to hear\b"),
    "greet": _any(
        r"\b(?:say|wish)\s+(?:\w+\s+)?(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening|day))\b"
    ),
    "recipe": _any(r"\b(?:want|like|love|how) to (?:make|cook|bake)\b"),
    "light": _any(r"\bmake it (?:\w+ )?(?:dark|bright|light)(?:er)?\b|\blights? (?:out|off|on)\b"),
    "book": _any(r"\btable for (?:\d|\w+(?: people)?\b)|\ba table at\b"),
    "factorial": _any(rf"^{COMPUTED}\d{{1,4}}!(?![\w=])"),
    "pay": _any(
        r"\b(?:send|give|wire|transfer|pay|owe|request|charge|collect)\b.{0,40}?(?:[$€£¥]\s?\d"
        r"|\d\s?(?:dollars|euros|pounds|bucks|yen|usd|eur|gbp))"
    ),
    "buy": _any(r"\bbuy\b|\bpurchase\b"),
}


def asked(text: str) -> set[str]:
    """Families that the phrases of `text` ask for.

    >>> sorted(asked("How far is it from here?"))
    ['distance']
    """
    return {family for family, pattern in ASKS.items() if pattern.search(text)}


EXPLAIN = _any(
    r"^\W*(?:(?:please|can you|could you)\s+)?(?:explain|describe|why\b|teach me"
    r"|tell me (?:about|how|why|more)|compare and contrast)",
    r"^\W*how (?:do|does|did|can|is|are|was|were) (?:\w+ ){1,4}?(?:work|works|made"
    r"|calculated|measured|computed|different|invented|formed|grow)\b",
    r"^\W*what(?:'s| is| are) (?:an? )?(?!the\b|my\b|your\b|our\b|this\b|that\b|today"
    r"|current|it\b|there\b|in\b|on\b|\d)(?:[\w-]+ ?){1,3}\?*$",
    r"^\W*what (?:do|does|did) .{1,60}\b(?:mean|stand for|do|eat|cost|look like)\b",
    r"^\W*what(?:'s| is| are| was| were) the (?:difference|point|purpose|history|origin"
    r"|concept|meaning of|best|capital|president|largest|biggest|tallest|longest|chemical"
    r"|speed of light|highest|oldest|main|most|square root of a)",
    r"^\W*who(?:'s| is| was| are| were)? (?:the (?!user|customer|owner)|invented|wrote"
    r"|painted|discovered|founded|built|won|directed|made|created|on\b)",
    r"^\W*when (?:was|were|did)\b|^\W*what (?:made|makes|causes|caused)\b|\bdifferences? between\b",
    r"\b(?:do|did|would) you (?:like|think|believe|prefer|feel)\b|\bdo you know (?:how"
    r"|what|why|who)\b|\byour (?:opinion|favou?rite)\b",
    r"^\W*(?:and )?how (?:do|can|should|would|could) (?:i|you|one|we|people|they) (?!say"
    r"|write|get (?:to|from)|translate|reach|spell)",
    r"\btime ?zones? (?:does|do|are|is)\b|\bhow many time ?zones\b",
    r"^\W*(?:should|could|must) i\b|\bis it (?:true|ok|okay|safe|possible|legal|normal"
    r"|rude|better)\b|\brecommend\b|\bany (?:tips|advice|ideas)\b",
    r"^\W*(?:please )?(?:write|compose|make up|tell)(?: me)?(?: an?| some"
    r"| the)? (?:\w+ )?(?:poem|story|haiku|song|essay|joke|limerick|rhyme|function|script"
    r"|program|letter|tale)\b",
    r"^\W*can (?!you\b|i\b|we\b|it\b|this\b|that\b|someone\b|anyone\b)[\w-]+ \w+\W*$",
    r"\b(?:good|best|right|polite) (?:way|time) to\b|\bhow much time\b|\bhow long (?:does"
    r"|do|should|will) it take\b|\bgive me advice\b",
)
# A piece of writing, whatever it is about; then the questions no dictionary and no tool answers.
PROSE = re.compile(
    r"^\W*(?:(?:please|can you|could you|would you)\s+)?(?:write|compose|make up|tell|sing|invent|recite)"
    r"(?: me| us)?(?: an?| some| the| another| two| three)?(?: [\w-]+){0,2}? "
    r"(poem|story|haiku|song|essay|limerick|rhyme|verse|sonnet|ballad|tale|lyrics|ode)s?\b",
    re.I,
)
DEEP = _any(
    r"\b(?:meaning|purpose|point|sense|secret) (?:of|in|to|behind) (?:a |the |our |human )*(?:good )?"
    r"(?:life|living|love|existence|death|happiness|universe|world|everything|it all|being|art)\W*$"
)
_TOPICS = frozenset({"now", "today", "weather", "translate", "distance", "nearest", "location", "track"})


def explains(text: str) -> bool:
    """Whether the text asks for knowledge or prose, not for something to be looked up or done."""
    hit = EXPLAIN.search(text)
    return bool(hit) and not (
        asked(text) & _TOPICS
        and not re.match(r"\W*(?:explain|describe|why|tell me (?:about|how|why))", text, re.I)
    )


QUESTION = _any(
    r"^\W*(?:what(?! about)(?:['’]s)?|who(?:['’]s)?|whose|why|which|where|when|is|are|was"
    r"|were|does|did|do)\b",
    r"^\W*how(?! about)\b(?! (?:do|would|can) (?:you|i|we) (?:say|write|spell))",
)
STATEMENT = re.compile(
    r"^\W*(?:i|we|he|she|they|it|my|our|his|her|the|this|that|these|those|yesterday|there)\b"
    r"(?!['’ ]*(?:d|ll)?\s*(?:want|need|would|wonder|must|have to|like|should|gotta|could use|feel like))",
    re.I,
)
NO_TOOLS = _any(
    r"\bwithout (?:using |calling )?(?:any |a |the )?tools?\b|\b(?:don['’]t|do not) (?:use"
    r"|call) (?:any |a |the )?tools?\b",
    r"\bno tools?\b|\bfrom memory\b",
)
