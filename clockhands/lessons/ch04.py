"""Chapter 4, four mistakes: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch04_checks import (
    check_diagnose,
    check_loop,
    check_loop_d,
    hidden_diagnose,
    hidden_loop,
    hidden_loop_d,
)
from .ch04_mending import check_mend, hidden_mend
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

EXERCISES = [
    Exercise(
        "4.1a",
        "the turn as it came",
        points=1,
        check=check_loop,
        hidden=hidden_loop,
        hints=(
            "Which message does the result in the next round refer to?",
            "A summary drops the `tool_use` blocks. What in `reply` holds all blocks?",
            "The same call of `messages.append`, with the content of the reply in place of the text.",
        ),
        why="The calls must stay in the history, because the results refer to them. Without tools a summary "
        "only loses words; with tools it loses the partner of each result.",
    ),
    Exercise(
        "4.1b",
        "the side that speaks",
        points=1,
        check=check_loop,
        hidden=hidden_loop,
        hints=(
            "Who found out what stands in `results`: the model or your app?",
            "Two roles exist. One of them is the model's.",
            "Change one word of the line that was there.",
        ),
        why="Everything the app contributes arrives from the user's side, results included. The model then reads "
        "them as information, not as its own words.",
    ),
    Exercise(
        "4.1c",
        "the id of the call",
        points=2,
        check=check_loop,
        hidden=hidden_loop,
        hints=(
            "Each block in `calls` carries its own id.",
            "Build each result in the same round of a `for` in which you run its call.",
            "A list of `tool_result` dicts with three keys each, then one message with role `user`.",
        ),
        why="A counter says which result came first, not which call it belongs to; the API has never seen the "
        "counter. Building the result beside its call makes a mix-up impossible.",
    ),
    Exercise(
        "4.1d",
        "every way out",
        points=2,
        check=check_loop_d,
        hidden=hidden_loop_d,
        hints=(
            "How many values of `stop_reason` do you know how to serve?",
            "Go on for that one; for any other, return the text and the reason as a pair.",
            "First the `if … != …: return`, then the results as in 4.1c.",
        ),
        why="New stop reasons appear over time. A loop that goes on only for `tool_use` ends well on those it "
        "has never heard of. A cut text still helps the caller, as long as the reason comes with it.",
    ),
    Exercise(
        "4.2",
        "diagnose six messages",
        points=3,
        check=check_diagnose,
        hidden=hidden_diagnose,
        hints=(
            "Mark in each of the six printed messages the words that name the rule.",
            "Ids and indexes change; choose words that stay.",
            "A dict from tell-tale words to names, and a search for the first that occurs.",
        ),
        why="Refusals follow fixed patterns with ids and indexes filled in. Reading the pattern tells you the "
        "rule; the filled-in parts tell you the place. In code, prefer the error's type and status: wordings "
        "may change.",
    ),
    Exercise(
        "4.3",
        "mend a conversation",
        points=4,
        check=check_mend,
        hidden=hidden_mend,
        keep="mend",
        hints=(
            "Where a result stood does not matter, its id does. What could you collect before you build anything?",
            "Then go through the messages once, without their results, and note which calls wait for one.",
            "The next user message, or a new one at the end: results in the order of the calls, then the rest.",
        ),
        why="An error result is honest: the model learns that the outcome is unknown and can ask again. Running "
        "the call now would be worse, since it may have run before the crash.",
    ),
]

PREDICTIONS = [
    Prediction(
        "4.a",
        "the id in the result",
        "The API meets a result and finds no call with its id in the message before.",
        {"the assistant's sentence": "summary-instead-of-content"},
    ),
    Prediction(
        "4.b",
        "refused: the id is unknown",
        "The API matches by id and never guesses, not even when one call and one result are left.",
        {
            "accepted: only one call can be meant": "id-is-name",
            "the model sorts it out": Misconception(
                "model-sees-refused-requests",
                "The request is refused before any model reads it.",
                "Mend the request; the model cannot.",
            ),
        },
    ),
    Prediction(
        "4.c",
        "the same request again",
        "Nothing was appended, so nothing changed. The same request costs the same tokens each time.",
        {"the rest of the question": "stops-only-on-end-turn", "nothing": "same-request-again"},
    ),
    Prediction(
        "4.d",
        "accepted, with the times swapped",
        "Both ids exist, so the pairing rule holds. Only the meaning is wrong, and no rule sees meaning.",
        {"refused: wrong ids": "swapped-results", "accepted, with the right times": "swapped-results"},
    ),
]

QUESTIONS = [
    Question(
        "4.q1",
        "beginner",
        "What belongs into the history after a reply with a tool call?",
        [
            Choice(
                "A sentence that says what the model wants",
                False,
                "The call is lost.",
                "summary-instead-of-content",
            ),
            Choice("`reply.content`, unchanged", True, "Text and calls, in order, with their ids."),
            Choice("Only the result", False, "A result needs the turn it answers.", "assistant-turn-missing"),
        ],
    ),
    Question(
        "4.q2",
        "beginner",
        "The API says `unexpected tool_use_id found`. Where do you look first?",
        [
            Choice("At the message before the result", True, "Is the call with this id there, as it came?"),
            Choice("At the tool's function", False, "The API has never seen it.", "model-runs-the-tool"),
            Choice(
                "At the network", False, "The request arrived, was read, and was refused.", "no-connection"
            ),
        ],
    ),
    Question(
        "4.q3",
        "intermediate",
        "A reply ends with `max_tokens` and holds half a text. What should the loop do?",
        [
            Choice("Send the same request again", False, "The same reply comes back.", "same-request-again"),
            Choice(
                "Append the results",
                False,
                "There are none; the message would be empty.",
                "empty-results-message",
            ),
            Choice(
                "Give the text back and say that it was cut off", True, "The caller can decide what to do."
            ),
        ],
    ),
    Question(
        "4.q4",
        "intermediate",
        "Which of these does the API accept?",
        [
            Choice("A result with the tool's name as id", False, "No call has that id.", "id-is-name"),
            Choice(
                "Two results with each other's ids", True, "Both ids exist. The answer is wrong, silently."
            ),
            Choice("One result for two calls", False, "Every call needs an answer.", "half-the-results"),
        ],
    ),
    Question(
        "4.q5",
        "advanced",
        "An app crashed after *ask*. The saved conversation ends with a tool call. What do you send next?",
        [
            Choice(
                "The call's result, by running the tool now",
                False,
                "It may have run before the crash.",
                Misconception(
                    "rerun-after-crash",
                    "A call that may have run already was run again.",
                    "Report that the outcome is unknown, and let a key guard what must happen once.",
                ),
            ),
            Choice(
                "An `is_error` result that says the outcome is unknown", True, "Paired, honest, and safe."
            ),
            Choice("The user's next question", False, "The call would stay unanswered.", "missing-result"),
        ],
    ),
]

CHAPTER = Chapter(4, "Four mistakes", EXERCISES, PREDICTIONS, QUESTIONS, ("3.q2", "3.q4", "2.q3"))
