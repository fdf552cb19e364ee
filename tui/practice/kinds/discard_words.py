"""Texts of "which discard": how many tiles the best discard keeps, and the chosen or the tempting one."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.discard import DiscardQuestion, Keeping
from ai.reading.outlook import GOOD_WAIT
from engine.tiles import KIND_OF, TILE_OF
from tui.i18n import join_sentences, t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import Compared
from tui.words.hand_value import kinds_words
from tui.words.names import Seating, kind_word


def ask(question: DiscardQuestion, number: int, names: Seating) -> str:
    """Which discard keeps most, from so many steps before tenpai."""
    steps = question.ask.steps
    return t("drill.discard.ask-near") if steps == 1 else t("drill.discard.ask", count=steps)


def explain(question: DiscardQuestion, given: Given, names: Seating) -> Explanation:
    """The acceptance after the best discard and after the chosen or tempting one."""
    asked, facts = question.ask, question.facts
    right, near = question.answer[0], asked.steps == 1
    compared = Compared.of(facts.kept, facts.tempting, right, given)
    best, other = compared.best, compared.other
    sentences = [_why(best, other, near=near)]
    if compared.elsewhere:
        sentences.append(t("drill.discard.further", tile=kind_word(TILE_OF[min(given[0])])))
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
    """The acceptance after a discard, where it leads, and the tiles that only widen it."""
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
