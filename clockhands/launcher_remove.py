"""Take everything away again: `.venv`, and, after asking, the learner's copies and progress."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from clockhands.launcher_project import ROOT, VENV, LauncherError, is_own_venv

#: What the course writes into the data folder (lessons: store, lockfile, setup_check).
_PROGRESS = ("progress.sqlite3", "progress.sqlite3[-.]*", ".progress.sqlite3.lock", ".writable")


def remove(arguments: list[str]) -> int:
    """The command `remove [--yes]`; the exit code."""
    unknown = [argument for argument in arguments if argument not in ("--yes", "-y")]
    if unknown:
        raise LauncherError(f"remove takes --yes and nothing else, not {unknown[0]!r}.")
    if is_own_venv() and os.name == "nt":
        raise LauncherError("Windows cannot remove a running Python. Run this with:  py -m clockhands remove")
    installed = [path for path in (VENV, ROOT / "clockhands.egg-info", ROOT / "build") if _is_there(path)]
    work, kept = ROOT / "work", progress_files(data_folder())
    yours = ([work] if _is_there(work) else []) + kept
    _delete(installed, "Removed (made by the launcher; the next run makes it again):")
    if not yours:
        print("No copies and no progress are left. To remove the course itself, delete its folder.")
        return 0
    print("Your own work is still there:")
    for path in yours:
        print(f"  {path}" + (f"  ({_count(path)} files)" if path.is_dir() else ""))
    if arguments or _agrees():
        _delete(yours, "Removed:")
        _leave(data_folder())
        print("To remove the course itself, delete its folder.")
    else:
        print("Kept.")
    return 0


def data_folder() -> Path:
    """Where progress is stored, as `settings.data_dir` has it, without the package that it asks."""
    override = os.environ.get("CLOCKHANDS_DATA")
    return Path(override).expanduser().resolve() if override else _usual_base() / "clockhands"


def progress_files(folder: Path) -> list[Path]:
    """The course's own files in it. The learner chose the folder, and may keep other things there."""
    return sorted(path for name in _PROGRESS for path in folder.glob(name) if path.is_file())


def _leave(folder: Path) -> None:
    """Remove the data folder itself when nothing is left in it."""
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _usual_base() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME", "").strip() or Path.home() / ".local" / "share")


def _agrees() -> bool:
    try:
        return input("Remove it too? It cannot be brought back. [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _count(path: Path) -> int:
    return sum(1 for inner in path.rglob("*") if inner.is_file())


def _delete(paths: list[Path], heading: str) -> None:
    if paths:
        print(heading)
    for path in paths:
        print(f"  {path}", flush=True)
        try:
            if path.is_symlink() or path.is_file():
                path.unlink()
            else:
                shutil.rmtree(path)
        except OSError as error:
            raise LauncherError(
                f"Could not remove {path} ({error}). Close what uses it, try again."
            ) from None
