"""How the course is written."""

from __future__ import annotations

import itertools
import re
import statistics

from clockhands.classroom import places
from clockhands.lessons.chapters import NOTEBOOKS
from notebook_rules.cells import Cell, Notebook, plain, rule

BANNED = {
    "simply": "leave it out",
    "just": "leave it out",
    "obviously": "leave it out",
    "easy": "say what it takes",
    "easily": "say what it takes",
    "trivial": "say what it takes",
    "trivially": "say what it takes",
    "amazing": "hype",
    "revolutionary": "hype",
    "seamless": "hype",
    "seamlessly": "hype",
    "powerful": "hype",
    "blazing": "hype",
    "game-changer": "hype",
    "effortless": "hype",
    "effortlessly": "hype",
}
SYNONYMS = r"\b(function call(s|ing)?|tool invocations?|tool-calls?|action calls?)\b"
CALLOUTS = ("> **Note** ", "> **Careful** ", "> **In production** ")
LONGEST_SENTENCE = 35
LONGEST_MEAN = 25

_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]")
_PRICE = re.compile(r"[$€£]\s?\d|\b\d+\s?(USD|EUR|dollars|cents)\b")
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)[^)]*\)")


@rule
def uses_plain_words(nb: Notebook) -> list[str]:
    """No word that talks the reader's trouble away, no hype, no emoji, no price."""
    said = []
    for cell in nb.markdown:
        text = _without_quotes(plain(cell.source))
        for word, why in BANNED.items():
            if re.search(rf"\b{re.escape(word)}\b", text, re.I):
                said.append(f"{cell.id}: {word!r} ({why})")
        said += [f"{cell.id}: an emoji ({sign})" for sign in _EMOJI.findall(text)[:1]]
        said += [f"{cell.id}: a price" for _ in _PRICE.findall(text)[:1]]
    return said


@rule
def calls_it_a_tool_call(nb: Notebook) -> list[str]:
    """One name for one thing. Chapter 12 shows other APIs, which have their own words."""
    if nb.number == 12:
        return []
    return [
        f"{cell.id}: {match.group()!r}; the word is 'tool call'"
        for cell in nb.markdown
        for match in [re.search(SYNONYMS, plain(cell.source), re.I)]
        if match
    ]


@rule
def keeps_sentences_short(nb: Notebook) -> list[str]:
    """25 words on average in every cell, and never more than 35."""
    said = []
    for cell in nb.markdown:
        lengths = [len(sentence.split()) for sentence in sentences(cell.source)]
        if lengths and statistics.mean(lengths) > LONGEST_MEAN:
            said.append(f"{cell.id}: {statistics.mean(lengths):.0f} words a sentence on average")
        if lengths and max(lengths) > LONGEST_SENTENCE:
            said.append(f"{cell.id}: a sentence of {max(lengths)} words")
    return said


@rule
def uses_three_callouts_only(nb: Notebook) -> list[str]:
    """**Note**, **Careful**, **In production**: a quote that is none of them is plain text."""
    said = []
    for cell in nb.markdown:
        lines = ["", *cell.source.split("\n")]
        starts = [line for above, line in itertools.pairwise(lines) if line[:1] == ">" != above[:1]]
        said += [f"{cell.id}: {line!r} is none" for line in starts if not line.startswith(CALLOUTS)]
    return said


@rule
def describes_every_picture(nb: Notebook) -> list[str]:
    """Alt text on images in the text, and on what cells draw."""
    said = []
    for cell in nb.markdown:
        images = [m for m in _LINK.finditer(cell.source) if m.group(1) and not m.group(2).strip()]
        images += [
            m for m in re.finditer(r"<img\b[^>]*>", cell.source) if not re.search(r'alt="[^"]+"', m.group())
        ]
        said += [f"{cell.id}: an image without alt text" for _ in images]
    for cell in nb.code:
        for output in cell.outputs:
            said += [
                f"{cell.id}: {what}"
                for what in _undescribed(output.get("data", {}), output.get("metadata", {}))
            ]
    return said


@rule
def links_to_what_is_there(nb: Notebook) -> list[str]:
    """A relative link leads to a file, or to a chapter of the plan that says "(coming)"."""
    said = []
    for cell in nb.markdown:
        for match in _LINK.finditer(cell.source):
            target = match.group(3).split("#")[0]
            if not target or target.startswith("https://"):
                continue
            if "://" in target:
                said.append(f"{cell.id}: {target} is not https")
            elif not _exists(target) and not _is_coming(cell, match):
                said.append(f"{cell.id}: {target} leads nowhere; say (coming) after it, or mend it")
    return said


def sentences(text: str) -> list[str]:
    """The sentences of a markdown text; items, rows and headings end one."""
    text = re.sub(r"^\|.*$", "", text, flags=re.M)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*>#]|\d+\.)\s)", text)
    found = [part for block in blocks for part in re.split(r"(?<=[.!?:;])[\"')]*\s+(?=\S)", plain(block))]
    return [sentence for sentence in found if sentence.strip()]


def _without_quotes(text: str) -> str:
    return re.sub(r"\"[^\"]*\"|“[^”]*”", " ", text)


def _undescribed(data: dict, metadata: dict) -> list[str]:
    html = "".join(data.get("text/html", ""))
    said = [
        "a drawing without a title or a label"
        for svg in re.findall(r"<svg\b.*?</svg>", html + "".join(data.get("image/svg+xml", "")), re.S)
        if not re.search(r"<title|aria-label|aria-hidden", svg)
    ]
    said += [
        "an image without alt text"
        for tag in re.findall(r"<img\b[^>]*>", html)
        if not re.search(r'alt="[^"]+', tag)
    ]
    bitmap = [mime for mime in data if mime in ("image/png", "image/jpeg")]
    text = "".join(data.get("text/plain", ""))
    if bitmap and not metadata.get(bitmap[0], {}).get("alt") and text.startswith(("<Figure", "<matplotlib")):
        said.append("a plot without text: use show's plots, which say what they show")
    return said


def _exists(target: str) -> bool:
    return (places.CHAPTERS / target).resolve().exists() or (places.SOLUTIONS / target).resolve().exists()


def _is_coming(cell: Cell, match: re.Match) -> bool:
    planned = match.group(3).split("#")[0].removesuffix(".ipynb") in NOTEBOOKS or match.group(3).startswith(
        "../labs/"
    )
    return planned and "(coming)" in cell.source[match.end() : match.end() + 12]
