"""Choose kans: none that slows the hand, and none against a riichi, which could gain by the new dora."""

from __future__ import annotations

from ai.reading.position_analysis import PositionAnalysis
from engine import shape
from engine.actions import Action, ActionKind
from engine.hand import POWERS, SUIT_OF, Hand
from engine.options import Options
from engine.tiles import KIND_OF

_OWN_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)


def good_kan(position: PositionAnalysis, options: Options) -> Action | None:
    """A closed or added kan that does not slow the hand, or None."""
    kans = [action for action in options.actions if action.kind in _OWN_KANS]
    if not kans or position.riichi_threat:
        return None
    for action in options.of(ActionKind.CLOSED_KAN):
        if position.view.me.riichi or not _slows_hand(position.view.hand, action):
            return action
    if position.threats:
        return None
    for action in options.of(ActionKind.ADDED_KAN):
        if not _slows_hand(position.view.hand, action) and _is_near_tenpai(position.view.hand):
            return action
    return None


def _slows_hand(hand: Hand, action: Action) -> bool:
    """Whether the kan leaves higher shanten than the best discard, or the same with fewer kinds accepted."""
    assert action.tile is not None
    kind = KIND_OF[action.tile]
    melds = len(hand.melds)
    lowest, most = _best_discard(hand)
    keys = list(hand.keys)
    if action.kind is ActionKind.CLOSED_KAN:
        keys[SUIT_OF[kind]] -= 4 * POWERS[kind]
        shanten, accepts = shape.acceptance(keys, melds + 1)
    else:
        keys[SUIT_OF[kind]] -= POWERS[kind]
        shanten, accepts = shape.acceptance(keys, melds)
    return shanten > lowest or (shanten == lowest and len(accepts) < most)


def _best_discard(hand: Hand) -> tuple[int, int]:
    """The lowest shanten after a discard, and the most kinds accepted at that shanten."""
    found = shape.discards(hand.keys, len(hand.melds)).values()
    lowest = min(shanten for shanten, _ in found)
    return lowest, max(len(accepts) for shanten, accepts in found if shanten == lowest)


def _is_near_tenpai(hand: Hand) -> bool:
    return _best_discard(hand)[0] <= 1
