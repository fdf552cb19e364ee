"""The plan of the house is checked, not hoped for: who may import whom.

Each check runs in a fresh interpreter, because the one that runs the tests has long since loaded everything.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import loaded_after, run

ROOT = Path(__file__).parent.parent

IMPORT_ALL = """
import importlib, pkgutil
for name in {packages!r}:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(module.name)
"""


@pytest.mark.parametrize(
    ("packages", "allowed"),
    [(["engine"], {"engine", "msgspec"}), (["engine", "ai"], {"engine", "ai", "msgspec"})],
    ids=["engine", "ai"],
)
def test_rules_and_thought_import_the_standard_library_and_msgspec_only(
    packages: list[str], allowed: set[str]
) -> None:
    at_rest = loaded_after("import msgspec")
    loaded = loaded_after(IMPORT_ALL.format(packages=packages))
    # another name of the main module, which multiprocessing gives it
    foreign = loaded - at_rest - allowed - {"__mp_main__"}
    assert {name for name in foreign if name not in sys.stdlib_module_names} == set()
    assert set(packages) <= loaded


def test_import_contracts_hold() -> None:
    """The contracts of pyproject.toml: rooms above rooms, and the floors inside the engine."""
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    assert "0 broken" in run([sys.executable, "-c", lint, "--no-cache"])


def test_no_circle_of_imports() -> None:
    """Counted are all imports: at the top, inside functions, and those that only types need."""
    files = {_module(file): file for package in ("engine", "ai", "tui") for file in _files(package)}
    graph = {name: set(_imported(file, files)) - {name} for name, file in files.items()}
    assert _circle(graph) == []


def _files(package: str) -> Iterator[Path]:
    return (ROOT / package).rglob("*.py")


def _module(file: Path) -> str:
    """The dotted name of a file; a package has that of its folder."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(file: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    """The modules of this project that a file imports anywhere, by name or for a name in them."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            assert node.module
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if name in modules or node.module in modules:
                    yield name if name in modules else node.module


def _circle(graph: Mapping[str, set[str]]) -> list[str]:
    """The modules of one circle, in the order in which they import each other; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_a_circle_of_imports_is_found() -> None:
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})[0] in "abc"
    assert _circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_public_class_name_is_used_twice() -> None:
    """A reader who knows one class would take the other for it."""
    names = [
        node.name
        for package in ("engine", "ai", "tui")
        for file in _files(package)
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert len(names) > 500
    assert [name for name, count in Counter(names).items() if count > 1] == []
