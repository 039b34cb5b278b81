"""Which scenarios each mutant fails: `python -m tests.gauntlet.matrix` writes tests/gauntlet/matrix.txt."""

import tempfile
from pathlib import Path

from .mutants import MUTANTS, failed_by

TABLE = Path(__file__).parent / "matrix.txt"


def table(folder, told=lambda line: None):
    """One line for each mutant: the scenario it is meant for, what was changed, and all that it fails."""
    lines = ["The reference loop with one line changed, and the scenarios it then fails.", ""]
    for mutant in MUTANTS:
        lines.append(f"{mutant.name:116}  {' '.join(failed_by(mutant, folder))}")
        told(lines[-1])
    hit = {mutant.scenario for mutant in MUTANTS}
    lines += ["", f"{len(MUTANTS)} mutants; {len(hit)} of 42 scenarios have one that they fail for."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        TABLE.write_text(table(Path(folder), print), encoding="utf-8", newline="\n")
