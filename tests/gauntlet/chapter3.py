"""Chapter 3's loop, as its notebook has it: the cells of the two exercises, run in a module of their own."""

import json
from pathlib import Path

from clockhands import settings
from clockhands.classroom.places import SOLUTIONS

CELLS = ("ex-3-2-stub", "ex-3-3-stub")


def chapter3():
    """`run_loop(client, tools, prompt)` of the solved notebook."""
    notebook = json.loads((Path(SOLUTIONS) / "03_the_loop.ipynb").read_text(encoding="utf-8"))
    sources = {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}
    names = {"MODEL": settings.model_id()}
    for cell in CELLS:
        exec(compile(sources[cell], cell, "exec"), names)
    loop = names["run_loop"]
    loop.name = "chapter 3"
    return loop
