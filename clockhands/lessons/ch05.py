"""Chapter 5, parallel calls: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch05_checks import (
    BLOCKS_THE_LOOP,
    check_results_message,
    check_run_together,
    hidden_results_message,
    hidden_run_together,
)
from .ch05_measuring import check_test_step, hidden_test_step
from .ch05_steps import (
    PARALLEL_UNASKED,
    check_answer,
    check_run_step,
    hidden_answer,
    hidden_run_step,
)
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

ONE_ROUND_TRIP_EACH = Misconception(
    "one-round-trip-each",
    "Every call was given a model call of its own.",
    "A reply may hold several calls; answer all of them in one message.",
)
ASYNC_IS_PARALLEL = Misconception(
    "async-is-parallel",
    "The word async was taken for parallel; the loop switches only where something awaits.",
    "Await an async version of the call, or give the plain function a thread.",
)
LOCK_STOPS_WAITING = Misconception(
    "waiting-needs-the-lock",
    "Python's lock was taken to make waiting wait; a thread that waits for the network does not hold it.",
    "Expect computing to share one core, and waiting to overlap.",
)
SHARED_OUT = Misconception(
    "time-is-divided",
    "The work was divided by the number of calls, but one call cannot be split.",
    "Look for the slowest call: the step cannot end before it does.",
)
SPLIT_ALWAYS_REFUSED = Misconception(
    "split-always-refused",
    "Messages were counted as they are written; the API counts neighbours of one role as one.",
    "Send one message all the same: a single turn between two of them, and the request is refused.",
)
GATHER_KEEPS = Misconception(
    "gather-keeps-the-rest",
    "`gather` was trusted to keep what succeeded; it hands on the first exception and nothing else.",
    "Catch the failure inside the function that runs one call.",
)
LOOKING_IS_TAKING = Misconception(
    "looking-is-taking",
    "Looking and taking were thought of as one step; another call fits in between.",
    "Run calls with side effects one at a time.",
)

EXERCISES = [
    Exercise(
        "5.1",
        "gather results",
        points=2,
        check=check_results_message,
        hidden=hidden_results_message,
        hints=(
            "Two lists tell you two things: the reply has the order, `finished` has the outputs.",
            "Which type turns pairs into something you can look up by id?",
            "Go through the calls of the reply, found by type, and look each output up.",
        ),
        why="The API accepts any order, but the order of finishing changes from run to run. In call order the same "
        "run sends the same request, so it can be compared, cached and tested. Looking up by id makes it "
        "impossible to hand London's time to Tokyo.",
    ),
    Exercise(
        "5.2",
        "from sync to async",
        points=3,
        check=check_run_together,
        hidden=hidden_run_together,
        hints=(
            "Look at the two paragraphs above the exercise: one names a way to tell, the other a way to run.",
            "Inside: two branches, each with an `await`. Below: one coroutine for each call, all handed over at once.",
            "`gather` takes them one by one, so unpack the list with `*`; what it gives back has the right order.",
        ),
        why="A coroutine has to be awaited, and a plain function must not run in the loop: it would block it. That "
        "is why one line cannot serve both. `gather` keeps the order of the calls, whoever finishes first.",
    ),
    Exercise(
        "5.3a",
        "one failure, isolated",
        points=3,
        check=check_answer,
        hidden=hidden_answer,
        keep="answer",
        hints=(
            "Count the ways it can end: unknown name, result, exception, hang. Each needs its own line.",
            "Only one line can fail or hang. Put that line, and nothing else, inside the `try`.",
            "Catch the timeout first and write its text yourself; then every other `Exception`, with its text.",
        ),
        why="The function that runs one call is the only place that knows its id, so it is the place to turn a failure "
        "into a result. The model can mend a call when it reads what went wrong; it cannot read an empty text. "
        "A thread that hangs is left behind, not ended: chapter 10 comes back to that.",
    ),
    Exercise(
        "5.3b",
        "a whole step",
        points=4,
        check=check_run_step,
        hidden=hidden_run_step,
        keep="run_step",
        hints=(
            "Read the calls from left to right and keep a list of those that wait to run together.",
            "A call with a side effect ends such a list: first run what waits, then this call alone.",
            "After the last call something may still wait. An unknown name has no tool to ask for `side_effect`.",
        ),
        why="Reads cannot disturb each other, so neighbours share a wait. A side effect is a fence: what stands "
        "before it has ended, what stands after may depend on it. `Tool.side_effect` is set by the author, because the "
        "model cannot know it.",
    ),
    Exercise(
        "5.4",
        "measure max against sum",
        points=4,
        check=check_test_step,
        hidden=hidden_test_step,
        limit_s=40.0,
        hints=(
            "What differs between a good step and each bad one? Write down one demand for each bad one.",
            "Let the first nap be the longest, let all naps differ, and ask for `broken` beside them.",
            "Ids in order, contents each its own, the failure marked, and the time below a line between max and sum.",
        ),
        why="Halfway between the slowest call and the sum leaves the same room on both sides: a late but correct step "
        "passes, a hidden one-by-one does not. The first nap must be the longest, or finishing order and call order "
        "look the same. A test that has never failed on a wrong step has shown nothing.",
    ),
]

PREDICTIONS = [
    Prediction(
        "5.a",
        "accepts: neighbours of one role count as one message",
        "Messages of one role that follow each other are merged before the pairing is checked.",
        {
            "refuses: the next message answers one call of three": SPLIT_ALWAYS_REFUSED,
            "reads the first and ignores the rest": SPLIT_ALWAYS_REFUSED,
        },
    ),
    Prediction(
        "5.b",
        "0.8 s: the slowest call",
        "All three begin at once; the step ends with the last of them.",
        {
            "1.6 s: Python runs one thread at a time": LOCK_STOPS_WAITING,
            "0.5 s: a third of the sum": SHARED_OUT,
        },
    ),
    Prediction(
        "5.c",
        "1.6 s: nothing can switch",
        "The event loop switches at an `await`; `time.sleep` has none, so each call runs to its end.",
        {
            "0.8 s: they are gathered": ASYNC_IS_PARALLEL,
            "an error: sleep is not async": ASYNC_IS_PARALLEL,
        },
    ),
    Prediction(
        "5.d",
        "the exception alone",
        "`gather` hands on the first exception. The other calls ran to their end, and nobody read their results.",
        {
            "two results and an exception": GATHER_KEEPS,
            "three results, one of them marked": GATHER_KEEPS,
        },
    ),
    Prediction(
        "5.e",
        "two",
        "Both looked while the seat was free, and both took it.",
        {"one": LOOKING_IS_TAKING, "none": LOOKING_IS_TAKING},
    ),
]

QUESTIONS = [
    Question(
        "5.q1",
        "beginner",
        "How do you get the time of two cities without a tool step for each?",
        [
            Choice(
                "Two calls in one reply, both results in one message",
                True,
                "One tool step, two model calls, whatever the number of cities.",
            ),
            Choice(
                "Ask about the second city after the first is answered",
                False,
                "That is two steps: the first one's answer is not needed for the second.",
                ONE_ROUND_TRIP_EACH,
            ),
            Choice(
                "Put the second city's result beside the first, without a call",
                False,
                "A result without a call is refused.",
                "invented-id",
            ),
        ],
    ),
    Question(
        "5.q2",
        "beginner",
        "Three independent calls take 0.2, 0.9 and 0.3 s. Run together, the step takes about …",
        [
            Choice("1.4 s", False, "That is the sum.", "one-after-the-other"),
            Choice("0.5 s", False, "A call cannot be shared out.", SHARED_OUT),
            Choice("0.9 s", True, "The step ends with its slowest call."),
        ],
    ),
    Question(
        "5.q3",
        "intermediate",
        "London came back before Tokyo. What tells the model which time belongs to which city?",
        [
            Choice(
                "The order of the results", False, "Order carries no meaning for the API.", "swapped-results"
            ),
            Choice("The `tool_use_id` of each result", True, "It repeats the id of the call it answers."),
            Choice("The tool's name", False, "Both calls have the same name.", "id-is-name"),
        ],
    ),
    Question(
        "5.q4",
        "intermediate",
        "One of three calls hangs. What goes back to the model?",
        [
            Choice(
                "Two results; the third follows in a later message",
                False,
                "A call without a result in the next message is refused.",
                "half-the-results",
            ),
            Choice(
                "Three results in call order, the hanging one marked `is_error`",
                True,
                "The good ones are kept, and the model reads what happened.",
            ),
            Choice(
                "One error for the whole step",
                False,
                "Two good results are lost and paid for again.",
                "one-failure-loses-all",
            ),
        ],
    ),
    Question(
        "5.q5",
        "intermediate",
        "An `async def` tool calls a plain library function that waits for the network. Three of them are gathered. "
        "What would make them overlap?",
        [
            Choice("Nothing more: they are async", False, "No `await`, no switch.", ASYNC_IS_PARALLEL),
            Choice(
                "`await asyncio.to_thread(…)` around the library function",
                True,
                "The thread waits; the loop goes on.",
            ),
            Choice(
                "`asyncio.run` around each",
                False,
                "A second loop cannot start in the first.",
                BLOCKS_THE_LOOP,
            ),
        ],
    ),
    Question(
        "5.q6",
        "advanced",
        "One reply asks for two payments and a balance, in this order. How do you run them?",
        [
            Choice(
                "All three together", False, "The model did not say that they may overlap.", PARALLEL_UNASKED
            ),
            Choice(
                "Payment, payment, then the balance",
                True,
                "Each side effect alone and in its place; the balance may depend on both.",
            ),
            Choice(
                "The balance first, as it is safe, then the payments",
                False,
                "It would show the state before the payments.",
                Misconception(
                    "reads-moved-forward",
                    "A read was moved before the side effect the model put in front of it.",
                    "Keep the model's order around every side effect.",
                ),
            ),
        ],
    ),
]

CHAPTER = Chapter(5, "Parallel calls", EXERCISES, PREDICTIONS, QUESTIONS, ("4.q4", "3.q3", "2.q2"))
