"""More questions for the toy model, by kind of difficulty, with the calls a sensible model would make."""

from __future__ import annotations

from typing import Any

from .toy_tools import (
    ASK,
    EMAIL,
    FLIGHTS,
    INT,
    LIGHT,
    MONEY,
    ORDER,
    TABLE,
    TRANSLATE,
    WEATHER,
    N,
    S,
    said,
    tool,
)

DAY = said(S, "YYYY-MM-DD")
ALARM = tool("set_alarm", "Set an alarm.", time=S)
SHARE = tool("stock_price", "Latest price of a stock.", symbol=S)
GREET = tool("greet", "Greet a person.", name=S)
REPEAT = tool("repeat", "Repeat a word several times.", word=S, times=INT)
REVERSE = tool("reverse_text", "Reverse a text.", text=S)
LETTERS = tool("count_letters", "Count the letters of a text.", text=S)
SPELL = tool("spell", "Spell a word letter by letter.", word=S)
DEFINE = tool("define", "Define a word.", word=S)
MULTIPLY = tool("multiply", "Multiply two numbers.", x=N, y=N)
DAYS = tool("days_between", "Number of days between two dates.", start=DAY, end=DAY)
FACTORIAL = tool("factorial", "Factorial of a number.", n=INT)
TIMER = tool("set_timer", "Start a timer.", minutes=N)
DINNER = tool("book_table", "Book a table at a restaurant.", restaurant=S, people=INT, time=S)
PARCEL = tool("track_package", "Track a package.", tracking_number=S)
FAR = tool("distance", "Distance between two cities.", origin=S, destination=S)
PLAY = tool("play_music", "Play a song.", ("artist",), song=S, artist=S)
RECIPE = tool("get_recipe", "Find a recipe.", dish=S)
POEM = tool("write_poem", "Write a poem about a topic.", topic=S)


def one(definition: dict, question: str, **arguments: Any) -> tuple[list[dict], str, Any]:
    return [definition], question, [(definition["name"], arguments)]


def asks(definition: dict, question: str) -> tuple[list[dict], str, Any]:
    return [definition], question, ASK


KINDS: list[tuple[list[dict], str, Any]] = [
    # a request in other words than the tool's, with all it needs
    one(ALARM, "Wake me up at 06:45", time="06:45"),
    one(ALARM, "Get me up at 5:20, please", time="5:20"),
    one(SHARE, "How much is TSLA stock?", symbol="TSLA"),
    one(SHARE, "What is a share of KO worth?", symbol="KO"),
    one(GREET, "Say hello to Maria", name="Maria"),
    one(GREET, "Please say good evening to Mrs Brown", name="Mrs Brown"),
    one(GREET, "Say hi to Kenji", name="Kenji"),
    one(LIGHT, "Make it dark in the bathroom", room="bathroom", on=False),
    one(LIGHT, "Make it bright in the kitchen", room="kitchen", on=True),
    one(RECIPE, "I want to make pancakes, how?", dish="pancakes"),
    one(RECIPE, "I'd like to cook goulash, how?", dish="goulash"),
    one(FLIGHTS, "I need a flight to Tokyo from Berlin on 1 July 2025",
        origin="Berlin", destination="Tokyo", date="2025-07-01"),
    one(MONEY, "i have 1,500.50 GBP, how much is that in CHF?",
        amount=1500.5, from_currency="GBP", to_currency="CHF"),
    one(MONEY, "I got 80 EUR, what is that in JPY?", amount=80, from_currency="EUR", to_currency="JPY"),
    # words set apart by a noun
    one(REVERSE, "Reverse the word banana", text="banana"),
    one(REVERSE, "Reverse the phrase time flies", text="time flies"),
    one(LETTERS, "How many letters are in the word strawberry?", text="strawberry"),
    one(SPELL, "Spell the word rhythm", word="rhythm"),
    one(REPEAT, "Repeat hello 3 times", word="hello", times=3),
    one(REPEAT, "Repeat the word yes 2 times", word="yes", times=2),
    # what is to be translated, whole
    one(TRANSLATE, "translate I love you to French", text="I love you", target_language="French"),
    one(TRANSLATE, "Translate you are right from English into Dutch",
        text="you are right", target_language="Dutch"),
    one(TRANSLATE, "How do I say where is the station in German?",
        text="where is the station", target_language="German"),
    # times, as said where a plain string is wanted
    one(ALARM, "Set an alarm for 8 pm", time="8 pm"),
    one(ALARM, "Set an alarm for half past six", time="half past six"),
    one(DINNER, "I'd like a table for two at Chez Panisse tonight at seven.",
        restaurant="Chez Panisse", people=2, time="tonight at seven"),
    one(DINNER, "A table for six at Noma, eight tonight, please",
        restaurant="Noma", people=6, time="eight tonight"),
    one(DINNER, "Book a table for 3 at Nobu at eight", restaurant="Nobu", people=3, time="eight"),
    one(TABLE, "Book a table for 3 at Nobu tonight at eight", restaurant="Nobu", people=3, time="20:00"),
    asks(TABLE, "Book a table for 3 at Nobu at eight"),
    # numbers: order, factorials, parts of an hour
    one(MULTIPLY, "7 x 8", x=7, y=8),
    one(MULTIPLY, "What is 12 x 9?", x=12, y=9),
    one(MULTIPLY, "multiply y = 2 and x = 5", x=5, y=2),
    one(FACTORIAL, "10!", n=10),
    one(FACTORIAL, "What is 6!", n=6),
    one(FACTORIAL, "Compute 5! for me", n=5),
    one(TIMER, "Start a timer for half an hour", minutes=30),
    one(TIMER, "Set a timer for a quarter of an hour", minutes=15),
    one(TIMER, "Timer for an hour and a half", minutes=90),
    one(TIMER, "Set a timer for two and a half minutes", minutes=2.5),
    # dates
    one(DAYS, "How many days between 2025-01-15 and 2025-03-02?", start="2025-01-15", end="2025-03-02"),
    one(DAYS, "Days from 5 May 2026 to 20 May 2026?", start="2026-05-05", end="2026-05-20"),
    one(DAYS, "days between 13/4/2024 and 15/4/2024", start="2024-04-13", end="2024-04-15"),
    asks(DAYS, "days between 3/4/2024 and 5/4/2024"),
    asks(DAYS, "How many days are there between 01/02/2026 and 03/02/2026?"),
    asks(FLIGHTS, "Flights from Oslo to Rome on 7/8/2026"),
    # ids of letters and digits
    one(PARCEL, "Where is 1Z999AA10123456784?", tracking_number="1Z999AA10123456784"),
    one(PARCEL, "Has 7K-88Q arrived?", tracking_number="7K-88Q"),
    one(PARCEL, "Track JD014600003SE", tracking_number="JD014600003SE"),
    one(ORDER, "Has order 99-XZ shipped yet?", order_id="99-XZ"),
    # from and to, title and artist
    one(FAR, "How far is Oslo from Bergen?", origin="Bergen", destination="Oslo"),
    one(FAR, "How far is Turin from Milan?", origin="Milan", destination="Turin"),
    one(FAR, "How many km is it from Vienna to Prague?", origin="Vienna", destination="Prague"),
    one(PLAY, "play Imagine by John Lennon", song="Imagine", artist="John Lennon"),
    one(PLAY, "I want to hear Imagine from John Lennon", song="Imagine", artist="John Lennon"),
    one(PLAY, "Put on Hallelujah by Leonard Cohen", song="Hallelujah", artist="Leonard Cohen"),
    # nothing is invented
    asks(EMAIL, "Write an email to bob@x.org saying I will be late."),
    asks(EMAIL, "Mail ana@x.org: lunch is cancelled"),
    asks(EMAIL, "Email tim@x.org that the build is green"),
    # a tool for prose writes it
    one(POEM, "Write a poem about rain", topic="rain"),
]  # fmt: skip

# Prose and the great questions: none of these tools is for them.
UNFIT_KINDS: list[tuple[list[dict], str]] = [
    ([tool("get_weather", "Current weather in a city.", city=S)], "Write a haiku about rain."),
    ([WEATHER], "Compose a short poem about the snow"),
    ([WEATHER, DEFINE], "Please write me a song about the wind"),
    ([MONEY], "Write an essay about the exchange of dollars and euros"),
    ([DEFINE], "What is the meaning of life?"),
    ([DEFINE], "What's the meaning of existence?"),
    ([DEFINE], "What is the purpose of art?"),
    ([FACTORIAL], "I am 30!"),
    ([FACTORIAL], "See you at 10!"),
]
