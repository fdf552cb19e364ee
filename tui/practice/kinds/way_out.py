"""Texts of "the way out": compare the best discard with the chosen one and others."""

from __future__ import annotations

from ai.drills.question import Question
from ai.drills.way_out import WayOutAsk, WayOutFacts
from ai.reading.discard_advice import DiscardEffect
from engine.tiles import KIND_OF, NAMES, TILE_OF
from tui.desk.laid_hand import LaidHand
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.tiles.marks import NO_MARK
from tui.words.discard_effects import HandWords
from tui.words.seating import Seating
from tui.words.tiles import kind_word

COMPARED = 2
"""The maximum number of other discards that are described, in addition to the best and the chosen one."""


def ask(question: Question, number: int, names: Seating) -> str:
    """The question."""
    asked = question.ask
    assert isinstance(asked, WayOutAsk)
    return t("drill.way-out.ask" if asked.furiten_now else "drill.way-out.ask-before")


def word(id: str) -> str:
    """Never needed: all options are tiles."""
    return id


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Describe the best discard, the chosen one if different, and others that keep tenpai."""
    facts = question.facts
    assert isinstance(facts, WayOutFacts)
    view = question.view()
    words = HandWords(view, names)
    keep = {NAMES[KIND_OF[effect.tile]]: effect for effect in (*facts.ways, *facts.furiten)}
    chosen = next(iter(given[0]))
    best = facts.ways[0]
    sentences = [_discard(best, words)]
    if chosen not in keep:
        sentences.append(t("drill.way-out.noten", tile=kind_word(TILE_OF[chosen])))
    rest = [effect for name, effect in keep.items() if effect is not best and name != chosen]
    picked = [keep[chosen]] if chosen in keep and keep[chosen] is not best else []
    sentences += (_discard(effect, words) for effect in (*picked, *rest[:COMPARED]))
    furiten = {KIND_OF[effect.tile] for effect in facts.furiten}
    marks = tuple(NO_MARK.with_furiten(KIND_OF[tile] in furiten) for tile in LaidHand.sorted(view).tiles)
    # the chosen discard itself is not in the pond yet
    brought = (cause for effect in picked for cause in effect.furiten if cause.turn <= len(view.me.pond))
    causes = tuple(dict.fromkeys((*view.furiten, *brought)))
    return Explanation(tuple(sentences), frozenset({KIND_OF[best.tile]}), causes, marks)


def _discard(effect: DiscardEffect, words: HandWords) -> str:
    return join_sentences([t("drill.discard", tile=kind_word(effect.tile)), *words.ahead(effect)])
