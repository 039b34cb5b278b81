"""The rules for chapters find what they are for: one planted fault each, in a small chapter without any."""

from __future__ import annotations

import copy

import pytest
from notebook_rules import RULES, Cell, Notebook, prose, teaching, template

from clockhands.lessons.exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question, passed

WRONG = Misconception("some-belief", "The message a learner reads.", "And the cure.")
BOTH = [Choice("yes", True, "Because it is so."), Choice("no", False, "Because it is not.", WRONG)]


def question(id: str, level: str = "beginner") -> Question:
    return Question(id, level, "Is it so?", BOTH)


LESSON = Chapter(
    5,
    "A small chapter",
    exercises=[
        Exercise("5.1", "one", 2, passed, ("a", "b", "c"), "why"),
        Exercise("5.2", "two", 2, passed, ("a", "b", "c"), "why"),
    ],
    predictions=[Prediction(f"5.{letter}", "yes", "because", {"no": WRONG}) for letter in "abc"],
    questions=[question(f"5.q{n}", level) for n, level in enumerate(["beginner", "advanced"] * 2)],
)
OPENING = [question("2.q1"), question("3.q1"), question("3.q2")]


def text(id: str, source: str, **metadata) -> Cell:
    return Cell(id, "markdown", source, metadata)


def code(id: str, source: str, outputs=(), **metadata) -> Cell:
    return Cell(id, "code", source, metadata, list(outputs))


def prediction(letter: str) -> list[Cell]:
    return [
        code(
            f"predict-{letter}",
            f'predict("5.{letter}", "Is it so?", options=["yes", "no"])',
            tags=["predict"],
        ),
        code(f"shown-{letter}", "a = 1\nb = 2\nprint(a + b)", jupyter={"outputs_hidden": True}),
        code(f"predicted-{letter}", f'predicted("5.{letter}")'),
        text(f"noticed-{letter}", "You *send* three things. The app *runs* one. Then you *return* it."),
    ]


def exercise(number: int) -> list[Cell]:
    base, about = f"ex-5-{number}", {"grade": False, "locked": False, "schema_version": 3, "task": False}
    stub = "def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION"
    call, hidden = f'check("5.{number}", f)', f'check("5.{number}", f, hidden=True)'
    check = f"{call}\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    graded = {
        **about,
        "grade": True,
        "solution": False,
        "locked": True,
        "points": 2,
        "grade_id": f"{base}-check",
    }
    return [
        text(f"{base}-task", f"### Exercise 5.{number}: write it\n\nWrite `f`.", tags=["exercise"]),
        code(f"{base}-stub", stub, tags=["exercise"], nbgrader={**about, "solution": True, "grade_id": base}),
        code(f"{base}-check", check, tags=["exercise"], nbgrader=graded),
        code(f"{base}-hint", f'hint("5.{number}")', tags=["exercise"]),
    ]


def small_chapter() -> Notebook:
    """Thirty cells and more, and nothing wrong with them."""
    svg = {
        "output_type": "display_data",
        "data": {"text/html": "<svg><title>two calls, one wait</title></svg>"},
    }
    opening = (
        "# 5 · A small chapter\n\nYou check a rule.\n\n**20 minutes** · Needs: 4 · Previous: 4 · Next: 6"
    )
    cells = [
        text("title", opening),
        text("able", "## You will be able to\n\n- **plant** a fault;\n- **find** it."),
        code("mock-model", template.MOCK_CELL),
        code("warm-up", "warm_up(5)"),
        text("problem", "## The problem\n\nTwo tools run, one after the other. *Ask* twice, wait twice."),
        code("attempt", "a = 1\nb = 2\nprint(a + b)", tags=["try"]),
        text("likely", "Perhaps you added threads. Perhaps you left it."),
        *[cell for letter in "abc" for cell in prediction(letter)],
        *[cell for number in (1, 2) for cell in exercise(number)],
        text("careful", "> **Careful** The order is the model's.\n> Keep it."),
        text("picture", "![Two bars side by side: both calls run at once](https://example.org/bars.svg)"),
        text("together", "## Put it together\n\nAll of it, in *reply* to one question."),
        code("drawn", "from clockhands import show\n\ntrace = 1\nshow.timeline(trace)", [svg]),
        text(
            "wrong",
            "## If it went wrong\n\n| symptom | cause | fix |\n|---|---|---|\n" + "| a | b | c |\n" * 3,
        ),
        text(
            "box",
            "### Interview\n\nHow?\n\n<details><summary>An answer</summary>So.</details>",
            tags=["interview"],
        ),
        code("quiz", "quiz(5)"),
        text("recap", "## Recap\n\n- Two calls cost one wait."),
        text("read", "## Read next in the real docs\n\nNext: [a lab](../labs/no_lab_yet.ipynb) (coming)"),
    ]
    return Notebook("05_a_small_chapter", cells)


@pytest.fixture(autouse=True)
def _small_lesson(monkeypatch):
    monkeypatch.setattr(teaching.chapters, "chapter", lambda number: LESSON)
    monkeypatch.setattr(teaching, "opening_questions", lambda number: OPENING)


@pytest.mark.parametrize("name", RULES)
def test_a_chapter_without_faults_passes(name):
    assert RULES[name](small_chapter()) == []


def cell(nb: Notebook, id: str) -> Cell:
    return next(found for found in nb.cells if found.id == id)


def edit(id: str, old: str, new: str):
    def change(nb: Notebook) -> None:
        found = cell(nb, id)
        assert old in found.source
        found.source = found.source.replace(old, new)

    return change


def write(id: str, source: str):
    return lambda nb: setattr(cell(nb, id), "source", source)


def drop(id: str):
    return lambda nb: nb.cells.remove(cell(nb, id))


def put(id: str, **metadata):
    return lambda nb: cell(nb, id).metadata.update(metadata)


def grade(id: str, **metadata):
    return lambda nb: cell(nb, id).metadata["nbgrader"].update(metadata)


def swap(first: str, second: str):
    def change(nb: Notebook) -> None:
        one, two = (nb.cells.index(cell(nb, id)) for id in (first, second))
        nb.cells[one], nb.cells[two] = nb.cells[two], nb.cells[one]

    return change


def outputs(id: str, *found: dict):
    return lambda nb: cell(nb, id).outputs.extend(found)


LINES = "\n".join(f"x{n} = {n}" for n in range(26))
LONG = "You send a word " * 10 + "again."
FAULTS = [
    (template.opens_with_title_and_promise, edit("title", "# 5 · A", "# A")),
    (template.opens_with_title_and_promise, edit("title", "# 5", "# 6")),
    (template.opens_with_title_and_promise, edit("title", "You check a rule.", "You check. You plant.")),
    (template.opens_with_title_and_promise, edit("title", "**20 minutes**", "Soon")),
    (template.says_what_you_will_be_able_to_do, edit("able", "**plant** a", "plant a")),
    (template.says_what_you_will_be_able_to_do, edit("able", "- **find** it.", "- **a** b\n" * 3)),
    (template.says_what_you_will_be_able_to_do, drop("able")),
    (template.has_the_mock_cell, edit("mock-model", "connect()", "connect(seed=1)")),
    (template.has_the_mock_cell, swap("mock-model", "warm-up")),
    (template.has_30_to_60_cells, lambda nb: nb.cells.__delitem__(slice(5, 15))),
    (template.has_30_to_60_cells, lambda nb: nb.cells.extend(copy.deepcopy(nb.cells[:30]))),
    (template.keeps_code_cells_short, write("drawn", LINES)),
    (template.keeps_code_cells_short, lambda nb: [setattr(c, "source", "a = 1") for c in nb.code]),
    (template.keeps_texts_short, write("problem", "word " * 121)),
    (template.keeps_texts_short, lambda nb: nb.cells.extend(text(f"t{n}", "word " * 100) for n in range(26))),
    (template.builds_exercises_of_four_cells, drop("ex-5-1-hint")),
    (template.builds_exercises_of_four_cells, drop("ex-5-1-task")),
    (template.builds_exercises_of_four_cells, swap("ex-5-1-stub", "ex-5-1-check")),
    (
        template.builds_exercises_of_four_cells,
        lambda nb: setattr(cell(nb, "ex-5-1-task"), "id", "ex-4-1-task"),
    ),
    (
        template.builds_exercises_of_four_cells,
        lambda nb: setattr(cell(nb, "ex-5-1-hint"), "id", "ex-5-1-tip"),
    ),
    (template.builds_exercises_of_four_cells, put("ex-5-1-task", tags=[])),
    (template.builds_exercises_of_four_cells, edit("ex-5-1-task", "5.1", "5.2")),
    (template.builds_exercises_of_four_cells, write("ex-5-1-stub", "def f(x):\n    return x")),
    (template.builds_exercises_of_four_cells, edit("ex-5-1-check", "hidden=True", "")),
    (template.builds_exercises_of_four_cells, grade("ex-5-1-check", points=9)),
    (template.builds_exercises_of_four_cells, grade("ex-5-1-check", locked=False)),
    (template.builds_exercises_of_four_cells, grade("ex-5-1-stub", grade_id="ex-5-9")),
    (template.builds_exercises_of_four_cells, edit("ex-5-1-hint", "5.1", "5.2")),
    (template.has_two_to_six_exercises, lambda nb: [drop(f"ex-5-1-{part}")(nb) for part in template.PARTS]),
    (template.keeps_its_order, drop("recap")),
    (template.keeps_its_order, swap("quiz", "recap")),
    (template.draws_a_picture_when_put_together, edit("drawn", "show.timeline(trace)", "print(trace)")),
    (template.says_what_to_do_if_it_went_wrong, write("wrong", "## If it went wrong\n\nTry again.")),
    (template.has_one_interview_box, drop("box")),
    (template.has_one_interview_box, lambda nb: nb.cells.append(copy.copy(cell(nb, "box")))),
    (template.has_one_interview_box, put("box", tags=[])),
    (template.has_one_interview_box, edit("box", "<details>", "")),
    (template.is_committed_with_its_outputs, lambda nb: setattr(cell(nb, "drawn"), "count", None)),
    (template.is_committed_with_its_outputs, outputs("drawn", {"output_type": "error"})),
    (teaching.predicts_before_output, drop("predict-b")),
    (teaching.predicts_before_output, put("shown-b", jupyter={})),
    (teaching.predicts_before_output, drop("predicted-b")),
    (teaching.predicts_before_output, put("predict-b", tags=[])),
    (teaching.predicts_three_to_eight_times, drop("predict-a")),
    (teaching.knows_its_predictions, edit("predict-a", "5.a", "5.z")),
    (teaching.knows_its_predictions, drop("ex-5-2-check")),
    (teaching.knows_its_predictions, grade("ex-5-2-check", points=3)),
    (teaching.opens_with_three_questions, edit("warm-up", "5", "4")),
    (teaching.opens_with_three_questions, drop("warm-up")),
    (teaching.lets_them_try_first, put("attempt", tags=[])),
    (teaching.lets_them_try_first, put("attempt", tags=["try"], nbgrader={"grade": True})),
    (
        teaching.uses_the_six_labels,
        lambda nb: [setattr(c, "source", c.source.replace("*", "")) for c in nb.cells],
    ),
    (teaching.teaches_no_bad_habit, edit("drawn", "trace = 1", "trace = reply.content[-1]")),
    (teaching.teaches_no_bad_habit, edit("drawn", "trace = 1", "trace = reply.content[0].text")),
    (teaching.teaches_no_bad_habit, edit("drawn", "trace = 1", "while True:\n    trace = 1")),
    (teaching.teaches_no_bad_habit, edit("drawn", "trace = 1", "trace = eval('1')")),
    (prose.uses_plain_words, edit("problem", "Two tools run", "Two tools simply run")),
    (prose.uses_plain_words, edit("problem", "Two tools run", "Just run them")),
    (prose.uses_plain_words, edit("problem", "The problem", "The problem 🚀")),
    (prose.uses_plain_words, edit("problem", "Two tools run", "It costs $3 to run")),
    (prose.calls_it_a_tool_call, edit("problem", "Two tools run", "Two function calls run")),
    (prose.keeps_sentences_short, edit("problem", "Two tools run", LONG)),
    (prose.keeps_sentences_short, write("problem", ("You send a word " * 7 + "again. ") * 2)),
    (prose.uses_three_callouts_only, edit("careful", "**Careful**", "**Tip**")),
    (prose.uses_three_callouts_only, write("problem", "Words.\n\n> A quote of somebody.")),
    (prose.describes_every_picture, edit("picture", "Two bars side by side: both calls run at once", "")),
    (prose.describes_every_picture, edit("picture", "![", '<img src="a.png"> [')),
    (
        prose.describes_every_picture,
        outputs("drawn", {"output_type": "x", "data": {"text/html": "<svg><g/></svg>"}}),
    ),
    (
        prose.describes_every_picture,
        outputs("drawn", {"output_type": "x", "data": {"image/png": "i", "text/plain": "<Figure size 6x4>"}}),
    ),
    (prose.links_to_what_is_there, edit("read", " (coming)", "")),
    (prose.links_to_what_is_there, edit("read", "../labs/no_lab_yet", "06_no_such_chapter")),
    (prose.links_to_what_is_there, edit("picture", "https://", "http://")),
]


@pytest.mark.parametrize(
    ("rule", "plant"), FAULTS, ids=[f"{rule.__name__}-{n}" for n, (rule, _) in enumerate(FAULTS)]
)
def test_a_planted_fault_is_found(rule, plant):
    nb = small_chapter()
    plant(nb)
    assert rule(nb)


def test_every_rule_has_a_planted_fault():
    assert {rule.__name__ for rule, _ in FAULTS} | {"ends_with_a_quiz"} == set(RULES)


LESSON_FAULTS = {
    "too few questions": LESSON.questions[:3],
    "two right answers": [*LESSON.questions[:3], Question("5.q9", "advanced", "So?", [BOTH[0], BOTH[0]])],
    "one level": [question(f"5.q{n}") for n in range(4)],
}


@pytest.mark.parametrize("fault", LESSON_FAULTS)
def test_a_faulty_quiz_is_found(fault, monkeypatch):
    lesson = copy.copy(LESSON)
    object.__setattr__(lesson, "questions", LESSON_FAULTS[fault])
    monkeypatch.setattr(teaching.chapters, "chapter", lambda number: lesson)
    assert teaching.ends_with_a_quiz(small_chapter())


def test_questions_of_one_chapter_are_not_spaced(monkeypatch):
    monkeypatch.setattr(teaching, "opening_questions", lambda number: [question(f"3.q{n}") for n in range(3)])
    assert teaching.opens_with_three_questions(small_chapter())


def test_sentences_end_at_items_rows_and_headings():
    found = prose.sentences(
        "# Title\n\nOne. Two?\n\n- three\n- four `a.b.c`\n\n| a | b |\n|---|---|\n| c. | d. |"
    )
    assert [one.strip() for one in found] == ["Title", "One.", "Two?", "three", "four code"]
