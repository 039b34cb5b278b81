"""What people write in place of a zone name, and what they may have meant. Data only.

Abbreviations name an offset, not a place: the same letters are used on several continents, and half of them
are right for only half of the year. None is ever resolved; each comes with the zones to choose from.
Source of the places: the abbreviations in the tz database's own rules, and the spoken names of zones.
"""

from __future__ import annotations

US_EAST = ("America/New_York", "America/Toronto", "America/Panama")
US_CENTRAL = ("America/Chicago", "America/Winnipeg", "America/Mexico_City")
US_MOUNTAIN = ("America/Denver", "America/Phoenix", "America/Edmonton")
US_WEST = ("America/Los_Angeles", "America/Vancouver", "America/Tijuana")
ATLANTIC = ("America/Halifax", "America/Puerto_Rico", "Atlantic/Bermuda")
WEST_EUROPE = ("Europe/Lisbon", "Atlantic/Canary", "Atlantic/Faroe")
CENTRAL_EUROPE = ("Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw")
EAST_EUROPE = ("Europe/Athens", "Europe/Helsinki", "Europe/Kyiv", "Africa/Cairo")
EAST_AUSTRALIA = ("Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane")

# The same letters stand for places on different continents.
AMBIGUOUS = {
    "IST": ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"),
    "CST": ("America/Chicago", "Asia/Shanghai", "America/Havana", "America/Mexico_City"),
    "CDT": ("America/Chicago", "America/Havana", "America/Winnipeg"),
    "BST": ("Europe/London", "Asia/Dhaka", "Pacific/Bougainville"),
    "AST": ("America/Halifax", "Asia/Riyadh", "America/Puerto_Rico"),
    "GST": ("Asia/Dubai", "Atlantic/South_Georgia", "Pacific/Guam"),
    "SST": ("Pacific/Pago_Pago", "Asia/Singapore", "Pacific/Guadalcanal"),
    "PST": ("America/Los_Angeles", "Asia/Manila", "Pacific/Pitcairn"),
    "ECT": ("America/Guayaquil", "Europe/Paris", "America/Port_of_Spain"),
    "AMT": ("America/Manaus", "Asia/Yerevan", "America/Cuiaba"),
    "AMST": ("America/Manaus", "Asia/Yerevan", "America/Cuiaba"),
    "ADT": ("America/Halifax", "Atlantic/Bermuda", "Asia/Baghdad"),
    "WST": ("Australia/Perth", "Pacific/Apia", "Africa/El_Aaiun"),
    "ET": US_EAST,
    "CT": US_CENTRAL,
    "MT": US_MOUNTAIN,
    "PT": US_WEST,
    "BT": ("Asia/Thimphu", "Asia/Brunei", "Asia/Baghdad"),
    "LMT": ("Europe/London", "Europe/Paris", "America/New_York"),
}

# One region means them, but they name an offset that holds for a part of the year or of the region. EST, MST
# and HST even load from the tz database, as Panama, Phoenix and Honolulu.
OFFSETS = {
    "EST": US_EAST,
    "MST": US_MOUNTAIN,
    "HST": ("Pacific/Honolulu", "America/Adak", "Pacific/Tahiti"),
    "HDT": ("America/Adak", "Pacific/Honolulu", "America/Anchorage"),
    "EDT": US_EAST,
    "MDT": US_MOUNTAIN,
    "PDT": US_WEST,
    "AKST": ("America/Anchorage", "America/Juneau", "America/Nome"),
    "AKDT": ("America/Anchorage", "America/Juneau", "America/Nome"),
    "NST": ("America/St_Johns", "America/Halifax", "America/Goose_Bay"),
    "NDT": ("America/St_Johns", "America/Halifax", "America/Goose_Bay"),
    "WET": WEST_EUROPE,
    "WEST": WEST_EUROPE,
    "CET": CENTRAL_EUROPE,
    "CEST": CENTRAL_EUROPE,
    "MET": CENTRAL_EUROPE,
    "MEST": CENTRAL_EUROPE,
    "MEZ": CENTRAL_EUROPE,
    "MESZ": CENTRAL_EUROPE,
    "EET": EAST_EUROPE,
    "EEST": EAST_EUROPE,
    "MSK": ("Europe/Moscow", "Europe/Minsk", "Europe/Simferopol"),
    "TRT": ("Europe/Istanbul", "Asia/Nicosia", "Europe/Athens"),
    "CAT": ("Africa/Maputo", "Africa/Harare", "Africa/Kigali"),
    "EAT": ("Africa/Nairobi", "Africa/Addis_Ababa", "Africa/Kampala"),
    "WAT": ("Africa/Lagos", "Africa/Kinshasa", "Africa/Luanda"),
    "SAST": ("Africa/Johannesburg", "Africa/Maseru", "Africa/Mbabane"),
    "PKT": ("Asia/Karachi", "Asia/Tashkent", "Asia/Kolkata"),
    "NPT": ("Asia/Kathmandu", "Asia/Kolkata", "Asia/Dhaka"),
    "WIB": ("Asia/Jakarta", "Asia/Pontianak", "Asia/Bangkok"),
    "ICT": ("Asia/Bangkok", "Asia/Ho_Chi_Minh", "Asia/Phnom_Penh"),
    "SGT": ("Asia/Singapore", "Asia/Kuala_Lumpur", "Asia/Manila"),
    "MYT": ("Asia/Kuala_Lumpur", "Asia/Kuching", "Asia/Singapore"),
    "HKT": ("Asia/Hong_Kong", "Asia/Macau", "Asia/Shanghai"),
    "PHT": ("Asia/Manila", "Asia/Singapore", "Asia/Taipei"),
    "JST": ("Asia/Tokyo", "Asia/Seoul", "Pacific/Palau"),
    "KST": ("Asia/Seoul", "Asia/Pyongyang", "Asia/Tokyo"),
    "AWST": ("Australia/Perth", "Asia/Singapore", "Asia/Shanghai"),
    "ACST": ("Australia/Adelaide", "Australia/Darwin", "Australia/Broken_Hill"),
    "ACDT": ("Australia/Adelaide", "Australia/Broken_Hill", "Australia/Darwin"),
    "AEST": EAST_AUSTRALIA,
    "AEDT": EAST_AUSTRALIA,
    "NZST": ("Pacific/Auckland", "Antarctica/McMurdo", "Pacific/Chatham"),
    "NZDT": ("Pacific/Auckland", "Antarctica/McMurdo", "Pacific/Chatham"),
    "CHST": ("Pacific/Guam", "Pacific/Saipan", "Pacific/Palau"),
    "BRT": ("America/Sao_Paulo", "America/Fortaleza", "America/Recife"),
    "ART": ("America/Argentina/Buenos_Aires", "America/Argentina/Cordoba", "America/Argentina/Mendoza"),
    "CLT": ("America/Santiago", "America/Punta_Arenas", "America/La_Paz"),
    "COT": ("America/Bogota", "America/Lima", "America/Guayaquil"),
    "PET": ("America/Lima", "America/Bogota", "America/Guayaquil"),
    "VET": ("America/Caracas", "America/La_Paz", "America/Manaus"),
}

# Places that are spoken of but have no zone of their own name, or share theirs with another place.
PLACES = {
    "georgia": ("Asia/Tbilisi", "America/New_York"),
    "cordoba": ("America/Argentina/Cordoba", "Europe/Madrid"),
    "merida": ("America/Merida", "Europe/Madrid", "America/Caracas"),
    "la paz": ("America/La_Paz", "America/Mazatlan"),
    "victoria": ("America/Vancouver", "Australia/Melbourne", "Indian/Mahe"),
    "san jose": ("America/Los_Angeles", "America/Costa_Rica"),
    "birmingham": ("Europe/London", "America/Chicago"),
    "cambridge": ("Europe/London", "America/New_York"),
    "portland": ("America/Los_Angeles", "America/New_York"),
    "pacific": US_WEST,
    "mountain": US_MOUNTAIN,
    "central": US_CENTRAL,
    "eastern": US_EAST,
    "atlantic": ATLANTIC,
    "central european": CENTRAL_EUROPE,
    "india": ("Asia/Kolkata",),
    "uk": ("Europe/London",),
    "england": ("Europe/London",),
    "usa": ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "us": ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "united states": ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "california": ("America/Los_Angeles",),
    "texas": ("America/Chicago", "America/Denver"),
    "florida": ("America/New_York", "America/Chicago"),
    "mumbai": ("Asia/Kolkata",),
    "bombay": ("Asia/Kolkata",),
    "delhi": ("Asia/Kolkata",),
    "new delhi": ("Asia/Kolkata",),
    "bangalore": ("Asia/Kolkata",),
    "bengaluru": ("Asia/Kolkata",),
    "beijing": ("Asia/Shanghai",),
    "shenzhen": ("Asia/Shanghai",),
    "osaka": ("Asia/Tokyo",),
    "kyoto": ("Asia/Tokyo",),
    "abu dhabi": ("Asia/Dubai",),
    "san francisco": ("America/Los_Angeles",),
    "seattle": ("America/Los_Angeles",),
    "las vegas": ("America/Los_Angeles",),
    "boston": ("America/New_York",),
    "miami": ("America/New_York",),
    "atlanta": ("America/New_York",),
    "philadelphia": ("America/New_York",),
    "washington": ("America/New_York", "America/Los_Angeles"),
    "washington dc": ("America/New_York",),
    "nyc": ("America/New_York",),
    "houston": ("America/Chicago",),
    "dallas": ("America/Chicago",),
    "munich": ("Europe/Berlin",),
    "hamburg": ("Europe/Berlin",),
    "frankfurt": ("Europe/Berlin",),
    "cologne": ("Europe/Berlin",),
    "geneva": ("Europe/Zurich",),
    "milan": ("Europe/Rome",),
    "barcelona": ("Europe/Madrid",),
    "lyon": ("Europe/Paris",),
    "manchester": ("Europe/London",),
    "edinburgh": ("Europe/London",),
    "kiev": ("Europe/Kyiv",),
    "saigon": ("Asia/Ho_Chi_Minh",),
    "hanoi": ("Asia/Ho_Chi_Minh",),
    "rio de janeiro": ("America/Sao_Paulo",),
    "rio": ("America/Sao_Paulo",),
    "brasilia": ("America/Sao_Paulo",),
    "cape town": ("Africa/Johannesburg",),
    "tel aviv": ("Asia/Jerusalem",),
    "canberra": ("Australia/Sydney",),
    "wellington": ("Pacific/Auckland",),
    "hawaii": ("Pacific/Honolulu",),
}

# What to try when somebody names a region, which in the tz database is a folder.
REGIONS = {
    "africa": ("Africa/Cairo", "Africa/Lagos", "Africa/Nairobi", "Africa/Johannesburg", "Africa/Casablanca"),
    "america": (
        "America/New_York",
        "America/Chicago",
        "America/Denver",
        "America/Los_Angeles",
        "America/Sao_Paulo",
    ),
    "antarctica": ("Antarctica/McMurdo", "Antarctica/Palmer", "Antarctica/Troll"),
    "asia": ("Asia/Tokyo", "Asia/Shanghai", "Asia/Kolkata", "Asia/Singapore", "Asia/Dubai"),
    "atlantic": ("Atlantic/Reykjavik", "Atlantic/Azores", "Atlantic/Bermuda"),
    "australia": (
        "Australia/Sydney",
        "Australia/Brisbane",
        "Australia/Adelaide",
        "Australia/Darwin",
        "Australia/Perth",
    ),
    "europe": ("Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Athens"),
    "indian": ("Indian/Maldives", "Indian/Mauritius", "Indian/Reunion"),
    "pacific": ("Pacific/Auckland", "Pacific/Honolulu", "Pacific/Fiji"),
    "etc": ("UTC", "+05:30"),
}

# The tz database sends some old names to whatever zone shares their data since 1970, in another country.
# The name of the same place reads better and has the same clock.
SAME_PLACE = {
    "Africa/Asmera": "Africa/Asmara",
    "Africa/Timbuktu": "Africa/Bamako",
    "America/Coral_Harbour": "America/Atikokan",
    "America/Virgin": "America/St_Thomas",
    "Antarctica/South_Pole": "Antarctica/McMurdo",
    "Atlantic/Jan_Mayen": "Arctic/Longyearbyen",
    "Iceland": "Atlantic/Reykjavik",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
    "Pacific/Yap": "Pacific/Chuuk",
}

# Spellings of UTC and GMT, which the tz database keeps under `Etc/`.
PLAIN = {"Etc/UTC": "UTC", "Etc/GMT": "GMT"}
