"""Chapter 12, shapes and shortcuts: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch12_checks import (
    ARGUMENTS_STAY_TEXT,
    RESULTS_IN_ONE,
    check_from_completion,
    check_test_from_completion,
    check_to_chat_messages,
    hidden_from_completion,
    hidden_test_from_completion,
    hidden_to_chat_messages,
)
from .ch12_running import CAP_IS_ANSWER, check_run_with_runner, hidden_run_with_runner
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

SILENT_MISMATCH = Misconception(
    "mismatch-is-loud",
    "A reply in another shape raises nothing: fields your loop looks for are missing, and it ends.",
    "Translate at the edge, and refuse a reply whose shape you do not know.",
)
THINKING_IS_TEXT = Misconception(
    "thinking-is-free-text",
    "A thinking block looks like text, and its signature covers every word of it.",
    "Append the turn as it came, thinking included.",
)
PROTOCOL_RUNS = Misconception(
    "protocol-decides",
    "A protocol carries calls; it neither sends nor permits them by itself.",
    "Your app sends `tools/call`, after its own checks.",
)
STRICT_IS_MEANING = Misconception(
    "strict-means-right",
    "A strict schema constrains the shape of arguments, not what they mean.",
    "Check meaning in the app: is this a real zone, a path inside the folder, this user's account?",
)
FORCE_ANYWAY = Misconception(
    "prompt-forces",
    "A sentence in the prompt makes a call likelier, never certain.",
    "Check the reply: a fact that stands in no result did not come from a tool.",
)

EXERCISES = [
    Exercise(
        "12.1",
        "there",
        points=2,
        check=check_to_chat_messages,
        hidden=hidden_to_chat_messages,
        hints=(
            "The missing branch sees a user message whose content is a list. Which two types can stand in it?",
            "Each result is appended by itself, in the order it came; the text comes after the last of them.",
            "Role `tool`, the id under its other name, the content as it is. No text, no message for it.",
        ),
        why="A message of role `tool` has room for one `tool_call_id`, so each result needs a message of its own. "
        "The order stays: first the results, then what the user says beside them.",
    ),
    Exercise(
        "12.2a",
        "and back",
        points=3,
        check=check_from_completion,
        hidden=hidden_from_completion,
        keep="from_completion",
        hints=(
            "`tool_calls` may be missing or None. What does each entry hold, and which part of it is text?",
            "Two things can go wrong with the arguments: they are no JSON, or JSON of another kind. One error for both.",
            "Translate the finish reason by a dict first; then ask whether `end_turn` can be true of a reply with calls.",
        ),
        why="The model wrote the string, so it can be cut or wrong, and `{}` would run a tool with arguments nobody "
        "asked for. After a forced call the finish reason is `stop`; a loop that believes it would never run "
        "the call. After `length` the last call may be half a call.",
    ),
    Exercise(
        "12.2b",
        "a test for it",
        points=3,
        check=check_test_from_completion,
        hidden=hidden_test_from_completion,
        hints=(
            "One reply can show all four faults at once: what must it hold?",
            "Take the copy, give its message a text and its choice the finish reason of a forced call.",
            "Four asserts: stop reason, text block, input of the call, id of the call.",
        ),
        why="A translator that is a little wrong fails far from where the fault is: a string where a dict should be, "
        "a call that nobody runs. A test at the edge names the fault.",
    ),
    Exercise(
        "12.3",
        "the runner, with a cap",
        points=3,
        check=check_run_with_runner,
        hidden=hidden_run_with_runner,
        keep="run_with_runner",
        hints=(
            "`ran` above builds a runner and waits for its end. Which option was the cap?",
            "Of the last message you need two things: why it stopped, and all of its text.",
            "Two stop reasons get a name of their own; every other one is its own status.",
        ),
        why="The runner ends the same way whether the model was done or the cap was hit: with a message. Only its "
        "`stop_reason` tells them apart, so whoever calls the runner must look.",
    ),
]

PREDICTIONS = [
    Prediction(
        "12.a",
        "it ends with an empty answer",
        "The fields the loop looks for are not there, so it neither asks nor reads anything. Nothing raises.",
        {"it runs the tool": SILENT_MISMATCH, "it raises an error": SILENT_MISMATCH},
    ),
    Prediction(
        "12.b",
        2,
        "A message of role tool has room for one `tool_call_id`, so each result is a message of its own.",
    ),
    Prediction(
        "12.c",
        "the API refuses the request",
        "Models of the 5.5 generation choose for themselves: forcing is refused with a 400.",
        {"it calls a tool": "forcing-not-supported", "it answers without one": "forcing-not-supported"},
    ),
    Prediction(
        "12.d",
        1,
        "By default the server holds the conversation, so the second request brings the result and nothing else.",
    ),
    Prediction(
        "12.e",
        "it is refused",
        "The signature covers the words. Changed words no longer fit it.",
        {"it is accepted": THINKING_IS_TEXT, "the block is ignored": THINKING_IS_TEXT},
    ),
    Prediction(
        "12.f",
        "your app",
        "The model only asks, wherever the tool lives. Your app sends `tools/call`, and the server runs the function.",
        {"the model": "model-runs-the-tool", "the provider": PROTOCOL_RUNS},
    ),
]

QUESTIONS = [
    Question(
        "12.q1",
        "beginner",
        "Your code reads `call.function.arguments` of a Chat Completions reply. What is it?",
        [
            Choice("A dict, ready for `**`", False, "That is `input` in Messages.", ARGUMENTS_STAY_TEXT),
            Choice("A string the model wrote, perhaps not even JSON", True, "Parse it, then check it."),
            Choice(
                "JSON, checked against the schema",
                False,
                "Nothing checks it unless the tool is strict.",
                STRICT_IS_MEANING,
            ),
        ],
    ),
    Question(
        "12.q2",
        "beginner",
        "A tool moves from your app into an MCP server. Who checks whether this user may call it?",
        [
            Choice("Your app, as before", True, "It knows the user, and it is the one that calls."),
            Choice("The protocol", False, "It carries names, arguments and results.", PROTOCOL_RUNS),
            Choice("The model", False, "It asks for whatever its text suggests.", "model-runs-the-tool"),
        ],
    ),
    Question(
        "12.q3",
        "intermediate",
        "The answer must come from a tool, and the model refuses to be forced. What do you do?",
        [
            Choice("Write MUST in capitals", False, "Likelier is not certain.", FORCE_ANYWAY),
            Choice(
                "Leave `auto`; check that each fact of the reply stands in a result",
                True,
                "What stands in no result is sent back, or not shown.",
            ),
            Choice(
                "Send `any` in every request",
                False,
                "It is refused here; elsewhere it would never end.",
                "forced-forever",
            ),
        ],
    ),
    Question(
        "12.q4",
        "intermediate",
        "Two calls were answered. How do their results travel?",
        [
            Choice(
                "Messages: one user message. Chat Completions: two messages of role tool",
                True,
                "The ids pair them in both.",
            ),
            Choice(
                "One message of role tool in both",
                False,
                "Messages has no such role, and one such message holds one result.",
                RESULTS_IN_ONE,
            ),
            Choice("Two user messages in both", False, "In Chat Completions they would be questions.", "split-results"),
        ],
    ),
    Question(
        "12.q5",
        "advanced",
        "`tool_runner(…, max_iterations=1)` gives back a message with `stop_reason: tool_use`. What has happened to "
        "the payment it asks for?",
        [
            Choice("Nothing, the runner stopped first", False, "The calls of the last reply run.", CAP_IS_ANSWER),
            Choice(
                "It was made, and the model was not told",
                True,
                "The tool ran; the request with its result was over the cap.",
            ),
            Choice("It was made and confirmed", False, "No request carried the result back.", CAP_IS_ANSWER),
        ],
    ),
    Question(
        "12.q6",
        "advanced",
        "You translate a conversation with thinking blocks to another provider's shape, and later back. What about "
        "the blocks?",
        [
            Choice("Rebuild them from the text", False, "The signature would not fit.", THINKING_IS_TEXT),
            Choice("Keep them beside, and put the same ones back", True, "No other shape has a place for them."),
            Choice("Send them along as ordinary text", False, "They would become something the model said.", THINKING_IS_TEXT),
        ],
    ),
]  # fmt: skip

CHAPTER = Chapter(12, "Shapes and shortcuts", EXERCISES, PREDICTIONS, QUESTIONS, ("3.q2", "4.q1", "7.q1"))
