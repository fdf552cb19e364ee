"""Texts of "can you ron?": the yaku of the win, or the reason why it is refused."""

from __future__ import annotations

from ai.drills.question import Question
from ai.drills.ron import RonAsk, RonFacts
from ai.reading.wait_outlook import outlook_now
from engine.score import Score
from engine.tiles import KIND_OF
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.lookback import misleading
from tui.words.discard_effects import HandWords
from tui.words.seating import Seating
from tui.words.tiles import kind_word, tile_word


def ask(question: Question, number: int, names: Seating) -> str:
    """The question: the player and the discarded tile."""
    asked = question.ask
    assert isinstance(asked, RonAsk)
    key = "drill.ron.ask-kan" if asked.kan else "drill.ron.ask"
    return t(key, name=names[asked.seat], tile=tile_word(asked.tile))


def word(id: str) -> str:
    """The label "yes", or "no" with a reason."""
    return t(f"drill.ron.is-{id}")


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Describe the yaku or their absence, furiten, and the waits."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, RonAsk)
    assert isinstance(facts, RonFacts)
    view, tile = question.view(), asked.tile
    waits, furiten = HandWords(view, names).ahead(outlook_now(view, KIND_OF[tile]))
    if facts.score is not None:
        sentences = [_worth(facts.score), waits]
    elif facts.refusal is not None and facts.refusal.causes:
        sentences = [furiten, waits]
    elif KIND_OF[tile] in facts.waits:
        sentences = [t("drill.ron.no-yaku", tile=kind_word(tile)), waits]
    else:
        sentences = [waits]
    sentences += misleading(facts.past, question, names)
    return Explanation(tuple(sentences), frozenset(facts.waits), view.furiten)


def _worth(score: Score) -> str:
    """The yaku of a win, without dora."""
    names = [item.name for item in score.yakuman_items] + [item.name for item in score.yaku]
    return t("drill.ron.wins", yaku=join_list(t(f"yaku.{name}") for name in names))
