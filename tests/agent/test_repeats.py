"""Going in circles: what each way of looking sees, and what it misses."""

from clockhands.agent.limits import Limits
from clockhands.agent.repeats import Repeats


def watch(turns, **limits):
    """(turn in which the model was first told, turn in which the run would end), None where never."""
    repeats, told = Repeats(Limits(**limits)), None
    for n, (calls, results) in enumerate(turns, start=1):
        if repeats.see(calls, results) and told is None:
            told = n
        if repeats.stuck:
            return told, n
    return told, None


def test_same_call_same_result_is_told_and_then_stopped():
    assert watch([(["list"], ["[]"])] * 9) == (3, 4)


def test_another_turn_between_starts_the_count_anew():
    twice = [(["list"], ["[]"])] * 2
    assert watch([*twice, (["add"], ["1"]), *twice, (["add"], ["2"]), *twice]) == (None, None)


def test_polling_is_spared_while_its_result_changes():
    assert watch([(["poll"], [str(n)]) for n in range(9)]) == (None, None)


def test_the_arguments_alone_catch_what_changes_for_ever():
    assert watch([(["now"], [str(n)]) for n in range(30)]) == (10, 12)


def test_oscillation_of_two_and_three():
    assert watch([(["a"], ["1"]), (["b"], ["2"])] * 9) == (4, 6)
    assert watch([(["a"], ["1"]), (["b"], ["2"]), (["c"], ["3"])] * 9) == (6, 9)


def test_an_oscillation_whose_results_change_is_none():
    turns = [pair for n in range(4) for pair in [(["wait"], ["ok"]), (["poll"], [str(n)])]]
    assert watch(turns) == (None, None)


def test_several_calls_in_a_turn_are_one_thing():
    assert watch([(["a", "b"], ["1", "2"])] * 9) == (3, 4)
    assert watch([(["a"], ["1"]), (["a", "b"], ["1", "2"])]) == (None, None)
