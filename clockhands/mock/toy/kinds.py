"""What sort of value a parameter wants, read off its name, description, format and tool."""

from __future__ import annotations

import re

from clockhands.mock.toy.words import stem

# Names by kind; the whole name is tried first, then its words from the last to the first.
_NAMES = """
email: emails? e?mails? email_address recipients?_email
zone: timezones? tz time_zones? zones? tzname iana
latlon: lat latitude lon lng long longitude
currency: currency currencies ccy coins? crypto cryptocurrency
language: lang languages? locale
unit: units?
ip: ip
url: urls? uri link website webpage site domain page_url
phone: phone telephone mobile
id: ids? identifier reference ref sku uuid number code tracking isbn pnr serial zip postcode postal plate
id: vin
ticker: symbols? tickers? stock
dice: dice notation
expr: expressions? formula equation calculation expr math
datetime: datetime timestamp when usertimes? moment deadline due start end start_time end_time at since
datetime: until
date: dates? days? check_?in check_?out departure_date return_date birthday birthdate dob on
time: times? hour clock
path: paths? files? filename file_name file_path folder directory dir repo repository
colour: colou?rs?
place: city cities locs? locations? places? towns? country countries region airport station where
place: destinations? origins?
place: departure arrival address capital state area pickup dropoff nation stop port goal county village
place: island district
host: host server machine channel platform
query: query queries q keywords? terms? topics? search question phrase_to_search category genre
query: subject_matter
version: version release tag
title: subject titles? heading headline name_of_event summary label
letter: letter char character
word: words? nouns? verbs? adjectives? term lemma
text: texts? messages? body contents? sentences? paragraph string str phrase input notes? comment
text: description memo
text: what thing activity reminder task todo prompt review value s data document caption reason sql statement
text: source_code
text: command script
name: names? persons? people contacts? users? username recipients? guests? attendees? customer restaurant
name: hotel artist song
name: movie film book product dish ingredients? company sender author team player room device brand
name: to_user payee to_person
name: venue theater track playlist animal pet model service mountain plant medicine member assignee friend
name: doctor school items?
"""
_BY_NAME = [
    (kind, re.compile(rf"(?:{'|'.join(names.split())})$"))
    for kind, _, names in (line.partition(": ") for line in _NAMES.strip().splitlines())
]
_ONLY_WHOLE = frozenset({"start", "end", "at", "due", "to", "from", "s", "q", "on", "number"})
_BY_DESCRIPTION = [
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        ("zone", r"\biana\b|\btime ?zone\b|Europe/|America/|Asia/"),
        ("currency", r"\bcurrency\b|\biso[ -]?4217\b|\bUSD\b|\bEUR\b"),
        ("email", r"\be-?mail address|\S+@\S+\.\w+"),
        ("language", r"\blanguage\b|\biso[ -]?639"),
        ("ticker", r"\bticker\b|\bAAPL\b|stock symbol"),
        ("date", r"YYYY-?MM-?DD|\biso[ -]?8601 date|\bdate\b"),
        ("time", r"\bHH:MM\b|\btime of day\b|\b24[- ]hour\b"),
        ("url", r"\burl\b|https?://|web address"),
        ("expr", r"\bexpression\b|\bformula\b"),
        ("unit", r"\bunit\b"),
        ("place", r"\bcity\b|\bcountry\b|\bairport\b|\blocation\b|\bplace\b|\btown\b|\bIATA\b"),
        ("id", r"\bidentifier\b|\bid\b|\border number\b|\b[A-Z]{1,5}-?\d{2,}"),
        ("name", r"\bname of\b|\bperson\b|\bwho\b"),
        ("query", r"\bsearch for\b|\bquery\b|\bkeywords?\b|\blook (?:up|for)\b"),
        ("text", r"\btext\b|\bsentence\b|\bwords?\b|\bmessage\b"),
    )
]
_FORMATS = {
    "date": "date", "time": "time", "date-time": "datetime", "email": "email", "uri": "url", "url": "url",
    "uuid": "id", "ipv4": "ip",
}  # fmt: skip
_ROLES = {
    "from": "from origin source src departure start sender begin first base old pickup a x"
    " minuend dividend numerator",
    "to": "to dest destination target end arrival recipient receiver finish goal second new"
    " into dropoff b y subtrahend"
    " divisor denominator",
}
_DIRECTIONS = frozenset(
    """to from source target destination origin recipient dest src input output base quote a b start end first
    second receiver sender old_name new_name""".split()  # noqa: SIM905
)
_ABOUT = (
    ("currency", "currency exchange money forex"),
    ("language", "translate language"),
    ("unit", "unit measurement temperature length"),
    ("email", "email mail"),
    ("phone", "sms phone"),
    (
        "place",
        "flight fly train route distance travel city trip direction taxi ride bus drive walk"
        " airport place journey",
    ),
    ("path", "file folder directory"),
    ("zone", "timezone zone tz time clock"),
    ("name", "message pay payment money transfer send"),
)
_ABOUT_STEMS = [(kind, frozenset(stem(w) for w in words.split())) for kind, words in _ABOUT]
_WORKS = frozenset(stem(w) for w in "song movie film book album track music artist author show game".split())  # noqa: SIM905
_DAY_PATTERN = re.compile(
    r"(?:\\d\{4\}|\[0-9\]\{4\})-(?:\\d\{2\}|\[0-9\]\{2\})-(?:\\d\{2\}|\[0-9\]\{2\})\$?$"
)


def role_of(parts: list[str]) -> str:
    """`from`, `to` or nothing: which end of a pair the parameter is."""
    for part in (parts[0], parts[-1]) if parts else ():
        for role, words in _ROLES.items():
            if part in words.split():
                return role
    return ""


def kind_of(parts: list[str], description: str, schema: dict, kind_type: str, hints: set[str]) -> str:
    """The kind of a parameter. parts: words of its name; hints: stems of the tool's name and description."""
    if isinstance(schema.get("enum"), list) or "const" in schema:
        return "enum"
    if kind_type in ("boolean", "null"):
        return kind_type
    if schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    if kind_type in ("number", "integer"):
        return "number"
    if _DAY_PATTERN.search(str(schema.get("pattern"))):
        return "date"
    joined = "_".join(parts)
    if joined in _DIRECTIONS:
        return _direction(joined, description, hints)
    if joined == "subject" and not {"email", "mail"} & hints:
        joined = "topic"
    for name in (joined, *reversed(parts)):
        if len(parts) > 1 and name in _ONLY_WHOLE and name != parts[-1]:
            continue
        kind = next((kind for kind, pattern in _BY_NAME if pattern.match(name)), None)
        if kind:
            return _refined(kind, parts, description, hints)
    return next((kind for kind, pattern in _BY_DESCRIPTION if pattern.search(description)), "any")


def _refined(kind: str, parts: list[str], description: str, hints: set[str]) -> str:
    """Second thoughts on a kind that the name suggested, from the description and the tool."""
    about = description.lower()
    if kind in ("place", "id", "name", "text", "any") and re.search(r"\biana\b|time ?zone", about):
        return "zone"
    if kind in ("text", "name") and re.search(r"\S+@\S+\.\w+|e-?mail address", about):
        return "email"
    if parts in (["code"], ["symbol"]):
        return next((k for k, pattern in _BY_DESCRIPTION if pattern.search(description)), kind)
    if kind == "id" and parts[-1] in ("code", "number"):
        others = (
            ("currency", "currency"),
            ("language", "language"),
            ("country", "place"),
            ("airport", "place"),
            ("phone", "phone"),
        )
        return next((other for word, other in others if word in parts), kind)
    if kind == "zone" and parts[-1].startswith("zone") and "iana" not in about:
        return kind if {"time", "tim", "clock", "hour", "timezon"} & (hints | set(parts)) else "name"
    if kind == "title" and hints & _WORKS:
        return "name"
    if kind == "datetime" and re.search(r"yyyy-mm-dd(?!t| hh)|\bdate\b(?! and| ?time)", about):
        return "date"
    if kind == "datetime" and re.search(r"hh:mm(?!:ss)|24[- ]hour", about) and "yyyy" not in about:
        return "time"
    if kind == "date" and parts == ["on"] and "date" not in hints and "dat" not in hints:
        return "any"
    if kind == "ticker" and parts == ["symbol"] and {"currency", "convert"} & hints:
        return "currency"
    return kind


def _direction(name: str, description: str, hints: set[str]) -> str:
    """`to`, `from`, `target` and the like mean what the tool is about."""
    if name in ("recipient", "receiver", "sender"):
        hints = hints & {"email", "mail", "sms", "phon", "phone"}
    said = next((kind for kind, pattern in _BY_DESCRIPTION if pattern.search(description)), None)
    about = next((kind for kind, words in _ABOUT_STEMS if words & hints), None)
    return said or about or ("name" if name in ("recipient", "receiver", "sender", "to", "from") else "any")
