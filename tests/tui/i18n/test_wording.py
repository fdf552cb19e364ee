"""Every text can be filled, in every language; tests of other rooms ask for a sentence by its key.

The wording itself is held by the pictures of the screens and by the tests of this room.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from tests.support.fresh_interpreter import ROOT
from tests.support.tui.texts import forms, text_pattern
from tui.i18n.texts import TextForms, catalogue, choose_language, t

FEW_WORDS = 5
SHORT = 25
"""From so many words and characters on, a string is a sentence."""
ENOUGH_LETTERS = 16
"""Letters that a text has besides its places, to be recognised by them."""
SPARED = ("cli.", "requests.")
"""Lines that programs read: their wording is an interface."""


def filled(entry: TextForms) -> Iterator[dict[str, object]]:
    """Values for every place of a text, once for each of its forms."""
    forms = {"": entry} if isinstance(entry, str) else entry
    for form, text in forms.items():
        names = {name: spec for _, name, spec, _ in Formatter().parse(text) if name is not None}
        values: dict[str, object] = {name: 7 if spec else f"<{name}>" for name, spec in names.items()}
        yield values if isinstance(entry, str) else values | {"count": 1 if form == "one" else 7}


@pytest.mark.parametrize("code", ["en", "ja"])
def test_every_text_can_be_filled(code: str) -> None:
    choose_language(code)
    for key, entry in catalogue(code).items():
        for values in filled(entry):
            text = t(key, **values)
            shown = [value for value in values.values() if isinstance(value, str)]
            assert all(value in text for value in shown), key
            assert not re.search(r"[{}]", text), key


def sentence(text: str) -> bool:
    return len(text) >= SHORT and len(text.split()) >= FEW_WORDS


def literals() -> Iterator[tuple[str, str]]:
    """Each string of a test that is no docstring: where it is, and what it says."""
    for path in sorted((ROOT / "tests" / "tui").rglob("*.py")):
        notes = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):  # from the outside to the inside
            if isinstance(node, ast.Expr):
                notes.add(id(node.value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def is_recognised(text: str) -> bool:
    return sum(letter.isalpha() for own, *_ in Formatter().parse(text) for letter in own) >= ENOUGH_LETTERS


def test_no_sentence_of_the_catalogue_is_written_into_a_test() -> None:
    texts = [
        (key, text_pattern(text))
        for key, entry in catalogue("en").items()
        if not key.startswith(SPARED)
        for text in forms(entry)
        if is_recognised(text)
    ]
    assert [
        f"{where}: {key}"
        for where, text in literals()
        if sentence(text)
        for key, pattern in texts
        if pattern.fullmatch(text)
    ] == []
