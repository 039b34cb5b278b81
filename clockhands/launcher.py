"""The two commands, and what belongs to them, in the standard library alone.

    python3 -m clockhands [...]          open the course in JupyterLab; further arguments go to JupyterLab
    python3 -m clockhands check [...]    check everything, say all that is off; arguments go to pytest
    python3 -m clockhands reset NAME     put a chapter or lab back to its first state (a dated backup is kept)
    python3 -m clockhands remove         remove .venv and, after asking, your copies and your progress
    python3 -m clockhands build [NN]     make chapters/ out of solutions/ (for authors)

On Windows write `py` for `python3`. The first run installs what is needed into .venv, beside this file's
package; later runs need no network. An environment that has the course installed is used as it is.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

from clockhands import launcher_lab, launcher_remove, launcher_venv, launcher_work
from clockhands.launcher_project import LauncherError


def main(arguments: list[str]) -> int:
    """Run one command; the exit code: 0 done, 1 something is off or has to be done first, 2 no command."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # a console that cannot show a sign shows "?", and goes on
    try:
        return _run(arguments)
    except LauncherError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130


def _run(arguments: list[str]) -> int:
    verb, rest = (
        (arguments[0], arguments[1:]) if arguments and not arguments[0].startswith("-") else ("", arguments)
    )
    if verb == "help" or (not verb and rest[:1] in (["--help"], ["-h"])):
        print(__doc__.split("\n\n", 1)[1].rstrip())
        return 0
    if verb not in _VERBS:
        known = ", ".join(filter(None, _VERBS))
        print(f"There is no command {verb!r}. Commands: {known}; or --help.", file=sys.stderr)
        return 2
    if not verb:
        launcher_lab.refuse_other_machines(rest)  # before anything is installed
    needs, action = _VERBS[verb]
    if needs is not None:
        python = launcher_venv.ready(dev=needs == "dev")
        if python:
            return launcher_venv.hand_over(python, arguments)
    return action(rest)


def _reset(names: list[str]) -> int:
    for line in launcher_work.reset(names):
        print(line)
    return 0


def _build(arguments: list[str]) -> int:
    from clockhands.classroom.build import main as build

    return build(arguments)


def _check(arguments: list[str]) -> int:
    from clockhands.classroom.check import main as check

    return check(arguments)


#: verb -> (what must be installed: None, "base" or "dev"; what to do)
_VERBS: dict[str, tuple[str | None, Callable[[list[str]], int]]] = {
    "": ("base", launcher_lab.start),
    "check": ("dev", _check),
    "build": ("dev", _build),
    "reset": (None, _reset),
    "remove": (None, launcher_remove.remove),
}
