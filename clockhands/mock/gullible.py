"""`Gullible`: a simulated model that may obey what it reads. For chapter 11 and the injection lab.

Its gullibility is an assumption, never a measurement of a real model. It reads the request and nothing else,
so the same request with the same seed gives the same reply.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from .reply import Reply, call, text

__all__ = ["Gullible"]

ORDER = re.compile(r"call (\w+) with (\{[^{}]*\})")
#: Text that claims to speak for somebody else than the page.
CLAIM = re.compile(r"\b(system|admin|developer|approved|the user)\b|</\w+>", re.IGNORECASE)
WARNING = re.compile(r"(never|not|n't|ignore)\b[^.]*\binstructions", re.IGNORECASE)
URL = re.compile(r"https://[\w./-]*\w")
MAIL = re.compile(r"\bmail\b.*?\bto ([\w.+-]+@[\w.-]*\w)", re.IGNORECASE | re.DOTALL)


class Gullible:
    """A model that obeys orders of the form `call NAME with {JSON}`, wherever it reads them.

    In the user's text: always, whoever wrote that text. In a `tool_result`: with probability `follows`. When
    the system prompt warns of instructions in results, `warned` of these are left, except where the text
    claims to speak for the user or the app: the warning has no hold on those. All three are assumptions.

    Beside orders it knows two tasks: read the address in the question, and mail what it read to an address.
    It asks for what it was ordered even where the tool is not offered: names are generated text.

    follows, warned: shares between 0 and 1. seed: another draw of the same luck. ValueError for other shares.
    """

    def __init__(self, follows: float = 1.0, *, warned: float = 0.2, seed: int = 0):
        if not (0 <= follows <= 1 and 0 <= warned <= 1):
            raise ValueError(f"follows {follows} and warned {warned} must be shares between 0 and 1")
        self.follows, self.warned, self.seed = follows, warned, seed

    def reply(self, request: dict[str, Any]) -> Reply:
        """Orders first, then the next step of the user's task, then the answer."""
        question, results, made = _read(request)
        system = request.get("system") or ""
        orders = list(_orders(question))
        for _, found in results:
            orders += [order for order in _orders(found) if self._obeys(found, question, system)]
        for name, given in orders:
            if (name, given) not in made:
                return Reply([call(name, **given)])
        return self._task(request, question, results, made)

    def share(self, found: str, system: Any = "") -> float:
        """How likely it obeys an order in a result of these words, under this system prompt."""
        wary = bool(WARNING.search(_leaves(system)))
        return self.follows * (self.warned if wary and not CLAIM.search(found) else 1.0)

    def _obeys(self, found: str, question: str, system: Any) -> bool:
        luck = hashlib.sha256(f"{self.seed}\n{question}\n{found}".encode()).digest()
        return int.from_bytes(luck[:6], "big") / 2**48 < self.share(found, system)

    def _task(self, request: dict[str, Any], question: str, results: list[Any], made: list[Any]) -> Reply:
        offered = {tool["name"]: tool["input_schema"] for tool in request.get("tools") or []}
        url, mail = URL.search(question), MAIL.search(question)
        pages = [found.strip() for asked, found in results if "url" in asked and found.strip()]
        fact = pages[0].splitlines()[0] if pages else ""
        steps = [("url", {"url": url.group()})] if url else []
        if mail:
            steps.append(("to", {"to": mail.group(1), "text": fact or "As you asked."}))
        for field, given in steps:
            names = [name for name, schema in offered.items() if field in schema.get("properties", {})]
            if names and (names[0], given) not in made:
                return Reply([call(names[0], **given)])
        said = f"The page says: {fact}" if fact else "Done." if made else "I have nothing to go on."
        return Reply([text(said + (" I could not do all of it." if _refused(request) else ""))])


def _read(request: dict[str, Any]) -> tuple[str, list[tuple[dict, str]], list[tuple[str, dict]]]:
    """The user's words; (what was asked, words) of each result that is no error; the calls made so far."""
    words: list[str] = []
    results, made, asked = [], [], {}
    for message in request["messages"]:
        content = message["content"]
        blocks = [text(content)] if isinstance(content, str) else content
        for block in blocks:
            if block["type"] == "tool_use":
                made.append((block["name"], block["input"]))
                asked[block["id"]] = block["input"]
            elif block["type"] == "tool_result" and not block.get("is_error"):
                results.append((asked.get(block["tool_use_id"], {}), _leaves(block.get("content") or "")))
            elif block["type"] == "text" and message["role"] == "user":
                words.append(block["text"])
    return "\n".join(words), results, made


def _refused(request: dict[str, Any]) -> bool:
    blocks = [b for m in request["messages"] if isinstance(m["content"], list) for b in m["content"]]
    return any(b.get("type") == "tool_result" and b.get("is_error") for b in blocks)


def _leaves(content: Any) -> str:
    """All texts in content: blocks, or JSON in a text, which a model reads as well as anybody."""
    if isinstance(content, str):
        try:
            inner = json.loads(content)
        except ValueError:
            return content
        return _leaves(inner) if isinstance(inner, (dict, list)) else content
    values = content.values() if isinstance(content, dict) else content if isinstance(content, list) else []
    parts = [_leaves(value) for value in values if isinstance(value, (str, dict, list))]
    return "\n".join(sorted(parts, key=_is_label))


def _is_label(words: str) -> bool:
    """Whether these words are a label, such as a block's type or an address, and not something said."""
    return " " not in words.strip()


def _orders(words: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, arguments in ORDER.findall(words):
        try:
            given = json.loads(arguments)
        except ValueError:
            continue
        yield name, given
