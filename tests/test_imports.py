"""Who may import whom (design.md's module map): arrows of the package point one way."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "clockhands"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if "kernel_profile" not in path.parts
}
_SAME = {"live": "client"}  # one part in two modules
EVERYWHERE = {"clock", "errors", "settings"}  # the ground everything may stand on
LAUNCHER = {"launcher", "__main__"}

#: part of the package -> the other parts it may import (beside EVERYWHERE)
MAY_IMPORT = {
    "clock": set(),
    "errors": set(),
    "settings": set(),
    "trace": {"watching"},
    "watching": {"trace"},
    "jsonschema_library": set(),
    "mock": {"jsonschema_library"},
    "client": {"mock", "trace"},
    "shapes": set(),
    "tools": {"jsonschema_library"},
    "agent": {"tools", "trace", "watching"},
    "show": {"client", "trace"},
    "lessons": {"agent", "client", "mock", "shapes", "show", "tools", "trace", "watching"},
    "gauntlet": {"agent", "client", "mock", "show", "tools", "trace", "watching"},
    "classroom": {"agent", "client", "gauntlet", "lessons", "mock", "show", "tools", "trace", "launcher"},
    "launcher": {"classroom"},
    "__main__": {"launcher"},
}


def part_of(module: str) -> str:
    """`clockhands.mock.wire` -> `mock`; all modules of the launcher are one part."""
    name = module.split(".")[1] if "." in module else "__init__"
    return "launcher" if name.startswith("launcher") else _SAME.get(name, name)


def of_parts_other_than(*parts: str) -> list[str]:
    return [module for module in MODULES if part_of(module) not in parts]


def imports(path: Path, module: str, *, whole: bool = True) -> Iterator[str]:
    """Full names that a module imports; whole=False: only those that run when it is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree) if whole else _at_import_time(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            name = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{name}.{alias.name}" for alias in node.names)


def _at_import_time(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _is_for_types(child):
            continue
        yield child
        yield from _at_import_time(child)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_part_may(module):
    part = part_of(module)
    if part == "__init__":
        return
    for name in imports(MODULES[module], module):
        if name.split(".")[0] == "clockhands" and name.count("."):
            other = part_of(name)
            allowed = MAY_IMPORT[part] | EVERYWHERE | {part}
            assert other in allowed or other not in MAY_IMPORT, f"{module} imports {name}"


def test_every_part_has_a_rule():
    assert {part_of(module) for module in MODULES} - {"__init__"} <= set(MAY_IMPORT)


@pytest.mark.parametrize("module", [name for name in MODULES if part_of(name) == "mock" and "toy" in name])
def test_the_toy_sees_no_clock_disk_or_chance(module):
    forbidden = {"time", "random", "os", "pathlib", "socket", "secrets", "uuid", "clockhands.clock"}
    found = set(imports(MODULES[module], module))
    assert not {name for name in found if name in forbidden or name.split(".")[0] in forbidden}
    assert not {name for name in found if name.startswith("clockhands.clock")}


@pytest.mark.parametrize("module", of_parts_other_than("show", "lessons", "classroom"))
def test_only_show_and_lessons_know_notebooks(module):
    assert not {
        name for name in imports(MODULES[module], module) if name.split(".")[0] in ("IPython", "ipywidgets")
    }


@pytest.mark.parametrize("module", MODULES)
def test_nothing_imports_solutions(module):
    assert not {name for name in imports(MODULES[module], module) if "solutions" in name.split(".")[:1]}


@pytest.mark.parametrize("module", of_parts_other_than("mock", "client", "gauntlet"))
def test_heavy_libraries_load_where_they_are_used(module):
    heavy = {"anthropic", "matplotlib", "ipywidgets", "pydantic", "jupyterlab", "nbformat", "nbclient"}
    found = {name.split(".")[0] for name in imports(MODULES[module], module, whole=False)}
    assert not found & heavy


@pytest.mark.parametrize("module", [name for name in MODULES if part_of(name) in LAUNCHER])
def test_the_launcher_needs_the_standard_library_alone(module):
    found = {name.split(".")[0] for name in imports(MODULES[module], module, whole=False)}
    assert found - {"clockhands"} <= set(sys.stdlib_module_names)


def test_importing_the_package_loads_nothing_else():
    code = (
        "import sys; before = set(sys.modules); import clockhands; "
        "print(*sorted(name for name in set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["clockhands"]


def test_names_of_the_package_lead_somewhere():
    import clockhands

    for name, module in clockhands._WHERE.items():
        home = PACKAGE / module
        assert home.is_dir() or home.with_suffix(".py").exists(), f"{name} is said to be in {module}"
