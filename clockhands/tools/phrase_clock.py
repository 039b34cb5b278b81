"""The clock time in a phrase: `2:30 pm`, `14h30`, `half past four`, `noon`, `8 in the evening`.

Each reader takes the tidied text, gives back what it understood and the text without it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import time

from clockhands.tools.phrase_text import MONTH_WORD, refuse, without

__all__ = ["Clock", "bare_number", "fit_part", "take_clock", "take_part"]

_START = r"(?<![\d:/.\-+$#])(?:\bat |@ ?)?(?<![\d:/.\-+$#])"
_END = r"(?![\w:/]|[-.+]\d| ?- ?\d)"
_NOT_A_DATE = rf"(?! ?(?:st|nd|rd|th|{MONTH_WORD})\b)"


@dataclass(frozen=True)
class Clock:
    """A clock time. kind: `exact`; `either` (half of the day not said, hour 1-12); `midnight` (of which
    day?); `end` (24:00). halved: am or pm was said; on_the_hour: no minutes were said (`at 9`)."""

    hour: int
    minute: int = 0
    second: int = 0
    kind: str = "exact"
    halved: bool = False
    on_the_hour: bool = False

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


def _number(text: str | None) -> int:
    return int(text) if text else 0


def _twelve(m: re.Match) -> Clock:
    return _checked(int(m["h"]), _number(m["m"]), _number(m["s"]), m["half"])


def _packed_twelve(m: re.Match) -> Clock:
    return _checked(int(m["h"]), int(m["m"]), half=m["half"])


def _colon(m: re.Match) -> Clock:
    """`7:30` may be either half of the day; `07:30` and `10:30` are read on the 24-hour clock."""
    either = len(m["h"]) == 1 and m["h"] != "0"
    return _checked(int(m["h"]), int(m["m"]), _number(m["s"]), kind="either" if either else "")


def _exact(m: re.Match) -> Clock:
    return _checked(int(m["h"]), _number(m["m"]))


def _bare(m: re.Match) -> Clock:
    hour = int(m["h"])
    if hour in (0, 24):
        refuse("not_a_time", f"'at {hour}' is not clear. Write 00:00 with its date, or 'midnight'.")
    either = hour <= 12 and not m["h"].startswith("0")
    return replace(_checked(hour, kind="either" if either else ""), on_the_hour=True)


def _spoken(m: re.Match) -> Clock:
    """`quarter past 3`, `20 minutes to 6 pm`. `5 to 7` without `minutes` is a span as often as 6:55."""
    minutes = {"half": 30, "quarter": 15}.get(m["n"]) or int(m["n"])
    before = m["way"] in ("to", "before", "of", "till")
    if m["n"].isdigit() and minutes <= 12 and before and not m["unit"] and not m["word"]:
        refuse("ambiguous_time", f"'{m[0].strip()}' may be a time or a span. Write the time as 16:50.", [])
    odd = (m["n"] == "half" and m["way"] != "past") or (m["way"] == "of" and m["n"] != "quarter")
    if minutes > 59 or odd:
        refuse("not_a_time", f"'{m[0].strip()}' is not clear. Write it as a clock time, such as 15:45.")
    said = {"noon": 12, "midnight": 0}.get(m["word"])
    hour = _checked(int(m["h"]), half=m["half"] or "").hour if said is None else said
    total = (hour * 60 + (-minutes if before else minutes)) % 1440
    if m["word"] or m["half"] or int(m["h"]) > 12:
        return Clock(total // 60, total % 60, halved=bool(m["half"] or m["word"]))
    return Clock(total // 60 % 12 or 12, total % 60, kind="either")


def _noon(m: re.Match) -> Clock:
    return Clock(12, halved=True)


def _midnight(m: re.Match) -> Clock:
    return Clock(0, kind="midnight")


_AT = r"(?:\bat |@ ?)"
_H, _M = r"(?P<h>\d{1,2})", r"(?P<m>\d{2})"
_S = r"(?P<s>\d{2})"
_HALF = r"(?P<half>am|pm)"
_CLOCK = r"(?: ?o'? ?clock)"
_HRS = r"(?:h|hrs?|hours)"
_PAST = r"(?P<n>half|quarter|\d{1,2})(?P<unit> ?min(?:ute)?s?)? (?P<way>past|to|before|after|of|till)"
_READERS = [
    (
        rf"{_START}(?:a )?{_PAST} (?:{_H}{_CLOCK}? ?{_HALF}?|(?P<word>noon|midnight)){_END}{_NOT_A_DATE}",
        _spoken,
    ),
    (rf"{_AT}{_H} (?P<m>[0-5]\d){_HALF}{_END}", _packed_twelve),
    (rf"{_START}{_H}(?:[:.]{_M}(?:[:.]{_S})?)?{_CLOCK}? ?{_HALF}{_END}", _twelve),
    (rf"{_START}{_H}{_M}{_HALF}{_END}", _packed_twelve),
    (rf"{_START}{_H}:{_M}(?::{_S}(?:\.\d+)?)?(?: ?{_HRS})?{_END}", _colon),
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


def bare_number(text: str) -> tuple[Clock | None, str]:
    """The hour in `9 tomorrow` once a part of the day is known; None where the number may be a day."""
    found = list(re.finditer(r"(?<![\w/.:\-])(?<!the )(\d{1,2})(?![\w/.:\-])", text))
    if len(found) != 1 or re.search(rf"\b(?:{MONTH_WORD})\b|/", text) or not 1 <= int(found[0][1]) <= 12:
        return None, text
    return Clock(int(found[0][1]), kind="either", on_the_hour=True), without(text, found[0])
