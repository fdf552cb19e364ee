"""The words of the game and the rules behind them: data from the assets, by the language of the texts.

A term is looked up by its id. ``terms_in`` finds the terms that a text uses, so that whoever shows a text can
offer their explanations.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tui.texts import language


@dataclass(frozen=True, slots=True)
class Claim:
    """A rule in a sentence."""

    id: str
    """As the tests cite it: ``F-03``."""
    says: str
    sources: tuple[str, ...]
    """Where it stands, in words: ``WRC 2015``."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game."""

    id: str
    name: str
    """As it stands in sentences."""
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


def glossary() -> Mapping[str, Term]:
    """All terms by their id, in the order of their names."""
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
    rules = _claims(code)
    terms = [_term(id, entry, rules) for id, entry in _read("glossary", code).items()]
    return {term.id: term for term in sorted(terms, key=lambda term: term.name)}


def _term(id: str, entry: Mapping[str, Any], rules: Mapping[str, Claim]) -> Term:
    name = entry["name"]
    return Term(
        id=id,
        name=name,
        other=entry["other"],
        kanji=entry.get("kanji", ""),
        paragraphs=tuple(" ".join(part.split()) for part in entry["says"].split("\n\n")),
        words=(name, *entry.get("words", ())),
        related=tuple(entry["related"]),
        claims=tuple(rules[claim] for claim in entry.get("claims", ())),
    )


@cache
def _claims(code: str) -> Mapping[str, Claim]:
    book = _read("claims", code)
    return {
        id: Claim(id, entry["says"], tuple(dict.fromkeys(book["sources"][name] for name in entry["source"])))
        for id, entry in book["claims"].items()
    }


@cache
def _spellings(code: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    ids = {word: term.id for term in _glossary(code).values() for word in term.words}
    longest_first = sorted(ids, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE), ids


def _read(folder: str, code: str) -> dict[str, Any]:
    return tomllib.loads(files("assets").joinpath(folder, f"{code}.toml").read_text(encoding="utf-8"))
