"""What a learner hears about an exception of their own code."""

from __future__ import annotations

import pytest

from clockhands.lessons.mishaps import home_of, mishap, parameters_wanted, takes_async, wrong_parameters


def raised(source: str, **names) -> Exception:
    with pytest.raises(Exception) as caught:
        exec(source, names)
    return caught.value


LOCAL = {
    "a name of an exercise": ("run_tool", "cell-not-run", "exercise 3.2"),
    "a name of the first cell": ("MODEL", "cell-not-run", "first code cell"),
    "a typing error": ("repyl", "misspelled-name", "`reply`"),
    "a name of nobody": ("qqqq", "cell-not-run", "define it"),
    "a key": ("reply['x']", "missing-key", "keys it does have"),
    "a function by its name": ("functions['fly']()", "unknown-name", "in functions"),
    "an index": ("[][0]", "index-out-of-range", "not empty"),
    "an attribute": ("reply.get_it", "no-such-attribute", "`.get`"),
    "a dict as an object": ("reply.content", "dict-as-block", "brackets"),
    "an argument too many": ("(lambda: 1)(reply)", "wrong-arguments", "`def` line"),
    "arguments of a call": ("(lambda: 1)(**reply)", "arguments-do-not-fit", "TypeError"),
    "another error": ("1 / 0", "", ""),
}


@pytest.mark.parametrize(("line", "id", "cure"), LOCAL.values(), ids=[n.replace(" ", "-") for n in LOCAL])
def test_an_error_of_the_learners_own_code_is_named(line, id, cure):
    error = raised(line, reply={"a": 1}, functions={})
    found = mishap(error, line, ("reply", "functions"))
    assert (found.id if found else "") == id
    assert cure in (found.cure if found else "")


def test_the_function_asked_for_is_known_with_its_parameters():
    assert home_of("run_tool") == "3.2" and home_of("no_such_function") == ""
    assert parameters_wanted("results_message", "3.1a") == "def results_message(call, output)"
    assert parameters_wanted("no_such_function") == ""
    error = raised("def extend(messages): pass\nextend(1, 2)")
    wanted, named = wrong_parameters(error, "3.1b")
    assert wanted == "def extend(messages, reply, functions)" and named.id == "wrong-parameters"
    assert wrong_parameters(ValueError("x")) is None


def test_async_is_taken_where_the_solution_is():
    assert not takes_async("3.3") and takes_async("5.2") and takes_async("97.1")
