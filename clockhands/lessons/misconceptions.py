"""The registry of wrong beliefs that more than one chapter meets.

A misconception has an id (kebab-case), a message (one sentence: what the learner's work takes for true, and
is not) and a cure (one sentence: what to do). Checkers, quizzes, predictions and `explain` name the same
belief by the same id, so a learner reads one wording everywhere. A belief only one chapter meets lives in
that chapter's module.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass

__all__ = ["MISCONCEPTIONS", "Misconception", "misconception"]


@dataclass(frozen=True)
class Misconception:
    """A wrong belief with a name. id: kebab-case; message and cure: one plain sentence each."""

    id: str
    message: str
    cure: str


def _registry(*rows: tuple[str, str, str]) -> dict[str, Misconception]:
    return {id: Misconception(id, message, cure) for id, message, cure in rows}


_THE_EXCHANGE = _registry(
    (
        "model-runs-the-tool",
        "The model asks; it never runs anything. Only the app acts.",
        "Run the function in your own code and send its result back.",
    ),
    (
        "summary-instead-of-content",
        "The assistant turn was replaced by something else, so the call the result answers is gone.",
        "Append `response.content` exactly as it came, before the results.",
    ),
    (
        "assistant-turn-missing",
        "The result was sent without the assistant turn that asked for it.",
        'Append {"role": "assistant", "content": response.content} first, then the results.',
    ),
    (
        "result-as-assistant",
        "The result was spoken by the assistant. To the model, results come from your side.",
        'Put every `tool_result` block in a message with role "user".',
    ),
    (
        "call-as-user",
        "A `tool_use` block was put in a user message; only the model makes calls.",
        'Keep `tool_use` blocks in the message with role "assistant" they came in.',
    ),
    (
        "id-is-name",
        "The id names the call, not the tool: two calls of one tool would be indistinguishable.",
        "Copy `block.id` into `tool_use_id`.",
    ),
    (
        "invented-id",
        "This id belongs to no call of the turn before.",
        "Copy `block.id` of the call you answer; never make up or reuse an id.",
    ),
    (
        "missing-result",
        "A call was left without a result.",
        "Answer every `tool_use` block of a reply in the next message, also those that failed.",
    ),
    (
        "half-the-results",
        "Only some calls of one reply were answered.",
        "Collect one `tool_result` per `tool_use` block and send all of them in one user message.",
    ),
    (
        "split-results",
        "The results of one reply were spread over several turns.",
        "Put all results of one reply into one user message.",
    ),
    (
        "text-before-results",
        "Text stands before the results in the user message, so they no longer follow the call directly.",
        "Put the `tool_result` blocks first and any text after them.",
    ),
    (
        "double-result",
        "One call was answered twice.",
        "Give each `tool_use` id exactly one `tool_result` block.",
    ),
    (
        "swapped-results",
        "The results carry each other's ids, so each question gets the other one's answer.",
        "Pair each result with its call by id, not by the order in which tools finish.",
    ),
    (
        "empty-result",
        "The tool ran, but its result was sent back empty, so the model knows nothing new.",
        "Put the return value of the function, as text, into `content`.",
    ),
    (
        "empty-results-message",
        "A user message without content was sent: there was nothing to answer.",
        "Send results only when the reply held `tool_use` blocks; otherwise stop.",
    ),
    (
        "duplicate-call-id",
        "Two `tool_use` blocks of one message share an id.",
        "Append the assistant turn once, unchanged.",
    ),
    (
        "not-resent",
        "The API keeps no conversation: what is not in this request is unknown to the model.",
        "Send the whole list of messages, and the tools, with every request.",
    ),
)

_THE_LOOP = _registry(
    (
        "stops-only-on-end-turn",
        "The loop knows one way to stop. Replies also end with max_tokens, refusal or pause_turn.",
        'Go on only while `stop_reason == "tool_use"`; treat everything else as an end.',
    ),
    (
        "same-request-again",
        "The unchanged conversation was sent again, so the same reply comes back, and is paid for.",
        "Append what happened before you send again, and stop when there is nothing to append.",
    ),
    (
        "never-stops",
        "Nothing in the loop ends it when the model keeps asking.",
        "Count the steps and stop at a maximum, with an outcome that says so.",
    ),
    (
        "endless-loop",
        "Your code did not come to an end.",
        "Look for the condition that ends the loop: which line changes it?",
    ),
    (
        "first-block-only",
        "The reply was read by position, but its blocks come in any number and order.",
        'Pick blocks by type: [b for b in response.content if b.type == "tool_use"].',
    ),
    (
        "text-or-call",
        "A reply can hold text and a call at once.",
        "Look at every block; keep all text, run all calls.",
    ),
    (
        "input-is-json-string",
        "`block.input` is already a dict.",
        "Use it directly: `fn(**block.input)`; no json.loads.",
    ),
    (
        "block-as-dict",
        "The blocks of a reply are objects, not dicts.",
        "Read them with a dot: `block.name`, `block.input`.",
    ),
    (
        "dict-as-block",
        "The blocks you build yourself are dicts, not objects.",
        'Read them with brackets: `block["name"]`.',
    ),
    (
        "arguments-do-not-fit",
        "The arguments of a call are generated text: they need not be those the function takes.",
        "Catch the TypeError and send it back as a result marked `is_error`, naming the arguments accepted.",
    ),
    (
        "unknown-name",
        "A key was looked up that is not there; a model may ask for a tool nobody has.",
        "Test `name in functions` first and answer an unknown name with a result marked `is_error`.",
    ),
    (
        "result-not-text",
        "A result travels as text, and this value has no such form by itself.",
        "Send `str(value)` or `json.dumps(value)`.",
    ),
    (
        "input-not-unpacked",
        "The arguments were passed as one dict, not by name.",
        "Spread them: `fn(**block.input)`.",
    ),
    (
        "exception-escapes",
        "A failing tool ended the whole loop; the model never heard of it.",
        "Catch the exception and send its text as a result marked `is_error`.",
    ),
    (
        "error-not-marked",
        "The error text was sent as if it were a normal result.",
        'Add "is_error": True to the result.',
    ),
    (
        "hidden-error",
        "The error says nothing the model could act on.",
        "Say in plain words what was refused, what is accepted, and give an example.",
    ),
    (
        "returns-too-early",
        "The function came back before the conversation was over.",
        "Send the results and ask again until the reply holds no call.",
    ),
    (
        "result-not-function",
        "The result of a call was passed where the function itself is wanted.",
        "Pass the name without parentheses.",
    ),
    (
        "prints-instead-of-returns",
        "The function prints its answer but gives back None.",
        "End it with `return`.",
    ),
    (
        "changes-its-input",
        "The caller's list or dict was changed in place.",
        "Work on a copy: `messages = list(messages)`.",
    ),
    (
        "forgot-await",
        "A coroutine was made but never awaited, so nothing ran.",
        "Write `await` before the call.",
    ),
    (
        "asyncio-run-in-notebook",
        "A notebook already runs an event loop, and a second one cannot start inside it.",
        "Write `await main()` at the top level of the cell instead of `asyncio.run(main())`.",
    ),
    (
        "one-after-the-other",
        "Independent calls ran one after the other.",
        "Start them together; a step then costs the slowest call, not the sum.",
    ),
    (
        "results-in-finish-order",
        "The results stand in the order in which the tools finished.",
        "Keep them in the order of the calls.",
    ),
    (
        "one-failure-loses-all",
        "One failing call took the other results with it.",
        "Catch the failure where it happens, inside the function that runs one call.",
    ),
    (
        "tool-error-repeated",
        "The same failing call was made again and again.",
        "Tell the model once, then stop; count repeats by name and arguments.",
    ),
)

_THE_REQUEST = _registry(
    (
        "vague-description",
        "The description does not say when to reach for the tool, and it is all the model goes by.",
        "Say what the tool does and when to use it, in the words a question would use.",
    ),
    (
        "bad-tool-name",
        "A tool name may hold letters, digits, _ and - only, 1 to 128 of them.",
        "Rename the tool, for example `get_current_time`.",
    ),
    (
        "duplicate-tool-name",
        "Two tools have the same name.",
        "Give each tool its own name.",
    ),
    (
        "schema-not-object",
        'The arguments are always an object, so the schema starts with "type": "object".',
        'Wrap the schema: {"type": "object", "properties": {…}, "required": […]}.',
    ),
    (
        "schema-missing",
        "The tool has no `input_schema`; even a tool without arguments needs one.",
        'Add "input_schema": {"type": "object", "properties": {}}.',
    ),
    (
        "schema-top-level-choice",
        "oneOf, allOf and anyOf are not supported at the top of an `input_schema`.",
        "Use them inside a property, or make two tools.",
    ),
    (
        "strict-needs-closed-object",
        "A strict schema must say that no other properties are allowed.",
        'Add "additionalProperties": False to every object in the schema.',
    ),
    (
        "tools-not-sent",
        "The request forces a tool it does not carry.",
        "Send `tools` with the request, and write the forced tool's name exactly as it is defined there.",
    ),
    (
        "forced-forever",
        "A forced tool_choice was sent with every request, so the model must call again and again.",
        "Force the first step only; then go back to auto.",
    ),
    (
        "bad-tool-choice",
        "`tool_choice` is an object with a type: auto, any, tool or none.",
        'Write {"type": "auto"}, or {"type": "tool", "name": "…"} for one tool.',
    ),
    (
        "forcing-not-supported",
        "This model does not accept a forced tool.",
        "Leave tool_choice at auto and check the reply's facts against the results.",
    ),
    (
        "no-messages",
        "The request holds no message, so there is nothing to answer.",
        'Send at least one: [{"role": "user", "content": "…"}].',
    ),
    (
        "role-tool",
        'Only the roles "user" and "assistant" exist here; results travel in user messages.',
        'Send results as {"role": "user", "content": [tool_result blocks]}.',
    ),
    (
        "system-as-message",
        "The system prompt is not a message.",
        "Pass it as the parameter: messages.create(system=…, messages=…).",
    ),
    (
        "prefill",
        "The conversation ends with an assistant message, and this model does not continue one.",
        "End with a user message.",
    ),
    (
        "missing-field",
        "A required field is missing.",
        "Add the field named at the start of the message.",
    ),
    (
        "unknown-field",
        "The API refuses fields it does not know.",
        "Remove the field, or look for its name in the reference.",
    ),
    (
        "wrong-shape",
        "A field holds a value of the wrong kind.",
        "Compare the block shown with the shape in the reference.",
    ),
    (
        "blank-text",
        "A text block is empty or holds only white space.",
        "Leave the block out, or put words in it.",
    ),
    (
        "max-tokens-out-of-range",
        "`max_tokens` is outside what this model can write in one reply.",
        "Choose a number from 1 to the maximum of the model; 1024 is enough for this course.",
    ),
    (
        "needs-streaming",
        "A reply this long could outlast the connection, so the SDK refuses to wait for it.",
        "Lower max_tokens, or use client.messages.stream(…).",
    ),
    (
        "conversation-too-long",
        "The whole conversation is sent every time, and it has outgrown the model.",
        "Cap the steps; drop or summarise whole old turns, never a call without its result.",
    ),
)

_OUTSIDE = _registry(
    (
        "wrong-key",
        "The API did not accept the key.",
        "Set ANTHROPIC_API_KEY, or unset CLOCKHANDS_LIVE to go on offline.",
    ),
    (
        "no-permission",
        "The key is known but may not do this.",
        "Use a key whose workspace has access, or another model.",
    ),
    (
        "unknown-model",
        "No model has this name.",
        "Use MODEL from `client, MODEL = connect()` instead of writing a name.",
    ),
    (
        "rate-limit",
        "Too much was sent in too short a time. The request itself is fine.",
        "Wait as long as the retry-after header says, then send it again.",
    ),
    (
        "overloaded",
        "The service is busy. The request itself is fine.",
        "Wait a moment and send it again; the SDK has already tried three times.",
    ),
    (
        "server-error",
        "Something failed on the other side. The request itself may be fine.",
        "Send it again; if it keeps failing, note the request id.",
    ),
    (
        "no-connection",
        "No answer came: the request may or may not have arrived.",
        "Check the network and the address; repeat only what is safe to do twice.",
    ),
    (
        "timed-out",
        "The wait ended before the answer came. The request may still have been carried out.",
        "Stop or repeat on purpose: repeating a payment needs a key that makes it happen once.",
    ),
    (
        "no-key",
        "A live client needs a key, and none was found.",
        "Make the client with connect(); for the live API set ANTHROPIC_API_KEY and CLOCKHANDS_LIVE=1.",
    ),
    (
        "not-found",
        "There is nothing at this address, or under this name.",
        "Look at the name or id the message shows.",
    ),
    (
        "cell-not-run",
        "A name is used that no cell has defined in this session.",
        "Run the cells above first (Run menu: Run All Above Selected Cell), then this one.",
    ),
    (
        "no-clock",
        "A model's output comes from its weights and the tokens of this request; there is no clock in it.",
        "Put the time into the request: as a date line or as a tool result.",
    ),
)

MISCONCEPTIONS: dict[str, Misconception] = {**_THE_EXCHANGE, **_THE_LOOP, **_THE_REQUEST, **_OUTSIDE}


def misconception(named: str | Misconception | None) -> Misconception | None:
    """The misconception with this id (a Misconception or None comes back as it is).

    LookupError for an id nobody registered, with the nearest ids: a typing error in a chapter module.
    """
    if named is None or isinstance(named, Misconception):
        return named
    try:
        return MISCONCEPTIONS[named]
    except KeyError:
        near = ", ".join(difflib.get_close_matches(named, MISCONCEPTIONS, 4, 0.4)) or "none is close"
        raise LookupError(
            f"no shared misconception is called {named!r} (nearest: {near}); "
            "use one of those, or pass a Misconception(id, message, cure) of your own"
        ) from None
