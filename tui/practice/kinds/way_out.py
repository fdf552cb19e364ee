"""Texts of "the way out": compare the best discard with the chosen one and the tempting one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ai.drills.kinds.way_out import TenpaiChoice, WayOutAsk, WayOutFacts
from ai.drills.question import Question
from engine.tiles import KIND_OF, NAMES, TILE_OF
from tui.desk.scene import LaidHand
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.practice.explain import Explanation, Given
from tui.tiles.look import NO_MARK
from tui.words.hand_value import how_counted, kinds_words, mean_draw, names_of, risk_sentences, win_points
from tui.words.names import Seating, kind_word


def ask(question: Question, number: int, names: Seating) -> str:
    """The question; and that danger counts, where somebody threatens."""
    asked = question.ask
    assert isinstance(asked, WayOutAsk)
    if asked.threats:
        key = "drill.way-out.ask-threat" if asked.furiten_now else "drill.way-out.ask-before-threat"
        return t(key, names=names_of(asked.threats, names))
    return t("drill.way-out.ask" if asked.furiten_now else "drill.way-out.ask-before")


def word(id: str) -> str:
    """Never needed: all options are tiles."""
    return id


def explain(question: Question, given: Given, names: Seating) -> Explanation:
    """Why the best discard is right; then it, the chosen one if different, and the tempting one."""
    asked, facts = question.ask, question.facts
    assert isinstance(asked, WayOutAsk)
    assert isinstance(facts, WayOutFacts)
    view, pond = question.view(), len(question.view().me.pond)
    right, chosen = question.answer[0], min(given[0])
    best = next((each for each in facts.choices if NAMES[each.kind] == chosen in right), facts.choices[0])
    wrong = [each for each in facts.choices if NAMES[each.kind] not in right]
    picked = [each for each in wrong if NAMES[each.kind] == chosen]
    tempting = next(each for each in wrong if each.kind == facts.tempting)
    sentences = [_why(best, *(picked or [tempting]))]
    if chosen not in {NAMES[each.kind] for each in facts.choices}:
        sentences.append(t("drill.way-out.noten", tile=kind_word(TILE_OF[chosen])))
    if len(right) > 1:
        sentences.append(_equal(right))
    for each in dict.fromkeys((best, *picked, tempting)):
        sentences += _choice(each, pond, names)
    sentences.append(how_counted(facts.draws, asked.threats, riichi=facts.riichi))
    furiten = {each.kind for each in facts.choices if each.hand.furiten}
    marks = tuple(NO_MARK.with_furiten(KIND_OF[tile] in furiten) for tile in LaidHand.sorted(view).tiles)
    # the chosen discard itself is not in the pond yet
    brought = (cause for each in (best, *picked) for cause in each.hand.furiten if cause.turn <= pond)
    causes = tuple(dict.fromkeys((*view.furiten, *brought)))
    lit = frozenset(KIND_OF[TILE_OF[name]] for name in right)
    return Explanation(tuple(sentences), lit, causes, marks)


def _equal(right: Collection[str]) -> str:
    return t("drill.worth.equal", tiles=join_list([kind_word(TILE_OF[name]) for name in sorted(right)]))


def _why(best: TenpaiChoice, other: TenpaiChoice) -> str:
    """The main reason why the best discard is better than the other one."""
    values = {"tile": kind_word(best.kind), "other": kind_word(other.kind)}
    tiles, others = best.hand.tiles, other.hand.tiles
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
        "waits": kinds_words(hand.waits),
        "count": hand.tiles,
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
