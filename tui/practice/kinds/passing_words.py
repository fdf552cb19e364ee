"""Texts of "take it or leave it": the effect of passing a tile, and whether the next tile can be won on."""

from __future__ import annotations

from collections.abc import Collection

from ai.drills.kinds.passing import PassingAsk, PassingFacts, PassingQuestion, PassResult, TileTiming
from engine.actions import Why
from engine.view import SeatView
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import misleading
from tui.words.hand_sentences import HandWords
from tui.words.names import Seating, joined_kinds, sentence_start, tile_word


def ask(question: PassingQuestion, number: int, names: Seating) -> str:
    """First which furiten follows a pass; then whether the next tile wins."""
    asked = question.ask
    own = asked.seat == question.seat
    if number == 0:
        how = "draws" if own else "adds" if asked.kan else "throws"
        return t(f"drill.passing.ask-{how}", name=names[asked.seat], tile=tile_word(asked.tile))
    then = asked.then
    when = (_AFTER_OWN if own else {}).get(then.when, then.when.value)
    return t(f"drill.passing.then-{when}", name=names[then.seat], tile=tile_word(then.tile))


_AFTER_OWN = {TileTiming.AFTER_DISCARD: "after-this", TileTiming.DRAWN: "drawn-after-this"}
"""The words for the next tile after an own discard."""


def word(id: str) -> str:
    """An option in words: the furiten that follows, or whether the next tile wins."""
    return t(f"drill.passing.is-{id}")


def explain(question: PassingQuestion, given: Given, names: Seating) -> Explanation:
    """The effect of passing, whether the next tile can be won on, and misleading details.

    If only the second part was answered wrongly, its reason comes first.
    """
    asked, facts = question.ask, question.facts
    view = question.view()
    reasons = _why(asked, facts, view, question.answer[0]), sentence_start(_then(asked, facts))
    only_then = len(given) > 1 and question.answer[0] == set(given[0]) and question.answer[1] != set(given[1])
    sentences = (
        *(reversed(reasons) if only_then else reasons),
        *_brings(facts, view, names),
        *misleading(facts.past, question, names),
    )
    cause = () if facts.effect.cause is None else (facts.effect.cause,)
    return Explanation(sentences, frozenset(facts.waits), (*view.furiten, *cause))


def _why(asked: PassingAsk, facts: PassingFacts, view: SeatView, brings: Collection[str]) -> str:
    """In one line what passing the tile causes, and why."""
    tile = tile_word(asked.tile)
    if PassResult.NOTHING in brings:
        waits = joined_kinds(facts.waits)
        return sentence_start(t("drill.passing.nothing", tile=tile, waits=waits))
    if PassResult.ALREADY in brings:
        return sentence_start(t("drill.passing.already", tile=tile))
    (brought,) = brings
    return t(f"drill.passing.why-{brought}", tile=tile)


def _brings(facts: PassingFacts, view: SeatView, names: Seating) -> list[str]:
    """Why the hand is furiten already, or that a tile without a yaku counts too."""
    effect, words = facts.effect, HandWords(view, names)
    if effect.already:
        return [words.furiten(effect.already)]
    if effect.refusal is not None and effect.refusal.why is Why.NO_YAKU:
        return [sentence_start(t("drill.passing.no-yaku", tile=tile_word(effect.tile)))]
    return []


_NO_WIN = {
    Why.FURITEN: "drill.passing.still",
    Why.NO_YAKU: "drill.passing.tsumo-no-yaku",
    Why.NOT_COMPLETE: "drill.passing.tsumo-no-wait",
}


def _then(asked: PassingAsk, facts: PassingFacts) -> str:
    """The sentence that says whether the next tile can be won on, and by which rule not."""
    if facts.refusal is not None:
        key = _NO_WIN[facts.refusal.why]
    elif asked.then.when is TileTiming.DRAWN:
        key = "drill.passing.tsumo"
    else:
        key = "drill.passing.over" if facts.effect.completes else "drill.passing.free"
    return t(key, tile=tile_word(asked.then.tile))
