"""Chapter 3, the loop: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch03_checks import (
    check_count_calls,
    check_extend,
    check_results_message,
    check_run_tool,
    hidden_count_calls,
    hidden_extend,
    hidden_results_message,
    hidden_run_tool,
)
from .ch03_loop import check_run_loop, hidden_run_loop
from .ch03_puzzles import PUZZLES
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

EXERCISES = [
    Exercise(
        "3.1a",
        "the last step is yours",
        points=1,
        check=check_results_message,
        hidden=hidden_results_message,
        hints=(
            "Print `call.id` and look at the shape in the task: which two values are not fixed?",
            "A message has a `role` and a `content`. Results come from your side of the conversation.",
            "`content` is a list with one dict: `type`, `tool_use_id`, `content`. The id is copied from the call.",
        ),
        why="The id pairs a result with its call. With one call it looks superfluous; with two calls of the "
        "same tool nothing else could tell the results apart. The role is `user` because the model spoke last "
        "and your app answers.",
    ),
    Exercise(
        "3.1b",
        "two steps are yours",
        points=2,
        check=check_extend,
        hidden=hidden_extend,
        hints=(
            "Three things are added up: the messages so far, the assistant's turn, the result.",
            "Find the call by its type. `**call.input` spreads the arguments into the function.",
            "Build a new list that starts with `*messages`; the assistant's turn carries `reply.content` untouched.",
        ),
        why="The API checks that each result follows the turn that asked for it. The turn has to be there as it "
        "came, since the calls in it are what the results answer. A new list leaves the caller's history alone.",
    ),
    Exercise(
        "3.2",
        "run what was asked",
        points=2,
        check=check_run_tool,
        hidden=hidden_run_tool,
        keep="run_tool",
        hints=(
            "Everything you need is on the block: its name, its input, its id.",
            "What should happen when the name is not among the keys of `functions`? Decide that first.",
            "Two results, same id. The early one carries `is_error` and the known names; the other the output as text.",
        ),
        why="A fixed dict decides what can run; the model's text only picks from it. An unknown name gets text "
        "back, because the model can mend a wrong name and your user cannot.",
    ),
    Exercise(
        "3.3",
        "the loop",
        points=4,
        check=check_run_loop,
        hidden=hidden_run_loop,
        keep="run_loop",
        hints=(
            "The five numbered sentences above are the five parts, in order.",
            "Inside a bounded `for`: send, append the turn, decide whether it is over, else collect the results.",
            "After the `for` comes the `raise`. Text is joined over all blocks of type `text` in the last reply.",
        ),
        why="The loop has one way on (`tool_use`) and treats every other `stop_reason` as an end, so it cannot "
        "spin on one it does not know. All results of a reply travel in one user message.",
    ),
    Exercise(
        "3.4",
        "count the calls",
        points=2,
        check=check_count_calls,
        hidden=hidden_count_calls,
        hints=(
            "Which role do the replies of the model have in the list?",
            "A block is a dict (`block['type']`) or an SDK object (`block.type`); a string holds no blocks.",
            "Count twice: the messages with role `assistant`, and in them the blocks of type `tool_use`.",
        ),
        why="Counting replies and calls apart shows what costs: each reply is one wait for the model, however "
        "many calls it holds.",
    ),
]

PREDICTIONS = [
    Prediction(
        "3.a",
        "no answer to the question",
        "The model asked for the tool and stopped. Nobody ran it, so there is no time to tell.",
        {"the time in Tokyo": "model-runs-the-tool", "an apology: no clock": "text-or-call"},
    ),
    Prediction(
        "3.b",
        "not at all",
        "The request went out and a tool call came back. Nothing on either side ran the function.",
        {
            "once, on the provider's machine": "model-runs-the-tool",
            "once, on this machine": "model-runs-the-tool",
        },
    ),
    Prediction(
        "3.c",
        "the question, the assistant's turn as it came, and the tools",
        "The API keeps nothing between requests, so each request carries the whole conversation and the tools.",
        {
            "nothing: the API remembers the question": "not-resent",
            "the question": "assistant-turn-missing",
        },
    ),
    Prediction(
        "3.d",
        "false: it can, and Python raises",
        "Arguments are generated tokens. A schema makes a wrong one less likely, not impossible, so check.",
        {
            "true: the schema prevents it": Misconception(
                "schema-is-a-fence",
                "The schema is text the model reads; nothing in a plain request enforces it.",
                "Check names and arguments yourself before you run anything.",
            )
        },
    ),
    Prediction(
        "3.e",
        3,
        "Two dependent calls are two tool steps. Each step costs a model call, and the answer one more.",
    ),
]

QUESTIONS = [
    Question(
        "3.q1",
        "beginner",
        "Who runs a tool?",
        [
            Choice(
                "The model, while it writes its reply",
                False,
                "A model computes text. It has no way to run anything.",
                "model-runs-the-tool",
            ),
            Choice(
                "The provider's servers",
                False,
                "That holds for a few server tools only; a tool you define runs where your code runs.",
                "model-runs-the-tool",
            ),
            Choice(
                "Your app",
                True,
                "The model asks; your code decides and runs.",
            ),
        ],
    ),
    Question(
        "3.q2",
        "beginner",
        "Which role carries a `tool_result`?",
        [
            Choice("user", True, "Results come from your side of the conversation."),
            Choice(
                "assistant",
                False,
                "The assistant's side is what the model said.",
                "result-as-assistant",
            ),
            Choice("tool", False, "This API has no such role.", "role-tool"),
        ],
    ),
    Question(
        "3.q3",
        "intermediate",
        "Three tools must run one after the other, each with the result of the one before: 20 ms each, "
        "600 ms per model call. How many model calls, and what dominates?",
        [
            Choice("1 call; the tools", False, "One call can only ask.", "model-runs-the-tool"),
            Choice(
                "3 calls; model time, 1.8 s",
                False,
                "Three calls ask; a fourth turns the last result into an answer.",
                Misconception(
                    "forgets-last-call",
                    "The call that reads the last result was not counted.",
                    "k tool steps cost k + 1 model calls.",
                ),
            ),
            Choice("4 calls; model time, 2.4 s of 2.46 s", True, "k + 1 calls. The tools add 60 ms."),
        ],
    ),
    Question(
        "3.q4",
        "intermediate",
        "A reply with `stop_reason: tool_use` holds …",
        [
            Choice(
                "a tool call instead of text",
                False,
                "Text before the call is common, and several calls are normal.",
                "text-or-call",
            ),
            Choice(
                "at least one tool call, perhaps text, perhaps more calls",
                True,
                "That is why blocks are found by type.",
            ),
            Choice("the tool's result", False, "The tool has not run yet.", "model-runs-the-tool"),
        ],
    ),
    Question(
        "3.q5",
        "advanced",
        "Which of these is an agent?",
        [
            Choice(
                "Code that calls search, then summarise, then mail",
                False,
                "Code chose the steps: a script, testable and fast, blind to anything unforeseen.",
                Misconception(
                    "script-is-agent",
                    "Using a model does not make an agent; who chooses the next step does.",
                    "Ask who decides what happens next: code or the model.",
                ),
            ),
            Choice(
                "A loop in which the model picks the next tool until it answers",
                True,
                "The model chooses the steps; the app runs them within limits.",
            ),
            Choice(
                "A model that was fine-tuned on tool use",
                False,
                "Training makes better requests. Something still has to run them.",
                "model-runs-the-tool",
            ),
        ],
    ),
]

CHAPTER = Chapter(3, "The loop", EXERCISES, PREDICTIONS, QUESTIONS, ("2.q1", "2.q5", "0.q2"), PUZZLES)
