"""Build the chapters out of the solved notebooks: `python3 -m clockhands build [NN ...] [--check]`.

solutions/03_the_loop.ipynb is the source. It is executed and written back with its outputs; without its
solutions and hidden tests, executed again, it becomes chapters/03_the_loop.ipynb. Notebooks of labs/ are
executed in place. The solution texts that `solution("3.2")` shows and the README's chapter table come
along. `--check` writes nothing and says what would change.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from clockhands.classroom import contents, kernel, notebook_file, places, regions, solution_texts
from clockhands.classroom.drift import differences
from clockhands.errors import ClockHandsError

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
COMMAND = "python3 -m clockhands build"


@dataclass
class Built:
    """What one source notebook became: the text of each file, by path; or why it could not be built."""

    name: str
    files: dict[Path, str] = field(default_factory=dict)
    problem: str | None = None


def chapter_of(solved, path: Path):
    """The chapter of a solved notebook, to be stored at `path`: a copy without solutions and hidden tests,
    not yet run. RegionError, naming the cell, when markers do not pair up."""
    chapter = deepcopy(solved)
    notebook_file.forget_run(chapter)
    for cell in chapter.cells:
        try:
            cell.source = regions.chapter_source(cell.source, code=cell.cell_type == "code")
        except regions.RegionError as error:
            raise regions.RegionError(f"cell {cell.id}: {error}") from None
    notebook_file.format_code(chapter, path)
    return chapter


def build_one(source: Path, env: dict[str, str]) -> Built:
    """Run one notebook of solutions/ or labs/: its files, as text. Failures are told, not raised."""
    built = Built(source.stem)
    where = source
    try:
        solved = notebook_file.read(source)
        notebook_file.forget_run(solved)
        notebook_file.format_code(solved, source)
        plans = {source: solved}
        if source.parent.name == places.SOLUTIONS.name:
            plans[chapter_path(source)] = chapter_of(solved, chapter_path(source))
        for where, notebook in plans.items():
            where.parent.mkdir(exist_ok=True)
            kernel.run(notebook, where.parent, env)
            notebook_file.normalise(notebook)
            built.files[where] = notebook_file.text_of(notebook)
    except ClockHandsError as error:
        built.problem = f"{_short(where)}: {error}"
    except Exception as error:  # nbclient's own: a cell raised, a time limit passed, a kernel died
        built.problem = f"{_short(where)}: {_story(error)}"
    return built


def chapter_path(source: Path) -> Path:
    """Where the chapter of a solved notebook goes."""
    return source.parent.parent / places.CHAPTERS.name / source.name


def sources(names: list[str]) -> list[Path]:
    """The notebooks that `names` mean: numbers, stems, or `labs`; all of them for an empty list.

    ClockHandsError naming what there is, for a name that means none.
    """
    every = places.notebooks(places.SOLUTIONS) + places.notebooks(places.LABS)
    if not names:
        return every
    found: list[Path] = []
    for name in names:
        hits = [path for path in every if _means(name, path)]
        if not hits:
            known = ", ".join(path.stem for path in every) or "none yet"
            raise ClockHandsError(f"no notebook is called {name!r}; there are: {known}")
        found += [path for path in hits if path not in found]
    return found


def _means(name: str, path: Path) -> bool:
    if name == "labs":
        return path.parent == places.LABS
    if name.isdigit():
        return path.parent == places.SOLUTIONS and path.name.startswith(f"{int(name):02d}_")
    return path.stem == Path(name).stem


def main(arguments: list[str]) -> int:
    """The command. 0: all built (or nothing to build under --check); 1: see what was printed."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NN", help="chapter number, notebook name, or `labs`")
    parser.add_argument("--check", action="store_true", help="write nothing, say what would change")
    options = parser.parse_args(arguments)
    try:
        paths = sources(options.names)
    except ClockHandsError as error:
        print(error, file=sys.stderr)
        return 1
    problems: list[str] = []
    with kernel.hermetic() as env, ThreadPoolExecutor(max(1, os.cpu_count() or 1)) as pool:
        for built in pool.map(lambda path: build_one(path, env), paths):
            problems += _settle(built, check=options.check)
    problems += _settle_rest(check=options.check)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(_verdict(len(paths), problems, check=options.check))
    return 1 if problems else 0


def _settle(built: Built, *, check: bool) -> list[str]:
    """Write what was built, or compare it; the problems found."""
    if built.problem:
        return [built.problem]
    problems = []
    for path, text in built.files.items():
        if check:
            stored = path.read_text(encoding="utf-8") if path.exists() else None
            found = differences(stored, text)
            if found:
                problems.append(_differs(path, built.name, found))
        else:
            changed = notebook_file.write(path, text)
            print(f"{_short(path)}: {'written' if changed else 'as before'}")
    return problems


def stale_sources() -> list[str]:
    """What is off without running anything: chapters that are not what their solution says, and the rest
    that is made from all notebooks. One text for each, empty when all is well."""
    problems = []
    for source in places.notebooks(places.SOLUTIONS):
        path = chapter_path(source)
        try:
            wanted = chapter_of(notebook_file.read(source), path)
        except ClockHandsError as error:
            problems.append(f"{_short(source)}: {error}")
            continue
        if not path.exists():
            problems.append(f"{_short(path)} is not built yet\n  run: {COMMAND} {source.name[:2]}")
            continue
        stored = notebook_file.read(path)
        notebook_file.forget_run(stored)
        found = differences(notebook_file.text_of(stored), notebook_file.text_of(wanted))
        if found:
            problems.append(_differs(path, source.stem, found))
    return problems + _settle_rest(check=True)


def _differs(path: Path, name: str, found: list[str]) -> str:
    number = name[:2] if name[:2].isdigit() else name
    return "\n".join([f"{_short(path)} differs from its source:", *found, f"  run: {COMMAND} {number}"])


def _settle_rest(*, check: bool) -> list[str]:
    """The files made from all notebooks together: solution texts, the README's table; and chapters to go."""
    problems = []
    try:
        whole = {places.SOLUTION_TEXTS: solution_texts.as_json(places.notebooks(places.SOLUTIONS))}
    except ClockHandsError as error:
        return [f"{_short(places.SOLUTION_TEXTS)} cannot be made: {error}"]
    if places.README.exists():
        whole[places.README] = contents.readme(places.README.read_text(encoding="utf-8"))
    for path, text in whole.items():
        if not check:
            notebook_file.write(path, text)
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            problems.append(f"{_short(path)} is not what the notebooks say\n  run: {COMMAND}")
    for path in places.notebooks(places.CHAPTERS):
        if not (places.SOLUTIONS / path.name).exists():
            problems.append(f"{_short(path)} has no source\n  delete it, or add solutions/{path.name}")
    return problems


def _verdict(count: int, problems: list[str], *, check: bool) -> str:
    done = "checked" if check else "built"
    return f"{count} notebooks {done}, {len(problems)} problems" if problems else f"{count} notebooks {done}"


def _short(path: Path) -> str:
    return path.relative_to(places.ROOT).as_posix() if path.is_relative_to(places.ROOT) else str(path)


def _story(error: Exception) -> str:
    """What went wrong in a cell, without the colours and the middle of a long traceback."""
    lines = _COLOUR.sub("", str(error)).splitlines() or [repr(error)]
    return "\n  ".join(lines if len(lines) <= 40 else [*lines[:25], "…", *lines[-12:]])
