"""Tools and questions for the toy model, with the calls a sensible model would make."""

from __future__ import annotations

from typing import Any

S, I, N, B = ({"type": t} for t in ("string", "integer", "number", "boolean"))
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
    "roll", "Roll dice and return the results.", dice=said(I, "How many dice"), sides=said(I, "Sides of each")
)
MONEY = tool(
    "convert_currency",
    "Convert an amount of money from one currency to another.",
    amount=N, from_currency=said(S, "ISO 4217 code"), to_currency=said(S, "ISO 4217 code"),
)  # fmt: skip
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
PRIME = tool("is_prime", "Check whether a number is prime.", n=I)
TABLE = tool(
    "book_table", "Book a table at a restaurant.", restaurant=S, people=I, time=said(S, "HH:MM, 24 hours")
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
    title=S, when={"type": "object", "properties": {"date": DATE, "time": S}, "required": ["date", "time"]},
)  # fmt: skip
CONVERT_TIME = tool(
    "convert_time",
    "Convert a time from one timezone to another.",
    ("next_year",),
    usertime=said(S, "A time in the user's words, such as 'tomorrow at 2 PM'"),
    from_timezone=said(S, "IANA timezone"), to_timezone=said(S, "IANA timezone"), next_year=B,
)  # fmt: skip
ALL = [CLOCK, WEATHER, WORDS, ROLL, MONEY, EMAIL, FLIGHTS, TIMER, TRANSLATE, NOTE, ORDER, STOCK, CALC, TABLE]


def t(zone: str) -> tuple[str, dict]:
    return ("get_current_time", {"timezone": zone})


def w(city: str, **more: Any) -> tuple[str, dict]:
    return ("get_weather", {"city": city, **more})


# (tools, question, calls expected in any order | ASK | [])
FITTING: list[tuple[list[dict], str, Any]] = [
    ([CLOCK], "What time is it in Tokyo?", [t("Asia/Tokyo")]),
    ([CLOCK], "what's the time in new york city", [t("America/New_York")]),
    ([CLOCK], "Tell me the current time in Asia/Kolkata.", [t("Asia/Kolkata")]),
    ([CLOCK], "What time is it on Mars/Olympus_Mons?", [t("Mars/Olympus_Mons")]),
    ([CLOCK], "How late is it in Sydney?", [t("Australia/Sydney")]),
    ([CLOCK], "What's the date in Los Angeles?", [t("America/Los_Angeles")]),
    ([CLOCK], "What day is it today in Auckland?", [t("Pacific/Auckland")]),
    ([CLOCK], "What time is it in Tokyo and London?", [t("Asia/Tokyo"), t("Europe/London")]),
    ([CLOCK], "time in paris, berlin and rome please", [t("Europe/Paris"), t("Europe/Berlin"), t("Europe/Rome")]),
    ([CLOCK], "Is it already morning in Brazil? What time is it there?", [t("America/Sao_Paulo")]),
    ([CLOCK], "I have a call with Mumbai. What time is it there right now?", [t("Asia/Kolkata")]),
    ([CLOCK], "What time is it?", ASK),
    ([CLOCK], "What time is it in UTC?", [t("UTC")]),
    ([CLOCK], "Which time do clocks in Nepal show now? What is the time there?", [t("Asia/Kathmandu")]),
    ([CLOCK, CITY], "What time is it for me?", [("get_user_city", {})]),
    ([CLOCK, CITY], "Which city am I in?", [("get_user_city", {})]),
    ([CLOCK, WEATHER], "What's the weather in Paris and what time is it in Tokyo?", [w("Paris"), t("Asia/Tokyo")]),
    ([CLOCK, WEATHER], "Weather and time in Rome, please.", [w("Rome"), t("Europe/Rome")]),
    ([WEATHER], "What's the weather like in Paris?", [w("Paris")]),
    ([WEATHER], "How hot is it in Madrid, in Fahrenheit?", [w("Madrid", unit="fahrenheit")]),
    ([WEATHER], "Is it raining in Bergen?", [w("Bergen")]),
    ([WEATHER], "Do I need an umbrella in London today?", [w("London")]),
    ([WEATHER], "weather for Oslo and Lima in degrees C", [w("Oslo", unit="celsius"), w("Lima", unit="celsius")]),
    ([WEATHER], "What's the temperature in Springfield?", [w("Springfield")]),
    ([WEATHER], "How's the weather?", ASK),
    ([WEATHER, CITY], "Will I need a coat? What's the weather where I am?", [("get_user_city", {})]),
    (ALL, "What's the weather in Cairo?", [w("Cairo")]),
    (ALL, "What time is it in Cairo?", [t("Africa/Cairo")]),
    (ALL, "Roll two six-sided dice", [("roll", {"dice": 2, "sides": 6})]),
    (ALL, "Set a timer for 10 minutes.", [("set_timer", {"minutes": 10})]),
    (ALL, "Where is order ORD-7788?", [("lookup_order", {"order_id": "ORD-7788"})]),
    (ALL, "What is 17 * 23?", [("calculator", {"expression": "17 * 23"})]),
    (ALL, "Roll 3d8 and tell me the weather in Lyon", [("roll", {"dice": 3, "sides": 8}), w("Lyon")]),
    (ALL, "Set a timer for 5 minutes and email ann@x.org saying dinner is ready", [
        ("set_timer", {"minutes": 5}),
        ("send_email", {"to": "ann@x.org", "subject": "Dinner is ready", "body": "dinner is ready"}),
    ]),
    ([WORDS], 'How many words are in "the cat sat on the mat"?', [("word_count", {"text": "the cat sat on the mat"})]),
    ([WORDS], "Count the words in: to be or not to be", [("word_count", {"text": "to be or not to be"})]),
    ([WORDS], "How many words does this have: Hello there, world", [("word_count", {"text": "Hello there, world"})]),
    ([ROLL], "Roll 2d6", [("roll", {"dice": 2, "sides": 6})]),
    ([ROLL], "roll a d20", [("roll", {"dice": 1, "sides": 20})]),
    ([ROLL], "Throw 4 dice with 12 sides each", [("roll", {"dice": 4, "sides": 12})]),
    ([ROLL], "Could you roll five ten-sided dice for me?", [("roll", {"dice": 5, "sides": 10})]),
    ([MONEY], "Convert 100 USD to EUR", [
        ("convert_currency", {"amount": 100, "from_currency": "USD", "to_currency": "EUR"})]),
    ([MONEY], "How much is $1,250.50 in yen?", [
        ("convert_currency", {"amount": 1250.5, "from_currency": "USD", "to_currency": "JPY"})]),
    ([MONEY], "I have fifty euros. How many pounds is that?", [
        ("convert_currency", {"amount": 50, "from_currency": "EUR", "to_currency": "GBP"})]),
    ([MONEY], "Convert 20 GBP to USD and EUR", [
        ("convert_currency", {"amount": 20, "from_currency": "GBP", "to_currency": "USD"}),
        ("convert_currency", {"amount": 20, "from_currency": "GBP", "to_currency": "EUR"})]),
    ([MONEY], "What would 3000 Japanese yen be in Swiss francs?", [
        ("convert_currency", {"amount": 3000, "from_currency": "JPY", "to_currency": "CHF"})]),
    ([MONEY], "Convert some dollars to euros", ASK),
    ([EMAIL], 'Send an email to bob@example.com with subject "Lunch" and body "Noon at the cafe?"', [
        ("send_email", {"to": "bob@example.com", "subject": "Lunch", "body": "Noon at the cafe?"})]),
    ([EMAIL], "Email carol@example.org saying the build is green", [
        ("send_email", {"to": "carol@example.org", "subject": "The build is green", "body": "the build is green"})]),
    ([EMAIL], "Send Dave an email saying hi", ASK),
    ([FLIGHTS], "Find flights from Paris to Rome on 5 November 2026", [
        ("search_flights", {"origin": "Paris", "destination": "Rome", "date": "2026-11-05"})]),
    ([FLIGHTS], "I want to fly to Tokyo from San Francisco on 2026-12-24", [
        ("search_flights", {"origin": "San Francisco", "destination": "Tokyo", "date": "2026-12-24"})]),
    ([FLIGHTS], "Search flights from Oslo to Lisbon", ASK),
    ([FLIGHTS], "Flights to Berlin on 2027-01-02?", ASK),
    ([TIMER], "Set a timer for twenty-five minutes", [("set_timer", {"minutes": 25})]),
    ([TIMER], "Start a countdown of half an hour... I mean 30 minutes", [("set_timer", {"minutes": 30})]),
    ([TIMER], "Set a timer for 90 seconds", [("set_timer", {"minutes": 1.5})]),
    ([TIMER], "Set a timer", ASK),
    ([TRANSLATE], "Translate 'good morning' to French", [
        ("translate", {"text": "good morning", "target_language": "French"})]),
    ([TRANSLATE], "How do you say thank you very much in Japanese?", [
        ("translate", {"text": "thank you very much", "target_language": "Japanese"})]),
    ([TRANSLATE], "Please translate the following into German: The train is late", [
        ("translate", {"text": "The train is late", "target_language": "German"})]),
    ([TRANSLATE], 'What is "cheese" in Italian and Spanish?', [
        ("translate", {"text": "cheese", "target_language": "Italian"}),
        ("translate", {"text": "cheese", "target_language": "Spanish"})]),
    ([NOTE], "Create a note titled Groceries with content milk and eggs", [
        ("create_note", {"title": "Groceries", "content": "milk and eggs"})]),
    ([NOTE], 'Make a note called "Ideas": build a sundial', [
        ("create_note", {"title": "Ideas", "content": "build a sundial"})]),
    ([ORDER], "Where's my order ORD-1234?", [("lookup_order", {"order_id": "ORD-1234"})]),
    ([ORDER], "My order number is ORD-5555. Has it shipped?", [("lookup_order", {"order_id": "ORD-5555"})]),
    ([ORDER], "Check ORD-1 and ORD-2 please", [
        ("lookup_order", {"order_id": "ORD-1"}), ("lookup_order", {"order_id": "ORD-2"})]),
    ([ORDER], "Where is my package?", ASK),
    ([STOCK], "What's the stock price of AAPL?", [("stock_price", {"symbol": "AAPL"})]),
    ([STOCK], "How much is a share of Microsoft?", [("stock_price", {"symbol": "MSFT"})]),
    ([STOCK], "Compare the stock prices of NVDA and AMD", [
        ("stock_price", {"symbol": "NVDA"}), ("stock_price", {"symbol": "AMD"})]),
    ([CALC], "What is 3 * (4 + 5)?", [("calculator", {"expression": "3 * (4 + 5)"})]),
    ([CALC], "compute 2^10 - 1", [("calculator", {"expression": "2^10 - 1"})]),
    ([CALC], "What's 144 / 12?", [("calculator", {"expression": "144 / 12"})]),
    ([DISTANCE], "How far is it from Oslo to Bergen?", [("distance", {"a": "Oslo", "b": "Bergen"})]),
    ([DISTANCE], "What is the distance between Berlin and Munich?", [("distance", {"a": "Berlin", "b": "Munich"})]),
    ([PRIME], "Is 97 prime?", [("is_prime", {"n": 97})]),
    ([PRIME], "Is one hundred and one a prime number?", [("is_prime", {"n": 101})]),
    ([PRIME], "Are 7 and 9 prime?", [("is_prime", {"n": 7}), ("is_prime", {"n": 9})]),
    ([TABLE], "Book a table for four at Luigi's at 7:30 pm", [
        ("book_table", {"restaurant": "Luigi's", "people": 4, "time": "19:30"})]),
    ([TABLE], "Reserve a table at The Ivy for 2 people at 20:00", [
        ("book_table", {"restaurant": "The Ivy", "people": 2, "time": "20:00"})]),
    ([TABLE], "Can you book a table for 3 at Nobu?", ASK),
    ([UNITS], "Convert 10 miles to kilometers", [
        ("convert_units", {"value": 10, "from_unit": "miles", "to_unit": "kilometers"})]),
    ([UNITS], "How many grams are in 2.5 kg?", [
        ("convert_units", {"value": 2.5, "from_unit": "kg", "to_unit": "grams"})]),
    ([UNITS], "What is -40 °F in Celsius?", [
        ("convert_units", {"value": -40, "from_unit": "F", "to_unit": "celsius"})]),
    ([ADD], "What is 2 + 3?", [("add", {"a": 2, "b": 3})]),
    ([ADD], "add 12.5 and -4", [("add", {"a": 12.5, "b": -4})]),
    ([ADD], "Sum seven and minus three, please", [("add", {"a": 7, "b": -3})]),
    ([PAY], "Pay Alice 25 euros", [("send_payment", {"recipient": "Alice", "amount": 25, "currency": "EUR"})]),
    ([PAY], "Send a payment of $40 to Bob", [("send_payment", {"recipient": "Bob", "amount": 40, "currency": "USD"})]),
    ([PAY], "Make a payment to Bob", ASK),
    ([SEARCH], "Search the web for cheap standing desks", [("web_search", {"query": "cheap standing desks"})]),
    ([SEARCH], "Look up the history of Lisbon", [("web_search", {"query": "the history of Lisbon"})]),
    ([LIGHT], "Turn on the light in the kitchen", [("set_light", {"room": "kitchen", "on": True})]),
    ([LIGHT], "Switch the bedroom light off", [("set_light", {"room": "bedroom", "on": False})]),
    ([REMIND], "Remind me to call mum at 18:00", [("set_reminder", {"text": "call mum", "time": "18:00"})]),
    ([DELETE], "Delete the file report.txt", [("delete_file", {"path": "report.txt"})]),
    ([READ, DELETE], "Read notes/todo.md", [("read_file", {"path": "notes/todo.md"})]),
    ([READ, DELETE], "What does /etc/hosts contain? Read it.", [("read_file", {"path": "/etc/hosts"})]),
    ([AVERAGE], "What's the average of 3, 4 and 8?", [("average", {"numbers": [3, 4, 8]})]),
    ([EVENT], "Create an event called Standup on 2026-11-06 at 9:15", [
        ("create_event", {"title": "Standup", "when": {"date": "2026-11-06", "time": "09:15"}})]),
    ([CONVERT_TIME], "Convert tomorrow at 2 PM from New York to Tokyo", [
        ("convert_time", {"usertime": "tomorrow at 2 PM", "from_timezone": "America/New_York",
                          "to_timezone": "Asia/Tokyo"})]),
]  # fmt: skip

# Nothing on offer fits: no call, plain text.
UNFIT: list[tuple[list[dict], str]] = [
    ([CLOCK], "What is the capital of Japan?"),
    ([CLOCK], "Tell me a joke."),
    ([CLOCK], "How do clocks work?"),
    ([CLOCK], "What is a time zone?"),
    ([CLOCK], "How much time does it take to boil an egg?"),
    ([CLOCK], "Write a poem about time."),
    ([CLOCK], "Thanks!"),
    ([CLOCK], "Hello there"),
    ([CLOCK], "Who are you?"),
    ([CLOCK, WEATHER], "Who painted the Mona Lisa?"),
    ([WEATHER], "Why is the sky blue?"),
    ([WEATHER], "I lived in Paris for three years."),
    ([WEATHER], "Explain the difference between weather and climate."),
    ([MONEY], "What is inflation?"),
    ([MONEY], "Who is on the ten dollar bill?"),
    ([EMAIL], "How do I write a good email?"),
    ([EMAIL], "What does CC mean?"),
    ([FLIGHTS], "Why do planes fly?"),
    ([TRANSLATE], "How many people live in Finland?"),
    ([NOTE], "What is the highest note a soprano can sing?"),
    ([ORDER], "Sort these in alphabetical order: pear, apple, fig"),
    ([STOCK], "How do I make chicken stock?"),
    ([TABLE], "Can you recommend a good book?"),
    ([TABLE], "What is the periodic table?"),
    ([PRIME], "Who is the prime minister of Canada?"),
    ([ROLL], "How do I bake cinnamon rolls?"),
    ([ADD], "Do you like pizza?"),
    ([DELETE], "What time is it in Rome?"),
    (ALL, "What can you do?"),
    (ALL, "What's your favourite colour?"),
    (ALL, "Who won the 1998 World Cup?"),
    (ALL, "What is the square root of a tree?"),
    (ALL, "What do bees eat?"),
    (ALL, "Good night!"),
    (ALL, "What time is it in Tokyo? Please answer without using any tools."),
    ([CLOCK], ""),
]
