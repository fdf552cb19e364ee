"""Texts of "furiten?": the panel's line about furiten, and misleading details."""

from __future__ import annotations

from ai.drills.kinds.furiten import FuritenQuestion
from ai.reading.outlook import outlook_now
from engine.furiten import CauseEnd
from engine.tiles import KIND_OF
from tui.i18n import join_sentences, t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import go_around, misleading, why_furiten
from tui.words.hand_sentences import HandWords
from tui.words.names import Seating

_ASKED = ("kind", "tiles", "until")


def ask(question: FuritenQuestion, number: int, names: Seating) -> str:
    """A part of the question: which furiten, by which tiles, or until when."""
    asked = t(f"drill.furiten.ask-{_ASKED[number]}")
    return join_sentences([asked, go_around(question, names)]) if number == 0 else asked


def word(id: str) -> str:
    """An option in words: a kind of furiten, or when it ends."""
    if id in CauseEnd.__members__.values():
        return t(f"panel.ends.{id}")
    return t(f"drill.furiten.is-{id}")


def explain(question: FuritenQuestion, given: Given, names: Seating) -> Explanation:
    """Which tiles make the hand furiten and until when, and what only looked so."""
    facts = question.facts
    view = question.view()
    waits, furiten = HandWords(view, names).ahead(outlook_now(view))
    marked = set(given[1]) if len(given) > 1 else set()
    vain = marked - question.answer[1]
    told = [furiten] if view.furiten else []
    sentences = [why_furiten(view), *told, *misleading(facts.past, question, names, vain), waits]
    kinds = {KIND_OF[cause.tile] for cause in facts.causes}
    return Explanation(tuple(sentences), frozenset(facts.waits) | kinds, facts.causes)
