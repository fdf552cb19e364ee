"""Texts of "read the pond": the waits, and what rules each of them out or only seems to."""

from __future__ import annotations

from collections.abc import Sequence

from ai.drills.kinds.read import (
    PondSign,
    ReadQuestion,
    ReadWait,
    WaitForm,
    WaitShape,
    shape_of,
)
from ai.drills.question import NONE
from engine.tiles import EAST, KIND_OF, Kind, format_tiles
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.words.names import Seating, joined_kinds, kind_word, sentence_start, tile_word, tile_words

MOST = 6
"""The most waits that are explained, those that were answered wrongly first."""
FURITEN = (PondSign.OWN_DISCARD, PondSign.CALLED_AWAY, PondSign.PASSED)
"""The signs of furiten."""


def ask(question: ReadQuestion, number: int, names: Seating) -> str:
    """Which waits the discards of an opponent make impossible."""
    return t("drill.read.ask", name=names.other(question.ask.opponent))


def word(id: str) -> str:
    """An option in words: a shape and its waits, or none."""
    return t("drill.read.is-none") if id == NONE else _wait_words(shape_of(id))


def _wait_words(shape: WaitShape) -> str:
    """A wait: ``23m on 1m 4m``."""
    if shape.form is WaitForm.SINGLE:
        return t("drill.read.single", tile=kind_word(shape.tiles[0]))
    if shape.form is WaitForm.PAIRS:
        first, second = (_pair(kind) for kind in shape.waits)
        return t("drill.read.pairs", first=first, second=second)
    return t("drill.read.wait", tiles=format_tiles(shape.tiles), waits=tile_words(shape.waits))


def _pair(kind: Kind) -> str:
    return format_tiles([kind, kind]) if kind < EAST else kind_word(kind)


def explain(question: ReadQuestion, given: Given, names: Seating) -> Explanation:
    """The discard that rules each wait out, the wrongly marked and the missed ones first."""
    facts = question.facts
    marked = given[0] if given else frozenset()
    missed = [wait for wait in facts.waits if not wait.possible and wait.shape.id not in marked]
    vain = [wait for wait in facts.waits if wait.possible and wait.shape.id in marked]
    found = [wait for wait in facts.waits if not wait.possible and wait.shape.id in marked]
    name = names.other(question.ask.opponent)
    told = [*vain, *missed, *found][:MOST]
    sentences = [t(f"drill.read.rule-{_rule(facts.waits)}", name=name)]
    sentences += [_told(wait, name, names) for wait in told]
    lit = {wait.tile for wait in told if wait.tile is not None}
    return Explanation(tuple(sentences), lit=frozenset(lit or _all_tiles(facts.waits)))


def _rule(waits: Sequence[ReadWait]) -> str:
    """The rule that decides: furiten, tiles that are not there, both, or nothing."""
    signs = {wait.sign for wait in waits if not wait.possible}
    if not signs:
        return "none"
    return "furiten" if signs & set(FURITEN) else "tiles"


def _told(wait: ReadWait, name: str, names: Seating) -> str:
    """Why a wait is impossible, or possible."""
    facts: dict[str, object] = {"wait": _wait_words(wait.shape), "name": name}
    if wait.tile is not None:
        facts["tile"] = kind_word(wait.tile)
        facts["count"] = wait.shape.tiles.count(wait.tile)
    key = wait.sign.value
    if wait.proof is not None:
        facts |= {"tile": tile_word(wait.proof.tile), "turn": wait.proof.turn}
        facts["discarder"] = names.other(wait.proof.discarder)
        key += "-kan" if wait.proof.added_to_kan else ""
    if wait.sign is PondSign.NONE_LEFT or wait.sign is PondSign.NOTHING:
        facts["waits"] = joined_kinds(wait.shape.waits)
    return sentence_start(t(f"drill.read.sign-{key}", **facts))


def _all_tiles(waits: Sequence[ReadWait]) -> set[Kind]:
    return {KIND_OF[kind] for wait in waits for kind in wait.shape.waits}
