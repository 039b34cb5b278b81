"""Chapter 1, no clock: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch01_checks import (
    DATE_FIRST,
    DAY_IS_NOT_ENOUGH,
    DEAR_WAY,
    STALE_DATE,
    check_choices,
    check_date_line,
    check_make_assistant,
    hidden_date_line,
    hidden_make_assistant,
)
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

CUTOFF_IS_TODAY = Misconception(
    "cutoff-is-today",
    "The weights know nothing after training ended, and the gap to today grows daily.",
    "Put today's date into the request.",
)
SIMULATED_IS_MEASURED = Misconception(
    "simulated-is-measured",
    "A simulation shows what follows from its assumptions; it measures no real model.",
    "Say which rates were assumed, and measure before you rely on them.",
)

EXERCISES = [
    Exercise(
        "1.1",
        "the date line",
        points=2,
        check=check_date_line,
        hidden=hidden_date_line,
        keep="date_line",
        hints=(
            "Read the example word by word: which parts come from `now`, which are fixed?",
            "`%A` and `%B` give the names of weekday and month; `now.day` gives the day without a zero.",
            "One f-string. The zone is `now.tzinfo`, at the end.",
        ),
        why="Weekday and zone are what questions about days turn on. The line holds for a whole day, so prompts "
        "stay equal until midnight.",
    ),
    Exercise(
        "1.2",
        "find the stale date",
        points=3,
        check=check_make_assistant,
        hidden=hidden_make_assistant,
        hints=(
            "When does `stale_assistant` read the clock, and how often?",
            "The line has to be made inside the function that answers.",
            "One call of `now()` per question; then the stable text, two newlines, the line.",
        ),
        why="A service runs for weeks, so everything read at its start grows old. The stable part in front keeps "
        "its prefix equal, which is what a cache can reuse.",
    ),
    Exercise(
        "1.3",
        "prompt or tool?",
        points=2,
        check=check_choices,
        hints=(
            "Does the answer change within the day?",
            "Does it depend on a zone other than the one in the line?",
            "Three of the six need the tool.",
        ),
        why="The date line answers questions about days for a few tokens. A tool is worth its round trip when the "
        "minute matters, or the place.",
    ),
]

PREDICTIONS = [
    Prediction(
        "1.a",
        "the same text",
        "The output depends on the input alone, and the hour is not in it.",
        {"texts an hour apart": "no-clock", "another guess each time": "no-clock"},
    ),
    Prediction(
        "1.b",
        "more than a year",
        "The guesses come from the training era. The clock of this machine has moved on since.",
        {"a few hours": CUTOFF_IS_TODAY, "a few weeks": CUTOFF_IS_TODAY},
    ),
    Prediction(
        "1.c",
        "5 November",
        "The line was made at 23:50 and never again, so the model reads yesterday's date.",
        {"6 November": STALE_DATE, "it refuses": STALE_DATE},
    ),
]

QUESTIONS = [
    Question(
        "1.q1",
        "beginner",
        "An assistant tells you the right date. Where did it come from?",
        [
            Choice("From the model's training data", False, "Training ended before today.", CUTOFF_IS_TODAY),
            Choice("From the request: your app put it there", True, "In the prompt, or as a tool's result."),
            Choice("From the provider's clock", False, "The model reads no clock.", "no-clock"),
        ],
    ),
    Question(
        "1.q2",
        "beginner",
        "A model's training ended in May. In November it is asked for the date. Without help it …",
        [
            Choice("knows it: models are kept up to date", False, "Weights are fixed.", CUTOFF_IS_TODAY),
            Choice("refuses, or guesses a date around May", True, "The era is all the weights hint at."),
            Choice(
                "adds six months to its cutoff", False, "It cannot know how much time has passed.", "no-clock"
            ),
        ],
    ),
    Question(
        "1.q3",
        "intermediate",
        "Where does the date line belong in a long system prompt, and why?",
        [
            Choice(
                "At the start, because it matters most",
                False,
                "Then the prefix changes every day.",
                DATE_FIRST,
            ),
            Choice(
                "After the large stable part, so that its prefix stays equal", True, "The cache can reuse it."
            ),
            Choice(
                "In the first user message, once",
                False,
                "It grows stale as the conversation goes on.",
                STALE_DATE,
            ),
        ],
    ),
    Question(
        "1.q4",
        "intermediate",
        '"Which weekday is 24 December?" in an app with a date line and a clock tool. What is the cheap, right way?',
        [
            Choice("The tool, to be safe", False, "The date line is enough.", DEAR_WAY),
            Choice("The date line", True, "The day and the year stand in it."),
            Choice("Neither: ask the user", False, "The year is known from the line.", DAY_IS_NOT_ENOUGH),
        ],
    ),
    Question(
        "1.q5",
        "advanced",
        "In this chapter the toy model refused in about 45 % of the runs. What does that tell you about real models?",
        [
            Choice(
                "They refuse in about 45 % of the cases",
                False,
                "The rate was set by us.",
                SIMULATED_IS_MEASURED,
            ),
            Choice(
                "Nothing about the rate; only that refusing and guessing are what is left",
                True,
                "Measure to learn more.",
            ),
            Choice(
                "That they should be trained more",
                False,
                "More training moves the cutoff, nothing else.",
                CUTOFF_IS_TODAY,
            ),
        ],
    ),
]

CHAPTER = Chapter(1, "No clock", EXERCISES, PREDICTIONS, QUESTIONS, ("0.q1", "0.q2", "0.q5"))
