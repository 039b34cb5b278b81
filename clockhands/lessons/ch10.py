"""Chapter 10, a tool call is RPC: deadlines, retries, and a payment that happens once."""

from __future__ import annotations

from .ch10_checks import (
    REPEATS_UNKNOWN,
    SUM_NOT_PRODUCT,
    check_availability,
    check_copy_all,
    check_key_for,
    check_once,
    check_wait_before_retry,
)
from .ch10_once import check_test_once, hidden_test_once
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

WAIT_IS_CANCEL = Misconception(
    "waiting-is-cancelling",
    "That the app stops waiting ends nothing on the other side.",
    "Tell the work that nobody waits, and let it look.",
)
ID_IS_INTENT = Misconception(
    "call-id-is-intent",
    "The call's id stands for one call; asked again, the same wish has a new one.",
    "Let the key stand for what was intended.",
)
NAME_PAIRS = Misconception(
    "name-pairs-results",
    "Two calls of one tool have the same name; only the id tells them apart.",
    "Pair by id.",
)
EXACTLY_ONCE = Misconception(
    "network-delivers-once",
    "No network promises that a message arrives exactly once.",
    "Send it as often as needed, and make the effect happen once.",
)
MORE_RETRIES = Misconception(
    "more-retries-are-safer",
    "Retries multiply load just when a service is short of breath.",
    "Wait longer each time, and stop.",
)

EXERCISES = [
    Exercise(
        "10.1",
        "pass the deadline on",
        points=2,
        check=check_copy_all,
        hints=(
            "Two things happen for each file, in this order: a look, and the copying.",
            "`cancel` has a method for the look and one for the seconds that are left.",
            "A loop over the files: `cancel.check()`, then `copy` with `timeout_s` from `cancel.remaining()`.",
        ),
        why="What is left shrinks with each file. Handing on the whole limit would let the last file run long "
        "after everybody has gone.",
        keep="copy_all",
    ),
    Exercise(
        "10.2",
        "a retry policy",
        points=2,
        check=check_wait_before_retry,
        hints=(
            "Which of the three failures leaves open whether it happened?",
            "Collect the reasons to give up in one condition; what is left is a wait.",
            "Give up for invalid, for a timeout that is not harmless, and from the fourth attempt on.",
        ),
        why="The policy asks one question, whether it may have happened, and bounds everything else.",
        keep="wait_before_retry",
    ),
    Exercise(
        "10.3a",
        "the key",
        points=2,
        check=check_key_for,
        hints=(
            "Three things make the intent. Which text holds all three, and keeps them apart?",
            "JSON does. Dictionaries that are equal may still be written in two orders.",
            "`json.dumps` of a list with the three, and `sort_keys=True`.",
        ),
        why="Equal intents must give equal texts, whatever order the model wrote the arguments in. The request's "
        "id keeps a wish of today apart from the same wish next week.",
        keep="key_for",
    ),
    Exercise(
        "10.3b",
        "once",
        points=3,
        check=check_once,
        hints=(
            "Look first; what you find is the answer.",
            "What must be written together belongs under one `with db:`.",
            "SELECT the result; None means new. Then, in `with db:`, run the action and INSERT key and result.",
        ),
        why="Either payment and key are both there or neither is. A crash between two transactions would leave a "
        "payment nobody remembers, and the next attempt pays again.",
        keep="once",
    ),
    Exercise(
        "10.4",
        "a test for once",
        points=3,
        check=check_test_once,
        hidden=hidden_test_once,
        hints=(
            "Go through the contract of 10.3b, sentence by sentence: one assertion for each.",
            "Same key twice, two keys, an empty result, an action that raises: what must come back, and what must "
            "be in the tables?",
            "Count the runs in a list; after the failing action look into the table, and try its key again.",
        ),
        why="A test is worth what it notices. Each broken version stands for a fault somebody shipped.",
    ),
    Exercise(
        "10.5",
        "availability",
        points=2,
        check=check_availability,
        hints=(
            "Work out one part first: how often do all its attempts fail?",
            "A part fails for good with `(1 - part) ** attempts`.",
            "Multiply, over all parts, one minus that.",
        ),
        why="All parts must work, so shares multiply; a part fails only when each of its attempts does. Outages "
        "last, so real failures are not independent, and the number is an upper bound.",
    ),
]

PREDICTIONS = [
    Prediction(
        "10.a",
        "the call's id",
        "It pairs an answer with its request, however many are under way.",
        {"the tool's name": NAME_PAIRS},
    ),
    Prediction(
        "10.b",
        "all five",
        "The app went on without the answer; the thread never heard of it.",
        {"two or three": WAIT_IS_CANCEL},
    ),
    Prediction(
        "10.c",
        "two",
        "The app's own retry carries the same id and is recognised. The model's second ask has a new id, and pays.",
        {"one": ID_IS_INTENT},
    ),
    Prediction("10.d", 90.4, "0.99 to the power of ten.", within=0.02),
]

QUESTIONS = [
    Question(
        "10.q1",
        "beginner",
        "The app stops waiting for a tool after two seconds. The tool …",
        [
            Choice("ends at that moment", False, "Nobody told it.", WAIT_IS_CANCEL),
            Choice("goes on, unless it looks and ends itself", True, "Waiting is on one side only."),
            Choice("is rolled back", False, "Only a transaction can be rolled back.", WAIT_IS_CANCEL),
        ],
    ),
    Question(
        "10.q2",
        "beginner",
        "In a tool call, what plays the part of the correlation id?",
        [
            Choice("`tool_use_id`", True, "A result names the call it answers."),
            Choice("the tool's name", False, "Two calls of one tool share it.", NAME_PAIRS),
            Choice("the order of the results", False, "They may come in any order.", NAME_PAIRS),
        ],
    ),
    Question(
        "10.q3",
        "intermediate",
        "A payment must never move twice. What does the idempotency key stand for?",
        [
            Choice("the tool call", False, "A second ask is another call.", ID_IS_INTENT),
            Choice("the HTTP request", False, "Each attempt is another request.", ID_IS_INTENT),
            Choice("the action somebody wanted once", True, "Every path to it carries the same key."),
        ],
    ),
    Question(
        "10.q4",
        "intermediate",
        "`send_mail` timed out, and it takes no key. What goes back to the model?",
        [
            Choice("that it failed", False, "It may have gone out.", REPEATS_UNKNOWN),
            Choice("that nobody knows whether it went out", True, "So it asks, or looks into the outbox."),
            Choice("nothing; the app sends it again", False, "Then two mails may go out.", REPEATS_UNKNOWN),
        ],
    ),
    Question(
        "10.q5",
        "intermediate",
        "Three services in a row, 99 %, 98 % and 97 %. How often does a request work?",
        [
            Choice("97 %, the weakest", False, "The others fail at other times.", SUM_NOT_PRODUCT),
            Choice("98 %, the mean", False, "All three are needed.", SUM_NOT_PRODUCT),
            Choice("about 94 %", True, "The product."),
        ],
    ),
    Question(
        "10.q6",
        "advanced",
        "Why is *exactly once* a property of the effect, not of the message?",
        [
            Choice(
                "because a lost answer looks like a lost request, so somebody sends again",
                True,
                "Delivery at least once, with a key, gives an effect once.",
            ),
            Choice("because networks deliver exactly once anyway", False, "They do not.", EXACTLY_ONCE),
            Choice("because enough retries make it so", False, "They repeat the effect.", MORE_RETRIES),
        ],
    ),
]

CHAPTER = Chapter(10, "A tool call is RPC", EXERCISES, PREDICTIONS, QUESTIONS, ("3.q3", "7.q2", "6.q5"))
