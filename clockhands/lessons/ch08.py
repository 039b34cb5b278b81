"""Chapter 8, telling time: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch01_checks import STALE_DATE
from .ch08_checks import (
    DAY_OF_UTC,
    OFFSET_FOR_ZONE,
    WORKED_OUT,
    check_by_day,
    check_calls,
    check_in_local_time,
    hidden_by_day,
    hidden_calls,
    hidden_in_local_time,
)
from .ch08_nights import PICKS_ONE, check_settle, hidden_settle
from .ch08_slip import check_test_local_time, hidden_test_local_time
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

Z_IS_DECORATION = Misconception(
    "z-is-decoration",
    "A `Z` at the end is no ornament: it says that the time is UTC.",
    "Read the letter as +00:00, and convert before you write it.",
)
GAP_MOVES_BACK = Misconception(
    "gap-moves-back",
    "A missing time is not moved back: clocks went forward, and so does what was meant.",
    "Read it with the offset from before the change, and see what clocks show then.",
)
UTC_READ_AS_LOCAL = Misconception(
    "utc-read-as-local",
    "The result held two times, and the UTC one was read as local.",
    "Give the model a single time: with its offset, named by place, or ready to say.",
)
MORE_WORDS = Misconception(
    "instructions-cure-ambiguity",
    "A sentence in the prompt makes the misreading rarer; the two times are still there.",
    "Take the second time out of the result.",
)
ROUND_TRIP_FOR_NOTHING = Misconception(
    "round-trip-for-known-facts",
    "The app knew this before the conversation began, and a tool call costs a request more.",
    "Write what is known beforehand into the prompt.",
)

EXERCISES = [
    Exercise(
        "8.1a",
        "the call a model should make",
        points=2,
        check=check_calls,
        hidden=hidden_calls,
        limit_s=30,
        hints=(
            "For each value ask: where was it said, and who will read the answer?",
            "C: the words, the place where they were said, and the one switch that concerns years.",
            "D: two slots are a list. They carry their own zone, so only the reader's has to be named.",
        ),
        why="Words stay right whenever they are converted; a date the model works out is right only if it knew "
        "today and counted well. The zone belongs to the place where something was said, so the caller has to "
        "name it. UTC is the default on both sides, and a default that is not meant is a wrong hour.",
    ),
    Exercise(
        "8.1b",
        "wrap a tool",
        points=2,
        check=check_in_local_time,
        hidden=hidden_in_local_time,
        keep="in_local_time",
        hints=(
            "Which of the arguments are times? The others pass as they are.",
            "A new dict takes the old arguments and puts the converted ones over them.",
            "One function of the border on the way in, the other on the way out; both take the zone second.",
        ),
        why="The model hears and says local time only, so it never has to add hours. If the result came back in "
        "UTC, the next reply would say the wrong hour, and the next call would send it in again. An explicit "
        "offset is honoured, since it already names an instant.",
    ),
    Exercise(
        "8.1c",
        "a calendar's free slots",
        points=2,
        check=check_by_day,
        hidden=hidden_by_day,
        hints=(
            "Print what the list version of the tool gives for the three slots of the example.",
            "Of a local text in ISO 8601, which characters are the day, and which the time?",
            "One conversion, then a loop; `setdefault` starts a day's list. Items that are no text are skipped.",
        ),
        why="The day belongs to the zone as much as the hour does: 23:30 in UTC is tomorrow in Tokyo. Converting "
        "the list in one call reads the clock once and keeps the order, and an item that fails costs no other.",
    ),
    Exercise(
        "8.2",
        "a test that catches the slip",
        points=4,
        check=check_test_local_time,
        hidden=hidden_test_local_time,
        limit_s=30,
        hints=(
            "Go through the four faults: which question, at which moment, shows each of them?",
            "Two zones, one of them with half an hour, and two moments: four questions.",
            "A dict from moment to zone and time, and two loops. What must be in the text?",
        ),
        why="A slip that comes now and then is not found by one question, and a stuck clock not at one moment. "
        "The expected times are worked out by hand, since a test that shares the code's arithmetic shares its "
        "faults. It asserts the one thing that was promised, so a right assistant may word it as it likes.",
    ),
    Exercise(
        "8.3",
        "the two odd nights",
        points=3,
        check=check_settle,
        hidden=hidden_settle,
        limit_s=30,
        hints=(
            "Look at the fields of the rich result for each of the two nights.",
            "A fold shows in `alternatives`. For a gap, see which wall time comes out again.",
            "Three endings: a list of two, or one instant under one of two words.",
        ),
        why="A wall time that exists survives the way to UTC and back. One from a gap does not: it comes out "
        "moved. Both odd cases are settled where the customer can still be asked, not in the calendar.",
    ),
]

PREDICTIONS = [
    Prediction(
        "8.a",
        "15:00 in Paris",
        "The model wrote 14:00 with a Z, which is UTC. Paris is an hour ahead in January.",
        {"14:00 in Paris": Z_IS_DECORATION},
    ),
    Prediction(
        "8.b",
        540,
        "Tokyo is nine hours ahead of UTC: 14:10 is told where 23:10 is right.",
    ),
    Prediction(
        "8.c",
        "10:00",
        "+01:00 stays what it is, and the clocks of Paris do not: in summer they run two hours ahead of UTC.",
        {"09:00": OFFSET_FOR_ZONE, "08:00": OFFSET_FOR_ZONE},
    ),
    Prediction(
        "8.d",
        "03:30",
        "The time is moved forward by the length of the gap, and the note says so.",
        {"01:30": GAP_MOVES_BACK},
    ),
    Prediction(
        "8.e",
        "the dynamic one only",
        "A fixed variable was filled at the start of the conversation and is text from then on.",
        {"both": STALE_DATE, "neither": STALE_DATE},
    ),
]

QUESTIONS = [
    Question(
        "8.q1",
        "beginner",
        "Replies for Tokyo come nine hours early, now and then. What do you look at first?",
        [
            Choice(
                "The server's zone",
                False,
                "A wrong server zone would be wrong each time, and by the server's own offset.",
                Misconception(
                    "blames-the-server",
                    "Nine hours is Tokyo's distance from UTC, and the fault comes and goes.",
                    "Compare the reply with the tool's result in the trace.",
                ),
            ),
            Choice(
                "The tool's result: does it hold UTC beside local time?",
                True,
                "Nine hours is the distance between the two fields, and a model picks one of them.",
            ),
            Choice(
                "The prompt: tell the model to add nine hours",
                False,
                "Then the right replies become wrong.",
                MORE_WORDS,
            ),
        ],
    ),
    Question(
        "8.q2",
        "beginner",
        "A weekly appointment at 09:00 in Paris. What do you store?",
        [
            Choice("09:00 and Europe/Paris", True, "The rule of the place keeps it at nine all year."),
            Choice("09:00+01:00", False, "That is ten o'clock in Paris from April on.", OFFSET_FOR_ZONE),
            Choice("08:00Z", False, "The same offset in another form.", OFFSET_FOR_ZONE),
        ],
    ),
    Question(
        "8.q3",
        "intermediate",
        'A customer says "Friday at 3 PM". What should the model put into the conversion tool?',
        [
            Choice(
                "The date it works out",
                False,
                "Models count days badly, and on some days do not know where to start.",
                WORKED_OUT,
            ),
            Choice("The words, and the customer's zone", True, "The tool has the clock and the rules."),
            Choice(
                "The words alone: UTC is the standard",
                False,
                "Then three o'clock in UTC is booked.",
                Z_IS_DECORATION,
            ),
        ],
    ),
    Question(
        "8.q4",
        "intermediate",
        "The desk serves one zone, and nearly every wish is for the next two weeks. What saves a round trip?",
        [
            Choice(
                "`get_time` before each booking",
                False,
                "That adds one.",
                ROUND_TRIP_FOR_NOTHING,
            ),
            Choice(
                "`{calendar}` in the prompt, and a tool that takes local time",
                True,
                "The model looks the day up; the app converts at the border.",
            ),
            Choice(
                "`{current_date}`, filled when the server starts",
                False,
                "Right until midnight.",
                STALE_DATE,
            ),
        ],
    ),
    Question(
        "8.q5",
        "intermediate",
        "A slot at 23:30 in UTC on the 16th goes to a customer in Tokyo. Which day do you offer?",
        [
            Choice("The 16th", False, "There it is already half past eight the next morning.", DAY_OF_UTC),
            Choice("The 17th", True, "Convert first; the day follows from the local text."),
            Choice("Both, to be safe", False, "It is one instant, and it has one local day.", DAY_OF_UTC),
        ],
    ),
    Question(
        "8.q6",
        "advanced",
        "A customer wants 02:30 in the night in which clocks go back. What does the desk do?",
        [
            Choice(
                "Book the earlier one, as the standards do",
                False,
                "A sound default for a library. A desk can ask, and an hour matters to the customer.",
                PICKS_ONE,
            ),
            Choice("Ask which of the two, and show both", True, "The two instants differ by an hour."),
            Choice(
                "Refuse: that time does not exist",
                False,
                "It exists twice. The night it is missing is in spring.",
                Misconception(
                    "fold-taken-for-gap",
                    "Clocks that go back repeat an hour; clocks that go forward skip one.",
                    "Back: a fold, two instants. Forward: a gap, none.",
                ),
            ),
        ],
    ),
]

CHAPTER = Chapter(8, "Telling time", EXERCISES, PREDICTIONS, QUESTIONS, ("1.q4", "2.q3", "3.q5"))
