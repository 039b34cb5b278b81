"""`progress()`: what is done, what it is worth, and what comes next."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from .. import clock
from . import buttons, chapters, course_map, store
from .cards import BLUE, Card, html_of, item, labelled, paragraph
from .standing import Standing, last_chapter, next_standing, standings

__all__ = ["ProgressCard", "Standing", "download", "progress", "standings"]


class ProgressCard(Card):
    """What `progress()` gives back: `points`, `chapters` (a list of `Standing`), `download(path)`."""

    points: int
    chapters: list[Standing]

    resume: int | None = None
    _next: Standing | None = None

    def _html_body(self) -> str:
        """The text's rows as a table, with links to the notebooks."""
        table = course_map.as_html(self.chapters, self._next.number if self._next else None)
        words = course_map.link(self.resume, f"chapter {self.resume}") if self.resume is not None else ""
        back = f'<p style="margin:4px 0">Where you left off: {words}.</p>' if words else ""
        return back + table + html_of([part for part in self.parts if part.kind != "item"])

    def _ipython_display_(self) -> None:
        buttons.show_below(self, _download_box)

    def download(self, path: str | Path = "progress.json") -> Path:
        """See `progress.download`."""
        return download(path)


def progress() -> ProgressCard:
    """Chapters, exercises and points so far, and what is next. Never raises over a progress file it cannot
    read: the card says what is wrong with it."""
    log, trouble = store.events()
    stands = standings(log)
    total = sum(standing.points for standing in stands)
    done = sum(standing.finished for standing in stands)
    parts = [item(f"{standing.number:02d}", _line(standing)) for standing in stands]
    following, resume = next_standing(stands), last_chapter(log)
    parts.append(labelled("Next", _next(following)))
    if resume is not None:
        parts.append(labelled("Last in", f"chapter {resume}"))
    parts += [paragraph(trouble)] if trouble else []
    noun = "chapter" if done == 1 else "chapters"
    card = ProgressCard("Progress", f"{_points(total)}, {done} {noun} finished", parts, BLUE)
    card.points, card.chapters = total, stands
    card.resume, card._next = resume, following
    return card


def download(path: str | Path = "progress.json") -> Path:
    """Write everything kept about you into a JSON file of your own, and give back its path.

    FileExistsError when there is one already: nothing is overwritten. OSError when the folder cannot be
    written.
    """
    log, trouble = store.events()
    stands = standings(log)
    content = {
        "written": clock.now().isoformat(timespec="seconds"),
        "points": sum(standing.points for standing in stands),
        "passed": [id for standing in stands for id in standing.passed],
        "events": log,
        **({"note": trouble} if trouble else {}),
    }
    target = Path(path)
    with target.open("x", encoding="utf-8", newline="\n") as out:
        json.dump(content, out, indent=1, ensure_ascii=False)
        out.write("\n")
    return target


progress.download = download


def _line(standing: Standing) -> str:
    if not standing.there:
        return f"{standing.title} (not there yet)"
    count = len(standing.passed) + len(standing.open)
    counted = f", {len(standing.passed)} of {count} exercises" if count else ""
    points = f", {_points(standing.points)}" if standing.points else ""
    return f"{standing.title}{counted}{points}{', finished' if standing.finished else ''}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _next(standing: Standing | None) -> str:
    if standing is None:
        return "Nothing is left: every exercise there is has been passed."
    notebook = chapters.NOTEBOOKS[standing.number] if standing.number < len(chapters.NOTEBOOKS) else ""
    where = f", in {notebook}.ipynb" if notebook else ""
    if standing.open:
        return f"exercise {standing.open[0].id}, {standing.open[0].title}{where}"
    return f"chapter {standing.number}, {standing.title}{where}"


def _download_box() -> Any:
    return buttons.reveal_box("Download my progress", _write_copy)


def _write_copy() -> str:
    """Write the copy beside the notebook, under a name of its own each time; HTML that says where."""
    stamp = clock.now().strftime("%Y-%m-%dT%H%M%S")
    try:
        words = f"Written to {download(f'progress-{stamp}.json').name}, beside this notebook."
    except OSError as error:
        words = f"It could not be written here ({type(error).__name__}). Try progress().download(path)."
    return f'<p role="status" aria-live="polite">{html.escape(words)}</p>'
