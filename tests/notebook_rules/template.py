"""The shape of a chapter and its budgets."""

from __future__ import annotations

import re
import statistics

from clockhands.classroom import regions
from clockhands.lessons import chapters
from notebook_rules.cells import Cell, Notebook, rule

MOCK_CELL = "from clockhands import connect\n\nclient, MODEL = connect()"
PARTS = ("task", "stub", "check", "hint")
LONGEST_CODE = 25
LONGEST_TEXT = 120
WORDS_A_CHAPTER = 2500

_PART = re.compile(r"ex-(\d+)-(\d+)([a-z]?)-(task|stub|check|hint)")


@rule
def opens_with_title_and_promise(nb: Notebook) -> list[str]:
    """`# 3 · The loop`, one sentence, and a line with minutes, needs, previous and next."""
    first = nb.cells[0]
    blocks = [block.strip() for block in re.split(r"\n\s*\n", first.source) if block.strip()]
    said = []
    if first.kind != "markdown" or not re.match(rf"# {nb.number} · \S", first.source):
        return [f"{first.id}: the first cell must start with '# {nb.number} · Title'"]
    if len(blocks) < 3:
        return [f"{first.id}: title, a promise of one sentence, and a line with the minutes"]
    if len(re.findall(r"[.!?](?:\s|$)", blocks[1])) != 1:
        said.append(f"{first.id}: the promise is one sentence, not {blocks[1]!r}")
    wanted = ["minutes**", "Needs:"]
    wanted += ["Previous:"] if nb.number else []
    wanted += ["Next:"] if nb.number < len(chapters.NOTEBOOKS) - 1 else []
    said += [
        f"{first.id}: the line below the promise lacks {part!r}"
        for part in wanted
        if part not in first.source
    ]
    return said


@rule
def says_what_you_will_be_able_to_do(nb: Notebook) -> list[str]:
    """At most three verbs, each bold."""
    place = nb.place(r"^## You will be able to", "markdown")
    if place < 0:
        return ["there is no '## You will be able to'"]
    cell = nb.cells[place]
    verbs = re.findall(r"^[-*] \*\*\w+", cell.source, re.M)
    items = re.findall(r"^[-*] ", cell.source, re.M)
    if not 1 <= len(items) <= 3 or len(verbs) != len(items):
        return [f"{cell.id}: one to three items, each starting with its verb in bold"]
    return []


@rule
def has_the_mock_cell(nb: Notebook) -> list[str]:
    """Identical in every notebook, before any other code."""
    found = [cell for cell in nb.code if cell.id == "mock-model"]
    if not found or found[0].source != MOCK_CELL:
        return [f"a code cell 'mock-model' must read exactly: {MOCK_CELL!r}"]
    return [] if nb.code[0].id == "mock-model" else ["mock-model: no code may stand before it"]


@rule
def has_30_to_60_cells(nb: Notebook) -> list[str]:
    """The opening notebook may be shorter."""
    least = 15 if nb.number == 0 else 30
    return [] if least <= len(nb.cells) <= 60 else [f"{len(nb.cells)} cells; {least} to 60 are allowed"]


@rule
def keeps_code_cells_short(nb: Notebook) -> list[str]:
    """25 lines at most; in the middle of all cells that hold code to read, 3 to 8."""
    said = [
        f"{cell.id}: {len(cell.lines())} lines of code, {LONGEST_CODE} are allowed"
        for cell in nb.code
        if len(cell.lines()) > LONGEST_CODE
    ]
    lengths = [len(cell.lines()) for cell in nb.code if not cell.is_lesson_call]
    median = statistics.median(lengths) if lengths else 0
    if not 3 <= median <= 8:
        said.append(f"the median of the code cells is {median} lines; 3 to 8 are allowed")
    return said


@rule
def keeps_texts_short(nb: Notebook) -> list[str]:
    """120 words a cell, 2,500 a chapter; the interview box is free."""
    counted = {cell.id: len(cell.words()) for cell in nb.markdown if "interview" not in cell.tags}
    said = [
        f"{name}: {n} words, {LONGEST_TEXT} are allowed" for name, n in counted.items() if n > LONGEST_TEXT
    ]
    total = sum(counted.values())
    return said + (
        [f"{total} words in all, {WORDS_A_CHAPTER} are allowed"] if total > WORDS_A_CHAPTER else []
    )


@rule
def builds_exercises_of_four_cells(nb: Notebook) -> list[str]:
    """`ex-3-2-task`, `-stub`, `-check`, `-hint`, one after the other, with what each must hold."""
    said, seen = [], []
    for place, cell in enumerate(nb.cells):
        match = _PART.fullmatch(cell.id)
        if not match:
            if cell.id.startswith("ex-"):
                said.append(
                    f"{cell.id}: an id of an exercise is ex-{nb.number}-E-task, -stub, -check or -hint"
                )
            continue
        chapter, exercise, block, part = match.groups()
        base = f"ex-{chapter}-{exercise}{block}"
        if int(chapter) != nb.number:
            said.append(f"{cell.id}: this is chapter {nb.number}")
        if part == "task":
            seen.append(base)
            group = [inner.id for inner in nb.cells[place : place + 4]]
            if group != [f"{base}-{name}" for name in PARTS]:
                said.append(f"{base}: task, stub, check and hint must follow each other, not {group}")
        elif base not in seen:
            said.append(f"{cell.id}: there is no {base}-task before it")
        if "exercise" not in cell.tags:
            said.append(f"{cell.id}: the tag 'exercise' is missing")
        said += [f"{cell.id}: {what}" for what in _CELLS[part](cell, base, f"{chapter}.{exercise}{block}")]
    return said


@rule
def has_two_to_six_exercises(nb: Notebook) -> list[str]:
    """The opening notebook and the capstone may have fewer."""
    numbers = {match.group(2) for cell in nb.cells if (match := _PART.fullmatch(cell.id))}
    if nb.number in (0, 14):
        return []
    return [] if 2 <= len(numbers) <= 6 else [f"{len(numbers)} exercises; 2 to 6 are allowed"]


@rule
def keeps_its_order(nb: Notebook) -> list[str]:
    """What every chapter has, in the order every chapter has it."""
    landmarks = {
        "## You will be able to": nb.place(r"^## You will be able to"),
        "the mock-model cell": nb.place(r"^client, MODEL = connect\(\)$", "code"),
        "warm_up": nb.place(rf"^warm_up\({nb.number}\)", "code"),
        "a first prediction": nb.place(r"^predict\(", "code"),
        "## Put it together": nb.place(r"^## Put it together"),
        "## If it went wrong": nb.place(r"^## If it went wrong"),
        "quiz": nb.place(rf"^quiz\({nb.number}\)", "code"),
        "## Recap": nb.place(r"^## Recap"),
        "## Read next": nb.place(r"^## Read next"),
    }
    if nb.number == 0:
        optional = ("warm_up", "a first prediction", "## Put it together", "quiz")
        landmarks = {name: place for name, place in landmarks.items() if name not in optional or place >= 0}
    missing = [f"there is no {name}" for name, place in landmarks.items() if place < 0]
    if missing:
        return missing
    places = list(landmarks.values())
    return [] if places == sorted(places) else [f"out of order: {landmarks}"]


@rule
def draws_a_picture_when_put_together(nb: Notebook) -> list[str]:
    """After "Put it together" the trace is drawn."""
    start = nb.place(r"^## Put it together")
    if start < 0:
        return []
    drawn = any("show." in cell.source for cell in nb.cells[start:] if cell.kind == "code")
    return [] if drawn else ["nothing is drawn (show.…) after '## Put it together'"]


@rule
def says_what_to_do_if_it_went_wrong(nb: Notebook) -> list[str]:
    """A table: symptom, cause, fix."""
    place = nb.place(r"^## If it went wrong", "markdown")
    rows = re.findall(r"^\|(?![-: |]+\|$)", nb.cells[place].source, re.M) if place >= 0 else []
    return [] if len(rows) >= 4 else ["'## If it went wrong' needs a table of at least three rows"]


@rule
def has_one_interview_box(nb: Notebook) -> list[str]:
    """Tagged, with a folded one-minute answer. The opening notebook has none."""
    boxes = [cell for cell in nb.cells if "interview" in cell.tags or "### Interview" in cell.source]
    if nb.number == 0 and not boxes:
        return []
    if len(boxes) != 1:
        return [f"{len(boxes)} interview boxes; exactly one is wanted"]
    box = boxes[0]
    lacks = [part for part in ("### Interview", "<details>", "</details>") if part not in box.source]
    lacks += [] if "interview" in box.tags else ["the tag 'interview'"]
    return [f"{box.id}: the interview box lacks {part}" for part in lacks]


@rule
def is_committed_with_its_outputs(nb: Notebook) -> list[str]:
    """What never ran is compared with nothing; an error output is a broken page."""
    said = [f"{cell.id}: it was never run" for cell in nb.code if cell.source.strip() and cell.count is None]
    said += [
        f"{cell.id}: an error output"
        for cell in nb.code
        for output in cell.outputs
        if output["output_type"] == "error"
    ]
    return said


def _task(cell: Cell, base: str, number: str) -> list[str]:
    said = [] if cell.kind == "markdown" else ["a task is text"]
    if not re.match(rf"#+ Exercise {re.escape(number)}\b", cell.source):
        said.append(f"it must start with '### Exercise {number}'")
    return said


def _stub(cell: Cell, base: str, number: str) -> list[str]:
    about = cell.metadata.get("nbgrader", {})
    said = [] if regions.has_region(cell.source) else ["no ### BEGIN SOLUTION / ### END SOLUTION"]
    wanted = {"grade": False, "solution": True, "locked": False, "grade_id": base, "schema_version": 3}
    return said + _metadata(about, wanted)


def _check(cell: Cell, base: str, number: str) -> list[str]:
    about = cell.metadata.get("nbgrader", {})
    said = [] if f'check("{number}"' in cell.source else [f'it must call check("{number}", …)']
    if not regions.has_region(cell.source, "HIDDEN TESTS") or "hidden=True" not in cell.source:
        said.append("no hidden test (check(…, hidden=True) between the markers)")
    wanted = {
        "grade": True,
        "solution": False,
        "locked": True,
        "grade_id": f"{base}-check",
        "schema_version": 3,
    }
    said += _metadata(about, wanted)
    return said if 1 <= about.get("points", 0) <= 5 else [*said, "points must be 1 to 5"]


def _hint(cell: Cell, base: str, number: str) -> list[str]:
    return [] if cell.source.startswith(f'hint("{number}")') else [f'it must be hint("{number}")']


def _metadata(about: dict, wanted: dict) -> list[str]:
    return [f"nbgrader.{key} must be {value!r}" for key, value in wanted.items() if about.get(key) != value]


_CELLS = {"task": _task, "stub": _stub, "check": _check, "hint": _hint}
