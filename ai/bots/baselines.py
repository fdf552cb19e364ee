"""Baseline bots for comparison: one discards what it draws, one aims for riichi, one only knows the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ai.bot import Bot, default_action
from ai.bots.hand_evaluation import after_call
from ai.bots.styled_bot import settled
from ai.reading.estimates import accepted_tiles, triplet_han
from engine import shape
from engine.actions import Action, ActionKind
from engine.options import Options
from engine.tiles import EAST, KIND_OF, SORT_KEY, Kind, is_red
from engine.view import SeatView


class TsumogiriBot:
    """Discards the drawn tile; takes every win."""

    name = "tsumogiri"

    def choose(self, view: SeatView, options: Options) -> Action:
        return settled(view, options) or default_action(view, options)


class TenpaiBot:
    """Takes the fastest way to a closed tenpai, declares riichi as soon as possible; never calls or folds."""

    name = "tenpai"

    def choose(self, view: SeatView, options: Options) -> Action:
        if action := settled(view, options):
            return action
        if not view.my_turn:
            return default_action(view, options)
        found = shape.discards(view.hand.keys, len(view.hand.melds))
        left = view.left()

        def speed(action: Action) -> tuple[int, int, bool, bool]:
            assert action.tile is not None
            shanten, accepts = found[KIND_OF[action.tile]]
            return -shanten, accepted_tiles(accepts, left), not is_red(action.tile), action.tsumogiri

        return max(options.of(ActionKind.RIICHI) or options.of(ActionKind.DISCARD), key=speed)


class ShantenBot:
    """Knows the rules and no more: a model of a person in the first week.

    It sees which discards bring it nearer to tenpai, and of equal ones takes the tile with the fewest others
    around it. It calls only triplets that are a yaku, declares riichi as soon as possible, and never folds.
    """

    name = "shanten"

    def choose(self, view: SeatView, options: Options) -> Action:
        if action := settled(view, options):
            return action
        hand = view.hand
        if not view.my_turn:
            now = shape.shanten_of(hand.keys, len(hand.melds))
            return next(
                (action for action in options.of(ActionKind.PON) if _nearer_by_yakuhai(view, action, now)),
                default_action(view, options),
            )
        found = shape.discards(hand.keys, len(hand.melds))

        def order(action: Action) -> tuple[int, int, bool, int]:
            assert action.tile is not None
            kind = KIND_OF[action.tile]
            return -found[kind][0], -_company(kind, hand.counts), action.tsumogiri, SORT_KEY[action.tile]

        return max(options.of(ActionKind.RIICHI) or options.of(ActionKind.DISCARD), key=order)


def _company(kind: Kind, counts: Sequence[int]) -> int:
    """The tiles of the hand that are the same or at most two away; a terminal has fewer places for them."""
    if kind >= EAST:
        return counts[kind]
    first = kind // 9 * 9
    return sum(counts[max(first, kind - 2) : min(first + 9, kind + 3)])


def _nearer_by_yakuhai(view: SeatView, pon: Action, now: int) -> bool:
    """Whether the triplet is a yaku and the pon lowers the shanten ``now``."""
    assert pon.tile is not None
    kind = KIND_OF[pon.tile]
    if kind < EAST or not triplet_han(kind, view.table, view.seat):
        return False
    called, _ = after_call(view, pon)
    return shape.shanten_of(called.keys, len(called.melds)) < now


BASELINE_BOTS: dict[str, type[Bot]] = {
    "tsumogiri": TsumogiriBot,
    "tenpai": TenpaiBot,
    "shanten": ShantenBot,
}
