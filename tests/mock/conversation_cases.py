"""Conversations that do not hold together beside their twins that do: name -> (wrong, right, message)."""

from __future__ import annotations

from typing import Any

from .building import (
    ASK,
    NEW_MODEL,
    assistant,
    call,
    image,
    request,
    result,
    system,
    talk,
    text,
    user,
)

UNANSWERED = (
    "messages.{n}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each "
    "`tool_use` block must have a corresponding `tool_result` block in the next message."
)
UNEXPECTED = (
    "messages.{n}.content.{m}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each "
    "`tool_result` block must have a corresponding `tool_use` block in the previous message."
)
PREFILL = (
    "This model does not support assistant message prefill. The conversation must end with a user message."
)

_ANSWER = (ASK, assistant(text("Let me look."), call()))
CONVERSATIONS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "no result at all": (
        talk(*_ANSWER, user("And in Paris?")),
        talk(*_ANSWER, user(result())),
        UNANSWERED.format(n=1, ids="toolu_A"),
    ),
    "the conversation ends with the call": (
        talk(*_ANSWER),
        talk(*_ANSWER, user(result())),
        UNANSWERED.format(n=1, ids="toolu_A"),
    ),
    "one of two results": (
        talk(ASK, assistant(call(), call("toolu_B")), user(result("toolu_B"))),
        talk(ASK, assistant(call(), call("toolu_B")), user(result("toolu_B"), result())),
        UNANSWERED.format(n=1, ids="toolu_A"),
    ),
    "none of two results": (
        talk(ASK, assistant(call(), call("toolu_B")), user("Never mind.")),
        talk(ASK, assistant(call(), call("toolu_B")), user(result(), result("toolu_B"), text("Never mind."))),
        UNANSWERED.format(n=1, ids="toolu_A, toolu_B"),
    ),
    "text before the result": (
        talk(*_ANSWER, user(text("Here it is:"), result())),
        talk(*_ANSWER, user(result(), text("Here it is."))),
        UNANSWERED.format(n=1, ids="toolu_A"),
    ),
    "a user's message between call and result": (
        talk(*_ANSWER, user("One moment."), user(result())),
        talk(*_ANSWER, user(result()), user("There.")),
        UNANSWERED.format(n=1, ids="toolu_A"),
    ),
    "results in two messages, one held back": (
        talk(
            ASK, assistant(call(), call("toolu_B")), user(result()), assistant("Hm."), user(result("toolu_B"))
        ),
        talk(ASK, assistant(call(), call("toolu_B")), user(result()), user(result("toolu_B"))),
        UNEXPECTED.format(n=4, m=0, id="toolu_B"),
    ),
    "a result nobody asked for": (
        talk(ASK, user(result())),
        talk(*_ANSWER, user(result())),
        UNEXPECTED.format(n=0, m=1, id="toolu_A"),
    ),
    "a wrong id": (
        talk(*_ANSWER, user(result("toolu_B"))),
        talk(*_ANSWER, user(result())),
        UNEXPECTED.format(n=2, m=0, id="toolu_B"),
    ),
    "a summary in place of the calls": (
        talk(ASK, assistant("I called get_time."), user(result())),
        talk(*_ANSWER, user(result())),
        UNEXPECTED.format(n=2, m=0, id="toolu_A"),
    ),
    "a result of an earlier turn": (
        talk(*_ANSWER, user(result()), assistant("14:10."), user(result())),
        talk(*_ANSWER, user(result()), assistant("14:10."), user("Thanks.")),
        UNEXPECTED.format(n=4, m=0, id="toolu_A"),
    ),
    "a result sent as assistant": (
        talk(*_ANSWER, assistant(result())),
        talk(*_ANSWER, user(result())),
        "messages.1: `tool_result` blocks can only be in `user` messages",
    ),
    "a call sent as user": (
        talk(user(text("What time is it?"), call())),
        talk(ASK, assistant(call()), user(result())),
        "messages.0: `tool_use` blocks can only be in `assistant` messages",
    ),
    "two results of one call": (
        talk(*_ANSWER, user(result(), result())),
        talk(ASK, assistant(call(), call("toolu_B")), user(result(), result("toolu_B"))),
        "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks "
        "with id: toolu_A",
    ),
    "two calls of one id": (
        talk(ASK, assistant(call(), call()), user(result())),
        talk(ASK, assistant(call(), call("toolu_B")), user(result(), result("toolu_B"))),
        "messages.1.content.1: `tool_use` ids must be unique",
    ),
    "an empty question": (
        request(messages=[user("")]),
        request(messages=[user(""), user("hi")]),
        "messages.0: user messages must have non-empty content",
    ),
    "a question of no blocks": (
        request(messages=[ASK, assistant("Where?"), user(), user()]),
        request(messages=[ASK, assistant("Where?"), user(), user("Paris")]),
        "messages.2: user messages must have non-empty content",
    ),
    "an empty text block": (
        request(messages=[user(text("hi"), text(""))]),
        request(messages=[user(text("hi"))]),
        "messages: text content blocks must be non-empty",
    ),
    "an assistant's empty text block": (
        talk(ASK, assistant(text(""), call()), user(result())),
        talk(ASK, assistant(call()), user(result())),
        "messages: text content blocks must be non-empty",
    ),
    "a question of white space": (
        request(messages=[user(" \n ")]),
        request(messages=[user(" hi ")]),
        "messages: text content blocks must contain non-whitespace text",
    ),
    "an answer of white space": (
        request(messages=[ASK, assistant(text(" ")), user("What?")]),
        talk(ASK, assistant(text(" "), call()), user(result())),
        "messages: text content blocks must contain non-whitespace text",
    ),
    "prefill for a newer model": (
        request(model="claude-sonnet-4-6", messages=[ASK, assistant("It is")]),
        request(model="claude-sonnet-4-5", messages=[ASK, assistant("It is")]),
        PREFILL,
    ),
    "prefill that ends in a space": (
        request(messages=[ASK, assistant("It is ")]),
        request(messages=[ASK, assistant("It is")]),
        "messages: final assistant content cannot end with trailing whitespace",
    ),
    "the system prompt as first message": (
        request(model="claude-opus-4-8", messages=[system("Be brief."), ASK]),
        request(model="claude-opus-4-8", messages=[ASK, system("Be brief.")]),
        "messages.0: use the top-level 'system' parameter for the initial system prompt",
    ),
    "a system message for an older model": (
        request(messages=[ASK, system("Be brief.")]),
        request(model=NEW_MODEL, messages=[ASK, system("Be brief.")]),
        "role 'system' is not supported on this model",
    ),
    "a system message before the user speaks": (
        request(model=NEW_MODEL, messages=[ASK, system("Be brief."), user("Well?")]),
        request(model=NEW_MODEL, messages=[ASK, system("Be brief."), assistant("It is two."), user("Well?")]),
        "messages.1: role 'system' must precede an 'assistant' message or end the array; the directive-only "
        "form (content: [] with output_config) is accepted at any position",
    ),
    "a system message that says nothing": (
        request(model=NEW_MODEL, messages=[ASK, system()]),
        request(model=NEW_MODEL, messages=[ASK, system(output_config={"effort": "low"})]),
        "messages.1: system content must contain at least one block",
    ),
    "a system message with a picture": (
        request(model=NEW_MODEL, messages=[ASK, system(image(type="url", url="https://example.org/a.png"))]),
        request(model=NEW_MODEL, messages=[ASK, system(text("Be brief."))]),
        "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
    ),
    "a system message of white space": (
        request(model=NEW_MODEL, messages=[ASK, system(" ")]),
        request(model=NEW_MODEL, messages=[ASK, system("Be brief.")]),
        "messages.1: system text blocks must contain non-whitespace text",
    ),
}
