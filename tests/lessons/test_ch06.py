"""Chapter 6: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands import Tool
from clockhands.lessons.ch06 import CHAPTER
from clockhands.tools import Guard

from .exercise_cases import Case, Wrong, case_tests, changed, checked, run_cell, solution_of

SETUP = "import jsonschema"
PARTS = "\n".join([SETUP, *(solution_of(id) for id in ("6.1a", "6.1b", "6.1c"))])

ASKS_EARLY = """
def decide(name, arguments, registry, allowed, folder, approve):
    try:
        refusal = check_name(name, registry, allowed)
        if refusal is None and registry[name].dangerous and approve(name, arguments) is not True:
            refusal = "a person must approve this call"
        if refusal is None:
            refusal = check_schema(arguments, registry[name].input_schema)
        if refusal is None and "path" in arguments:
            refusal = check_path(arguments["path"], folder)
    except Exception:
        refusal = "this call could not be checked"
    return refusal and refusal[:499]
"""


WITHOUT_LINKS = Wrong(
    "without links",
    changed("6.1c", "(base / path).resolve()", "Path(os.path.normpath(base / path))").replace(
        "from pathlib", "import os\nfrom pathlib"
    ),
    names="compares-path-text",
)

CASES = [
    Case(
        "6.1a",
        passes="check_name",
        wrong=[
            Wrong(
                "known is enough",
                changed("6.1a", "if name not in allowed:", "if False:"),
                names="known-is-allowed",
            ),
            Wrong(
                "tells everything",
                changed("6.1a", "set(registry) & set(allowed)", "set(registry)"),
                names="tells-what-is-forbidden",
            ),
            Wrong(
                "names nothing",
                "def check_name(name, registry, allowed):\n    return None if name in registry and name in allowed else 'no'",
                names="hidden-error",
            ),
            Wrong(
                "prints",
                changed("6.1a", 'return f"there is', 'print(f"there is').replace(
                    '{may}"\n    if name not in a', '{may}")\n        return None\n    if name not in a'
                ),
                names="unknown-goes-through",
            ),
            Wrong(
                "empties the set",
                changed("6.1a", "    if not isinstance", "    allowed.clear()\n    if not isinstance"),
                names="changes-its-input",
            ),
            Wrong(
                "tells what was never built",
                changed("6.1a", "sorted(set(registry) & set(allowed))", "sorted(allowed)"),
                names="tells-what-is-forbidden",
            ),
            Wrong(
                "no registry",
                changed(
                    "6.1a",
                    "if not isinstance(name, str) or name not in registry:",
                    "if not isinstance(name, str):",
                ),
                names="unknown-goes-through",
            ),
            Wrong(
                "takes any name for text",
                changed("6.1a", "not isinstance(name, str) or ", ""),
                says="unhashable type",
            ),
            Wrong(
                "true and false",
                "def check_name(name, registry, allowed):\n    return name in registry",
                says="None",
            ),
        ],
    ),
    Case(
        "6.1b",
        passes="check_schema",
        setup=SETUP,
        wrong=[
            Wrong(
                "first error only",
                changed("6.1b", "for error in errors]", "for error in errors[:1]]"),
                names="names-one-field",
            ),
            Wrong(
                "lets no dict through",
                changed(
                    "6.1b",
                    'return f"the arguments must be an object, not {type(arguments).__name__}"',
                    "return None",
                ),
                names="assumes-a-dict",
            ),
            Wrong(
                "names them all",
                changed(
                    "6.1b",
                    '"; ".join(told) or None',
                    '("check " + ", ".join(schema["properties"])) if told else None',
                ),
                names="blames-every-field",
            ),
            Wrong(
                "says no",
                changed("6.1b", '"; ".join(told) or None', '"wrong" if told else None'),
                names="hidden-error",
            ),
        ],
    ),
    Case(
        "6.1c",
        passes="check_path",
        wrong=[
            Wrong(
                "looks for dots",
                "def check_path(path, folder):\n    return 'no' if '..' in path or not path else None",
                names="refuses-the-honest",
            ),
            Wrong(
                "compares the text",
                "import os\ndef check_path(path, folder):\n    full = os.path.normpath(os.path.join(str(folder), path))\n    return None if full.startswith(str(folder)) and path else 'use trips/rome.txt'",
                names="compares-path-text",
            ),
            Wrong(
                "the current folder",
                changed("6.1c", "Path(folder).resolve()", "Path.cwd()"),
                names="ignores-the-folder",
            ),
            *([WITHOUT_LINKS] if os.name == "posix" else []),  # Windows makes links for few accounts
            Wrong(
                "makes the file",
                changed(
                    "6.1c",
                    "    return None",
                    "    (base / path).parent.mkdir(parents=True, exist_ok=True)\n    (base / path).touch()\n    return None",
                ),
                names="check-changes-the-disk",
            ),
            Wrong(
                "no example",
                changed("6.1c", "a path such as trips/rome.txt", "a good one"),
                names="no-example",
            ),
            Wrong(
                "lets the folder through",
                changed(
                    "6.1c",
                    "(base / path).resolve().parents",
                    "[(base / path).resolve(), *(base / path).resolve().parents]",
                ),
                names="names-no-file",
            ),
            Wrong(
                "breaks on a NUL",
                changed("6.1c", " and path.isprintable()", ""),
                says="null" if os.name == "posix" else "text",
            ),
            Wrong(
                "lets all through",
                "def check_path(path, folder):\n    return None",
                names="compares-path-text",
            ),
        ],
    ),
    Case(
        "6.2",
        passes="confirmation",
        wrong=[
            Wrong(
                "hides the arguments",
                changed("6.2", "with <code>{shown}</code>", ""),
                names="hides-the-arguments",
            ),
            Wrong(
                "runs again",
                changed("6.2", "        if yes.disabled:\n            return\n", ""),
                names="runs-twice",
            ),
            Wrong("runs on a no", changed("6.2", "if button is yes:", "if True:"), names="runs-on-refusal"),
            Wrong(
                "cut at 40",
                changed(
                    "6.2",
                    "json.dumps(arguments, ensure_ascii=False)",
                    "json.dumps(arguments, ensure_ascii=False)[:40]",
                ),
                names="hides-the-arguments",
            ),
            Wrong(
                "markup as markup",
                changed(
                    "6.2",
                    "shown = html.escape(json.dumps(arguments, ensure_ascii=False))",
                    "shown = json.dumps(arguments, ensure_ascii=False)",
                ),
                names="markup-from-the-model",
            ),
            Wrong(
                "escaped in a label",
                changed("6.2", "widgets.HTML(", "widgets.Label("),
                names="hides-the-arguments",
            ),
            Wrong(
                "acts at once",
                changed("6.2", "    yes.on_click(answer)", "    answer(yes)\n    yes.on_click(answer)"),
                names="acts-unasked",
            ),
            Wrong("one button", changed("6.2", "widgets.HBox([yes, no])", "yes"), says="Run and Refuse"),
        ],
    ),
    Case(
        "6.3",
        passes="decide",
        setup=PARTS,
        wrong=[
            Wrong(
                "truth counts as a yes",
                changed("6.3", "approve(name, arguments) is not True", "not approve(name, arguments)"),
                names="loose-yes",
            ),
            Wrong(
                "never asks",
                changed(
                    "6.3",
                    "and registry[name].dangerous and approve(name, arguments) is not True",
                    "and False",
                ),
                names="loose-yes",
            ),
            Wrong(
                "asks for all",
                changed("6.3", "registry[name].dangerous and ", ""),
                names="asks-for-every-call",
            ),
            Wrong(
                "too long",
                changed("6.3", "refusal and refusal[:499]", 'refusal and refusal + "." * 500'),
                names="refusal-too-long",
            ),
            Wrong("exactly 500", changed("6.3", "[:499]", "[:500]"), names="refusal-too-long"),
            Wrong("asks before the path", ASKS_EARLY, names="asks-for-every-call"),
            Wrong(
                "a path in every call",
                changed("6.3", 'and "path" in arguments:', "and True:"),
                names="refuses-the-honest",
            ),
            Wrong(
                "fails open",
                changed(
                    "6.3",
                    'refusal = "this call could not be checked, so it does not run; send plain, small arguments"',
                    "return None",
                ),
                names="loose-yes",
            ),
            Wrong(
                "raises", changed("6.3", "except Exception:", "except ImportError:"), says="ZeroDivisionError"
            ),
            Wrong(
                "runs it",
                changed(
                    "6.3",
                    "    return refusal and",
                    "    if refusal is None:\n        registry[name](**arguments)\n    return refusal and",
                ),
                says="nothing runs",
            ),
            Wrong(
                "no path check",
                changed("6.3", 'refusal is None and "path" in arguments', "False"),
                says="a text that refuses it",
            ),
        ],
    ),
]

test_stub, test_solution, test_wrong, test_chapter = case_tests(CHAPTER, CASES)


@pytest.mark.parametrize(("approve", "ran"), [(lambda tool, given: True, True), (None, False)])
def test_prediction_c_a_dangerous_call_needs_a_yes(approve, ran):
    tool = Tool("wipe", "Wipe.", {"type": "object"}, fn=lambda: "done", dangerous=True)
    assert Guard([tool], allow={"wipe"}, approve=approve).decide("wipe", {}).ok is ran


PLAIN = """
import json
import ipywidgets as widgets

def confirmation(name, arguments, act):
    yes, no = widgets.Button(description="Run"), widgets.Button(description="Refuse")
    def answer(button):
        if not yes.disabled:
            yes.disabled = no.disabled = True
            if button is yes:
                act()
    yes.on_click(answer)
    no.on_click(answer)
    return widgets.VBox([{shows}, yes, no])
"""


@pytest.mark.parametrize(
    "shows",
    [
        'widgets.Label(f"{name}({arguments})")',
        "widgets.Textarea(value=name + json.dumps(arguments), disabled=True)",
        "widgets.Label(name), *(widgets.Label(f'{key}: {value}') for key, value in arguments.items())",
    ],
)
@pytest.mark.parametrize("hidden", [False, True])
def test_plain_text_widgets_show_the_arguments_too(shows, hidden):
    case = next(case for case in CASES if case.id == "6.2")
    card = checked(case, PLAIN.replace("{shows}", shows), hidden=hidden)
    assert card.verdict.state == "passed", f"\n{card}"


GUARD: dict = {}
run_cell(PARTS, GUARD)
run_cell(solution_of("6.3"), GUARD)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=20)
    | st.sampled_from(["read_note", "delete_note", "..", "a\x00", "\ud800", "x" * 5_000]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.just("path"), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(name=ANYTHING, arguments=ANYTHING, answer=ANYTHING, raises=st.booleans(), loose=st.booleans())
def test_decide_never_raises_and_never_runs(name, arguments, answer, raises, loose, tmp_path_factory):
    """loose: a tool without any schema, so that everything reaches the checks behind it."""
    schema = {"type": "object"} if loose else {"type": "object", "properties": {"path": {"type": "string"}}}
    ran: list = []
    registry = {
        tool: Tool(
            tool, f"{tool}.", schema, lambda **given: ran.append(given), dangerous=tool == "delete_note"
        )
        for tool in ("read_note", "delete_note")
    }

    def approve(*asked):
        if raises:
            raise ZeroDivisionError
        return answer

    folder = tmp_path_factory.getbasetemp()
    said = GUARD["decide"](name, arguments, registry, set(registry), folder, approve)
    assert said is None or (isinstance(said, str) and 0 < len(said) < 500)
    assert ran == []
    if name == "delete_note" and (raises or answer is not True):
        assert said is not None


def test_decide_refuses_a_path_no_file_system_can_hold():
    for path in ("\ud800", "a\x00b", "\udfff/x", ".", ""):
        assert GUARD["check_path"](path, "notes")
