"""The plots several chapters want: call rates, token growth, heat maps.

Each gives back a `Picture`, with the numbers as text and alt text that states the relation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from clockhands.show.chart import Chart
from clockhands.show.palette import GREY, INK
from clockhands.show.picture import Picture
from clockhands.show.svg import Canvas
from clockhands.show.words import columns as width_of
from clockhands.show.words import fit, joined
from clockhands.trace import Trace

__all__ = ["call_rates", "heat_map", "token_growth", "wilson"]

SHADES = ((244, 247, 250), (90, 160, 204), (0, 114, 178), (0, 50, 79))


def wilson(hits: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of `hits` in `n`, both ends between 0 and 1; (0, 1) when n is 0.

    Wilson 1927; unlike p ± 1.96·se it stays inside 0..1 and works for 0 of n. ValueError when it is no share.

    >>> [round(x, 3) for x in wilson(9, 20)]
    [0.258, 0.658]
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is not a share; hits must lie between 0 and n")
    if n == 0:
        return 0.0, 1.0
    share, z2 = hits / n, z * z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def call_rates(
    counts: Mapping[str, tuple[int, int]], title: str = "How often the tool was called"
) -> Picture:
    """counts: name -> (hits, of how many). A point per name with its 95 % interval."""
    if not counts:
        raise ValueError('no counts given; pass something like {"vague": (3, 10), "clear": (9, 10)}')
    chart = Chart(
        title,
        x=(0, 1),
        y=(-(len(counts) - 0.4), 0.7),
        x_form=lambda x: f"{x:.0%}",
        x_ticks=(0, 0.25, 0.5, 0.75, 1),
        y_ticks=(),
        left=320,
        height=110 + 48 * len(counts),
        note="the line is the 95 % interval (Wilson): where the true rate may well lie",
    )
    lines, said = [title], []
    for place, (name, (hits, n)) in enumerate(counts.items()):
        low, high = wilson(hits, n)
        _, py = chart.at(0, -place)
        chart.canvas.text(chart.x0 - 16, py + 5, name, size=14, anchor="end", room=chart.x0 - 36)
        chart.interval(low, high, -place, place)
        chart.point(hits / n if n else 0.0, -place, place, f"{hits} of {n}")
        share = f"{hits} of {n} (95 % interval {low:.0%} to {high:.0%})"
        lines.append(f"  {_padded(name, 40)}  {share}")
        said.append(f"{fit(name, 40)} {share}")
    return chart.picture(f"{title}: {joined(said)}.", "\n".join(lines))


def token_growth(
    series: Mapping[str, Sequence[int] | Trace], title: str = "Input tokens, added up over the model calls"
) -> Picture:
    """series: name -> input tokens of each call, or a `Trace`. Running sums: resending makes them bend."""
    sums = {name: _running(values) for name, values in series.items()}
    if not any(sums.values()):
        raise ValueError('no tokens given; pass something like {"resend all": [500, 700, 900]}')
    longest = max(len(line) for line in sums.values())
    top = max(line[-1] for line in sums.values() if line)
    chart = Chart(
        title, x=(0, longest), y=(0, top * 1.08), x_label="model calls", y_label="tokens so far", height=420
    )
    lines, said = [title], []
    for index, (name, line) in enumerate(sums.items()):
        if line:
            chart.line([(0, 0), *((i + 1, total) for i, total in enumerate(line))], name, index)
            last = line[-1] - (line[-2] if len(line) > 1 else 0)
            lines.append(
                f"  {_padded(name, 32)}  {len(line)} calls, last {last:,}, together {line[-1]:,} tokens"
            )
            said.append(f"{name} reaches {line[-1]:,} tokens after {len(line)} calls")
    return chart.picture(f"{title}: {joined(said)}.", "\n".join(lines))


def heat_map(
    values: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    form: str | Callable[[float], str] = "{:.0f}",
    low: float | None = None,
    high: float | None = None,
    alt: str | None = None,
) -> Picture:
    """values[row][column] as shades with the number in each field (NaN: blank).

    form writes a number, as a format or a function; low and high are the ends of the shades, by default the
    least and greatest value. alt: the relation in words, where naming every field would say less.
    """
    write = form.format if isinstance(form, str) else form
    if len(values) != len(rows) or any(len(line) != len(columns) for line in values):
        raise ValueError(
            f"values must be {len(rows)} lines of {len(columns)} numbers, one per row and column"
        )
    known = [value for line in values for value in line if not math.isnan(value)]
    low = min(known, default=0.0) if low is None else low
    high = max(known, default=1.0) if high is None else high
    canvas, left, top, tall = Canvas(), 260.0, 86.0, 34.0
    wide = min(150.0, (930 - left) / max(1, len(columns)))
    canvas.text(24, 34, title, size=17, weight=650, room=900)
    for x, name in enumerate(columns):
        place = left + wide * (x + 0.5), top - 10
        canvas.text(*place, name, size=12.5, colour=GREY, anchor="middle", room=wide - 4)
    table = [title, " ".join([" " * 24, *(f"{fit(name, 10):>10}" for name in columns)])]
    said = []
    for y, (name, line) in enumerate(zip(rows, values, strict=True)):
        canvas.text(left - 14, top + tall * y + 22, name, anchor="end", room=left - 30)
        for x, value in enumerate(line):
            if not math.isnan(value):
                share = (value - low) / (high - low) if high > low else 0.0
                canvas.bar(left + wide * x + 1, top + tall * y + 1, wide - 2, tall - 2, _shade(share))
                ink = "#ffffff" if share > 0.45 else INK
                place = left + wide * (x + 0.5), top + tall * y + 22
                canvas.text(*place, write(value), colour=ink, weight=600, anchor="middle")
        cells = ["-" if math.isnan(value) else write(value) for value in line]
        table.append(" ".join([_padded(name, 24), *(f"{cell:>10}" for cell in cells)]))
        words = ["no value" if cell == "-" else cell for cell in cells]
        said.append(f"{name}: " + ", ".join(f"{c} {w}" for c, w in zip(columns, words, strict=True)))
    alt = alt or f"{title}. {'; '.join(said)}."
    return Picture("\n".join(table), alt, canvas.svg(top + tall * len(rows) + 24, alt))


def _shade(share: float) -> str:
    place = min(1.0, max(0.0, share)) * (len(SHADES) - 1)
    index = min(int(place), len(SHADES) - 2)
    part = place - index
    mixed = (round(a + (b - a) * part) for a, b in zip(SHADES[index], SHADES[index + 1], strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _padded(name: str, width: int) -> str:
    return fit(name, width) + " " * (width - width_of(fit(name, width)))


def _running(values: Sequence[int] | Trace) -> list[int]:
    if isinstance(values, Trace):
        usages = [(x.response or {}).get("usage") or {} for x in values.exchanges]
        values = [int(usage.get("input_tokens") or 0) for usage in usages]
    total, sums = 0, []
    for value in values:
        total += value
        sums.append(total)
    return sums
