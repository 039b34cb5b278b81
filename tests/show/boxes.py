"""Where the texts of a drawing lie, by the drawing's own generous estimate, to find overlaps and cuts."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

from clockhands.show.svg import MONO, text_width

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ElementTree.Element:
    """The document; raises when it is not well-formed XML."""
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[tuple[str, float, float, float, float]]:
    """(text, left, top, right, bottom) of every text."""
    found = []
    for node in parse(svg).iter(f"{NAMESPACE}text"):
        size, x, y = (float(node.get(key)) for key in ("font-size", "x", "y"))
        width = text_width(
            node.text or "", size, node.get("font-family") == MONO, int(node.get("font-weight")) > 500
        )
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[node.get("text-anchor")]
        found.append((node.text or "", left, y - size * 0.8, left + width, y + size * 0.2))
    return found


def overlaps(svg: str) -> list[tuple[str, str]]:
    """Pairs of texts that touch by more than two pixels."""
    return [
        (a[0], b[0])
        for a, b in combinations(texts(svg), 2)
        if min(a[3], b[3]) - max(a[1], b[1]) > 2 and min(a[4], b[4]) - max(a[2], b[2]) > 2
    ]


def outside(svg: str) -> list[str]:
    """Texts that leave the card."""
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())
    return [
        t
        for t, left, top, right, bottom in texts(svg)
        if left < 0 or top < 0 or right > width or bottom > height
    ]
