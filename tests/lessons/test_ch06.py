"""Chapter 6: stubs, solutions, and the wrong answers the learner hears about by name."""

from __future__ import annotations

import pytest

from clockhands import Tool
from clockhands.lessons.ch06 import CHAPTER
from clockhands.tools import Guard

from .exercise_cases import Case, Wrong, case_tests, changed, solution_of

SETUP = "import jsonschema"
PARTS = "\n".join([SETUP, *(solution_of(id) for id in ("6.1a", "6.1b", "6.1c"))])


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
                "import os\ndef check_path(path, folder):\n    full = os.path.normpath(os.path.join(str(folder), path))\n    return None if full.startswith(str(folder)) and path else 'no'",
                names="compares-path-text",
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
