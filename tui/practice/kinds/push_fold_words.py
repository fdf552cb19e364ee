"""Texts of "push or fold": the points of each choice, the hand after pushing, and the danger of each tile."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.push_fold import FOLD, MIDDLE, PUSH, PushFoldFacts, PushFoldQuestion
from ai.drills.kinds.safest import mean_rate
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import danger_marks, judged_words, percent
from tui.practice.kinds.safest_words import percent as rate_words
from tui.words.names import Seating, join, kind_word, tile_word, tile_words


def ask(question: PushFoldQuestion, number: int, names: Seating) -> str:
    """Push with one tile, fold with another, or go round with a third."""
    asked = question.ask
    who = join([names.other(seat) for seat in asked.against])
    fold = tile_word(asked.fold)
    push = _push(question)
    riichi = t("drill.push-fold.riichi", name=who, count=len(asked.against))
    if asked.middle is None:
        return t("drill.push-fold.ask", riichi=riichi, push=push, fold=fold)
    middle = tile_word(asked.middle)
    return t("drill.push-fold.ask-three", riichi=riichi, push=push, fold=fold, middle=middle)


def _push(question: PushFoldQuestion) -> str:
    """The discard of a push, and how the seat plays on."""
    asked, facts = question.ask, question.facts
    if asked.with_riichi:
        return t("drill.push-fold.with-riichi", push=tile_word(asked.push))
    if facts.pushed.shanten or facts.pushed.furiten:
        return t("drill.push-fold.on", push=tile_word(asked.push))
    return t("drill.push-fold.stay", push=tile_word(asked.push))


def word(id: str) -> str:
    """An option in words: push, fold or go round."""
    return t(f"drill.push-fold.is-{id}")


def explain(question: PushFoldQuestion, given: Given, names: Seating) -> Explanation:
    """The better choice by hands played out, the worth of the own hand, and the danger of each tile."""
    facts = question.facts
    sentences = (
        _why(facts),
        *judged_words(facts.judged, question.rules, word),
        _hand(facts),
        *_worth(facts),
        *_dangers(facts, names),
    )
    marks = danger_marks(question.view(), question.ask.against)
    return Explanation(sentences, lit=frozenset(danger.kind for danger in facts.dangers), marks=marks)


def _why(facts: PushFoldFacts) -> str:
    """The best choice and the points of each, in one line."""
    by_id = facts.judged.by_id
    best, push = facts.judged.best.id, by_id[PUSH]
    points = {id: choice.points.mean for id, choice in by_id.items()}
    shares = {"won": percent(push.won), "dealt": percent(push.dealt_in)}
    if best == MIDDLE:
        return t("drill.push-fold.why-middle", mean=points[MIDDLE], push=points[PUSH], fold=points[FOLD])
    other = points[FOLD if best == PUSH else PUSH]
    return t(f"drill.push-fold.why-{best}", mean=points[best], other=other, **shares)


def _hand(facts: PushFoldFacts) -> str:
    """The hand after pushing: its waits, or its distance from tenpai."""
    pushed = facts.pushed
    values = {"tile": tile_word(pushed.tile), "count": pushed.acceptance}
    if pushed.shanten:
        return t("drill.push-fold.away", steps=pushed.shanten, **values)
    waits = tile_words(wait.kind for wait in pushed.waits)
    key = "drill.push-fold.waits-furiten" if pushed.furiten else "drill.push-fold.waits"
    return t(key, waits=waits, **values)


def _worth(facts: PushFoldFacts) -> Iterator[str]:
    """The points of a ron in tenpai; else the dora."""
    if facts.rons:
        least, most = facts.rons[0], facts.rons[-1]
        yield t("drill.push-fold.ron" if least == most else "drill.push-fold.rons", least=least, most=most)
    elif facts.dora:
        yield t("drill.push-fold.dora", count=facts.dora)


def _dangers(facts: PushFoldFacts, names: Seating) -> Iterator[str]:
    """How often players in riichi win on such tiles."""
    for danger in facts.dangers:
        said = {"tile": kind_word(danger.kind), "name": names.other(danger.opponent)}
        if danger.cannot_lose:
            yield t("drill.push-fold.safe", **said)
        else:
            rate = rate_words(mean_rate(danger.reason))
            yield t("drill.push-fold.danger", rate=rate, **said)
