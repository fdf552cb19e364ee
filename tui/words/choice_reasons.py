"""Why one of two choices was better, in words: the hand after each, its value, the danger of its discard."""

from __future__ import annotations

from collections.abc import Iterator

from ai.reading.safety_reasons import safety_class
from ai.review.after_choice import AfterChoice
from ai.review.dangerous_discards import SAFE
from ai.review.moments import ReviewedMoment
from tui.i18n import t
from tui.tiles import class_words
from tui.words.hand_value import planned_yaku_name
from tui.words.names import Seating, join, sentence_start, tile_word
from tui.words.safety_sentences import reason_word


def choice_reasons(moment: ReviewedMoment, names: Seating) -> Iterator[str]:
    """The reasons of a moment that has the hand after both choices, the hand first."""
    if len(moment.after) != 2:
        return
    taken, better = moment.after
    yield from _hands(taken, better)
    yield from _value(taken, better)
    yield from _danger(moment, taken, better, names)


def _hands(taken: AfterChoice, better: AfterChoice) -> Iterator[str]:
    """The distances, and how many tiles the hands take where both are as far: else counts mislead."""
    if taken.shanten != better.shanten:
        yield from (_hand(each, worth=True) for each in (taken, better))
    elif taken.shanten == 0:
        worth = taken.points != better.points
        if worth or (taken.tiles, taken.ron) != (better.tiles, better.ron):
            yield from (_hand(each, worth=worth) for each in (taken, better))
    elif taken.tiles != better.tiles:
        yield t("reviewed.reason.tiles", shanten=taken.shanten, **_each(taken, better, "tiles"))


def _hand(hand: AfterChoice, *, worth: bool) -> str:
    after = sentence_start(_after(hand))
    if hand.shanten:
        return t("reviewed.reason.away", after=after, shanten=hand.shanten)
    if not hand.tiles:
        return t("reviewed.reason.nothing", after=after, points=hand.pays)
    key = "tsumo" if not hand.ron else "all" if hand.ron == hand.tiles else "some"
    told = {"after": after, "count": hand.tiles, "ron": hand.ron, "worth": _worth(hand) if worth else ""}
    return t(f"reviewed.reason.wins-{key}", **told)


def _worth(hand: AfterChoice) -> str:
    if hand.points is None:
        return ""
    low, high = hand.points
    return t("reviewed.reason.worth" if low == high else "reviewed.reason.worths", low=low, high=high)


def _value(taken: AfterChoice, better: AfterChoice) -> Iterator[str]:
    """Dora and yaku where they differ; of two tenpai hands the points have said it."""
    if taken.dora != better.dora and not taken.shanten == better.shanten == 0:
        yield t("reviewed.reason.dora", **_each(taken, better, "dora"))
    if taken.has_yaku != better.has_yaku:
        without = better if taken.has_yaku else taken
        if without.shanten:
            yield t("reviewed.reason.no-yaku", after=sentence_start(_after(without)))
    if taken.shanten == better.shanten > 0:
        for hand, other in ((taken, better), (better, taken)):
            if only := [each for each in hand.yaku if each not in other.yaku]:
                yaku = join([planned_yaku_name(*each) for each in only])
                yield t("reviewed.reason.yaku", after=_after(hand), yaku=yaku)
    if taken.new_dora != better.new_dora:
        yield t("reviewed.reason.kan")


def _danger(moment: ReviewedMoment, taken: AfterChoice, better: AfterChoice, names: Seating) -> Iterator[str]:
    """How safe each discard is if somebody threatens; another tile only if the better one is not safe."""
    if taken.tile == better.tile or taken.is_kan or better.is_kan:
        return
    told = [(each.tile, each.safety) for each in (taken, better) if each.tile is not None and each.safety]
    danger, unsafe = moment.danger, better.safety is not None and better.safety.tier > SAFE
    if danger is not None and unsafe and all(found.kind != danger.safer.kind for _, found in told):
        told.append((danger.tile, danger.safer))
    named = None
    for tile, found in told:
        words = {"tile": tile_word(tile), "ground": reason_word(found)}
        words["safety"] = class_words(safety_class(found.tier))
        if found.cannot_lose or found.opponent == named:
            yield t("moments.safety", **words)
        else:
            named = found.opponent
            yield t("reviewed.reason.safety", name=names.other(named), **words)


def _each(taken: AfterChoice, better: AfterChoice, name: str) -> dict[str, object]:
    return {
        "taken": getattr(taken, name),
        "better": getattr(better, name),
        "after_taken": _after(taken),
        "after_better": _after(better),
    }


def _after(hand: AfterChoice) -> str:
    """The choice: ``after 5m``."""
    return t(f"reviewed.after.{hand.kind}", tile="" if hand.tile is None else tile_word(hand.tile))
