"""Which kans are worth it: none that slows the hand, none against a riichi that could use the new dora."""

from __future__ import annotations

from ai.reading.seat_reading import PositionAnalysis
from engine import shape
from engine.actions import Action, ActionKind
from engine.hand import POWERS, SUIT_OF, Hand
from engine.options import Options
from engine.tiles import KIND_OF


def good_kan(position: PositionAnalysis, options: Options) -> Action | None:
    """A closed or added kan that does no harm, or None."""
    if position.riichi_threat:
        return None
    for action in options.of(ActionKind.CLOSED_KAN):
        if position.view.me.riichi or not _harms(position.view.hand, action):
            return action
    if position.threats:
        return None
    for action in options.of(ActionKind.ADDED_KAN):
        if not _harms(position.view.hand, action) and _is_near(position.view.hand):
            return action
    return None


def _harms(hand: Hand, action: Action) -> bool:
    """Whether the hand is slower after the kan than after its best discard: more steps, or fewer tiles."""
    assert action.tile is not None
    kind = KIND_OF[action.tile]
    melds = len(hand.melds)
    steps, most = _best_discard(hand)
    keys = list(hand.keys)
    if action.kind is ActionKind.CLOSED_KAN:
        keys[SUIT_OF[kind]] -= 4 * POWERS[kind]
        shanten, accepts = shape.acceptance(keys, melds + 1)
    else:
        keys[SUIT_OF[kind]] -= POWERS[kind]
        shanten, accepts = shape.acceptance(keys, melds)
    return shanten > steps or (shanten == steps and len(accepts) < most)


def _best_discard(hand: Hand) -> tuple[int, int]:
    """Shanten after the best discard, and how many kinds it accepts at most."""
    found = shape.discards(hand.keys, len(hand.melds)).values()
    steps = min(shanten for shanten, _ in found)
    return steps, max(len(accepts) for shanten, accepts in found if shanten == steps)


def _is_near(hand: Hand) -> bool:
    return _best_discard(hand)[0] <= 1
