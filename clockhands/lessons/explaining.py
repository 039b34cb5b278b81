"""`explain(error)`: what the API said, where, and which mistake it usually is."""

from __future__ import annotations

from .cards import ORANGE, Card, Part, labelled, marked
from .diagnosis import Diagnosis, diagnose
from .shown import one_line, scrubbed, shown

__all__ = ["explain"]

_KEPT = 500


def explain(error: BaseException) -> Card:
    """Explain an error: its words, the message and block at fault, the mistake's name and its cure.

    error: any exception of the `anthropic` SDK, from the mock or the live API, or one that a loop around it
    raises; with or without a request. An error nobody here knows is shown as it is, and said to be unknown.
    TypeError when it is no exception.
    """
    if not isinstance(error, BaseException):
        raise TypeError(
            f"explain takes an exception, as in `except Exception as error:`; this is {type(error).__name__}"
        )
    found = diagnose(error)
    said = "The API said" if found.status else "It says"
    parts = [labelled(said, one_line(scrubbed(found.message), _KEPT)), *_where(found), *_mistake(found)]
    return Card(*_headline(found), parts, ORANGE)


def _headline(found: Diagnosis) -> tuple[str, str]:
    if found.status is None:
        return "Error", found.kind
    if found.status == 200:
        return "Broken off", f"{found.kind}, after the reply had begun"
    if 400 <= found.status < 500 and found.status not in (408, 409, 429):
        return f"Refused ({found.status})", found.kind
    return f"Failed ({found.status})", found.kind


def _where(found: Diagnosis) -> list[Part]:
    parts = []
    if found.place:
        counted = " (the API counts neighbours of one role as one)" if found.place.joined else ""
        parts += [
            labelled("Where", found.place.words + counted),
            labelled("You sent", shown(found.place.value)),
            *([marked(found.outline)] if found.outline else []),
        ]
    elif found.in_thread and "messages." in found.message:
        parts.append(labelled("Where", "in the part of the conversation that the server holds"))
    if found.note:
        parts.append(labelled("Look at", found.note))
    return parts


def _mistake(found: Diagnosis) -> list[Part]:
    named = found.misconception
    if found.own:
        return []
    if named:
        parts = [labelled("Mistake", f"{named.message} ({named.id})"), labelled("Cure", named.cure)]
    elif found.status:
        words = "This wording has no name here. It begins with the field it is about: look there first."
        parts = [labelled("Mistake", words)]
    else:
        parts = [
            labelled("Mistake", "This error has no name here. Read its last line, then the line it names.")
        ]
    if found.request_id and found.status and found.status >= 500:
        parts.append(labelled("Request id", found.request_id))
    return parts
