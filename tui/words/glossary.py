"""The words of the game and the rules behind them: data from the assets, by the language of the texts.

A term is looked up by its id. ``terms_in`` finds the terms that a text uses, so that whoever shows a text can
offer their explanations. How terms and rules hang together is the same in every language and stands with
the words of the first.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from typing import Any

import msgspec

from assets import FOLDER
from tui.i18n.texts import DEFAULT_LANGUAGE, language

KATAKANA = "ァ-ヺー"
KANJI = "一-鿿々"

FIRST_KANA: Mapping[str, str] = {
    **dict(zip("aiueo", "あいうえお", strict=True)),
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "j": "じ",
    "t": "たちつてと",
    "c": "ち",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "f": "ふ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "y": "やゆよ",
    "r": "らりるれろ",
    "w": "わ",
}
"""What a word written in kana may begin with when it is typed with that letter."""


class Claim(msgspec.Struct, frozen=True):
    """A rule in a sentence."""

    id: str
    """As the tests cite it: ``F-03``."""
    says: str
    sources: tuple[str, ...]
    """Where it stands, in words: ``WRC 2015``."""


class Term(msgspec.Struct, frozen=True):
    """A word of the game."""

    id: str
    name: str
    """As it stands in sentences."""
    reading: str
    """As it is said, in letters or in kana: what the order of the words goes by."""
    other: str
    """What else it is called: the English for a Japanese word, the Japanese for an English one."""
    kanji: str
    """As it is written in Japanese; empty where nothing is."""
    paragraphs: tuple[str, ...]
    words: tuple[str, ...]
    """All its spellings in sentences, in small letters."""
    related: tuple[str, ...]
    """The ids of terms to look up next."""
    claims: tuple[Claim, ...]

    def begins(self, letter: str) -> bool:
        """Whether the word begins with that small letter, as it is typed."""
        return self.reading[0].lower() in (letter, *FIRST_KANA.get(letter, ""))


def glossary() -> Mapping[str, Term]:
    """All terms by their id, in the order of their readings."""
    return _glossary(language())


def claims() -> Mapping[str, Claim]:
    """All rules by their id."""
    return _claims(language())


def terms_in(texts: Iterable[str]) -> tuple[str, ...]:
    """The ids of the terms that these texts use, in the order in which they come up.

    Of words that overlap the longest counts: ``discard furiten`` is not ``furiten`` besides.
    """
    pattern, ids = _spellings(language())
    found = (match.group().lower() for text in texts for match in pattern.finditer(text))
    return tuple(dict.fromkeys(ids[word] for word in found))


@cache
def _glossary(code: str) -> Mapping[str, Term]:
    rules, told = _claims(code), _read("glossary", code)
    linked = _read("glossary", DEFAULT_LANGUAGE)
    terms = [_term(id, told[id], entry, rules) for id, entry in linked.items()]
    return {term.id: term for term in sorted(terms, key=lambda term: _order(term.reading))}


def _order(reading: str) -> tuple[str, str]:
    """What words are sorted by: kana without their marks first, as dictionaries have them."""
    signs = unicodedata.normalize("NFD", reading)
    return "".join(sign for sign in signs if not unicodedata.combining(sign)), reading


def _term(id: str, told: Mapping[str, Any], linked: Mapping[str, Any], rules: Mapping[str, Claim]) -> Term:
    """A term with the words of one language and the links of the first."""
    name = told["name"]
    return Term(
        id=id,
        name=name,
        reading=told.get("reading", name),
        other=told["other"],
        kanji=told.get("kanji", ""),
        paragraphs=tuple(" ".join(part.split()) for part in told["says"].split("\n\n")),
        words=(name, *told.get("words", ())),
        related=tuple(linked["related"]),
        claims=tuple(rules[claim] for claim in linked.get("claims", ())),
    )


@cache
def _claims(code: str) -> Mapping[str, Claim]:
    told = _read("claims", code)
    return {
        id: Claim(
            id,
            told["claims"][id]["says"],
            tuple(dict.fromkeys(told["sources"][name] for name in entry["source"])),
        )
        for id, entry in _read("claims", DEFAULT_LANGUAGE)["claims"].items()
    }


@cache
def _spellings(code: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    ids = {word: term.id for term in _glossary(code).values() for word in term.words}
    longest_first = sorted(ids, key=len, reverse=True)
    alternatives = (
        f"{before}(?:{'|'.join(map(re.escape, words))}){after}"
        for (before, after), words in groupby(longest_first, key=_bounds)
    )
    return re.compile("|".join(alternatives), re.IGNORECASE), ids


def _bounds(word: str) -> tuple[str, str]:
    """What may not stand before a spelling and behind it, as patterns, lest it be a part of another word."""
    first, last = (_joined(sign, len(word)) for sign in (word[0], word[-1]))
    return f"(?<![{first}])" if first else "", f"(?![{last}])" if last else ""


def _joined(sign: str, length: int) -> str:
    """The signs that make one word with that one, at an end of a spelling of so many signs; empty for none.

    Japanese knows no spaces: katakana go on in katakana, but kanji stand beside kanji of other words, and
    only one that is alone may be half of a word.
    """
    if sign.isascii():
        return "a-z0-9_"
    if re.match(f"[{KATAKANA}]", sign):
        return KATAKANA
    return KANJI if length == 1 else ""


def _read(folder: str, code: str) -> dict[str, Any]:
    return tomllib.loads(FOLDER.joinpath(folder, f"{code}.toml").read_text(encoding="utf-8"))
