"""The kit can fail: one planted line in the reference loop, and the scenario it concerns notices.

By default each mutant meets its own scenario. With CLOCKHANDS_EXAMPLES of 1000 or more it meets all 42, and
the table in matrix.txt is compared; `python -m tests.gauntlet.matrix` writes it anew.
"""

import os

import pytest

from .matrix import TABLE, table
from .mutants import MUTANTS, failed_by

ALL = int(os.environ.get("CLOCKHANDS_EXAMPLES", "100")) >= 1000


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_planted_fault_fails_its_scenario(mutant, tmp_path):
    assert failed_by(mutant, tmp_path, [mutant.scenario]) == [mutant.scenario]


def test_the_table_names_every_mutant():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    told = [line.split("  ")[0].strip() for line in lines if line.startswith("G")]
    assert told == [mutant.name for mutant in MUTANTS]
    for mutant, line in zip(MUTANTS, [line for line in lines if line.startswith("G")], strict=True):
        assert mutant.scenario in line.rpartition("  ")[2]


@pytest.mark.skipif(not ALL, reason="every mutant against every scenario: CLOCKHANDS_EXAMPLES=1000")
def test_which_scenarios_each_mutant_fails(tmp_path):
    assert table(tmp_path) == TABLE.read_text(encoding="utf-8")
