"""Tenpai: what a hand between turns waits on, under a ruleset."""

from __future__ import annotations

from collections.abc import Sequence

from engine import shape
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import Kind


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
    return tuple(kind for kind in waits if hand.holds(kind) < 4)
