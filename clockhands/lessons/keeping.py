"""Keeping a passed exercise's source in my_agent.py: the last chapter stands on the learner's own code.

The file lies in the learner's work folder and is theirs to edit. A function already there is replaced by the
newer one of that name, after a dated copy of the whole file; everything else stays as it is.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import clock
from . import needs
from .chapters import NOTEBOOKS
from .exercise import Exercise
from .lockfile import alone

__all__ = ["FILE_NAME", "keep", "put", "put_needs"]

FILE_NAME = "my_agent.py"
_HEAD = '''"""My own agent: the functions I wrote in the exercises, kept after each pass.

A function is replaced when I pass its exercise again; an older copy of this file is then kept in backups/.
"""
'''


def keep(exercise: Exercise, answers: tuple) -> str:
    """Keep the source of the answers the exercise names; a sentence for the card, or "". Never raises."""
    folder = work_folder(int(exercise.id.split(".")[0]))
    sources = _sources(exercise.kept_names, answers)
    if folder is None or not sources:
        return ""
    try:
        notes = [put(folder / FILE_NAME, name, source) for name, source in sources.items()]
        put_needs(folder / FILE_NAME, needs.lines(map(_unwrapped, answers), set(sources)))
    except (OSError, UnicodeError) as error:
        return f"Your code could not be kept in {FILE_NAME} ({type(error).__name__}); the pass counts."
    return " ".join(note for note in notes if note)


def work_folder(chapter: int) -> Path | None:
    """The current folder when the learner works there: it holds the chapter's notebook, and is neither
    chapters/ nor solutions/ of the project itself, which are generated."""
    here = Path.cwd()
    stem = NOTEBOOKS[chapter] if 0 <= chapter < len(NOTEBOOKS) else None
    if stem is None or not (here / f"{stem}.ipynb").exists():
        return None
    in_project = (here.parent / "clockhands" / "lessons" / "exercise.py").exists()
    return None if in_project and here.name in ("chapters", "solutions") else here


def _sources(names: tuple[str, ...], answers: tuple) -> dict[str, str]:
    """Name -> source of those answers that are functions or classes defined with `def` or `class`."""
    found: dict[str, str] = {}
    for answer in answers:
        name = getattr(answer, "__name__", None)
        if name in names:
            with contextlib.suppress(OSError, TypeError, SyntaxError, ValueError):
                source = textwrap.dedent(inspect.getsource(_unwrapped(answer)))
                if _span(source, name):
                    found[name] = source.rstrip() + "\n"
    return found


def _unwrapped(answer: Any) -> Any:
    return inspect.unwrap(answer) if inspect.isfunction(answer) else answer


def put(path: Path, name: str, source: str) -> str:
    """Put one definition into the file: replaced in place, or added at the end. A sentence, or "" when it was
    there already. OSError when the folder cannot be written."""
    with alone(path):
        old = path.read_text(encoding="utf-8") if path.exists() else _HEAD
        note = f"Kept in {path.name}."
        try:
            span = _span(old, name)
        except SyntaxError:
            backup = _backup(path)
            old, span = _HEAD, None
            note = f"{path.name} could not be read as Python; it is now {backup}, and a new one was started."
        lines = old.splitlines(keepends=True)
        if span is None:
            new = old.rstrip() + "\n\n\n" + source
        else:
            if "".join(lines[span[0] : span[1]]).strip() == source.strip():
                return ""
            note = f"Kept in {path.name}; the version before is in {_backup(path)}."
            new = "".join([*lines[: span[0]], source, *lines[span[1] :]])
        _replace(path, new)
        return note


def put_needs(path: Path, lines: Sequence[str]) -> None:
    """Put imports and constants below the file's head, except names it defines itself. OSError when the
    folder cannot be written."""
    with alone(path):
        old = path.read_text(encoding="utf-8")
        new = needs.added(old, lines)
        if new != old:
            _replace(path, new)


def _span(source: str, name: str) -> tuple[int, int] | None:
    """First and last line (half open) of the top-level definition of `name`, decorators included."""
    for node in ast.parse(source).body:
        if isinstance(node, needs.DEFINITIONS) and node.name == name:
            return needs.first_line(node) - 1, node.end_lineno
    return None


def _backup(path: Path) -> str:
    """Copy the file to a dated name in backups/ that is still free; that name."""
    stamp = clock.now().strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        tail = "" if number == 1 else f"-{number}"
        target = path.parent / "backups" / f"{path.stem}.{stamp}{tail}.py"
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(path, target)
            return f"{target.parent.name}/{target.name}"
        number += 1


def _replace(path: Path, text: str) -> None:
    """Write all or nothing: a reader never meets half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    draft.write_text(text, encoding="utf-8", newline="\n")
    os.replace(draft, path)
