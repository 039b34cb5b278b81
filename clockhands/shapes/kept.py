"""What a shape has no place for: found by going there and back, then kept beside or refused.

Two questions about a request (or reply) and what came back of it. *Is it equal?* If not, the difference goes
into `kept`, from which `restored` makes the original again. *Does the API read it the same?* If not, and
nobody wants to keep the difference, it is refused.
"""

from __future__ import annotations

from typing import Any

from clockhands.errors import ShapeError

__all__ = ["difference", "restored", "settle"]

_DROPPED = ("cache_control", "metadata", "service_tier", "diagnostics", "usage")  # say nothing to a model
_DEFAULTS: dict[str, tuple[Any, ...]] = {
    "is_error": (False,),
    "strict": (False,),
    "stream": (False,),
    "caller": ({"type": "direct"},),
    "tools": ([],),
    "stop_sequences": ([],),
    "disable_parallel_tool_use": (False,),
    "citations": ([],),
    "defer_loading": (False,),
}


def settle(original: dict[str, Any], back: dict[str, Any], kept: dict[str, Any] | None, shape: str) -> None:
    """Keep in `kept` what is missing from `back`; without `kept`, refuse what would be read otherwise.

    ShapeError names the first such place, or says that `kept` holds something already.
    """
    if kept is None:
        _refuse(read(original), read(back), "", shape)
        return
    if kept:
        raise ShapeError("kept: give an empty dict, one for each request; this one holds something already")
    kept.update(difference(_grouped(original), _grouped(back)) or {})


def restored(back: dict[str, Any], kept: dict[str, Any] | None) -> dict[str, Any]:
    """`back` with everything `kept` holds put in its place again."""
    return _flat(_restored(_grouped(back), kept, "kept")) if kept else back


# --- equal to the last field ------------------------------------------------------------------------------


def difference(original: Any, back: Any) -> dict[str, Any] | None:
    """None when equal; else a note from which `original` can be made out of `back`. JSON values only.

    "was": all of it. "set", "gone": keys to set and to remove. "in": notes for what stays, by key or index.
    """
    if type(original) is type(back) and isinstance(original, dict):
        note = {
            "set": {key: value for key, value in original.items() if key not in back},
            "gone": [key for key in back if key not in original],
            "in": _inside(original, back, [key for key in original if key in back]),
        }
        return {name: part for name, part in note.items() if part} or None
    if isinstance(original, list) and isinstance(back, list) and len(original) == len(back):
        inside = _inside(original, back, range(len(original)))
        return {"in": inside} if inside else None
    return None if type(original) is type(back) and original == back else {"was": original}


def _inside(original: Any, back: Any, keys: Any) -> dict[str, Any]:
    notes = {str(key): difference(original[key], back[key]) for key in keys}
    return {key: note for key, note in notes.items() if note}


def _restored(back: Any, note: dict[str, Any], where: str) -> Any:
    if "was" in note:
        return note["was"]
    if isinstance(back, dict):
        out = {key: value for key, value in back.items() if key not in note.get("gone", ())}
        out |= {key: _restored(back[key], inner, where) for key, inner in _notes(back, note, where)}
        return {**out, **note.get("set", {})}
    if isinstance(back, list):
        found = {int(key): inner for key, inner in _notes(back, note, where)}
        return [_restored(item, found[n], where) if n in found else item for n, item in enumerate(back)]
    raise _belongs_elsewhere(where)


def _notes(back: Any, note: dict[str, Any], where: str) -> list[tuple[str, Any]]:
    places = set(back) if isinstance(back, dict) else {str(n) for n in range(len(back))}
    notes = note.get("in", {})
    if not notes.keys() <= places:
        raise _belongs_elsewhere(where)
    return list(notes.items())


def _belongs_elsewhere(where: str) -> ShapeError:
    return ShapeError(
        f"{where}: this belongs to another conversation, or turns were removed from this one; translate back "
        "with the dict that was filled on the way there"
    )


# Neighbours of one role are one turn to the API. A shape may join or split them, so turns are counted.


def _grouped(request: dict[str, Any]) -> dict[str, Any]:
    """The request with its messages as a list of turns, each a list of messages of one role."""
    if not isinstance(request.get("messages"), list):
        return request
    turns: list[list[Any]] = []
    for message in request["messages"]:
        if turns and turns[-1][-1].get("role") == message.get("role"):
            turns[-1].append(message)
        else:
            turns.append([message])
    return {**request, "messages": turns}


def _flat(request: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(request.get("messages"), list):
        return request
    return {**request, "messages": [message for turn in request["messages"] for message in turn]}


# --- read the same ----------------------------------------------------------------------------------------


def read(request: dict[str, Any]) -> dict[str, Any]:
    """The request as the API reads it: turns of blocks, without what is at its default."""
    out = _without_defaults(request)
    if isinstance(request.get("messages"), list):
        out["messages"] = [_read_turn(turn) for turn in _grouped(request)["messages"]]
    if "system" in request:
        out["system"] = _blocks(request["system"])
    if "content" in request:
        out["content"] = _joined(_blocks(request["content"]))
    if not out.get("system", True):
        del out["system"]
    if isinstance(request.get("tools"), list) and request["tools"]:
        out["tools"] = [_read_tool(tool) for tool in request["tools"]]
    if isinstance(request.get("tool_choice"), dict):
        out["tool_choice"] = _without_defaults(request["tool_choice"])
    return out


def _read_turn(turn: list[dict[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for message in turn:
        out |= _without_defaults(message)
    return {**out, "content": [block for message in turn for block in _blocks(message.get("content"))]}


def _blocks(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [_read_block(block) for block in content or []]


def _joined(blocks: list[Any]) -> list[Any]:
    """A reply's texts in a row are one text to its reader."""
    out: list[Any] = []
    for block in blocks:
        if out and block.keys() == out[-1].keys() == {"type", "text"}:
            out[-1] = {**block, "text": out[-1]["text"] + block["text"]}
        else:
            out.append(block)
    return out


def _read_block(block: Any) -> Any:
    if not isinstance(block, dict):
        return block
    out = _without_defaults(block)
    if block.get("type") == "tool_result":
        out["content"] = _blocks(block.get("content"))
    return out


def _read_tool(tool: Any) -> Any:
    out = _without_defaults(tool) if isinstance(tool, dict) else tool
    if isinstance(out, dict) and out.get("type") == "custom":
        del out["type"]
    return out


def _without_defaults(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in fields.items()
        if value is not None and name not in _DROPPED and value not in _DEFAULTS.get(name, ())
    }


def _refuse(original: Any, back: Any, path: str, shape: str) -> None:
    """ShapeError at the first place where `original`, as the API reads it, is not in `back`."""
    if type(original) is type(back) and original == back:
        return
    if _alike(original, back):
        for key in original:
            _refuse(original[key], back.get(key), f"{path}.{key}".strip("."), shape)
        extra = [key for key in back if key not in original]
        if extra:
            raise _no_place(back[extra[0]], f"{path}.{extra[0]}".strip("."), shape)
    if isinstance(original, list) and isinstance(back, list):
        for n, item in enumerate(original):
            _refuse(item, back[n] if n < len(back) else None, f"{path}.{n}".strip("."), shape)
    raise _no_place(original, path, shape)


def _alike(original: Any, back: Any) -> bool:
    both = isinstance(original, dict) and isinstance(back, dict)
    return both and original.get("type") == back.get("type") and original.get("role") == back.get("role")


def _no_place(value: Any, path: str, shape: str) -> ShapeError:
    kind = value.get("type") if isinstance(value, dict) else None
    what = f"this `{kind}` block" if kind and path.split(".")[-1].isdigit() else "this"
    return ShapeError(
        f"{path}: {shape} has no place for {what}. Leave it out, say it in the text, or pass kept={{}}, "
        "which keeps it here for the way back"
    )
