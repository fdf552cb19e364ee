"""Texts: each is asked for, can be filled, and says the same in every language."""

from __future__ import annotations

import ast
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

from assets import FOLDER
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.texts import forms, text_pattern
from tui import i18n
from tui.config.actions import ACTIONS
from tui.i18n import DEFAULT_LANGUAGE, Language, TextError, TextForms, catalogue, choose_language, t
from tui.words.glossary import claims, glossary, terms_in

TEXTS = catalogue("en")
PREFIX = re.compile(r"[a-z-]+\.(?:[a-z0-9-]+[.-])*")
"""How a key begins that is put together at run time: ``rules.fields.``, ``log.why-``."""


def places(entry: TextForms) -> set[str]:
    """The names in braces of a text; ``count`` besides, where it has two forms."""
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    names = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}
    return names if isinstance(entry, str) else names | {"count"}


@pytest.mark.parametrize("code", ["en", "ja"])
def test_a_text_needs_a_parser_only_where_a_quote_or_an_escape_is_in_it(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start says plain texts and some with two forms; without a parser it is shorter."""
    parsed = []
    parse = i18n._parsed

    def noted(toml: str) -> dict[str, object]:
        parsed.append(toml)
        return parse(toml)

    monkeypatch.setattr(i18n, "_parsed", noted)
    i18n.entry.cache_clear()
    assert any(isinstance(text, dict) for text in catalogue(code).values())
    for toml in parsed:
        value = toml.partition(" = ")[2]
        inside = value.removeprefix('"""').removesuffix('"""').strip('"')
        assert value.startswith("'") or {'"', "\\"} & set(inside), toml


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
            if not PREFIX.fullmatch(prefix):
                faults.append(
                    f"{where}: '{prefix}' does not name a section and what is before the last '.' or '-'"
                )
            begun = {name: entry for name, entry in TEXTS.items() if name.startswith(prefix)}
            if not begun:
                faults.append(f"{where}: no text begins with '{prefix}'")
            for name, entry in begun.items():
                if values is not None and not places(entry) <= values:
                    faults.append(f"{where}: '{name}' has {places(entry)}, given {values}")
    assert faults == []


def test_every_text_is_used() -> None:
    begun = tuple(filter(None, (composed(key) for _, key, _ in read().asked)))
    idle = {key for key in TEXTS if key not in read().spelled and not key.startswith(begun)}
    assert idle == set()


def test_no_english_sentence_ends_in_the_middle() -> None:
    """With a word after which another has to come, as if the line had been cut there."""
    cut = re.compile(r"\b(a|an|the|and|or|of|than|to)[.]")
    said = [(key, form) for key, entry in TEXTS.items() for form in forms(entry)]
    assert [(key, form) for key, form in said if cut.search(form)] == []


def test_every_label_of_an_action_belongs_to_one() -> None:
    labels = {f"action.{action.label or action.id}" for action in ACTIONS}
    assert {key for key in TEXTS if key.startswith("action.")} <= labels | read().spelled


@pytest.fixture
def one_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue with a handful of texts in place of the real one."""
    book: dict[str, TextForms] = {
        "table.dora": "dora {tile}",
        "table.left": {"one": "{count} tile left", "other": "{count} tiles left"},
        "table.points": "{points:,} points",
    }
    monkeypatch.setattr(i18n, "entry", lambda code, key: book.get(key) if code == "en" else None)


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


def in_tables(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, TextForms]]:
    """The texts of these tables and of the tables in them, by full key."""
    for name, value in tables.items():
        if isinstance(value, str) or value.keys() == {"one", "other"}:
            yield above + name, value
        else:
            yield from in_tables(value, f"{above}{name}.")


@pytest.mark.parametrize("code", ["en", "ja"])
def test_entry_by_entry_a_language_is_what_its_files_say(code: str) -> None:
    """No line of a text looks like a heading or an entry, at which its file would be cut."""
    folder = Path(FOLDER, "texts", code)
    files = [tomllib.loads(area.read_text(encoding="utf-8")) for area in folder.iterdir()]
    assert catalogue(code) == {key: text for file in files for key, text in in_tables(file)}


def test_a_language_without_texts_is_refused() -> None:
    with pytest.raises(TextError, match="no texts for the language 'tlh'"):
        i18n.choose_language("tlh")
    assert i18n.language() == "en"


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
    any_text = re.compile("|".join(f"(?:{pattern.pattern})" for _, pattern in texts), texts[0][1].flags)
    assert [
        f"{where}: {key}"
        for where, text in literals()
        if sentence(text) and any_text.fullmatch(text)
        for key, pattern in texts
        if pattern.fullmatch(text)
    ] == []


LANGUAGES = [code for code in Language if code not in (Language.AUTO, DEFAULT_LANGUAGE)]
ASSETS = ROOT / "assets"
FILES = sorted([*(ASSETS / "lessons").glob("*.toml"), *(ASSETS / "scenes").glob("*.toml")])
TILES = re.compile(r"(?<![A-Za-z0-9])\d+[mpsz](?![A-Za-z])")
POINTS = re.compile(r"\d+,\d{3}")

UNMARKED = str.maketrans(
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ", "かきくけこさしすせそたちつてとはひふへほはひふへほ"
)

every_language = pytest.mark.parametrize("code", LANGUAGES)
every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def texts_of(tree: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text below, in order, by the way to it."""
    if isinstance(tree, str):
        yield key, tree
        return
    for part, below in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield from texts_of(below, f"{key}/{part}")


def faults(code: str, text: str, first: str) -> list[str]:
    """What a text loses of the first language's one, or adds to it, and what no screen is sure of."""
    found = [f"{sign!r} has no certain width" for sign in set(text) if not certain(sign)]
    for what in (TILES, POINTS):
        if set(what.findall(text)) != set(what.findall(first)):
            found.append(f"{what.findall(text)} instead of {what.findall(first)}")
    if value_places(text) != value_places(first):
        found.append(f"the places {value_places(text)} instead of {value_places(first)}")
    if code == Language.JAPANESE and re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", text):
        found.append("English is left")
    return found


def certain(sign: str) -> bool:
    """Whether every terminal gives the sign the same cells."""
    return sign.isascii() or unicodedata.east_asian_width(sign) in "WF"


def value_places(text: str) -> list[tuple[str, str]]:
    """The places in braces with their formats."""
    return sorted((name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None)


def compare(code: str, told: Mapping[str, Any], first: Mapping[str, Any]) -> None:
    """The same texts under the same keys, with the same tiles and points."""
    here, there = dict(texts_of(told)), dict(texts_of(first))
    assert list(here) == list(there)
    assert {key: found for key in here if (found := faults(code, here[key], there[key]))} == {}


# -- lessons and scenes ------------------------------------------------------------------------------


@every_language
@every_file
def test_lessons_and_scenes_say_the_same(code: str, file: Any) -> None:
    words = tomllib.loads(file.read_text(encoding="utf-8"))["words"]
    assert code in words
    compare(code, words[code], words[DEFAULT_LANGUAGE])


# -- words and rules ---------------------------------------------------------------------------------


def file_of(folder: str, code: str) -> dict[str, Any]:
    """A file of the words or of the rules."""
    return tomllib.loads((ASSETS / folder / f"{code}.toml").read_text(encoding="utf-8"))


@every_language
def test_words_of_the_game_say_the_same(code: str) -> None:
    told, first = file_of("glossary", code), file_of("glossary", DEFAULT_LANGUAGE)
    assert list(told) == list(first)
    for id, entry in told.items():
        compare(code, {"says": entry["says"].strip()}, {"says": first[id]["says"].strip()})
        assert len(entry["says"].split("\n\n")) == len(first[id]["says"].split("\n\n")), id
        assert set(entry) <= {"name", "reading", "other", "kanji", "words", "says"}, id
        unsure = {sign for text in (entry["name"], entry["other"]) for sign in text if not certain(sign)}
        assert unsure == set(), id


@every_language
def test_rules_say_the_same(code: str) -> None:
    told, first = file_of("claims", code), file_of("claims", DEFAULT_LANGUAGE)
    assert list(told["sources"]) == list(first["sources"])
    assert list(told["claims"]) == list(first["claims"])
    for id, entry in told["claims"].items():
        assert set(entry) == {"says"}, id
        compare(code, {"says": entry["says"]}, {"says": first["claims"][id]["says"]})
        assert entry["says"].endswith(("。", ".", ".)")), id


@every_language
def test_words_and_rules_are_those_of_the_language_and_hang_together_as_in_the_first(code: str) -> None:
    first, rules = glossary(), claims()
    choose_language(code)
    assert set(glossary()) == set(first)
    for id, term in glossary().items():
        assert term.name != first[id].name
        assert term.related == first[id].related
        assert [claim.id for claim in term.claims] == [claim.id for claim in first[id].claims]
    for id, claim in claims().items():
        assert claim.says != rules[id].says
        assert len(claim.sources) == len(rules[id].sources)


@pytest.mark.parametrize("code", [DEFAULT_LANGUAGE, *LANGUAGES])
def test_no_spelling_means_two_things(code: str) -> None:
    choose_language(code)
    spellings = [word for term in glossary().values() for word in term.words]
    assert sorted(set(spellings)) == sorted(spellings)
    assert all(word == word.lower() for word in spellings)
    for term in glossary().values():
        assert terms_in([term.name]) == (term.id,)


# -- words of Japanese, which has no spaces ----------------------------------------------------------


@pytest.fixture
def japanese() -> None:
    choose_language(Language.JAPANESE)


@pytest.mark.usefixtures("japanese")
def test_japanese_words_are_in_the_order_of_their_kana_whatever_marks_these_have() -> None:
    readings = [term.reading for term in glossary().values()]
    assert all(re.fullmatch("[ぁ-んー・]+", reading) for reading in readings)
    assert len(set(readings)) == len(readings)
    firsts = "".join(dict.fromkeys(reading[0] for reading in readings)).translate(UNMARKED)
    assert list(firsts) == sorted(firsts)
    value_places = [
        readings.index(word) for word in ("はいやま", "ばかぜとじかぜ", "はん", "ぴんふ", "ふ", "ふりてん")
    ]
    assert value_places == sorted(value_places)


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("6sが捨て牌にあるので、捨て牌振聴です。", ["pond", "discard-furiten"]),
        ("カンチャン待ちの聴牌でリーチ", ["kanchan", "wait", "tenpai", "riichi"]),
        ("3飜30符、子の満貫です", ["han", "fu", "mangan"]),
        ("リーチ振聴、リーチ棒、ダブルリーチ", ["riichi-furiten", "kyotaku", "double-riichi"]),
        ("役なし、役満", ["yaku", "yakuman"]),
        ("1向聴、7巡目のロン。", ["shanten", "go-around", "ron"]),
        ("コーチのロンドン、ドラマ、ポンプ、カンマ", []),
        ("母親と親切、役員、岩壁", []),
    ],
)
def test_words_of_a_japanese_text_need_no_spaces_and_are_no_halves_of_others(
    text: str, found: list[str]
) -> None:
    assert terms_in([text]) == tuple(found)


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("letter", "id"),
    [
        ("f", "furiten"),
        ("h", "furiten"),
        ("s", "suji"),
        ("c", "chi"),
        ("t", "chi"),
        ("j", "honour"),
        ("a", "atozuke"),
    ],
)
def test_a_letter_leads_to_japanese_words_as_they_are_typed(letter: str, id: str) -> None:
    assert glossary()[id].begins(letter)
    assert not glossary()[id].begins("x")
