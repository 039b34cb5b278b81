"""What the course does for memory and understanding, so far as a page shows it."""

from __future__ import annotations

import re

from clockhands.lessons import chapters
from clockhands.lessons.quizzing import opening_questions
from notebook_rules.cells import Notebook, rule

LABELS = ("send", "ask", "check", "run", "return", "reply")
ATTEMPTS_FIRST = (4, 5, 7, 10)


@rule
def predicts_before_output(nb: Notebook) -> list[str]:
    """A folded cell follows its prediction; a prediction is followed by a folded cell, then by its answer."""
    said = []
    for place, cell in enumerate(nb.code):
        before = nb.code[place - 1] if place else None
        if cell.is_hidden and not (before and before.source.startswith("predict(")):
            said.append(f"{cell.id}: its output is folded, so a predict(…) must stand before it")
        match = re.match(r"predict\(\s*\"([^\"]+)\"", cell.source)
        if not match:
            continue
        if "predict" not in cell.tags:
            said.append(f"{cell.id}: the tag 'predict' is missing")
        after = nb.code[place + 1 : place + 2]
        if not after or not after[0].is_hidden:
            said.append(f"{cell.id}: the next code cell must have its output folded (jupyter.outputs_hidden)")
        if not any(f'predicted("{match.group(1)}"' in later.source for later in nb.code[place + 1 :]):
            said.append(f"{cell.id}: no predicted({match.group(1)!r}) tells the answer")
    return said


@rule
def predicts_three_to_eight_times(nb: Notebook) -> list[str]:
    """An idea, a prediction."""
    count = sum(cell.source.startswith("predict(") for cell in nb.code)
    return [] if nb.number == 0 or 3 <= count <= 8 else [f"{count} predictions; 3 to 8 are wanted"]


@rule
def knows_its_predictions(nb: Notebook) -> list[str]:
    """Predictions and exercises on the page are those of the lesson, with the same points."""
    home = chapters.chapter(nb.number)
    if home is None:
        return [] if nb.number == 0 else [f"clockhands/lessons/ch{nb.number:02d}.py is missing"]
    text = "\n".join(cell.source for cell in nb.code)
    said = []
    for call, known in (("predict", home.predictions), ("check", home.exercises)):
        there, wanted = set(re.findall(rf"\b{call}\(\s*\"([^\"]+)\"", text)), {one.id for one in known}
        said += [f"{call}({extra!r}) is not in the lesson" for extra in sorted(there - wanted)]
        said += [f"{call}({lost!r}) is in the lesson, not on the page" for lost in sorted(wanted - there)]
    points = {
        cell.metadata["nbgrader"]["grade_id"]: cell.metadata["nbgrader"].get("points")
        for cell in nb.code
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    for one in home.exercises:
        grade_id = f"ex-{one.id.replace('.', '-')}-check"
        if points.get(grade_id, one.points) != one.points:
            said.append(f"{grade_id}: {points[grade_id]} points on the page, {one.points} in the lesson")
    return said


@rule
def opens_with_three_questions(nb: Notebook) -> list[str]:
    """From at least two earlier chapters, where there are two."""
    if nb.number == 0:
        return []
    if nb.place(rf"^warm_up\({nb.number}\)", "code") < 0:
        return [f"there is no warm_up({nb.number})"]
    if nb.number < 3:
        return []
    questions = opening_questions(nb.number)
    homes = {question.id.split(".")[0] for question in questions}
    said = [] if len(questions) == 3 else [f"warm_up asks {len(questions)} questions; three are wanted"]
    if any(int(home) >= nb.number for home in homes):
        said.append("warm_up asks about this chapter or a later one")
    return (
        said
        if len(homes) >= 2
        else [*said, f"warm_up asks about {len(homes)} earlier chapters; two are wanted"]
    )


@rule
def ends_with_a_quiz(nb: Notebook) -> list[str]:
    """Four to six questions, three levels, every choice explained, every wrong one named."""
    home = chapters.chapter(nb.number)
    if nb.number == 0 or home is None:
        return []
    said = [] if 4 <= len(home.questions) <= 6 else [f"{len(home.questions)} questions; 4 to 6 are wanted"]
    levels = {question.level for question in home.questions}
    if len(levels) < 2:
        said.append(f"all questions are of one level ({levels})")
    for question in home.questions:
        if sum(choice.right for choice in question.choices) != 1:
            said.append(f"{question.id}: exactly one choice is right")
        said += [
            f"{question.id}: unexplained: {c.text!r}" for c in question.choices if not c.explanation.strip()
        ]
        said += [
            f"{question.id}: unnamed: {c.text!r}"
            for c in question.choices
            if not c.right and not c.misconception
        ]
    return said


@rule
def lets_them_try_first(nb: Notebook) -> list[str]:
    """In 04, 05, 07 and 10 an ungraded try (tag `try`) precedes its concept, and the next text answers."""
    if nb.number not in ATTEMPTS_FIRST:
        return []
    tries = [place for place, cell in enumerate(nb.cells) if cell.kind == "code" and "try" in cell.tags]
    if not tries:
        return ["no cell is tagged 'try': an ungraded attempt before the concept"]
    said = []
    for place in tries:
        cell, after = nb.cells[place], nb.cells[place + 1 : place + 4]
        if "nbgrader" in cell.metadata:
            said.append(f"{cell.id}: an attempt is not graded")
        if not any(later.kind == "markdown" for later in after):
            said.append(f"{cell.id}: the text after it must take up likely attempts")
    return said


@rule
def uses_the_six_labels(nb: Notebook) -> list[str]:
    """From chapter 3 on the exchange is told in the words of the picture."""
    if nb.number < 3:
        return []
    text = "\n".join(cell.source for cell in nb.cells)
    used = [label for label in LABELS if re.search(rf"# .*\b{label}\b|\*{label}\b", text, re.I)]
    return [] if len(used) >= 4 else [f"only {used} of {LABELS} stand in comments or in italics"]


@rule
def teaches_no_bad_habit(nb: Notebook) -> list[str]:
    """A cell that shows one on purpose carries the tag `mistake`."""
    habits = {
        r"\.content\[-?\d+\]": "a block taken by its position: find it by type",
        r"while (True|1)\b": "a loop without a bound",
        r"except\s*:|except (Base)?Exception:\s*(pass|continue)": "an error swallowed",
        r"\beval\(|\bexec\(": "code made of text",
    }
    return [
        f"{cell.id}: {why}"
        for cell in nb.code
        if "mistake" not in cell.tags
        for pattern, why in habits.items()
        if re.search(pattern, cell.source)
    ]
