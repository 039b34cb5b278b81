"""Requests between the Messages API and OpenAI's Responses: messages there, a flat list of items here.

What becomes what: `system` `instructions`; a `tool_use` block an item `function_call` with a `call_id`, its
input a JSON string; a `tool_result` an item `function_call_output`; a definition one flat object; `any`
`"required"`; `max_tokens` `max_output_tokens`. Tools are strict here unless they say `strict: false`.

No place: thinking blocks (a `reasoning` item is signed by its own provider), `is_error`, server tools,
`stop_sequences`, `top_k`.
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

__all__ = ["SHAPE", "call_of", "from_responses", "texts_of", "to_call", "to_responses"]

SHAPE = "Responses"
_SAME = ("temperature", "top_p", "stream")
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}
_FIELDS = (
    "model", "instructions", "input", "tools", "tool_choice", "parallel_tool_calls", "max_output_tokens",
    "store", *_SAME,
)  # fmt: skip


def to_responses(request: dict[str, Any], kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """A Messages request as a Responses request. kept: as for `to_chat`."""
    request = plain(request)
    out: dict[str, Any] = {"model": request["model"]} if "model" in request else {}
    if isinstance(request.get("system"), str):
        out["instructions"] = request["system"]
    elif request.get("system"):
        out["input"] = [{"role": "system", "content": _parts(request["system"], "input_text")}]
    items = [item for n, m in enumerate(request.get("messages", [])) for item in _to_items(m, n)]
    out["input"] = [*out.get("input", []), *items]
    tools = [_to_tool(tool) for tool in request.get("tools") or [] if tool.get("type") in (None, "custom")]
    if tools:
        out["tools"] = tools
    if isinstance(request.get("tool_choice"), dict):
        out |= _to_choice(request["tool_choice"])
    if "max_tokens" in request:
        out["max_output_tokens"] = request["max_tokens"]
    out |= {name: request[name] for name in _SAME if name in request}
    settle(request, from_responses(out), kept, SHAPE)
    return out


def from_responses(request: dict[str, Any], kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """A Responses request with its whole `input` as a Messages request. kept: what `to_responses` kept.

    `store` is not taken over. ShapeError for what Messages has no place for: `reasoning` items, server tools,
    `previous_response_id` (the server holds that conversation; send it whole).
    """
    request = checked(plain(request), _FIELDS, "request", SHAPE)
    out: dict[str, Any] = {"model": request["model"]} if "model" in request else {}
    given = request.get("input", [])
    items = [{"role": "user", "content": given}] if isinstance(given, str) else given
    system, out["messages"] = _from_items(items)
    if request.get("instructions") is not None:
        system = [request["instructions"], *system]
    if system:
        out["system"] = system[0] if len(system) == 1 else [b for part in system for b in _as_blocks(part)]
    if request.get("tools"):
        out["tools"] = [_from_tool(tool, n) for n, tool in enumerate(request["tools"])]
    choice = parallel(_from_choice(request.get("tool_choice")), request.get("parallel_tool_calls"))
    if choice:
        out["tool_choice"] = choice
    if request.get("max_output_tokens") is not None:
        out["max_tokens"] = request["max_output_tokens"]
    out |= {name: request[name] for name in _SAME if name in request}
    return restored(out, kept)


# --- messages, there --------------------------------------------------------------------------------------


def _to_items(message: dict[str, Any], n: int) -> list[dict[str, Any]]:
    """The items of one message, in its order: runs of text and images, calls, outputs."""
    role, content = message.get("role"), message.get("content")
    if not isinstance(content, list):
        return [{"role": role, "content": content or ""}]
    kind = "output_text" if role == "assistant" else "input_text"
    items: list[dict[str, Any]] = []
    for m, block in enumerate(content):
        if block.get("type") == "tool_use":
            items.append(to_call(block, f"messages.{n}.content.{m}"))
        elif block.get("type") == "tool_result":
            items.append(_output(block))
        else:
            parts = _parts([block], kind)
            if parts and items and isinstance(items[-1].get("content"), list):
                items[-1]["content"] += parts
            elif parts:
                items.append({"role": role, "content": parts})
    return items or [{"role": role, "content": ""}]


def to_call(block: dict[str, Any], where: str) -> dict[str, Any]:
    """A `tool_use` block as a `function_call` item."""
    return {
        "type": "function_call",
        "call_id": block.get("id"),
        "name": block.get("name"),
        "arguments": arguments_text(block.get("input"), where),
    }


def _output(block: dict[str, Any]) -> dict[str, Any]:
    said = block.get("content")
    output = _parts(said, "input_text") if isinstance(said, list) else said
    return {"type": "function_call_output", "call_id": block.get("tool_use_id"), "output": output or ""}


def _parts(blocks: list[Any], kind: str) -> list[dict[str, Any]]:
    out = []
    for block in blocks:
        if block.get("type") == "text":
            out.append({"type": kind, "text": block.get("text")})
        elif block.get("type") == "image" and kind == "input_text":
            source = block.get("source") or {}
            if source.get("type") == "file":
                out.append({"type": "input_image", "file_id": source.get("file_id")})
            elif url := image_url(source):
                out.append({"type": "input_image", "image_url": url})
    return out


# --- messages, back ---------------------------------------------------------------------------------------


def _from_items(items: list[Any]) -> tuple[list[Any], list[dict[str, Any]]]:
    """(what was said as system before all else, messages). Items of one side in a row join one message; a
    string stands alone."""
    system: list[Any] = []
    out: list[dict[str, Any]] = []
    for n, item in enumerate(items):
        where = f"input.{n}"
        role, content = _from_item(item, where)
        if role == "system" and not out:
            system.append(content)
        elif isinstance(content, list) and out and out[-1]["role"] == role and _is_list(out[-1]):
            out[-1]["content"] += content
        else:
            out.append({"role": role, "content": content})
    return system, out


def _is_list(message: dict[str, Any]) -> bool:
    return isinstance(message["content"], list) and message["role"] != "system"


def _from_item(item: Any, where: str) -> tuple[str, Any]:
    """(role, content) of one item."""
    kind = item.get("type", "message") if isinstance(item, dict) else None
    if kind == "function_call":
        return "assistant", [call_of(item, where)]
    if kind == "function_call_output":
        item = checked(item, ("type", "id", "call_id", "output", "status"), where, SHAPE)
        said = _content(item.get("output"), where)
        return "user", [{"type": "tool_result", "tool_use_id": item.get("call_id"), "content": said}]
    if kind != "message":
        raise ShapeError(
            f"{where}: message, function_call and function_call_output have a place in Messages, not "
            f"{kind!r}; leave this item out"
        )
    item = checked(item, ("type", "role", "content", "id", "status", "phase"), where, SHAPE)
    role = {"developer": "system"}.get(item.get("role"), item.get("role"))
    if role not in ("user", "assistant", "system"):
        raise ShapeError(
            f"{where}: {SHAPE} has the roles user, assistant, system and developer, not {role!r}"
        )
    return role, _content(item.get("content"), where)


def call_of(item: dict[str, Any], where: str) -> dict[str, Any]:
    """A `function_call` item as a `tool_use` block."""
    input = arguments_of(item.get("arguments"), where)
    return {"type": "tool_use", "id": item.get("call_id"), "name": item.get("name"), "input": input}


def _content(content: Any, where: str) -> Any:
    return texts_of(content, where) if isinstance(content, list) else content or ""


def texts_of(parts: list[Any], where: str) -> list[dict[str, Any]]:
    """Blocks for the parts of a message or an output."""
    return [_from_part(part, f"{where}.content.{n}") for n, part in enumerate(parts)]


def _from_part(part: Any, where: str) -> dict[str, Any]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in ("input_text", "output_text"):
        return {"type": "text", "text": part.get("text")}
    if kind == "refusal":
        return {"type": "text", "text": part.get("refusal")}
    if kind == "input_image" and part.get("file_id"):
        return {"type": "image", "source": {"type": "file", "file_id": part["file_id"]}}
    if kind == "input_image":
        return {"type": "image", "source": image_source(part.get("image_url"), where)}
    raise ShapeError(
        f"{where}: only parts of type input_text, output_text, input_image and refusal have a place in "
        f"Messages, not {kind!r}"
    )


def _as_blocks(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [{"type": "text", "text": said}]


# --- tools ------------------------------------------------------------------------------------------------


def _to_tool(tool: dict[str, Any]) -> dict[str, Any]:
    out = {"type": "function", "name": tool.get("name")}
    if tool.get("description") is not None:
        out["description"] = tool["description"]
    return {**out, "parameters": tool.get("input_schema"), "strict": bool(tool.get("strict"))}


def _from_tool(tool: Any, n: int) -> dict[str, Any]:
    known = ("type", "name", "description", "parameters", "strict")
    tool = checked(tool, known, f"tools.{n}", SHAPE)
    if tool.get("type") != "function":
        raise ShapeError(f"tools.{n}: only tools of type `function` have a place in Messages")
    out = {name: tool[name] for name in ("name", "description") if tool.get(name) is not None}
    out["input_schema"] = tool.get("parameters") or {"type": "object", "properties": {}}
    if tool.get("strict", True):
        out["strict"] = True
    return out


def _to_choice(choice: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if choice.get("type") == "tool":
        out["tool_choice"] = {"type": "function", "name": choice.get("name")}
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
    if isinstance(choice, dict) and choice.get("type") == "function":
        return {"type": "tool", "name": choice.get("name")}
    raise ShapeError(
        f"tool_choice: auto, required, none or one function has a place in Messages, not {choice!r}"
    )
