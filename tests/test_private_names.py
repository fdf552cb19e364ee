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


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def classes(folder: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Each class in a folder, as ``textual.app.App``, with its private names."""
    for file in folder.rglob("*.py"):
        module = ".".join(file.relative_to(folder.parent).with_suffix("").parts)
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.ClassDef):
                yield f"{module}.{node.name}", frozenset(filter(is_private, members(node)))


@cache
def of_textual() -> dict[str, frozenset[str]]:
    return dict(classes(Path(textual.__file__).parent))


@cache
def everywhere() -> frozenset[str]:
    """Every private name that some class of Textual has."""
    return frozenset(name for names in of_textual().values() for name in names)


@cache
def of_ours() -> frozenset[str]:
    """Every private name that some class of ``tui`` has."""
    return frozenset(name for _, names in classes(ROOT / "tui") for name in names)


def used(path: Path) -> set[str]:
    """The private names of Textual that a file uses."""
    text = path.read_text(encoding="utf-8")
    if not any(pattern.search(text) for pattern in (ASKED, PRIVATE_IMPORT, OF_A_CLASS)):
        return set()
    tree = ast.parse(text)
    return {*_imported(tree), *_asked(tree), *_inherited(path, tree)}


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "textual":
            yield from filter(is_private, [*node.module.split("."), *(alias.name for alias in node.names)])


def _asked(tree: ast.Module) -> Iterator[str]:
    """What is asked of an app, its screen or its driver, and is none of our own names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            owner = ast.unparse(node.value).rpartition(".")[2]
            asked = owner in ("_driver", "app", "screen", "pilot") and node.attr in everywhere()
            if asked and (owner == "_driver" or node.attr not in of_ours()):
                yield node.attr


def _inherited(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a class uses or replaces that one of Textual's below it has."""
    derived = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.bases]
    if not derived or path.name == "__main__.py":
        return
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for node in derived:
        below = [f"{each.__module__}.{each.__qualname__}" for each in getattr(module, node.name).__mro__]
        theirs = frozenset(name for each in below for name in of_textual().get(each, ()))
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
    folder = Path(textual.__file__).parent
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    functions = {name for text in texts for name in re.findall(r"^def (\w+)", text, re.MULTILINE)}
    modules = {file.stem for file in folder.rglob("*.py")}
    wanted = {name for names in listed().values() for name in names}
    assert wanted <= everywhere() | functions | modules


def test_tests_use_no_others_than_the_note_says() -> None:
    told = NOTE.read_text(encoding="utf-8").split("\nTests use these:")[1].split("\n\n")[0]
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file != Path(__file__) and (ASKED.search(text) or PRIVATE_IMPORT.search(text)):
            tree = ast.parse(text)
            found |= {*_imported(tree), *_asked(tree)}
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
    tree = ast.parse(source)
    assert {*_imported(tree), *_asked(tree)} == names
