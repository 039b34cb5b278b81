"""The edges of the clock: where in a year a fixed offset lies, for every zone of the tz database.

    python labs/clock_edges.py          counts over all names, and the edges of 2024
    python labs/clock_edges.py 2026     another year

Zone data come from the PyPI package tzdata. The pictures use 2024, a year whose rules are settled, and the
418 places of zone_places.json (name, latitude, longitude; from the tz database, public domain), so that they
stay the same when the database grows.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import cache
from importlib import resources
from pathlib import Path
from zoneinfo import ZoneInfo

from clockhands.show import Chart, Picture, heat_map

YEAR = 2024
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Edge:
    """A clock change: the first instant (UTC) of the new offset, and both offsets in minutes."""

    zone: str
    at: datetime
    before: int
    after: int

    @property
    def kind(self) -> str:
        """gap: local times that do not exist; fold: local times that happen twice."""
        return "gap" if self.after > self.before else "fold"

    def __str__(self) -> str:
        wall = self.at + timedelta(minutes=max(self.before, self.after))
        first = self.at + timedelta(minutes=min(self.before, self.after))
        what = "do not exist" if self.kind == "gap" else "happen twice"
        return f"{self.zone}: {first:%d %b %H:%M} to {wall:%H:%M} {what}"


def names() -> list[str]:
    """Every name of the tz database here, old ones included."""
    return sorted((resources.files("tzdata") / "zones").read_text(encoding="utf-8").split())


@cache
def places() -> tuple[tuple[str, float, float], ...]:
    """(zone, latitude, longitude) of 418 places."""
    text = Path(__file__).with_name("zone_places.json").read_text(encoding="utf-8")
    return tuple((name, north, east) for name, north, east in json.loads(text))


@cache
def zone(name: str) -> ZoneInfo:
    """A zone from the tzdata package, whatever the system has."""
    file = resources.files("tzdata") / "zoneinfo"
    for part in name.split("/"):
        file = file / part
    with file.open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def offset(name: str, at: datetime) -> int:
    """Minutes east of UTC at an instant."""
    return round(at.astimezone(zone(name)).utcoffset().total_seconds() / 60)


@cache
def edges(name: str, year: int = YEAR) -> tuple[Edge, ...]:
    """All clock changes of a zone in a year, to the minute."""
    found, start = [], datetime(year, 1, 1, tzinfo=timezone.utc)
    days = (datetime(year + 1, 1, 1, tzinfo=timezone.utc) - start).days
    for day in range(days):
        low, high = start + timedelta(days=day), start + timedelta(days=day + 1)
        before, after = offset(name, low), offset(name, high)
        if before == after:
            continue  # two changes within one day have not happened in decades
        while high - low > timedelta(minutes=1):
            middle = low + timedelta(minutes=(high - low) // timedelta(minutes=2))
            low, high = (middle, high) if offset(name, middle) == before else (low, middle)
        found.append(Edge(name, high, before, after))
    return tuple(found)


def lie(name: str, year: int = YEAR) -> float:
    """The share of the year in which the offset of 1 January is wrong."""
    start, end = (datetime(y, 1, 1, tzinfo=timezone.utc) for y in (year, year + 1))
    first, wrong, since, now = offset(name, start), timedelta(), start, offset(name, start)
    for edge in edges(name, year):
        wrong += (edge.at - since) if now != first else timedelta()
        since, now = edge.at, edge.after
    wrong += (end - since) if now != first else timedelta()
    return wrong / (end - start)


def january(name: str, year: int = YEAR) -> int:
    """The offset on 1 January, in minutes."""
    return offset(name, datetime(year, 1, 1, tzinfo=timezone.utc))


def is_fractional(name: str, year: int = YEAR) -> bool:
    """Whether the zone stands off the whole hour at the start of the year."""
    return january(name, year) % 60 != 0


def say_offset(minutes: int) -> str:
    """+05:45"""
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def counts(zones: list[str], year: int = YEAR) -> dict[str, int]:
    """How many zones change at all, stand off the whole hour, or change by less than an hour."""
    changing = [name for name in zones if edges(name, year)]
    return {
        "zones": len(zones),
        "change their offset in the year": len(changing),
        "stand off the whole hour": sum(is_fractional(name, year) for name in zones),
        "change by other than an hour": sum(
            any(abs(e.after - e.before) != 60 for e in edges(name, year)) for name in changing
        ),
        "different moments of change": len({e.at for name in changing for e in edges(name, year)}),
    }


# --- pictures ----------------------------------------------------------------------------------------------


def world(day: int = 182, year: int = YEAR) -> Picture:
    """A map: where the offset of 1 January is right or wrong on a day of the year (1 to 366)."""
    at = datetime(year, 1, 1, 12, tzinfo=timezone.utc) + timedelta(days=int(day) - 1)
    chart = Chart(
        f"{at:%d %B %Y}: where the offset of 1 January is wrong",
        x=(-180, 180),
        y=(-90, 85),
        x_ticks=range(-180, 181, 60),
        y_ticks=(-80, -40, 0, 40, 80),
        x_form=lambda x: f"{abs(x):.0f}°{'W' if x < 0 else 'E' if x else ''}",
        y_form=lambda y: f"{abs(y):.0f}°{'S' if y < 0 else 'N' if y else ''}",
        height=480,
        note="one mark per zone of the tz database, at its city",
    )
    kinds = {"right": 0, "right, off the whole hour": 0, "wrong": 0}
    marks = {
        "right": (4, "circle", 0.5),
        "right, off the whole hour": (2, "square", 0.9),
        "wrong": (3, "triangle", 0.9),
    }
    for name, north, east in places():
        kind = "right, off the whole hour" if is_fractional(name, year) else "right"
        if offset(name, at) != january(name, year):
            kind = "wrong"
        kinds[kind] += 1
        series, shape, size = marks[kind]
        chart.mark(east, north, shape, series, size)
    for kind, (series, shape, _) in marks.items():
        chart.legend(f"{kind} ({kinds[kind]})", series, shape)
    text = f"{at:%d %b}: wrong in {kinds['wrong']} of {len(places())} zones"
    said = (
        "the wrong ones lie in two bands, away from the equator"
        if kinds["wrong"] > 9
        else "hardly any is wrong"
    )
    return chart.picture(f"A map of {len(places())} zones: {said}; {text}.", text)


def seasons(year: int = YEAR) -> Picture:
    """Region by month: the share of zones whose January offset is wrong in the middle of the month."""
    regions: dict[str, list[str]] = {}
    for name, _, _ in places():
        regions.setdefault(name.split("/")[0], []).append(name)
    rows = []
    for zones in regions.values():
        middles = [datetime(year, month, 15, 12, tzinfo=timezone.utc) for month in range(1, 13)]
        rows.append([sum(offset(z, m) != january(z, year) for z in zones) / len(zones) for m in middles])
    labels = [f"{region} ({len(zones)})" for region, zones in regions.items()]
    title = f"Zones whose offset is not that of 1 January {year}, in the middle of each month"
    return heat_map(rows, labels, MONTHS, title, "{:.0%}", 0, 1)


def calendar(year: int = YEAR) -> Picture:
    """How many zones change on each day of the year."""
    start = datetime(year, 1, 1, tzinfo=timezone.utc)
    per_day = [0] * 366
    for name, _, _ in places():
        for edge in edges(name, year):
            per_day[(edge.at - start).days] += 1
    firsts = [(datetime(year, month, 1, tzinfo=timezone.utc) - start).days for month in range(1, 13)]
    chart = Chart(
        f"Clock changes on each day of {year}",
        x=(0, 366),
        y=(0, max(per_day) * 1.2),
        x_ticks=firsts,
        x_form=lambda day: MONTHS[firsts.index(day)],
        y_label="zones that change",
    )
    chart.bars([d + 0.0 for d in range(367)], per_day, series=1)
    busy = sorted(range(366), key=lambda d: -per_day[d])[:4]
    for index, day in enumerate(sorted(busy)):
        label = f"{start + timedelta(days=day):%d %b}: {per_day[day]}"
        chart.point(day + 0.5, per_day[day], 3, label, "right" if index % 2 else "left")
    days = sum(1 for changes in per_day if changes)
    text = f"{sum(per_day)} changes on {days} days; the busiest: " + ", ".join(
        f"{start + timedelta(days=d):%d %b} ({per_day[d]})" for d in sorted(busy)
    )
    return chart.picture(f"A few tall bars in March, April, October and November: {text}.", text)


def edge_picture(where: str = "Europe/Berlin, gap") -> Picture:
    """Six hours around one change: the wall clock against the hours that pass."""
    name, kind = where.split(", ")
    edge = next(e for e in edges(name) if e.kind == kind)
    start = edge.at - timedelta(hours=3)
    base = (start + timedelta(minutes=edge.before)).replace(hour=0, minute=0, second=0, microsecond=0)

    def wall(minutes: int, shift: int) -> float:
        return (start + timedelta(minutes=minutes + shift) - base).total_seconds() / 3600

    before = [(m / 60, wall(m, edge.before)) for m in (0, 180)]
    after = [(m / 60, wall(m, edge.after)) for m in (180, 360)]
    span = [y for _, y in before + after]
    chart = Chart(
        str(edge),
        x=(0, 6),
        y=(min(span) - 0.5, max(span) + 0.5),
        x_label="hours that pass (UTC)",
        y_label=f"what the clock on the wall says ({name})",
        y_form=lambda hour: f"{hour % 24:02.0f}:00" if hour % 1 == 0 else "",
    )
    chart.line(before, f"before: {say_offset(edge.before)}", 0)
    chart.line(after, f"after: {say_offset(edge.after)}", 2)
    chart.rule(
        3,
        f"the clock jumps {abs(edge.after - edge.before)} minutes {'forward' if kind == 'gap' else 'back'}",
        3,
    )
    return chart.picture(f"Two rising lines with a jump between them. {edge}.", str(edge))


EDGES = (
    "Europe/Berlin, gap",
    "Europe/Berlin, fold",
    "Australia/Lord_Howe, gap",
    "America/New_York, fold",
    "Africa/Casablanca, fold",
    "America/Santiago, gap",
)


def main(arguments: list[str] | None = None) -> int:
    """Print counts over every name, and the edges that are not an hour."""
    parser = argparse.ArgumentParser(description="Where a fixed offset lies.")
    parser.add_argument("year", nargs="?", type=int, default=YEAR, help=f"default {YEAR}")
    year = parser.parse_args(arguments).year
    every = names()
    print(f"The tz database here, {year}:")
    for what, count in counts(every, year).items():
        print(f"  {count:>4} {what}")
    print("\nOff the whole hour:")
    off = sorted({(january(name, year), name) for name in every if is_fractional(name, year)})
    print("\n".join(f"  {say_offset(minutes)}  {name}" for minutes, name in off if "/" in name))
    print("\nA fixed offset lies most in:")
    for share, name in sorted(((lie(name, year), name) for name, _, _ in places()), reverse=True)[:5]:
        print(f"  {share:.0%} of the year in {name}")
    print(f"\n{calendar(year)}\n{seasons(year)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
