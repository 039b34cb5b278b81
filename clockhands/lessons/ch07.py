"""Chapter 7, limits: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch07_checks import (
    IGNORES_RESULT,
    LOSES_TRANSCRIPT,
    SPLITS_A_TURN,
    STOPS_LATE,
    check_compact,
    check_repeats_call,
    check_repeats_result,
    check_run_capped,
    check_run_on_budget,
    check_run_to_outcome,
    check_run_until,
    check_test_compact,
    hidden_compact,
    hidden_repeats_call,
    hidden_repeats_result,
    hidden_run_capped,
    hidden_run_on_budget,
    hidden_run_to_outcome,
    hidden_run_until,
    hidden_test_compact,
)
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

ASKS_NICELY = Misconception(
    "asks-the-model-to-stop",
    "A sentence in the prompt is a wish; the model may or may not follow it.",
    "Stop in the app, where your code decides.",
)
GROWS_LINEARLY = Misconception(
    "sum-grows-linearly",
    "Each request carries all turns before it, so the requests grow and their sum grows faster.",
    "Add up 1 + 2 + … + n: about half of n squared.",
)

EXERCISES = [
    Exercise(
        "7.1",
        "max steps",
        points=1,
        check=check_run_capped,
        hidden=hidden_run_capped,
        hints=(
            "Two ways lead out: one inside the loop, one after it.",
            "Inside: which `stop_reason` means that the model wants to go on?",
            "A pair each time: the status as text, then the text collected so far.",
        ),
        why="The limit is an ordinary ending, so the caller gets an ordinary value: it can show the partial text, "
        "raise the limit or ask a person. An exception would lose the text and look like a fault.",
    ),
    Exercise(
        "7.2",
        "token budget",
        points=2,
        check=check_run_on_budget,
        hidden=hidden_run_on_budget,
        hints=(
            "`reply.usage` has two numbers that matter here.",
            "An answer that has arrived is a success, even if it used up the rest.",
            "Count first, then look whether it is over, then whether the budget is reached.",
        ),
        why="Resent tokens are read again by the model and paid for again. A budget that counted only new text "
        "would miss most of what a long run costs.",
    ),
    Exercise(
        "7.3",
        "deadline",
        points=2,
        check=check_run_until,
        hidden=hidden_run_until,
        hints=(
            "Take the time once at the start; what do you compare it with, and when?",
            "The condition of the `while` can hold the whole deadline.",
            "A loop as in 7.1, with time in place of the count.",
        ),
        why="A deadline is checked before each request, so the run overshoots by one round at most. Reading one "
        "replaceable clock lets a test play 100 seconds in no time.",
    ),
    Exercise(
        "7.4a",
        "repeats by arguments",
        points=1,
        check=check_repeats_call,
        hidden=hidden_repeats_call,
        hints=(
            "The last entry says which call you are looking for.",
            "Count the entries with the same name and the same arguments, wherever they stand.",
            "Dicts compare by content. An empty history has no last entry.",
        ),
        why="A clock that is asked again and again gives a new result each second; only the call repeats. The "
        "price: polling with equal arguments looks the same, so the limit has to be patient.",
    ),
    Exercise(
        "7.4b",
        "repeats by result",
        points=1,
        check=check_repeats_result,
        hidden=hidden_repeats_result,
        hints=(
            "A slice with a negative index gives the last entries.",
            "How many must there be, and what must hold of all of them?",
            "Compare each of them with the first of the slice.",
        ),
        why="Something else in between may have changed the world, so an old repeat proves nothing. Equal results "
        "in a row do: nothing new arrives.",
    ),
    Exercise(
        "7.5a",
        "compaction",
        points=3,
        check=check_compact,
        hidden=hidden_compact,
        keep="compact",
        hints=(
            "Where does a turn start? Collect the indexes of those messages.",
            "The cut falls at the start of the turn that is `keep` turns from the end.",
            "First message: a list of two text blocks, the question and the note.",
        ),
        why="A turn is a call with its result, so cutting between turns keeps the pairing rule. The note keeps "
        "the model from taking the rest for the whole.",
    ),
    Exercise(
        "7.5b",
        "a test for it",
        points=3,
        check=check_test_compact,
        hidden=hidden_test_compact,
        hints=(
            "One `assert` for each of the four faults in the task.",
            "Collect the ids of the calls and the ids of the results that are left. What must hold?",
            "Make a deep copy first; compare it with the original at the end.",
        ),
        why="A test is worth what it catches. Running it on functions that are broken on purpose tells you: each "
        "broken function it lets through is a fault it would miss in earnest.",
    ),
    Exercise(
        "7.6",
        "an outcome",
        points=3,
        check=check_run_to_outcome,
        hidden=hidden_run_to_outcome,
        hints=(
            "Decide on the status before the loop: which one holds if nothing else happens?",
            "`one_round` changes `messages` only after the reply has come, so they stay valid when it raises.",
            "A `try` around the loop, one `except`, one `return` for all three endings.",
        ),
        why="Whatever happens, the caller gets one shape. Because each call in the transcript has its result, the "
        "next run, or a person, can go on from there.",
    ),
]

PREDICTIONS = [
    Prediction(
        "7.a",
        "longer by five pages",
        "The sixth request carries the five turns before it, with a page in each.",
        {"about as long": "not-resent", "longer by one page": GROWS_LINEARLY},
    ),
    Prediction(
        "7.b",
        "honest polling",
        "Polling makes the same call on purpose and waits for another result. Arguments alone cannot tell.",
        {"nobody": IGNORES_RESULT, "the clock asked again": IGNORES_RESULT},
    ),
    Prediction(
        "7.c",
        7,
        "The last request carries 20 pages, the first one none: the sum grows with the square of the rounds.",
        within=0.3,
    ),
]

QUESTIONS = [
    Question(
        "7.q1",
        "beginner",
        "Who stops a run that goes on for too long?",
        [
            Choice("The model, if the prompt asks it to", False, "It may ignore that.", ASKS_NICELY),
            Choice("The API, after a while", False, "Only when the prompt no longer fits.", "never-stops"),
            Choice("Your app, by limits it checks itself", True, "It sends the requests; it can stop."),
        ],
    ),
    Question(
        "7.q2",
        "beginner",
        "A run has used its budget while a tool was running. What happens next?",
        [
            Choice(
                "The results are kept and no further request goes out",
                True,
                "The check stands before *send*.",
            ),
            Choice("One more request, to be polite", False, "That one is over the budget.", STOPS_LATE),
            Choice("The transcript is thrown away", False, "Then nobody can go on.", LOSES_TRANSCRIPT),
        ],
    ),
    Question(
        "7.q3",
        "intermediate",
        "A run of 10 rounds sends S tokens in all. About how many does a run of 20 rounds send?",
        [
            Choice("2 S", False, "Each later request is longer, too.", GROWS_LINEARLY),
            Choice("4 S", True, "Twice the rounds, four times the sum."),
            Choice(
                "S plus ten short requests", False, "Nothing is remembered between requests.", "not-resent"
            ),
        ],
    ),
    Question(
        "7.q4",
        "intermediate",
        "`get_time({})` is called twelve times in a row. Which detector sees it?",
        [
            Choice("By arguments and result", False, "The result changes every second.", IGNORES_RESULT),
            Choice("By arguments", True, "The call is the same each time."),
            Choice("A-B-A-B", False, "There is no second call.", "tool-error-repeated"),
        ],
    ),
    Question(
        "7.q5",
        "advanced",
        "You shorten a conversation by dropping the oldest five messages. The API refuses it. Why?",
        [
            Choice(
                "A call lost its result, or a result its call",
                True,
                "Five is odd: the cut fell inside a turn.",
            ),
            Choice(
                "A conversation must keep its first message",
                False,
                "The API does not ask for that.",
                SPLITS_A_TURN,
            ),
            Choice("The ids are no longer in order", False, "Ids have no order.", "invented-id"),
        ],
    ),
]

CHAPTER = Chapter(7, "Limits", EXERCISES, PREDICTIONS, QUESTIONS, ("4.q3", "3.q3", "4.q5"))
