"""Small tables: currencies, languages, units, number words, months, companies."""

from __future__ import annotations

CURRENCIES = {
    "dollar": "USD", "dollars": "USD", "us dollar": "USD", "us dollars": "USD",
    "american dollars": "USD", "bucks": "USD",
    "euro": "EUR", "euros": "EUR", "pound": "GBP", "pounds": "GBP", "pounds sterling": "GBP",
    "british pounds": "GBP",
    "british pound": "GBP", "sterling": "GBP", "quid": "GBP", "yen": "JPY", "japanese yen": "JPY",
    "yuan": "CNY",
    "chinese yuan": "CNY", "renminbi": "CNY", "rupee": "INR", "rupees": "INR", "indian rupees": "INR",
    "indian rupee": "INR", "franc": "CHF",
    "francs": "CHF", "swiss franc": "CHF", "swiss francs": "CHF", "peso": "MXN", "pesos": "MXN",
    "mexican pesos": "MXN", "mexican peso": "MXN",
    "won": "KRW", "korean won": "KRW", "real": "BRL", "reais": "BRL", "brazilian reais": "BRL",
    "brazilian real": "BRL", "krona": "SEK",
    "kronor": "SEK", "swedish kronor": "SEK", "swedish krona": "SEK", "krone": "NOK",
    "norwegian kroner": "NOK", "norwegian krone": "NOK",
    "danish kroner": "DKK", "danish krone": "DKK", "ruble": "RUB", "rubles": "RUB", "zloty": "PLN",
    "polish zloty": "PLN", "lira": "TRY", "turkish lira": "TRY",
    "baht": "THB", "thai baht": "THB", "canadian dollars": "CAD", "canadian dollar": "CAD",
    "australian dollars": "AUD",
    "australian dollar": "AUD", "singapore dollars": "SGD", "hong kong dollars": "HKD",
    "new zealand dollars": "NZD", "shekel": "ILS", "shekels": "ILS",
    "rand": "ZAR", "dirham": "AED", "dirhams": "AED", "bitcoin": "BTC", "bitcoins": "BTC",
    "ether": "ETH", "forint": "HUF",
}  # fmt: skip
CURRENCY_CODES = frozenset(
    """USD EUR GBP JPY CNY INR CHF MXN KRW BRL SEK NOK DKK RUB PLN TRY THB CAD AUD SGD HKD NZD ILS ZAR AED
    BTC ETH HUF CZK RON BGN ISK ARS CLP COP PEN EGP NGN KES MAD SAR QAR KWD PKR BDT IDR MYR PHP VND
    TWD UAH""".split()  # noqa: SIM905
)
SYMBOLS = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₿": "BTC",
}
AMBIGUOUS_CURRENCIES = frozenset(
    {"real", "won", "pound", "pounds", "rand", "ether"}
)  # words with another common meaning

LANGUAGES = {
    "english": "en", "french": "fr", "german": "de", "spanish": "es", "italian": "it",
    "portuguese": "pt", "dutch": "nl",
    "japanese": "ja", "chinese": "zh", "mandarin": "zh", "korean": "ko", "russian": "ru",
    "arabic": "ar", "hindi": "hi",
    "turkish": "tr", "polish": "pl", "swedish": "sv", "norwegian": "no", "danish": "da",
    "finnish": "fi", "greek": "el",
    "hebrew": "he", "czech": "cs", "hungarian": "hu", "romanian": "ro", "ukrainian": "uk", "thai": "th",
    "vietnamese": "vi", "indonesian": "id", "latin": "la", "irish": "ga", "welsh": "cy",
    "catalan": "ca", "swahili": "sw",
    "persian": "fa", "farsi": "fa", "bengali": "bn", "urdu": "ur", "tamil": "ta", "icelandic": "is",
    "croatian": "hr",
    "bulgarian": "bg", "esperanto": "eo", "klingon": "tlh", "malay": "ms", "tagalog": "tl",
}  # fmt: skip

# word -> (name in full, symbol, dimension)
_UNITS = """
length: meter m metre meters metres; kilometer km kilometre kilometers kilometres kms
length: centimeter cm centimetre centimeters centimetres; millimeter mm millimetre millimeters millimetres
length: mile mi miles; yard yd yards; foot ft feet; inch in inches
mass: kilogram kg kilograms kilo kilos kgs; gram g grams; milligram mg milligrams; pound lb pounds lbs
mass: ounce oz ounces; stone st stones; tonne t tonnes ton tons
temperature: celsius C centigrade °c; fahrenheit F °f; kelvin K
volume: liter l litre liters litres; milliliter ml millilitre milliliters millilitres; gallon gal gallons
volume: pint pt pints; cup cup cups; quart qt quarts
time: second s seconds sec secs; minute min minutes mins; hour h hours hr hrs; day d days; week wk weeks
time: month mo months; year yr years; millisecond ms milliseconds
speed: kilometers_per_hour km/h kph kmh; miles_per_hour mph; knot kn knots
data: byte B bytes; kilobyte KB kilobytes; megabyte MB megabytes; gigabyte GB gigabytes
data: terabyte TB terabytes
area: acre ac acres; hectare ha hectares
energy: joule J joules; calorie cal calories; kilowatt_hour kWh
angle: degree deg degrees; radian rad radians
"""


def _units() -> dict[str, tuple[str, str, str]]:
    table: dict[str, tuple[str, str, str]] = {}
    for line in _UNITS.strip().splitlines():
        dimension, _, rest = line.partition(": ")
        for entry in rest.split(";"):
            name, symbol, *more = entry.split()
            for word in (name, symbol, *more):
                table[word if len(word) == 1 else word.lower()] = (
                    name,
                    symbol,
                    dimension,
                )
    return table


UNITS = _units()

NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
}
MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905

TICKERS = {
    "apple": "AAPL", "microsoft": "MSFT", "google": "GOOGL", "alphabet": "GOOGL", "amazon": "AMZN",
    "tesla": "TSLA",
    "nvidia": "NVDA", "meta": "META", "facebook": "META", "netflix": "NFLX", "intel": "INTC",
    "amd": "AMD", "ibm": "IBM",
    "disney": "DIS", "oracle": "ORCL", "nike": "NKE", "boeing": "BA", "adobe": "ADBE",
    "spotify": "SPOT", "uber": "UBER",
    "paypal": "PYPL", "visa": "V", "walmart": "WMT", "starbucks": "SBUX", "toyota": "TM",
    "sony": "SONY", "samsung": "005930.KS",
}  # fmt: skip
COLOURS = frozenset(
    """red green blue yellow orange purple pink black white grey gray brown cyan magenta turquoise violet gold
    silver beige teal navy""".split()  # noqa: SIM905
)
ROOMS = frozenset(
    """kitchen, bedroom, living room, bathroom, hall, hallway, garage, office, attic, basement, garden, porch,
    dining room, nursery, study, den, balcony, bath, lounge, guest room, laundry room, patio""".replace(
        "\n    ", " "
    ).split(", ")
)
