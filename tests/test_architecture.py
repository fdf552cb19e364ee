"""The plan of the house is checked: who may import whom, and that text files are opened as UTF-8."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

from ai.drills.question import DrillKind
from tests.support.fresh_interpreter import ROOT, loaded_after, run

IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|[^#\n(]*)|import ([\w., ]+))", re.MULTILINE)
"""A statement that imports: the module and the names from it, or names of modules."""

IMPORT_ALL = """
import importlib, pkgutil
for name in {packages!r}:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(module.name)
"""


def test_rules_and_thought_import_the_standard_library_and_msgspec_only() -> None:
    at_rest = loaded_after("import msgspec")
    alone = "assert not [name for name in sys.modules if name.partition('.')[0] == 'ai']"
    code = [IMPORT_ALL.format(packages=["engine"]), "import sys", alone, IMPORT_ALL.format(packages=["ai"])]
    loaded = loaded_after("\n".join(code))
    # another name of the main module, which multiprocessing gives it
    foreign = loaded - at_rest - {"engine", "ai", "msgspec", "__mp_main__"}
    assert {name for name in foreign if name not in sys.stdlib_module_names} == set()
    assert {"engine", "ai"} <= loaded


def test_import_contracts_hold() -> None:
    """The contracts of pyproject.toml: rooms above rooms, and the floors inside the engine."""
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    assert "0 broken" in run([sys.executable, "-c", lint, "--no-cache"])


def test_the_program_imports_nothing_that_the_wheel_lacks() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for package in ("furiten", "engine", "ai", "tui")
        for file in _files(package)
        for module, names, plain in IMPORT.findall(file.read_text(encoding="utf-8"))
        for name in ([module] if module else plain.split(","))
        if name.strip().partition(".")[0] in ("tools", "tests")
    ]
    assert found == []


def test_practice_finds_no_positions() -> None:
    """It asks about those of the library; ``tools.positions`` finds them."""
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in _files("ai/drills")
        for name in re.findall(r"^def (draft)\b", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert found == []
    finders = {file.stem.removeprefix("find_") for file in _files("tools/positions/kinds")}
    assert finders <= {kind.module for kind in DrillKind}


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
    for module, names, plain in IMPORT.findall(file.read_text(encoding="utf-8")):
        assert not module.startswith("."), f"{file}: imports are absolute"
        for alias in re.findall(r"[\w.]+", re.sub(r"#.*| as \w+", "", names or plain)):
            name = f"{module}.{alias}" if module else alias
            if name in modules or module in modules:
                yield name if name in modules else module


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
        name
        for package in ("engine", "ai", "tui")
        for file in _files(package)
        for name in re.findall(r"^class ([^\W_]\w*)", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(names) > 500
    assert [name for name, count in Counter(names).items() if count > 1] == []


ROOMS = ("furiten", "engine", "ai", "tui", "assets", "tools", "tests")
OF_PATHS = ("read_text", "write_text")
MAY_OPEN = re.compile(r"\b(?:open|read_text|write_text)\(|\btext=[TFN0-9\"']")
"""What a file has that may open one; the others are not parsed."""


def unsaid(tree: ast.Module) -> Iterator[int]:
    """The lines of calls that open a text file, or read what a program prints, in an encoding unsaid."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        named = {word.arg: word.value for word in call.keywords}
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if "encoding" in named or None in named:
            continue
        of_path = name in OF_PATHS and not of_no_path(call)
        as_text = isinstance(named.get("text"), ast.Constant)
        if of_path or as_text or (name == "open" and opens_text(call, named)):
            yield call.lineno


def of_no_path(call: ast.Call) -> bool:
    """Whether the owner is no path: the class above, or a package, whose metadata are always UTF-8."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(owner, ast.Call) and getattr(owner.func, "id", "") in ("super", "distribution")


def opens_text(call: ast.Call, named: dict[str | None, ast.expr]) -> bool:
    """Whether a call of ``open`` is for text; the ``open`` of anything but files has no mode."""
    modes = [
        word.value
        for word in (*call.args, *named.values())
        if isinstance(word, ast.Constant)
        and isinstance(word.value, str)
        and set(word.value) <= set("rwxabt+")
    ]
    return not any("b" in mode for mode in modes) if modes else isinstance(call.func, ast.Name)


def test_every_text_file_is_opened_as_utf_8() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if MAY_OPEN.search(text := path.read_text(encoding="utf-8"))
        for line in unsaid(ast.parse(text))
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("open(path)", True),
        ("open(path, 'w')", True),
        ("path.open('r')", True),
        ("gzip.open(path, 'rt')", True),
        ("path.read_text()", True),
        ("path.write_text('x')", True),
        ("run(command, text=True)", True),
        ("t('desk.beside', text=said)", False),
        ("super().write_text(text)", False),
        ("distribution('furiten').read_text('RECORD')", False),
        ("open(path, 'rb')", False),
        ("gzip.open(path)", False),
        ("database.open(path)", False),
        ("open(path, encoding='utf-8')", False),
        ("path.read_text(encoding='utf-8')", False),
        ("path.read_bytes()", False),
    ],
)
def test_the_search_finds_what_it_is_for(code: str, found: bool) -> None:
    assert list(unsaid(ast.parse(code))) == [1] * found


# -- what a game loads when it begins ----------------------------------------------------------------

LATER = (
    "fouls",
    "furiten",
    "outcome",
    "results",
    "score.evaluate",
    "score.points",
    "score.win",
    "score.yaku",
    "shape.hand_readings",
)
"""The end of a hand and of a game, what only hands in tenpai need, the value of a win, and errors."""


def _loaded(code: str) -> list[str]:
    told = f"{code}\nprint(*(name for name in {LATER} if 'engine.' + name in sys.modules))"
    return run([sys.executable, "-c", f"import sys\n{told}"]).split()


def test_a_game_begins_without_what_it_needs_later() -> None:
    assert all(find_spec(f"engine.{name}") for name in LATER)
    assert _loaded("import engine.match") == []


def test_what_is_loaded_later_is_there_when_it_is_asked_for() -> None:
    assert set(_loaded("from engine.score import score, ron_payment, YAKU_NAMES")) >= {
        "score.evaluate",
        "score.yaku",
    }
    assert _loaded("from engine.shape import readings, Form") == ["shape.hand_readings"]


def test_a_name_that_is_nowhere_is_an_error() -> None:
    for package in ("score", "shape"):
        code = f"import engine.{package} as p\ntry: p.nothing\nexcept AttributeError as e: print(e)"
        found = run([sys.executable, "-c", code]).strip()
        assert found == f"module 'engine.{package}' has no attribute 'nothing'"
