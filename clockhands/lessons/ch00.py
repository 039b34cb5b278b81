"""Chapter 0, start here: one exercise to learn the ropes, and ten placement questions.

Each question names the chapter to start with when it is missed.
"""

from __future__ import annotations

from collections.abc import Callable

from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question, Verdict, not_yet, passed
from .trials import called, compared, result_of

__all__ = ["CHAPTER"]

REMEMBERS = Misconception(
    "model-remembers",
    "Nothing is kept between two requests; a model reads only what this one carries.",
    "Send the whole conversation each time.",
)
REQUIRED_IS_ALL = Misconception(
    "properties-are-required",
    "A property that is listed may still be left out; only `required` demands it.",
    "Name the arguments that must be there in `required`.",
)
SUMS_PARALLEL = Misconception(
    "parallel-costs-the-sum",
    "Calls that run together do not add up; the slowest decides.",
    "Take the maximum of independent calls, the sum of dependent ones.",
)
TRUSTS_NAMES = Misconception(
    "looks-up-any-name",
    "A name the model wrote is text from outside; looking it up in the program runs whatever it names.",
    "Run only what stands in a fixed registry; answer anything else with an error result.",
)
GROWS_LINEARLY = Misconception(
    "requests-cost-the-same",
    "Each request carries all earlier turns, so later requests are longer than early ones.",
    "Sum the lengths: the total grows with the square of the number of turns.",
)

WRONG_ROLE = Misconception(
    "question-as-assistant",
    "The question was put into the assistant's mouth; what your side says has the role user.",
    'Write "role": "user".',
)
SAME_EVERY_TIME = Misconception(
    "fixed-answer",
    "The function gives back the same message whatever it is asked.",
    "Use the argument `question` as the content.",
)


def _first_message(first_message: Callable, questions: list[str]) -> Verdict:
    for question in questions:
        yours, right = result_of(first_message, question), {"role": "user", "content": question}
        call = called(first_message, question)
        if isinstance(yours, dict) and yours.get("role") == "assistant":
            return not_yet(call=call, yours=yours, expected=right, misconception=WRONG_ROLE)
        fixed = isinstance(yours, dict) and yours.get("content") not in (question, None)
        wrong = compared(call, yours, right, misconception=SAME_EVERY_TIME if fixed else None)
        if wrong:
            return wrong
    return passed(f"Tried on {len(questions)} questions the page does not show.")


def check_first_message(first_message: Callable) -> Verdict:
    return _first_message(first_message, ["Is it late?", "Which day is it today?"])


def hidden_first_message(first_message: Callable) -> Verdict:
    return _first_message(first_message, ["Wie spät ist es?", "What time is it in Lima?"])


EXERCISES = [
    Exercise(
        "0.1",
        "the first message",
        points=1,
        check=check_first_message,
        hidden=hidden_first_message,
        hints=(
            "Compare the task's example: what is the same for every question, and what changes?",
            "A dict has keys and values; one value is the argument of the function.",
            "Two keys, role and content. End the function with `return`.",
        ),
        why="Every conversation starts with a message like this one. The role says who speaks; the content is "
        "what the model reads.",
    ),
]

PREDICTIONS = [
    Prediction(
        "0.a",
        "no",
        "Each request stands alone. What is not in it does not exist for the model, so the app sends it again.",
        {"yes": REMEMBERS},
    ),
]

QUESTIONS = [
    Question(
        "0.q1",
        "beginner",
        "You ask a model for the time, without any tool. Where could a right answer come from?",
        [
            Choice(
                "From the clock of the server it runs on",
                False,
                "Its output is computed from weights and tokens.",
                "no-clock",
            ),
            Choice(
                "From the text of the request, if the time stands there",
                True,
                "Otherwise it can only refuse or guess.",
            ),
            Choice("From its training data", False, "Training ended long before you asked.", "no-clock"),
        ],
        start_at=1,
    ),
    Question(
        "0.q2",
        "beginner",
        'You told the model your name in one request. In the next one you send only "What is my name?" It answers …',
        [
            Choice("with your name", False, "The second request does not hold it.", REMEMBERS),
            Choice("that it cannot know", True, "What is not in this request does not exist for the model."),
            Choice("with your name, if little time has passed", False, "Time plays no part.", REMEMBERS),
        ],
        start_at=1,
    ),
    Question(
        "0.q3",
        "beginner",
        "Why does a tool need a description in plain words?",
        [
            Choice("For the people who read the code", False, "They have the code.", "vague-description"),
            Choice(
                "The model decides by it when to ask for the tool", True, "It is prompt text like any other."
            ),
            Choice(
                "The API refuses tools without one",
                False,
                "It accepts them; nobody calls them.",
                "vague-description",
            ),
        ],
        start_at=2,
    ),
    Question(
        "0.q4",
        "intermediate",
        'A schema lists `city` under "properties" and has no "required". Which arguments are valid?',
        [
            Choice("Only objects that have a city", False, "Nothing demands it.", REQUIRED_IS_ALL),
            Choice("An empty object, too", True, "Properties describe; `required` demands."),
            Choice("None: the schema is broken", False, "`required` may be left out.", REQUIRED_IS_ALL),
        ],
        start_at=2,
    ),
    Question(
        "0.q5",
        "beginner",
        "A reply ends with `stop_reason: tool_use`. Who acts next?",
        [
            Choice(
                "The model: it runs the tool and goes on",
                False,
                "The model has stopped.",
                "model-runs-the-tool",
            ),
            Choice("Your app: it runs the tool and sends the result", True, "Until then nothing happens."),
            Choice(
                "Nobody: the answer is in the reply",
                False,
                "The reply asks; it does not answer.",
                "model-runs-the-tool",
            ),
        ],
        start_at=3,
    ),
    Question(
        "0.q6",
        "intermediate",
        "One question, one tool call, one answer. How many requests does your app send?",
        [
            Choice("One", False, "It can only bring back the tool call.", "model-runs-the-tool"),
            Choice("Two", True, "One that asks, one that carries the result."),
            Choice("Three", False, "Running the tool is no request.", "model-runs-the-tool"),
        ],
        start_at=3,
    ),
    Question(
        "0.q7",
        "intermediate",
        "A reply holds two tool calls. You send back one result and a sentence. The API …",
        [
            Choice(
                "accepts it; the model does without the other",
                False,
                "Every call must be answered.",
                "half-the-results",
            ),
            Choice("refuses it", True, "It names the id that has no result."),
            Choice(
                "asks your app for the other result",
                False,
                "The API asks for nothing; it refuses.",
                "half-the-results",
            ),
        ],
        start_at=4,
    ),
    Question(
        "0.q8",
        "intermediate",
        "Two independent tool calls take 1 s and 2 s. Run together, the step waits for …",
        [
            Choice("3 s", False, "That is one after the other.", SUMS_PARALLEL),
            Choice("2 s", True, "The slowest call decides."),
            Choice("1 s", False, "The slower result is needed, too.", "half-the-results"),
        ],
        start_at=5,
    ),
    Question(
        "0.q9",
        "intermediate",
        "The model asks for `delete_all`, which you never defined. Your app should …",
        [
            Choice(
                "look for a function of that name and run it",
                False,
                "The model would choose what runs.",
                TRUSTS_NAMES,
            ),
            Choice(
                "raise an exception and end",
                False,
                "The conversation is lost over one word.",
                "exception-escapes",
            ),
            Choice(
                "send back an error result that names the known tools", True, "The model can mend its call."
            ),
        ],
        start_at=6,
    ),
    Question(
        "0.q10",
        "advanced",
        "A loop runs for 20 rounds. Compared with the first request, the last one is …",
        [
            Choice("about as long", False, "It carries all turns before it.", GROWS_LINEARLY),
            Choice(
                "much longer, so the total grows with the square of the rounds",
                True,
                "Everything is resent each time.",
            ),
            Choice(
                "shorter, as the question is known by then", False, "Nothing is known from before.", REMEMBERS
            ),
        ],
        start_at=7,
    ),
]

CHAPTER = Chapter(0, "Start here", EXERCISES, PREDICTIONS, QUESTIONS)
