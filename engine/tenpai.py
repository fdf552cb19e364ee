"""Tenpai: what a hand between turns waits on under a ruleset, and whether a closed kan changes that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand
from engine.rules import Ruleset
from engine.shape import Acceptance
from engine.tiles import COPIES, KIND_OF, KINDS, Kind, Tile

if TYPE_CHECKING:
    from engine.actions import Refusal
    from engine.shape import Reading


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
    grown = hand.copy()
    grown.add(drawn)
    return any(tenpai_waits(grown.without(discard), rules) for discard in set(hand.tiles))


def refuse_kan_after_riichi(
    hand: Hand, drawn: Tile | None, waits: Sequence[Kind], kind: Kind, rules: Ruleset
) -> Refusal | None:
    """Why a closed kan would change a riichi hand (EMA 2025 §6.7.1; online rooms look at the waits only).

    ``hand`` holds the drawn tile; ``waits`` are those before the draw.
    """
    from engine.actions import Refusal, Why  # here: what a hand waits on needs no actions

    if drawn is None or KIND_OF[drawn] != kind:
        return Refusal(Why.NOT_THE_DRAWN_TILE)
    keys = list(hand.keys)
    keys[SUIT_OF[kind]] -= COPIES * POWERS[kind]
    # the kan uses all four copies, so this kind can no longer be a wait, as it may have been before
    after = tuple(wait for wait in shape.waits(keys, len(hand.melds) + 1) if wait != kind)
    if set(after) != set(waits):
        return Refusal(Why.KAN_CHANGES_WAITS, tiles=after)
    if rules.closed_kan_after_riichi == "strict" and read_otherwise(hand, waits, kind):
        return Refusal(Why.KAN_CHANGES_READING)
    return None


def read_otherwise(hand: Hand, waits: Sequence[Kind], kind: Kind) -> tuple[tuple[Kind, Reading], ...]:
    """Each wait with a reading of the completed hand in which three tiles of ``kind`` are no triplet.

    ``hand`` holds the drawn tile, the fourth of ``kind``; ``waits`` are those before the draw.
    """
    from engine.shape import Form  # here: few hands ask for their readings

    found = []
    for wait in waits:
        keys = list(hand.keys)
        keys[SUIT_OF[kind]] -= POWERS[kind]
        keys[SUIT_OF[wait]] += POWERS[wait]
        for reading in shape.readings(keys, len(hand.melds)):
            if reading.form is not Form.STANDARD or kind not in reading.triplets:
                found.append((wait, reading))
    return tuple(found)
