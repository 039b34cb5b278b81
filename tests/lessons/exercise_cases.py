"""The pattern every chapter's exercise tests follow.

A chapter's `tests/lessons/test_ch03.py` is this, and little more:

    from clockhands.lessons.ch03 import CHAPTER
    from .exercise_cases import Case, Wrong, case_tests

    CASES = [
        Case(
            "3.2",
            passes="run_tool",                     # what stands after the id in the check cell
            setup="FUNCTIONS = {'get_time': lambda timezone: '23:10'}",   # what the notebook defined before
            wrong=[
                Wrong("the id is the tool's name", '''
    def run_tool(block):
        return {"type": "tool_result", "tool_use_id": block.name, "content": "x"}
    ''', names="id-is-name"),                      # the misconception the card must name …
                Wrong("prints", "def run_tool(block): print(block)", says="gave back None"),  # … or words
            ],
        ),
    ]

    test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)

Stub and solution are read from the solved notebook (cell `ex-3-2-stub`), so they cannot differ from the
page; give `stub=` or `solution=` as source to replace them. `test_chapter` checks what a chapter owes: a case
with at least two wrong answers for each exercise, three hints that do not quote the solution, questions with
one right choice, every choice explained, every distractor named.
"""

from __future__ import annotations

import itertools
import json
import linecache
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from clockhands.classroom import regions
from clockhands.lessons import chapters
from clockhands.lessons.checking import CheckCard, check
from clockhands.lessons.exercise import LEVELS, Chapter
from clockhands.lessons.misconceptions import misconception

ROOT = Path(__file__).resolve().parents[2]
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Wrong:
    """A wrong answer. name: what it is, for the test report. source: the whole cell. names: the id of the
    misconception the card must carry; says: words the card must hold. At least one of the two."""

    name: str
    source: str
    names: str = ""
    says: str = ""


@dataclass(frozen=True)
class Case:
    """One exercise and the answers its checker is tried on (see the module). also: name -> source of further
    right answers, which pass as the solution does."""

    id: str
    passes: str
    wrong: list[Wrong]
    setup: str = ""
    stub: str | None = None
    solution: str | None = None
    hidden: bool = field(default=False)
    also: dict[str, str] = field(default_factory=dict)


def case_tests(chapter: Chapter, cases: list[Case]):
    """Four test functions: stubs, solutions, wrong answers, and the chapter's own duties."""

    @pytest.mark.parametrize("case", cases, ids=lambda case: case.id)
    def test_stub(case: Case):
        card = checked(case, case.stub or stub_of(case.id))
        assert card.verdict.state == "not attempted", f"\n{card}"

    solved = [(case, name) for case in cases for name in ("", *case.also)]

    @pytest.mark.parametrize(
        ("case", "other"), solved, ids=[f"{c.id}-{name.replace(' ', '-')}".strip("-") for c, name in solved]
    )
    def test_solution(case: Case, other: str):
        source = case.also[other] if other else case.solution or solution_of(case.id)
        card = checked(case, source)
        assert card.verdict.state == "passed", f"\n{card}"
        if chapters.exercise(case.id).hidden:
            card = checked(case, source, hidden=True)
            assert card.verdict.state == "passed", f"hidden:\n{card}"

    pairs = [(case, wrong) for case in cases for wrong in case.wrong]

    @pytest.mark.parametrize(
        ("case", "wrong"), pairs, ids=[f"{case.id}-{wrong.name.replace(' ', '-')}" for case, wrong in pairs]
    )
    def test_wrong(case: Case, wrong: Wrong):
        assert wrong.names or wrong.says, "say what the card must tell the learner: names= or says="
        card = checked(case, wrong.source)
        assert card.verdict.state == "not yet", f"\n{card}"
        named = card.verdict.misconception.id if card.verdict.misconception else ""
        assert not wrong.names or named == wrong.names, f"\n{card}"
        assert wrong.says in " ".join(repr(card).split()), f"\n{card}"

    def test_chapter():
        assert faults_of(chapter, cases) == []

    return test_stub, test_solution, test_wrong, test_chapter


def checked(case: Case, source: str, hidden: bool = False) -> CheckCard:
    """Run setup and answer like two cells of a notebook, then the check cell."""
    names: dict = {"__name__": "__main__"}
    for text in (case.setup, source):
        run_cell(text, names)
    answers = eval(f"({case.passes},)" if case.passes else "()", names)
    return check(case.id, *answers, hidden=hidden)


def run_cell(source: str, names: dict) -> None:
    """Run source the way a kernel does: under a file name of its own, with its lines known to linecache."""
    source = source.strip("\n") + "\n"
    filename = f"<learner {next(_numbers)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    exec(compile(source, filename, "exec"), names)


def stub_of(id: str) -> str:
    """The stub cell of an exercise as the chapter shows it."""
    return regions.chapter_source(_cell_source(id))


def solution_of(id: str) -> str:
    """The same cell, solved."""
    return regions.solved_source(_cell_source(id))


def changed(id: str, old: str, new: str) -> str:
    """The solution of an exercise with one thing put wrong."""
    source = solution_of(id)
    assert old in source, f"{old!r} is not in the solution of {id}:\n{source}"
    return source.replace(old, new)


def cell_of(number: int, id: str) -> str:
    """The source of one cell of a chapter's solved notebook."""
    name = chapters.NOTEBOOKS[number]
    notebook = json.loads((ROOT / "solutions" / f"{name}.ipynb").read_text(encoding="utf-8"))
    return next("".join(cell["source"]) for cell in notebook["cells"] if cell["id"] == id)


def _cell_source(id: str) -> str:
    number, _, rest = id.partition(".")
    name = chapters.NOTEBOOKS[int(number)]
    notebook = json.loads((ROOT / "solutions" / f"{name}.ipynb").read_text(encoding="utf-8"))
    wanted = f"ex-{int(number)}-{rest}-stub"
    for cell in notebook["cells"]:
        if cell["id"] == wanted:
            return "".join(cell["source"])
    raise LookupError(f"solutions/{name}.ipynb has no cell {wanted}")


def faults_of(chapter: Chapter, cases: list[Case]) -> list[str]:
    """Everything the chapter module owes its learners and does not give; [] when nothing."""
    faults: list[str] = []
    prefix = f"{chapter.number}."
    items = [*chapter.exercises, *chapter.predictions, *chapter.questions]
    ids = [item.id for item in items]
    faults += [f"{id}: the id does not begin with {prefix}" for id in ids if not id.startswith(prefix)]
    faults += [f"{id}: used twice" for id in sorted({id for id in ids if ids.count(id) > 1})]
    tried = {case.id: case for case in cases}
    for exercise in chapter.exercises:
        case = tried.get(exercise.id)
        if case is None or len(case.wrong) < 2:
            faults.append(f"{exercise.id}: needs a case with at least two wrong answers")
        faults += _exercise_faults(exercise, case)
    for question in chapter.questions:
        faults += _question_faults(question)
    for prediction in chapter.predictions:
        faults += _prediction_faults(prediction)
    return faults


def _exercise_faults(exercise, case: Case | None) -> list[str]:
    faults = []
    if len(exercise.hints) != 3 or not all(hint.strip() for hint in exercise.hints):
        faults.append(f"{exercise.id}: needs three hints")
    if exercise.points < 1 or not exercise.title or not exercise.why:
        faults.append(f"{exercise.id}: needs points, a title and a why")
    solution = (case.solution or solution_of(case.id)) if case else ""
    lines = [line.strip() for line in solution.splitlines() if len(line.strip()) > 25]
    for hint in exercise.hints:
        faults += [f"{exercise.id}: a hint quotes the solution: {line}" for line in lines if line in hint]
    if case:
        missing = [name for name in exercise.kept_names if not re.search(rf"(def|class) {name}\b", solution)]
        faults += [f"{exercise.id}: keeps {name}, which the solution does not define" for name in missing]
    return faults


def _prediction_faults(prediction) -> list[str]:
    faults = [] if prediction.because.strip() else [f"{prediction.id}: no reason given"]
    if prediction.answer in prediction.misconceptions:
        faults.append(f"{prediction.id}: the right answer carries a misconception")
    for named in prediction.misconceptions.values():
        misconception(named)  # raises for an unknown id
    return faults


def _question_faults(question) -> list[str]:
    faults = []
    if question.level not in LEVELS:
        faults.append(f"{question.id}: level is one of {', '.join(LEVELS)}")
    if sum(choice.right for choice in question.choices) != 1:
        faults.append(f"{question.id}: needs exactly one right choice")
    for choice in question.choices:
        if not choice.explanation.strip():
            faults.append(f"{question.id}: unexplained choice: {choice.text}")
        if not choice.right and choice.named is None:
            faults.append(f"{question.id}: unnamed distractor: {choice.text}")
    return faults
