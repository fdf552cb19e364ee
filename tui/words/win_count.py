"""Sentences about a win that its winner counts: what was said, what is right, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from ai.reading.count_grades import CountStep, GradedCount, GradedStep, points_of
from engine.called_wins import right_count
from engine.outcome import WinResult
from engine.rules import Ruleset
from engine.score import Score
from engine.wall import PLAYERS
from engine.win_counts import WinCount
from tui.i18n.texts import t
from tui.words.results import limit_name, score_extent
from tui.words.seating import Seating
from tui.words.tiles import join, sentence_start


class GradedLine(msgspec.Struct, frozen=True):
    """One step of a count in words."""

    step: CountStep
    name: str
    right: bool
    said: str
    should: str
    """What is right; the same as ``said`` where that is right."""
    why: str
    """One or two sentences about what is wrong; empty where nothing is."""


def graded_lines(graded: GradedCount, seating: Seating) -> tuple[GradedLine, ...]:
    """Every step that was said, in order."""
    return tuple(_line(each, graded, seating) for each in graded.steps)


def _line(each: GradedStep, graded: GradedCount, seating: Seating) -> GradedLine:
    said = said_words(each.step, graded.said, graded.points, graded.win, seating)
    right = right_count(graded.win)
    points = points_of(graded.win, graded.dealer, graded.win.score.base)
    should = said if each.right else said_words(each.step, right, points, graded.win, seating)
    why = "" if each.right else _why(each, graded, seating)
    return GradedLine(each.step, t(f"count.steps.{each.step}"), each.right, said, should, why)


# -- what is said ----------------------------------------------------------------------------------------


def said_words(
    step: CountStep, said: WinCount, points: tuple[int, ...], win: WinResult, seating: Seating
) -> str:
    """What a count says in one step, in a few words."""
    match step:
        case CountStep.LAY:
            return t("count.mixed") if said.mixed else t("count.apart")
        case CountStep.YAKU:
            return yaku_words(said.yaku) or t("count.nothing")
        case CountStep.HAN:
            return t("count.nothing") if said.han is None else t("score.han", count=said.han)
        case CountStep.FU:
            return t("count.nothing") if said.fu is None else t("score.fu", count=said.fu)
        case CountStep.POINTS:
            return point_words(points, tsumo=win.tsumo)
        case CountStep.PAYMENT:
            return payment_words(said.deltas, win.winner, seating)


def yaku_words(names: Sequence[str]) -> str:
    """Yaku by their short names, without what they mean."""
    return t("joining.list").join(t(f"yaku.{name}").partition(" (")[0].partition("（")[0] for name in names)


def point_words(points: tuple[int, ...], *, tsumo: bool) -> str:
    """What a hand is worth: one number for a ron, the child's payment before the dealer's for a tsumo."""
    if len(points) > 1:
        return t("count.child-dealer", child=points[0], dealer=points[1])
    return t("count.each", points=points[0]) if tsumo else t("count.points", points=points[0])


def payment_words(deltas: Sequence[int], winner: int, seating: Seating) -> str:
    """Who pays how much, and what the winner takes of riichi sticks."""
    payers = [(winner + step) % PLAYERS for step in range(1, PLAYERS)]
    parts = [
        t("count.payer", name=sentence_start(seating.other(seat)), points=-deltas[seat])
        for seat in payers
        if deltas[seat]
    ]
    if sticks := sum(deltas):
        parts.append(t("count.sticks", points=sticks))
    return t("joining.list").join(parts) or t("count.nothing")


def count_words(said: WinCount) -> tuple[str, ...]:
    """What a winner says of yaku, han and fu, in two lines: the yaku, then the sum."""
    worth = [
        *([] if said.han is None else [t("score.han", count=said.han)]),
        *([] if said.fu is None else [t("score.fu", count=said.fu)]),
    ]
    return yaku_words(said.yaku), t("joining.worth").join(worth)


# -- why something is wrong ------------------------------------------------------------------------------


def _why(each: GradedStep, graded: GradedCount, seating: Seating) -> str:
    sentence = _reason(each.step, graded, seating)
    if not each.follows:
        return sentence
    return t("joining.sentences").join((sentence, t("count.follows")))


def _reason(step: CountStep, graded: GradedCount, seating: Seating) -> str:
    score = graded.win.score
    match step:
        case CountStep.LAY:
            return t("count.why-lay")
        case CountStep.YAKU:
            return _yaku_reason(graded)
        case CountStep.HAN:
            return _han_reason(score)
        case CountStep.FU:
            return fu_reason(score)
        case CountStep.POINTS:
            points = points_of(graded.win, graded.dealer, score.base)
            worth = point_words(points, tsumo=graded.win.tsumo)
            return t("count.why-points", worth=score_extent(score), points=worth)
        case CountStep.PAYMENT:
            return payment_reason(graded.win, graded.rules, seating)


def _yaku_reason(graded: GradedCount) -> str:
    """Which yaku were forgotten, and which the hand does not have."""
    said, right = graded.said.yaku, right_count(graded.win).yaku
    forgotten = [yaku_words((name,)) for name in right if name not in said]
    surplus = [yaku_words((name,)) for name in said if name not in right]
    sentences = []
    if forgotten:
        sentences.append(t("count.why-forgotten", count=len(forgotten), names=join(forgotten)))
    if surplus:
        sentences.append(t("count.why-surplus", names=join(surplus)))
    return t("joining.sentences").join(sentences)


def _han_reason(score: Score) -> str:
    """The han one by one."""
    if score.yakuman:
        return t("count.why-yakuman", name=limit_name(score))
    items = [t("count.item", name=yaku_words((item.name,)), worth=item.han) for item in score.yaku]
    if score.han is None:
        return t("count.why-limit", name=limit_name(score))
    return t("count.why-han", items=join(items), count=score.han)


def fu_reason(score: Score) -> str:
    """The fu one by one, and how the sum is rounded."""
    if score.fu is None:
        return t("count.why-limit", name=limit_name(score))
    items = [t("count.item", name=t(f"fu.{item.name}"), worth=item.fu) for item in score.fu_items]
    exact = sum(item.fu for item in score.fu_items)
    if exact == score.fu:
        return t("count.why-fu", items=join(items), count=score.fu)
    return t("count.why-fu-rounded", items=join(items), exact=exact, fu=score.fu)


def wrong_items(graded: GradedCount) -> tuple[str, ...]:
    """Sources of fu that were said too often or not often enough; empty where the fu were not said so."""
    if not graded.fu_items:
        return ()
    right = Counter(item.name for item in graded.win.score.fu_items)
    said = Counter(dict(graded.fu_items))
    return tuple(
        t("count.fu-item", name=t(f"fu.{name}"), said=said[name], right=right[name])
        for name in dict.fromkeys((*right, *said))
        if said[name] != right[name]
    )


def payment_reason(win: WinResult, rules: Ruleset, seating: Seating) -> str:
    """Why the payment is what it is: honba, riichi sticks, liable players."""
    sentences = [t("count.why-tsumo") if win.tsumo else t("count.why-ron")]
    if win.honba:
        points = win.honba * rules.counter_points
        if win.tsumo:
            each = points // (PLAYERS - 1)
            sentences.append(t("count.why-honba-each", count=win.honba, points=each))
        else:
            sentences.append(t("count.why-honba", count=win.honba, points=points))
    if win.riichi_sticks:
        points = win.riichi_sticks * rules.riichi_bet
        sentences.append(t("count.why-sticks", count=win.riichi_sticks, points=points))
    if win.liable:
        sentences.append(t("count.why-pao", name=sentence_start(seating.other(win.liable[0]))))
    return t("joining.sentences").join(sentences)
