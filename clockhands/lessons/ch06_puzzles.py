"""The puzzle of chapter 6: the guard's checks in their order, before the learner writes them."""

from __future__ import annotations

from .misconceptions import Misconception
from .parsons import Line, Puzzle, Trap

_ASKED_FIRST = Misconception(
    "person-asked-first",
    "A person was asked about a call that code could have refused.",
    "Let the checks that cost nothing go first; a person is asked last.",
)
_LOOKED_UP_UNKNOWN = Misconception(
    "looked-up-before-known",
    "The tool was looked up before anybody knew that it exists.",
    "Check the name first: everything after it may rely on that.",
)
_TRUTHY = Misconception(
    "any-answer-is-yes",
    "Whatever came back was taken for a yes, a text such as 'no' too.",
    "Only `True` is a yes.",
)
_ALL_RAISE = Misconception(
    "refusal-raises",
    "A refusal was raised, so the loop ends and the model learns nothing.",
    "A refusal is a result: give it back as text.",
)

GUARD = Puzzle(
    "6.p1",
    "the checks in order",
    solves="6.3",
    lines=[
        Line("try:", "denied by default"),
        Line("    refusal = check_name(name, registry, allowed)", "known, allowed"),
        Line("    if refusal is None:", "valid"),
        Line(
            "        refusal = check_schema(arguments, registry[name].input_schema)",
            "valid",
            early=_LOOKED_UP_UNKNOWN,
        ),
        Line('    if refusal is None and "path" in arguments:', "valid", early=_LOOKED_UP_UNKNOWN),
        Line('        refusal = check_path(arguments["path"], folder)', "valid"),
        Line(
            "    if refusal is None and registry[name].dangerous and approve(name, arguments) is not True:",
            "a person",
            early=_ASKED_FIRST,
        ),
        Line(
            '        refusal = "a person must approve this call, and nobody did; '
            'tell the user what you wanted to do"',
            "a person",
            early=_ASKED_FIRST,
        ),
        Line("except Exception:", "denied by default"),
        Line(
            '    refusal = "this call could not be checked, so it does not run; send plain, small arguments"',
            "denied by default",
        ),
        Line("return refusal and refusal[:499]", "the answer", early="returns-too-early"),
    ],
    traps=[
        Trap("    if registry[name].dangerous and not approve(name, arguments):", _TRUTHY),
        Trap("        raise PermissionError(refusal)", _ALL_RAISE),
        Trap("    refusal = check_schema(arguments, registry[name].input_schema)", _LOOKED_UP_UNKNOWN),
    ],
)

PUZZLES = [GUARD]
