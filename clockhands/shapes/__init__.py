"""The same exchange in the shapes of other APIs: plain functions, dict in, dict out.

`to_chat` and `from_chat` translate requests between the Messages API and OpenAI's Chat Completions,
`to_responses` and `from_responses` between Messages and OpenAI's Responses; the four `…_reply` functions do
the same for replies. Nothing is sent, and what is given in stays as it is.

    >>> from clockhands.shapes import from_chat, to_chat
    >>> request = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    >>> to_chat(request)
    {'model': 'm', 'messages': [{'role': 'user', 'content': 'Hi'}], 'max_completion_tokens': 9}
    >>> from_chat(to_chat(request)) == request
    True

What a shape has no place for is never lost silently: `ShapeError` names it, or it is kept beside. `kept`
takes a dict, empty at first:

    kept = {}
    chat = to_chat(request, kept)
    from_chat(chat, kept) == request        # to the last field; turns may have been added at the end

Without `kept`, what comes back may be spelt otherwise where the API reads the same: a string for one text
block, one message for neighbours of one role, no field for one at its default, no cache breakpoint.

Sources: the types of the `anthropic` and `openai` SDKs, late 2026. Streams are not translated.
"""

from __future__ import annotations

import importlib

_WHERE = {
    "from_chat": "chat",
    "from_chat_reply": "chat_reply",
    "from_responses": "responses",
    "from_responses_reply": "responses_reply",
    "to_chat": "chat",
    "to_chat_reply": "chat_reply",
    "to_responses": "responses",
    "to_responses_reply": "responses_reply",
}

__all__ = [*sorted(_WHERE)]


def __getattr__(name: str):
    if name in _WHERE:
        value = getattr(importlib.import_module(f"clockhands.shapes.{_WHERE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'clockhands.shapes' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
