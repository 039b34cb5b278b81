"""What a tool's exception may tell the model: its kind and message, short, no traceback, no secrets."""

from __future__ import annotations

import re
from typing import Any

from clockhands.agent.content import text_of

__all__ = ["failure_text", "scrubbed"]

MOST_CHARS = 1_000
_SECRETS = (
    # Keys by the shape their makers gave them.
    re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{4,}"),
    re.compile(r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|hf_)[A-Za-z0-9_-]{8,}"),
    re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b"),
    re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"),
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.S),
    re.compile(r"(?i)(?<=bearer )[A-Za-z0-9._~+/=-]{6,}"),
    re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),
    # Anything called one.
    re.compile(
        r"(?i)(?<!unexpected )(?:api[_-]?key|access[_-]?key|auth[_-]?token|token|secret|passw(?:or)?d|pwd)"
        r"[\"']?\s*[:=]\s*[\"']?(?P<value>[^\s\"',;&)}\]]{3,})"
    ),
)
_TRACEBACK = re.compile(r"Traceback \(most recent call last\):.*", re.S)


def failure_text(error: BaseException) -> str:
    """One exception as text of at most 1,000 characters: `ValueError: no such city`.

    A `suggestions` list on the exception is told too: it names what would work.
    """
    try:
        message = str(error)
    except Exception:
        message = ""
    # Before anything that walks the text: the message of an exception can be of any size.
    message = _without_traceback(message[:20_000])
    message = scrubbed(message).strip()
    suggestions = getattr(error, "suggestions", None)
    if isinstance(suggestions, (list, tuple)) and suggestions:
        message += " Try: " + ", ".join(str(suggestion)[:60] for suggestion in suggestions[:5]) + "."
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    text = text_of(text)
    return text if len(text) <= MOST_CHARS else text[: MOST_CHARS - 20] + " [... truncated]"


def scrubbed(text: str) -> str:
    """`text` with keys, tokens and passwords replaced by `[secret]`.

    >>> scrubbed("401 for https://bob:hunter2@host with sk-ant-api03-abcdef, password=hunter2")
    '401 for https://[secret]@host with [secret], password=[secret]'
    """
    for pattern in _SECRETS:
        text = pattern.sub(_hide, text)
    return text


def _hide(found: re.Match[str]) -> str:
    whole: str = found.group()
    value: Any = found.groupdict().get("value")
    return whole[: len(whole) - len(value)] + "[secret]" if value else "[secret]"


def _without_traceback(message: str) -> str:
    """A traceback tells of the app's files and helps no model; what stands around it stays."""
    if "Traceback" not in message:
        return message
    found = _TRACEBACK.search(message)
    if not found:
        return message.replace("Traceback", "trace")
    lines = [
        line
        for line in found.group().splitlines()
        if line.strip() and not line.startswith((" ", "Traceback"))
    ]
    last = lines[-1] if lines else ""
    return f"{message[: found.start()]} {last}".replace("Traceback", "trace").strip()
