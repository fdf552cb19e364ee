"""Every text file is opened as UTF-8 and says so: the usual encoding is another one on Windows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.fresh_interpreter import ROOT

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
