"""Tenpai: what a hand between turns waits on, and how far it is from that, under a ruleset."""

from __future__ import annotations

from collections.abc import Sequence

from engine import shape
from engine.hand import Hand
from engine.rules import Ruleset
from engine.shape import Acceptance
from engine.tiles import COPIES, KINDS, Kind


def waits_on_orphans(hand: Hand) -> bool:
    """Whether the hand is tenpai for thirteen orphans."""
    return not hand.melds and shape.orphans_shanten(hand.counts) == 0


def tenpai_waits(hand: Hand, rules: Ruleset, waits: Sequence[Kind] | None = None) -> tuple[Kind, ...]:
    """Waits of a 13-tile hand that make it tenpai under the ruleset; empty when it is noten.

    A kind of which the player holds all four is never a wait when they are concealed; whether copies in
    melds count too is the ruleset's ``fifth_tile``.
    """
    if waits is None:
        waits = shape.waits(hand.keys, len(hand.melds))
    if rules.fifth_tile == "concealed" or not hand.melds:
        return tuple(waits)
    return tuple(kind for kind in waits if hand.holds(kind) < COPIES)


def hand_acceptance(hand: Hand, rules: Ruleset) -> Acceptance:
    """Shanten of a 13-tile hand and the kinds that lower it (at shanten 0, its waits).

    Usually this is the result for the hand's shape. The exception is a shape in tenpai that is noten under
    the ruleset, because the player holds all copies of its waits. Such a hand has shanten 1, and accepts
    every kind after which some discard leaves it tenpai.
    """
    shanten, kinds = shape.acceptance(hand.keys, len(hand.melds))
    if shanten != 0:
        return shanten, kinds
    if waits := tenpai_waits(hand, rules, kinds):
        return 0, waits
    draws = (kind for kind in range(KINDS) if hand.holds(kind) < COPIES)
    return 1, tuple(kind for kind in draws if _tenpai_with(hand, kind, rules))


def _tenpai_with(hand: Hand, drawn: Kind, rules: Ruleset) -> bool:
    """Whether drawing the kind and discarding some other one leaves a 13-tile hand tenpai."""
    for discard in set(hand.tiles):
        changed = hand.copy()
        changed.add(drawn)
        changed.remove(discard)
        if tenpai_waits(changed, rules):
            return True
    return False
