"""Cities and countries the toy knows, each with its time zone. Facts: the tz database's zone1970.tab."""

from __future__ import annotations

from functools import lru_cache

_CITIES = """
Africa/Abidjan: abidjan; Africa/Accra: accra; Africa/Addis_Ababa: addis ababa; Africa/Algiers: algiers
Africa/Cairo: cairo, alexandria, giza; Africa/Casablanca: casablanca, marrakech, marrakesh, rabat
Africa/Dakar: dakar; Africa/Dar_es_Salaam: dar es salaam
Africa/Johannesburg: johannesburg, cape town, durban, pretoria
Africa/Kampala: kampala; Africa/Kigali: kigali; Africa/Kinshasa: kinshasa; Africa/Lagos: lagos, abuja
Africa/Nairobi: nairobi, mombasa; Africa/Tunis: tunis; Africa/Harare: harare; Africa/Khartoum: khartoum
America/Anchorage: anchorage; America/Argentina/Buenos_Aires: buenos aires
America/Bogota: bogota, bogotá, medellin
America/Caracas: caracas
America/Chicago: chicago, houston, dallas, austin, new orleans, minneapolis, st louis, nashville
America/Chicago: san antonio, kansas city
America/Denver: denver, salt lake city, boulder; America/Phoenix: phoenix; America/Detroit: detroit
America/Edmonton: edmonton, calgary; America/Guatemala: guatemala city; America/Halifax: halifax
America/Havana: havana; America/La_Paz: la paz; America/Lima: lima
America/Los_Angeles: los angeles, san francisco, seattle, san diego, las vegas, portland
America/Los_Angeles: sacramento, san jose, palo alto, l.a.
America/Mexico_City: mexico city; America/Montevideo: montevideo
America/New_York: new york, new york city, nyc, boston, washington, washington dc, philadelphia
America/New_York: miami, atlanta, baltimore, pittsburgh, cleveland, orlando, brooklyn, manhattan
America/Panama: panama city; America/Port-au-Prince: port-au-prince; America/Santiago: santiago
America/Sao_Paulo: são paulo, sao paulo, rio de janeiro, rio, brasilia, brasília; America/St_Johns: st johns
America/Toronto: toronto, ottawa, montreal, montréal, quebec; America/Vancouver: vancouver
America/Winnipeg: winnipeg
Asia/Almaty: almaty; Asia/Baghdad: baghdad; Asia/Baku: baku; Asia/Bangkok: bangkok, phuket
Asia/Beirut: beirut
Asia/Colombo: colombo; Asia/Dhaka: dhaka; Asia/Dubai: dubai, abu dhabi
Asia/Ho_Chi_Minh: ho chi minh city, saigon, hanoi
Asia/Hong_Kong: hong kong; Asia/Jakarta: jakarta; Asia/Jerusalem: jerusalem, tel aviv; Asia/Kabul: kabul
Asia/Karachi: karachi, islamabad, lahore; Asia/Kathmandu: kathmandu
Asia/Kolkata: mumbai, delhi, new delhi, kolkata, bangalore, bengaluru, chennai, hyderabad, pune
Asia/Kolkata: bombay, calcutta
Asia/Kuala_Lumpur: kuala lumpur; Asia/Kuwait: kuwait city; Asia/Makassar: bali, denpasar
Asia/Manila: manila
Asia/Muscat: muscat; Asia/Qatar: doha; Asia/Riyadh: riyadh, jeddah, mecca; Asia/Seoul: seoul, busan
Asia/Shanghai: shanghai, beijing, shenzhen, guangzhou, chengdu, wuhan; Asia/Singapore: singapore
Asia/Taipei: taipei
Asia/Tashkent: tashkent; Asia/Tbilisi: tbilisi; Asia/Tehran: tehran
Asia/Tokyo: tokyo, osaka, kyoto, yokohama, sapporo, nagoya, fukuoka, hiroshima
Asia/Ulaanbaatar: ulaanbaatar; Asia/Yangon: yangon; Asia/Yerevan: yerevan
Atlantic/Azores: azores; Atlantic/Canary: tenerife, las palmas; Atlantic/Reykjavik: reykjavik, reykjavík
Atlantic/Bermuda: hamilton
Australia/Adelaide: adelaide; Australia/Brisbane: brisbane; Australia/Darwin: darwin
Australia/Hobart: hobart
Australia/Melbourne: melbourne; Australia/Perth: perth; Australia/Sydney: sydney, canberra
Europe/Amsterdam: amsterdam, rotterdam, the hague, utrecht; Europe/Athens: athens, thessaloniki
Europe/Belgrade: belgrade
Europe/Berlin: berlin, munich, hamburg, frankfurt, cologne, köln, stuttgart, dresden, leipzig
Europe/Berlin: düsseldorf, dusseldorf, münchen, bonn
Europe/Bratislava: bratislava; Europe/Brussels: brussels, antwerp, ghent, bruges
Europe/Bucharest: bucharest
Europe/Budapest: budapest; Europe/Copenhagen: copenhagen, aarhus; Europe/Dublin: dublin, cork
Europe/Helsinki: helsinki
Europe/Istanbul: istanbul, ankara, izmir; Europe/Kyiv: kyiv, kiev, odesa, lviv; Europe/Lisbon: lisbon, porto
Europe/Ljubljana: ljubljana
Europe/London: london, manchester, liverpool, birmingham, edinburgh, glasgow, cardiff, belfast
Europe/London: oxford, cambridge, bristol, leeds
Europe/Luxembourg: luxembourg; Europe/Madrid: madrid, barcelona, valencia, seville, sevilla, malaga, bilbao
Europe/Malta: valletta
Europe/Minsk: minsk; Europe/Monaco: monaco; Europe/Moscow: moscow, saint petersburg, st petersburg
Europe/Oslo: oslo, bergen
Europe/Paris: paris, lyon, marseille, nice, toulouse, bordeaux, lille, strasbourg
Europe/Prague: prague, brno; Europe/Riga: riga
Europe/Rome: rome, milan, naples, florence, venice, turin, bologna, palermo, roma, milano
Europe/Sarajevo: sarajevo; Europe/Skopje: skopje
Europe/Sofia: sofia; Europe/Stockholm: stockholm, gothenburg, malmö; Europe/Tallinn: tallinn
Europe/Vienna: vienna, salzburg, graz, wien
Europe/Vilnius: vilnius; Europe/Warsaw: warsaw, krakow, kraków, gdansk, wroclaw
Europe/Zagreb: zagreb, split, dubrovnik
Europe/Zurich: zurich, zürich, geneva, bern, basel, lausanne
Indian/Maldives: malé; Indian/Mauritius: port louis
Pacific/Auckland: auckland, wellington, christchurch, queenstown
Pacific/Fiji: suva; Pacific/Guam: guam; Pacific/Honolulu: honolulu, hawaii
Pacific/Port_Moresby: port moresby; Pacific/Apia: apia
"""

_COUNTRIES = """
AR argentina America/Argentina/Buenos_Aires; AU australia Australia/Sydney; AT austria Europe/Vienna
BD bangladesh Asia/Dhaka; BE belgium Europe/Brussels; BO bolivia America/La_Paz; BR brazil America/Sao_Paulo
BG bulgaria Europe/Sofia; CA canada America/Toronto; CL chile America/Santiago; CN china Asia/Shanghai
CO colombia America/Bogota; HR croatia Europe/Zagreb; CU cuba America/Havana; CZ czechia Europe/Prague
CZ czech republic Europe/Prague; DK denmark Europe/Copenhagen; EC ecuador America/Guayaquil
EG egypt Africa/Cairo
EE estonia Europe/Tallinn; ET ethiopia Africa/Addis_Ababa; FI finland Europe/Helsinki
FR france Europe/Paris
DE germany Europe/Berlin; GH ghana Africa/Accra; GR greece Europe/Athens; HU hungary Europe/Budapest
IS iceland Atlantic/Reykjavik; IN india Asia/Kolkata; ID indonesia Asia/Jakarta; IR iran Asia/Tehran
IQ iraq Asia/Baghdad; IE ireland Europe/Dublin; IL israel Asia/Jerusalem; IT italy Europe/Rome
JP japan Asia/Tokyo
KE kenya Africa/Nairobi; KW kuwait Asia/Kuwait; LV latvia Europe/Riga; LT lithuania Europe/Vilnius
MY malaysia Asia/Kuala_Lumpur; MT malta Europe/Malta; MX mexico America/Mexico_City
MA morocco Africa/Casablanca
NP nepal Asia/Kathmandu; NL netherlands Europe/Amsterdam; NL the netherlands Europe/Amsterdam
NZ new zealand Pacific/Auckland
NG nigeria Africa/Lagos; NO norway Europe/Oslo; PK pakistan Asia/Karachi; PE peru America/Lima
PH philippines Asia/Manila; PL poland Europe/Warsaw; PT portugal Europe/Lisbon; QA qatar Asia/Qatar
RO romania Europe/Bucharest; RU russia Europe/Moscow; SA saudi arabia Asia/Riyadh; RS serbia Europe/Belgrade
SK slovakia Europe/Bratislava; SI slovenia Europe/Ljubljana; ZA south africa Africa/Johannesburg
KR south korea Asia/Seoul; KR korea Asia/Seoul; ES spain Europe/Madrid; LK sri lanka Asia/Colombo
SE sweden Europe/Stockholm
CH switzerland Europe/Zurich; TW taiwan Asia/Taipei; TZ tanzania Africa/Dar_es_Salaam
TH thailand Asia/Bangkok
TR turkey Europe/Istanbul; UA ukraine Europe/Kyiv; AE uae Asia/Dubai; AE united arab emirates Asia/Dubai
GB uk Europe/London; GB united kingdom Europe/London; GB britain Europe/London; GB england Europe/London
GB scotland Europe/London; GB wales Europe/London; US usa America/New_York
US united states America/New_York
US america America/New_York; UY uruguay America/Montevideo; VE venezuela America/Caracas
VN vietnam Asia/Ho_Chi_Minh
US california America/Los_Angeles; US texas America/Chicago; US florida America/New_York
SG singapore Asia/Singapore
"""

# Names that are also everyday words: places only with a capital letter, and not alone at the start.
AMBIGUOUS = frozenset(
    {
        "nice",
        "split",
        "turkey",
        "china",
        "rio",
        "cork",
        "hamilton",
        "victoria",
        "bern",
        "florence",
    }
)

ABBREVIATIONS = {"utc": "UTC", "gmt": "Etc/GMT", "zulu": "UTC"}


@lru_cache(maxsize=1)
def cities() -> dict[str, str]:
    """Lower-case city name -> IANA zone."""
    table: dict[str, str] = {}
    for entry in _CITIES.replace("\n", ";").split(";"):
        zone, _, names = entry.strip().partition(": ")
        for name in names.split(","):
            if name.strip():
                table[name.strip()] = zone
    return table


@lru_cache(maxsize=1)
def countries() -> dict[str, tuple[str, str]]:
    """Lower-case country name -> (two-letter code, IANA zone of its capital or largest city)."""
    table: dict[str, tuple[str, str]] = {}
    for entry in _COUNTRIES.replace("\n", ";").split(";"):
        parts = entry.split()
        if parts:
            table[" ".join(parts[1:-1])] = (parts[0], parts[-1])
    return table


@lru_cache(maxsize=1)
def zones() -> dict[str, str]:
    """Lower-case zone name -> its usual spelling, for the zones of the tables above."""
    known = {*cities().values(), *(zone for _, zone in countries().values()), "UTC"}
    return {zone.lower(): zone for zone in known}


def zone_of(place: str) -> str | None:
    """The IANA zone of a city, country or zone name, any case; None when the toy does not know it."""
    key = " ".join(place.lower().replace("_", " ").replace(",", " ").split())
    if key in cities():
        return cities()[key]
    if key in countries():
        return countries()[key][1]
    spelled = zones().get(place.lower().replace(" ", "_"))
    return spelled or ABBREVIATIONS.get(key)
