"""One step of a run as HTML: three lanes, what is new, who waits for what. Colours follow JupyterLab's theme.

Text stands in the page's own colour, or white on one of the palette's; so it reads on light and dark pages.
Each part is cut to a size of its own: a step costs the same however long the run and its texts are.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import islice

from clockhands.show.draw_sequence import say
from clockhands.show.palette import GREY, MODEL, STOP, TOOL, USER, Mark
from clockhands.show.sequence_svg import OKAY
from clockhands.show.step_lanes import lanes
from clockhands.show.steps import Piece, Request, Step, pieces_of
from clockhands.show.story import Call, verdict
from clockhands.show.words import arguments, count, duration, fit

__all__ = ["draw_step", "summary"]

LONGEST = 700
MOST_MESSAGES, MOST_BLOCKS, MOST_PENDING = 6, 8, 8
_ROLES = {"user": USER, "assistant": MODEL}
_INK = "var(--jp-content-font-color1, #1f2328)"
_LINE = "var(--jp-border-color2, #d0d7de)"
_PAPER = "var(--jp-layout-color1, #fff)"
_CODE = "font-family:var(--jp-code-font-family, monospace);font-size:12px"


def draw_step(step: Step, total: int, marks: dict[str, Mark], *, timed: bool, live: bool = True) -> str:
    """The step as one block of HTML. timed: say the time too. live: draw the lanes and announce changes."""
    announce = ' role="status" aria-live="polite"' if live else ""
    head = f"<div{announce}>{_badge(f'{step.number} of {total}', _colour(step))} {_strong(step.label)} "
    head += f"{escape(fit(_sentence(step), 300))}</div>"
    parts = [head, lanes(step) if live else "", _facts(step, timed)]
    parts += [_sent(step, marks), _answered(step, marks), _waiting(step)]
    return (
        f'<div style="color:{_INK};background:{_PAPER};border:1px solid {_LINE};border-radius:8px;'
        f'padding:10px 14px;margin:4px 0;max-width:60em;line-height:1.5;font-size:14px">'
        f"{''.join(parts)}</div>"
    )


def summary(step: Step, total: int) -> str:
    """`Step 3 of 6, check: the app decides about a (run).`"""
    return f"Step {step.number} of {total}, {step.label}: {_sentence(step)}"


def _sentence(step: Step) -> str:
    said = say(step.row)
    return said[:1].upper() + said[1:]


def _colour(step: Step) -> str:
    by_model = step.label in ("ask", "reply")
    return STOP if step.label == "stop" else MODEL if by_model else TOOL if step.label == "run" else USER


def _facts(step: Step, timed: bool) -> str:
    facts = [count(step.model_calls, "model call")]
    if step.tokens_in or step.tokens_out:
        facts.append(f"tokens so far: {step.tokens_in:,} in, {step.tokens_out:,} out")
    if timed:
        facts.append(f"elapsed: {duration(step.seconds)}")
    reason = step.row.stop_reason
    if reason:
        colour = MODEL if reason in OKAY else STOP
        facts.append(f"stop_reason: {_badge(reason, colour)}")
    return f'<div style="margin:4px 0">{" · ".join(facts)}</div>'


def _sent(step: Step, marks: dict[str, Mark]) -> str:
    """The request of a *send* or *return*: what went out before on one line, what is new in full."""
    request = step.request
    if step.label not in ("send", "return") or request is None:
        return ""
    new = list(islice(request.new, MOST_MESSAGES + 1))
    lines = [_folded(request)]
    lines += [_message(index, message, marks) for index, message in new[:MOST_MESSAGES]]
    if len(new) > MOST_MESSAGES:
        left = len(request.messages) - request.earlier - MOST_MESSAGES
        lines.append(f"<div>… and {count(left, 'more new message')}</div>")
    if not new:
        lines.append("<div>No message is new: the same request again.</div>")
    return _box(f"Request {request.exchange.n}: what is new in it", "".join(lines), USER)


def _folded(request: Request) -> str:
    said = []
    if request.earlier:
        span = "messages[0]" if request.earlier == 1 else f"messages[0] to messages[{request.earlier - 1}]"
        said.append(f"{span}: sent again, as before")
    if request.mended:
        said.append(f"changed or cut by the app from messages[{request.earlier}] on")
    if request.settings:
        said.append(request.settings)
    return f'<div style="margin:2px 0">▸ {escape("; ".join(said))}</div>' if said else ""


def _answered(step: Step, marks: dict[str, Mark]) -> str:
    """The model's reply, or the error in place of one."""
    exchange = step.row.exchange
    if step.label == "stop":
        detail = fit(step.row.detail or step.row.text, LONGEST)
        return _box("Stopped here", f"<div>{escape(detail)}</div>", STOP)
    if step.label not in ("ask", "reply") or exchange is None or exchange.response is None:
        return ""
    index = len(step.request.messages) if step.request is not None else 0
    message = {"role": "assistant", "content": exchange.response.get("content") or []}
    return _box(f"Reply {exchange.n}", _message(index, message, marks), MODEL)


def _message(index: int, message: dict, marks: dict[str, Mark]) -> str:
    pieces = pieces_of(index, message)
    role = pieces[0].role if pieces else str(message.get("role", "?"))
    lines = [f"<div>{_strong(f'messages[{index}]')} {escape(role)}</div>"]
    lines += [_piece(piece, marks) for piece in pieces[:MOST_BLOCKS]]
    if len(pieces) > MOST_BLOCKS:
        lines.append(f"<div>… and {count(len(pieces) - MOST_BLOCKS, 'more block')}</div>")
    edge = _ROLES.get(role, GREY)
    return f'<div style="border-left:4px solid {edge};padding-left:10px;margin:6px 0">{"".join(lines)}</div>'


def _piece(piece: Piece, marks: dict[str, Mark]) -> str:
    chip = _chip(marks[piece.id]) if piece.id in marks else _badge("no such call", STOP) if piece.id else ""
    kind = "" if piece.kind == "text" else f'<code style="{_CODE}">{escape(piece.kind)}</code>'
    id_ = (
        f'<code style="{_CODE};overflow-wrap:anywhere">{escape(fit(piece.id, 60))}</code>' if piece.id else ""
    )
    error = _badge("is_error", STOP) if piece.is_error else ""
    head = " ".join(filter(None, [chip, kind, id_, error]))
    text = piece.text if len(piece.text) <= LONGEST else piece.text[:LONGEST] + "…"
    body = f'<span style="white-space:pre-wrap;overflow-wrap:anywhere">{escape(text) or "(empty)"}</span>'
    return f'<div style="margin:2px 0">{head}{"<br>" if head else ""}{body}</div>'


def _waiting(step: Step) -> str:
    """The calls the model waits for; on a *return*, those it brings the results of."""
    if step.label == "return":
        answered = [result.call for result in step.row.results if result.call is not None]
        rows = _calls(answered, "answered") + _calls(step.pending, "still pending")
    else:
        rows = _calls(step.pending, "pending")
    if not rows:
        return ""
    return _box("Tool calls by id", "".join(rows), TOOL)


def _calls(calls: Sequence[Call], state: str) -> list[str]:
    rows = []
    for call in calls[:MOST_PENDING]:
        said = state if verdict(call) in ("run", "unwatched") or state == "pending" else f"{state}, not run"
        rows.append(
            f'<div style="margin:2px 0">{_chip(call.mark)} <code style="{_CODE};overflow-wrap:anywhere">'
            f"{escape(fit(call.id, 60))}</code> {escape(fit(call.name or '(no name)', 40))} "
            f"{escape(arguments(call.input or {}, 60))}: <strong>{escape(said)}</strong></div>"
        )
    if len(calls) > MOST_PENDING:
        rows.append(f"<div>… and {count(len(calls) - MOST_PENDING, 'more call')}, {escape(state)}</div>")
    return rows


def _box(title: str, inner: str, colour: str) -> str:
    return (
        f'<div style="border:1px solid {_LINE};border-radius:6px;padding:6px 10px;margin:8px 0 0">'
        f"<div>{_badge(title, colour)}</div>{inner}</div>"
    )


def _chip(mark: Mark) -> str:
    """A call's mark: its shape and letter, white on its colour."""
    return _badge(str(mark), mark.colour)


def _badge(text: str, colour: str) -> str:
    return (
        f'<span style="background:{colour};color:#fff;border-radius:4px;padding:1px 7px;font-weight:600;'
        f'white-space:nowrap">{escape(text)}</span>'
    )


def _strong(text: str) -> str:
    return f"<strong>{escape(text)}</strong>"
