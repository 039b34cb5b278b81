"""Schema from a signature: what each type becomes, where the words come from, and what is refused."""

import enum
import functools
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockhands.errors import SchemaError
from clockhands.tools import Cancel, schema_of, tool_from


class Unit(enum.Enum):
    KELVIN = "K"
    CELSIUS = "C"


class Stop(TypedDict):
    city: str
    nights: int


def of(hint):
    """The schema of one parameter `x` with this annotation."""

    def fn(x):
        return x

    fn.__annotations__ = {"x": hint}
    return schema_of(fn)["properties"]["x"]


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (list, {"type": "array"}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (tuple[str, ...], {"type": "array", "items": {"type": "string"}}),
        (set[str], {"type": "array", "items": {"type": "string"}, "uniqueItems": True}),
        (dict, {"type": "object"}),
        (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Literal["a", 1], {"enum": ["a", 1]}),
        (Unit, {"type": "string", "enum": ["K", "C"]}),
        (Optional[int], {"type": ["integer", "null"]}),  # noqa: UP045
        (int | None, {"type": ["integer", "null"]}),
        (Union[int, str], {"type": ["integer", "string"]}),  # noqa: UP007
        (list[int] | None, {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}),
        (Any, {}),
        (Annotated[str, "an IANA name"], {"type": "string", "description": "an IANA name"}),
        (
            Annotated[str, "a zone", {"pattern": "^x"}],
            {"type": "string", "description": "a zone", "pattern": "^x"},
        ),
        (
            Stop,
            {
                "type": "object",
                "properties": {"city": {"type": "string"}, "nights": {"type": "integer"}},
                "required": ["city", "nights"],
                "additionalProperties": False,
            },
        ),
    ],
)
def test_what_a_type_becomes(hint, schema):
    assert of(hint) == schema


def test_the_words_come_from_the_docstring_and_annotated_wins():
    def book(city: str, nights: Annotated[int, "how long"] = 1, *, unit: Unit = Unit.KELVIN):
        """Book a room.

        Use it when the user names a city
        and a number of nights.

        Args:
            city: where to sleep,
                by its English name
            nights (int): not this
            unit: for the weather

        Returns:
            The booking number.
        """

    tool = tool_from(book)
    assert tool.name == "book"
    assert tool.description == "Book a room.\n\nUse it when the user names a city and a number of nights."
    properties = tool.input_schema["properties"]
    assert properties["city"]["description"] == "where to sleep, by its English name"
    assert properties["nights"] == {"type": "integer", "description": "how long", "default": 1}
    assert properties["unit"]["default"] == "K"
    assert tool.input_schema["required"] == ["city"]
    assert tool.input_schema["additionalProperties"] is False


def test_a_doctest_is_not_part_of_the_description():
    def double(x: int):
        """Double it.

        >>> double(2)
        4
        """

    assert tool_from(double).description == "Double it."


def test_what_the_app_hands_over_is_hidden_from_the_model():
    def pay(amount: int, idempotency_key: str, cancel: Cancel):
        """Pay."""

    assert list(schema_of(pay)["properties"]) == ["amount"]


def test_a_type_can_be_read_off_a_default():
    def wait(seconds=1.5, loud=False):
        """Wait."""

    assert schema_of(wait)["properties"] == {
        "seconds": {"type": "number", "default": 1.5},
        "loud": {"type": "boolean", "default": False},
    }


def test_methods_partials_and_callable_objects_work():
    class Counter:
        def add(self, n: int):
            """Add n."""

        def __call__(self, n: int):
            """Count to n."""

    def power(base: int, exponent: int):
        """Raise."""

    assert list(schema_of(Counter().add)["properties"]) == ["n"]
    assert tool_from(Counter()).name == "Counter"
    square = tool_from(functools.partial(power, exponent=2))
    assert square.name == "power" and square(base=3) is None


def test_a_tool_that_takes_nothing():
    def now():
        """The time."""

    assert schema_of(now) == {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": False,
    }


def _untyped(city):
    pass


def _star(*cities: str):
    pass


def _kwargs(**cities: str):
    pass


def _positional(city: str, /):
    pass


def _bytes(photo: bytes):
    pass


def _keys(table: dict[int, str]):
    pass


def _pair(pair: tuple[int, int]):
    pass


def _unknown(city: "NoSuchType"):  # noqa: F821
    pass


@pytest.mark.parametrize(
    ("fn", "named", "fix"),
    [
        (_untyped, "`city` has no type", "city: str"),
        (_star, "*cities", "cities: list[str]"),
        (_kwargs, "**cities", "name each argument"),
        (_positional, "`city`", "remove the `/`"),
        (_bytes, "photo: bytes", "str, int"),
        (_keys, "`table`", "dict[str, ...]"),
        (_pair, "`pair`", "list[...]"),
        (_unknown, "NoSuchType", "import that name"),
        (len, "`obj`", "remove the `/`"),
        (lambda: 1, "<lambda>", "name='word_count'"),
        (3, "3", "pass a function"),
    ],
)
def test_what_cannot_be_described_is_refused_with_parameter_and_fix(fn, named, fix):
    with pytest.raises(SchemaError) as refused:
        tool_from(fn)
    assert named in str(refused.value) and fix in str(refused.value)


def test_fields_override_what_was_read():
    tool = tool_from(lambda: 1, name="one", description="One.", timeout_s=2.0, side_effect=True)
    assert (tool.name, tool.description, tool.timeout_s, tool.side_effect) == ("one", "One.", 2.0, True)


HINTS = st.recursive(
    st.sampled_from([str, int, float, bool, Literal["a", 2], Unit, Any]),
    lambda inner: (
        inner.map(lambda t: list[t]) | inner.map(lambda t: dict[str, t]) | inner.map(lambda t: t | None)
    ),
    max_leaves=4,
)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(HINTS)
def test_every_schema_made_is_a_schema(hint):
    jsonschema.Draft202012Validator.check_schema(of(hint))
