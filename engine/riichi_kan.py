"""Does a closed kan leave a riichi hand as it was?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import shape
from engine.actions import Refusal, Why
from engine.hand import POWERS, SUIT_OF, Hand
from engine.rules import Ruleset
from engine.tiles import COPIES, KIND_OF, Kind, Tile

if TYPE_CHECKING:
    from engine.shape import Reading


def refuse_kan_after_riichi(
    hand: Hand, drawn: Tile | None, waits: Sequence[Kind], kind: Kind, rules: Ruleset
) -> Refusal | None:
    """Why a closed kan would change a riichi hand (EMA 2025 §6.7.1; online rooms look at the waits only).

    ``hand`` holds the drawn tile; ``waits`` are those before the draw.
    """
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
    from engine.shape import Form, Group  # here: few hands ask for their readings

    triplet = Group(kind, False)
    found = []
    for wait in waits:
        keys = list(hand.keys)
        keys[SUIT_OF[kind]] -= POWERS[kind]
        keys[SUIT_OF[wait]] += POWERS[wait]
        for reading in shape.readings(keys, len(hand.melds)):
            if reading.form is not Form.STANDARD or triplet not in reading.groups:
                found.append((wait, reading))
    return tuple(found)
