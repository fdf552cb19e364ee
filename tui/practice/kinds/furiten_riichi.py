"""Texts of "furiten riichi": the points of each choice when bots played the hand out, and its waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.drills.furiten_riichi import RiichiAsk, RiichiFacts
from ai.drills.judged_positions import JudgedChoice
from ai.drills.question import Question
from ai.reading.discard_advice import DiscardEffect
from engine.tiles import KIND_OF
from engine.wall import PLAYERS
from tui.desk.laid_hand import LaidHand
from tui.i18n.layout import join_list, join_sentences
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.tiles.marks import NO_MARK
from tui.words.discard_effects import HandWords
from tui.words.hand_value import win_words
from tui.words.seating import Seating
from tui.words.tiles import kind_word, sentence_start


def ask(question: Question, number: int, names: Seating) -> str:
    """The question: both discards and the choices with them."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, RiichiAsk)
    assert isinstance(facts, RiichiFacts)
    tile, change = kind_word(KIND_OF[asked.furiten]), facts.change
    if change is None:
        return t("drill.riichi.ask-won", tile=tile)
    how = "riichi" if asked.with_riichi else "silent" if change.waits else "back"
    other = t(f"drill.riichi.change-{how}", tile=kind_word(KIND_OF[change.tile]))
    return t("drill.riichi.ask", tile=tile, other=other)


def word(id: str) -> str:
    """The label of a choice."""
    return t(f"drill.riichi.is-{id}")


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Describe the points of each choice, how they were measured, and the effects of both discards."""
    facts = question.facts
    assert isinstance(facts, RiichiFacts)
    view = question.view()
    words = HandWords(view, names)
    sentences = (
        *map(_brought, facts.choices),
        _ended(facts.choices),
        t("drill.riichi.how", hands=facts.hands),
        t("drill.riichi.silence"),
        _discard(facts.furiten, words),
        *map(win_words, facts.worths),
        *([] if facts.change is None else [_discard(facts.change, words)]),
        t("drill.riichi.draws", live=view.table.live, count=round(view.table.live / PLAYERS)),
    )
    causes = tuple(cause for cause in facts.furiten.furiten if cause.turn <= len(view.me.pond))
    lit = {wait.kind for wait in facts.furiten.waits} | {KIND_OF[cause.tile] for cause in causes}
    furiten = KIND_OF[facts.furiten.tile]
    marks = tuple(NO_MARK.with_furiten(KIND_OF[tile] == furiten) for tile in LaidHand.sorted(view).tiles)
    return Explanation(sentences, frozenset(lit), causes, marks)


def _brought(choice: JudgedChoice) -> str:
    """The points of a choice, and the lead of the best one over it."""
    points, lead = choice.points, choice.behind
    facts = {"choice": sentence_start(word(choice.id)), "mean": points.mean}
    interval = {"low": points.low, "high": points.high}
    if lead is None:
        return t("drill.riichi.best", **facts, **interval)
    return t("drill.riichi.behind", lead=lead.mean, least=lead.low, most=lead.high, **facts, **interval)


def _ended(choices: Sequence[JudgedChoice]) -> str:
    """The shares of wins and deal-ins of each choice."""
    won = _shares(choice.won for choice in choices)
    return t("drill.riichi.ended", won=won, dealt=_shares(choice.dealt_in for choice in choices))


def _shares(shares: Iterable[float]) -> str:
    return join_list(t("drill.riichi.share", share=round(100 * share)) for share in shares)


def _discard(effect: DiscardEffect, words: HandWords) -> str:
    return join_sentences([t("drill.discard", tile=kind_word(KIND_OF[effect.tile])), *words.ahead(effect)])
