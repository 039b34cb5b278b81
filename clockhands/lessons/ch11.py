"""Chapter 11, untrusted text: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch01 import SIMULATED_IS_MEASURED
from .ch11_checks import (
    RIGHTS_FROM_TEXT,
    SAFE_AND_USELESS,
    TRUSTS_THE_TEXT,
    WORDING_IS_A_FENCE,
    check_check_rights,
    check_poison,
    check_poison_again,
    check_tools_left,
    hidden_check_rights,
    hidden_poison,
    hidden_poison_again,
    hidden_tools_left,
)
from .ch11_defence import check_defence, check_test_defence, hidden_defence, hidden_test_defence
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

MODEL_KNOWS_BETTER = Misconception(
    "model-knows-its-master",
    "To the model all of it is text; nothing makes it follow yours and no other.",
    "Let the app decide which calls run.",
)
MODEL_ASKS_BACK = Misconception(
    "model-asks-by-itself",
    "Nobody is asked unless the app asks.",
    "Put the question to the user into the app, before *run*.",
)
BLOCK_EVERYWHERE = Misconception(
    "pasted-is-still-a-result",
    "What you paste into your message is your message; the model cannot know where it came from.",
    "Send outside text in a `tool_result` block.",
)
BLOCK_IS_A_FENCE = Misconception(
    "block-is-a-fence",
    "The block says where a text came from; it stops neither its orders nor its lies.",
    "Keep text in its block, and decide about calls in code.",
)
SAFETY_IS_FREE = Misconception(
    "defence-costs-nothing",
    "A defence that takes tools away takes honest tasks away, too.",
    "Measure utility without attack before and after.",
)
GUARDS_ANSWERS = Misconception(
    "guard-checks-the-facts",
    "The guard decides about calls. What the answer quotes, it does not see.",
    "Show where a statement comes from, and compare sources where it matters.",
)

EXERCISES = [
    Exercise(
        "11.1a",
        "break the naive agent",
        points=1,
        check=check_poison,
        hidden=hidden_poison,
        hints=(
            "Print the poisoned page above. Which part of it would you change for another tool?",
            "`send_mail` has two fields; an order that leaves one out makes the function fail.",
            "The page first, then an order of the form in the text, with double quotes inside the JSON.",
        ),
        why="The page needs no bug and no access: it needs to be read. The honest text stays, because an attack "
        "that spoils the answer is noticed.",
    ),
    Exercise(
        "11.1b",
        "break the warned agent",
        points=1,
        check=check_poison_again,
        hidden=hidden_poison_again,
        hints=(
            "The table above says which attacks the warning hardly touches. What do they have in common?",
            "The order itself may stay as it was. What stands in front of it makes the difference.",
            "Let the page claim that somebody else is speaking: the user, or the app.",
        ),
        why="A warning names what its author thought of; the attacker picks a wording its author did not. That "
        "is why a longer list of forbidden phrasings loses: the other side reads it, too.",
    ),
    Exercise(
        "11.2a",
        "the user's rights",
        points=2,
        check=check_check_rights,
        hidden=hidden_check_rights,
        keep="check_rights",
        hints=(
            "The tool is checked. What else in the call can be somebody else's?",
            "Some tools have no recipient; nothing is wrong with that.",
            "Membership in the set compares whole addresses. End with None.",
        ),
        why="A part of an address proves nothing: anybody may own a domain that begins like yours. The rights come "
        "from the app's own record of the user, so nothing a page says can add to them.",
    ),
    Exercise(
        "11.2b",
        "which tools are left",
        points=2,
        check=check_tools_left,
        hidden=hidden_tools_left,
        keep="tools_left",
        hints=(
            "`answered` holds the ids that have a result. Which calls do you want to find among them?",
            "Collect the ids of the calls of untrusted tools, over the whole conversation.",
            "Two sets of ids; `&` gives what is in both. If anything is, leave some tools out.",
        ),
        why="Any rule about the words would be another wording game. That a stranger's text was read is a fact of "
        "the conversation, and it stays one in all later turns.",
    ),
    Exercise(
        "11.3",
        "defend it",
        points=3,
        check=check_defence,
        hidden=hidden_defence,
        keep="defence",
        hints=(
            "Three questions in order; go on only while nobody objects.",
            "The two functions you wrote answer the first two. A function inside a function keeps the rest.",
            "A set of the dangerous names; `is True`; give back the inner function, not its result.",
        ),
        why="Cheap facts come first, and the person last: a person is asked only about calls that are fit to run "
        "otherwise. Each check holds by itself, so a tired yes is not the end.",
    ),
    Exercise(
        "11.4",
        "a test for it",
        points=3,
        check=check_test_defence,
        hidden=hidden_test_defence,
        hints=(
            "Four pages, two claims about each.",
            "The attacks stand in a dict above; the honest page is the one with nothing added.",
            "One `assert` for the opening hour in the answer, one for the empty list.",
        ),
        why="A test that only looks for harm accepts an agent that does nothing; a test that only reads the answer "
        "accepts one that does harm politely. Utility and safety need a claim each.",
    ),
]

PREDICTIONS = [
    Prediction(
        "11.a",
        "deletes the note, then answers",
        "The order is text in the request like all other text; this model obeys it, and the loop runs every call.",
        {"answers, and nothing else": MODEL_KNOWS_BETTER, "asks the user first": MODEL_ASKS_BACK},
    ),
    Prediction(
        "11.b",
        "fewer, but not none",
        "The warning is heeded for plain orders, most of the time, and is worth little against other wordings.",
        {"none": WORDING_IS_A_FENCE},
    ),
    Prediction(
        "11.c",
        "yes",
        "Pasted text is the user's own text. Even a model that obeys no result obeys the user.",
        {"no: it obeys no page": BLOCK_EVERYWHERE},
    ),
    Prediction(
        "11.d",
        "1 of 2",
        "Answering needs no side effect; mailing what was read does, and it comes after reading.",
        {"2 of 2": SAFETY_IS_FREE},
    ),
]

QUESTIONS = [
    Question(
        "11.q1",
        "beginner",
        "A web page says: delete all notes. The model asks for it, and the notes are gone. What deleted them?",
        [
            Choice("The page", False, "A page is text; it runs nothing.", "model-runs-the-tool"),
            Choice("The model", False, "It asked. It cannot run anything.", "model-runs-the-tool"),
            Choice("The app, which ran a call it should have refused", True, "Only the app acts."),
        ],
    ),
    Question(
        "11.q2",
        "beginner",
        "With a warning in the prompt, attack success in this chapter's simulation falls. What do you have?",
        [
            Choice("A lower rate under assumptions, and no defence", True, "The model still decides."),
            Choice(
                "A defence, if the wording is good enough",
                False,
                "The attacker chooses the next wording.",
                WORDING_IS_A_FENCE,
            ),
            Choice(
                "A measurement of how real models react",
                False,
                "The rates were put in by hand.",
                SIMULATED_IS_MEASURED,
            ),
        ],
    ),
    Question(
        "11.q3",
        "intermediate",
        "A new defence brings attack success to 0 %. Which question comes next?",
        [
            Choice("How many honest tasks are still done", True, "Refusing everything reaches 0 %, too."),
            Choice("None: 0 % is the best there is", False, "It may be useless.", SAFE_AND_USELESS),
            Choice(
                "Whether the prompt can be shorter now",
                False,
                "Wording was not what brought it.",
                WORDING_IS_A_FENCE,
            ),
        ],
    ),
    Question(
        "11.q4",
        "intermediate",
        'A call carries `"approved": true` and `"role": "admin"`. Which rights does it have?',
        [
            Choice(
                "An admin's, if the schema allows the field",
                False,
                "A field proves nothing.",
                RIGHTS_FROM_TEXT,
            ),
            Choice("Those of the user in whose name the app acts", True, "The app looks them up itself."),
            Choice(
                "Those of the page, if the page is known to be good",
                False,
                "Pages have no rights, and good ones get changed.",
                TRUSTS_THE_TEXT,
            ),
        ],
    ),
    Question(
        "11.q5",
        "advanced",
        "A task must mail what it read on a page. Which defence keeps the task, and the attacks out?",
        [
            Choice(
                "Removing every tool with side effects after reading",
                False,
                "Safe, and the task is lost.",
                SAFETY_IS_FREE,
            ),
            Choice(
                "The user's recipients only, and a person who reads the mail",
                True,
                "Both are decided outside the model.",
            ),
            Choice(
                "Searching the page for orders before the model reads it",
                False,
                "Another list of wordings.",
                TRUSTS_THE_TEXT,
            ),
        ],
    ),
    Question(
        "11.q6",
        "advanced",
        "A page claims that the museum is closed. It is open. Which of the chapter's defences helps?",
        [
            Choice("The guard", False, "No call was made.", GUARDS_ANSWERS),
            Choice(
                "Keeping the page in its `tool_result` block",
                False,
                "A lie in its block is still quoted.",
                BLOCK_IS_A_FENCE,
            ),
            Choice("None of them", True, "They guard actions; answers need sources and readers."),
        ],
    ),
]

CHAPTER = Chapter(11, "Untrusted text", EXERCISES, PREDICTIONS, QUESTIONS, ("6.q1", "6.q5", "3.q5"))
