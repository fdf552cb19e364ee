"""Every text that the program asks for exists, every text is asked for, and the values fit."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from assets import FOLDER
from tests.support.fresh_interpreter import ROOT
from tui.i18n import texts
from tui.i18n.texts import DYNAMIC_PREFIXES, TextError, TextForms, catalogue, t

TEXTS = catalogue("en")


def places(entry: TextForms) -> set[str]:
    """The names in braces of a text; ``count`` besides, where it has two forms."""
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    names = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}
    return names if isinstance(entry, str) else names | {"count"}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((ROOT / "tui").rglob("*.py")):
        yield path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8"))


class Read(NamedTuple):
    """What the program says of texts."""

    asked: list[tuple[str, ast.expr, set[str] | None]]
    """Each call of ``t``: where, its key, and the names of its values (None when they are unpacked)."""
    spelled: set[str]
    """Every string."""


@cache
def read() -> Read:
    asked: list[tuple[str, ast.expr, set[str] | None]] = []
    spelled = set()
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                spelled.add(node.value)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t":
                names = {word.arg for word in node.keywords}
                values = None if None in names else {name for name in names if name}
                asked.append((f"{path}:{node.lineno}", node.args[0], values))
    return Read(asked, spelled)


def composed(key: ast.expr) -> str | None:
    """The fixed beginning of a key that an f-string puts together, None for any other key."""
    if not isinstance(key, ast.JoinedStr):
        return None
    first = key.values[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def test_every_text_asked_for_exists_and_its_values_fit() -> None:
    faults = []
    for where, key, values in read().asked:
        prefix = composed(key)
        if isinstance(key, ast.Constant):
            if key.value not in TEXTS:
                faults.append(f"{where}: no text '{key.value}'")
            elif values is not None and values != places(TEXTS[key.value]):
                faults.append(f"{where}: '{key.value}' has {places(TEXTS[key.value])}, given {values}")
        elif prefix is not None:
            if prefix not in DYNAMIC_PREFIXES:
                faults.append(f"{where}: '{prefix}' is not declared in DYNAMIC_PREFIXES")
            for name, entry in TEXTS.items():
                if name.startswith(prefix) and values is not None and not places(entry) <= values:
                    faults.append(f"{where}: '{name}' has {places(entry)}, given {values}")
    assert faults == []


def test_every_text_is_used() -> None:
    idle = {key for key in TEXTS if key not in read().spelled and not key.startswith(DYNAMIC_PREFIXES)}
    assert idle == set()


def test_every_declared_prefix_is_used() -> None:
    prefixes = {composed(key) for _, key, _ in read().asked}
    assert set(DYNAMIC_PREFIXES) - prefixes == set()


@pytest.fixture
def one_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue with a handful of texts in place of the real one."""
    book: dict[str, TextForms] = {
        "table.dora": "dora {tile}",
        "table.left": {"one": "{count} tile left", "other": "{count} tiles left"},
        "table.points": "{points:,} points",
    }
    monkeypatch.setattr(texts, "section", lambda code, name: book if (code, name) == ("en", "table") else {})


@pytest.mark.usefixtures("one_book")
def test_places_are_filled() -> None:
    assert t("table.dora", tile="4p") == "dora 4p"
    assert t("table.points", points=25_000) == "25,000 points"
    assert t("table.left", count=1) == "1 tile left"
    assert t("table.left", count=0) == "0 tiles left"


@pytest.mark.usefixtures("one_book")
@pytest.mark.parametrize(
    ("key", "values", "complaint"),
    [
        ("table.nothing", {}, "no text 'table.nothing'"),
        ("table.dora", {}, "text 'table.dora' needs a value for 'tile'"),
        ("table.left", {"tiles": 3}, "text 'table.left' needs a value for 'count'"),
    ],
)
def test_what_is_missing_is_named(key: str, values: dict[str, object], complaint: str) -> None:
    with pytest.raises(TextError) as raised:
        t(key, **values)
    assert str(raised.value) == complaint


@pytest.mark.parametrize("code", ["en", "ja"])
def test_section_by_section_a_language_is_what_its_files_say(code: str) -> None:
    """No line of a text looks like a heading, at which its file would be cut."""
    whole: dict[str, TextForms] = {}
    for area in (FOLDER / "texts" / code).iterdir():
        texts._flatten("", tomllib.loads(area.read_text(encoding="utf-8")), whole)
    assert catalogue(code) == whole


def test_a_language_without_texts_is_refused() -> None:
    with pytest.raises(TextError, match="no texts for the language 'tlh'"):
        texts.choose_language("tlh")
    assert texts.language() == "en"
