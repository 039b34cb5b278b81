"""Every chapter keeps to the template, the budgets and the teaching rules."""

from __future__ import annotations

import pytest
from notebook_rules import RULES, Notebook

from clockhands.classroom import places

PATHS = {path.stem: path for path in places.notebooks(places.SOLUTIONS)}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("rule", RULES)
def test_chapter_keeps_the_rule(name, rule):
    problems = RULES[rule](Notebook.read(PATHS[name]))
    assert not problems, f"{name}: {RULES[rule].__doc__}\n" + "\n".join(problems)


@pytest.mark.parametrize("name", PATHS)
def test_every_cell_has_an_id_of_its_own(name):
    ids = [cell.id for cell in Notebook.read(PATHS[name]).cells]
    assert len(ids) == len(set(ids))
