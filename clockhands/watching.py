"""Wrap tools so that each call is timed into a trace: functions, dicts of them, `Tool`s and lists."""

from __future__ import annotations

import asyncio
import copy
import functools
import inspect
import json
import re
from collections.abc import Callable
from typing import Any

__all__ = ["shorten", "watched"]

LONGEST = 2000


def shorten(result: Any) -> str:
    """A result as text, cut to 2000 characters; memory addresses go, so that traces can be compared."""
    if not isinstance(result, str):
        try:
            result = json.dumps(result, ensure_ascii=False)
        except (TypeError, ValueError):
            result = re.sub(r" at 0x[0-9a-fA-F]+", "", repr(result))
    return result if len(result) <= LONGEST else result[: LONGEST - 1] + "…"


def watched(trace: Any, x: Any) -> Any:
    """The same kind as `x`, every call inside it timed into `trace`; TypeError if impossible."""
    if isinstance(x, dict):
        return {name: _named(trace, value, name) for name, value in x.items()}
    if isinstance(x, (list, tuple)):
        return type(x)(watched(trace, item) for item in x)
    return _named(trace, x, None)


def _named(trace: Any, x: Any, name: str | None) -> Any:
    if hasattr(x, "fn") and hasattr(x, "name"):
        twin = copy.copy(x)
        # Tool may be a frozen dataclass; the twin is ours to change.
        object.__setattr__(twin, "fn", _timed(trace, x.fn, x.name))
        return twin
    if not callable(x):
        raise TypeError(
            f"cannot watch {type(x).__name__}; "
            "pass a function, a dict name -> function, a Tool or a list of them"
        )
    return _timed(trace, x, name or getattr(x, "__name__", type(x).__name__))


def _timed(trace: Any, fn: Callable, name: str) -> Callable:
    def begin(args: tuple, kwargs: dict) -> Any:
        now = trace.now()
        return trace.add_execution(name, _input(fn, args, kwargs), t0=now, t1=now, ended="hung")

    def end(execution: Any, ended: str, result: Any) -> None:
        # A loop that gave up on the call has already written how it ended; a late return changes nothing.
        if execution.ended == "hung":
            execution.ended, execution.result, execution.t1 = ended, shorten(result), trace.now()

    if inspect.iscoroutinefunction(fn):

        @functools.wraps(fn)
        async def run_async(*args: Any, **kwargs: Any) -> Any:
            execution = begin(args, kwargs)
            try:
                result = await fn(*args, **kwargs)
            except asyncio.CancelledError:
                end(execution, "abandoned", "")
                raise
            except BaseException as error:
                end(execution, "raise", repr(error))
                raise
            end(execution, "ok", result)
            return result

        return run_async

    @functools.wraps(fn)
    def run(*args: Any, **kwargs: Any) -> Any:
        execution = begin(args, kwargs)
        try:
            result = fn(*args, **kwargs)
        except BaseException as error:
            end(execution, "raise", repr(error))
            raise
        end(execution, "ok", result)
        return result

    return run


def _input(fn: Callable, args: tuple, kwargs: dict) -> dict:
    """The arguments by name, as a model would write them; by position where the signature hides them."""
    if not args:
        return dict(kwargs)
    try:
        return dict(inspect.signature(fn).bind_partial(*args, **kwargs).arguments)
    except (TypeError, ValueError):
        return {**{str(index): value for index, value in enumerate(args)}, **kwargs}
