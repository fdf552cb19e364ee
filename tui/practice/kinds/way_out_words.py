"""Texts of "the way out": compare the best discard with the chosen one and the tempting one."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.kinds.way_out import TenpaiChoice, WayOutQuestion
from engine.tiles import KIND_OF, TILE_OF
from tui.i18n import t
from tui.practice.explain import Explanation, Given
from tui.practice.kinds.common import Compared, equal_words, hand_marks
from tui.tiles import NO_MARK
from tui.words.hand_value import how_counted, kinds_words, mean_draw, names_of, risk_sentences, win_points
from tui.words.names import Seating, kind_word


def ask(question: WayOutQuestion, number: int, names: Seating) -> str:
    """The discard that leaves furiten, or that keeps out of it."""
    asked = question.ask
    if asked.threats:
        key = "drill.way-out.ask-threat" if asked.furiten_now else "drill.way-out.ask-before-threat"
        return t(key, names=names_of(asked.threats, names))
    return t("drill.way-out.ask" if asked.furiten_now else "drill.way-out.ask-before")


def explain(question: WayOutQuestion, given: Given, names: Seating) -> Explanation:
    """The waits and furiten after the best discard, the chosen and the tempting one."""
    asked, facts = question.ask, question.facts
    view, right = question.view(), question.answer[0]
    pond = len(view.me.pond)
    compared = Compared.of(facts.choices, facts.tempting, right, given)
    told = [compared.best] if compared.picked is None else [compared.best, compared.picked]
    sentences = [_why(compared.best, compared.other)]
    if compared.elsewhere:
        sentences.append(t("drill.way-out.noten", tile=kind_word(TILE_OF[min(given[0])])))
    sentences += equal_words(right)
    for each in dict.fromkeys((*told, compared.tempting)):
        sentences += _choice(each, pond, names)
    sentences.append(how_counted(facts.draws, asked.threats, [compared.best.hand]))
    furiten = {each.kind for each in facts.choices if each.hand.furiten}
    marks = hand_marks(view, lambda kind: NO_MARK.with_furiten(kind in furiten))
    # the chosen discard itself is not in the pond yet
    brought = (cause for each in told for cause in each.hand.furiten if cause.turn <= pond)
    causes = tuple(dict.fromkeys((*view.furiten, *brought)))
    lit = frozenset(KIND_OF[TILE_OF[name]] for name in right)
    return Explanation(tuple(sentences), lit, causes, marks)


def _why(best: TenpaiChoice, other: TenpaiChoice) -> str:
    """The main reason why the best discard is better than the other one."""
    values = {"tile": kind_word(best.kind), "other": kind_word(other.kind)}
    tiles, others = best.hand.acceptance, other.hand.acceptance
    safer = other.danger - best.danger
    if safer > max(0, best.gross - other.gross):
        return t("drill.way-out.why-safer", points=safer, **values)
    if best.hand.furiten and not other.hand.furiten:
        if tiles > others:
            return t("drill.way-out.why-furiten", count=tiles, fewer=others, **values)
        return t("drill.way-out.why-furiten-value", **values)
    if other.hand.furiten and not best.hand.furiten:
        if others > tiles:
            return t("drill.way-out.why-ron", count=tiles, more=others, **values)
        return t("drill.way-out.why-free", count=tiles, **values)
    if tiles > others and mean_draw(best.hand) <= mean_draw(other.hand):
        return t("drill.way-out.why-tiles", count=tiles, fewer=others, **values)
    if tiles > others:
        return t("drill.way-out.why-both", count=tiles, fewer=others, **values)
    return t("drill.way-out.why-value", **values)


def _choice(choice: TenpaiChoice, pond: int, names: Seating) -> Iterator[str]:
    """A discard: its waits, furiten, points, and what it is worth; and its risks."""
    hand = choice.hand
    values = {
        "tile": kind_word(choice.kind),
        "waits": kinds_words(hand.wait_kinds),
        "count": hand.acceptance,
        "points": win_points([hand]),
        "worth": choice.worth,
    }
    in_pond = [KIND_OF[cause.tile] for cause in hand.furiten if cause.turn <= pond]
    if in_pond:
        yield t("drill.way-out.furiten", causes=kinds_words(in_pond), **values)
    else:
        yield t("drill.way-out.furiten-itself" if hand.furiten else "drill.way-out.free", **values)
    if choice.cured and not hand.furiten:
        yield t("drill.way-out.cured", tile=values["tile"], waits=kinds_words(choice.cured))
    yield from risk_sentences(choice.kind, choice.risks, names)
