"""Chapter 6, check before running: the checker behind 6.1c, a path that stays in its folder."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .ch06_checks import passes, refused
from .exercise import Misconception, Verdict, not_yet, passed
from .trials import result_of

COMPARES_TEXT = Misconception(
    "compares-path-text",
    "The path was judged by its text, and another spelling leads out of the folder.",
    "Join it to the folder, resolve it, and ask whether the folder is among its parents.",
)
IGNORES_FOLDER = Misconception(
    "ignores-the-folder",
    "The path lies where Python runs, not in the folder that was given.",
    "Start from `folder`, not from the current directory.",
)
NAMES_NO_FILE = Misconception(
    "names-no-file",
    "This text names no file in the folder: it is empty, or the folder itself, or no file name can hold it.",
    "Refuse what is no text, what is blank and what cannot be printed, and ask what the rest resolves to.",
)
TOUCHES_DISK = Misconception(
    "check-changes-the-disk",
    "The check changed something on the disk.",
    "A check only looks: `resolve()` needs no file that exists.",
)
NO_EXAMPLE = Misconception(
    "no-example",
    "The refusal shows no path that would be accepted, so the model has to guess.",
    "Name one in the text, such as trips/rome.txt.",
)


def _paths(check_path: Callable, good: list[str], bad: list[Any], nameless: list[Any]) -> Verdict:
    """good stay inside; bad lead out; nameless name no file."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "notes"
        (folder / "trips").mkdir(parents=True)
        (Path(home) / "notes2").mkdir()
        out = [*bad, str(Path(home) / "secrets.txt"), "../notes2/plan.txt", str(Path.cwd() / "a.txt")]
        out += _linked(folder, Path(home))
        before = _everything(home)
        beliefs = {path: COMPARES_TEXT for path in out} | {str(Path.cwd() / "a.txt"): IGNORES_FOLDER}
        for path in [*good, *out, *nameless]:
            label = repr(path).replace(repr(home)[1:-1], "…").replace(repr(str(Path.cwd()))[1:-1], "…")
            call, yours = f"check_path({label}, folder)", result_of(check_path, path, folder)
            belief = beliefs.get(path, NAMES_NO_FILE) if isinstance(path, str) else NAMES_NO_FILE
            wrong = passes(call, yours) if path in good else _refused(call, yours, belief, folder)
            if not wrong and _everything(home) != before:
                wrong = not_yet(call=call, misconception=TOUCHES_DISK)
            if wrong:
                return wrong
    return passed(f"{len(good)} paths inside, {len(out)} that lead out, {len(nameless)} that name no file.")


def _refused(call: str, yours: Any, belief: Misconception, folder: Path) -> Verdict | None:
    wrong = refused(call, yours, belief=belief)
    if wrong or any(_accepted(word, folder) for word in re.findall(r"[\w./-]*\w", yours)):
        return wrong
    return not_yet(
        call=call, yours=yours, expected="a text with a path that is accepted", misconception=NO_EXAMPLE
    )


def _accepted(word: str, folder: Path) -> bool:
    """Whether a word of the refusal looks like a path and stays in the folder."""
    looks = "/" in word.strip("/") or re.fullmatch(r"[\w-]+\.[a-z]{1,4}", word)
    return bool(looks) and folder.resolve() in (folder / word).resolve().parents


def _linked(folder: Path, home: Path) -> list[str]:
    """A path through a link that leads out of the folder; none where the system makes no links."""
    try:
        (folder / "link").symlink_to(home, target_is_directory=True)
    except (OSError, NotImplementedError):
        return []
    return ["link/secrets.txt"]


def _everything(home: str) -> list[str]:
    return sorted(str(path) for path in Path(home).rglob("*"))


def check_check_path(check_path: Callable) -> Verdict:
    return _paths(
        check_path,
        ["a.txt", "trips/rome.txt", "trips/../b.txt", "..hidden.txt"],
        ["../secrets.txt", "trips/../../secrets.txt", ".."],
        ["", "  ", ".", "a\x00b", "\ud800", None, 7],
    )


def hidden_check_path(check_path: Callable) -> Verdict:
    return _paths(
        check_path,
        ["x/y/z.md", "a b.txt"],
        ["../..", "x/../../../etc/passwd"],
        ["\t", "trips/..", "\x00", "x\udfff.txt", ["a.txt"]],
    )
