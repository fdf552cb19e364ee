"""The glossary: terms of the game and the rules they cite, from the assets, in the current language.

A term is looked up by its id. ``terms_in`` finds the terms in a text, so that a screen can offer their
explanations. The links between terms and rules are the same in every language and are stored in the files of
the default language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from assets import FOLDER
from tui.i18n import DEFAULT_LANGUAGE, language

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
"""The kana with which a word may begin, by the Latin letter that the user types."""


class Claim(msgspec.Struct, frozen=True):
    """A rule as one sentence."""

    id: str
    """The id that tests cite: ``F-03``."""
    says: str
    sources: tuple[str, ...]
    """The names of the rulebooks that contain it: ``WRC 2015``."""


class Term(msgspec.Struct, frozen=True):
    """A term of the game."""

    id: str
    name: str
    """The name in sentences."""
    reading: str
    """The pronunciation in Latin letters or kana, which is the sort key."""
    other: str
    """The name in the other language: English for a Japanese word, Japanese for an English one."""
    kanji: str
    """The Japanese spelling; may be empty."""
    paragraphs: tuple[str, ...]
    words: tuple[str, ...]
    """All its spellings in sentences, in lower case."""
    related: tuple[str, ...]
    claims: tuple[Claim, ...]

    def begins(self, letter: str) -> bool:
        """Whether the reading begins with this lower-case letter, or with a kana that is typed with it."""
        return self.reading[0].lower() in (letter, *FIRST_KANA.get(letter, ""))


def glossary() -> Mapping[str, Term]:
    """All terms by id, in the order of their readings."""
    return _glossary(language())


def claims() -> Mapping[str, Claim]:
    """All rules by id."""
    return _claims(language())


def terms_in(texts: Iterable[str]) -> tuple[str, ...]:
    """The ids of the terms in these texts, in order of first appearance.

    The longest match wins: ``discard furiten`` does not also match ``furiten``.
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
    """The sort key of a reading: kana without voicing marks first, as in dictionaries."""
    signs = unicodedata.normalize("NFD", reading)
    return "".join(sign for sign in signs if not unicodedata.combining(sign)), reading


def _term(id: str, told: Mapping[str, Any], linked: Mapping[str, Any], rules: Mapping[str, Claim]) -> Term:
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
    """Regular expressions for the word boundaries before and after a spelling."""
    first, last = (_joined(sign, len(word)) for sign in (word[0], word[-1]))
    return f"(?<![{first}])" if first else "", f"(?![{last}])" if last else ""


def _joined(sign: str, length: int) -> str:
    """The character class that continues a word at ``sign``, an end of a spelling of ``length`` characters.

    Empty if no character would. Japanese has no spaces: katakana continue a katakana word, but kanji of
    different words are adjacent, so only a spelling of a single kanji needs a boundary.
    """
    if sign.isascii():
        return "a-z0-9_"
    if re.match(f"[{KATAKANA}]", sign):
        return KATAKANA
    return KANJI if length == 1 else ""


def _read(folder: str, code: str) -> dict[str, Any]:
    import tomllib  # here: the table needs names of yaku, and with the parser a start would take longer

    return tomllib.loads(Path(FOLDER, folder, f"{code}.toml").read_text(encoding="utf-8"))
