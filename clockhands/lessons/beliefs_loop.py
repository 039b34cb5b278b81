"""Wrong beliefs about the exchange and the loop around it: rows of (id, message, cure)."""

from __future__ import annotations

__all__ = ["EXCHANGE", "LOOP"]

EXCHANGE = (
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

LOOP = (
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
