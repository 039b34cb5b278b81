"""Chapter 6, check before running: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch06_asking import HIDES_ARGUMENTS, check_confirmation, hidden_confirmation
from .ch06_checks import (
    KNOWN_IS_ALLOWED,
    LOOSE_YES,
    check_check_name,
    check_check_schema,
    hidden_check_name,
    hidden_check_schema,
)
from .ch06_deciding import check_decide, hidden_decide
from .ch06_paths import check_check_path, hidden_check_path
from .ch06_puzzles import PUZZLES
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

OFFERED_IS_FENCE = Misconception(
    "offered-is-a-fence",
    "What was offered shapes the reply; it does not bind it.",
    "Check the name again when the call comes in.",
)
SCHEMA_IS_MEANING = Misconception(
    "pattern-is-meaning",
    "A schema checks the form of a value, not whether it exists or may be used.",
    "Check the meaning in your code, for example against the list of real zones.",
)

EXERCISES = [
    Exercise(
        "6.1a",
        "known, then allowed",
        points=2,
        check=check_check_name,
        hidden=hidden_check_name,
        hints=(
            "Two questions, two refusals. Which one comes first?",
            "`may` already holds the names the text should list.",
            "Two `if … return` lines, then `return None`.",
        ),
        why="The registry says what exists, the allow-list who may use it. Listing the same names in both refusals "
        "tells the model what to do instead, and tells it nothing about tools it may not use.",
    ),
    Exercise(
        "6.1b",
        "fits the schema",
        points=2,
        check=check_check_schema,
        hidden=hidden_check_schema,
        hints=(
            "What does `iter_errors` do with arguments that are not a dict? Decide about those first.",
            "Each error has a `path` and a `message`; together they name the field in every case.",
            "Join the texts of all errors; an empty text becomes None.",
        ),
        why="Naming every field at once lets the model mend the call in one round. jsonschema finds the faults; "
        "your part is to say them in words.",
    ),
    Exercise(
        "6.1c",
        "makes sense",
        points=2,
        check=check_check_path,
        hidden=hidden_check_path,
        hints=(
            "Two spellings can name one place. What works out the place itself?",
            "Text that can be printed first; then join it to the folder, resolve it, and look at its parents.",
            "The empty text resolves to the folder itself, which is not inside it.",
        ),
        why="Resolving first makes all spellings equal. A folder with a similar name, such as notes2, is not among "
        "the parents, though its text begins the same.",
    ),
    Exercise(
        "6.2",
        "confirmation with a button",
        points=3,
        check=check_confirmation,
        hidden=hidden_confirmation,
        keep="confirmation",
        hints=(
            "One function can answer both buttons; it is told which one was pressed.",
            "Disable both before you act, so that a second press finds them disabled.",
            "A Label, or HTML with everything from the model escaped; two Buttons; a VBox around.",
        ),
        why="The person decides about the exact arguments, so all of them are shown, as text and not as markup. "
        "Disabling first makes a double press harmless.",
    ),
    Exercise(
        "6.3",
        "hostile calls, honest calls",
        points=3,
        check=check_decide,
        hidden=hidden_decide,
        keep="decide",
        hints=(
            "The four checks stand above; what is left is their order.",
            "Go on to the next check only while the refusal is None.",
            "`is True` at the end, one `try` around all checks, and a slice for the length.",
        ),
        why="The order matters: each check may rely on the ones before. A person is asked last, about calls that "
        "are otherwise fit to run, so that a yes keeps its meaning.",
    ),
]

PREDICTIONS = [
    Prediction(
        "6.a",
        "yes: names are generated text",
        "A name is written token by token, like everything else. What was offered makes it unlikely, not impossible.",
        {"no: it was not offered": OFFERED_IS_FENCE},
    ),
    Prediction(
        "6.b",
        "accepted",
        "It has the form of a zone. That no such zone exists is a question of meaning.",
        {"refused: no such place": SCHEMA_IS_MEANING},
    ),
    Prediction(
        "6.c",
        "deny",
        "Denied by default: a dangerous call needs an explicit yes, and nobody gave one.",
        {"run": LOOSE_YES},
    ),
]

QUESTIONS = [
    Question(
        "6.q1",
        "beginner",
        "A reply asks for a tool that exists, with valid arguments. What is still open?",
        [
            Choice("Nothing: it can run", False, "Who asks has not been looked at.", KNOWN_IS_ALLOWED),
            Choice("Whether this caller may use it", True, "Known and allowed are two questions."),
            Choice(
                "Whether the model meant it",
                False,
                "You cannot know; check what you can.",
                "model-runs-the-tool",
            ),
        ],
    ),
    Question(
        "6.q2",
        "beginner",
        "A call was refused. What does the model get?",
        [
            Choice("Nothing: the call is dropped", False, "Every call needs a result.", "missing-result"),
            Choice("An `is_error` result that says what is accepted", True, "It can mend its call."),
            Choice("The traceback", False, "It names no fix and tells too much.", "hidden-error"),
        ],
    ),
    Question(
        "6.q3",
        "intermediate",
        "`America/Port-au-Prince` is refused and `Mars/Olympus_Mons` is let through. What is wrong?",
        [
            Choice(
                "The pattern tries to check meaning, and does it badly",
                True,
                "Form by pattern, existence by a lookup.",
            ),
            Choice("The zone list is old", False, "A pattern looks at no list.", SCHEMA_IS_MEANING),
            Choice(
                "The model should know its geography",
                False,
                "It may; you still have to check.",
                OFFERED_IS_FENCE,
            ),
        ],
    ),
    Question(
        "6.q4",
        "intermediate",
        "Which of these stays in the app instead of going back as a result?",
        [
            Choice("A zone that does not exist", False, "The model can name another.", "hidden-error"),
            Choice(
                "A failed login to the tool's backend",
                True,
                "The model cannot mend it, and it tells too much.",
            ),
            Choice("A missing argument", False, "The model can add it.", "hidden-error"),
        ],
    ),
    Question(
        "6.q5",
        "advanced",
        'The confirmation says: "The assistant wants to tidy up. OK?" What is wrong with it?',
        [
            Choice("It asks too late", False, "Before *run* is the right time.", LOOSE_YES),
            Choice(
                "It hides the exact call; the person approves something else",
                True,
                "Show name and arguments as they are.",
            ),
            Choice(
                "A person should not be asked at all",
                False,
                "For dangerous calls, someone must.",
                HIDES_ARGUMENTS,
            ),
        ],
    ),
]

CHAPTER = Chapter(
    6, "Check before running", EXERCISES, PREDICTIONS, QUESTIONS, ("3.q4", "2.q3", "5.q1"), PUZZLES
)
