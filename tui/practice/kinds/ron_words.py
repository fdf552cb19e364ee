"""Texts of "can you ron?": the yaku of the win, or the reason why it is refused."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.ron import RonQuestion
from ai.reading.outlook import outlook_now
from engine.legal import later_win
from engine.score import NoWin, Score, score
from engine.score.yaku import AKA_DORA, DORA, URA_DORA
from engine.tiles import KIND_OF
from engine.view import SeatView
from tui.i18n import join_list, t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import misleading, why_furiten
from tui.words.hand_sentences import HandWords
from tui.words.names import Seating, joined_kinds, kind_word, tile_word

DORAS = frozenset({DORA, AKA_DORA, URA_DORA})
"""What adds han but is no yaku."""


def ask(question: RonQuestion, number: int, names: Seating) -> str:
    """The question: does the hand win on the discard, or on the tile of a kan?"""
    asked = question.ask
    key = "drill.ron.ask-kan" if asked.kan else "drill.ron.ask"
    return t(key, name=names[asked.seat], tile=tile_word(asked.tile))


def word(id: str) -> str:
    """An option in words: yes, or why not."""
    return t(f"drill.ron.is-{id}")


def explain(question: RonQuestion, given: Given, names: Seating) -> Explanation:
    """The yaku of the win, or what refuses it: furiten, no yaku, or no wait."""
    facts, view, tile = question.facts, question.view(), question.ask.tile
    waits, furiten = HandWords(view, names).ahead(outlook_now(view, KIND_OF[tile]))
    if facts.score is not None:
        sentences = [t("drill.ron.wins", yaku=_yaku(facts.score)), *_dora(facts.score), waits]
    elif facts.refusal is not None and facts.refusal.causes:
        sentences = [why_furiten(view), furiten, waits]
    elif KIND_OF[tile] in facts.waits:
        sentences = [t("drill.ron.no-yaku", tile=kind_word(tile)), *_with_yaku(view), waits]
    else:
        waited = joined_kinds(facts.waits)
        sentences = [t("drill.ron.not-a-wait", tile=kind_word(tile), waits=waited), waits]
    sentences += misleading(facts.past, question, names)
    return Explanation(tuple(sentences), frozenset(facts.waits), view.furiten)


def _yaku(score: Score) -> str:
    """The yaku of a win, without dora."""
    names = [item.name for item in score.yakuman_items]
    names += [item.name for item in score.yaku if item.name not in DORAS]
    return join_list(t(f"yaku.{name}") for name in names)


def _dora(score: Score) -> list[str]:
    """The han of all dora, which are no yaku."""
    han = sum(item.han for item in score.yaku if item.name in DORAS)
    return [t("drill.ron.dora", count=han)] if han else []


def _with_yaku(view: SeatView) -> Iterator[str]:
    """The yaku that the hand would have with its other waits, or with riichi."""
    for wait in view.waits:
        result = score(later_win(view, view.hand, wait))
        if not isinstance(result, NoWin):
            yield t("drill.ron.with-yaku", tile=kind_word(wait), yaku=_yaku(result))
    if view.hand.is_closed:
        yield t("drill.ron.by-riichi")
