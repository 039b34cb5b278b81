"""Marked regions in a cell: what a chapter shows in place of a solution, and what it does not show at all.

Text in, text out. A region stands between two comment lines:

    ### BEGIN SOLUTION          ### BEGIN HIDDEN TESTS
    ### END SOLUTION            ### END HIDDEN TESTS

A solution inside a function becomes `raise NotImplementedError  # your code here`. At the level of the cell,
every name it assigns becomes `NAME = ...`, and each function it defines keeps its signature and docstring.
Hidden tests leave nothing behind.
"""

from __future__ import annotations

import ast
import re
import textwrap

from clockhands.errors import ClockHandsError

STUB = "raise NotImplementedError  # your code here"
BLANK = "...  # your code here"
TEXT_STUB = "*Your answer here.*"

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_MARKER = re.compile(r"^[ \t]*#{3} (BEGIN|END) (SOLUTION|HIDDEN TESTS)[ \t]*$")


class RegionError(ClockHandsError):
    """A marker without its partner, or a region that no stub can stand for."""


def chapter_source(source: str, *, code: bool = True) -> str:
    """The cell as the chapter shows it. RegionError when markers do not pair up."""
    lines = source.split("\n")
    out: list[str] = []
    position = 0
    for start, end, kind in _regions(lines):
        out += lines[position:start]
        if kind == "SOLUTION":
            out += _stand_in(lines, start, end) if code else [TEXT_STUB]
        position = end + 1
    if not position:
        return source
    return "\n".join(out + lines[position:]).rstrip()


def solved_source(source: str) -> str:
    """The solved cell as a reader sees it: marker lines and hidden tests gone, the solution kept."""
    lines = source.split("\n")
    drop: set[int] = set()
    for start, end, kind in _regions(lines):
        drop |= {start, end} if kind == "SOLUTION" else set(range(start, end + 1))
    return "\n".join(line for number, line in enumerate(lines) if number not in drop).strip("\n")


def has_region(source: str, kind: str = "SOLUTION") -> bool:
    """Whether the cell holds a region of this kind (SOLUTION or HIDDEN TESTS)."""
    return any(found == kind for _, _, found in _regions(source.split("\n")))


def _regions(lines: list[str]) -> list[tuple[int, int, str]]:
    """(first line, last line, kind) of every region, both marker lines included, counted from 0."""
    found, opened = [], None
    for number, line in enumerate(lines):
        match = _MARKER.match(line)
        if not match:
            continue
        edge, kind = match.groups()
        if edge == "BEGIN":
            if opened:
                raise RegionError(
                    f"line {number + 1}: {line.strip()!r} inside a region; close that one first"
                )
            opened = (number, kind)
        elif not opened or opened[1] != kind:
            raise RegionError(f"line {number + 1}: {line.strip()!r} needs '### BEGIN {kind}' above it")
        else:
            found.append((opened[0], number, kind))
            opened = None
    if opened:
        raise RegionError(
            f"line {opened[0] + 1}: '### BEGIN {opened[1]}' needs '### END {opened[1]}' below it"
        )
    return found


def _stand_in(lines: list[str], start: int, end: int) -> list[str]:
    """The lines a chapter shows in place of the region from `start` to `end`."""
    if _inside_function(lines, start, end):
        marker = lines[start]
        return [marker[: len(marker) - len(marker.lstrip())] + STUB]
    body = textwrap.dedent("\n".join(lines[start + 1 : end]))
    indent = re.match(r"[ \t]*", lines[start]).group()
    stubs: list[str] = []
    for statement in _parse(body, start + 1).body:
        for stub in _stub_of(statement, body):
            if stub not in stubs:
                stubs.append(stub)
    return [indent + line if line else line for stub in stubs or [BLANK] for line in stub.split("\n")]


def _inside_function(lines: list[str], start: int, end: int) -> bool:
    """Whether the region lies in the body of a function (and not, say, in a loop of the cell itself)."""
    indent = re.match(r"[ \t]*", lines[start]).group()
    probe = "\n".join([*lines[:start], indent + "pass", *lines[end + 1 :]])
    functions = (node for node in ast.walk(_parse(probe, 0)) if isinstance(node, _FUNCTIONS))
    return any(
        isinstance(inner, ast.Pass) and inner.lineno == start + 1
        for function in functions
        for inner in ast.walk(function)
    )


def _parse(source: str, offset: int) -> ast.Module:
    try:
        return compile(
            source, "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
        )
    except SyntaxError as error:
        where = offset + (error.lineno or 0)
        raise RegionError(f"line {where}: a cell with a solution must be plain Python: {error.msg}") from None


def _stub_of(statement: ast.stmt, source: str) -> list[str]:
    if isinstance(statement, _FUNCTIONS):
        return [_function_stub(statement, source)]
    if isinstance(statement, ast.ClassDef):
        return [f"{statement.name} = {BLANK}"]
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    names = [node.id for target in targets for node in ast.walk(target) if _is_stored_name(node)]
    return [f"{name} = {BLANK}" for name in names]


def _is_stored_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _function_stub(function: ast.FunctionDef | ast.AsyncFunctionDef, source: str) -> str:
    """Decorators, signature and docstring of `function`, then the stub line."""
    first = min([function.lineno] + [d.lineno for d in function.decorator_list])
    keep_docstring = ast.get_docstring(function, clean=False) is not None
    body = function.body[0]
    end, column = (body.end_lineno, body.end_col_offset) if keep_docstring else (body.lineno, body.col_offset)
    *whole, last = source.split("\n")[first - 1 : end]
    head = "\n".join([*whole, last.encode("utf-8")[:column].decode("utf-8")]).rstrip()
    return f"{head}\n    {STUB}"
