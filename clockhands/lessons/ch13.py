"""Chapter 13, measure your agent: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch13_checks import (
    AT_LEAST_ONE,
    BACKED_IS_RIGHT,
    RATE_TO_THE_POWER,
    WEAK_TEST,
    check_found,
    check_judge,
    check_pass_hat,
    check_test_conduct,
    check_test_two_calls,
    hidden_judge,
    hidden_pass_hat,
    hidden_test_conduct,
    hidden_test_two_calls,
)
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

ONE_RUN = Misconception(
    "one-run-is-a-test",
    "One run shows that success is possible, not how often it comes.",
    "Ask the same question many times and report how many passed.",
)
PROSE_IS_OUTCOME = Misconception(
    "prose-is-the-outcome",
    "What the agent says it did is text; what it did stands in the ledger.",
    "Compare the state afterwards with the state you wanted.",
)
NO_INTERVAL = Misconception(
    "rate-without-interval",
    "A rate from a few tries was taken for the true rate.",
    "Look at the interval, and compare on the same questions and seeds.",
)
BLAMES_THE_MODEL = Misconception(
    "blames-the-model-first",
    "Invented names often come from words in your own descriptions.",
    "Read the descriptions first, then change the model.",
)
REAL_MODEL_IN_TESTS = Misconception(
    "real-model-in-unit-tests",
    "A test of the loop that depends on what a model draws fails without a bug, or passes with one.",
    "Script the model to test the loop; estimate the model's rate apart from it.",
)
EXERCISES = [
    Exercise(
        "13.1a",
        "a test for two calls",
        points=2,
        check=check_test_two_calls,
        hidden=hidden_test_two_calls,
        hints=(
            "`asked` holds two calls with ids, `returned` two results with the ids they answer.",
            "For a given id: which zone was asked, so which time must its result hold?",
            "Make two dicts with ids as keys, compare their keys, then go through them.",
        ),
        why="The API fixes which result belongs to which call by id and leaves their order free. A test by position "
        "would refuse a right loop; a test that only counts would let swapped or empty results live.",
    ),
    Exercise(
        "13.1b",
        "a test for the contract",
        points=4,
        check=check_test_conduct,
        hidden=hidden_test_conduct,
        hints=(
            "One script for each line of the contract; three runs are enough for four lines.",
            "A tool can append to a list of yours, and a tool can raise. `requests` tells how many went out.",
            "The result of a failed call stands in the last message of the second request.",
        ),
        why="Each assertion answers one mutant. The endless script needs no patience: the loop must stop at ten "
        "requests, so the test ends as well. A mutant that lives is a bug your users would find.",
    ),
    Exercise(
        "13.2",
        "a checker with names",
        points=3,
        check=check_judge,
        hidden=hidden_judge,
        hints=(
            "The order of the five verdicts is the order of your tests.",
            "`times` gives sets: what does the difference of two sets say here?",
            "Only the last two verdicts need `expected`.",
        ),
        why="Each half misses something. The rule about sources accepts a slip, because the UTC field is in a result; "
        "the golden answer accepts a lucky guess. A named verdict says what to mend, where pass or fail would not.",
    ),
    Exercise(
        "13.3",
        "read a trace",
        points=2,
        check=check_found,
        hints=(
            "Compare each row with the one before: does it follow from it?",
            "A wrong reply is often only the last consequence. Which earlier row was already wrong?",
            "A: the letters. B: what came back. C: the zone. D: the earlier messages.",
        ),
        why="A and C were false before the model spoke: mend the app's pairing in A, and in C the description or the "
        "zone check. In B and D true data was there, or could have been fetched; the reply is the fault.",
    ),
    Exercise(
        "13.4",
        "pass^k",
        points=2,
        check=check_pass_hat,
        hidden=hidden_pass_hat,
        hints=(
            "Do one question first: c passes among n runs.",
            "`sum` of a list of bools counts the passes. `comb(c, k)` is 0 when c is smaller than k.",
            "One share for each value of the dict, then their mean.",
        ),
        why="Picking k of the n runs uses every run there is, so the estimate is unbiased. Averaging over questions "
        "keeps their differences: a question that always passes stays at 1 for every k.",
    ),
]

PREDICTIONS = [
    Prediction(
        "13.a",
        "15 to 19",
        "Skipping the tool and slipping happen now and then; a single run hardly ever shows them.",
        {"all 20": ONE_RUN},
    ),
    Prediction(
        "13.b",
        "it passes",
        "With one call in the reply, the first call is all there is. The test never reaches the fault.",
        {"it fails": WEAK_TEST},
    ),
    Prediction(
        "13.c",
        "you cannot tell from this",
        "The words are what the model wrote. Only ledger and notes say what happened.",
        {"the first": PROSE_IS_OUTCOME, "the second": PROSE_IS_OUTCOME, "the third": PROSE_IS_OUTCOME},
    ),
    Prediction(
        "13.d",
        "the skipped tool only",
        "The slip reads a true time out of a result, so it has a source. It is the wrong field.",
        {"both": BACKED_IS_RIGHT, "the slip only": BACKED_IS_RIGHT},
    ),
    Prediction(
        "13.e",
        59,
        "All five must pass: 0.9 five times multiplied by itself is 0.59.",
        within=0.06,
    ),
]

QUESTIONS = [
    Question(
        "13.q1",
        "beginner",
        "The agent booked one appointment in the demo, and it was right. What do you know?",
        [
            Choice("That it can be right; not how often", True, "A rate needs many tries."),
            Choice("That it is tested", False, "One try of something that draws proves little.", ONE_RUN),
            Choice(
                "That its loop has no bug", False, "One path was taken, the others were not.", WEAK_TEST
            ),
        ],
    ),
    Question(
        "13.q2",
        "beginner",
        "You test your loop. What plays the model?",
        [
            Choice(
                "A script with fixed replies, faults included",
                True,
                "A failure is then a bug, every time.",
            ),
            Choice(
                "The real model, with a clear prompt", False, "It draws; the test would flicker.", REAL_MODEL_IN_TESTS
            ),
            Choice(
                "The real model, three tries, best one counts",
                False,
                "Then a loop that fails two times of three passes.",
                AT_LEAST_ONE,
            ),
        ],
    ),
    Question(
        "13.q3",
        "intermediate",
        "The task was: pay Ada. The reply says: \"Paid.\" What does the check look at?",
        [
            Choice("Whether the reply says that it paid", False, "Saying is not doing.", PROSE_IS_OUTCOME),
            Choice("Whether `send_payment` was called", False, "Called twice, or refused, also counts as called.",
                   PROSE_IS_OUTCOME),
            Choice("Whether the ledger holds one payment, the right one", True, "That is the end state."),
        ],
    ),
    Question(
        "13.q4",
        "intermediate",
        "18 of 20 before the change, 20 of 20 after it. What do you report?",
        [
            Choice("It is better now", False, "By chance alone this happens often.", NO_INTERVAL),
            Choice(
                "Both rates with their intervals, which overlap; more tries are needed",
                True,
                "About 70 to 97 % and 84 to 100 %.",
            ),
            Choice("It is 100 % right now", False, "20 of 20 fits a true rate of 90 % as well.", NO_INTERVAL),
        ],
    ),
    Question(
        "13.q5",
        "advanced",
        "Two agents, each with 90 % over ten questions. X fails one question always, Y fails each question one time "
        "in ten. What is pass^5?",
        [
            Choice("The same for both, 59 %", False, "The overall rate hides where the failures are.", RATE_TO_THE_POWER),
            Choice("X 90 %, Y about 59 %", True, "X's nine good questions stay good for every k."),
            Choice("Nearly 100 % for both", False, "That is at least one pass in five.", AT_LEAST_ONE),
        ],
    ),
    Question(
        "13.q6",
        "advanced",
        "Since Monday, calls carry a field `format` that no schema has. What do you look at first?",
        [
            Choice("The tool descriptions changed lately", True, "A word in there may promise the field."),
            Choice("A bigger model", False, "It reads the same descriptions.", BLAMES_THE_MODEL),
            Choice(
                "Nothing: the guard refuses the field",
                False,
                "Each refusal costs a step, and the cause stays.",
                BLAMES_THE_MODEL,
            ),
        ],
    ),
]  # fmt: skip

CHAPTER = Chapter(13, "Measure your agent", EXERCISES, PREDICTIONS, QUESTIONS, ("8.q1", "3.q3", "7.q4"))
