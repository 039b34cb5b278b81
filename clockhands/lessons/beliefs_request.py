"""Wrong beliefs about what a request may hold, and what can go wrong around it: rows (id, message, cure)."""

from __future__ import annotations

__all__ = ["OUTSIDE", "REQUEST"]

REQUEST = (
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
        "An `input_schema` may not have oneOf, allOf or anyOf at its top.",
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
        "thinking-changed",
        "A thinking block came back other than it was served, so its signature no longer fits.",
        "Append `response.content` exactly as it came; never edit, cut or rebuild a thinking block.",
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

OUTSIDE = (
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
