"""Run All finishes in every chapter, unsolved as it comes, without an error cell or a warning."""

from __future__ import annotations

import pytest

from clockhands.classroom.places import CHAPTERS, notebooks

from .chosen import chosen


@pytest.mark.parametrize("name", [path.name for path in chosen(notebooks(CHAPTERS))])
def test_run_all_leaves_no_error(open_notebook, name):
    chapter = open_notebook(name)
    chapter.run_all()
    assert chapter.errors() == []
    code = [cell for cell in chapter.content()["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
