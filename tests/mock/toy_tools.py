"""Tools as learners may write them, for the tests of the toy model."""

from __future__ import annotations

from typing import Any

S, INT, N, B = ({"type": t} for t in ("string", "integer", "number", "boolean"))
DATE = {"type": "string", "format": "date"}
ASK = "ask"  # a question back, no call


def said(kind: dict, words: str) -> dict:
    return {**kind, "description": words}


def one_of(*values: Any) -> dict:
    return {"type": "string", "enum": list(values)}


def many(item: dict) -> dict:
    return {"type": "array", "items": item}


def tool(name: str, description: str, optional: tuple[str, ...] = (), /, **properties: dict) -> dict:
    """A tool definition; every property is required unless named in `optional`."""
    required = [p for p in properties if p not in optional]
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"name": name, "description": description, "input_schema": schema}


CLOCK = tool(
    "get_current_time",
    "Get the current time in an IANA timezone. Use it whenever the answer depends on the time or date now.",
    timezone=said(S, "IANA timezone, e.g. Europe/Paris"),
)
CITY = tool("get_user_city", "Find out which city the user is in. Use it when no city is named.")
WEATHER = tool(
    "get_weather",
    "Current weather in a city.",
    ("unit",),
    city=said(S, "City name"),
    unit=one_of("celsius", "fahrenheit"),
)
WORDS = tool("word_count", "Count the words in a text.", text=said(S, "The text to count"))
ROLL = tool(
    "roll",
    "Roll dice and return the results.",
    dice=said(INT, "How many dice"),
    sides=said(INT, "Sides of each"),
)
MONEY = tool(
    "convert_currency",
    "Convert an amount of money from one currency to another.",
    amount=N,
    from_currency=said(S, "ISO 4217 code"),
    to_currency=said(S, "ISO 4217 code"),
)
EMAIL = tool("send_email", "Send an email.", to=said(S, "E-mail address"), subject=S, body=S)
FLIGHTS = tool(
    "search_flights",
    "Search flights between two cities on a date.",
    origin=S,
    destination=S,
    date=said(S, "YYYY-MM-DD"),
)
TIMER = tool("set_timer", "Start a countdown timer.", minutes=N)
TRANSLATE = tool("translate", "Translate text into another language.", text=S, target_language=S)
NOTE = tool("create_note", "Save a note with a title and content.", title=S, content=S)
ORDER = tool("lookup_order", "Look up an order by its id.", order_id=said(S, "Order id, like ORD-1234"))
STOCK = tool("stock_price", "Latest price of a stock.", symbol=said(S, "Ticker symbol, e.g. AAPL"))
CALC = tool("calculator", "Evaluate an arithmetic expression.", expression=S)
DISTANCE = tool("distance", "Distance in kilometres between two cities.", a=S, b=S)
PRIME = tool("is_prime", "Check whether a number is prime.", n=INT)
TABLE = tool(
    "book_table", "Book a table at a restaurant.", restaurant=S, people=INT, time=said(S, "HH:MM, 24 hours")
)
UNITS = tool(
    "convert_units", "Convert a value between units of measurement.", value=N, from_unit=S, to_unit=S
)
ADD = tool("add", "Add two numbers.", a=N, b=N)
PAY = tool("send_payment", "Pay someone.", ("currency", "note"), recipient=S, amount=N, currency=S, note=S)
SEARCH = tool("web_search", "Search the web for up-to-date information.", query=S)
LIGHT = tool("set_light", "Turn a light on or off.", room=S, on=B)
REMIND = tool("set_reminder", "Set a reminder.", text=S, time=said(S, "HH:MM"))
DELETE = tool("delete_file", "Delete a file.", path=S)
READ = tool("read_file", "Read a file from disk.", path=S)
AVERAGE = tool("average", "Average of a list of numbers.", numbers=many(N))
EVENT = tool(
    "create_event",
    "Create a calendar event.",
    title=S,
    when={"type": "object", "properties": {"date": DATE, "time": S}, "required": ["date", "time"]},
)
CONVERT_TIME = tool(
    "convert_time",
    "Convert a time from one timezone to another.",
    ("next_year",),
    usertime=said(S, "A time in the user's words, such as 'tomorrow at 2 PM'"),
    from_timezone=said(S, "IANA timezone"),
    to_timezone=said(S, "IANA timezone"),
    next_year=B,
)
ALL = [CLOCK, WEATHER, WORDS, ROLL, MONEY, EMAIL, FLIGHTS, TIMER, TRANSLATE, NOTE, ORDER, STOCK, CALC, TABLE]


def t(zone: str) -> tuple[str, dict]:
    return ("get_current_time", {"timezone": zone})


def w(city: str, **more: Any) -> tuple[str, dict]:
    return ("get_weather", {"city": city, **more})
