"""Where the course's files are in a checkout."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "chapters"
SOLUTIONS = ROOT / "solutions"
LABS = ROOT / "labs"
README = ROOT / "README.md"
SOLUTION_TEXTS = ROOT / "clockhands" / "lessons" / "solutions.json"


def notebooks(folder: Path) -> list[Path]:
    """The notebooks of one folder, in reading order."""
    return sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
