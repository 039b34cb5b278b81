"""Chapter 2, describe a tool: its exercises, predictions and quiz."""

from __future__ import annotations

from .ch02_checks import (
    check_clock,
    check_clock_in_zone,
    check_fixed_name,
    check_fixed_schema,
    check_fixed_words,
    hidden_clock,
    hidden_clock_in_zone,
    hidden_fixed_name,
    hidden_fixed_schema,
    hidden_fixed_words,
)
from .ch02_cost import check_extra_tokens, hidden_extra_tokens
from .exercise import Chapter, Choice, Exercise, Misconception, Prediction, Question

__all__ = ["CHAPTER"]

PATIENT = 60.0
"""Seconds: these answers are values, so nothing of the learner's can hang; the toy model runs many times."""

SEES_THE_CODE = Misconception(
    "model-sees-the-code",
    "The model never sees your function, its docstring or its hints; only the definition is sent.",
    "Put everything the model should know into name, description and schema.",
)
PAID_ONCE = Misconception(
    "definitions-paid-once",
    "Definitions are not stored; they travel with every request.",
    "Count them once per request when you estimate the cost of a conversation.",
)
SCHEMA_IS_MEANING = Misconception(
    "pattern-is-meaning",
    "A pattern checks the form of a value, not whether it exists.",
    "Check the meaning in your code, for example against the list of real zones.",
)

EXERCISES = [
    Exercise(
        "2.1",
        "describe a clock",
        points=2,
        check=check_clock,
        hidden=hidden_clock,
        limit_s=PATIENT,
        hints=(
            "Compare VAGUE and CLEAR: which words does the second add, and where do they occur in the questions?",
            "Two sentences: what it gives back, and on which occasions to use it.",
            "Name the things a question may ask for: time, hour, day, date, month, year. The schema has no properties.",
        ),
        why="The occasions are what the model compares with the question. A list of them beats an adjective, "
        "and it keeps the tool out of questions that need no clock.",
    ),
    Exercise(
        "2.2a",
        "the name",
        points=1,
        check=check_fixed_name,
        hidden=hidden_fixed_name,
        limit_s=PATIENT,
        hints=(
            "The refusal quotes the pattern a name must match.",
            "Which characters of the name are not in that pattern?",
            "Underscores in place of blanks, no exclamation mark; everything else stays.",
        ),
        why="A name travels through calls, results, logs and other systems. A small alphabet keeps it the same "
        "everywhere, and keeps it from being read as anything else.",
    ),
    Exercise(
        "2.2b",
        "the schema",
        points=2,
        check=check_fixed_schema,
        hidden=hidden_fixed_schema,
        limit_s=PATIENT,
        hints=(
            "Arguments have names, so together they form an object.",
            "The string becomes one property of that object.",
            "Four keys: type, properties, required, additionalProperties.",
        ),
        why="A call carries its arguments as one object, whose keys are parameter names. A closed object keeps "
        "out arguments that the function does not take.",
    ),
    Exercise(
        "2.2c",
        "the words",
        points=2,
        check=check_fixed_words,
        hidden=hidden_fixed_words,
        limit_s=PATIENT,
        hints=(
            "Read the definition as somebody who does not know the function. What is x? What is a?",
            "Name the tool after what it does, each argument after what it means.",
            "Describe each argument with an example value; say in the description when to use the tool.",
        ),
        why="Names are part of the prompt. A model fills `from_currency` from the question because the word says "
        "what belongs there; `a` says nothing.",
    ),
    Exercise(
        "2.3",
        "an argument with a pattern",
        points=3,
        check=check_clock_in_zone,
        hidden=hidden_clock_in_zone,
        limit_s=PATIENT,
        hints=(
            "Write the five zones one below the other. Which characters occur, and in what order?",
            "A word, then any number of: a separator and another word. Anchor both ends.",
            "Separators are / _ + and -; words after the first may hold digits.",
        ),
        why="A pattern stops sentences and paths early and costs nothing. It cannot know which zones exist, so a "
        "check of the meaning still follows when the call comes in.",
    ),
    Exercise(
        "2.4",
        "predict the cost",
        points=2,
        check=check_extra_tokens,
        hidden=hidden_extra_tokens,
        hints=(
            "Compare the three counts above: from none to one tool, and from one to two. Which step is a further tool?",
            "A fixed part for each tool, and a part that grows with the length of its JSON.",
            "One addition and one multiplication.",
        ),
        why="The cost of a definition is paid on every request, so ten tools of 150 tokens add 1,500 tokens each "
        "time. That is a reason for short descriptions and for offering only what a step can use.",
    ),
]

PREDICTIONS = [
    Prediction(
        "2.a",
        "about half or fewer",
        "The description shares few words with the questions, and the toy model has nothing else to go by.",
        {"nearly all": SEES_THE_CODE, "none": "vague-description"},
    ),
    Prediction(
        "2.b",
        "the API refuses the request",
        "Names are checked against a pattern before any model reads the request.",
        {"the model calls it anyway": "bad-tool-name", "the SDK repairs the name": "bad-tool-name"},
    ),
    Prediction(
        "2.c",
        "the one that says only tz",
        "Without a description the toy model often fills in something; with one that says so, it asks.",
        {"neither: it always asks": "vague-description"},
    ),
]

QUESTIONS = [
    Question(
        "2.q1",
        "beginner",
        "What does the model know about your function?",
        [
            Choice("Its name, description and input schema", True, "That is all the request carries."),
            Choice("Its source code", False, "Code stays in your app.", SEES_THE_CODE),
            Choice(
                "What it returned last time", False, "Unless a result is in the conversation.", "not-resent"
            ),
        ],
    ),
    Question(
        "2.q2",
        "beginner",
        "A tool is offered and never called. What do you change first?",
        [
            Choice("The function", False, "The model has never seen it.", SEES_THE_CODE),
            Choice(
                "The description: when to use it", True, "It is what the model compares with the question."
            ),
            Choice("max_tokens", False, "It limits the reply, not the choice.", "vague-description"),
        ],
    ),
    Question(
        "2.q3",
        "intermediate",
        "`Mars/Olympus_Mons` passes your pattern. What does that tell you?",
        [
            Choice("It is a valid zone", False, "Only that it has the form of one.", SCHEMA_IS_MEANING),
            Choice(
                "Its form is right; whether it exists is still open", True, "Your code checks the meaning."
            ),
            Choice(
                "The pattern is broken", False, "No pattern can know which zones exist.", SCHEMA_IS_MEANING
            ),
        ],
    ),
    Question(
        "2.q4",
        "intermediate",
        "Ten tools of 120 tokens each, a conversation of eight requests. What do the definitions cost?",
        [
            Choice("1,200 tokens", False, "That is one request.", PAID_ONCE),
            Choice(
                "9,600 tokens, and the instructions eight times",
                True,
                "Everything travels with every request.",
            ),
            Choice("Nothing: only replies are counted", False, "Input is counted, too.", PAID_ONCE),
        ],
    ),
    Question(
        "2.q5",
        "advanced",
        'The user asks "What time is it there?" and the required argument is the zone. What should happen?',
        [
            Choice(
                "The model guesses the likeliest zone",
                False,
                "A wrong answer that looks right.",
                "vague-description",
            ),
            Choice("The model asks which place is meant", True, "A good description says so."),
            Choice("The API refuses the call", False, "The API does not check arguments.", SCHEMA_IS_MEANING),
        ],
    ),
]

CHAPTER = Chapter(2, "Describe a tool", EXERCISES, PREDICTIONS, QUESTIONS, ("0.q2", "0.q4", "0.q1"))
