"""`conversation(messages)`: the messages as the API sees them, block by block, with matching ids marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from clockhands.show.palette import GREY, INK, MODEL, STOP, TOOL, USER, Mark, mark
from clockhands.show.picture import Picture
from clockhands.show.svg import Canvas
from clockhands.show.words import arguments, clean, count, fit, shorter, text_of, wrapped
from clockhands.trace import Trace, plain

__all__ = ["conversation"]

MOST = 40


@dataclass
class _Block:
    kind: str
    text: str
    mark: Mark | None = None
    id: str = ""
    wrong: bool = False


@dataclass
class _Turn:
    index: int
    role: str
    blocks: list[_Block] = field(default_factory=list)


def conversation(messages: Iterable[dict] | Trace) -> Picture:
    """Each message with its index, role and blocks; a `tool_use` and the `tool_result` of the same id carry
    the same colour, shape and letter.

    messages: a list of message dicts (SDK blocks welcome) or a `Trace`. A result whose id answers no call, or
    that is not in a user message, is drawn as a stop. Of more than 40 messages the middle ones are counted.
    """
    if isinstance(messages, Trace):
        messages = messages.messages
    if isinstance(messages, (str, bytes, dict)) or not hasattr(messages, "__iter__"):
        raise TypeError(f"pass a list of messages or a Trace, not {type(messages).__name__}")
    turns = _turns(plain(list(messages)))
    total, dropped = len(turns), max(0, len(turns) - MOST)
    if dropped:
        note = _Turn(-1, f"… {count(dropped, 'more message')} …")
        turns = [*turns[: MOST // 2], note, *turns[-MOST // 2 :]]
    alt = _alt(turns, total)
    return Picture(_text(turns), alt, _svg(turns, alt))


def _turns(messages: list[Any]) -> list[_Turn]:
    marks: dict[str, Mark] = {}
    turns = []
    for index, message in enumerate(messages):
        message = message if isinstance(message, dict) else {"role": "?", "content": message}
        role, content = str(message.get("role", "?")), message.get("content")
        turn = _Turn(index, role)
        for block in content if isinstance(content, list) else [{"type": "text", "text": text_of(content)}]:
            turn.blocks.append(_block(block if isinstance(block, dict) else {"text": block}, role, marks))
        turns.append(turn)
    return turns


def _block(block: dict, role: str, marks: dict[str, Mark]) -> _Block:
    kind = str(block.get("type", "text"))
    if kind == "tool_use":
        id_ = str(block.get("id", ""))
        marks.setdefault(id_, mark(len(marks)))
        name = shorter(block.get("name", ""), 36)
        said = arguments(block["input"], 40) if block.get("input") else "{}"
        return _Block(kind, f"{name} {said}", marks[id_], id_, wrong=role != "assistant")
    if kind == "tool_result":
        id_ = str(block.get("tool_use_id", ""))
        error = "error: " if block.get("is_error") else ""
        text = error + text_of(block.get("content"))
        return _Block(kind, clean(text), marks.get(id_), id_, wrong=role != "user" or id_ not in marks)
    text = block.get("text") if kind == "text" else f"({kind})"
    return _Block(kind, clean(text or ""))


def _note(block: _Block, role: str) -> str:
    """What is wrong with a block, in words; empty when nothing is."""
    if not block.wrong:
        return ""
    if block.kind == "tool_result" and block.mark is None:
        return "answers no call"
    return f"spoken by {role}"


def _text(turns: list[_Turn]) -> str:
    out = []
    for turn in turns:
        out.append(f"messages[{turn.index}]  {turn.role}" if turn.index >= 0 else f"  {turn.role}")
        for block in turn.blocks:
            first, *rest = wrapped(block.text or "(empty)", 78, 6 if block.kind == "text" else 3)
            sign = str(block.mark) if block.mark else "✖  " if block.wrong else "   "
            out.append(f"  {sign:<4} {block.kind:<11} {first}".rstrip())
            out += [f"{'':<19}{line}" for line in rest]
            note = _note(block, turn.role)
            if block.id or note:
                label = "tool_use_id" if block.kind == "tool_result" else "id"
                out.append(f"{'':<19}{label} {shorter(block.id, 34)}" + (f"   ✖ {note}" if note else ""))
    return "\n".join(out) or "an empty conversation"


def _svg(turns: list[_Turn], alt: str) -> str:
    canvas, y = Canvas(), 26.0
    colours = {"user": USER, "assistant": MODEL}
    for turn in turns:
        colour = colours.get(turn.role, GREY)
        if turn.index < 0:
            canvas.text(60, y + 8, turn.role, colour=GREY, weight=600)
            y += 28
            continue
        top = y - 6
        canvas.text(60, y + 8, turn.role or "(no role)", size=14, weight=650, colour=colour, room=95)
        canvas.text(60, y + 26, f"[{turn.index}]", size=12, mono=True, colour=GREY)
        for block in turn.blocks:
            y = _svg_block(canvas, block, turn.role, y)
        y = max(y, top + 40)
        canvas.bar(40, top, 5, y - top, colour)
        y += 18
    return canvas.svg(y + 4, alt)


def _svg_block(canvas: Canvas, block: _Block, role: str, y: float) -> float:
    tool = block.kind in ("tool_use", "tool_result")
    colour = STOP if block.wrong else MODEL if block.kind == "tool_use" else TOOL if tool else INK
    if block.mark is not None:
        canvas.mark(166, y + 4, block.mark)
    elif block.wrong:
        canvas.octagon(166, y + 4, STOP)
    canvas.text(196, y + 8, block.kind, size=12, mono=True, colour=GREY, room=92)
    style = {"size": 12.5, "mono": True, "weight": 600} if tool else {"size": 14}
    most = 3 if tool else 6
    y = canvas.lines(296, y + 8, block.text or "(empty)", 620, most, colour=colour, **style) - 8
    note = _note(block, role)
    if block.id or note:
        label = "tool_use_id" if block.kind == "tool_result" else "id"
        text = f"{label} {shorter(block.id, 34)}"
        canvas.text(296, y + 5, text, size=11.5, mono=True, colour=GREY, room=335)
        if note:
            canvas.text(640, y + 5, note, weight=600, colour=STOP, room=270)
        y += 17
    return y + 4


def _alt(turns: list[_Turn], total: int) -> str:
    said = []
    for turn in turns:
        blocks = []
        for block in turn.blocks:
            note = _note(block, turn.role)
            call = f" (call {block.mark.letter})" if block.mark else ""
            blocks.append(
                f"{block.kind}{call}{' ' + note if note else ''}: {fit(block.text, 100) or 'empty'}"
            )
        said.append(f"{turn.index} {turn.role}: {'; '.join(blocks)}" if turn.index >= 0 else f"{turn.role}.")
    return f"A conversation of {count(total, 'message')}. " + " ".join(said)
