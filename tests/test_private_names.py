"""Which private names of Textual the program uses: those that decision 5 lists, no more and no fewer.

A private name begins with an underscore: a module, something in one, or an attribute of Textual's classes.
Counted is what is imported, what is asked of an app, and what a class of ours, derived from one of Textual's,
uses or replaces of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import textual

from tests.support.fresh_interpreter import ROOT
from tests.support.pages import DECISIONS, table

NOTE = DECISIONS / "0005-private-names-of-textual.md"
TEXTUAL = Path(textual.__file__).parent
ASKED = re.compile(r"\b(?:app|screen|pilot|_driver)\._")
PRIVATE_IMPORT = re.compile(r"^ *from textual.*\b_[a-z]", re.MULTILINE)
"""What a test has that may use a private name: the others are not parsed."""
OF_A_CLASS = re.compile(r"^class \w+\((?s:.*)(?:\bself\._|\)\._|\bdef _)[a-z]", re.MULTILINE)
"""What a class has that may use or replace one."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def members(of: ast.ClassDef) -> Iterator[str]:
    """The private names of a class: its methods, what it assigns, and what it sets on itself."""
    for node in of.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
    for node in ast.walk(of):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name


@cache
def in_module(module: str) -> dict[str, frozenset[str]]:
    """The classes of a module, each with its private names."""
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {node.name: frozenset(filter(is_private, members(node))) for node in found}


@cache
def source_of(folder: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))


@cache
def has(folder: Path, name: str) -> bool:
    """Whether some class there has a method or an attribute of that name."""
    told = re.compile(rf"\bdef {name}\(|\bself\.{name}\b[^=]*=[^=]|^ +{name}\b[^=(]*=")
    source = source_of(folder)
    at = source.find(name)
    while at >= 0:
        end = source.find("\n", at)
        if told.search(source[source.rfind("\n", 0, at) + 1 : end]):
            return True
        at = source.find(name, end)
    return False


def used(path: Path) -> set[str]:
    """The private names of Textual that a file uses."""
    text = path.read_text(encoding="utf-8")
    if not any(pattern.search(text) for pattern in (ASKED, PRIVATE_IMPORT, OF_A_CLASS)):
        return set()
    tree = ast.parse(text)
    return {*_named(tree), *_inherited(path, tree)}


def _named(tree: ast.Module) -> Iterator[str]:
    """What is imported, or asked of an app, its screen or its driver and is none of our own names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "textual":
            yield from filter(is_private, [*node.module.split("."), *(alias.name for alias in node.names)])
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            owner = ast.unparse(node.value).rpartition(".")[2]
            asked = owner in ("_driver", "app", "screen", "pilot") and has(TEXTUAL, node.attr)
            if asked and (owner == "_driver" or not has(ROOT / "tui", node.attr)):
                yield node.attr


def _inherited(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a class uses or replaces that one of Textual's below it has."""
    derived = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.bases]
    if not derived or path.name == "__main__.py":
        return
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for node in derived:
        below = [
            each for each in getattr(module, node.name).__mro__ if each.__module__.startswith("textual.")
        ]
        theirs = frozenset(name for each in below for name in in_module(each.__module__)[each.__name__])
        for inner in ast.walk(node) if theirs else ():
            match inner:
                case (
                    ast.Attribute(value=ast.Name(id="self") | ast.Call(func=ast.Name(id="super")), attr=name)
                    | ast.FunctionDef(name=name)
                    | ast.AsyncFunctionDef(name=name)
                ) if name in theirs:
                    yield name


def listed() -> dict[str, set[str]]:
    """The names of each file as the note has them."""
    rows = table(NOTE.read_text(encoding="utf-8"), "file")
    return {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[1])) for row in rows}


def test_the_note_lists_every_private_name_that_is_used() -> None:
    files = [file for room in ("tui", "tools") for file in sorted((ROOT / room).rglob("*.py"))]
    found = {file.relative_to(ROOT).as_posix(): used(file) for file in files}
    assert {file: names for file, names in found.items() if names} == listed()


def test_textual_still_has_every_name_that_is_listed() -> None:
    modules = {file.stem for file in TEXTUAL.rglob("*.py")}
    wanted = {name for names in listed().values() for name in names}
    assert [name for name in wanted - modules if not has(TEXTUAL, name)] == []


def test_tests_use_no_others_than_the_note_says() -> None:
    told = NOTE.read_text(encoding="utf-8").split("\nTests use these:")[1].split("\n\n")[0]
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file != Path(__file__) and (ASKED.search(text) or PRIVATE_IMPORT.search(text)):
            found |= set(_named(ast.parse(text)))
    assert found == set(re.findall(r"`(\w+)`", told))


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from textual._compositor import LayoutUpdate", {"_compositor"}),
        ("from textual.keys import _character_to_key", {"_character_to_key"}),
        ("def f(app): return app.screen._compositor", {"_compositor"}),
        ("def f(app): return app.screen.compositor", set()),
        ("from textual.app import App", set()),
    ],
)
def test_a_use_is_found(source: str, names: set[str]) -> None:
    assert set(_named(ast.parse(source))) == names
