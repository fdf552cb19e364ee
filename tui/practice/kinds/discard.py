"""Texts of "which discard": how many tiles the best discard keeps, and the chosen or the tempting one."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.discard import DiscardAsk, DiscardFacts, Keeping
from ai.drills.question import Question
from ai.reading.outlook import GOOD_WAIT
from engine.tiles import KIND_OF, NAMES, TILE_OF
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.words.hand_value import kinds_words
from tui.words.names import Seating, kind_word


def ask(question: Question, number: int, names: Seating) -> str:
    """The question, which says what counts."""
    asked = question.ask
    assert isinstance(asked, DiscardAsk)
    return t("drill.discard.ask-near") if asked.steps == 1 else t("drill.discard.ask", count=asked.steps)


def word(id: str) -> str:
    """There are only tiles to choose from."""
    raise ValueError(f"'{id}' is no option")


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """How many tiles count after the best discard and after another; then which, and what they bring."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, DiscardAsk)
    assert isinstance(facts, DiscardFacts)
    right, chosen = question.answer[0], min(given[0])
    near = asked.steps == 1
    best = next((each for each in facts.kept if NAMES[each.kind] == chosen in right), facts.kept[0])
    wrong = [each for each in facts.kept if NAMES[each.kind] not in right]
    tempting = next(each for each in wrong if each.kind == facts.tempting)
    other = next((each for each in wrong if NAMES[each.kind] == chosen), tempting)
    sentences = [_why(best, other, near=near)]
    if chosen not in {NAMES[each.kind] for each in facts.kept}:
        sentences.append(t("drill.discard.further", tile=kind_word(TILE_OF[chosen])))
    sentences += [join_sentences([*_kept(each, near=near)]) for each in (best, other)]
    lit = {KIND_OF[TILE_OF[name]] for name in right}
    return Explanation(tuple(sentences), lit=frozenset(lit))


def _why(best: Keeping, other: Keeping, *, near: bool) -> str:
    """How many tiles count after each of the two."""
    values = {"tile": kind_word(best.kind), "other": kind_word(other.kind)}
    counts = {"count": best.counted, "fewer": other.counted}
    if not near:
        return t("drill.discard.why", **values, **counts)
    if other.tiles >= best.tiles:
        return t("drill.discard.why-furiten", total=other.tiles, **values, **counts)
    return t("drill.discard.why-near", **values, **counts)


def _kept(kept: Keeping, *, near: bool) -> Iterator[str]:
    """What the hand accepts after a discard, where that leads, and what only widens it."""
    yield t(
        "drill.discard.keeps-near" if near else "drill.discard.keeps",
        tile=kind_word(kept.kind),
        count=kept.tiles,
        tiles=kinds_words(each.kind for each in kept.accepts),
    )
    if near:
        yield _good(kept)
        if kept.by_draw:
            yield t("drill.discard.by-draw", count=kept.by_draw)
    if kept.thrown and not (near and kept.by_draw):
        yield t("drill.discard.thrown", tiles=kinds_words(kept.thrown))
    if kept.widening:
        yield t("drill.discard.widens", count=kept.widening)


def _good(kept: Keeping) -> str:
    """How many of the tiles that make it tenpai lead to a good wait."""
    if not kept.good:
        return t("drill.discard.good-none", least=GOOD_WAIT)
    if kept.good == kept.tiles:
        return t("drill.discard.good-all", least=GOOD_WAIT)
    return t("drill.discard.good", count=kept.good, least=GOOD_WAIT)
