"""Lessons, scenes, words and rules say in every language what they say in the first, and have all of it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest

from tests.support.fresh_interpreter import ROOT
from tui.i18n.language import Language
from tui.i18n.texts import DEFAULT_LANGUAGE, choose_language
from tui.words.glossary import claims, glossary, terms_in

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
    if places(text) != places(first):
        found.append(f"the places {places(text)} instead of {places(first)}")
    if code == Language.JAPANESE and re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", text):
        found.append("English is left")
    return found


def certain(sign: str) -> bool:
    """Whether every terminal gives the sign the same cells."""
    return sign.isascii() or unicodedata.east_asian_width(sign) in "WF"


def places(text: str) -> list[tuple[str, str]]:
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


@every_language
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
    places = [
        readings.index(word) for word in ("はいやま", "ばかぜとじかぜ", "はん", "ぴんふ", "ふ", "ふりてん")
    ]
    assert places == sorted(places)


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
