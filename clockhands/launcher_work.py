"""The learner's own copies: `work/` is theirs, `chapters/` and `labs/` stay as they came.

A manifest remembers what each copy looked like when it was given. A copy nobody changed is refreshed; a
changed one is never touched, and a newer version is put beside it, once. Running a notebook is no change:
cells are compared, outputs are not.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from clockhands import clock
from clockhands.launcher_project import ROOT, LauncherError

MANIFEST = ".clockhands.json"
_FOLDERS = {"chapters": ".", "labs": "labs"}
#: In work/, chapters stand beside the labs' folder: links that hold in the checkout, made to hold there.
_MOVED = ((b"](../labs/", b"](labs/"), (b"](../chapters/", b"](../"))


def update(root: Path = ROOT) -> list[str]:
    """Bring `root/work` up to date; one line for each thing a learner should know."""
    work = root / "work"
    known = _read_manifest(work)
    news: list[str] = []
    current = sources(root)
    for name, source in current.items():
        news += _give(source, work, name, known)
    news += _withdraw(work, known, current)
    _write(work / MANIFEST, json.dumps(known, indent=1, sort_keys=True).encode("utf-8"))
    return news


def sources(root: Path = ROOT) -> dict[str, Path]:
    """Name below `work/` -> the file it is a copy of, in reading order."""
    found: dict[str, Path] = {}
    for folder, place in _FOLDERS.items():
        for path in sorted((root / folder).rglob("*")):
            inner = path.relative_to(root / folder)
            hidden = any(part.startswith((".", "__pycache__")) for part in inner.parts)
            if path.is_file() and not hidden and path.suffix != ".pyc":
                found[(Path(place) / inner).as_posix()] = path
    return found


def reset(names: list[str], root: Path = ROOT) -> list[str]:
    """Put copies back to their first state, each with a dated backup; says where the old one is.

    names: `3`, `03`, `03_the_loop`, `clock_lab`, `labs/agent_loop.py`. LauncherError on a name that is none.
    """
    work, known, said = root / "work", _read_manifest(root / "work"), []
    for name, source in _chosen(names, sources(root)).items():
        copy = work / name
        first = content(source)
        if copy.exists() and copy.read_bytes() == first:
            said.append(f"work/{name} is in its first state already.")
            continue
        if copy.exists():
            stamp = clock.now().astimezone().strftime("%Y-%m-%d_%H%M%S")
            backup = _free(work / "backups" / f"{copy.stem}_{stamp}{copy.suffix}")
            _write(backup, copy.read_bytes())
            said.append(f"Your version is kept as {backup.relative_to(root).as_posix()}.")
        _write(copy, first)
        known[name] = {"given": digest(first, name)}
        said.append(f"work/{name} is in its first state. (Recorded progress stays.)")
    _write(work / MANIFEST, json.dumps(known, indent=1, sort_keys=True).encode("utf-8"))
    return said


def content(source: Path) -> bytes:
    """What the copy of a file holds: the file, its links between chapters and labs adapted."""
    data = source.read_bytes()
    if source.suffix == ".ipynb":
        for old, new in _MOVED:
            data = data.replace(old, new)
    return data


def digest(data: bytes, name: str) -> str:
    """What of a file a learner may have changed: the cells of a notebook, else the bytes."""
    if name.endswith(".ipynb"):
        try:
            cells = [[cell["cell_type"], "".join(cell["source"])] for cell in json.loads(data)["cells"]]
            data = json.dumps(cells).encode("utf-8")
        except (ValueError, KeyError, TypeError):
            pass  # broken in an editor: its bytes tell, and it is kept as a changed copy
    return hashlib.sha256(data).hexdigest()


def _give(source: Path, work: Path, name: str, known: dict) -> list[str]:
    """Copy, refresh, keep, or put a new version beside: one file."""
    copy, data, entry = work / name, content(source), known.setdefault(name, {})
    new, have = digest(data, name), _digest_of(copy)
    if have is None or have == new or have == entry.get("given"):
        if have != new:
            _write(copy, data)
        known[name] = {"given": new}
        return [f"work/{name}: a newer version; yours was unchanged."] if have not in (None, new) else []
    if new in (entry.get("given"), entry.get("offered")):
        return []
    entry["offered"] = new
    beside = _beside(copy, work, known)
    _write(beside, data)
    inner = beside.relative_to(work).as_posix()
    known[inner] = {"given": new, "beside": name}
    return [f"work/{name}: you changed it, so it stays; the newer version is work/{inner}."]


def _beside(copy: Path, work: Path, known: dict) -> Path:
    """Where a newer version goes: over an earlier one that nobody changed, else under a free name."""
    first = copy.with_name(f"{copy.stem}_new_version{copy.suffix}")
    given = known.get(first.relative_to(work).as_posix(), {}).get("given")
    return first if first.exists() and _digest_of(first) == given else _free(first)


def _digest_of(path: Path) -> str | None:
    return digest(path.read_bytes(), path.name) if path.exists() else None


def _free(path: Path) -> Path:
    number, candidate = 2, path
    while candidate.exists():
        candidate = path.with_name(f"{path.stem}_{number}{path.suffix}")
        number += 1
    return candidate


def _withdraw(work: Path, known: dict, current: dict[str, Path]) -> list[str]:
    """Remove copies of files the course no longer has, if nobody changed them."""
    news = []
    for name in [name for name in known if name not in current and "beside" not in known[name]]:
        copy = work / name
        if copy.exists() and _digest_of(copy) == known[name].get("given"):
            copy.unlink()
            news.append(f"work/{name}: gone from the course, and from here.")
        elif copy.exists():
            news.append(f"work/{name}: gone from the course; you changed it, so it stays.")
        del known[name]
    return news


def _chosen(names: list[str], available: dict[str, Path]) -> dict[str, Path]:
    if not names:
        raise LauncherError("reset needs a name, such as  reset 03  or  reset clock_lab")
    chosen = {}
    for name in names:
        plain = name.removeprefix("work/")
        number = f"{int(plain):02d}_" if plain.isdecimal() else None
        hits = {
            found: path
            for found, path in available.items()
            if (number and found.startswith(number)) or plain in (found, Path(found).name, Path(found).stem)
        }
        if not hits:
            known = ", ".join(dict.fromkeys(Path(found).stem for found in available)) or "none yet"
            raise LauncherError(f"Nothing here is called {name!r}. There are: {known}")
        chosen |= hits
    return chosen


def _read_manifest(work: Path) -> dict:
    try:
        return json.loads((work / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # lost: every copy that differs counts as changed


def _write(path: Path, data: bytes) -> None:
    """In one step, so that an interrupted run leaves the old file or the new one."""
    partial = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        os.replace(partial, path)
    except OSError as error:
        raise LauncherError(
            f"{path} cannot be written ({error.strerror or type(error).__name__}). Your copies need a folder "
            "you may write to: change its permissions, or move the whole course there, and run this again."
        ) from None
