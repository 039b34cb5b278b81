"""A registry is a fixed table: names in order, no doubles, functions taken by their signature."""

import pytest

from clockhands.errors import SchemaError
from clockhands.tools import Registry, Tool


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def test_it_keeps_order_and_hands_out_specs():
    registry = Registry(add, Tool("zero", "Nought.", {"type": "object"}, lambda: 0))
    assert registry.names == ["add", "zero"]
    assert [spec["name"] for spec in registry.specs] == ["add", "zero"]
    assert registry["add"](a=1, b=2) == 3 and len(registry) == 2 and "nothing" not in registry
    assert ["unhashable"] not in registry


def test_the_decorator_registers_and_leaves_the_function_alone():
    registry = Registry()

    @registry.tool
    def plain(n: int) -> int:
        """Plain."""
        return n

    @registry.tool(name="other", side_effect=True)
    def fielded(n: int) -> int:
        """Fielded."""
        return n

    assert plain(3) == fielded(3) == 3
    assert registry.names == ["plain", "other"] and registry["other"].side_effect


@pytest.mark.parametrize("name", [None, "", 3])
def test_a_name_is_a_text(name):
    with pytest.raises(SchemaError, match="give a text"):
        Registry(Tool(name, "", {"type": "object"}, add))


def test_two_of_one_name_are_refused():
    with pytest.raises(SchemaError, match="two tools called 'add'"):
        Registry(add, add)
