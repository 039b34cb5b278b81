"""The clock time in a phrase: `2:30 pm`, `14h30`, `half past four`, `noon`, `8 in the evening`.

Each reader takes the tidied text, gives back what it understood and the text without it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import time

from clockhands.errors import ClockToolError
from clockhands.tools.phrase_text import MONTH_WORD, refuse, without

__all__ = [
    "Clock",
    "bare_number",
    "fit_part",
    "refuse_count",
    "settled",
    "take_clock",
    "take_hour_of_part",
    "take_part",
]

_START = r"(?<![\d:/.\-+$#])(?:\bat |@ ?)?(?<![\d:/.\-+$#])"
_END = r"(?![\w:/]|[-.+]\d| ?- ?\d)"
_NOT_A_DATE = rf"(?! ?(?:st|nd|rd|th|{MONTH_WORD})\b)"


@dataclass(frozen=True)
class Clock:
    """A clock time. kind: `exact`; `either` (half of the day not said, hour 1-12); `midnight` (of which
    day?); `end` (24:00). halved: am or pm was said; on_the_hour: no minutes were said (`at 9`). fraction:
    digits of a second. doubtful: the words where they may mean something else: a span from the hour `first`
    (`10 to 3`) or the time `other` (`9 after noon`)."""

    hour: int
    minute: int = 0
    second: int = 0
    kind: str = "exact"
    halved: bool = False
    on_the_hour: bool = False
    fraction: str = ""
    doubtful: str = ""
    first: int = 0
    other: time | None = None

    @property
    def time(self) -> time:
        return time(self.hour % 24, self.minute, self.second)

    @property
    def halves(self) -> tuple[time, time]:
        """Its two readings, before and after noon."""
        early = self.hour % 12
        return time(early, self.minute, self.second), time(early + 12, self.minute, self.second)


def _checked(hour: int, minute: int = 0, second: int = 0, half: str = "", kind: str = "") -> Clock:
    """A Clock from its numbers; ClockToolError `not_a_time` where no clock shows them."""
    shown = f"{hour}:{minute:02d}{half}"
    if minute > 59 or second > 59 or hour > 24 or (hour == 24 and (minute or second)):
        refuse("not_a_time", f"{shown} is not a time of day: clocks run from 00:00 to 23:59.")
    if half:
        if not 1 <= hour <= 12:
            refuse("not_a_time", f"{shown} is not a time of day: with am or pm the hour is 1 to 12.")
        return Clock(hour % 12 + (12 if half == "pm" else 0), minute, second, halved=True)
    return Clock(hour, minute, second, kind="end" if hour == 24 else kind or "exact")


def _fraction(clock: Clock, m: re.Match) -> Clock:
    digits = m.groupdict().get("f") or ""
    if len(digits) > 12:
        refuse("not_a_time", "A second has more than 12 digits. Give at most 12.", [])
    return replace(clock, fraction=digits)


def _number(text: str | None) -> int:
    return int(text) if text else 0


def _twelve(m: re.Match) -> Clock:
    return _fraction(_checked(int(m["h"]), _number(m["m"]), _number(m["s"]), m["half"]), m)


def _packed_twelve(m: re.Match) -> Clock:
    return _checked(int(m["h"]), int(m["m"]), half=m["half"])


def _colon(m: re.Match) -> Clock:
    """`7:30` may be either half of the day; `07:30` and `10:30` are read on the 24-hour clock."""
    either = len(m["h"]) == 1 and m["h"] != "0"
    clock = _checked(int(m["h"]), int(m["m"]), _number(m["s"]), kind="either" if either else "")
    return _fraction(clock, m)


def _exact(m: re.Match) -> Clock:
    return _checked(int(m["h"]), _number(m["m"]))


def _bare(m: re.Match) -> Clock:
    hour = int(m["h"])
    if hour in (0, 24):
        refuse("not_a_time", f"'at {hour}' is not clear. Write 00:00 with its date, or 'midnight'.")
    either = hour <= 12 and not m["h"].startswith("0")
    return replace(_checked(hour, kind="either" if either else ""), on_the_hour=True)


def _spoken(m: re.Match) -> Clock:
    """`quarter past 3`, `20 minutes to 6 pm`. `5 to 7` without `minutes` is a span as often as 6:55, and
    `9 after noon` may be 9 in the afternoon."""
    minutes = {"half": 30, "quarter": 15}.get(m["n"]) or int(m["n"])
    before = m["way"] in ("to", "before", "of", "till")
    odd = (m["n"] == "half" and m["way"] != "past") or (m["way"] == "of" and m["n"] != "quarter")
    if minutes > 59 or odd:
        refuse("not_a_time", f"'{m[0].strip()}' is not clear. Write it as a clock time, such as 15:45.")
    said = {"noon": 12, "midnight": 0}.get(m["word"])
    hour = _checked(int(m["h"]), half=m["half"] or "").hour if said is None else said
    total = (hour * 60 + (-minutes if before else minutes)) % 1440
    if m["word"] or m["half"] or not 1 <= int(m["h"]) <= 12 or m["h"].startswith("0"):
        clock = Clock(total // 60, total % 60, halved=bool(m["half"] or m["word"]))
    else:
        clock = Clock(total // 60 % 12 or 12, total % 60, kind="either")
    if not m["n"].isdigit() or minutes > 12 or m["unit"]:
        return clock
    if m["word"] and m["way"] in ("after", "before") and minutes:
        late = (said == 12) == (not before)
        return replace(clock, doubtful=m[0].strip(), other=time(minutes % 12 + 12 * late))
    if before and not m["word"]:
        return replace(clock, doubtful=m[0].strip(), first=minutes)
    return clock


def _noon(m: re.Match) -> Clock:
    return Clock(12, halved=True)


def _midnight(m: re.Match) -> Clock:
    return Clock(0, kind="midnight")


_AT = r"(?:\bat |@ ?)"
_H, _M = r"(?P<h>\d{1,2})", r"(?P<m>\d{2})"
_S = r"(?P<s>\d{2})"
_F = r"(?:\.(?P<f>\d+))?"
_HALF = r"(?P<half>am|pm)"
_CLOCK = r"(?: ?o'? ?clock)"
_HRS = r"(?:h|hrs?|hours)"
_PAST = r"(?P<n>half|quarter|\d{1,2})(?P<unit> ?min(?:ute)?s?)? (?P<way>past|to|before|after|of|till)"
_READERS = [
    (rf"{_START}(?:a )?{_PAST} (?:{_H}{_CLOCK}? ?{_HALF}|(?P<word>noon|midnight)){_END}", _spoken),
    (rf"{_START}(?:a )?{_PAST} {_H}{_CLOCK}?(?P<half>)(?P<word>){_END}{_NOT_A_DATE}", _spoken),
    (rf"{_AT}{_H} (?P<m>[0-5]\d){_HALF}{_END}", _packed_twelve),
    # `6 30 pm` without `at`: minutes that can be no hour, since `Jan 6 10 pm` is the sixth.
    (rf"{_START}{_H} (?P<m>1[3-9]|[2-5]\d){_HALF}{_END}", _packed_twelve),
    (rf"{_START}{_H}(?:[:.]{_M}(?:[:.]{_S}{_F})?)?{_CLOCK}? ?{_HALF}{_END}", _twelve),
    (rf"{_START}{_H}{_M}{_HALF}{_END}", _packed_twelve),
    (rf"{_START}{_H}:{_M}(?::{_S}{_F})?(?: ?{_HRS})?{_END}", _colon),
    (rf"{_START}{_H}h{_M}{_END}", _exact),
    (rf"{_AT}{_H}[.]{_M}(?P<s>)h?{_END}", _colon),
    (rf"{_START}(?P<h>\d{{2}}){_M} ?{_HRS}{_END}", _exact),
    (rf"{_AT}(?P<h>\d{{2}}){_M}{_END}{_NOT_A_DATE}", _exact),
    (rf"{_START}(?P<h>0\d)(?P<m>[0-5]\d){_END}", _exact),
    (rf"{_START}(?P<h>1[3-9]|2[0-3])(?P<m>)h{_END}", _exact),
    (rf"{_START}(?:12 ?)?(?:noon|midday){_END}|{_AT}?high noon{_END}", _noon),
    (rf"{_START}(?:12 ?)?midnight{_END}", _midnight),
    (rf"{_START}{_H}{_CLOCK}{_END}", _bare),
    (rf"{_AT}{_H}{_END}{_NOT_A_DATE}(?! (?:{MONTH_WORD}|of|days?|hours?|weeks?|minutes?)\b)", _bare),
]
_READERS = [(re.compile(pattern), read) for pattern, read in _READERS]


def take_clock(text: str) -> tuple[Clock | None, str]:
    """The one clock time in `text` and the rest. Two of them are left for the caller to refuse."""
    for pattern, read in _READERS:
        match = pattern.search(text)
        if match:
            return read(match), without(text, match)
    return None, text


_PART = re.compile(
    r"(?P<this>\bthis |\btoday in the )?(?P<last>\blast )?(?:\b(?:in the|on the|the|at) )?"
    r"\b(?P<part>morning|afternoon|evening|night)\b(?: of\b)?|\b(?P<tonight>tonight|tonite)\b"
)


def take_part(text: str) -> tuple[str | None, str]:
    """The part of the day (`morning`, `afternoon`, `evening`, `night`) and the rest, `tonight` giving
    `today`."""
    match = _PART.search(text)
    if match is None:
        return None, text
    day = "today" if match["this"] or match["tonight"] else ""
    if match["last"]:
        if match["part"] != "night":
            return None, text
        day = "yesterday"
    part = match["part"] or "night"
    rest = re.sub(r" +", " ", f"{text[: match.start()]} {day} {text[match.end() :]}").strip()
    return part, re.sub(r"\btoday today\b", "today", rest)


_SPANS = {"morning": (0, 12), "afternoon": (12, 19), "evening": (16, 24), "night": (17, 29)}


def fit_part(clock: Clock, part: str) -> tuple[Clock, int]:
    """`clock` in that part of the day, and how many days after the named one it falls (1 for `tonight at
    1am`).

    ClockToolError `not_a_time` where the two contradict each other.
    """
    start, stop = _SPANS[part]
    if part == "night" and clock.kind in ("midnight", "end"):
        return Clock(0), 1
    if clock.kind in ("exact", "either") and not (part == "morning" and clock.hour == 12):
        both = not clock.halved and 1 <= clock.hour <= 12
        for moment in clock.halves if both else (clock.time,):
            for days in (0, 1):
                if start <= moment.hour + 24 * days < stop:
                    return Clock(moment.hour, moment.minute, moment.second), days
    refuse("not_a_time", f"{clock.time:%H:%M} is not in the {part}. Say which of the two is meant.")


def settled(clock: Clock, part: str | None, rest: str) -> Clock:
    """`clock` where its words leave no doubt, or the part of the day takes it away: in `ten to three tomorrow
    afternoon` ten begins no span. ClockToolError `ambiguous_time` with the times they may mean."""
    if not clock.doubtful:
        return clock
    plain = replace(clock, doubtful="")
    later = 0
    if clock.other is not None:
        times = [plain.time, clock.other]
        doubt = f"'{clock.doubtful}' may be either of two times"
    else:
        doubt = f"'{clock.doubtful}' may be a time or a span"
        times = list(plain.halves) if plain.kind == "either" else [plain.time]
        if part:
            fitted, later = fit_part(plain, part)
            if not _fits(Clock(clock.first, kind="either"), part):
                return plain
            times = [fitted.time]
    shown = [f"{moment:%H:%M}" for moment in times]
    choices = [] if part and (later or clock.other) else [f"{rest} at {text}".strip() for text in shown]
    refuse("ambiguous_time", f"{doubt}. For the time, write {' or '.join(shown)}.", choices)


def _fits(clock: Clock, part: str) -> bool:
    try:
        return bool(fit_part(clock, part))
    except ClockToolError:
        return False


_COUNTED = re.compile(r"(?<!at )\b\d{1,2} (?:morning|afternoon|evening|night)\b")
_HOUR_OF_PART = re.compile(
    r"(?<![\w/.:\-])(?:at )?(\d{1,2}) (?=(?:in the (?:morning|afternoon|evening)|at night)\b)"
)
_NO_HOUR_AFTER = re.compile(rf"(?:^|(?<!\d )(?<!\d(?:st|nd|rd|th) )\b)(?:{MONTH_WORD}|the)\.? $")


def refuse_count(text: str) -> None:
    """ClockToolError `ambiguous_time` for `one night`, `two evenings`: a count, or an hour."""
    match = _COUNTED.search(text)
    if match:
        hour = match[0].split(" ")[0]
        advice = f"For an hour, say 'at {hour}', the day and am or pm."
        refuse("ambiguous_time", f"'{match[0]}' may be a count or an hour. {advice}", [])


def take_hour_of_part(text: str) -> tuple[Clock | None, str]:
    """The hour in `9 in the morning on July 4`, where a bare number could be the day; the part stays."""
    match = _HOUR_OF_PART.search(text)
    named = re.search(rf"\b(?:{MONTH_WORD})\b", text)
    if match is None or not named or not 1 <= int(match[1]) <= 12:
        return None, text
    if _NO_HOUR_AFTER.search(text[: match.start()]):
        return None, text
    return Clock(int(match[1]), kind="either", on_the_hour=True), text[: match.start()] + text[match.end() :]


def bare_number(text: str) -> tuple[Clock | None, str]:
    """The hour in `9 tomorrow` once a part of the day is known; None where the number may be a day."""
    found = list(re.finditer(r"(?<![\w/.:\-])(?<!the )(\d{1,2})(?![\w/.:\-])", text))
    if len(found) != 1 or re.search(rf"\b(?:{MONTH_WORD})\b|/", text) or not 1 <= int(found[0][1]) <= 12:
        return None, text
    return Clock(int(found[0][1]), kind="either", on_the_hour=True), without(text, found[0])
