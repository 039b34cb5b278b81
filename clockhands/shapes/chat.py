"""Requests between the Messages API and OpenAI's Chat Completions.

What becomes what: `system` a first message of role `system`; a `tool_use` block an entry of `tool_calls`, its
input a JSON string; a `tool_result` a message of its own, role `tool`, with the `tool_call_id`; a definition
`{"type": "function", "function": {…}}`; `any` `"required"`; `max_tokens` `max_completion_tokens`.

No place: thinking blocks and the `thinking` field, `is_error`, images in results, text after a call, server
tools, `top_k`.
"""

from __future__ import annotations

from typing import Any

from clockhands.errors import ShapeError
from clockhands.shapes.kept import restored, settle
from clockhands.shapes.parts import (
    arguments_of,
    arguments_text,
    checked,
    image_source,
    image_url,
    parallel,
    plain,
)

__all__ = ["SHAPE", "assistant_blocks", "assistant_message", "from_chat", "to_chat"]

SHAPE = "Chat Completions"
_SAME = ("temperature", "top_p", "stream")
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}
_FIELDS = (
    "model", "messages", "tools", "tool_choice", "parallel_tool_calls", "max_completion_tokens", "max_tokens",
    "stop", *_SAME,
)  # fmt: skip


def to_chat(request: dict[str, Any], kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """A Messages request as a Chat Completions request.

    request: as `messages.create` takes it; blocks of an SDK reply may stand in it as they are.
    kept: an empty dict that takes what the shape has no place for; without it, ShapeError names that.
    """
    request = plain(request)
    chat: dict[str, Any] = {"model": request["model"]} if "model" in request else {}
    chat["messages"] = [*_system(request), *(m for n, m in _numbered(request) for m in _to_messages(m, n))]
    if request.get("tools"):
        chat["tools"] = [_to_tool(tool) for tool in request["tools"] if _is_custom(tool)]
    if isinstance(request.get("tool_choice"), dict):
        chat |= _to_choice(request["tool_choice"])
    if "max_tokens" in request:
        chat["max_completion_tokens"] = request["max_tokens"]
    if request.get("stop_sequences"):
        chat["stop"] = request["stop_sequences"]
    chat |= {name: request[name] for name in _SAME if name in request}
    if not chat.get("tools", True):
        del chat["tools"]
    settle(request, from_chat(chat), kept, SHAPE)
    return chat


def from_chat(request: dict[str, Any], kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """A Chat Completions request as a Messages request.

    kept: what `to_chat` kept of this conversation; messages may have been added since. ShapeError for what
    Messages has no place for, and for arguments that are no JSON object.
    """
    request = checked(plain(request), _FIELDS, "request", SHAPE)
    out: dict[str, Any] = {"model": request["model"]} if "model" in request else {}
    system, out["messages"] = _from_messages(request.get("messages", []))
    if system is not None:
        out["system"] = system
    if request.get("tools"):
        out["tools"] = [_from_tool(tool, n) for n, tool in enumerate(request["tools"])]
    choice = parallel(_from_choice(request.get("tool_choice")), request.get("parallel_tool_calls"))
    if choice:
        out["tool_choice"] = choice
    for name in ("max_tokens", "max_completion_tokens"):
        if request.get(name) is not None:
            out["max_tokens"] = request[name]
    if request.get("stop"):
        out["stop_sequences"] = [request["stop"]] if isinstance(request["stop"], str) else request["stop"]
    out |= {name: request[name] for name in _SAME if name in request}
    return restored(out, kept)


# --- messages, there --------------------------------------------------------------------------------------


def _numbered(request: dict[str, Any]) -> Any:
    return enumerate(request.get("messages", []))


def _system(request: dict[str, Any]) -> list[dict[str, Any]]:
    said = request.get("system")
    return [{"role": "system", "content": _parts(said) if isinstance(said, list) else said}] if said else []


def _to_messages(message: dict[str, Any], n: int) -> list[dict[str, Any]]:
    role, content = message.get("role"), message.get("content")
    if role == "assistant":
        return [assistant_message(content, f"messages.{n}")]
    if not isinstance(content, list):
        return [{"role": role, "content": content or ""}]
    out = [
        {"role": "tool", "tool_call_id": block.get("tool_use_id"), "content": _result(block.get("content"))}
        for block in content
        if block.get("type") == "tool_result"
    ]
    parts = _parts(content)
    if parts:
        out.append({"role": role, "content": parts})
    return out or [{"role": role, "content": ""}]


def _result(content: Any) -> Any:
    if isinstance(content, list):
        return [part for part in _parts(content) if part["type"] == "text"] or ""
    return content or ""


def assistant_message(content: Any, where: str) -> dict[str, Any]:
    """What a model said, in Messages' blocks, as one message of role `assistant`."""
    if not isinstance(content, list):
        return {"role": "assistant", "content": content or ""}
    texts = [part for part in _parts(content) if part["type"] == "text"]
    calls = [
        _to_call(b, f"{where}.content.{n}") for n, b in enumerate(content) if b.get("type") == "tool_use"
    ]
    if not calls:
        return {"role": "assistant", "content": texts or ""}
    said = texts[0]["text"] if len(texts) == 1 else texts or None
    return {"role": "assistant", "content": said, "tool_calls": calls}


def _to_call(block: dict[str, Any], where: str) -> dict[str, Any]:
    function = {"name": block.get("name"), "arguments": arguments_text(block.get("input"), where)}
    return {"id": block.get("id"), "type": "function", "function": function}


def _parts(blocks: list[Any]) -> list[dict[str, Any]]:
    """The parts for those blocks that have one."""
    out = []
    for block in blocks:
        if block.get("type") == "text":
            out.append({"type": "text", "text": block.get("text")})
        elif block.get("type") == "image" and (url := image_url(block.get("source"))):
            out.append({"type": "image_url", "image_url": {"url": url}})
    return out


# --- messages, back ---------------------------------------------------------------------------------------


def _from_messages(messages: list[Any]) -> tuple[Any, list[dict[str, Any]]]:
    """(system, messages). What comes in parts, or as a result, joins the message of its role before it."""
    system: list[Any] = []
    out: list[dict[str, Any]] = []
    for n, message in enumerate(messages):
        where, role = f"messages.{n}", message.get("role") if isinstance(message, dict) else None
        if role in ("system", "developer"):
            said = _content(checked(message, ("role", "content"), where, SHAPE).get("content"), where)
            if out:
                out.append({"role": "system", "content": said})
            else:
                system.append(said)
        elif role == "assistant":
            out.append({"role": "assistant", "content": assistant_blocks(message, where)})
        elif role == "tool":
            _join(out, [_from_result(message, where)])
        elif role == "user":
            said = _content(checked(message, ("role", "content"), where, SHAPE).get("content"), where)
            if isinstance(said, list):
                _join(out, said)
            else:
                out.append({"role": "user", "content": said})
        else:
            raise ShapeError(
                f"{where}: {SHAPE} has the roles system, developer, user, assistant and tool, not {role!r}"
            )
    return _one_system(system), out


def _one_system(said: list[Any]) -> Any:
    if len(said) < 2:
        return said[0] if said else None
    return [
        b for part in said for b in (part if isinstance(part, list) else [{"type": "text", "text": part}])
    ]


def _join(out: list[dict[str, Any]], blocks: list[Any]) -> None:
    if out and out[-1]["role"] == "user" and isinstance(out[-1]["content"], list):
        out[-1]["content"] += blocks
    else:
        out.append({"role": "user", "content": list(blocks)})


def _from_result(message: dict[str, Any], where: str) -> dict[str, Any]:
    message = checked(message, ("role", "content", "tool_call_id"), where, SHAPE)
    if not isinstance(message.get("tool_call_id"), str):
        raise ShapeError(f"{where}: a message of role tool needs the tool_call_id of the call it answers")
    said = _content(message.get("content"), where)
    return {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": said}


def assistant_blocks(message: dict[str, Any], where: str) -> Any:
    """The content of a message of role `assistant`: a string, or blocks where it makes calls."""
    message = checked(message, ("role", "content", "tool_calls", "refusal"), where, SHAPE)
    said = _content(message.get("content"), where)
    if message.get("refusal"):
        said = [*(said if isinstance(said, list) else []), {"type": "text", "text": message["refusal"]}]
    if not message.get("tool_calls"):
        return said
    texts = said if isinstance(said, list) else [{"type": "text", "text": said}] if said else []
    calls = [_from_call(call, f"{where}.tool_calls.{n}") for n, call in enumerate(message["tool_calls"])]
    return [*texts, *calls]


def _from_call(call: Any, where: str) -> dict[str, Any]:
    call = checked(call, ("id", "type", "function", "index"), where, SHAPE)
    if call.get("type", "function") != "function" or not isinstance(call.get("function"), dict):
        raise ShapeError(f"{where}: only calls of type `function` have a place in Messages")
    function = call["function"]
    input = arguments_of(function.get("arguments"), where)
    return {"type": "tool_use", "id": call.get("id"), "name": function.get("name"), "input": input}


def _content(content: Any, where: str) -> Any:
    """A string, or blocks for parts."""
    if not isinstance(content, list):
        return content or ""
    return [_from_part(part, f"{where}.content.{n}") for n, part in enumerate(content)]


def _from_part(part: Any, where: str) -> dict[str, Any]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return {"type": "text", "text": part.get("text")}
    if kind == "refusal":
        return {"type": "text", "text": part.get("refusal")}
    if kind == "image_url":
        return {"type": "image", "source": image_source((part.get("image_url") or {}).get("url"), where)}
    raise ShapeError(
        f"{where}: only parts of type text, image_url and refusal have a place in Messages, not {kind!r}"
    )


# --- tools ------------------------------------------------------------------------------------------------


def _is_custom(tool: dict[str, Any]) -> bool:
    return tool.get("type") in (None, "custom")


def _to_tool(tool: dict[str, Any]) -> dict[str, Any]:
    function = {"name": tool.get("name")}
    if tool.get("description") is not None:
        function["description"] = tool["description"]
    function["parameters"] = tool.get("input_schema")
    if tool.get("strict") is not None:
        function["strict"] = tool["strict"]
    return {"type": "function", "function": function}


def _from_tool(tool: Any, n: int) -> dict[str, Any]:
    tool = checked(tool, ("type", "function"), f"tools.{n}", SHAPE)
    if tool.get("type") != "function" or not isinstance(tool.get("function"), dict):
        raise ShapeError(f"tools.{n}: only tools of type `function` have a place in Messages")
    known = ("name", "description", "parameters", "strict")
    function = checked(tool["function"], known, f"tools.{n}.function", SHAPE)
    out = {name: function[name] for name in ("name", "description") if function.get(name) is not None}
    out["input_schema"] = function.get("parameters") or {"type": "object", "properties": {}}
    if function.get("strict") is not None:
        out["strict"] = function["strict"]
    return out


def _to_choice(choice: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if choice.get("type") == "tool":
        out["tool_choice"] = {"type": "function", "function": {"name": choice.get("name")}}
    elif choice.get("type") in _CHOICES:
        out["tool_choice"] = _CHOICES[choice["type"]]
    if choice.get("disable_parallel_tool_use") is not None:
        out["parallel_tool_calls"] = not choice["disable_parallel_tool_use"]
    return out


def _from_choice(choice: Any) -> dict[str, Any] | None:
    if choice is None:
        return None
    for name, theirs in _CHOICES.items():
        if choice == theirs:
            return {"type": name}
    function = choice.get("function") if isinstance(choice, dict) else None
    if not isinstance(function, dict) or choice.get("type") != "function":
        raise ShapeError(
            f"tool_choice: auto, required, none or one function has a place in Messages, not {choice!r}"
        )
    return {"type": "tool", "name": function.get("name")}
