"""Words: splitting text, cutting endings, and families of words that mean much the same."""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")

STOP = frozenset(
    """a an the this that these those some any all each every other another such same own it its it's i me my
    mine you your yours we us our he him his she her they them their who whom whose what what's which how
    when where why is are was were be been being am do does did done have has had having will would shall
    should can could may might must not no nor so too very just only than then there here and or but if of
    at by for with about to from in on off up down out over under again as into onto per via please let lets
    let's i'm i'd i'll i've you're we're that's there's get gets got getting give gives gave fetch fetches
    retrieve retrieves retrieved show shows tell tells use uses used using want wants wanted need needs
    needed like likes know knows make makes made take takes go going goes come one thing things something
    anything everything call calls called given asked asks ask whenever always never e.g eg i.e etc optional
    required default specified specific provided certain based also way able kind bit lot really quite hey
    hi hello thanks thank ok okay well now right much many more most less least between both after before
    while during against within without because since until though don't doesn't didn't isn't aren't wasn't
    can't couldn't won't wouldn't shouldn't provide provides current currently new via""".split()  # noqa: SIM905
)
# Words that carry little meaning in a tool's description, yet name some tools.
WEAK = frozenset(
    """tool tools function functions value values string number numbers integer object argument parameter
    parameters user users question questions answer answers list data info information detail details result
    results output input api service system name names example examples requires provide provides""".split()  # noqa: SIM905
)

_FAMILIES = """
time: time clock oclock hour hours datetime timestamp
date: date day today weekday calendar datetime
timezone: timezone tz zone zones timezones
weather: weather forecast temperature rain rainy raining snow snowing sunny umbrella humidity wind windy
weather: climate outside cloudy storm
currency: currency currencies exchange forex fx dollars dollar euros euro yen pounds pesos rupees francs
currency: usd eur gbp jpy
translate: translate translation translator
translation: translate translation translator
email: email mail e-mail emails mails
message: message sms text dm
flight: flight flights fly flying plane airfare airline
hotel: hotel hotels room accommodation stay lodging
train: train trains rail railway
timer: timer countdown alarm
alarm: alarm alarms wake wakeup
countdown: countdown until till
elevation: elevation altitude height
shorten: shorten shortener shorter
encrypt: encrypt encode cipher decrypt decode
fetch: fetch get download retrieve
disk: disk space storage
subscribe: subscribe newsletter signup
dns: dns resolve ip domain hostname
walk: walk walking foot
emphasis: facts fact info information details
remind: remind reminder reminders alarm
note: note notes memo jot
order: order orders package parcel shipment delivery purchase tracking
track: track tracking whereabouts
stock: stock stocks share shares ticker quote trading nasdaq
price: price prices cost costs quote worth priced pricing
calculate: calculate calculator compute calculation evaluate arithmetic math maths expression solve
add: add sum plus addition total
subtract: subtract minus difference subtraction
multiply: multiply product multiplication multiplied
divide: divide divided quotient division
average: average mean
distance: distance far apart miles kilometers kilometres
route: route directions navigate navigation drive driving
prime: prime primes primality
book: book reserve reservation booking reservations
table: table dinner restaurant
search: search find lookup google look browse seek
delete: delete remove erase trash
create: create add write save make new store record
cancel: cancel abort revoke
schedule: schedule plan arrange set
meeting: meeting appointment event calendar meetings appointments events agenda
user: profile account
location: location place city town where whereabouts
convert: convert conversion converter change turn express
unit: unit units measurement
roll: roll throw toss
dice: dice die
coin: coin heads tails
flip: flip toss
greet: greet greeting greetings salute welcome
random: random randomly
count: count counts counting
word: word words
length: length long characters letters
file: file files document
folder: folder directory
read: read open contents cat view
pay: pay payment payments transfer wire
invoice: invoice bill billing invoices
balance: balance balances funds
music: music song songs track playlist tune
play: play listen
light: light lights lamp lamps bulb
turn: turn switch toggle
plural: plural plurals pluralize
vowel: vowel vowels
define: define definition meaning mean means dictionary
news: news headlines headline
recipe: recipe recipes cook dish
password: password passphrase
reverse: reverse reversed backwards backward
sort: sort sorted arrange arranged ascending descending rank
joke: joke jokes funny
contact: contact contacts phonebook
phone: phone telephone dial number
temperature: temperature thermostat degrees
movie: movie movies film films cinema showtimes showing playing screening
sunrise: sunrise sunset dawn dusk
population: population inhabitants people
holiday: holiday holidays vacation
bmi: bmi
tip: tip gratuity
task: task tasks todo to-do chore chores
summarize: summarize summary summarise tldr
palindrome: palindrome palindromic
uppercase: uppercase capitalize capitals upper
sentiment: sentiment positive negative mood tone feeling
discount: discount reduction sale rebate
width: width wide
height: height high tall
depth: depth deep
taxi: taxi cab ride uber
ticket: ticket tickets issue
weight: weight weigh heavy kg
stock_item: inventory warehouse
post: post publish tweet
ship: ship shipping deliver
restaurant: restaurant restaurants eat diner
loan: loan mortgage
interest: interest
hash: hash checksum md5 sha256
age: age old born
update: update change edit modify
send: send forward deliver
buy: buy purchase
image: image picture photo draw
area: area surface
quiz: quiz trivia
nearest: nearest nearby closest near
status: status state progress
availability: availability available free slots slot
battery: battery charge
door: door doors lock unlock
volume: volume louder quieter loud
run: run execute
"""

_SUFFIXES = (
    ("ations", "ate"), ("ation", "ate"), ("ities", "ity"), ("iness", "y"), ("ingly", ""), ("fully", "ful"),
    ("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"),
    ("ments", "ment"), ("ings", ""), ("ing", ""), ("edly", ""), ("ers", "er"), ("ed", ""), ("es", "e"),
    ("s", ""),
)  # fmt: skip


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The word without its ending: `converted`, `converts` and `convert` meet.

    >>> stem("rolling"), stem("cities"), stem("is")
    ('roll', 'city', 'is')
    """
    word = word.lower().replace("’", "'")
    if word.endswith("'s"):
        word = word[:-2]
    if len(word) < 4 or word.endswith("ss"):
        return word
    for ending, instead in _SUFFIXES:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            word = word[: -len(ending)] + instead
            if ending in ("ing", "ed", "ings") and len(word) > 3 and word[-1] == word[-2] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


@lru_cache(maxsize=1)
def _families() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _FAMILIES.strip().splitlines():
        name, _, members = line.partition(":")
        for member in members.split():
            found.setdefault(stem(member), set()).add(name)
    return {key: frozenset(value) for key, value in found.items()}


def families(stemmed: str) -> frozenset[str]:
    """Names of the families a stemmed word belongs to, often none."""
    return _families().get(stemmed, frozenset())


def words_of(text: str) -> list[str]:
    """Lower-case words of running text, stop words included."""
    return [w.lower().replace("’", "'") for w in WORD.findall(text)]


def content_stems(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order."""
    return [stem(w) for w in words_of(text) if w not in STOP]


def name_parts(identifier: str) -> list[str]:
    """`getUserCity`, `get_user_city` and `get-user-city` all give the same three words.

    >>> name_parts("getUserCity"), name_parts("word_count")
    (['get', 'user', 'city'], ['word', 'count'])
    """
    return [part.lower() for part in _CAMEL.findall(identifier)]
