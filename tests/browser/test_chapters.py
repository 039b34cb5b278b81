"""Run All finishes in every chapter, unsolved as it comes, without an error cell or a warning."""

from __future__ import annotations

import os

import pytest

from clockhands.classroom.places import CHAPTERS, notebooks

#: Every chapter takes minutes; without CLOCKHANDS_BROWSER=all one stands for them.
ALL = os.environ.get("CLOCKHANDS_BROWSER") == "all"
NAMES = [path.name for path in notebooks(CHAPTERS) if ALL or path.name.startswith("03_")]


@pytest.mark.parametrize("name", NAMES)
def test_run_all_leaves_no_error(open_notebook, name):
    chapter = open_notebook(name)
    chapter.run_all()
    assert chapter.errors() == []
    code = [cell for cell in chapter.content()["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
