"""Chapter 9, what a call costs: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch09_checks import (
    CACHES_THE_CLOCK,
    DATE_FIRST,
    FORGETS_LAST_CALL,
    check_free_slots,
    check_make_cache,
    check_system_blocks,
    check_test_cache,
    check_total_seconds,
    hidden_free_slots,
    hidden_make_cache,
    hidden_system_blocks,
    hidden_test_cache,
    hidden_total_seconds,
)
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

TOOL_DOMINATES = Misconception(
    "tool-dominates",
    "The tool is a sliver of the run; the waits for the model are the rest.",
    "Count the model calls and save one of those.",
)
CAPACITY_HELPS_CHAINS = Misconception(
    "capacity-shortens-chains",
    "More servers answer more people at once; a chain of dependent steps still waits for each link.",
    "Take a link out, or make a link faster.",
)
ADDS_MEDIANS = Misconception(
    "adds-medians",
    "Medians of parts need not add up to the median of the whole.",
    "Measure each run whole, then take the median.",
)

EXERCISES = [
    Exercise(
        "9.1",
        "predict, then measure",
        points=2,
        check=check_total_seconds,
        hidden=hidden_total_seconds,
        limit_s=30.0,
        hints=(
            "How many times does the app wait for the model when there are `len(steps)` steps?",
            "Inside a step: the slowest, or all together?",
            "One product for the model, one sum over the steps.",
        ),
        why="The model is called once per step and once more for the answer. Inside a step, running together "
        "turns the sum into the maximum, which matters only when tools are slow.",
    ),
    Exercise(
        "9.2",
        "shrink a result",
        points=2,
        check=check_free_slots,
        hidden=hidden_free_slots,
        hints=(
            "Which fields of an entry does the question need?",
            "Filter first, then cut, and remember how many there were.",
            "`json.dumps` of a dict with three keys.",
        ),
        why="The model reads the result again with each request, so every needless byte is paid several times. "
        "The count keeps it from taking a cut list for a complete one.",
    ),
    Exercise(
        "9.3a",
        "a TTL cache",
        points=3,
        check=check_make_cache,
        hidden=hidden_make_cache,
        keep="make_cache",
        hints=(
            "A dict inside `make_cache`, and a function that uses it.",
            "What must the key hold, and what must stand beside the value?",
            "Look at `never`, then into the dict, then call; store only what came back.",
        ),
        why="Name and sorted arguments make one key for one question. The time beside the value decides whether it "
        "is still good. An exception leaves the function before anything is stored.",
    ),
    Exercise(
        "9.3b",
        "a test for the cache",
        points=3,
        check=check_test_cache,
        hidden=hidden_test_cache,
        hints=(
            "Use a function that counts its own calls.",
            "One situation per broken cache; five in all.",
            "Same call twice, other arguments, a name in `never`, after the time is up, after a failure.",
        ),
        why="Each broken cache is one belief about caching. A test that catches all five says what a cache is, "
        "more precisely than the sentence that defined it.",
    ),
    Exercise(
        "9.4",
        "place the date",
        points=2,
        check=check_system_blocks,
        hidden=hidden_system_blocks,
        hints=(
            "What is the same on both days, and what is not?",
            "What stays equal has to stand in front.",
            "Two blocks; the mark belongs to the one that never changes.",
        ),
        why="A cache reuses a prefix: everything from the first token up to the mark. One token that changes in "
        "front of the mark makes it another prefix.",
    ),
]

PREDICTIONS = [
    Prediction(
        "9.a",
        "by less than 2 %",
        "1.220 s become 1.202 s: the two waits for the model stay.",
        {"ten times": TOOL_DOMINATES, "about a third": TOOL_DOMINATES},
    ),
    Prediction(
        "9.b",
        "no faster",
        "Each link waits for the one before. Capacity serves more people, not one chain sooner.",
        {"ten times as fast": CAPACITY_HELPS_CHAINS, "three times as fast": CAPACITY_HELPS_CHAINS},
    ),
    Prediction(
        "9.c",
        16000,
        "About 0.31 tokens for each character of a tool result.",
        within=0.25,
    ),
    Prediction(
        "9.d",
        "nothing",
        "The prompts differ from the first line on, so there is no common prefix to reuse.",
        {"all of the rules": DATE_FIRST, "half of them": DATE_FIRST},
    ),
]

QUESTIONS = [
    Question(
        "9.q1",
        "beginner",
        "A run with two tool steps takes too long. Where do you look first?",
        [
            Choice("At the three model calls", True, "They are nearly all of the time."),
            Choice("At the two tools", False, "Usually a sliver.", TOOL_DOMINATES),
            Choice("At the number of servers", False, "A chain does not get shorter.", CAPACITY_HELPS_CHAINS),
        ],
    ),
    Question(
        "9.q2",
        "beginner",
        "Two cities, one question. How do you avoid a second round trip for the second city?",
        [
            Choice("Ask the model to be quick", False, "It cannot shorten a chain.", CAPACITY_HELPS_CHAINS),
            Choice(
                "Let it make both calls in one reply and return both results together",
                True,
                "One step, two calls.",
            ),
            Choice(
                "Cache the time of the first city",
                False,
                "It is another city, and a clock.",
                CACHES_THE_CLOCK,
            ),
        ],
    ),
    Question(
        "9.q3",
        "intermediate",
        "Which of these results may be cached for a minute?",
        [
            Choice("The current time", False, "It is asked for to be current.", CACHES_THE_CLOCK),
            Choice(
                "An exchange rate", True, "It stays right enough for a minute; say so in the description."
            ),
            Choice(
                "A payment's confirmation", False, "The second payment would not happen.", CACHES_THE_CLOCK
            ),
        ],
    ),
    Question(
        "9.q4",
        "intermediate",
        "First call p50 600 ms, tool 20 ms, second call 600 ms. The p50 of the whole is …",
        [
            Choice("1,220 ms", False, "Only if slow parts fall into the same runs.", ADDS_MEDIANS),
            Choice("unknown until whole runs are measured", True, "Medians do not add up."),
            Choice("600 ms", False, "The waits follow each other.", FORGETS_LAST_CALL),
        ],
    ),
    Question(
        "9.q5",
        "advanced",
        "The date line moves from the front of a 6,000-token prompt to its end. What changes?",
        [
            Choice(
                "Nothing: the same tokens are sent",
                False,
                "Their order decides what can be reused.",
                DATE_FIRST,
            ),
            Choice(
                "The stable part can be read from the cache, also tomorrow", True, "Its prefix stays equal."
            ),
            Choice("The model no longer sees the date", False, "It reads all of the prompt.", "no-clock"),
        ],
    ),
]

CHAPTER = Chapter(9, "What a call costs", EXERCISES, PREDICTIONS, QUESTIONS, ("3.q3", "1.q3", "7.q3"))
